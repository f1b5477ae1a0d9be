import type { Config } from '#config/schema.ts';
import type { KeptForm } from '#src/ask/types.ts';
import { isMine, seesWords, visibleSaved } from '#src/boards/access.ts';
import { isEdited, titleOf } from '#src/boards/answer-name.ts';
import type { CardFilter } from '#src/boards/filter-types.ts';
import { type AppliedToCard, applyFilters, type ChosenFilter } from '#src/boards/filters/apply.ts';
import { type ReadColumn, readsOf, schemaMoved } from '#src/boards/fingerprint.ts';
import { refuseSettings } from '#src/boards/refuse-settings.ts';
import { type Asked, onDay } from '#src/boards/rolled-days.ts';
import { type RunDeps, runSaved } from '#src/boards/run.ts';
import type {
  BoardReader,
  NewSaved,
  SavedChange,
  SavedPeriod,
  SavedQuestion,
  SavedQuestions,
  SavedResult,
} from '#src/boards/types.ts';
import type { Chart, ChartSettings } from '#src/charts/types.ts';
import { timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { newId } from '#src/ids.ts';
import { type Day, dayFor } from '#src/planner/day.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { type Principal, rowsSeen } from '#src/principal.ts';
import { readPage } from '#src/store/page.ts';
import { refuseTooMany } from '#src/store/refuse-too-many.ts';
import type { SavedQuestionRow, Store } from '#src/store/schema.ts';
import { takeTurn } from '#src/store/take-turn.ts';

export interface SavedDeps extends RunDeps {
  readonly store: Store;
  readonly config: Pick<Config, 'boards' | 'ask' | 'results'>;
  /** The trace of an answer of the caller's, with the answer; `not_found` where there is none. */
  readonly trace: (
    principal: Principal,
    clientId: string,
    traceId: string,
  ) => Promise<Readonly<Record<string, unknown>> & { readonly answer: KeptForm | null }>;
  /** What an answer was asked by, in the planner's words: its question, and before it those that it may change. */
  readonly askedBy: (
    principal: Principal,
    catalog: Catalog,
    trace: Readonly<Record<string, unknown>>,
    signal: AbortSignal,
  ) => Promise<readonly string[]>;
  /** The catalog that a workspace shows now. */
  readonly catalogOf: (workspace: BoardReader['workspace']) => Promise<Catalog | null>;
}

/** Saved questions in the metadata store. */
export function createSaved(deps: SavedDeps): SavedQuestions & SavedLookup {
  const { store } = deps;

  const find = async (reader: BoardReader, id: string): Promise<SavedQuestionRow> => {
    const row = await store
      .selectFrom('saved_questions')
      .selectAll()
      .where('id', '=', id)
      .where(visibleSaved(reader))
      .executeTakeFirst();
    if (!row) throw notFound();
    return row;
  };

  const findMine = async (reader: BoardReader, id: string) => {
    const row = await find(reader, id);
    if (!isMine(reader, row))
      throw new AppError('forbidden', 'Only the owner can change a saved question.');
    return row;
  };

  /** Rows as the reader may see them, with their last results. */
  const shown = async (reader: BoardReader, rows: readonly SavedQuestionRow[]) => {
    if (rows.length === 0) return [];
    const catalog = await deps.catalogOf(reader.workspace);
    const results = await lastResults(store, reader, rows);
    const today = todayOf(deps, reader);
    return rows.map((row) => {
      const last = results.get(row.id) ?? null;
      const dated = datedOf(row, last ? (last.day ?? null) : today);
      return savedOf(reader, row, catalog, { last, dated });
    });
  };
  const shownOne = async (reader: BoardReader, row: SavedQuestionRow) =>
    (await shown(reader, [row]))[0]!;

  return {
    async list(reader, page) {
      const table = { table: 'saved_questions', newestFirst: true };
      const { items, nextCursor } = await readPage(page, table, ({ after, limit }) =>
        store
          .selectFrom('saved_questions')
          .selectAll()
          .where(visibleSaved(reader))
          .where(after)
          .orderBy('created_at', 'desc')
          .orderBy('id', 'desc')
          .limit(limit)
          .execute(),
      );
      return { items: await shown(reader, items), nextCursor };
    },

    async create(reader, request, signal, settle) {
      const row = await rowFrom(deps, reader, request, signal);
      const known = await sameSaved(store, row, request);
      const saved = await shownOne(reader, known ?? row);
      await store.transaction().execute(async (trx) => {
        await takeTurn(trx, reader.workspace.accountId);
        if (!known) {
          await refuseTooMany(
            trx,
            {
              table: 'saved_questions',
              column: 'workspace_id',
              value: row.workspace_id,
              most: deps.config.boards.max_saved,
            },
            (count) => `The workspace has ${count} saved questions, the maximum. Delete one first.`,
          );
          await trx.insertInto('saved_questions').values(row).execute();
        }
        await settle(trx, saved);
      });
      return saved;
    },

    read: async (reader, id) => shownOne(reader, await find(reader, id)),

    async change(reader, id, change) {
      const row = await findMine(reader, id);
      if (change.chart) {
        const last = (await lastResults(store, reader, [row])).get(row.id);
        const charts = [...(last ? [last.chart ?? null] : []), chartOf(JSON.parse(row.form))];
        refuseSettings(change.chart, charts, JSON.parse(row.columns) as readonly string[]);
      }
      const set = setOf(change);
      await store
        .updateTable('saved_questions')
        .set({ ...set, updated_at: timestamp(deps.clock.now()) })
        .where('id', '=', id)
        .execute();
      return shownOne(reader, await find(reader, id));
    },

    async remove(reader, id) {
      await findMine(reader, id);
      await store.deleteFrom('saved_questions').where('id', '=', id).execute();
    },

    refresh: async (reader, id, signal) => refreshed(await find(reader, id), reader, signal),

    async filtered(reader, id, chosen, signal) {
      const row = await find(reader, id);
      const catalog = await deps.catalogOf(reader.workspace);
      const dated = datedOf(row, todayOf(deps, reader));
      const saved = savedOf(reader, row, catalog, { last: null, dated });
      if (saved.stale !== null || !catalog) return { saved, filters: [] };
      let filters: AppliedToCard['filters'] = [];
      const columns = JSON.parse(row.columns) as readonly string[];
      const run = await runSaved(
        deps,
        reader,
        {
          ...{ sql: dated.sql, columns },
          narrow(facts, pinned) {
            const applied = applyFilters(facts, pinned, reader.principal.policy, chosen);
            filters = applied.filters;
            const reason = filters.find(({ problem }) => problem !== null)?.reason ?? '';
            return applied.limits ? { limits: applied.limits } : { failure: reason };
          },
        },
        signal,
      );
      if ('failure' in run) return { saved: { ...saved, failure: run.failure }, filters };
      const hasWords = seesWords(reader, row, catalog);
      return { saved: { ...saved, result: shownResult(run.result, hasWords) }, filters };
    },

    async readsOf(reader, ids) {
      if (ids.length === 0) return [];
      const rows = await store
        .selectFrom('saved_questions')
        .select('reads')
        .where('id', 'in', ids)
        .where(visibleSaved(reader))
        .execute();
      return rows.map(({ reads }) => JSON.parse(reads) as readonly ReadColumn[]);
    },

    async byIds(reader, ids) {
      if (ids.length === 0) return [];
      const rows = await store
        .selectFrom('saved_questions')
        .selectAll()
        .where('id', 'in', ids)
        .where(visibleSaved(reader))
        .execute();
      return shown(reader, rows);
    },
  };

  async function refreshed(
    row: SavedQuestionRow,
    reader: BoardReader,
    signal: AbortSignal,
  ): Promise<SavedQuestion> {
    const catalog = await deps.catalogOf(reader.workspace);
    const day = todayOf(deps, reader);
    const dated = datedOf(row, day);
    const saved = savedOf(reader, row, catalog, { last: null, dated });
    if (saved.stale !== null || !catalog) return saved;
    const columns = JSON.parse(row.columns) as readonly string[];
    const run = await runSaved(deps, reader, { sql: dated.sql, columns }, signal);
    if ('failure' in run) return { ...saved, failure: run.failure };
    const result = { ...run.result, day };
    await keepResult(deps, reader, row, run.generationId, result);
    return { ...saved, result: shownResult(result, seesWords(reader, row, catalog)) };
  }
}

const todayOf = ({ clock }: SavedDeps, { workspace }: BoardReader): Day =>
  dayFor(workspace, clock.now());

interface Dated {
  readonly sql: string;
  readonly period: SavedPeriod | null;
}

/** The statement on a day (null: as it was saved), and the days that it means then. */
function datedOf(row: Pick<SavedQuestionRow, 'sql' | 'asked'>, day: Day | null): Dated {
  if (row.asked === null) return { sql: row.sql, period: null };
  const asked = JSON.parse(row.asked) as Asked;
  const { sql, rolls, days } = onDay(row.sql, asked, day ?? asked.day);
  return { sql, period: days === '' ? null : { days, rolls } };
}

/** Saved questions of a board. */
export interface SavedLookup {
  /** Those of the ids that the reader sees, in any order. */
  byIds(reader: BoardReader, ids: readonly string[]): Promise<readonly SavedQuestion[]>;
  /** Runs one on the rows that somebody chose of those that the reader sees. Nothing of it is kept. */
  filtered(
    reader: BoardReader,
    id: string,
    chosen: readonly ChosenFilter[],
    signal: AbortSignal,
  ): Promise<FilteredQuestion>;
  /** What those of the ids that the reader sees read, in any order. */
  readsOf(reader: BoardReader, ids: readonly string[]): Promise<readonly (readonly ReadColumn[])[]>;
}

export interface FilteredQuestion {
  readonly saved: SavedQuestion;
  /** What each filter did; empty where it wasn't run. */
  readonly filters: readonly CardFilter[];
}

/** A new row from an answer that one statement gives again. Fails with `unprocessable` for any other. */
async function rowFrom(
  deps: SavedDeps,
  reader: BoardReader,
  { traceId, name, chart }: NewSaved,
  signal: AbortSignal,
): Promise<SavedQuestionRow> {
  const { principal, workspace } = reader;
  const trace = await deps.trace(principal, workspace.clientId, traceId);
  if (trace['workspace_id'] !== workspace.workspaceId)
    throw new AppError('not_found', 'No answer in this workspace has this trace ID. Check it.');
  const { answer } = trace;
  if (!answer) throw unsavable('The answer has expired. Ask the question again, then save it.');
  const { type, result, sql, data } = answer as {
    readonly [K in 'type' | 'result' | 'sql']: unknown;
  } & { readonly data?: { readonly columns: readonly string[] } | null };
  if (type === 'analytics')
    throw unsavable(
      "This answer uses several SQL statements, so it can't be saved. Ask for the numbers directly and save that answer.",
    );
  if (type !== 'text2sql' || result !== 'success' || typeof sql !== 'string' || !data)
    throw unsavable('Only an answer with SQL and rows can be saved.');
  refuseSettings(chart, [chartOf(answer)], data.columns);
  const catalog = await deps.catalogOf(workspace);
  const judged = catalog && (await deps.judge(reader, catalog, sql, signal));
  if (!judged) throw unsavable('The workspace no longer has data. Add data first.');
  if (!judged.ok)
    throw unsavable(`The SQL of the answer can no longer run: ${judged.refusal.text}`);
  const at = timestamp(deps.clock.now());
  const question = String(trace['question']);
  const asked = isEdited(question, answer)
    ? null
    : await askedOf(deps, reader, { catalog, trace, sql }, signal);
  return {
    id: newId('sav'),
    client_id: workspace.clientId,
    workspace_id: workspace.workspaceId,
    end_user_id: principal.endUserId,
    policy_hash: rowsSeen(principal.policy, catalog),
    name: name === null || name === question ? titleOf(question, answer) : name,
    question,
    sql,
    form: JSON.stringify(answer),
    columns: JSON.stringify(data.columns),
    reads: JSON.stringify(readsOf(judged.facts, catalog)),
    chart: chart && JSON.stringify(chart),
    asked: asked && JSON.stringify(asked),
    shared: 0,
    trace_id: traceId,
    created_at: at,
    updated_at: at,
  };
}

/** What the same person saved of the same answer, drawn the same; where a name is given, under that one. */
async function sameSaved(
  store: Store,
  row: SavedQuestionRow,
  { name }: NewSaved,
): Promise<SavedQuestionRow | undefined> {
  const rows = await store
    .selectFrom('saved_questions')
    .selectAll()
    .where('workspace_id', '=', row.workspace_id)
    .where('trace_id', '=', row.trace_id)
    .where('policy_hash', '=', row.policy_hash)
    .orderBy('created_at')
    .execute();
  return rows.find(
    (one) =>
      one.end_user_id === row.end_user_id &&
      one.chart === row.chart &&
      (name === null || one.name === row.name),
  );
}

/** What the days of a statement are found again by; null where one of them is a definition's own. */
async function askedOf(
  { askedBy }: SavedDeps,
  { principal }: BoardReader,
  about: {
    readonly catalog: Catalog;
    readonly trace: Readonly<Record<string, unknown>>;
    readonly sql: string;
  },
  signal: AbortSignal,
): Promise<Asked | null> {
  const { catalog, trace, sql } = about;
  const defined = JSON.stringify(catalog.meaning ?? null);
  if (sql.match(/\d{4}-\d{2}-\d{2}/g)?.some((day) => defined.includes(day))) return null;
  const texts = await askedBy(principal, catalog, trace, signal);
  // As `timestamp` writes it, without a zone.
  const askedAt = new Date(`${String(trace['created_at']).replace(/Z$/, '')}Z`);
  return { day: dayFor(catalog, askedAt), texts };
}

function savedOf(
  reader: BoardReader,
  row: SavedQuestionRow,
  catalog: Catalog | null,
  { last, dated }: { readonly last: SavedResult | null; readonly dated: Dated },
): SavedQuestion {
  const hasWords = seesWords(reader, row, catalog);
  const columns = JSON.parse(row.columns) as readonly string[];
  const { sql, period } = dated;
  const name = hasWords || !isDrawnFrom(row) ? row.name : UNNAMED;
  const reads = JSON.parse(row.reads) as readonly ReadColumn[];
  const stale = catalog ? schemaMoved(reads, catalog) : 'The workspace has no data right now.';
  return {
    id: row.id,
    workspace_id: row.workspace_id,
    name,
    question: hasWords ? row.question : name,
    sql: hasWords ? sql : null,
    period,
    answer: hasWords ? (JSON.parse(row.form) as KeptForm) : null,
    columns: hasWords ? columns : withoutExpressions(columns),
    chart: row.chart === null ? null : (JSON.parse(row.chart) as ChartSettings),
    shared: row.shared === 1,
    mine: isMine(reader, row),
    trace_id: hasWords ? row.trace_id : null,
    created_at: row.created_at,
    updated_at: row.updated_at,
    stale,
    failure: null,
    result: stale === null ? shownResult(last, hasWords) : null,
  };
}

/** What a saved question is called for those who may not see its words, where its maker gave it no name. */
const UNNAMED = 'Saved question';

/** Whether nobody named it: its name is the beginning of its question, and so may have values in it. */
const isDrawnFrom = ({ name, question, form }: SavedQuestionRow) =>
  question.startsWith(name) || name === titleOf(question, JSON.parse(form) as KeptForm);

/** Engines call a column by its expression where the statement does not name it, literals and all. */
const withoutExpressions = (columns: readonly string[]): readonly string[] =>
  columns.map((name, at) => (/^[\p{L}\p{M}\p{N}_ -]+$/u.test(name) ? name : `column_${at + 1}`));

function shownResult(result: SavedResult | null, hasWords: boolean): SavedResult | null {
  if (hasWords || result === null) return result;
  const columns = withoutExpressions(result.columns);
  if (columns.every((name, at) => name === result.columns[at])) return result;
  // Labels and charts name columns, too.
  const { columns_info: _, ...rest } = result;
  return { ...rest, columns, chart: null };
}

/** The last results on the data that the workspace shows now, for the rows that the reader sees. */
async function lastResults(
  store: Store,
  { principal, workspace }: BoardReader,
  rows: readonly SavedQuestionRow[],
): Promise<ReadonlyMap<string, SavedResult>> {
  if (workspace.generationId === null) return new Map();
  const results = await store
    .selectFrom('saved_results')
    .select(['saved_id', 'result'])
    .where(
      'saved_id',
      'in',
      rows.map(({ id }) => id),
    )
    .where('policy_hash', '=', principal.policy.hash)
    .where('generation_id', '=', workspace.generationId)
    .execute();
  return new Map(
    results.map(({ saved_id, result }) => [saved_id, JSON.parse(result) as SavedResult]),
  );
}

/** Keeps a result for those who see the same rows. Its token is for the reader alone. */
async function keepResult(
  { store }: SavedDeps,
  { principal }: BoardReader,
  { id }: SavedQuestionRow,
  generationId: string,
  result: SavedResult,
): Promise<void> {
  const kept = {
    generation_id: generationId,
    result: JSON.stringify({ ...result, result_token: null }),
    as_of: result.as_of,
  };
  await store
    .insertInto('saved_results')
    .columns(['saved_id', 'policy_hash', 'generation_id', 'result', 'as_of'])
    // Not where the question was removed meanwhile.
    .expression((e) =>
      e
        .selectFrom('saved_questions')
        .select(({ val }) => [
          'id',
          val(principal.policy.hash).as('policy_hash'),
          val(kept.generation_id).as('generation_id'),
          val(kept.result).as('result'),
          val(kept.as_of).as('as_of'),
        ])
        .where('id', '=', id),
    )
    .onConflict((conflict) => conflict.columns(['saved_id', 'policy_hash']).doUpdateSet(kept))
    .execute();
}

const chartOf = (form: unknown): Chart | null => (form as { readonly chart?: Chart }).chart ?? null;

const setOf = ({ name, chart, shared }: SavedChange) => ({
  ...(name === undefined ? {} : { name }),
  ...(chart === undefined ? {} : { chart: chart && JSON.stringify(chart) }),
  ...(shared === undefined ? {} : { shared: shared ? 1 : 0 }),
});

const unsavable = (msg: string) =>
  new AppError('unprocessable', msg, {
    detail: [{ loc: ['body', 'trace_id'], msg, type: 'unsavable' }],
  });

const notFound = () =>
  new AppError('not_found', "This saved question doesn't exist. Check its ID.");
