import { LRUCache } from 'lru-cache';
import type { CacheMeter } from '#src/metrics/cache-meter.ts';
import type { Asker } from '#src/places.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Dialect, Refusal, RewrittenSelect } from '#src/plugin-api/dialect.ts';
import { BATCH_ROWS, type GuardedSql } from '#src/plugin-api/guarded-sql.ts';
import type { Query } from '#src/plugin-api/query.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import type { RowPolicy } from '#src/principal.ts';
import { differsFromPlan } from './as-planned.ts';
import { nestsDeeperThan } from './guard-depth.ts';
import { checkReads, type RowLimits, rowFiltersFor, withLimits } from './guard-policy.ts';
import { tooHeavy } from './select/weight.ts';

export interface GuardLimits {
  /** Longest text, in bytes of UTF-8. */
  readonly maxSqlBytes: number;
  /** Deepest nesting of brackets, CASE and prefix operators. */
  readonly maxDepth: number;
  /** Heaviest statement, with all that it names written out. */
  readonly maxWeight: number;
  /** Verdicts that are kept for a catalog, the last used ones; 0 keeps none. */
  readonly keptVerdicts: number;
  readonly seen?: CacheMeter;
}

interface GuardRequest {
  readonly sql: string;
  readonly catalog: Catalog;
  /** The rows that the caller may see. */
  readonly policy: RowPolicy;
  /** The rows that the caller wants to see of those; absent: all. */
  readonly rowLimits?: RowLimits | undefined;
  /** The dialect of the catalog's source. */
  readonly dialect: Dialect;
  /** Rows of the answer; one more is let through, so that the reader can tell that there are more. */
  readonly maxRows: number;
  /** The plan that the dialect wrote the statement for; absent where somebody else wrote it. */
  readonly planned?: Query;
  readonly signal: AbortSignal;
  /** On whose behalf it waits for a parser. */
  readonly asker?: Asker | undefined;
}

export type GuardResult =
  | { readonly ok: true; readonly guarded: GuardedSql; readonly facts: QueryFacts }
  | { readonly ok: false; readonly refusal: Refusal };

const NO_LIMITS: RowLimits = new Map();

export type Guard = (request: GuardRequest) => Promise<GuardResult>;

/**
 * The one way to a `GuardedSql`: one SELECT over tables of the catalog, nothing hidden, sensitive columns only counted,
 * the caller's row filters inside every table, at most `maxRows` + 1 rows; a plan's statement says what was planned. A refusal is a value; what the dialect's
 * parser throws (engine gone, aborted) goes on to the caller.
 */
export function createGuard(limits: GuardLimits): Guard {
  // A verdict depends on the catalog, which never changes, and on what stands in the key.
  const verdicts = new WeakMap<Catalog, LRUCache<string, GuardResult>>();
  const verdictsOf = (catalog: Catalog) => {
    const known = verdicts.get(catalog) ?? new LRUCache({ max: limits.keptVerdicts });
    verdicts.set(catalog, known);
    return known;
  };
  return async (request) => {
    const refusal = checkText(request.sql, limits);
    if (refusal) return { ok: false, refusal };
    if (limits.keptVerdicts === 0) return asPlanned(await judge(request, limits), request);
    const { catalog, policy, rowLimits = NO_LIMITS, dialect, maxRows, sql } = request;
    const kept = verdictsOf(catalog);
    const key = JSON.stringify([policy.filter, [...rowLimits], dialect.name, maxRows, sql]);
    const known = kept.get(key);
    limits.seen?.(known !== undefined);
    if (known) return asPlanned(known, request);
    const verdict = await judge(request, limits);
    kept.set(key, verdict);
    return asPlanned(verdict, request);
  };
}

/** Plans and facts are kept for questions that come again, and neither changes. */
const compared = new WeakMap<QueryFacts, WeakMap<Query, { readonly difference: string | null }>>();

function differenceOnce(planned: Query, facts: QueryFacts): string | null {
  const own = compared.get(facts) ?? new WeakMap<Query, { readonly difference: string | null }>();
  compared.set(facts, own);
  const known = own.get(planned) ?? { difference: differsFromPlan(planned, facts) };
  own.set(planned, known);
  return known.difference;
}

/** Refuses a statement whose facts are not those of the plan that it was written for. */
function asPlanned(verdict: GuardResult, { planned, dialect }: GuardRequest): GuardResult {
  const difference = verdict.ok && planned ? differenceOnce(planned, verdict.facts) : null;
  if (difference === null) return verdict;
  const text = `The dialect "${dialect.name}" reads the statement differently than planned (${difference}).`;
  return { ok: false, refusal: { code: 'not_as_planned', text } };
}

async function judge(request: GuardRequest, limits: GuardLimits): Promise<GuardResult> {
  try {
    return await guard(request, limits);
  } catch (error) {
    if (error instanceof Refused) return { ok: false, refusal: error.refusal };
    throw error;
  }
}

function checkText(sql: string, { maxSqlBytes, maxDepth }: GuardLimits): Refusal | null {
  if (Buffer.byteLength(sql) > maxSqlBytes)
    return {
      code: 'too_long',
      text: `The statement is longer than ${maxSqlBytes} bytes. Shorten it.`,
    };
  if (sql.includes('\0') || !sql.isWellFormed())
    return { code: 'syntax', text: 'The statement contains an invalid character. Remove it.' };
  if (nestsDeeperThan(sql, maxDepth))
    return {
      code: 'too_deep',
      text: `The statement is nested deeper than ${maxDepth} levels. Split it into steps.`,
    };
  return null;
}

async function guard(request: GuardRequest, { maxWeight }: GuardLimits): Promise<GuardResult> {
  const { sql, catalog, policy, rowLimits = NO_LIMITS, dialect, maxRows, signal, asker } = request;
  const parsed = await dialect.parse(sql, catalog, signal, asker);
  if ('refusal' in parsed) return { ok: false, refusal: parsed.refusal };
  const { facts, weight } = parsed;
  if (weight > maxWeight) throw tooHeavy(maxWeight);
  const unreadable = checkReads(facts, catalog);
  if (unreadable) return { ok: false, refusal: unreadable };
  const seen = rowFiltersFor(facts, catalog, policy);
  const rows = 'refusal' in seen ? seen : withLimits(seen.filters, rowLimits, catalog);
  if ('refusal' in rows) return { ok: false, refusal: rows.refusal };
  const written = await parsed.rewrite({
    catalog,
    rowFilters: rows.filters,
    maxRows: maxRows + 1,
  });
  return { ok: true, guarded: issue(written, facts, request), facts };
}

/** The only cast to the brand in the code base. */
function issue(
  written: RewrittenSelect,
  facts: QueryFacts,
  { catalog, dialect }: GuardRequest,
): GuardedSql {
  const { clientId, workspaceId, generationId, attachments } = catalog;
  return {
    ...written,
    dialect: dialect.name,
    clientId,
    workspaceId,
    generationId,
    attachments,
    batchBytes: batchBytesOf(facts, catalog),
  } as unknown as GuardedSql;
}

/** As `GuardedSql.batchBytes`. */
function batchBytesOf({ columns }: QueryFacts, { tables }: Catalog): number {
  const byName = new Map(tables.map((table) => [table.name, table]));
  let bytes = 0;
  for (const { table, column } of columns) {
    const texts = byName.get(table)?.columns.find(({ name }) => name === column)
      ?.profile?.textBytes;
    if (texts) bytes += Math.min(texts.total, texts.longest * BATCH_ROWS);
  }
  return bytes;
}
