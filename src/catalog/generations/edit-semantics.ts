import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { readStoredDrafts } from '#src/catalog/enrichment/stored.ts';
import { type LoadCatalog, readCatalog } from '#src/catalog/generations/catalogs.ts';
import {
  type ChangeOutcome,
  changeDocument,
  type DocumentChange,
  type ExampleChange,
  examplesChanged,
  type WriteTarget,
} from '#src/catalog/generations/change-document.ts';
import { draftSemantics, withOverrides } from '#src/catalog/generations/draft-semantics.ts';
import type { CatalogTrial } from '#src/catalog/generations/generations.ts';
import { readOverrides } from '#src/catalog/generations/overrides.ts';
import {
  ofTheTenant,
  type RepublishDeps,
  republish,
  semanticScope,
} from '#src/catalog/generations/republish.ts';
import { type Description, describedCatalog } from '#src/catalog/generations/write.ts';
import { nameKey, pairOf } from '#src/catalog/semantics/apply.ts';
import { checkNames, type SemanticsProblem } from '#src/catalog/semantics/check.ts';
import { checkSql } from '#src/catalog/semantics/check-sql.ts';
import {
  type SemanticRelationship,
  type SemanticsDocument,
  semanticsDocument,
} from '#src/catalog/semantics/document.ts';
import {
  readSemantics,
  type StoredSemantics,
  saveSemantics,
} from '#src/catalog/semantics/stored.ts';
import { AppError } from '#src/errors.ts';
import type { ApprovedExample, Catalog } from '#src/plugin-api/catalog.ts';
import type { Dialect } from '#src/plugin-api/dialect.ts';
import type { Guard } from '#src/sql/guard.ts';
import type { Settle } from '#src/store/settle.ts';
import { type ShownWorkspace, shownWorkspace } from '#src/store/shown-workspaces.ts';

export interface SemanticsDeps extends RepublishDeps {
  readonly loadCatalog: LoadCatalog;
  readonly guard: Guard;
  readonly dialectOf: (catalog: Catalog) => Promise<Dialect>;
}

/** What people say that the data of a workspace means. */
export interface SemanticsService {
  /** The newest version, or what discovery drafted. Fails with `no_data`. */
  read(workspaceId: string): Promise<SemanticsDocument>;
  /**
   * Puts a document in the place of the last one, for questions that are asked from now on. Fails with
   * `unprocessable` (what is unknown, does not fit or is refused by the guard, each by its place), `no_data`,
   * `forbidden` and `conflict`.
   */
  write(
    target: WriteTarget,
    document: SemanticsDocument,
    signal: AbortSignal,
    settle?: Settle<SemanticsDocument>,
  ): Promise<SemanticsDocument>;
  /**
   * What cannot hold of a document, each by its place, and where all of it can, the catalog that `write` would publish:
   * to ask over it. Nothing is changed. Fails with `no_data`, `forbidden` and `conflict`.
   */
  tryOut(
    target: Pick<WriteTarget, 'workspaceId' | 'reachesTenant'>,
    document: SemanticsDocument,
    signal: AbortSignal,
  ): Promise<{
    readonly problems: readonly SemanticsProblem[];
    readonly trial: CatalogTrial | null;
  }>;
  /**
   * Adds an approved answer whose SQL has passed the guard, or takes one back. `settle` is called where that changes
   * something. Fails with `no_data` and `conflict`.
   */
  changeExamples(
    target: WriteTarget,
    change: ExampleChange,
    settle?: Settle<ChangeOutcome>,
  ): Promise<ChangeOutcome>;
  /**
   * Changes one thing of the newest document, where the result can hold. `settle` is called where that changes
   * something. Fails as `write` does.
   */
  change(
    target: WriteTarget,
    change: DocumentChange,
    signal: AbortSignal,
    settle?: Settle<ChangeOutcome>,
  ): Promise<ChangeOutcome>;
  /**
   * The catalog as it would be without an approved example; null where it has none such. Fails with `no_data`,
   * `forbidden` and `conflict`.
   */
  withoutExample(
    target: Pick<WriteTarget, 'workspaceId' | 'reachesTenant'>,
    example: ApprovedExample,
  ): Promise<CatalogTrial | null>;
}

