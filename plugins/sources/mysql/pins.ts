import type { Flavour } from './flavour.ts';

/**
 * The dialect reads statements under this mode: `"` quotes texts, `\` escapes, `||` is OR. Columns that are neither
 * grouped nor aggregated are an error instead of any value, and unsigned columns may differ by less than zero.
 */
const SQL_MODE = [
  'ONLY_FULL_GROUP_BY',
  'STRICT_TRANS_TABLES',
  'STRICT_ALL_TABLES',
  'ERROR_FOR_DIVISION_BY_ZERO',
  'NO_ENGINE_SUBSTITUTION',
  'NO_UNSIGNED_SUBTRACTION',
].join(',');
/** Longest GROUP_CONCAT (bytes); MySQL's own 1,024 cuts lists without an error. */
const GROUP_CONCAT_BYTES = 16 * 1024 * 1024;
/**
 * Steps of a recursive WITH at the most. The servers' own 1,000 are few (a row for each day of four years), and MariaDB
 * cuts what goes on in silence.
 */
export const RECURSION_STEPS = 1_000_000;
/** How long the server waits for a reader that does not read (seconds); the time limit of a query is shorter. */
const NET_WRITE_SECONDS = 600;
/** Time that a statement has on the server beyond its limit here, so that the limit here speaks first (milliseconds). */
const SERVER_GRACE_MS = 2_000;

/** Rows that a SELECT gives where it says nothing of a limit: the server's "no limit". */
const NO_LIMIT = '18446744073709551615';

/** What a statement may take. */
export interface StatementLimits {
  readonly timeoutMs: number;
  /** Rows that a SELECT without a LIMIT of its own gives at the most; null: all. */
  readonly maxRows: number | null;
}

/** One statement that sets everything which changes how a SELECT reads or runs, whatever the server's defaults are. */
export function pins(flavour: Flavour, limits: StatementLimits): string {
  const settings = [
    'NAMES utf8mb4',
    `sql_mode = '${SQL_MODE}'`,
    "time_zone = '+00:00'",
    "lc_time_names = 'en_US'",
    'default_week_format = 0',
    'div_precision_increment = 10',
    'sql_auto_is_null = 0',
    `group_concat_max_len = ${GROUP_CONCAT_BYTES}`,
    `net_write_timeout = ${NET_WRITE_SECONDS}`,
    ...recursion(flavour),
    ...access(flavour),
    ...limitsOf(flavour, limits),
  ];
  return `SET ${settings.join(', ')}`;
}

function recursion({ product, major }: Flavour): string[] {
  if (product === 'MariaDB') return [`max_recursive_iterations = ${RECURSION_STEPS}`];
  return major >= 8 ? [`cte_max_recursion_depth = ${RECURSION_STEPS}`] : [];
}

/** Also outside of a transaction nothing is written; inside, every statement sees one state. */
function access({ product, major, minor }: Flavour): string[] {
  const isRenamed = product === 'MySQL' ? major >= 8 : major > 11 || (major === 11 && minor >= 1);
  const prefix = isRenamed ? 'transaction' : 'tx';
  return [`${prefix}_isolation = 'REPEATABLE-READ'`, `${prefix}_read_only = 1`];
}

/** The server's own limits of a statement: what stands when nobody is left to kill it. */
export function limitPins(flavour: Flavour, limits: StatementLimits): string {
  return `SET ${limitsOf(flavour, limits).join(', ')}`;
}

function limitsOf({ product }: Flavour, { timeoutMs, maxRows }: StatementLimits): string[] {
  const ms = timeoutMs + SERVER_GRACE_MS;
  return [
    product === 'MariaDB'
      ? `max_statement_time = ${(ms / 1_000).toFixed(3)}`
      : `max_execution_time = ${Math.ceil(ms)}`,
    `sql_select_limit = ${maxRows ?? NO_LIMIT}`,
  ];
}
