import type { Kysely } from 'kysely';
import type { SemanticRelationship, SemanticsDocument } from '#src/catalog/semantics/document.ts';
import { newId } from '#src/ids.ts';
import type { StoreSchema } from '#src/store/schema.ts';

/** The newest version of what people said within a scope. */
export interface StoredSemantics {
  readonly version: number;
  readonly document: SemanticsDocument;
  /** Relationships that discovery had found and the document left out: they stay out. */
  readonly dropped: readonly SemanticRelationship[];
}

/** Null where nothing was said yet. */
export async function readSemantics(
  db: Kysely<StoreSchema>,
  scopeId: string,
): Promise<StoredSemantics | null> {
  const row = await db
    .selectFrom('semantics')
    .select(['version', 'document', 'dropped'])
    .where('scope_id', '=', scopeId)
    .orderBy('version', 'desc')
    .executeTakeFirst();
  if (!row) return null;
  return {
    version: row.version,
    document: JSON.parse(row.document) as SemanticsDocument,
    dropped: JSON.parse(row.dropped) as SemanticRelationship[],
  };
}

/** Adds a version; earlier ones stay. Runs in the transaction that publishes it. */
export async function saveSemantics(
  db: Kysely<StoreSchema>,
  about: {
    readonly scopeId: string;
    readonly clientId: string;
    readonly createdBy: string;
    readonly at: string;
  },
  said: Omit<StoredSemantics, 'version'>,
): Promise<void> {
  const before = await readSemantics(db, about.scopeId);
  await db
    .insertInto('semantics')
    .values({
      id: newId('sem'),
      scope_id: about.scopeId,
      client_id: about.clientId,
      version: (before?.version ?? 0) + 1,
      document: JSON.stringify(said.document),
      dropped: JSON.stringify(said.dropped),
      created_by: about.createdBy,
      created_at: about.at,
    })
    .execute();
}
