import type { Transaction } from 'kysely';
import type { Config } from '#config/schema.ts';
import type { ResolvedWorkspace } from '#src/accounts/types.ts';
import { fold } from '#src/catalog/fold.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { effectOf, exampleText, runOf, summaryOf } from '#src/evals/report.ts';
import type { Evals, GoldenQuestion } from '#src/evals/types.ts';
import { newId } from '#src/ids.ts';
import type { NewJob } from '#src/jobs/types.ts';
import type { ApprovedExample, Catalog } from '#src/plugin-api/catalog.ts';
import type { Principal } from '#src/principal.ts';
import type { GuardResult } from '#src/sql/guard.ts';
import { readPage } from '#src/store/page.ts';
import type { EvalRunRow, Store, StoreSchema } from '#src/store/schema.ts';
import { takeTurn } from '#src/store/take-turn.ts';

/** Kind of the job that asks golden questions. */
export const EVAL_JOB = 'evals.run';

/** What the job is told. */
export interface EvalJob {
  readonly runId: string;
  /** Who began it: questions are asked, counted and paid for as that key's. */
  readonly principal: Principal;
}

export interface EvalsDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Pick<Config, 'evals'>;
  readonly enqueue: (trx: Transaction<StoreSchema>, job: NewJob) => Promise<unknown>;
  readonly nudge: () => void;
  readonly catalogOf: (workspace: ResolvedWorkspace) => Promise<Catalog | null>;
  /** Names of the configured models. */
  readonly models: readonly string[];
  readonly judge: (
    principal: Principal,
    catalog: Catalog,
    sql: string,
    signal: AbortSignal,
  ) => Promise<GuardResult>;
}

/** Golden questions and their runs in the metadata store. */
export function createEvals(deps: EvalsDeps): Evals {
  const { store, clock, config } = deps;

  const previousOf = async ({ previous_id }: EvalRunRow): Promise<EvalRunRow | null> =>
    previous_id === null
      ? null
      : ((await store
          .selectFrom('eval_runs')
          .selectAll()
          .where('id', '=', previous_id)
          .executeTakeFirst()) ?? null);

  return {
    async read({ workspaceId }) {
      const row = await goldenRow(store, workspaceId);
      return row
        ? { questions: questionsOf(row.questions), updated_at: row.updated_at }
        : { questions: [], updated_at: null };
    },

    async put(principal, workspace, questions, signal, settle) {
      await checkStatements(deps, principal, workspace, questions, signal);
      const { workspaceId, clientId } = workspace;
      const at = timestamp(clock.now());
      const set = { questions: JSON.stringify(questions), updated_at: at };
      const made = { questions, updated_at: at };
      await store.transaction().execute(async (trx) => {
        await trx
          .insertInto('evals')
          .values({ workspace_id: workspaceId, client_id: clientId, ...set })
          .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(set))
          .execute();
        await settle(trx, made);
      });
      return made;
    },

    async begin(principal, workspace, { maxCostUsd, model, example: asked }, settle) {
      refuseUnknown(deps.models, model);
      const example = asked === null ? null : exampleText(await exampleOf(deps, workspace, asked));
      const { workspaceId, clientId, accountId } = workspace;
      const golden = await goldenRow(store, workspaceId);
      if (!golden || questionsOf(golden.questions).length === 0)
        throw new AppError(
          'unprocessable',
          'The workspace has no golden questions. Add some with PUT …/evals.',
        );
      const summary = await store.transaction().execute(async (trx) => {
        await takeTurn(trx, accountId);
        await refuseSecond(trx, workspaceId, example);
        const previous = await trx
          .selectFrom('eval_runs')
          .select('id')
          .where('workspace_id', '=', workspaceId)
          .where('status', 'in', ['succeeded', 'stopped'])
          .where('model', model === null ? 'is' : '=', model)
          .where('example', 'is', null)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(1)
          .executeTakeFirst();
        const row: EvalRunRow = {
          id: newId('evr'),
          client_id: clientId,
          workspace_id: workspaceId,
          status: 'queued',
          questions: golden.questions,
          outcomes: '[]',
          max_cost_usd: Math.min(maxCostUsd ?? Infinity, config.evals.max_cost_usd),
          cost_usd: 0,
          error: null,
          previous_id: example === null ? (previous?.id ?? null) : null,
          model,
          example,
          baseline: example === null ? null : '[]',
          created_at: timestamp(clock.now()),
          finished_at: null,
        };
        await trx.insertInto('eval_runs').values(row).execute();
        await dropOld(trx, row, config.evals.kept_runs);
        // Budgets that are put while it runs hold for it, too.
        const { hasBudgets: _, ...asker } = principal;
        const payload: EvalJob = { runId: row.id, principal: asker };
        await deps.enqueue(trx, {
          kind: EVAL_JOB,
          workspaceId,
          payload: { ...payload },
          maxAttempts: 5,
        });
        const made = summaryOf(row);
        await settle(trx, made);
        return made;
      });
      deps.nudge();
      return summary;
    },

    async runs({ workspaceId }, page) {
      const table = { table: 'eval_runs', newestFirst: true };
      const { items, nextCursor } = await readPage(page, table, ({ after, limit }) =>
        store
          .selectFrom('eval_runs')
          .selectAll()
          .where('workspace_id', '=', workspaceId)
          .where(after)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .execute(),
      );
      return { items: items.map(summaryOf), nextCursor };
    },

    async examples(workspace) {
      const catalog = await deps.catalogOf(workspace);
      const ranked = store
        .selectFrom('eval_runs')
        .select((of) => [
          'id',
          of.fn
            .agg<number>('row_number')
            .over((by) =>
              by.partitionBy('example').orderBy('created_at', 'desc').orderBy('id', 'desc'),
            )
            .as('place'),
        ])
        .where('workspace_id', '=', workspace.workspaceId)
        .where('example', 'is not', null);
      const rows = await store
        .selectFrom('eval_runs')
        .innerJoin(ranked.as('ranked'), 'ranked.id', 'eval_runs.id')
        .select(['eval_runs.id', 'status', 'outcomes', 'baseline', 'example'])
        .where('ranked.place', '=', 1)
        .execute();
      const latest = new Map(rows.map((row) => [row.example, row]));
      return (catalog?.meaning?.examples ?? []).map((one) =>
        effectOf(one, latest.get(exampleText(one))),
      );
    },

    async run({ workspaceId }, runId) {
      const row = await store
        .selectFrom('eval_runs')
        .selectAll()
        .where('id', '=', runId)
        .where('workspace_id', '=', workspaceId)
        .executeTakeFirst();
      if (!row) throw new AppError('not_found', "This run doesn't exist. Check its ID.");
      return runOf(row, await previousOf(row));
    },
  };
}

