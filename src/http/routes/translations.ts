import { z } from 'zod';
import type { AccountsService, ResolvedWorkspace } from '#src/accounts/types.ts';
import type { TextAuthor, TextsByModel } from '#src/ask/texts-by-model.ts';
import { FAULTS } from '#src/texts/by-model/fault.ts';
import { BY_MODEL, PHRASE_KINDS } from '#src/texts/by-model/phrases.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { timestamp, workspaceParams } from '../schemas.ts';

export interface TranslationRoutesDeps {
  readonly accounts: Pick<AccountsService, 'workspace'>;
  readonly textsByModel: Pick<TextsByModel, 'list'>;
  /** Whose translations the answers of a workspace use; null: it has no model that translates. */
  readonly authorOf: (workspace: ResolvedWorkspace) => Promise<TextAuthor | null>;
}

const count = z.int();
const text = z
  .object({
    kind: z.enum(PHRASE_KINDS),
    english: z.string().meta({ description: 'With numbered placeholders' }),
    plural_form: z.string().nullable().meta({
      description: "The language's plural category; null if the text doesn't depend on a number",
    }),
    translation: z.string().nullable().meta({ description: 'Null if English is shown instead' }),
    fault: z.enum(FAULTS).nullable().meta({
      description: "Why the model's translation isn't used",
    }),
    updated_at: timestamp
      .nullable()
      .meta({ description: "Null if the model hasn't been asked yet" }),
  })
  .meta({ id: 'TextTranslation' });
const list = z
  .object({
    language: z.enum(BY_MODEL).meta({ description: 'BCP 47' }),
    model: z.string().nullable().meta({
      description: 'Provider and model; null if no model translates for this workspace',
    }),
    translated: count.meta({ description: 'Number of texts whose translation is used' }),
    total: count,
    texts: z.array(text).meta({ description: 'All texts, translated or not' }),
  })
  .meta({ id: 'TextTranslations' });

/** The texts of answers in a language that Plumbline has no texts for, as the model translated them. */
export const translationsRoute = ({
  accounts,
  textsByModel,
  authorOf,
}: TranslationRoutesDeps): Route =>
  defineRoute({
    method: 'get',
    path: '/clients/{client_id}/workspaces/{workspace_id}/translations/{language}',
    summary: "List the model's translations of the texts in answers",
    tag: 'Models',
    capability: 'manage',
    rate: 'request',
    params: workspaceParams.extend({ language: z.enum(BY_MODEL) }),
    responses: { 200: { description: 'The translations', schema: list } },
    errors: ['workspace_not_found'],
    async handle({ principal, params: { client_id, workspace_id, language } }) {
      const place = { clientId: client_id, workspaceId: workspace_id };
      const author = await authorOf(await accounts.workspace(principal, place));
      const phrases = author ? await textsByModel.list(author, language) : [];
      const texts = phrases.map(({ phrase, made }) => ({
        kind: phrase.kind,
        english: phrase.text,
        plural_form: phrase.form || null,
        translation: made?.text ?? null,
        fault: made?.fault ?? null,
        updated_at: made?.updatedAt ?? null,
      }));
      const translated = texts.filter(({ translation }) => translation !== null).length;
      return json({
        ...{ language, model: author?.model ?? null, translated, total: texts.length, texts },
      });
    },
  });
