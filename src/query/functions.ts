/**
 * What is known of each function that computes over rows: one row for each, and nowhere else. The IR takes its names from
 * here, the dialects their texts, the planner its words, and labels, charts, checks and metrics what a function does to
 * units and repeated rows. To add one: a row here, and a case in `test/fixtures/lowering-cases.ts`
 * (docs/contributing).
 */

/** Dialects whose texts differ from those of most. */
export type FunctionDialect = 'duckdb' | 'postgres' | 'mysql' | 'alasql';

/** The arguments of a call, as SQL texts. */
export interface CallTexts {
  /** `*` where rows are counted. */
  readonly args: readonly string[];
  readonly distinct: boolean;
  /** What a window is partitioned and ordered by; both empty for an aggregate. */
  readonly partitionBy: string;
  readonly orderBy: string;
  /** A division that keeps fractions and is NULL on a zero divisor. */
  divide(left: string, right: string): string;
}

/** How a dialect writes a call; null where it has no function for it, which is then declined. */
export type Lowering = ((call: CallTexts) => string) | null;

export interface FunctionRow {
  readonly kind: 'aggregate' | 'window';
  /** Names that engines have for it in SQL, lower case. */
  readonly sql: readonly string[];
  /** SQL names that it is written with where an engine has none of its own. */
  readonly writtenWith?: readonly string[];
  /** How many arguments it has in the IR; `rows`: none is needed, rows are counted then. */
  readonly arity: 0 | 1 | 2 | 'rows';
  /** What its second argument is. */
  readonly second?: 'fraction' | 'time';
  /** Whether SQL may write what it is over as an order: `MODE() WITHIN GROUP (ORDER BY x)`. */
  readonly withinGroup?: true;
  /** Whether it is computed over a condition instead of a number. */
  readonly ofCondition?: true;
  /** Whether a row that a join repeats changes it. */
  readonly duplicateSensitive: boolean;
  /** How the number of all rows comes of those of its groups; null: not at all. */
  readonly combine: 'sum' | 'min' | 'max' | null;
  /** Whether the result is in the unit of what it is over. */
  readonly keepsUnit: boolean;
  /** Whether it puts numbers together, so that they need one unit. */
  readonly mixes: boolean;
  /** Whether small groups would weigh as much as large ones if it were taken of its own results. */
  readonly averages: boolean;
  /** The two functions of the same that it is the quotient of. */
  readonly ratioOf?: readonly ['sum', 'count'];
  /** Whether it picks one row of each group. */
  readonly picksOne?: true;
  /** `argument`: of the type of what it is over. */
  readonly result: 'integer' | 'number' | 'boolean' | 'argument';
  /** Whether only numbers can be its argument; `orderable`: dates, too. `any` otherwise. */
  readonly takes: 'number' | 'orderable' | 'any';
  /** `sum of`: before what it is over. */
  readonly label: string;
  /** `total`: the same in the names of result columns, in questions that lead on, and in restatements. */
  readonly word: string;
  /** Whether `of` stands between that word and a name: `variance of price`, but `average price`. */
  readonly isNoun?: true;
  /** What questions call it, before `of` or a name; empty where no question names it so. */
  readonly asked: readonly string[];
  /** Words by which the name of a result column may say it. */
  readonly named: string;
  /** By dialect; `standard` for all that are not named. */
  readonly lower: Readonly<Partial<Record<FunctionDialect, Lowering>>> & {
    readonly standard: Lowering;
  };
}

/** `FN(a, b)`, `FN(DISTINCT a)`. */
const plain =
  (name: string): Lowering =>
  ({ args, distinct }) =>
    `${name}(${distinct ? 'DISTINCT ' : ''}${args.join(', ')})`;

/** MySQL and MariaDB give such a number four decimals more than its values have, unless those are floating. */
const fromFloat =
  (name: string): Lowering =>
  ({ args: [value] }) =>
    `${name}(${value} * 1e0)`;

/** A function over a window, with the rows that it looks at where those are not all up to the present one and its peers. */
const over =
  (name: string, rows = ''): Lowering =>
  ({ args, partitionBy, orderBy }) => {
    const parts = [
      partitionBy && `PARTITION BY ${partitionBy}`,
      orderBy && `ORDER BY ${orderBy}`,
      rows,
    ];
    return `${name}(${args.join(', ')}) OVER (${parts.filter(Boolean).join(' ')})`;
  };