const questionsOf = (text: string) => JSON.parse(text) as readonly GoldenQuestion[];

const goldenRow = (store: Store, workspaceId: string) =>
  store.selectFrom('evals').selectAll().where('workspace_id', '=', workspaceId).executeTakeFirst();

/** Fails with what is wrong with each statement, by its place. */
async function checkStatements(
  deps: EvalsDeps,
  principal: Principal,
  workspace: ResolvedWorkspace,
  questions: readonly GoldenQuestion[],
  signal: AbortSignal,
): Promise<void> {
  if (!questions.some(({ sql }) => sql !== null)) return;
  const catalog = await deps.catalogOf(workspace);
  if (!catalog) throw new AppError('unprocessable', 'The workspace has no data. Add data first.');
  const detail: { loc: (string | number)[]; msg: string; type: string }[] = [];
  for (const [at, { sql }] of questions.entries()) {
    if (sql === null) continue;
    const judged = await deps.judge(principal, catalog, sql, signal);
    if (!judged.ok)
      detail.push({
        loc: ['body', 'questions', at, 'sql'],
        msg: judged.refusal.text,
        type: 'refused',
      });
  }
  if (detail[0]) throw new AppError('unprocessable', detail[0].msg, { detail });
}

function refuseUnknown(models: readonly string[], model: string | null): void {
  if (model === null || models.includes(model)) return;
  const next =
    models.length === 0
      ? 'Set model.model or model.fallbacks.'
      : `Use one of: ${models.join(', ')}.`;
  throw new AppError('unprocessable', `No model called "${model}" is configured. ${next}`);
}

/** The approved example of a question, without case and punctuation. */
async function exampleOf(
  { catalogOf }: EvalsDeps,
  workspace: ResolvedWorkspace,
  asked: string,
): Promise<ApprovedExample> {
  const examples = (await catalogOf(workspace))?.meaning?.examples ?? [];
  const found = examples.findLast(({ question }) => fold(question) === fold(asked));
  if (found) return found;
  throw new AppError(
    'unprocessable',
    'No approved example has this question. GET …/evals/examples lists them.',
  );
}

/** A run of all questions beside another, or two of one example, would only take turns. */
async function refuseSecond(
  trx: Transaction<StoreSchema>,
  workspaceId: string,
  example: string | null,
): Promise<void> {
  const running = await trx
    .selectFrom('eval_runs')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('example', example === null ? 'is' : '=', example)
    .where('status', 'in', ['queued', 'running'])
    .executeTakeFirst();
  if (running)
    throw new AppError(
      'conflict',
      `The run ${running.id} is still in progress. Wait until it's finished.`,
    );
}

/** Drops runs beyond the newest ones. Runs of approved examples are counted apart from the others. */
async function dropOld(
  trx: Transaction<StoreSchema>,
  { workspace_id, example }: EvalRunRow,
  kept: number,
) {
  const old = await trx
    .selectFrom('eval_runs')
    .select('id')
    .where('workspace_id', '=', workspace_id)
    .where('example', example === null ? 'is' : 'is not', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1_000)
    .offset(kept)
    .execute();
  if (old.length > 0)
    await trx
      .deleteFrom('eval_runs')
      .where(
        'id',
        'in',
        old.map(({ id }) => id),
      )
      .execute();
}
