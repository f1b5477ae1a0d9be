import { sql } from 'kysely';
import { Counter, Gauge, type Registry } from 'prom-client';
import type { Config } from '#config/schema.ts';
import { periodStart } from '#src/budgets/periods.ts';
import type { ByteBudget } from '#src/byte-budget.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { sampled } from '#src/metrics/sampled.ts';
import type { DataSource } from '#src/plugin-api/data-source.ts';
import type { Store } from '#src/store/schema.ts';

export interface GaugesDeps {
  readonly config: Pick<Config, 'metrics' | 'files' | 'ask'>;
  readonly clock: Clock;
  readonly store: Store;
  readonly registry: Registry;
  /** Kinds of jobs that have a line of their own. */
  readonly jobKinds: readonly string[];
  /** The memory of all answers in flight. */
  readonly answers: ByteBudget;
  /** What `/readyz` shows. */
  readonly readiness: () => Promise<Readonly<Record<string, boolean>>>;
  readonly warnings: () => readonly string[];
  /** The engine for files, where it is open. */
  readonly engine: () => Promise<Pick<DataSource, 'processes'> | null>;
  /** Open client connections; null where nobody counts them. */
  readonly connections: (() => number) | null;
}

/**
 * What is looked up when `/metrics` is read: states of the store, of processes and of memory. Everything that takes a
 * query is kept for `metrics.refresh_ms`, so that reading often costs nothing, and a store that is away delays no scrape.
 */
export function openGauges(deps: GaugesDeps): void {
  const { registry, config } = deps;
  const failures = new Counter({
    name: 'plumbline_scrape_failures_total',
    help: 'Failed updates of values for /metrics; the last values are shown',
    labelNames: ['part'] as const,
    registers: [registry],
  });
  const keep = <T>(part: string, read: () => Promise<T>) =>
    sampled(read, {
      keepMs: config.metrics.refresh_ms,
      waitMs: config.metrics.wait_ms,
      failed: () => failures.labels(part).inc(),
    });
  jobGauges(deps, keep);
  webhookGauges(deps, keep);
  budgetGauges(deps, keep);
  readinessGauges(deps, keep);
  partGauges(deps);
}

type Keep = <T>(part: string, read: () => Promise<T>) => () => Promise<T | null>;

function jobGauges({ store, clock, registry, jobKinds }: GaugesDeps, keep: Keep): void {
  const known = new Set(jobKinds);
  const read = keep('jobs', () =>
    store
      .selectFrom('jobs')
      .select([
        'kind',
        'status',
        (e) => e.fn.countAll().as('jobs'),
        (e) => e.fn.min('run_at').as('due'),
      ])
      .where('status', 'in', ['queued', 'running', 'failed'])
      .groupBy(['kind', 'status'])
      .execute(),
  );
  const registers = [registry];
  new Gauge({
    name: 'plumbline_jobs',
    help: 'Jobs by kind and state (queued, running, failed)',
    labelNames: ['kind', 'state'] as const,
    registers,
    async collect() {
      const rows = await read();
      this.reset();
      for (const kind of jobKinds)
        for (const state of ['queued', 'running', 'failed']) this.labels(kind, state).set(0);
      for (const { kind, status, jobs } of rows ?? [])
        this.labels(known.has(kind) ? kind : 'other', status).inc(Number(jobs));
    },
  });
  new Gauge({
    name: 'plumbline_jobs_oldest_due_age_seconds',
    help: 'Waiting time of the oldest due job by kind; 0 if there is none',
    labelNames: ['kind'] as const,
    registers,
    async collect() {
      const rows = await read();
      const now = clock.now().getTime();
      for (const kind of jobKinds) this.labels(kind).set(0);
      for (const { kind, status, due } of rows ?? [])
        if (status === 'queued' && known.has(kind))
          this.labels(kind).set(Math.max(0, (now - new Date(`${due}Z`).getTime()) / 1_000));
    },
  });
}

function webhookGauges({ store, registry }: GaugesDeps, keep: Keep): void {
  const read = keep('webhooks', async () => {
    const state = sql<string>`case when status = 'disabled' then 'disabled'
      when failing_since is null then 'working' else 'failing' end`;
    const hooks = await store
      .selectFrom('webhooks')
      .select([state.as('state'), (e) => e.fn.countAll().as('webhooks')])
      .groupBy(state)
      .execute();
    const pending = await store
      .selectFrom('webhook_deliveries')
      .select((e) => e.fn.countAll().as('deliveries'))
      .where('status', '=', 'pending')
      .executeTakeFirstOrThrow();
    return { hooks, pending: Number(pending.deliveries) };
  });
  const registers = [registry];
  new Gauge({
    name: 'plumbline_webhooks',
    help: 'Webhooks of all accounts by state (working, failing, disabled)',
    labelNames: ['state'] as const,
    registers,
    async collect() {
      const found = await read();
      for (const state of ['working', 'failing', 'disabled']) this.labels(state).set(0);
      for (const { state, webhooks } of found?.hooks ?? [])
        this.labels(state).set(Number(webhooks));
    },
  });
  new Gauge({
    name: 'plumbline_webhook_deliveries_pending',
    help: 'Pending webhook deliveries, including retries',
    registers,
    async collect() {
      this.set((await read())?.pending ?? 0);
    },
  });
}