export function createSemantics(deps: SemanticsDeps): SemanticsService {
  return {
    read: async (workspaceId) => {
      const { catalog, scopeId } = await shownNow(deps, workspaceId);
      const said = await readSemantics(deps.store, scopeId);
      if (!said) return draftSemantics(catalog);
      return withOverrides(said.document, await readOverrides(deps.store, scopeId));
    },
    write: async (target, document, signal, settle) => {
      const { catalog, scopeId } = await shownNow(deps, target.workspaceId);
      const before = await readSemantics(deps.store, scopeId);
      const problems = await problemsOf(deps, catalog, document, before?.document, signal);
      if (problems.length > 0) throw unprocessable(problems);
      // Results that are kept hold rows as they were open.
      const closes = rowRule(before?.document) !== rowRule(document);
      return publish(deps, target, { document, closes, settle });
    },
    tryOut: async (target, document, signal) => {
      const now = await reachedNow(deps, target);
      const { catalog, scopeId } = now;
      const before = await readSemantics(deps.store, scopeId);
      const problems = await problemsOf(deps, catalog, document, before?.document, signal);
      return {
        problems,
        trial: problems.length > 0 ? null : await trialToWrite(deps, now, document),
      };
    },
    changeExamples: (target, change, settle) =>
      changeDocument(deps, target, examplesChanged(change), settle),
    change: async (target, change, signal, settle) => {
      const { catalog, scopeId } = await shownNow(deps, target.workspaceId);
      const said = await readSemantics(deps.store, scopeId);
      const document = said?.document ?? semanticsDocument.parse({});
      const next = change(document);
      const problems = next ? await problemsOf(deps, catalog, next, document, signal) : [];
      if (problems.length > 0) throw unprocessable(problems);
      return changeDocument(deps, target, change, settle);
    },
    withoutExample: async (target, example) => {
      const now = await reachedNow(deps, target);
      const said = await readSemantics(deps.store, now.scopeId);
      const document = said && examplesChanged({ add: null, remove: example })(said.document);
      if (!said || !document) return null;
      const overrides = await readOverrides(deps.store, now.scopeId);
      return trialOf(deps, now, () => ({ document, dropped: said.dropped, overrides }));
    },
  };
}

/** What cannot hold of a document; empty: it could be put. */
async function problemsOf(
  deps: SemanticsDeps,
  catalog: Catalog,
  document: SemanticsDocument,
  before: SemanticsDocument | undefined,
  signal: AbortSignal,
): Promise<SemanticsProblem[]> {
  const problems = checkNames(document, catalog, before);
  if (problems.length > 0) return problems;
  const dialect = await deps.dialectOf(catalog);
  return checkSql(document, { ...deps, dialect, catalog, signal });
}

/** The catalog as `write` would publish it. */
async function trialToWrite(
  deps: SemanticsDeps,
  now: ShownNow,
  document: SemanticsDocument,
): Promise<CatalogTrial> {
  const anew = new Set(document.columns.map(({ table, column }) => nameKey(table, column)));
  const overrides = (await readOverrides(deps.store, now.scopeId)).map((one) =>
    one.column !== null && anew.has(nameKey(one.table, one.column))
      ? { ...one, description: null, synonyms: null }
      : one,
  );
  return trialOf(deps, now, (discovered) => ({
    ...{ document, overrides },
    dropped: droppedBy(document, discovered),
  }));
}

