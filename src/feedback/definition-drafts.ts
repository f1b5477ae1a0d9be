import { createHash } from 'node:crypto';
import type { AccountsService } from '#src/accounts/types.ts';
import { fold } from '#src/catalog/fold.ts';
import type { LoadCatalog } from '#src/catalog/generations/catalogs.ts';
import type { DocumentChange } from '#src/catalog/generations/change-document.ts';
import type { SemanticsService } from '#src/catalog/generations/edit-semantics.ts';
import { ofTheTenant } from '#src/catalog/generations/republish.ts';
import { shownCatalog } from '#src/catalog/generations/shown-catalog.ts';
import type { SemanticsDocument } from '#src/catalog/semantics/document.ts';
import { metricOf } from '#src/catalog/semantics/meaning.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import { AppError } from '#src/errors.ts';
import { draftOfQuestion } from '#src/feedback/draft-of-question.ts';
import { type FailedQuestion, failedQuestions } from '#src/feedback/failed-questions.ts';
import type {
  DefinitionDraft,
  DefinitionDrafts,
  DraftedDefinition,
  DraftsAbout,
} from '#src/feedback/types.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Dialect } from '#src/plugin-api/dialect.ts';
import { isFiltered } from '#src/principal.ts';
import type { Guard } from '#src/sql/guard.ts';
import type { Store } from '#src/store/schema.ts';

export interface DefinitionDraftsDeps {
  readonly store: Store;
  readonly clock: Clock;
  /** Failed questions that are looked at (the newest), and how soon a person asks again in other words (milliseconds). */
  readonly limits: { readonly questions: number; readonly rephrasedMs: number };
  readonly accounts: Pick<AccountsService, 'workspace'>;
  readonly loadCatalog: LoadCatalog;
  readonly guard: Guard;
  readonly dialectOf: (catalog: Catalog) => Promise<Dialect>;
  readonly semantics: Pick<SemanticsService, 'change'>;
}

/** Questions that a draft shows. */
const SHOWN = 5;

export function createDefinitionDrafts(deps: DefinitionDraftsDeps): DefinitionDrafts {
  const { store, clock, semantics } = deps;
  const list: DefinitionDrafts['list'] = async (about, signal) => {
    const drafts = await draftsOf(deps, about, signal);
    const dismissed = await store
      .selectFrom('dismissed_drafts')
      .select('draft_id')
      .where('workspace_id', '=', about.workspaceId)
      .execute();
    const gone = new Set(dismissed.map(({ draft_id }) => draft_id));
    return drafts.filter(({ id }) => !gone.has(id));
  };
  const find = async (about: DraftsAbout, draftId: string, signal: AbortSignal) => {
    const found = (await list(about, signal)).find(({ id }) => id === draftId);
    if (found) return found;
    throw new AppError('not_found', "This draft doesn't exist. List the drafts again.");
  };
  return {
    list,
    async certify({ draftId, signedBy, ...about }, signal, settle) {
      const draft = await find(about, draftId, signal);
      const { principal, workspaceId } = about;
      const { key } = principal;
      const reachesTenant = principal.workspaceId === null;
      const target = { workspaceId, reachesTenant, keyId: key.id };
      const change = withDraft(draft, signedBy ?? key.name);
      const outcome = await semantics.change(target, change, signal, (trx) => settle(trx, draft));
      if (outcome === 'of the tenant') throw ofTheTenant();
      if (outcome === 'does not fit')
        throw new AppError('unprocessable', 'The definitions are too long. Remove some first.');
      return draft;
    },
    async dismiss({ draftId, ...about }, signal, settle) {
      await find(about, draftId, signal);
      const { clientId, workspaceId } = about;
      const row = {
        ...{ workspace_id: workspaceId, client_id: clientId, draft_id: draftId },
        dismissed_at: timestamp(clock.now()),
      };
      const made = { deleted: draftId };
      await store.transaction().execute(async (trx) => {
        await trx
          .insertInto('dismissed_drafts')
          .values(row)
          .onConflict((conflict) => conflict.columns(['workspace_id', 'draft_id']).doNothing())
          .execute();
        await settle(trx, made);
      });
      return made;
    },
  };
}