/** The value of the first or last row that has one and a time; of rows of one time the smallest. */
const ordered = (end: '' | ' DESC') => ({
  duckdb: ({ args: [value, time] }: CallTexts) =>
    `first(${value} ORDER BY ${time}${end}, ${value}) FILTER (WHERE ${value} IS NOT NULL AND ${time} IS NOT NULL)`,
  postgres: ({ args: [value, time] }: CallTexts) =>
    `(array_agg(${value} ORDER BY ${time}${end}, ${value}) FILTER (WHERE ${value} IS NOT NULL AND ${time} IS NOT NULL))[1]`,
  standard: null,
});

/** Read in statements of others, planned by nobody. */
const NOT_PLANNED = { standard: null } as const;

const AGGREGATE = {
  kind: 'aggregate',
  arity: 1,
  duplicateSensitive: true,
  combine: null,
  keepsUnit: true,
  mixes: true,
  averages: false,
  result: 'number',
  takes: 'number',
  asked: [],
} as const;
/** What a row that comes twice leaves as it is. */
const ONE_OF = {
  ...AGGREGATE,
  duplicateSensitive: false,
  mixes: false,
  result: 'argument',
} as const;
const WINDOW = {
  ...AGGREGATE,
  kind: 'window',
  duplicateSensitive: false,
  mixes: false,
} as const;

