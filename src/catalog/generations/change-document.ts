import { fold } from '#src/catalog/fold.ts';
import {
  type RepublishDeps,
  type RepublishTarget,
  republish,
  semanticScope,
} from '#src/catalog/generations/republish.ts';
import { type SemanticsDocument, semanticsDocument } from '#src/catalog/semantics/document.ts';
import {
  readSemantics,
  type StoredSemantics,
  saveSemantics,
} from '#src/catalog/semantics/stored.ts';
import { AppError } from '#src/errors.ts';
import type { ApprovedExample } from '#src/plugin-api/catalog.ts';
import type { Settle } from '#src/store/settle.ts';
import { shownWorkspace } from '#src/store/shown-workspaces.ts';

export interface WriteTarget extends RepublishTarget {
  /** Id of the key that sends it. */
  readonly keyId: string;
}

export interface ExampleChange {
  /** Takes the place of those of an equal question. */
  readonly add: ApprovedExample | null;
  readonly remove: ApprovedExample | null;
}

/** The document as it should be; null: it is so already. */
export type DocumentChange = (document: SemanticsDocument) => SemanticsDocument | null;

/**
 * - `does not fit`: the document may not get that long
 * - `of the tenant`: the data is that of the whole tenant, which the caller does not reach
 */
export type ChangeOutcome = 'changed' | 'unchanged' | 'does not fit' | 'of the tenant';

/**
 * Publishes a new version of what people said with one change, whose SQL has passed the guard. Where they said nothing
 * yet it begins from an empty document: what discovery drafts goes on being drafted.
 */
export async function changeDocument(
  deps: RepublishDeps,
  target: WriteTarget,
  change: DocumentChange,
  settle?: Settle<ChangeOutcome>,
): Promise<ChangeOutcome> {
  const shown = await shownWorkspace(deps.store, target.workspaceId);
  if (!shown?.generation_id)
    throw new AppError('no_data', 'There are no tables to describe yet. Add data first.');
  const { scopeId, workspaceId } = await semanticScope(deps.store, shown);
  if (workspaceId === null && !target.reachesTenant) return 'of the tenant';
  const next = changed(await readSemantics(deps.store, scopeId), change);
  if (typeof next === 'string') return next;
  return republish<void, ChangeOutcome>(deps, target, {
    find: () => undefined,
    closes: false,
    save: async (trx, scope, _found, at) => {
      // Read again: another version may have come in between.
      const now = changed(await readSemantics(trx, scope.scopeId), change);
      if (now === 'does not fit')
        throw new AppError('conflict', 'The definitions changed in the meantime. Load them again.');
      if (now === 'unchanged') return;
      const { clientId } = scope;
      await saveSemantics(
        trx,
        { scopeId: scope.scopeId, clientId, createdBy: target.keyId, at },
        now,
      );
    },
    result: () => 'changed',
    settle,
  });
}

function changed(
  said: StoredSemantics | null,
  change: DocumentChange,
): Omit<StoredSemantics, 'version'> | 'unchanged' | 'does not fit' {
  const document = change(said?.document ?? semanticsDocument.parse({}));
  if (document === null) return 'unchanged';
  if (!semanticsDocument.safeParse(document).success) return 'does not fit';
  return { document, dropped: said?.dropped ?? [] };
}

/** Adds an approved answer, or takes one back. */
export const examplesChanged =
  ({ add, remove }: ExampleChange): DocumentChange =>
  (document) => {
    const left = document.examples.filter(
      (one) =>
        !(remove && isSame(one, remove)) && !(add && fold(one.question) === fold(add.question)),
    );
    const examples = [...left, ...(add ? [{ question: add.question, sql: add.sql }] : [])];
    const isKnown = add !== null && document.examples.some((one) => isSame(one, add));
    const isAsBefore = examples.length === document.examples.length && (isKnown || !add);
    return isAsBefore ? null : { ...document, examples };
  };

const isSame = (one: ApprovedExample, other: ApprovedExample) =>
  fold(one.question) === fold(other.question) && one.sql === other.sql;
