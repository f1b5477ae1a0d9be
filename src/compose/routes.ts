import path from 'node:path';
import { sql } from 'kysely';
import { createApiKeys } from '#src/accounts/api-keys.ts';
import { createAuditTrail } from '#src/accounts/audit.ts';
import { createRemove } from '#src/accounts/remove.ts';
import { findSample } from '#src/accounts/sample-account.ts';
import { createTenants } from '#src/accounts/tenants.ts';
import type { AuditTrail, ResolvedWorkspace } from '#src/accounts/types.ts';
import { createWorkspaces } from '#src/accounts/workspaces.ts';
import { chartOfStatement } from '#src/ask/answer-chart.ts';
import { noData } from '#src/ask/prepare.ts';
import { createBoards } from '#src/boards/boards.ts';
import { type RunDeps, runSaved } from '#src/boards/run.ts';
import { createSaved } from '#src/boards/saved.ts';
import { createSnapshots } from '#src/boards/snapshots.ts';
import { createBudgetList } from '#src/budgets/budget-list.ts';
import { createUsage } from '#src/budgets/usage.ts';
import { createSchemaEdits } from '#src/catalog/generations/edit.ts';
import { createSemantics, type SemanticsService } from '#src/catalog/generations/edit-semantics.ts';
import type { RepublishDeps } from '#src/catalog/generations/republish.ts';
import { shownCatalog } from '#src/catalog/generations/shown-catalog.ts';
import { hiddenSecrets } from '#src/catalog/hidden-secrets.ts';
import { schemaView as viewOf } from '#src/catalog/schema-view.ts';
import { searchValues } from '#src/catalog/search-values.ts';
import { tableStarters } from '#src/catalog/starter-questions.ts';
import { createChats } from '#src/conversations/chats.ts';
import { createDiskCheck } from '#src/disk-room.ts';
import { AppError } from '#src/errors.ts';
import { createEvalRunner } from '#src/evals/run.ts';
import { createEvals } from '#src/evals/service.ts';
import type { Evals } from '#src/evals/types.ts';
import { createDefinitionDrafts } from '#src/feedback/definition-drafts.ts';
import { createFeedback } from '#src/feedback/service.ts';
import { createPreview } from '#src/files/preview.ts';
import type { Limiters } from '#src/http/middleware/limiters.ts';
import type { Route } from '#src/http/route.ts';
import { type ServiceRoutesDeps, serviceRoutes } from '#src/http/service-routes.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Principal } from '#src/principal.ts';
import { type ReadRowsRequest, readRows } from '#src/read-rows.ts';
import { createRerun } from '#src/rerun.ts';
import { openExports } from '#src/results/export/open.ts';
import { createStarters } from '#src/sample/starters.ts';
import type { RowLimits } from '#src/sql/guard-policy.ts';
import { closingsOf } from '#src/store/closings.ts';
import type { Store } from '#src/store/schema.ts';
import { createSchemaReads } from '#src/store/schema-reads.ts';
import { shownWorkspace } from '#src/store/shown-workspaces.ts';
import { createSemanticsCheck } from '#src/trials/semantics-check.ts';
import type { Asking } from './asking.ts';
import type { Base, ComposeDeps } from './base.ts';
import type { Data } from './data.ts';
import { openGauges } from './gauges.ts';
import { createResultView } from './result-view.ts';
import { createOwnerOf, openFileUrlsOf, openSchedulesOf } from './schedules.ts';
import { JOB_KINDS, type Work } from './work.ts';

