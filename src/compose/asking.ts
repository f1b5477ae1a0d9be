import { createRemoveRest } from '#src/accounts/remove-rest.ts';
import { withMeasuredQueries } from '#src/ask/measured-source.ts';
import { createDraftCalls } from '#src/ask/model/background-calls.ts';
import { openAsk } from '#src/ask/open.ts';
import type { PlannerThreads } from '#src/ask/planner-threads.ts';
import { openTextsByModel, TRANSLATE_JOB } from '#src/ask/translations/open.ts';
import { createSpendControl } from '#src/budgets/policy.ts';
import { createQuota } from '#src/budgets/quota.ts';
import { releaseAbandoned } from '#src/budgets/spend-ledger.ts';
import { ByteBudget } from '#src/byte-budget.ts';
import { createEnrichment } from '#src/catalog/generations/enrich.ts';
import { createModelEnrichment } from '#src/catalog/generations/enrich-by-model.ts';
import { starterQuestions } from '#src/catalog/starter-questions.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { openConversations } from '#src/conversations/open.ts';
import { keptForm } from '#src/http/kept-answer.ts';
import { createCacheMeters } from '#src/metrics/cache-meter.ts';
import { createEngineMeter } from '#src/metrics/engine-meter.ts';
import { createQuestionMeter } from '#src/metrics/question-meter.ts';
import { checkedFetch } from '#src/network/checked-fetch.ts';
import { readRows } from '#src/read-rows.ts';
import { openResults } from '#src/results/open.ts';
import { openRetention } from '#src/retention.ts';
import { createGuard } from '#src/sql/guard.ts';
import { closingsOf } from '#src/store/closings.ts';
import type { Base } from './base.ts';
import type { Data } from './data.ts';
import type { Closers } from './ground.ts';
import { openModels, openPolicies } from './plugins.ts';
import type { Work } from './work.ts';
import { configuredModels, createWorkspaceModels } from './workspace-models.ts';

/** The way of a question, from its place in line to the kept result. */
export type Asking = Awaited<ReturnType<typeof openAsking>>;

export async function openAsking(
  base: Base,
  work: Work,
  data: Data,
  closers: Closers,
  planners?: PlannerThreads,
) {
  const { config, clock, log, store, objects, host, accounts } = base;
  const common = { config, clock, log, store };
  const caches = createCacheMeters(base.metrics);
  const results = openResults({ ...common, objects });
  closers.push(() => results.close());
  const retention = openRetention(common);
  closers.push(() => retention.close());
  const conversations = openConversations(common);
  closers.push(() => conversations.close());
  const closings = closingsOf(store);
  const guard = createGuard({
    maxSqlBytes: config.guard.max_sql_bytes,
    maxDepth: config.guard.max_depth,
    maxWeight: config.guard.max_weight,
    keptVerdicts: config.guard.kept_verdicts,
    seen: caches.verdicts,
  });
  const policies = await openPolicies(host, config);
  const budget = createSpendControl({
    store,
    clock,
    config,
    policies,
    publishEvent: work.publishEvent,
  });
  const quota = createQuota({ store, clock, plans: config.plans });
  const { deployment: model, open } = await openModels(host, config, base.metrics);
  const modelOf = createWorkspaceModels({
    ...{ config, deployment: model, open },
    settings: base.modelSettings,
    fetch: checkedFetch(base.checkModelHost),
  });
  const textsByModel = openTextsByModel({
    ...common,
    budget,
    modelOf: (place) => modelOf(place, undefined),
    async enqueue(workspaceId, job) {
      const payload = { ...job };
      await store.transaction().execute(async (trx) => {
        const same = await trx
          .selectFrom('jobs')
          .select('id')
          .where('kind', '=', TRANSLATE_JOB)
          .where('status', 'in', ['queued', 'running'])
          .where('payload', '=', JSON.stringify(payload))
          .executeTakeFirst();
        if (same) return;
        const kind = TRANSLATE_JOB;
        await work.jobs.enqueue(trx, { kind, workspaceId, payload, delayMs: AFTER_THE_ANSWER_MS });
      });
    },
  });
  work.workers.translate = textsByModel.translate;
  const answers = new ByteBudget({
    bytes: config.ask.max_answers_bytes,
    waitMs: config.ask.answer_wait_ms,
    full: 'The service has too many answers in progress. Try again in a moment.',
  });
  const ask = openAsk({
    ...common,
    ...(planners && { planners }),
    waiting: base.waiting,
    answers,
    workspace: accounts.workspace,
    conversations,
    results,
    budget,
    quota,
    pinGeneration: (workspace, { trial, isFresh }) => {
      const { workspaceId, databaseId } = workspace;
      if (trial) return data.generations.pinTrial(workspaceId, trial);
      // What the caller has read a moment ago may have been closed since.
      const mayBeClosed = closings.isClosed({ since: 0, workspaceId, sessionId: null });
      return isFresh && !mayBeClosed
        ? data.generations.pinSeen(workspace)
        : data.generations.pin(workspaceId, databaseId ?? workspaceId);
    },
    guard,
    model,
    modelOf,
    ...(config.model.translations === 'on' && { textsByModel }),
    readRows: (request) => readRows({ guard, source: data.sourceOf, config }, request),
    sourceOf: withMeasuredQueries(data.sourceOf, createEngineMeter(base.metrics)),
    caches,
    meter: createQuestionMeter(base.metrics),
    keptForm,
  });
  closers.push(() => ask.close());
  const askForDrafts = model && createDraftCalls(model, { budget, log });
  const models = configuredModels(config, model);
  return {
    ...{ ask, answers, results, guard, askForDrafts, policies, models, modelOf, textsByModel },
    ...{ budget, quota },
  };
}

/** A translation doesn't compete for the model with the question that it was first wanted for. */
const AFTER_THE_ANSWER_MS = 5_000;

/** The jobs that need the way of a question, or what it leaves behind. */
export function addWorkers(
  { config, clock, log, store }: Base,
  { workers, enqueueEnrichment, publishEvent }: Work,
  { generations, loadCatalog, databases, files }: Data,
  { ask, results, askForDrafts }: Asking,
): void {
  const byModel =
    config.model.enrichment === 'on' && askForDrafts
      ? createModelEnrichment({
          store,
          clock,
          log,
          dataDir: config.data_dir,
          enqueueEnrichment,
          sweep: (owner) => generations.sweep(owner),
          ask: askForDrafts,
          tablesPerCall: config.model.enrichment_tables,
          columnsPerCall: config.model.enrichment_columns,
        })
      : null;
  workers.enrichment = createEnrichment({
    store,
    clock,
    loadCatalog,
    publishEvent,
    byModel,
    questions: (catalog, signal) => ask.answerable(catalog, starterQuestions(catalog), signal),
  });
  workers.removeRest = createRemoveRest({
    store,
    forgetDatabase: (id) => databases.forget(id),
    forgetFiles: (ids) => files.forget(ids),
    forgetResults: (ids) => results.forget(ids),
    releaseSpend: (accountId) =>
      releaseAbandoned(store, accountId, before(clock, config.budgets.reservation_ms)),
  });
}

const before = (clock: Clock, ms: number) => timestamp(new Date(clock.now().getTime() - ms));
