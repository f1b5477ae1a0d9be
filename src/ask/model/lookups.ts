import { type AskContext, onSource, type SourceContext } from '#src/ask/context.ts';
import { guardQuery } from '#src/ask/draft.ts';
import { breakdownBytes } from '#src/ask/execute.ts';
import { oneLine, schemaText } from '#src/ask/model/schema-text.ts';
import { possibleHits } from '#src/ask/value-hits.ts';
import { columnOf, tableOf } from '#src/catalog/catalog-names.ts';
import { AppError } from '#src/errors.ts';
import type {
  Catalog,
  CatalogColumn,
  CatalogTable,
  CellValue,
  ValueHit,
} from '#src/plugin-api/catalog.ts';
import type { Expr, SelectQuery } from '#src/plugin-api/query.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { isFiltered } from '#src/principal.ts';
import { readableCatalog } from '#src/sql/guard-policy.ts';

/** Rows that a look at a table shows, values that are found, and tokens of a description. */
const ROWS = 3;
const VALUES = 10;
const DETAIL_TOKENS = 400;
/** Longest cell, and longest command in the reply to it (characters). */
const CELL_CHARS = 40;
const COMMAND_CHARS = 120;

/**
 * Shows a model what it wants to look at before it writes a statement: values, rows, a table, a join. Every statement is
 * guarded and reads the rows that the caller sees. Hidden, sensitive, secret and personal columns don't exist for it.
 */
export async function lookUp(
  context: AskContext,
  whole: Catalog,
  commands: readonly string[],
): Promise<string> {
  const { policy } = context.state.request.principal;
  const catalog = shownCatalog(readableCatalog(whole, policy));
  const on = await onSource(context, whole);
  const found: string[] = [];
  for (const command of commands) {
    context.use.lookups.push(command);
    const seen = await looked({ ...on, shown: catalog }, command);
    found.push(`> ${oneLine(command, COMMAND_CHARS)}\n${seen}`);
  }
  return found.join('\n');
}

interface Looking extends SourceContext {
  /** What the model may look at. */
  readonly shown: Catalog;
}

/** A catalog without the columns whose values a model may not see. */
function shownCatalog(catalog: Catalog): Catalog {
  const isShown = ({ hidden, sensitive, secret, personal }: CatalogColumn) =>
    !hidden && !sensitive && !secret && !personal;
  return {
    ...catalog,
    tables: catalog.tables.map((table) => ({ ...table, columns: table.columns.filter(isShown) })),
  };
}

/** The reply to a lookup that finds nothing. */
export const REFUSED = 'no such table, column or command';

/** A command as its verb and what it is about: `find TEXT`. */
export function commandOf(command: string): { readonly verb: string; readonly rest: string } {
  const [, verb = '', rest = ''] = /^\s*(\w+)[\s:(]+(.*?)[\s;)]*$/s.exec(command) ?? [];
  return { verb: verb.toLowerCase(), rest };
}

async function looked(looking: Looking, command: string): Promise<string> {
  const { verb, rest } = commandOf(command);
  try {
    switch (verb) {
      case 'find':
        return await foundValues(looking, bareName(rest));
      case 'rows':
        return await firstRows(looking, rest);
      case 'describe':
        return described(looking, rest);
      case 'join':
        return await triedJoin(looking, rest);
      default:
        return REFUSED;
    }
  } catch (error) {
    looking.signal.throwIfAborted();
    // What an engine says may tell of rows.
    if (error instanceof SourceError || error instanceof AppError) return 'it failed when it ran';
    throw error;
  }
}

