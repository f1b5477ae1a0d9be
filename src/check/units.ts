import { columnOf, labelOf, readable, sameName, tableOf } from '#src/catalog/catalog-names.ts';
import { baseWords } from '#src/check/things.ts';
import type { Check } from '#src/check/types.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type {
  BaseColumn,
  ExprFacts,
  QueryFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';
import { CURRENCY_CODES } from '#src/query/currencies.ts';
import { rowOf } from '#src/query/functions.ts';
import { MONEY_WORDS } from '#src/query/money.ts';
import { rowBlocks } from '#src/sql/blocks.ts';
import {
  addendsOf,
  aggregatesIn,
  bare,
  columnNodes,
  hasOperation,
  columnOf as soleColumn,
} from '#src/sql/nodes.ts';

const NAME = 'mixed_units';
/** Names of columns that say in what currency, or other unit, the numbers of their row are. */
const CURRENCY_COLUMNS: ReadonlySet<string> = new Set(['currency', 'ccy']);
const UNIT_COLUMNS: ReadonlySet<string> = new Set(['uom', 'unit']);

/** Whether amounts of different units are added, subtracted or compared: dollars and euros, kilograms and prices. */
export function checkUnits(facts: QueryFacts, catalog: Catalog): Check {
  let seen = false;
  for (const block of rowBlocks(facts.root)) {
    for (const expr of block.outputs) {
      const texts = [expr, ...expr.aggregates.flatMap(({ arg }) => arg ?? [])];
      const detail = texts.map((one) => mixedTerms(one, block, catalog)).find((one) => one);
      if (detail) return { name: NAME, outcome: 'warning', detail };
    }
    const together = putTogether(block);
    seen ||= together.some((column) => hasUnit(column, catalog));
    const detail = together.map((column) => mixedRows(column, block, catalog)).find((one) => one);
    if (detail) return { name: NAME, outcome: 'warning', detail };
  }
  return seen
    ? { name: NAME, outcome: 'passed', detail: 'All summed values have the same unit.' }
    : {
        name: NAME,
        outcome: 'skipped',
        detail: 'No values with a known unit are combined.',
      };
}

/** `price_usd - price_eur`: terms of a sum or difference whose units are known and differ. */
function mixedTerms({ node }: ExprFacts, block: SelectFacts, catalog: Catalog): string | null {
  const terms = addendsOf(node);
  if (terms.length < 2) return null;
  const units = terms.flatMap((term) => {
    if (hasOperation(term, SCALES)) return [];
    const own = columnNodes(term).flatMap(({ column }) => column ?? []);
    const [column] = own;
    const known =
      column && own.every((one) => one === column || sameColumn(one, column))
        ? columnOf(catalog, column)
        : null;
    const unit = known && unitClass(known);
    return unit ? [{ unit, label: known.label }] : [];
  });
  const [first, ...rest] = units;
  const other = rest.find(({ unit }) => !sameUnit(unit, first!.unit));
  if (!first || !other || block.sources.length === 0) return null;
  return `${first.label} and ${other.label} are in different units.`;
}

const SCALES: ReadonlySet<string> = new Set(['*', '/', '//', 'div']);

const sameColumn = (one: BaseColumn, other: BaseColumn) =>
  sameName(one.table, other.table) && sameName(one.column, other.column);

/** What a number measures: its unit, or money of a currency that its name does not say. */
function unitClass({ unit, label, kind }: CatalogColumn): string | null {
  if (unit) return unit;
  if (kind !== 'measure') return null;
  return baseWords(label).some((word) => MONEY_WORDS.has(word)) ? 'money' : null;
}

function sameUnit(a: string, b: string): boolean {
  const isMoney = (unit: string) => unit === 'money' || CURRENCY_CODES.has(unit);
  return a === b || (isMoney(a) && isMoney(b) && (a === 'money' || b === 'money'));
}

const BOUNDS: ReadonlySet<string | null> = new Set(['<', '<=', '>', '>=', 'between']);

/** Columns whose numbers of several rows are added up, compared with a bound, or put in an order that picks some. */
function putTogether({ outputs, orderBy, filters, limit }: SelectFacts): readonly BaseColumn[] {
  const computed = outputs.flatMap(({ aggregates }) =>
    aggregates.flatMap(({ fn, arg }) => {
      const column = rowOf(fn)?.mixes && arg ? soleColumn(arg.node) : null;
      return column ?? [];
    }),
  );
  const ranked = orderBy.flatMap(({ expr: { node, column, columns } }) => {
    if (limit === null) return [];
    const own = column ?? soleColumn(node);
    if (own) return [own];
    const plain = bare(node);
    const [aggregate] = aggregatesIn(plain);
    return aggregate === plain && rowOf(aggregate.name)?.mixes && columns.length === 1
      ? columns
      : [];
  });
  const bounded = filters.flatMap(({ op, column }) => (column && BOUNDS.has(op) ? [column] : []));
  return [...computed, ...ranked, ...bounded];
}

/** Amounts of rows that say in what currency they are, themselves or by a row that they belong to. */
function mixedRows(column: BaseColumn, block: SelectFacts, catalog: Catalog): string | null {
  const place = unitOfRows(column, catalog);
  if (!place || place.fixes.some((fixing) => fixesUnit(block, fixing))) return null;
  const { label } = place.unit;
  const whose =
    place.table === column.table
      ? `${label} of each row`
      : `${label} from ${readable(place.table)}`;
  return `The unit of ${labelOf(catalog, column)} depends on the ${whose}, so amounts in different units can't be added or compared.`;
}

