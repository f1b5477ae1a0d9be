import type { RawRow, Statement } from './flight.ts';
import type { PostgresSettings } from './settings.ts';

/** Nothing that a statement does outlives this. */
export const ROLLBACK: Statement = { sql: 'ROLLBACK' };

/** What is not bound to the transaction: settings, advisory locks, prepared statements, temporary tables, sequences. */
export const CLEAR: Statement = { sql: 'DISCARD ALL' };

const BEGIN: Statement = { sql: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY' };

/**
 * Settings that every statement runs under, whatever the server, the database or the role say: names resolve in
 * pg_catalog alone, texts mean what the guard read, and values come in the one form that cells are made from.
 */
function pins(settings: PostgresSettings): readonly (readonly [string, string])[] {
  return [
    ['search_path', 'pg_catalog,pg_temp'],
    ['standard_conforming_strings', 'on'],
    ['row_security', 'on'],
    // These two change which rows a condition finds.
    ['transform_null_equals', 'off'],
    ['gin_fuzzy_search_limit', '0'],
    // Else the planner computes what it can of the CHECK constraints of tables, functions of users included.
    ['constraint_exclusion', 'off'],
    ['array_nulls', 'on'],
    ['DateStyle', 'ISO,YMD'],
    ['IntervalStyle', 'postgres'],
    ['TimeZone', 'UTC'],
    ['extra_float_digits', '1'],
    ['bytea_output', 'hex'],
    ['lock_timeout', duration(settings.lock_timeout_ms)],
    ['idle_in_transaction_session_timeout', duration(settings.inspect_timeout_ms)],
    ['statement_timeout', duration(settings.inspect_timeout_ms)],
  ];
}

/** As the server writes it: in the largest unit that it is a whole number of. */
function duration(ms: number): string {
  if (ms % 60_000 === 0) return `${ms / 60_000}min`;
  return ms % 1_000 === 0 ? `${ms / 1_000}s` : `${ms}ms`;
}

/** The settings as a session begins with them and comes back to when it is cleared. */
export function startupOptions(settings: PostgresSettings): string {
  return pins(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** Asks a session for its settings. */
export function checkPins(settings: PostgresSettings): Statement {
  const list = pins(settings).map(([name]) => `pg_catalog.current_setting('${name}')`);
  return { sql: `SELECT ${list.join(', ')}, pg_catalog.current_setting('server_version_num')` };
}

/** The major version of the server in the answer to `checkPins`. */
export function majorVersion(answer: RawRow | undefined): number {
  return Math.floor(Number(answer?.at(-1) ?? 0) / 10_000);
}

/** Version that knows GRANT SET ON PARAMETER. */
const GRANTS_PARAMETERS = 15;

/** Asks whether the role may set `temp_file_limit`, and which one is in force (kB; -1: none). */
export function checkTempFileLimit(major: number): Statement {
  const may =
    major >= GRANTS_PARAMETERS
      ? `pg_catalog.has_parameter_privilege('temp_file_limit', 'SET')`
      : `(SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user)`;
  return {
    sql: `SELECT ${may}, setting FROM pg_catalog.pg_settings WHERE name = 'temp_file_limit'`,
  };
}

/** Sets `temp_file_limit` for a transaction; null where the role may not, or where a smaller one is in force. */
export function tempFileLimit(
  [may, inForce]: RawRow,
  { temp_file_mb }: PostgresSettings,
): Statement | null {
  const wanted = temp_file_mb * 1_024;
  const known = Number(inForce ?? -1);
  if (may !== 't' || (known >= 0 && known <= wanted)) return null;
  return { sql: `SET LOCAL temp_file_limit = '${wanted}kB'` };
}

/** Whether a session answered with the settings that it should have: a pooler before the server may not pass them on. */
export function arePinned(answer: RawRow | undefined, settings: PostgresSettings): boolean {
  const plain = (text: string) => text.replaceAll(' ', '');
  return pins(settings).every(([, value], index) => plain(answer?.[index] ?? '') === value);
}

/**
 * The transaction of one statement, which the server gives up after `timeoutMs`. Settings that the session does not
 * keep are set in the transaction itself, in a statement that names everything in full, because names may still
 * resolve as the role has it.
 */
export function begin(
  timeoutMs: number,
  arePinned: boolean,
  settings: PostgresSettings,
): readonly Statement[] {
  // First, because until then the role's own limit holds, which may be a short one.
  const limit = `SET LOCAL statement_timeout = ${Math.ceil(timeoutMs + settings.cancel_wait_ms)}`;
  if (arePinned) return [BEGIN, { sql: limit }];
  const list = pins(settings)
    .filter(([name]) => name !== 'statement_timeout')
    .map(([name, value]) => `pg_catalog.set_config('${name}', '${value}', true)`)
    .join(', ');
  return [BEGIN, { sql: limit }, { sql: `SELECT ${list}` }];
}
