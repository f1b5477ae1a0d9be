import type { Config } from '#config/schema.ts';
import { createAskedBy } from '#src/ask/asked-by.ts';
import type { AskDeps, PlanningAbout } from '#src/ask/deps.ts';
import { createDrillTargets } from '#src/ask/drill-targets.ts';
import { KeptAnswers } from '#src/ask/kept-answers.ts';
import { withKeptPlans } from '#src/ask/kept-plans.ts';
import { withKeptRows } from '#src/ask/kept-rows.ts';
import { askLimits } from '#src/ask/limits.ts';
import { KeptReplies } from '#src/ask/model-use/kept-replies.ts';
import { type PlannerThreads, startPlannerThreads } from '#src/ask/planner-threads.ts';
import { createPlanning } from '#src/ask/planning.ts';
import { createProbe, type ReadOwnRows } from '#src/ask/probe-values.ts';
import { type QuestionRead, readQuestion } from '#src/ask/read-question.ts';
import { createAskService } from '#src/ask/service.ts';
import { createOwnTrace, createTraceView } from '#src/ask/trace-view.ts';
import { createTraceWriter } from '#src/ask/trace-writer.ts';
import type { AskService } from '#src/ask/types.ts';
import type { CacheMeter, CacheName } from '#src/metrics/cache-meter.ts';
import type { Catalog, ValueHit } from '#src/plugin-api/catalog.ts';
import { type FilterOf, NO_ROW_POLICY } from '#src/principal.ts';
import { closingsOf } from '#src/store/closings.ts';
import type { Store } from '#src/store/schema.ts';

export interface OpenAskDeps
  extends Omit<AskDeps, 'limits' | 'planning' | 'trace' | 'closings' | 'replies' | 'keptAnswers'> {
  readonly config: Pick<Config, 'ask' | 'results' | 'catalog' | 'workers' | 'model'>;
  readonly store: Store;
  /** Rows of a query of ours, through the guard; absent: no value is looked for among the caller's rows. */
  readonly readRows?: ReadOwnRows;
  /** Threads of the planner that were begun before; absent: they begin and end here. */
  readonly planners?: PlannerThreads;
  readonly caches?: Readonly<Record<CacheName, CacheMeter>>;
}

/** The pipeline, ready for questions. */
export interface OpenAsk {
  readonly service: AskService;
  /** What an answer was made of, for those whom it belongs to. */
  readonly trace: ReturnType<typeof createTraceView>;
  /** What it was asked by. */
  readonly askedBy: ReturnType<typeof createAskedBy>;
  /** What an answer can be drilled into, for those whom it belongs to. */
  readonly drillTargets: ReturnType<typeof createDrillTargets>;
  readonly filterOf: FilterOf;
  /** The same as it is kept. */
  readonly ownTrace: ReturnType<typeof createOwnTrace>;
  /** Those of the questions that the planner would answer over a catalog, for one who sees all rows. */
  answerable(
    catalog: Catalog,
    questions: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly string[]>;
  /** Values of the data that words may mean; none for one who sees only some rows. */
  valueHits(about: PlanningAbout, words: string, signal: AbortSignal): Promise<readonly ValueHit[]>;
  /** How a question is read; nothing is run. */
  readQuestion(about: PlanningAbout, question: string, signal: AbortSignal): Promise<QuestionRead>;
  /** How full the queue before all questions is, from 0 to 1. */
  queueFill(): number;
  /** Resolves when the planner's threads have loaded the planner: the first question need not wait for that. */
  ready(): Promise<void>;
  /** Waits for the questions at work to be recorded, writes what traces wait, and ends the planner's threads where they began here. */
  close(): Promise<void>;
}

export function openAsk(deps: OpenAskDeps): OpenAsk {
  const { config, store, log } = deps;
  const planners = deps.planners ?? startPlannerThreads(config.workers);
  const planning = createPlanning({
    pool: planners,
    timeoutMs: config.ask.planning_timeout_ms,
    waiting: deps.waiting,
    ...(deps.readRows && { probe: createProbe(deps.readRows) }),
  });
  const traces = createTraceWriter({
    store,
    log,
    flushMs: config.ask.trace_flush_ms,
    maxWaiting: config.ask.max_waiting_traces,
  });
  const service = createAskService({
    ...deps,
    limits: askLimits(config),
    replies: new KeptReplies({
      max: config.model.kept_replies,
      databaseTtlMs: config.model.kept_replies_database_ttl_ms,
      clock: deps.clock,
      ...(deps.caches && { seen: deps.caches.replies }),
    }),
    keptAnswers: new KeptAnswers(config.ask.kept_answers, deps.caches?.answers),
    planning: withKeptPlans(planning, config.ask.kept_plans, deps.caches?.plans),
    sourceOf: withKeptRows(deps.sourceOf, config.ask.kept_results, deps.caches?.rows),
    trace: (trace, since, atOnce) => traces.write(trace, since, atOnce),
    closings: closingsOf(store),
  });
  const filterOf: FilterOf = async (principal, { clientId, workspaceId }) => {
    const workspace = await deps.workspace(principal, { clientId, workspaceId });
    const pinned = await deps.pinGeneration(workspace, { isFresh: true });
    await pinned?.release();
    return pinned?.catalog ?? {};
  };
  const ownTrace = createOwnTrace(traces, filterOf);
  return {
    service,
    trace: createTraceView(traces, deps.conversations, filterOf),
    askedBy: createAskedBy({
      ...{ planning, conversations: deps.conversations },
      historyTurns: askLimits(config).historyTurns,
    }),
    drillTargets: createDrillTargets({
      ...deps,
      ownTrace,
      maxGroups: askLimits(config).maxBreakdownGroups,
    }),
    ownTrace,
    filterOf,
    answerable(catalog, questions, signal) {
      const wanted = { questions, atMost: questions.length, now: deps.clock.now() };
      return planning.answerable({ catalog, policy: NO_ROW_POLICY }, wanted, signal);
    },
    valueHits: (about, words, signal) => planning.hits(about, words, signal),
    readQuestion: (about, question, signal) =>
      readQuestion({ planning, clock: deps.clock }, about, question, signal),
    queueFill: () => service.queueFill(),
    ready: () => planning.warm(),
    async close() {
      await service.drain();
      await traces.close();
      if (!deps.planners) await planners.destroy();
    },
  };
}