/** A catalog with other definitions, under a generation that is published nowhere. */
async function trialOf(
  { store, dataDir }: SemanticsDeps,
  { shown, scopeId }: ShownNow,
  saidOf: (
    discovered: Catalog,
  ) => Pick<StoredSemantics, 'document' | 'dropped'> & Pick<Description, 'overrides'>,
): Promise<CatalogTrial> {
  const of = shown.generation_id ?? '';
  const discovered = await readCatalog(store, of, dataDir, 'discovered');
  if (!discovered) throw new AppError('conflict', 'The tables changed in the meantime. Try again.');
  const { document, dropped, overrides } = saidOf(discovered);
  const { made } = describedCatalog(discovered, {
    overrides,
    semantics: { version: 0, document, dropped },
    drafts: await readStoredDrafts(store, scopeId),
  });
  const mark = createHash('sha256').update(JSON.stringify(document)).digest('hex').slice(0, 16);
  return { of, catalog: { ...made, generationId: `${of}~${mark}` } };
}

/** Relationships that discovery found and the document leaves out. */
function droppedBy(
  document: SemanticsDocument,
  discovered: Catalog,
): readonly SemanticRelationship[] {
  if (document.relationships === undefined) return [];
  const kept = new Set(document.relationships.map(pairOf));
  return (draftSemantics(discovered).relationships ?? []).filter((one) => !kept.has(pairOf(one)));
}

const rowRule = (document: SemanticsDocument | undefined): string =>
  JSON.stringify([document?.row_filter ?? null, document?.shared_tables ?? []]);

/** What a workspace shows, and where what people say of it is kept. */
interface ShownNow {
  readonly catalog: Catalog;
  readonly scopeId: string;
  readonly shown: ShownWorkspace;
  /** Whether other workspaces of the tenant see it too. */
  readonly isOfTheTenant: boolean;
}

async function reachedNow(
  deps: SemanticsDeps,
  target: Pick<WriteTarget, 'workspaceId' | 'reachesTenant'>,
): Promise<ShownNow> {
  const now = await shownNow(deps, target.workspaceId);
  if (now.isOfTheTenant && !target.reachesTenant) throw ofTheTenant();
  return now;
}

async function shownNow(
  { store, loadCatalog }: SemanticsDeps,
  workspaceId: string,
): Promise<ShownNow> {
  const shown = await shownWorkspace(store, workspaceId);
  const catalog = shown?.generation_id ? await loadCatalog(shown.generation_id) : null;
  if (!shown || !catalog)
    throw new AppError('no_data', 'There are no tables to describe yet. Add data first.');
  const scope = await semanticScope(store, shown);
  return { catalog, scopeId: scope.scopeId, shown, isOfTheTenant: scope.workspaceId === null };
}

interface Publication {
  readonly document: SemanticsDocument;
  readonly closes: boolean;
  readonly settle: Settle<SemanticsDocument> | undefined;
}

function publish(
  deps: SemanticsDeps,
  target: WriteTarget,
  { document, closes, settle }: Publication,
): Promise<SemanticsDocument> {
  return republish(deps, target, {
    closes,
    settle,
    find: (discovered) => droppedBy(document, discovered),
    save: async (trx, { scopeId, clientId }, dropped, at) => {
      await saveSemantics(
        trx,
        { scopeId, clientId, createdBy: target.keyId, at },
        { document, dropped },
      );
      // What was said of single columns before is said anew by the document.
      for (const { table, column } of document.columns)
        await trx
          .updateTable('schema_overrides')
          .set({ description: sql`null`, synonyms: sql`null` })
          .where('scope_id', '=', scopeId)
          .where('table_key', '=', table.toLowerCase())
          .where('column_key', '=', column.toLowerCase())
          .execute();
    },
    result: () => document,
  });
}

function unprocessable(problems: readonly SemanticsProblem[]): AppError {
  const detail = problems.map(({ loc, ...rest }) => ({ loc: ['body', ...loc], ...rest }));
  return new AppError('unprocessable', problems[0]!.msg, { detail });
}
