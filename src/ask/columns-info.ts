import { isNumeric } from '#src/ask/cells.ts';
import { columnOf } from '#src/catalog/catalog-names.ts';
import { quantitiesOf } from '#src/catalog/column-quantities.ts';
import type { ColumnInfo, Grain } from '#src/charts/types.ts';
import { timeOf } from '#src/charts/values.ts';
import type { Catalog, CatalogColumn, CellValue } from '#src/plugin-api/catalog.ts';
import type { ResultColumn } from '#src/plugin-api/data-source.ts';
import type {
  AggregateFacts,
  OutputFacts,
  QueryFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';
import { rowOf } from '#src/query/functions.ts';
import { unitOf } from '#src/query/units.ts';
import { rowBlocks } from '#src/sql/blocks.ts';
import { takesIsoWeekday } from '#src/sql/date-parts.ts';
import { shownAt, soleAggregate, columnOf as soleColumn } from '#src/sql/nodes.ts';
import { quantityOf } from '#src/sql/quantities.ts';

/** What a statement's result is, column by column. */
export interface ColumnsRead {
  readonly columns: readonly ColumnInfo[];
  /** Names of the measures that count rows or things. */
  readonly counts: readonly string[];
  /** Whether the rows lie so in a table: nothing groups, aggregates or makes them distinct. */
  readonly isRecords: boolean;
}

/** Texts of more bytes than these are remarks, no names. */
const LONGEST_NAME = 200;
const MULTIPLES: ReadonlyMap<string, number> = new Map([
  ['thousand', 1_000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
]);

type Known = Omit<ColumnInfo, 'name'>;
const NOTHING = { grain: null, unit: null, scale: null, additive: null } as const;

/**
 * The kind, grain, unit and additivity of each column of a result, read from the resolved statement, the catalog and the
 * types of the result; what none of them tells is null. `rows` only tell texts of dates from other texts.
 */
export function columnsInfo(
  columns: readonly ResultColumn[],
  facts: QueryFacts,
  catalog: Catalog,
  rows: readonly (readonly CellValue[])[] = [],
): ColumnsRead {
  const counts: string[] = [];
  const infos = columns.map((column, at): ColumnInfo => {
    const found = sourceOf(facts.root, column.name, at);
    const cells = () => rows.map((row) => row[at] ?? null);
    const known = found
      ? infoOf(column, found, catalog, cells)
      : { ...NOTHING, kind: kindOfType(column) };
    if (known.kind === 'measure' && found && aggregateOf(found.output)?.fn === 'count')
      counts.push(column.name);
    return { name: column.name, ...known };
  });
  const blocks = rowBlocks(facts.root);
  const isRecords = blocks.every(
    ({ groupBy, distinct, setOperation, outputs }) =>
      groupBy.length === 0 &&
      !distinct &&
      setOperation === null &&
      outputs.every(({ aggregates }) => aggregates.length === 0),
  );
  return { columns: infos, counts, isRecords };
}

interface Found {
  readonly output: OutputFacts;
  readonly block: SelectFacts;
}

/** The output of the innermost SELECT that a result column is handed up from unchanged. */
function sourceOf(root: SelectFacts, name: string, at: number): Found | null {
  const named = root.outputs[at];
  const output = named?.name.toLowerCase() === name.toLowerCase() ? named : null;
  return output && innermost({ output, block: root });
}

function innermost({ output, block }: Found): Found {
  const [source, second] = block.sources;
  const inner = source?.derived;
  if (!inner || second || output.aggregates.length > 0) return { output, block };
  const { node } = output;
  const name = node.kind === 'column' ? node.name.toLowerCase() : null;
  const found = inner.outputs.find((one) => one.name.toLowerCase() === name);
  return found ? innermost({ output: found, block: inner }) : { output, block };
}

function infoOf(
  column: ResultColumn,
  { output, block }: Found,
  catalog: Catalog,
  cells: () => readonly CellValue[],
): Known {
  const base = output.column && columnOf(catalog, output.column);
  const isGroup = shownAt(output.node, block.groupBy) >= 0;
  if (output.dateUnit !== null) return dateInfo(column, output, cells);
  if (output.aggregates.length > 0 && !isGroup) return aggregateInfo(column, output, catalog);
  if (base) return baseInfo(column, base, isGroup);
  const isOwnMeasure = isNumeric(column) && !isGroup && output.columns.length > 0;
  if (isOwnMeasure && output.columns.every((one) => columnOf(catalog, one)?.kind === 'measure'))
    return { ...NOTHING, kind: 'measure', ...unitComputed(output, catalog) };
  return { ...NOTHING, kind: kindOfType(column) };
}

/** What the type alone tells: a number of which nothing else is known is no measure that is sure to be one. */
function kindOfType({ type }: ResultColumn): ColumnInfo['kind'] {
  switch (type) {
    case 'date':
    case 'timestamp':
      return 'time';
    case 'integer':
    case 'decimal':
    case 'float':
    case 'time':
      return 'ordinal';
    case 'json':
    case 'binary':
    case 'other':
      return 'text';
    default:
      return 'category';
  }
}

const PERIODS: ReadonlySet<string> = new Set([
  ...['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'],
]);
const isGrain = (unit: string | null): unit is Grain => unit !== null && PERIODS.has(unit);

/** A truncated date is a time, a part of one an ordinal; years are times however they are written. */
function dateInfo(
  column: ResultColumn,
  { node, dateUnit }: OutputFacts,
  cells: () => readonly CellValue[],
): Known {
  const grain = isGrain(dateUnit) ? dateUnit : null;
  const isDate = column.type === 'date' || column.type === 'timestamp';
  const isPeriod = isDate || dateUnit === 'year' || (column.type === 'text' && allTimes(cells()));
  if (isPeriod) return { ...NOTHING, kind: 'time', grain };
  // Which day a week begins with, and whether at 0 or 1, is a matter of the function: only ISO's is known.
  const isIso = takesIsoWeekday(node);
  if (dateUnit === 'weekday')
    return { ...NOTHING, kind: 'ordinal', grain: isIso ? 'weekday' : null };
  return { ...NOTHING, kind: 'ordinal', grain };
}

const allTimes = (cells: readonly CellValue[]) =>
  cells.some((cell) => cell !== null) &&
  cells.every((cell) => cell === null || timeOf(cell) !== null);

/** The one aggregate that an output is, also where it is rounded or its null replaced. */
function aggregateOf({ node, aggregates }: OutputFacts): AggregateFacts | null {
  const [aggregate, second] = aggregates;
  return aggregate && !second && soleAggregate(node) ? aggregate : null;
}

function aggregateInfo(column: ResultColumn, output: OutputFacts, catalog: Catalog): Known {
  if (!isNumeric(column)) {
    const kind = kindOfType(column);
    return { ...NOTHING, kind, grain: column.type === 'date' ? 'day' : null };
  }
  const aggregate = aggregateOf(output);
  const unit = unitComputed(output, catalog);
  if (!aggregate) return { ...NOTHING, kind: 'measure', ...unit };
  const { fn, distinct, arg } = aggregate;
  const over = arg && soleColumn(arg.node);
  const base = over && columnOf(catalog, over);
  return { ...NOTHING, kind: 'measure', ...unit, additive: additivityOf(fn, distinct, base) };
}

const unitComputed = ({ node }: OutputFacts, catalog: Catalog) =>
  unitInfo(unitOf(quantityOf(node, quantitiesOf(catalog))));

/** Whether groups of an aggregate add up to that of all: counts and sums of what can be summed. */
function additivityOf(
  fn: string,
  distinct: boolean,
  base: CatalogColumn | null,
): ColumnInfo['additive'] {
  if (distinct) return false;
  const row = rowOf(fn);
  if (row?.combine !== 'sum') return false;
  return row.keepsUnit ? (base?.additive ?? true) : true;
}

function baseInfo(column: ResultColumn, base: CatalogColumn, isGroup: boolean): Known {
  if (base.kind === 'identifier') return { ...NOTHING, kind: 'id' };
  if (base.kind === 'time') {
    if (column.type === 'time') return { ...NOTHING, kind: 'ordinal' };
    const isYear = isNumeric(column);
    const grain = isYear ? 'year' : column.type === 'date' ? 'day' : null;
    return { ...NOTHING, kind: 'time', grain };
  }
  const unit = unitInfo(base.unit);
  if (base.kind === 'measure' && isNumeric(column))
    return isGroup
      ? { ...NOTHING, kind: 'ordinal', ...unit }
      : { ...NOTHING, kind: 'measure', ...unit, additive: base.additive };
  const longest = base.profile?.textBytes?.longest ?? 0;
  if (column.type === 'text' && longest > LONGEST_NAME) return { ...NOTHING, kind: 'text' };
  return { ...NOTHING, kind: kindOfType(column) };
}

/** `million USD` → USD at a scale of 1,000,000. */
function unitInfo(unit: string | null): Pick<ColumnInfo, 'unit' | 'scale'> {
  if (unit === null) return { unit: null, scale: null };
  const [word = '', ...rest] = unit.split(' ');
  const scale = rest.length > 0 ? MULTIPLES.get(word) : undefined;
  return scale === undefined ? { unit, scale: 1 } : { unit: rest.join(' '), scale };
}