/** Everything that routes are made of. */
export async function openRoutes(
  base: Base,
  work: Work,
  data: Data,
  asking: Asking,
  shown: Pick<ComposeDeps, 'serverUrl' | 'connections' | 'isDraining'> & {
    readonly limiters: Limiters;
  },
): Promise<readonly Route[]> {
  const { config, clock, log, store, kind, engine, accounts, tokens, metrics } = base;
  const { workers } = work;
  const { generations, databases, files, sourceOf } = data;
  const { ask, results, guard, policies } = asking;
  const audit = createAuditTrail(store, clock);
  const hasRoom = createDiskCheck(config, { clock, log });
  const readiness = async () => ({
    store: await answers(store),
    engine: engine.isOpen(),
    disk: await hasRoom(),
    ...(shown.isDraining?.() && { running: false }),
  });
  const pin = (workspaceId: string) => generations.pin(workspaceId);
  const republishing = {
    store,
    clock,
    dataDir: path.resolve(config.data_dir),
    enqueueEnrichment: work.enqueueEnrichment,
    sweep: (owner: string) => generations.sweep(owner),
  };
  const semantics = createSemantics({ ...republishing, ...judgingOf(data, asking) });
  const kept = keptQuestions(base, work, data, asking, semantics);
  openGauges({
    ...{ config, clock, store, readiness },
    registry: metrics,
    jobKinds: JOB_KINDS,
    answers: asking.answers,
    warnings: files.warnings,
    engine: async () => (engine.isOpen() ? engine.open() : null),
    connections: shown.connections ?? null,
  });
  return serviceRoutes({
    config,
    clock,
    log,
    ask: ask.service,
    starters: createStarters({
      ask: ask.service,
      clock,
      log,
      maxRows: STARTER_ROWS,
      waitMs: config.sample.starters_wait_ms,
      sample: () => sampleToAsk(base),
    }),
    answers: asking.answers,
    trace: ask.trace,
    ownTrace: ask.ownTrace,
    drillTargets: ask.drillTargets,
    accounts,
    modelSettings: base.modelSettings,
    textsByModel: asking.textsByModel,
    authorOf: async (workspace) =>
      (config.model.translations === 'on' &&
        (await asking.modelOf(workspace, undefined))?.author) ||
      null,
    audit,
    ...kept,
    ...reachRoutes(base, work),
    tokens,
    signIns: base.signIns,
    members: base.members,
    oidc: base.oidc,
    limiters: shown.limiters,
    chats: createChats(store, ask.filterOf),
    results,
    exports: await openExports({
      config,
      scratch: base.gateway.scratch,
      processTag: base.processTag,
      spool: results,
      rerun: createRerun({ config, guard, sourceOf, pin }),
    }),
    files: files.service,
    fileUrls: workers.fileUrls.service,
    databases: databases.service,
    webhooks: workers.webhooks.service,
    budgets: createBudgetList({ store, clock, config, policies }),
    usage: createUsage(store, kind),
    receive: files.receive,
    preview: createPreview({
      store,
      pin,
      readRows: (request) => readRows({ guard, source: sourceOf, config }, request),
    }),
    ...createSchemaReads(store),
    ...meaningRoutes(base, work, data, asking, {
      audit,
      republishing,
      semantics,
      evals: kept.evals,
    }),
    readiness,
    warnings: files.warnings,
    metrics,
    metricsToken: config.metrics.token,
    serverUrl: shown.serverUrl,
  });
}

/** Rows that the picture of a starter shows at the most. */
const STARTER_ROWS = 60;

/** Who asks the starters: the whole sample account, of which nobody holds a key. */
async function sampleToAsk({ config, store }: Base) {
  const sample = config.sample.enabled ? await findSample(store) : null;
  const shown = sample && (await shownWorkspace(store, sample.workspaceId));
  if (!shown?.generation_id) return null;
  const principal = { ...sample!.principal, clientId: sample!.clientId };
  return { principal, generationId: shown.generation_id };
}

/** Keys, tenants and workspaces. */
function reachRoutes({ config, clock, store }: Base, { jobs, publishEvent }: Work) {
  const owning = { store, clock, config: config.accounts };
  const remove = createRemove({
    enqueue: jobs.enqueue,
    publishEvent,
    lingerMs: config.budgets.reservation_ms,
  });
  return {
    apiKeys: createApiKeys({ ...owning, publishEvent }),
    tenants: createTenants({ ...owning, remove: remove.tenant }),
    workspaces: createWorkspaces({ ...owning, remove: remove.workspace }),
  };
}

