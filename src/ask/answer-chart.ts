import type { Finding } from '#src/ask/analytics/finding.ts';
import { type ColumnsRead, columnsInfo } from '#src/ask/columns-info.ts';
import type { AskContext } from '#src/ask/context.ts';
import { shownOrder } from '#src/ask/explain/styles.ts';
import { openPeriods } from '#src/ask/open-periods.ts';
import type { Answer } from '#src/ask/types.ts';
import { type ChartChoice, type ChartFacts, chooseChart } from '#src/charts/choose.ts';
import type { ColumnInfo, Grain } from '#src/charts/types.ts';
import type { BreakdownRows } from '#src/check/types.ts';
import { dayFor } from '#src/planner/day.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { isFiltered, type Principal } from '#src/principal.ts';
import type { CollectedResult } from '#src/results/types.ts';

/** What an answer says of its columns, and how it is drawn. */
export type Charted = Pick<Answer, 'columnsInfo' | 'breakdownInfo' | 'chart'>;

type Rows = Pick<CollectedResult, 'columns' | 'rows' | 'totalRows' | 'totalRowsExact'>;

const isCut = ({ rows, totalRows, totalRowsExact }: Rows) =>
  !totalRowsExact || rows.length < totalRows;

/** One statement's rows; `asked`: first rows that the plan asks for. */
interface StatementRows {
  readonly result: Rows;
  readonly breakdown: BreakdownRows | null;
  readonly asked: number | null;
}

/** The chart of an answer of one statement, where the request wants to know of one. */
export function chartOfRows(
  { deps, state }: AskContext,
  catalog: Catalog,
  facts: QueryFacts,
  rows: StatementRows,
): Charted {
  const { principal, chart: mode } = state.request;
  const made = chartOfStatement(catalog, facts, { principal, now: deps.clock.now() }, rows);
  return mode === 'none' ? { ...made, chart: null } : made;
}

/** What the columns of a statement's rows are and how they are drawn, for who reads them now. */
export function chartOfStatement(
  catalog: Catalog,
  facts: QueryFacts,
  { principal, now }: { readonly principal: Principal; readonly now: Date },
  { result, breakdown, asked }: StatementRows,
): Charted & { readonly chart: ChartChoice } {
  const read = columnsInfo(result.columns, facts, catalog, result.rows);
  const groups = breakdown && columnsInfo(breakdown.columns, breakdown.facts, catalog);
  const info = { columnsInfo: read.columns, breakdownInfo: groups?.columns ?? null };
  const about = { today: dayFor(catalog, now), seesAll: !isFiltered(principal.policy, catalog) };
  const known = { ...statementFacts(facts, read, result, asked) };
  const incomplete = openPeriods(facts, catalog, about);
  const below = groups && breakdown && { columns: groups.columns, rows: breakdown.rows };
  const table = { columns: read.columns, rows: result.rows };
  return { ...info, chart: chooseChart(table, { ...known, incomplete }, below) };
}

function statementFacts(
  facts: QueryFacts,
  read: ColumnsRead,
  result: Rows,
  asked: number | null,
): Partial<ChartFacts> {
  const { root } = facts;
  const limit = root.limit ?? asked;
  // A limit that the rows do not reach cuts nothing off.
  const isReached = limit !== null && result.totalRows >= limit;
  const leavesOut = isReached || root.having.length > 0;
  return {
    records: read.isRecords,
    order: shownOrder(facts),
    limit: isReached ? limit : null,
    groups: leavesOut ? 'some' : 'all',
    cut: isCut(result),
    counts: leavesOut ? [] : read.counts,
  };
}

const GRAINS: ReadonlySet<string> = new Set(['year', 'quarter', 'month', 'week', 'day']);
const isGrain = (name: string): name is Grain => GRAINS.has(name);

/** The chart of an analysis: what its columns are it says itself. */
export function chartOfFinding(
  { state }: AskContext,
  { table, drawn }: Finding,
  result: Rows,
): Charted {
  const columns = table.columns.map(([named, type], at): ColumnInfo => {
    const own = drawn?.columns?.find((one) => one.name === named);
    const name = result.columns[at]?.name ?? named;
    const rest = { name, grain: null, unit: null, scale: null, additive: null };
    const plain: ColumnInfo =
      type === 'date'
        ? { ...rest, kind: 'time', grain: isGrain(name) ? name : 'day' }
        : { ...rest, kind: type === 'text' || type === 'boolean' ? 'category' : 'measure' };
    return { ...plain, ...own, name };
  });
  const info = { columnsInfo: columns, breakdownInfo: null };
  if (state.request.chart === 'none') return { ...info, chart: null };
  const facts = { ...drawn?.facts, cut: isCut(result) };
  return { ...info, chart: chooseChart({ columns, rows: result.rows }, facts) };
}

/** Answers from the catalog measure nothing. */
export function chartOfCatalog({ state }: AskContext, result: Rows): Charted {
  const columns = result.columns.map(
    ({ name, type }): ColumnInfo => ({
      ...{ name, grain: null, unit: null, scale: null, additive: null },
      kind:
        type === 'date' || type === 'timestamp'
          ? 'time'
          : type === 'integer'
            ? 'measure'
            : 'category',
    }),
  );
  const info = { columnsInfo: columns, breakdownInfo: null };
  if (state.request.chart === 'none') return { ...info, chart: null };
  return { ...info, chart: chooseChart({ columns, rows: result.rows }, { never: 'catalog' }) };
}
