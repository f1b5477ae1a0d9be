import type { ModelRequest } from '#src/plugin-api/language-model.ts';

/** What a model said of a column; null and empty: nothing that holds. */
export interface ColumnDraft {
  readonly name: string;
  readonly description: string | null;
  readonly synonyms: readonly string[];
}

/** What a model said of a table; nobody has signed it. */
export interface TableDraft {
  readonly description: string | null;
  readonly synonyms: readonly string[];
  readonly columns: readonly ColumnDraft[];
}

/** A draft with the shape of the table that it was made for: a table of another shape is not described by it. */
export interface StoredDraft {
  /** Lower case. */
  readonly table: string;
  readonly fingerprint: string;
  readonly draft: TableDraft;
}

/** Who pays for a call. */
export interface DraftPayer {
  readonly accountId: string;
  readonly clientId: string;
  readonly workspaceId: string;
  readonly plan: string;
}

/**
 * One call within the budgets of its payer: the text of the reply, `unreadable` where the model answered, was paid and
 * gave nothing of use, `away` where no budget or no model is left. Fails only when the signal ends it.
 */
export type AskForDrafts = (
  payer: DraftPayer,
  request: Pick<ModelRequest, 'system' | 'messages' | 'schema'>,
  signal: AbortSignal,
) => Promise<
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'unreadable' | 'away' }
>;