async function draftsOf(
  deps: DefinitionDraftsDeps,
  { principal, clientId, workspaceId }: DraftsAbout,
  signal: AbortSignal,
): Promise<readonly DefinitionDraft[]> {
  const { limits } = deps;
  const workspace = await deps.accounts.workspace(principal, { clientId, workspaceId });
  const loaded =
    workspace.generationId === null ? null : await deps.loadCatalog(workspace.generationId);
  if (!loaded) return [];
  const catalog = shownCatalog(loaded, workspace);
  if (isFiltered(principal.policy, catalog)) return [];
  const { endUserId } = principal;
  const { questions: most, rephrasedMs } = limits;
  const failed =
    most === 0
      ? []
      : await failedQuestions(deps.store, { workspaceId, endUserId, most, rephrasedMs });
  const dialect = await deps.dialectOf(catalog);
  const found = new Map<string, { draft: DraftedDefinition; questions: FailedQuestion[] }>();
  for (const one of failed) {
    const { policy } = principal;
    const judged = await deps.guard({
      ...{ sql: one.sql, catalog, policy, dialect, maxRows: 1, signal },
    });
    const draft = judged.ok ? draftOfQuestion(one.question, judged.facts, catalog) : null;
    if (!draft || !canHold(draft, catalog)) continue;
    const id = idOf(draft);
    const known = found.get(id);
    if (!known) found.set(id, { draft, questions: [one] });
    // Several people may say something of one answer.
    else if (!known.questions.some(({ traceId }) => traceId === one.traceId))
      known.questions.push(one);
  }
  return [...found]
    .map(
      ([id, { draft, questions }]): DefinitionDraft => ({
        ...draft,
        id,
        questions: questions.slice(0, SHOWN).map(({ sql: _, ...evidence }) => evidence),
        times: questions.length,
      }),
    )
    .sort((a, b) => b.times - a.times);
}

const canHold = (draft: DraftedDefinition, catalog: Catalog): boolean =>
  draft.kind === 'synonym' || metricOf(metricOfDraft(draft, null), catalog) !== null;

/** The same words for the same thing are the same draft. */
function idOf(draft: DraftedDefinition): string {
  const text = JSON.stringify({ ...draft, name: fold(draft.name) });
  return `dft_${createHash('sha256').update(text).digest('hex').slice(0, 16)}`;
}

/** The document with a draft in its place. */
const withDraft =
  (draft: DraftedDefinition, signedBy: string): DocumentChange =>
  (document) => {
    if (draft.kind === 'metric') {
      const isKnown = document.metrics.some(({ name }) => fold(name) === fold(draft.name));
      if (isKnown) return null;
      return { ...document, metrics: [...document.metrics, metricOfDraft(draft, signedBy)] };
    }
    const { table, column, value, name } = draft;
    if (value !== null && column !== null)
      return withName(document, 'values', { table, column, value }, name);
    return withName(document, 'synonyms', { table, column }, name);
  };

const metricOfDraft = (
  { name, table, expression, filters }: Extract<DraftedDefinition, { kind: 'metric' }>,
  signed_by: string | null,
): SemanticsDocument['metrics'][number] => ({
  ...{ name, table, expression, signed_by },
  filters: [...filters],
  synonyms: [],
  description: null,
});

/** A further name of a thing, beside those it has at that part of the document; null where it has it. */
function withName<Part extends 'synonyms' | 'values'>(
  document: SemanticsDocument,
  part: Part,
  of: Omit<NonNullable<SemanticsDocument[Part]>[number], 'synonyms'>,
  name: string,
): SemanticsDocument | null {
  const all = document[part] ?? [];
  const isSame = (one: object) =>
    Object.entries(of).every(([key, value]) => Reflect.get(one, key) === value);
  const known = all.find(isSame);
  if (known?.synonyms.includes(name)) return null;
  const synonyms = [...(known?.synonyms ?? []), name];
  return { ...document, [part]: [...all.filter((one) => one !== known), { ...of, synonyms }] };
}
