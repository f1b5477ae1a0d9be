import type { Transaction } from 'kysely';
import { CLOSING_RULES } from '#src/catalog/close-secrets.ts';
import { applyDrafts } from '#src/catalog/enrichment/apply.ts';
import { readStoredDrafts } from '#src/catalog/enrichment/stored.ts';
import { storedCatalog } from '#src/catalog/generations/catalogs.ts';
import { endSnapshots } from '#src/catalog/generations/end-snapshots.ts';
import {
  applyOverrides,
  readOverrides,
  type SchemaOverride,
  withoutClosedProfiles,
} from '#src/catalog/generations/overrides.ts';
import { addSynonyms, applySemantics } from '#src/catalog/semantics/apply.ts';
import { meaningOf } from '#src/catalog/semantics/meaning.ts';
import { closedByFilter } from '#src/catalog/semantics/row-filter.ts';
import { readSemantics, type StoredSemantics } from '#src/catalog/semantics/stored.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { StoreSchema } from '#src/store/schema.ts';

export interface NewGeneration {
  /** As it was found; it bears the id of the generation. */
  readonly discovered: Catalog;
  readonly owner: { readonly workspaceId: string } | { readonly databaseId: string };
  /** Whose changes apply: the workspace, or the tenant for a database of all its workspaces. */
  readonly scopeId: string;
  readonly dataDir: string;
  readonly at: string;
}

/** What people and a model say of a catalog. */
export interface Description {
  readonly overrides: readonly SchemaOverride[];
  readonly semantics: StoredSemantics | null;
  readonly drafts: Parameters<typeof applyDrafts>[2];
}

/** A catalog with what is said of it, and the same as questions see it: without what a row filter closes. */
export function describedCatalog(
  discovered: Catalog,
  { overrides, semantics, drafts }: Description,
): { readonly said: Catalog; readonly made: Catalog } {
  const withPeople = (found: Catalog) =>
    addSynonyms(
      applyOverrides(applySemantics(found, semantics), overrides),
      semantics?.document ?? {},
    );
  const metrics = semantics?.document.metrics ?? [];
  const described = withPeople(
    drafts.length === 0
      ? discovered
      : applyDrafts(discovered, withPeople(discovered), drafts, metrics),
  );
  const said = semantics
    ? { ...described, meaning: meaningOf(semantics.document, described) }
    : described;
  return { said, made: closedByFilter(said) };
}

/** A discovered catalog as the store keeps it, with what a model drafted and people changed of it by now. */
export async function generationTexts(
  trx: Transaction<StoreSchema>,
  { discovered, scopeId, dataDir }: Pick<NewGeneration, 'discovered' | 'scopeId' | 'dataDir'>,
): Promise<{
  readonly made: Catalog;
  readonly texts: { readonly catalog: string; readonly discovered: string | null };
}> {
  const overrides = await readOverrides(trx, scopeId);
  const semantics = await readSemantics(trx, scopeId);
  const drafts = await readStoredDrafts(trx, scopeId);
  const { said, made } = describedCatalog(discovered, { overrides, semantics, drafts });
  const kept =
    overrides.length === 0 &&
    semantics === null &&
    drafts.length === 0 &&
    // Views are closed by what they read, and of a table with hidden columns less is shown than was found.
    !discovered.tables.some(({ reads, columns }) => reads || columns.some(({ hidden }) => hidden))
      ? null
      : withoutClosedProfiles(discovered, said);
  return {
    made,
    texts: {
      catalog: storedCatalog(made, dataDir),
      discovered: kept && storedCatalog(kept, dataDir),
    },
  };
}

/**
 * Writes a generation in the transaction that shows it. That transaction has moved its owner to the generation before, so
 * that no change of the same scope comes in between.
 */
export async function writeGeneration(
  trx: Transaction<StoreSchema>,
  { discovered, owner, scopeId, dataDir, at }: NewGeneration,
): Promise<Catalog> {
  const { made, texts } = await generationTexts(trx, { discovered, scopeId, dataDir });
  await trx
    .insertInto('generations')
    .values({
      id: discovered.generationId,
      workspace_id: 'workspaceId' in owner ? owner.workspaceId : null,
      database_id: 'databaseId' in owner ? owner.databaseId : null,
      ...texts,
      closing_rules: CLOSING_RULES,
      published_at: at,
    })
    .execute();
  await endSnapshots(trx, owner, made);
  return made;
}
