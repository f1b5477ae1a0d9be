import type { PlannedColumn } from '#workers/ingest/build-table.ts';
import { isUnit } from '#workers/ingest/header.ts';
import {
  firstDay,
  type Grain,
  type HeaderPeriod,
  readHeaderPeriod,
} from '#workers/ingest/header-period.ts';
import { identifier } from '#workers/ingest/names.ts';
import type { RowSource } from '#workers/ingest/row-source.ts';
import { cellsInRange, type TableRange, trimmed } from '#workers/ingest/table-range.ts';
import { isTotalName } from '#workers/ingest/total-rows.ts';
import type { ParsedTable, ReadFrom } from '#workers/protocol.ts';

/** Periods that stand in columns at the least; of two, all figures of the table must be of them. */
const FEWEST_PERIODS = 3;
/** The column of figures where the headers name nothing but periods. */
const VALUE = 'value';

interface PeriodColumn {
  readonly at: number;
  readonly header: string;
  readonly period: HeaderPeriod;
}

/** How a table with a column for each period becomes one with a row for each. */
export interface Unpivot {
  readonly grain: Grain;
  /** Null where a header does not say its year and nothing else does. */
  readonly year: number | null;
  /** Columns that stay as they are. */
  readonly kept: readonly PlannedColumn[];
  /** By the name of its column, the figures of each period; all measures have the same periods. */
  readonly measures: readonly { readonly name: string; readonly header: string }[];
  readonly periods: readonly {
    readonly period: HeaderPeriod;
    readonly header: string;
    /** Places of the figures in the range, measure by measure; null: there is none. */
    readonly at: readonly (number | null)[];
  }[];
  /** Whether the result has all that the table has but sums. */
  readonly isWhole: boolean;
  /** The column that is called a total of the others. */
  readonly total: PlannedColumn | null;
}

const isNumeric = ({ plan }: PlannedColumn) =>
  plan.type === 'integer' || plan.type === 'decimal' || plan.type === 'float';

/** The year that a text names, where it names one only. */
export function yearIn(text: string | null): number | null {
  const years = new Set(text?.match(/(?<!\d)(?:19|20)\d\d(?!\d)/g) ?? []);
  return years.size === 1 ? Number([...years][0]) : null;
}

/** Finds columns that are periods; null where the table has none, or nothing that tells its rows apart. */
export function findUnpivot(
  columns: readonly PlannedColumn[],
  year: number | null,
): Unpivot | null {
  const shown = columns.filter(({ asWrittenOf }) => asWrittenOf === null);
  const found = shown.flatMap((column): PeriodColumn[] => {
    const period = column.header === null ? null : readHeaderPeriod(column.header);
    const holds = isNumeric(column) || column.stats.filled === 0;
    return period && holds ? [{ at: column.at, header: column.header!, period }] : [];
  });
  const grain = (['month', 'quarter', 'year'] as const).find(
    (one) => distinctPeriods(found.filter(({ period }) => period.grain === one)) >= 2,
  );
  if (!grain) return null;
  const taken = found.filter(({ period }) => period.grain === grain);
  const places = new Set(found.map(({ at }) => at));
  const others = shown.filter(({ at }) => !places.has(at));
  const isSum = ({ header }: PlannedColumn) => header !== null && isTotalName(header);
  const kept = others.filter((column) => !isSum(column) && (!isNumeric(column) || isKey(column)));
  const isWhole = others.every((column) => isSum(column) || kept.includes(column));
  if (kept.length === 0 || (distinctPeriods(taken) < FEWEST_PERIODS && !isWhole)) return null;
  const byMeasure = Map.groupBy(taken, ({ period: { rest } }) => measureName(rest));
  const periods = groupedPeriods(taken, [...byMeasure.keys()]);
  // The same period twice under one name, or a measure of one period: these are no columns of one kind.
  if (!periods || [...byMeasure.values()].some((of) => of.length < 2)) return null;
  const names = new Set(kept.map(({ name }) => name));
  return {
    grain,
    year: taken.every(({ period }) => period.year === null) ? year : null,
    kept,
    measures: [...byMeasure].map(([name, [first]]) => ({
      name: names.has(name) ? `${name}_${VALUE}` : name,
      header: first!.period.rest || VALUE,
    })),
    periods,
    isWhole,
    total: others.find((column) => isSum(column) && isNumeric(column)) ?? null,
  };
}

const measureName = (rest: string): string => (isUnit(rest) ? VALUE : identifier(rest) || VALUE);

const keyOf = ({ year, part }: HeaderPeriod) => `${year}-${part}`;

const distinctPeriods = (columns: readonly PeriodColumn[]) =>
  new Set(columns.map(({ period }) => keyOf(period))).size;

/** Numbers that name a row rather than measure it. */
const isKey = ({ plan, name }: PlannedColumn) =>
  plan.type === 'integer' &&
  /(?:^|_)(?:id|no|nr|num|number|code|key|year|jahr|zip|plz)(?:_|$)/.test(name);

