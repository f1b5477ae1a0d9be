import type { Draft } from '#src/ask/draft.ts';
import { exprLabel, functionWords, grainTable, saidOnce } from '#src/ask/labels.ts';
import { columnOf, labelOf, readable, tableLabel, tableOf } from '#src/catalog/catalog-names.ts';
import { baseWords } from '#src/check/things.ts';
import { type KnownWords, knownWords, untracedWord } from '#src/check/traced-words.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type {
  AggregateFacts,
  ExprFacts,
  OutputFacts,
  QueryFacts,
} from '#src/plugin-api/query-facts.ts';
import { rowOf } from '#src/query/functions.ts';
import { divides } from '#src/sql/nodes.ts';

/**
 * A model's statement with result columns that say what they are. The model's own name stays where each of its words is
 * one of the columns, tables, functions and values that the column is made of; else the name is made of those. Only the
 * names that people see change, not the SQL.
 */
export function withOwnNames(draft: Draft, catalog: Catalog): Draft {
  const { facts } = draft.checked;
  const taken = new Set<string>();
  const columnNames = facts.root.outputs.map((output) => {
    const name = isTraced(output, facts, catalog) ? output.name : madeName(output, facts, catalog);
    let unique = name;
    for (let count = 2; taken.has(unique.toLowerCase()); count++) unique = `${name}_${count}`;
    taken.add(unique.toLowerCase());
    return unique;
  });
  const renamed = (text: string) => {
    const at = facts.root.outputs.findIndex(({ name }) => name === text);
    return at < 0 ? text : columnNames[at]!;
  };
  const root = {
    ...facts.root,
    outputs: facts.root.outputs.map((one, at) => ({ ...one, name: columnNames[at]! })),
    orderBy: facts.root.orderBy.map((one) => ({
      ...one,
      expr: { ...one.expr, printed: renamed(one.expr.printed) },
    })),
    groupBy: facts.root.groupBy.map((one) => ({ ...one, printed: renamed(one.printed) })),
  };
  const checked = { ...draft.checked, facts: { ...facts, root } };
  return { ...draft, checked, columnNames };
}

function isTraced(output: OutputFacts, facts: QueryFacts, catalog: Catalog): boolean {
  const known = knownOf(output, facts, catalog);
  if (namesAnother(output, facts, catalog) || namesRowsOnly(output, catalog)) return false;
  return /\p{L}{2}/u.test(output.name) && untracedWord(output.name, known) === null;
}

/** Whether a name is that of a column that another result column shows: `name AS price, price AS name`. */
function namesAnother(output: OutputFacts, { root }: QueryFacts, catalog: Catalog): boolean {
  const said = baseWords(readable(output.name)).join(' ');
  const isNamed = ({ column }: OutputFacts) =>
    column !== null &&
    [readable(column.column), labelOf(catalog, column)].some(
      (name) => baseWords(name).join(' ') === said,
    );
  return !isNamed(output) && root.outputs.some((one) => one !== output && isNamed(one));
}

/** Whether a column that tells no rows apart is named as its rows are: `status AS orders`. */
function namesRowsOnly({ name, column }: OutputFacts, catalog: Catalog): boolean {
  const known = column && columnOf(catalog, column);
  if (!column || !known || known.kind === 'identifier' || known.profile?.unique) return false;
  if (baseWords(known.label).some((word) => NAMING.has(word))) return false;
  const table = [readable(column.table), tableLabel(column.table, catalog)];
  return table.some((one) => baseWords(one).join(' ') === baseWords(readable(name)).join(' '));
}

const NAMING: ReadonlySet<string> = new Set(['name', 'title', 'code', 'number', 'no', 'label']);

function knownOf(
  { columns, aggregates, dateUnit }: OutputFacts,
  facts: QueryFacts,
  catalog: Catalog,
): KnownWords {
  const counts = aggregates.some(({ fn }) => fn === 'count');
  const groups = facts.root.groupBy.flatMap((one) => one.columns);
  const values = facts.root.filters.flatMap((filter) => filter.values);
  return knownWords([
    ...[...columns, ...groups].flatMap((one) => [one.column, labelOf(catalog, one)]),
    ...columns.flatMap((one) => columnOf(catalog, one)?.synonyms ?? []),
    ...columns.map(({ table }) => table),
    ...(counts
      ? facts.tables.flatMap((table) => [table, tableOf(catalog, table)?.label ?? ''])
      : []),
    ...aggregates.map(({ fn }) => rowOf(fn)?.named ?? fn),
    ...values,
    dateUnit ?? '',
  ]);
}

/** `number_of_orders`, `average_of_price_and_discount`: made of what the column is computed from. */
function madeName(output: OutputFacts, facts: QueryFacts, catalog: Catalog): string {
  const label = madeLabel(output, facts, catalog);
  const name = label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '_');
  return name.replace(/^_+|_+$/g, '') || 'value';
}

function madeLabel(output: OutputFacts, facts: QueryFacts, catalog: Catalog): string {
  const { aggregates, columns, node } = output;
  if (output.column || output.dateUnit) return exprLabel(output, catalog);
  const parts = aggregates.map((one) => functionLabel(one, facts, catalog));
  const [only, second] = [...new Set(parts)];
  const isQuotient = divides(node) && second !== undefined;
  if (isQuotient) return `${only} per ${second}`;
  if (only !== undefined) return [...new Set(parts)].join(' and ');
  return columns.length > 0 ? `value of ${columnsLabel(output, catalog)}` : 'value';
}

function functionLabel(aggregate: AggregateFacts, facts: QueryFacts, catalog: Catalog): string {
  const { distinct, arg } = aggregate;
  if (!arg) {
    const table = grainTable(facts, catalog);
    return `number of ${table === null ? 'rows' : tableLabel(table, catalog)}`;
  }
  return saidOnce(
    `${functionWords(aggregate)} ${distinct ? 'different ' : ''}${columnsLabel(arg, catalog)}`,
  );
}

const columnsLabel = ({ columns }: ExprFacts, catalog: Catalog) =>
  [...new Set(columns.map((one) => labelOf(catalog, one)))].join(' and ') || 'rows';