/** Questions that people keep, boards of them, and golden questions. */
function keptQuestions(
  base: Base,
  work: Work,
  { generations, loadCatalog, sourceOf }: Data,
  { ask, guard, results, answers: memory, models, budget, quota }: Asking,
  semantics: SemanticsService,
) {
  const { config, clock, log, store, accounts } = base;
  const { jobs, workers } = work;
  const catalogOf = async (workspace: ResolvedWorkspace): Promise<Catalog | null> => {
    const { generationId } = workspace;
    const catalog = generationId === null ? null : await loadCatalog(generationId);
    return catalog && shownCatalog(catalog, workspace);
  };
  const judge = async (
    { policy, endUserId }: Principal,
    catalog: Catalog,
    sql: string,
    signal: AbortSignal,
    rowLimits?: RowLimits,
  ) => {
    const { dialect } = await sourceOf(catalog);
    const asker = { workspaceId: catalog.workspaceId, endUserId };
    const maxRows = config.results.max_spool_rows;
    return guard({ sql, catalog, policy, rowLimits, dialect, maxRows, signal, asker });
  };
  const running: RunDeps = {
    clock,
    config,
    results,
    closings: closingsOf(store),
    answers: memory,
    sourceOf,
    pin: (workspaceId) => generations.pin(workspaceId),
    judge: ({ principal }, catalog, sql, signal, limits) =>
      judge(principal, catalog, sql, signal, limits),
    chartOf({ principal }, catalog, facts, result) {
      const by = { principal, now: clock.now() };
      const rows = { result, breakdown: null, asked: null };
      const { columnsInfo, chart } = chartOfStatement(catalog, facts, by, rows);
      return { columns_info: columnsInfo, chart: chart.chart };
    },
  };
  const saved = createSaved({
    ...{ ...running, store, catalogOf },
    ...{ trace: ask.trace, askedBy: ask.askedBy },
  });
  workers.evals = createEvalRunner({
    store,
    clock,
    log,
    config,
    ask: ask.service,
    async expectedRows(principal, place, sql, signal) {
      const workspace = await accounts.workspace(principal, place);
      const run = await runSaved(running, { principal, workspace }, { sql, columns: [] }, signal);
      if ('failure' in run) return run;
      return run.result.truncated
        ? {
            failure:
              'The expected result is too long to compare. Limit its rows to boards.max_rows.',
          }
        : { rows: run.result.rows };
    },
    withoutExample: (principal, workspaceId, example) =>
      semantics.withoutExample(
        { workspaceId, reachesTenant: principal.workspaceId === null },
        example,
      ),
  });
  const { enqueue } = jobs;
  const nudge = () => jobs.nudge();
  const evals = createEvals({
    ...{ store, clock, config, enqueue, nudge, catalogOf, judge },
    models,
  });
  const dialectOf = async (catalog: Catalog) => (await sourceOf(catalog)).dialect;
  const boards = createBoards({ ...running, store, saved, catalogOf, dialectOf });
  const ownerOf = createOwnerOf(base);
  workers.fileUrls = openFileUrlsOf(base, work, ownerOf);
  void workers.fileUrls
    .reseal()
    .catch((error: unknown) => log.warn({ err: error }, "URLs of files couldn't be re-encrypted"));
  workers.schedules = openSchedulesOf(base, work, { saved, boards, budget, quota }, ownerOf);
  const viewResult = createResultView(running, {
    accounts,
    results,
    catalogOf,
    dialectOf,
  });
  const snapshots = createSnapshots({
    store,
    clock,
    config,
    audit: createAuditTrail(store, clock),
    judge: running.judge,
    async catalogOf(workspaceId) {
      const shown = await shownWorkspace(store, workspaceId);
      const catalog = shown?.generation_id ? await loadCatalog(shown.generation_id) : null;
      return shown && catalog ? { catalog, databaseId: shown.database_id } : null;
    },
  });
  return { saved, boards, snapshots, evals, viewResult, schedules: workers.schedules.service };
}