function groupedPeriods(
  columns: readonly PeriodColumn[],
  measures: readonly string[],
): Unpivot['periods'] | null {
  const named = columns.map((column) => ({ ...column, measure: measureName(column.period.rest) }));
  const byPeriod = Map.groupBy(named, ({ period }) => keyOf(period));
  const periods: Unpivot['periods'][number][] = [];
  for (const of of byPeriod.values()) {
    const at = measures.map((name) => of.filter(({ measure }) => measure === name));
    if (at.some(({ length }) => length > 1)) return null;
    periods.push({
      period: of[0]!.period,
      header: of[0]!.header,
      at: at.map(([one]) => one?.at ?? null),
    });
  }
  return periods;
}

/** Names of the columns that say the period: a day where the year is known, else its name and number. */
function periodHeaders({ grain, year, periods }: Unpivot): string[] {
  if (grain === 'year') return ['year'];
  const isKnown = year !== null || periods.every(({ period }) => period.year !== null);
  return isKnown ? [grain] : [grain, `${grain}_number`];
}

function periodCells(unpivot: Unpivot, { period, header }: Unpivot['periods'][number]): string[] {
  const { grain, year } = unpivot;
  if (grain === 'year') return [String(period.year)];
  if (periodHeaders(unpivot).length === 1) return [firstDay(period, year) ?? ''];
  return [header, String(period.part)];
}

export const unpivotedHeader = (unpivot: Unpivot): string[] => [
  ...unpivot.kept.map(({ name, header }) => header ?? name),
  ...periodHeaders(unpivot),
  ...unpivot.measures.map(({ name }) => name),
];

/** Whether the file itself adds the figures of all periods up, in each row: then a sum over periods means something. */
export function addsUpOverPeriods(
  source: RowSource,
  range: TableRange,
  { total, measures, periods }: Unpivot,
  columns: readonly PlannedColumn[],
): boolean {
  if (!total || measures.length !== 1) return false;
  const plans = new Map(columns.map((column) => [column.at, column.plan]));
  const numberAt = (cells: readonly string[], at: number): number => {
    const text = trimmed(cells[at] ?? '');
    const value = text === '' ? null : plans.get(at)?.convert(text);
    return value == null ? 0 : Number(value);
  };
  let rows = 0;
  let sums = 0;
  source.forEachRow((all, row) => {
    const cells = cellsInRange(all, row, range);
    if (!cells || trimmed(cells[total.at] ?? '') === '') return;
    rows++;
    const sum = periods.reduce((so, { at }) => so + numberAt(cells, at[0]!), 0);
    const said = numberAt(cells, total.at);
    if (Math.abs(sum - said) <= 0.01 * periods.length + 1e-9 * Math.abs(said)) sums++;
  });
  return rows > 1 && sums === rows;
}

/** By the columns of the result, in their order: the columns of the table that they are made of. */
export function unpivotedReads(
  table: string,
  columns: readonly PlannedColumn[],
  unpivot: Unpivot,
  names: readonly string[],
): Readonly<Record<string, readonly ReadFrom[]>> {
  const nameAt = (at: number) => columns.find((column) => column.at === at)?.name ?? '';
  const kept = unpivot.kept.map(({ name }) => [name]);
  const periods = periodHeaders(unpivot).map((): string[] => []);
  const figures = unpivot.measures.map((_, measure) =>
    unpivot.periods.flatMap(({ at }) => (at[measure] === null ? [] : [nameAt(at[measure]!)])),
  );
  const all = [...kept, ...periods, ...figures];
  return Object.fromEntries(
    names.map((name, at) => [name, (all[at] ?? []).map((column) => ({ table, column }))]),
  );
}

/** The rows of the table that has a row for each period; rows that sum others are not among them. */
export function unpivotedRows(
  source: RowSource,
  range: TableRange,
  unpivot: Unpivot,
  {
    totalRows,
    columns,
  }: { readonly totalRows: ParsedTable['totalRows']; readonly columns: readonly PlannedColumn[] },
): RowSource {
  const labels = (totalRows ?? []).flatMap(({ column, values }) => {
    const planned = columns.find(({ name }) => name === column);
    return planned ? [{ planned, values: new Set(values) }] : [];
  });
  const isSum = (cells: readonly string[]) =>
    labels.some(({ planned, values }) => {
      const text = trimmed(cells[planned.at] ?? '');
      return values.has(text === '' ? null : planned.plan.convert(text));
    });
  const periods = unpivot.periods.map((period) => ({
    said: periodCells(unpivot, period),
    at: period.at,
  }));
  const forEachRow: RowSource['forEachRow'] = (onRow) =>
    source.forEachRow((all, row) => {
      const cells = cellsInRange(all, row, range);
      if (!cells || isSum(cells)) return;
      const kept = unpivot.kept.map(({ at }) => cells[at] ?? '');
      for (const { said, at } of periods) {
        const figures = at.map((place) => (place === null ? '' : (cells[place] ?? '')));
        if (figures.every(isNoFigure)) continue;
        onRow(kept.concat(said, figures), row);
      }
    });
  return {
    sheetName: source.sheetName,
    notesShortRows: false,
    decimal: source.decimal,
    head: () => [],
    forEachRow,
    notes: () => [],
  };
}

/** Marks of statistical offices for figures that there are not. */
const NO_FIGURES: ReadonlySet<string> = new Set(['', ...'-–—:.…', '..', '...']);
const isNoFigure = (text: string) => NO_FIGURES.has(trimmed(text));
