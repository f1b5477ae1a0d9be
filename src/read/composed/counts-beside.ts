import { BESIDE_COUNTS, COUNTS_ASKED, EACH_OF, PER_ROWS } from '#src/language/en/composed.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { hasGaps } from '#src/planner/predicates/gaps.ts';
import { toldWithout } from '#src/planner/unmatched-rows.ts';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Expr, SelectItem, SelectQuery } from '#src/plugin-api/query.ts';
import { isNameOfRows } from '#src/read/ask.ts';
import type { Composed } from '#src/read/composed/parts.ts';
import type { Question } from '#src/read/question.ts';
import { type Schema, tableOf } from '#src/read/resolve.ts';

/** How sure it is: nothing else is said. */
const SURE = 0.9;

/**
 * `How many dogs and helpers are in each pen`, `number of orders and number of returns per customer`: rows of several tables that refer to
 * the same rows, each counted for itself, with 0 where there are none.
 */
export function readCountsBeside(question: Question, schema: Schema): Composed | null {
  const each = eachAt(question);
  const owner = each && schema.tables.get(each.table);
  const counted = each && countedBefore(each.at, question);
  if (!owner || !counted || counted.length < 2 || new Set(counted).size < counted.length)
    return null;
  const names = displayColumns(owner);
  const counts = counted.flatMap((table) => countOf(table, owner, schema) ?? []);
  if (names.length === 0 || counts.length < counted.length) return null;
  const shown = names.map(
    ({ name }): SelectItem => ({
      ...{ expr: { kind: 'column', alias: owner.name, column: name }, as: name },
    }),
  );
  const query: SelectQuery = {
    ...{ kind: 'select', from: { table: owner.name, alias: owner.name }, joins: [], where: [] },
    ...{ groupBy: [], having: [], distinct: false, limit: null },
    select: [...shown, ...counts.map(({ expr, as }) => ({ expr, as }))],
    orderBy: [
      { expr: counts[0]!.expr, direction: 'desc' },
      ...shown.map(({ expr }) => ({ expr, direction: 'asc' as const })),
    ],
  };
  const told = counts.flatMap(({ leavesOut }) => leavesOut ?? []);
  return { query, assumptions: told, confidence: SURE };
}

/** The rows at the end of a question that the numbers are of: `in each pen`, `per pen`. */
function eachAt(question: Question): { readonly at: number; readonly table: string } | null {
  const end = question.lastWord + 1;
  for (let at = 1; at < end; at++) {
    const isEach = question.is(at - 1, EACH_OF.before) && question.is(at, EACH_OF.each);
    if (!isEach && !question.is(at, PER_ROWS)) continue;
    const [rows, another] = question
      .refs(at + 1)
      .filter(({ to }) => to === end)
      .flatMap(({ options }) => options.filter(isNameOfRows));
    if (rows && !another) return { at: isEach ? at - 1 : at, table: rows.table };
  }
  return null;
}

/** The tables whose rows are counted, where nothing else is said before a token. */
function countedBefore(end: number, question: Question): readonly string[] | null {
  const found: string[] = [];
  let asks = false;
  for (let at = 0; at < end; ) {
    const rows = question
      .refs(at)
      .toSorted((a, b) => b.to - a.to)
      .find(({ to, options }) => to <= end && options.some(isNameOfRows));
    const [table, another] = rows?.options.filter(isNameOfRows) ?? [];
    if (rows && table && !another) {
      found.push(table.table);
      at = rows.to;
    } else {
      if (!question.is(at, BESIDE_COUNTS) && !question.is(at, COUNTS_ASKED)) return null;
      asks ||= question.is(at, COUNTS_ASKED);
      at++;
    }
  }
  return asks ? found : null;
}

interface Count extends SelectItem {
  readonly leavesOut: string | null;
}

/** The number of rows of a table that refer to those of another one, in the only way that they do. */
function countOf(name: string, owner: CatalogTable, { references, tables }: Schema): Count | null {
  const [only, second] = [...references].filter(
    ([from, to]) => tableOf(from) === name && tableOf(to) === owner.name,
  );
  const table = tables.get(name);
  if (!only || second || !table || name === owner.name) return null;
  const [column, key] = only.map((end) => end.split('\0')[1]!) as [string, string];
  const expr: Expr = {
    kind: 'subquery',
    query: {
      ...{ kind: 'select', from: { table: name, alias: name }, joins: [] },
      where: [
        {
          ...{ kind: 'compare', op: '=', left: { kind: 'column', alias: name, column } },
          right: { kind: 'column', alias: owner.name, column: key },
        },
      ],
      ...{ groupBy: [], having: [], distinct: false, orderBy: [], limit: null },
      select: [
        { expr: { kind: 'aggregate', fn: 'count', distinct: false, arg: null }, as: 'value' },
      ],
    },
  };
  const own = table.columns.find((one) => one.name === column);
  const leavesOut = own && hasGaps(own) ? toldWithout(table.label, owner.label) : null;
  return { expr, as: `${table.label.replaceAll(' ', '_')}_count`, leavesOut };
}
