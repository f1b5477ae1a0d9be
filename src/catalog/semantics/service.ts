import { sql } from 'kysely';
import type { LoadCatalog } from '#src/catalog/generations/catalogs.ts';
import { readOverrides } from '#src/catalog/generations/overrides.ts';
import {
  type RepublishDeps,
  republish,
  semanticScope,
} from '#src/catalog/generations/republish.ts';
import { pairOf } from '#src/catalog/semantics/apply.ts';
import { checkNames, type SemanticsProblem } from '#src/catalog/semantics/check.ts';
import { checkSql } from '#src/catalog/semantics/check-sql.ts';
import type { SemanticsDocument } from '#src/catalog/semantics/document.ts';
import { draftSemantics, withOverrides } from '#src/catalog/semantics/draft.ts';
import {
  changeExamples,
  type ExampleChange,
  type ExampleOutcome,
  type WriteTarget,
} from '#src/catalog/semantics/examples.ts';
import { readSemantics, saveSemantics } from '#src/catalog/semantics/stored.ts';
import { AppError } from '#src/errors.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Dialect } from '#src/plugin-api/dialect.ts';
import type { Guard } from '#src/sql/guard.ts';
import type { Settle } from '#src/store/settle.ts';
import { shownWorkspace } from '#src/store/shown-workspaces.ts';

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
   * Adds an approved answer whose SQL has passed the guard, or takes one back. `settle` is called where that changes
   * something. Fails with `no_data` and `conflict`.
   */
  changeExamples(
    target: WriteTarget,
    change: ExampleChange,
    settle?: Settle<ExampleOutcome>,
  ): Promise<ExampleOutcome>;
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
      const problems = checkNames(document, catalog);
      if (problems.length === 0) {
        const dialect = await deps.dialectOf(catalog);
        problems.push(...(await checkSql(document, { ...deps, dialect, catalog, signal })));
      }
      if (problems.length > 0) throw unprocessable(problems);
      // Results that are kept hold rows as they were open.
      const before = await readSemantics(deps.store, scopeId);
      const closes = rowRule(before?.document) !== rowRule(document);
      return publish(deps, target, { document, closes, settle });
    },
    changeExamples: (target, change, settle) => changeExamples(deps, target, change, settle),
  };
}

const rowRule = (document: SemanticsDocument | undefined): string =>
  JSON.stringify([document?.row_filter ?? null, document?.shared_tables ?? []]);

async function shownNow(
  { store, loadCatalog }: SemanticsDeps,
  workspaceId: string,
): Promise<{ readonly catalog: Catalog; readonly scopeId: string }> {
  const shown = await shownWorkspace(store, workspaceId);
  const catalog = shown?.generation_id ? await loadCatalog(shown.generation_id) : null;
  if (!shown || !catalog)
    throw new AppError('no_data', 'There are no tables yet that could be described.');
  const { scopeId } = await semanticScope(store, shown);
  return { catalog, scopeId };
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
    find: (discovered) => {
      const kept = new Set((document.relationships ?? []).map(pairOf));
      return document.relationships === undefined
        ? []
        : draftSemantics(discovered).relationships!.filter((one) => !kept.has(pairOf(one)));
    },
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