const rows = {
  count: {
    ...AGGREGATE,
    ...{ arity: 'rows', combine: 'sum', keepsUnit: false, mixes: false },
    ...{ result: 'integer', takes: 'any' },
    sql: ['count', 'count_star'],
    label: 'number of',
    word: 'count',
    named: 'count number num total different distinct',
    lower: { standard: plain('COUNT') },
  },
  sum: {
    ...AGGREGATE,
    combine: 'sum',
    sql: ['sum', 'total', 'fsum', 'kahan_sum', 'sumkahan', 'sum_no_overflow'],
    label: 'total',
    word: 'total',
    asked: ['total', 'sum', 'overall', 'combined'],
    named: 'sum total',
    lower: { standard: plain('SUM') },
  },
  avg: {
    ...AGGREGATE,
    averages: true,
    ratioOf: ['sum', 'count'],
    sql: ['avg', 'mean', 'favg'],
    label: 'average',
    word: 'average',
    asked: ['average', 'mean', 'avg', 'averaged'],
    named: 'average avg mean',
    lower: { standard: plain('AVG') },
  },
  min: {
    ...ONE_OF,
    ...{ combine: 'min', takes: 'orderable', mixes: true },
    sql: ['min'],
    label: 'minimum',
    word: 'minimum',
    asked: ['minimum', 'min', 'minimal'],
    named: 'minimum min lowest smallest earliest',
    lower: { standard: plain('MIN') },
  },
  max: {
    ...ONE_OF,
    ...{ combine: 'max', takes: 'orderable', mixes: true },
    sql: ['max'],
    label: 'maximum',
    word: 'maximum',
    asked: ['maximum', 'max', 'maximal'],
    named: 'maximum max highest largest latest',
    lower: { standard: plain('MAX') },
  },
  median: {
    ...AGGREGATE,
    averages: true,
    sql: ['median'],
    writtenWith: ['percentile_cont'],
    label: 'median of',
    word: 'median',
    asked: ['median'],
    named: 'median',
    lower: {
      // DuckDB's median of decimals has their digits only: that of 1.00 and 1.01 would be 1.00.
      duckdb: ({ args: [value] }) => `median(CAST(${value} AS DOUBLE))`,
      mysql: null,
      standard: ({ args: [value] }) => `percentile_cont(0.5) WITHIN GROUP (ORDER BY ${value})`,
    },
  },
  percentile: {
    ...AGGREGATE,
    ...{ arity: 2, second: 'fraction', averages: true, withinGroup: true },
    sql: [
      ...['percentile_cont', 'percentile_disc', 'quantile_cont', 'quantile_disc', 'quantile'],
      'approx_quantile',
    ],
    label: 'percentile of',
    word: 'percentile',
    isNoun: true,
    named: 'percentile quantile',
    lower: {
      duckdb: ({ args: [value, at] }) => `quantile_cont(CAST(${value} AS DOUBLE), ${at})`,
      mysql: null,
      standard: ({ args: [value, at] }) =>
        `percentile_cont(${at}) WITHIN GROUP (ORDER BY ${value})`,
    },
  },
  stddev: {
    ...AGGREGATE,
    sql: ['stddev_samp', 'stddev', 'stddev_pop', 'std'],
    label: 'standard deviation of',
    word: 'standard deviation',
    isNoun: true,
    asked: ['standard deviation', 'std deviation', 'std dev', 'stddev'],
    named: 'standard deviation stddev std dev',
    lower: { mysql: fromFloat('STDDEV_SAMP'), standard: plain('STDDEV_SAMP') },
  },
  variance: {
    ...AGGREGATE,
    keepsUnit: false,
    sql: ['var_samp', 'variance', 'var_pop'],
    label: 'variance of',
    word: 'variance',
    isNoun: true,
    asked: ['variance'],
    named: 'variance var',
    lower: { mysql: fromFloat('VAR_SAMP'), standard: plain('VAR_SAMP') },
  },
  mode: {
    ...AGGREGATE,
    ...{ result: 'argument', takes: 'any', mixes: false, withinGroup: true },
    sql: ['mode'],
    label: 'most common',
    word: 'most common',
    named: 'mode common frequent',
    // Of values that are equally common the smallest.
    lower: {
      mysql: null,
      alasql: null,
      standard: ({ args: [value] }) => `mode() WITHIN GROUP (ORDER BY ${value})`,
    },
  },
  first: {
    ...ONE_OF,
    ...{ arity: 2, second: 'time', takes: 'any', picksOne: true },
    sql: ['arg_min', 'argmin', 'min_by', 'arg_min_null', 'first'],
    writtenWith: ['array_agg'],
    label: 'first',
    word: 'first',
    named: 'first earliest',
    lower: ordered(''),
  },
  last: {
    ...ONE_OF,
    ...{ arity: 2, second: 'time', takes: 'any', picksOne: true },
    sql: ['arg_max', 'argmax', 'max_by', 'arg_max_null', 'last'],
    writtenWith: ['first', 'array_agg'],
    label: 'last',
    word: 'last',
    named: 'last latest',
    lower: ordered(' DESC'),
  },
  count_if: {
    ...AGGREGATE,
    ...{ combine: 'sum', keepsUnit: false, mixes: false, result: 'integer', takes: 'any' },
    ofCondition: true,
    sql: ['count_if', 'countif'],
    writtenWith: ['count'],
    label: 'number of rows where',
    word: 'count',
    named: 'count number num total',
    // With an argument its values are counted, each once where they are to differ.
    lower: {
      standard: ({ args: [condition, value = '1'], distinct }) =>
        `COUNT(${distinct ? 'DISTINCT ' : ''}CASE WHEN ${condition} THEN ${value} END)`,
    },
  },
  any_value: {
    ...ONE_OF,
    takes: 'any',
    sql: ['any_value', 'arbitrary'],
    label: 'any value of',
    word: 'any',
    named: 'any',
    lower: NOT_PLANNED,
  },
  all_true: {
    ...ONE_OF,
    ...{ keepsUnit: false, result: 'boolean', takes: 'any' },
    sql: ['bool_and', 'every', 'bit_and'],
    label: 'whether all are',
    word: 'all',
    named: 'all every',
    lower: NOT_PLANNED,
  },
  any_true: {
    ...ONE_OF,
    ...{ keepsUnit: false, result: 'boolean', takes: 'any' },
    sql: ['bool_or', 'bit_or'],
    label: 'whether any is',
    word: 'any',
    named: 'any some',
    lower: NOT_PLANNED,
  },
  count_about: {
    ...ONE_OF,
    ...{ keepsUnit: false, result: 'integer', takes: 'any' },
    sql: ['approx_count_distinct'],
    label: 'approximate number of distinct',
    word: 'count',
    named: 'count number num different distinct',
    lower: NOT_PLANNED,
  },
  running_sum: {
    ...WINDOW,
    sql: [],
    writtenWith: ['sum'],
    label: 'running total of',
    word: 'running total',
    isNoun: true,
    asked: ['running total', 'running sum', 'cumulative total', 'cumulative sum', 'cumulative'],
    named: 'running cumulative total sum',
    lower: { alasql: null, standard: over('SUM', 'ROWS UNBOUNDED PRECEDING') },
  },
  share_of_total: {
    ...WINDOW,
    keepsUnit: false,
    sql: [],
    writtenWith: ['sum'],
    label: 'share of',
    word: 'share',
    isNoun: true,
    named: 'share part fraction',
    lower: {
      alasql: null,
      standard: (call) => call.divide(call.args[0] ?? '', over('SUM')?.(call) ?? ''),
    },
  },
  rank: {
    ...WINDOW,
    ...{ arity: 0, keepsUnit: false, result: 'integer', picksOne: true },
    sql: ['rank', 'dense_rank', 'row_number', 'rank_dense'],
    label: 'rank by',
    word: 'rank',
    named: 'rank place position',
    lower: { standard: over('RANK') },
  },
  lag: {
    ...WINDOW,
    ...{ result: 'argument', takes: 'any' },
    sql: ['lag'],
    label: 'previous',
    word: 'previous',
    named: 'previous prior last before',
    lower: { alasql: null, standard: over('LAG') },
  },
  first_of_window: {
    ...WINDOW,
    ...{ result: 'argument', takes: 'any', picksOne: true },
    sql: ['first_value'],
    label: 'first',
    word: 'first',
    named: 'first earliest',
    lower: NOT_PLANNED,
  },
  last_of_window: {
    ...WINDOW,
    ...{ result: 'argument', takes: 'any', picksOne: true },
    sql: ['last_value'],
    label: 'last',
    word: 'last',
    named: 'last latest',
    lower: NOT_PLANNED,
  },
} as const satisfies Readonly<Record<string, FunctionRow>>;

