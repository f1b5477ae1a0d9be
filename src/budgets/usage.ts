import { type RawBuilder, sql } from 'kysely';
import { roundDollars } from '#src/dollars.ts';
import type { Principal } from '#src/principal.ts';
import type { Store } from '#src/store/schema.ts';

export const USAGE_GROUPS = ['day', 'tenant', 'workspace', 'model', 'key'] as const;
export type UsageGroup = (typeof USAGE_GROUPS)[number];

interface UsageRequest {
  /** Days, `YYYY-MM-DD`, UTC, both of them counted. */
  readonly from: string;
  readonly to: string;
  readonly groupBy: UsageGroup;
}

interface UsageRecord {
  /** The day, or the id or name of what is grouped by. */
  readonly group: string;
  readonly questions: number;
  readonly tokens: { readonly input: number; readonly output: number };
  readonly cost_usd: number;
  /** Milliseconds, by nearest rank. */
  readonly latency_ms: { readonly p50: number; readonly p95: number; readonly p99: number };
}

export type Usage = (principal: Principal, request: UsageRequest) => Promise<UsageRecord[]>;

interface UsageRow {
  readonly grp: string;
  readonly questions: number;
  readonly input: number;
  readonly output: number;
  readonly cost: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

/**
 * What the recorded answers of an account come to; a bound key sees those of its tenant and workspace. What a budget
 * refused is no question, whether it was refused with 402 or in a stream, which alone is recorded.
 */
export function createUsage(store: Store, kind: 'sqlite' | 'postgres'): Usage {
  const detail = (...path: readonly string[]): RawBuilder<unknown> =>
    kind === 'sqlite'
      ? sql`json_extract(trace, ${sql.lit(`$.${path.join('.')}`)})`
      : sql`(trace::json #>> ${sql.lit(`{${path.join(',')}}`)})`;
  const groups: Readonly<Record<UsageGroup, RawBuilder<unknown>>> = {
    day: sql`substr(created_at, 1, 10)`,
    tenant: sql.ref('client_id'),
    workspace: sql.ref('workspace_id'),
    model: sql`coalesce(${detail('model_used')}, '')`,
    key: sql.ref('key_id'),
  };
  return async (principal, { from, to, groupBy }) => {
    const { accountId, clientId, workspaceId } = principal;
    const within = [
      sql`account_id = ${accountId}`,
      // Times sort as text: every one of the last day is below the day and a letter after "T".
      sql`coalesce(${detail('agent')}, '') <> 'none'`,
      sql`created_at >= ${from} and created_at < ${`${to}U`}`,
      ...(clientId === null ? [] : [sql`client_id = ${clientId}`]),
      ...(workspaceId === null ? [] : [sql`workspace_id = ${workspaceId}`]),
    ];
    const { rows } = await sql<UsageRow>`
      with asked as (
        select ${groups[groupBy]} as grp, cost_usd, duration_ms,
          cast(coalesce(${detail('tokens', 'input')}, '0') as bigint) as input,
          cast(coalesce(${detail('tokens', 'output')}, '0') as bigint) as output
        from answers where ${sql.join(within, sql` and `)}),
      ranked as (
        select asked.*, row_number() over (partition by grp order by duration_ms) as place,
          count(*) over (partition by grp) as size from asked)
      select grp, count(*) as questions, sum(input) as input, sum(output) as output, sum(cost_usd) as cost,
        min(case when place * 100 >= size * 50 then duration_ms end) as p50,
        min(case when place * 100 >= size * 95 then duration_ms end) as p95,
        min(case when place * 100 >= size * 99 then duration_ms end) as p99
      from ranked group by grp order by grp`.execute(store);
    return rows.map(recordOf);
  };
}

function recordOf({ grp, questions, input, output, cost, p50, p95, p99 }: UsageRow): UsageRecord {
  return {
    group: grp,
    questions,
    // PostgreSQL sums bigint to numeric, which comes as text.
    tokens: { input: Number(input), output: Number(output) },
    cost_usd: roundDollars(cost),
    latency_ms: { p50, p95, p99 },
  };
}
