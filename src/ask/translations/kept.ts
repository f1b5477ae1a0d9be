import type { TextAuthor, TranslatedPhrase } from '#src/ask/texts-by-model.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import type { Store } from '#src/store/schema.ts';
import type { Fault } from '#src/texts/by-model/fault.ts';
import { type LanguageByModel, type PhraseKind, phraseKey } from '#src/texts/by-model/phrases.ts';

/** What one model made of one language, by `phraseKey`. */
export type KeptLanguage = ReadonlyMap<string, TranslatedPhrase>;

export async function readLanguage(
  store: Store,
  author: TextAuthor,
  language: LanguageByModel,
): Promise<KeptLanguage> {
  const rows = await store
    .selectFrom('translations')
    .select(['kind', 'template', 'form', 'text', 'fault', 'attempts', 'updated_at'])
    .where('scope_id', '=', scopeOf(author))
    .where('model', '=', author.model)
    .where('language', '=', language)
    .execute();
  const phrases = rows.map(({ kind, fault, updated_at: updatedAt, ...row }) => ({
    ...row,
    kind: kind as PhraseKind,
    fault: fault as Fault | null,
    updatedAt,
  }));
  return new Map(phrases.map((one) => [phraseKey(one), one]));
}

/** Keeps what a call gave; a usable translation that another gateway kept meanwhile stays. */
export async function keepLanguage(
  { store, clock }: { readonly store: Store; readonly clock: Clock },
  author: TextAuthor,
  language: LanguageByModel,
  phrases: readonly Omit<TranslatedPhrase, 'updatedAt'>[],
): Promise<void> {
  const { model, clientId, workspaceId } = author;
  const at = timestamp(clock.now());
  await store
    .insertInto('translations')
    .values(
      phrases.map(({ kind, template, form, text, fault, attempts }) => ({
        ...{ scope_id: scopeOf(author), client_id: clientId, workspace_id: workspaceId },
        ...{ model, language, kind, template, form, text, fault, attempts, updated_at: at },
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['scope_id', 'model', 'language', 'kind', 'template', 'form'])
        .doUpdateSet((e) => ({
          text: e.ref('excluded.text'),
          fault: e.ref('excluded.fault'),
          attempts: e.ref('excluded.attempts'),
          updated_at: e.ref('excluded.updated_at'),
        }))
        .where('translations.text', 'is', null),
    )
    .execute();
}

const scopeOf = ({ clientId, workspaceId }: TextAuthor) => workspaceId ?? clientId ?? '';