const bareName = (text: string) => text.trim().replace(/^["'`[]+|["'`\]]+$/g, '');

async function foundValues(looking: Looking, text: string): Promise<string> {
  const hits = (await possibleHits(looking, looking.catalog, text)).filter((hit) =>
    columnOf(looking.shown, hit),
  );
  return hitsText(hits);
}

/** What a model is shown of values that it looked for. */
export function hitsText(hits: readonly ValueHit[]): string {
  const lines = hits
    .slice(0, VALUES)
    .map(
      ({ table, column, value, match }) =>
        `${table}.${column} ${match === 'near' ? 'has nearby' : '='} '${oneLine(value, CELL_CHARS)}'`,
    );
  return lines.length > 0 ? lines.join('\n') : 'no value';
}

async function firstRows(looking: Looking, name: string): Promise<string> {
  const table = tableOf(looking.shown, bareName(name));
  if (!table || table.columns.length === 0) return REFUSED;
  const select = table.columns.map((column) => ({
    expr: { kind: 'column', alias: 't', column: column.name } as const,
    as: column.name,
  }));
  const rows = await rowsOf(looking, selectOf(table, select, ROWS), ROWS);
  if (!rows) return REFUSED;
  const lines = rows.map((row) => row.map(cellText).join(' | '));
  return [table.columns.map(({ name: column }) => column).join(' | '), ...lines].join('\n');
}

const cellText = (cell: CellValue) => (cell === null ? 'NULL' : oneLine(String(cell), CELL_CHARS));

function described({ shown, state }: Looking, name: string): string {
  const table = tableOf(shown, bareName(name));
  if (!table) return REFUSED;
  const keys = shown.relationships.filter(
    ({ from, to }) => from.table === table.name || to.table === table.name,
  );
  const filtered = isFiltered(state.request.principal.policy, shown);
  const view = { filtered, detailTokens: DETAIL_TOKENS };
  return schemaText({ ...shown, tables: [table], relationships: keys }, view);
}

/** How many rows of the first table find how many of the second. */
async function triedJoin(looking: Looking, text: string): Promise<string> {
  const [left, right] = text.split('=').map((side) => placeOf(looking.shown, side));
  if (!left || !right) return REFUSED;
  const counted = { kind: 'aggregate', fn: 'count', arg: null, distinct: false } as const;
  const [from, to] = [refOf('t', left), refOf('u', right)];
  const own = selectOf(left.table, [{ expr: { ...counted, arg: from }, as: 'n' }], null);
  const joined: SelectQuery = {
    ...selectOf(left.table, [{ expr: counted, as: 'n' }], null),
    joins: [
      {
        type: 'inner',
        source: { table: right.table.name, alias: 'u' },
        on: [{ left: from, right: to }],
      },
    ],
  };
  const [filled, pairs] = [await rowsOf(looking, own, 1), await rowsOf(looking, joined, 1)];
  if (!filled || !pairs) return REFUSED;
  const name = ({ table, column }: Place) => `${table.name}.${column.name}`;
  return `${filled[0]?.[0]} rows have ${name(left)}; joined to ${name(right)} there are ${pairs[0]?.[0]} rows`;
}

interface Place {
  readonly table: CatalogTable;
  readonly column: CatalogColumn;
}

function placeOf(catalog: Catalog, text: string): Place | null {
  const at = text.lastIndexOf('.');
  const table = at < 0 ? undefined : tableOf(catalog, bareName(text.slice(0, at)));
  const name = bareName(text.slice(at + 1)).toLowerCase();
  const column = table?.columns.find((one) => one.name.toLowerCase() === name);
  return table && column ? { table, column } : null;
}

const refOf = (alias: string, { column }: Place) =>
  ({ kind: 'column', alias, column: column.name }) as const;

const selectOf = (
  { name }: CatalogTable,
  select: readonly { readonly expr: Expr; readonly as: string }[],
  most: number | null,
): SelectQuery => ({
  ...{ kind: 'select', from: { table: name, alias: 't' }, joins: [], where: [], groupBy: [] },
  ...{ having: [], select, distinct: false, orderBy: [] },
  limit: most === null ? null : { count: most, withTies: false },
});

/** Rows of a statement that the guard lets pass; null where it does not. */
async function rowsOf(
  looking: Looking,
  query: SelectQuery,
  maxRows: number,
): Promise<readonly (readonly CellValue[])[] | null> {
  const guarded = await guardQuery(looking, query, maxRows);
  if ('refused' in guarded) return null;
  const { source, deps, signal, asker } = looking;
  const { limits } = deps;
  const maxBytes = breakdownBytes(limits);
  const options = { maxRows, maxBytes, timeoutMs: limits.queryTimeoutMs, signal, asker };
  const rows: (readonly CellValue[])[] = [];
  for await (const chunk of source.query(guarded.checked.guarded, options))
    if (chunk.kind === 'rows') rows.push(...chunk.rows);
  return rows;
}