/**
 * Budgets by what they are for, never by whom: an installation may have one for each of ten thousand workspaces. A
 * budget for each one of a type (`*`) counts once for each that spent something in its period.
 */
function budgetGauges({ store, clock, registry }: GaugesDeps, keep: Keep): void {
  const read = keep('budgets', async () => {
    const at = timestamp(clock.now());
    const { rows } = await sql<BudgetState>`
      select scope_type, period, enforcement, count(*) as budgets, sum(cap) as cap_usd,
        sum(nano) / 1000000000.0 as spent_usd, max(used) as used,
        sum(case when used >= 1 then 1 else 0 end) as reached
      from (
        select b.scope_type, b.period, b.enforcement, b.cap,
          coalesce(t.reserved_nano + t.settled_nano, 0) as nano,
          case when b.cap > 0 then coalesce(t.reserved_nano + t.settled_nano, 0) / (b.cap * 1000000000.0) else 1 end as used
        from budgets b left join spend_totals t
          on t.account_id = b.account_id and t.scope_type = b.scope_type and t.period = b.period
          and (t.scope_id = b.scope_id or b.scope_id = '*')
          and t.starts_on = case b.period when 'month' then ${periodStart(at, 'month')} else ${periodStart(at, 'day')} end
        where b.scope_id <> '*' or t.scope_id is not null
      ) as held
      group by scope_type, period, enforcement`.execute(store);
    return rows;
  });
  const registers = [registry];
  const labelNames = ['scope_type', 'period', 'enforcement'] as const;
  const gauge = (name: string, help: string, of: (state: BudgetState) => unknown) =>
    new Gauge({
      ...{ name, help, labelNames, registers },
      async collect() {
        const states = await read();
        this.reset();
        for (const state of states ?? [])
          this.labels(state.scope_type, state.period, state.enforcement).set(Number(of(state)));
      },
    });
  gauge('plumbline_budgets', 'Budgets of all accounts', ({ budgets }) => budgets);
  gauge('plumbline_budgets_reached', 'Budgets that are used up', ({ reached }) => reached);
  gauge(
    'plumbline_budget_cap_usd',
    'Sum of all budget limits for the current period in US dollars',
    ({ cap_usd }) => cap_usd,
  );
  gauge(
    'plumbline_budget_spent_usd',
    'Total spent and reserved across all budgets in the current period (US dollars)',
    ({ spent_usd }) => spent_usd,
  );
  gauge(
    'plumbline_budget_used_max_ratio',
    'Used fraction of the budget with the highest usage',
    ({ used }) => used,
  );
}

interface BudgetState {
  readonly scope_type: string;
  readonly period: string;
  readonly enforcement: string;
  readonly budgets: unknown;
  readonly reached: unknown;
  readonly cap_usd: unknown;
  readonly spent_usd: unknown;
  readonly used: unknown;
}

function readinessGauges({ readiness, warnings, registry }: GaugesDeps, keep: Keep): void {
  const read = keep('readiness', readiness);
  const registers = [registry];
  new Gauge({
    name: 'plumbline_part_ready',
    help: 'Whether each part of /readyz works (1) or not (0)',
    labelNames: ['part'] as const,
    registers,
    async collect() {
      for (const [part, isReady] of Object.entries((await read()) ?? {}))
        this.labels(part).set(isReady ? 1 : 0);
    },
  });
  new Gauge({
    name: 'plumbline_readiness_warnings',
    help: 'Warnings in /readyz',
    registers,
    collect() {
      this.set(warnings().length);
    },
  });
}

/** What costs nothing to look at. */
function partGauges({ registry, answers, engine, config, connections }: GaugesDeps): void {
  const registers = [registry];
  new Gauge({
    name: 'plumbline_answer_bytes_held',
    help: 'Memory used and reserved by answers in progress, out of plumbline_answer_bytes_limit',
    registers,
    collect() {
      this.set(answers.held);
    },
  });
  new Gauge({
    name: 'plumbline_answer_bytes_limit',
    help: 'Memory limit for all answers in progress (ask.max_answers_bytes)',
    registers,
  }).set(config.ask.max_answers_bytes);
  if (connections)
    new Gauge({
      name: 'plumbline_http_connections',
      help: 'Open client connections',
      registers,
      collect() {
        this.set(connections());
      },
    });
  new Gauge({
    name: 'plumbline_engine_processes',
    help: 'Running processes of the file engine',
    labelNames: ['engine'] as const,
    registers,
    async collect() {
      const found = (await engine())?.processes?.();
      if (found) this.labels(config.files.engine).set(found.running);
    },
  });
  let counted = 0;
  new Counter({
    name: 'plumbline_engine_restarts_total',
    help: 'Restarts of file engine processes',
    registers,
    async collect() {
      const restarts = (await engine())?.processes?.().restarts ?? counted;
      this.inc(Math.max(0, restarts - counted));
      counted = Math.max(counted, restarts);
    },
  });
}
