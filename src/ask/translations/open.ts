import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import type { ModelDeps } from '#src/ask/deps.ts';
import { callInBackground } from '#src/ask/model/background-calls.ts';
import type { TextAuthor, TextsByModel } from '#src/ask/texts-by-model.ts';
import { type KeptLanguage, keepLanguage, readLanguage } from '#src/ask/translations/kept.ts';
import { readTranslations, translationRequest } from '#src/ask/translations/request.ts';
import type { Clock } from '#src/clock.ts';
import type { JobHandler } from '#src/jobs/types.ts';
import type { SpendControl } from '#src/plugin-api/budget-policy.ts';
import type { Store } from '#src/store/schema.ts';
import { type SpeakerByModel, speakerByModel } from '#src/texts/by-model/catalogue.ts';
import {
  isByModel,
  type LanguageByModel,
  type Phrase,
  phraseKey,
  phrasesOf,
} from '#src/texts/by-model/phrases.ts';

/** Kind of the job that translates what is missing of a language. */
export const TRANSLATE_JOB = 'texts.translate';

/** A language that is wanted, in whose name the model is asked. */
interface TranslateJob {
  readonly language: string;
  readonly author: TextAuthor;
}

export interface TextsByModelDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
  readonly config: Pick<Config, 'model'>;
  readonly budget: SpendControl;
  readonly modelOf: (place: {
    readonly clientId: string;
    readonly workspaceId: string;
  }) => Promise<ModelDeps | null>;
  /** Adds the job, unless the same one waits or runs already. */
  readonly enqueue: (workspaceId: string, job: TranslateJob) => Promise<void>;
}

export interface OpenTextsByModel extends TextsByModel {
  /** Does the job. */
  readonly translate: JobHandler;
}

/** Languages that are held ready. */
const KEPT = 200;
/** How long an unfinished language is taken for what it was (milliseconds): another gateway may have translated more. */
const REREAD_MS = 30_000;
/** How often a model is asked for a phrase whose translation can't be used. */
const MOST_ATTEMPTS = 2;

interface Loaded {
  readonly made: SpeakerByModel;
  readonly isDone: boolean;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Our texts in the languages that we have none of, as the configured model translated them: phrase by phrase, once, in
 * the background. No question waits for it, and no number is ever worded by a model.
 */
export function openTextsByModel(deps: TextsByModelDeps): OpenTextsByModel {
  const { store, clock, log, config } = deps;
  const loaded = new LRUCache<string, Promise<Loaded>>({ max: KEPT });
  const wanted = new LRUCache<string, number>({ max: KEPT });
  const now = () => clock.now().getTime();

  const load = async (author: TextAuthor, language: LanguageByModel): Promise<Loaded> => {
    const at = now();
    const kept = await readLanguage(store, author, language);
    const texts = [...kept].flatMap(([key, { text }]) =>
      text === null ? [] : [[key, text] as const],
    );
    const made = speakerByModel(language, new Map(texts));
    return { made, isDone: leftOf(language, kept).length === 0, at };
  };

  const current = async (
    key: string,
    author: TextAuthor,
    language: LanguageByModel,
  ): Promise<Loaded> => {
    const known = loaded.get(key);
    const found = known && (await known);
    if (found && (found.isDone || now() - found.at < REREAD_MS)) return found;
    const loading = load(author, language);
    loaded.set(key, loading);
    loading.catch(() => loaded.delete(key));
    return loading;
  };

  const want = (key: string, workspaceId: string, job: TranslateJob): void => {
    const last = wanted.get(key);
    if (last !== undefined && now() - last < config.model.translation_retry_ms) return;
    wanted.set(key, now());
    deps.enqueue(workspaceId, job).catch((error: unknown) => {
      wanted.delete(key);
      log.warn({ err: error, language: job.language }, 'no translation was asked for');
    });
  };

  return {
    async speaker(author, language, workspaceId) {
      const key = keyOf(author, language);
      const { made, isDone } = await current(key, author, language);
      if (!isDone) want(key, workspaceId, { language, author });
      return made;
    },

    async list(author, language) {
      const kept = await readLanguage(store, author, language);
      return phrasesOf(language).map((phrase) => ({
        phrase,
        made: kept.get(phraseKey(phrase)) ?? null,
      }));
    },

    async translate({ workspaceId, payload, signal }) {
      const { language } = payload as unknown as TranslateJob;
      const payer = workspaceId === null ? null : await payerOf(store, workspaceId);
      if (!payer || !isByModel(language)) return undefined;
      const model = await deps.modelOf(payer);
      if (!model?.author) return undefined;
      try {
        return await translateLeft(deps, { model, author: model.author, payer }, language, signal);
      } finally {
        loaded.delete(keyOf(model.author, language));
      }
    },
  };
}

const keyOf = (author: TextAuthor, language: string) => JSON.stringify([author, language]);

/** The phrases that a model is still asked for. */
const leftOf = (language: LanguageByModel, kept: KeptLanguage): readonly Phrase[] =>
  phrasesOf(language).filter((phrase) => {
    const made = kept.get(phraseKey(phrase));
    return !made || (made.text === null && made.attempts < MOST_ATTEMPTS);
  });

type Payer = NonNullable<Awaited<ReturnType<typeof payerOf>>>;

/** Calls the model until nothing is left, it gives nothing, or it was called often enough. */
async function translateLeft(
  deps: TextsByModelDeps,
  { model, author, payer }: { model: ModelDeps; author: TextAuthor; payer: Payer },
  language: LanguageByModel,
  signal: AbortSignal,
) {
  const { store, config } = deps;
  const { translation_calls: most, translation_texts: size } = config.model;
  for (let calls = 0; calls < most; calls += 1) {
    signal.throwIfAborted();
    const kept = await readLanguage(store, author, language);
    const batch = leftOf(language, kept).slice(0, size);
    if (batch.length === 0) return { language, calls };
    const call = {
      ...{ model, payer, purpose: 'translations' },
      request: translationRequest(language, batch),
    };
    const reply = await callInBackground(deps, call, signal);
    if (reply.kind === 'away') return { language, calls };
    const text = reply.kind === 'text' ? reply.text : '';
    const made = readTranslations(text, language, batch).map(({ phrase, ...one }) => {
      const { kind, template, form } = phrase;
      const attempts = (kept.get(phraseKey(phrase))?.attempts ?? 0) + 1;
      return { kind, template, form, ...one, attempts };
    });
    await keepLanguage(deps, author, language, made);
  }
  return { language, calls: most };
}

/** Whose budgets the calls for a workspace count against. */
async function payerOf(store: Store, workspaceId: string) {
  const row = await store
    .selectFrom('workspaces')
    .innerJoin('tenants', 'tenants.id', 'workspaces.client_id')
    .innerJoin('accounts', 'accounts.id', 'tenants.account_id')
    .select(['accounts.id', 'accounts.plan', 'workspaces.client_id'])
    .where('workspaces.id', '=', workspaceId)
    .executeTakeFirst();
  return row && { accountId: row.id, clientId: row.client_id, workspaceId, plan: row.plan };
}