/** Where the rows of an amount say its unit; null where they need not, or do not. */
function unitOfRows(column: BaseColumn, catalog: Catalog): UnitPlace | null {
  const known = columnOf(catalog, column);
  const table = tableOf(catalog, column.table);
  if (!known || !table || known.kind !== 'measure' || known.unit !== null) return null;
  return ownUnit(table, known) ?? unitOfParent(table, known, catalog);
}

/** Whether it is known what a number measures, or where its rows say so. */
const hasUnit = (column: BaseColumn, catalog: Catalog): boolean => {
  const known = columnOf(catalog, column);
  return (known && unitClass(known)) !== null || unitOfRows(column, catalog) !== null;
};

/** Where the unit of an amount stands, and the columns of which one value means one unit. */
interface UnitPlace {
  readonly table: string;
  readonly unit: CatalogColumn;
  readonly fixes: readonly BaseColumn[];
}

function ownUnit(table: CatalogTable, measure: CatalogColumn): UnitPlace | null {
  const unit = table.columns.find((column) => saysUnit(column, measure, table));
  const { name } = table;
  return unit ? { table: name, unit, fixes: [{ table: name, column: unit.name }] } : null;
}

/**
 * The nearest table that the rows belong to and that tells a currency (of `transfers.amount`: `accounts.currency`), or
 * the unit of a quantity. A key on the way there fixes it as the unit itself does: one account has one currency.
 */
function unitOfParent(
  child: CatalogTable,
  measure: CatalogColumn,
  catalog: Catalog,
): UnitPlace | null {
  const seen = new Set([child.name]);
  let near: readonly { readonly table: CatalogTable; readonly keys: readonly BaseColumn[] }[] = [
    { table: child, keys: [] },
  ];
  while (near.length > 0) {
    near = near.flatMap(({ table, keys }) =>
      catalog.relationships.flatMap(({ from, to }) => {
        const parent = from.table === table.name ? tableOf(catalog, to.table) : null;
        if (!parent || seen.has(parent.name)) return [];
        seen.add(parent.name);
        const own = parent.columns.filter(({ profile }) => profile?.unique === true);
        const ends = from.columns.length === 1 ? [from, to] : [];
        const passed = [
          ...ends.map((end) => ({ table: end.table, column: end.columns[0] ?? '' })),
          ...own.map(({ name }) => ({ table: parent.name, column: name })),
        ];
        return [{ table: parent, keys: [...keys, ...passed] }];
      }),
    );
    for (const { table, keys } of near) {
      const unit = table.columns.find(
        (column) =>
          saysUnit(column, measure, child) && isCurrency(column) === isMoneyIn(child, measure),
      );
      if (unit)
        return {
          table: table.name,
          unit,
          fixes: [{ table: table.name, column: unit.name }, ...keys],
        };
    }
  }
  return null;
}

function saysUnit(column: CatalogColumn, measure: CatalogColumn, table: CatalogTable): boolean {
  if (column.type !== 'text' || (column.profile?.distinctCount ?? 2) < 2) return false;
  if (isCurrency(column)) return isMoneyIn(table, measure);
  return baseWords(column.label).some((word) => UNIT_COLUMNS.has(word));
}

/** By its name, or by its values in whatever language: all of them are codes of ISO 4217. */
function isCurrency({ label, profile }: CatalogColumn): boolean {
  if (baseWords(label).some((word) => CURRENCY_COLUMNS.has(word))) return true;
  const codes = (profile?.samples ?? []).filter((value) => value !== null && value !== '');
  return codes.length > 1 && codes.every((code) => CURRENCY_CODES.has(String(code)));
}

const isMoney = ({ label }: CatalogColumn) =>
  baseWords(label).some((word) => MONEY_WORDS.has(word));

/** Named as money; where no measure of a table is, each that adds up may be. */
function isMoneyIn({ columns }: CatalogTable, measure: CatalogColumn): boolean {
  if (isMoney(measure)) return true;
  const rivals = columns.filter(({ kind, unit }) => kind === 'measure' && unit === null);
  return measure.additive === true && !rivals.some(isMoney);
}

/** Whether a block is grouped by a column that tells the unit, or filtered to one value of it. */
function fixesUnit(block: SelectFacts, fixing: BaseColumn): boolean {
  const blocks = rowBlocks(block);
  const groupBy = blocks.flatMap((one) => one.groupBy);
  const filters = blocks.flatMap((one) => one.filters);
  const joins = blocks.flatMap((one) => one.joins);
  const fixes = (column: BaseColumn | null) =>
    column !== null &&
    sameName(column.table, fixing.table) &&
    sameName(column.column, fixing.column);
  const conditions = [...filters, ...joins.flatMap((join) => join.conditions ?? [])];
  return (
    groupBy.some(({ column, columns }) => fixes(column) || columns.some(fixes)) ||
    conditions.some(
      ({ op, column, values }) =>
        fixes(column) && (op === '=' || op === 'in') && values.length === 1,
    )
  );
}
