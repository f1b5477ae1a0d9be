import { rowBlocks } from '#src/ask/blocks.ts';
import { columnOf, sameName, tableOf } from '#src/ask/catalog-names.ts';
import type { Check } from '#src/ask/types.ts';
import { addends, namesIn } from '#src/ask/verify/expression-text.ts';
import { baseWords } from '#src/ask/verify/things.ts';
import { MONEY_WORDS } from '#src/catalog/money.ts';
import type { Catalog, CatalogColumn } from '#src/plugin-api/catalog.ts';
import type {
  BaseColumn,
  ExprFacts,
  QueryFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';

const NAME = 'mixed_units';
const CURRENCIES: ReadonlySet<string> = new Set('USD EUR GBP CHF JPY'.split(' '));
/** Columns that say in what unit the numbers of their row are. */
const UNIT_COLUMNS = 'currency ccy uom unit'.split(' ');
const MIXES: ReadonlySet<string> = new Set('sum avg min max median total'.split(' '));

/** Whether amounts of different units are added, subtracted or compared: dollars and euros, kilograms and prices. */
export function checkUnits(facts: QueryFacts, catalog: Catalog): Check {
  let seen = false;
  for (const block of rowBlocks(facts.root)) {
    for (const expr of block.outputs) {
      const texts = [expr, ...expr.aggregates.flatMap(({ arg }) => arg ?? [])];
      const detail = texts.map((one) => mixedTerms(one, block, catalog)).find((one) => one);
      if (detail) return { name: NAME, outcome: 'warning', detail };
    }
    if (block.outputs.some(({ aggregates }) => aggregates.some(({ fn }) => MIXES.has(fn))))
      seen = true;
    const detail = putTogether(block)
      .map((column) => mixedRows(column, block, catalog))
      .find((one) => one);
    if (detail) return { name: NAME, outcome: 'warning', detail };
  }
  return seen
    ? { name: NAME, outcome: 'passed', detail: 'What is added up has one unit.' }
    : { name: NAME, outcome: 'skipped', detail: 'Nothing of several units is computed.' };
}

/** `price_usd - price_eur`: terms of a sum or difference whose units are known and differ. */
function mixedTerms(
  { text, columns }: ExprFacts,
  block: SelectFacts,
  catalog: Catalog,
): string | null {
  const inner = /^\w+\((.*)\)$/.exec(text)?.[1] ?? text;
  const terms = addends(inner);
  if (terms.length < 2) return null;
  const units = terms.flatMap((term) => {
    if (/[*/]/.test(term)) return [];
    const names = namesIn(term);
    const own = columns.filter(({ column }) => names.some((one) => sameName(one, column)));
    const known = own.length === 1 ? columnOf(catalog, own[0]!) : null;
    const unit = known && unitClass(known);
    return unit ? [{ unit, label: known.label }] : [];
  });
  const [first, ...rest] = units;
  const other = rest.find(({ unit }) => !sameUnit(unit, first!.unit));
  if (!first || !other || block.sources.length === 0) return null;
  return `${first.label} and ${other.label} are in different units.`;
}

/** What a number measures: its unit, or money of a currency that its name does not say. */
function unitClass({ unit, label, kind }: CatalogColumn): string | null {
  if (unit) return unit;
  if (kind !== 'measure') return null;
  return baseWords(label).some((word) => MONEY_WORDS.has(word)) ? 'money' : null;
}

function sameUnit(a: string, b: string): boolean {
  const isMoney = (unit: string) => unit === 'money' || CURRENCIES.has(unit);
  return a === b || (isMoney(a) && isMoney(b) && (a === 'money' || b === 'money'));
}

const BOUNDS: ReadonlySet<string | null> = new Set(['<', '<=', '>', '>=', 'between']);
const MIXING = new RegExp(`^(${[...MIXES].join('|')})\\(`, 'i');

/** Columns whose numbers of several rows are added up, compared with a bound, or put in an order that picks some. */
function putTogether({ outputs, orderBy, filters, limit }: SelectFacts): readonly BaseColumn[] {
  const computed = outputs.flatMap(({ aggregates }) =>
    aggregates.flatMap(({ fn, arg }) => (MIXES.has(fn) && arg?.column ? [arg.column] : [])),
  );
  const ranked = orderBy.flatMap(({ expr: { text, column, columns } }) => {
    if (limit === null) return [];
    return column ? [column] : MIXING.test(text) && columns.length === 1 ? columns : [];
  });
  const bounded = filters.flatMap(({ op, column }) => (column && BOUNDS.has(op) ? [column] : []));
  return [...computed, ...ranked, ...bounded];
}

/** Amounts of rows that say in what currency they are, over several of them. */
function mixedRows(column: BaseColumn, block: SelectFacts, catalog: Catalog): string | null {
  const known = columnOf(catalog, column);
  const table = tableOf(catalog, column.table);
  if (!known || !table || known.kind !== 'measure' || known.unit !== null) return null;
  const unit = table.columns.find((column) => saysUnit(column, known));
  if (!unit || fixesUnit(block, table.name, unit)) return null;
  return `${known.label} is in the ${unit.label} of each row: several do not add up or compare.`;
}

function saysUnit({ label, type, profile }: CatalogColumn, measure: CatalogColumn): boolean {
  const words = baseWords(label);
  const isUnit = type === 'text' && words.some((word) => UNIT_COLUMNS.includes(word));
  if (!isUnit || (profile?.distinctCount ?? 2) < 2) return false;
  const isMoney = baseWords(measure.label).some((word) => MONEY_WORDS.has(word));
  return isMoney || words.some((word) => word === 'unit' || word === 'uom');
}

/** Grouped by the unit, or by what tells it, or filtered to one. */
function fixesUnit(block: SelectFacts, table: string, unit: CatalogColumn): boolean {
  const blocks = rowBlocks(block);
  const groupBy = blocks.flatMap((one) => one.groupBy);
  const filters = blocks.flatMap((one) => one.filters);
  const joins = blocks.flatMap((one) => one.joins);
  const isUnit = (column: { table: string; column: string } | null) =>
    column !== null && sameName(column.table, table) && sameName(column.column, unit.name);
  const conditions = [...filters, ...joins.flatMap((join) => join.conditions ?? [])];
  return (
    groupBy.some(({ column, columns }) => isUnit(column) || columns.some(isUnit)) ||
    conditions.some(
      ({ op, column, values }) =>
        isUnit(column) && (op === '=' || op === 'in') && values.length === 1,
    )
  );
}