const judgingOf = ({ loadCatalog, sourceOf }: Data, { guard }: Asking) => ({
  loadCatalog,
  guard,
  dialectOf: async (catalog: Catalog) => (await sourceOf(catalog)).dialect,
});

/** What definitions are changed by. */
interface Defining {
  readonly audit: AuditTrail;
  readonly republishing: RepublishDeps;
  readonly semantics: SemanticsService;
  readonly evals: Evals;
}

/** What the data means: the schema as it is shown and edited, semantics, feedback. */
function meaningRoutes(
  { config, clock, log, store, accounts }: Base,
  { publishEvent }: Work,
  data: Data,
  asking: Asking,
  { audit, republishing, semantics, evals }: Defining,
) {
  const { generations, loadCatalog, sourceOf } = data;
  const { ask, guard } = asking;
  const judging = judgingOf(data, asking);
  const schemaView: ServiceRoutesDeps['schemaView'] = async (
    principal,
    workspace,
    generationId,
  ) => {
    const catalog = await loadCatalog(generationId);
    if (!catalog)
      throw new AppError(
        'conflict',
        'The data of this workspace changed during the question. Ask again.',
      );
    return viewOf(shownCatalog(catalog, workspace), principal.policy);
  };
  const onShown = async <T>(
    workspace: ResolvedWorkspace,
    work: (catalog: Catalog) => Promise<T>,
  ): Promise<T> => {
    const pinned = await generations.pin(workspace.workspaceId);
    if (!pinned) throw noData(workspace);
    try {
      return await work(shownCatalog(pinned.catalog, workspace));
    } finally {
      pinned.release();
    }
  };
  const values: ServiceRoutesDeps['searchValues'] = ({ policy }, workspace, search, signal) =>
    onShown(workspace, (catalog) => {
      const read = (request: ReadRowsRequest) =>
        readRows({ guard, source: sourceOf, config }, request);
      const reads = { hits: ask.valueHits, readRows: read };
      return searchValues(reads, { catalog, policy, ...search }, signal);
    });
  const tableSuggestions: ServiceRoutesDeps['tableSuggestions'] = (workspace, table, signal) =>
    onShown(workspace, (catalog) => ask.answerable(catalog, tableStarters(catalog, table), signal));
  const readQuestion: ServiceRoutesDeps['readQuestion'] = (
    { policy, endUserId },
    workspace,
    question,
    signal,
  ) =>
    onShown(workspace, (catalog) => {
      const asker = { workspaceId: catalog.workspaceId, endUserId };
      return ask.readQuestion({ catalog, policy, asker }, question, signal);
    });
  const secretsOf: ServiceRoutesDeps['hiddenSecrets'] = async (workspaceId) => {
    const pinned = await generations.pin(workspaceId);
    pinned?.release();
    return pinned ? hiddenSecrets(pinned.catalog) : [];
  };
  return {
    schemaView,
    hiddenSecrets: secretsOf,
    searchValues: values,
    tableSuggestions,
    readQuestion,
    semantics,
    checkSemantics: createSemanticsCheck({ semantics, ask: ask.service }),
    editSchema: createSchemaEdits(republishing),
    feedback: createFeedback({
      ...judging,
      store,
      clock,
      ownTrace: ask.ownTrace,
      accounts,
      semantics,
      audit,
      publishEvent,
      checkExample: config.learning.check_examples
        ? async (principal, workspace, { question }) => {
            const how = { maxCostUsd: null, model: null, example: question };
            await evals
              .begin(principal, workspace, how, async () => {})
              .catch((error: unknown) => {
                // Without golden questions there is nothing to ask.
                if (!(error instanceof AppError))
                  log.warn({ err: error }, "an approved example wasn't checked");
              });
          }
        : null,
    }),
    drafts: createDefinitionDrafts({
      ...judging,
      ...{ store, clock, accounts, semantics },
      limits: {
        questions: config.learning.draft_questions,
        rephrasedMs: config.learning.rephrased_ms,
      },
    }),
  };
}

async function answers(store: Store): Promise<boolean> {
  return sql`select 1`.execute(store).then(
    () => true,
    () => false,
  );
}