type Names<Kind> = {
  [Name in keyof typeof rows]: (typeof rows)[Name]['kind'] extends Kind ? Name : never;
}[keyof typeof rows];

export type AggregateFunction = Names<'aggregate'>;
export type WindowFunction = Names<'window'>;
export type FunctionName = AggregateFunction | WindowFunction;

export const FUNCTIONS: Readonly<Record<FunctionName, FunctionRow>> = rows;

export const FUNCTION_NAMES = Object.keys(rows) as readonly FunctionName[];

export const AGGREGATE_NAMES = FUNCTION_NAMES.filter(
  (name): name is AggregateFunction => FUNCTIONS[name].kind === 'aggregate',
);

const BY_SQL: ReadonlyMap<string, FunctionName> = new Map(
  FUNCTION_NAMES.flatMap((name) => FUNCTIONS[name].sql.map((sql) => [sql, name] as const)),
);

/** The function that SQL calls so, in whatever engine; null for one without a row. */
export const functionNamed = (sql: string): FunctionName | null =>
  BY_SQL.get(sql.toLowerCase()) ?? null;

/** The row of what SQL calls so; null for a function without one, of which nothing is known. */
export function rowOf(sql: string): FunctionRow | null {
  const name = functionNamed(sql);
  return name && FUNCTIONS[name];
}

/** Whether what SQL calls so is that function. */
export const isFunction = (sql: string, name: FunctionName): boolean => functionNamed(sql) === name;

/** Whether a statement that calls `sql` may be how a planned function was written. */
export function isWrittenAs(name: FunctionName, sql: string): boolean {
  const { sql: own, writtenWith = [] } = FUNCTIONS[name];
  return own.includes(sql) || writtenWith.includes(sql);
}

/** All SQL names of the functions of which something holds. */
export const sqlNamesWhere = (holds: (row: FunctionRow) => boolean): ReadonlySet<string> =>
  new Set(FUNCTION_NAMES.flatMap((name) => (holds(FUNCTIONS[name]) ? FUNCTIONS[name].sql : [])));

/** A dialect of ours, or the functions that another one writes in its own way or (null) has not. */
export type FunctionLowering = FunctionDialect | Readonly<Partial<Record<FunctionName, Lowering>>>;

/** How a dialect writes a function; null where it cannot. */
export function loweringOf(name: FunctionName, dialect: FunctionLowering = {}): Lowering {
  const { lower } = FUNCTIONS[name];
  const own = typeof dialect === 'string' ? lower[dialect] : dialect[name];
  return own === undefined ? lower.standard : own;
}

/** `average`, `variance of`: a function's word before a name. */
export const wordBefore = (name: FunctionName): string =>
  FUNCTIONS[name].isNoun ? `${FUNCTIONS[name].word} of` : FUNCTIONS[name].word;

const ENDINGS: ReadonlyMap<string, string> = new Map([
  ['one', 'st'],
  ['two', 'nd'],
  ['few', 'rd'],
]);
const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });

/** `90th`, `99.9th`, `1st`: what a percentile is called. */
export function ordinal(value: number): string {
  const shown = Math.round(value * 1000) / 1000;
  return `${shown}${ENDINGS.get(ORDINALS.select(shown)) ?? 'th'}`;
}
