import type { AskDeps } from '#src/ask/deps.ts';
import type { AskRequest } from '#src/ask/types.ts';
import { languageName } from '#src/language/language-name.ts';
import { isByModel } from '#src/texts/by-model/phrases.ts';
import { EXPLAIN } from '#src/texts/en/explanations.ts';
import { ENGLISH } from '#src/texts/english.ts';
import { ownSpeaker, wantedLanguage } from '#src/texts/languages.ts';
import { type Message, message } from '#src/texts/message.ts';
import type { Speaker } from '#src/texts/speaker.ts';

/** What an answer is told in. */
export interface Voice {
  readonly speaker: Speaker;
  /** Why it isn't in the language of the question; null if it is. */
  readonly note: Message | null;
}

/** Chooses the language of an answer: by texts of ours, else by those that the model translated so far. */
export async function chooseVoice(
  { question, acceptLanguage = '' }: AskRequest,
  workspaceId: string,
  { model, textsByModel, log }: AskDeps,
): Promise<Voice> {
  const author = textsByModel && model?.author;
  const isSpoken = (language: string) =>
    ownSpeaker(language) !== null || (author !== undefined && isByModel(language));
  const language = wantedLanguage(question, acceptLanguage, isSpoken);
  const own = ownSpeaker(language);
  if (own) return { speaker: own, note: null };
  const name = { language: languageName(language) };
  if (!author || !isByModel(language))
    return { speaker: ENGLISH, note: message(EXPLAIN.inEnglish, name) };
  try {
    const { speaker, translated } = await textsByModel.speaker(author, language, workspaceId);
    if (translated > 0) return { speaker, note: null };
  } catch (error) {
    log.warn({ err: error, language }, "the texts of a language can't be read");
  }
  return { speaker: ENGLISH, note: message(EXPLAIN.inEnglishYet, name) };
}

/** What an answer says of the texts of its language that have no translation. */
export function partlyEnglish({ language }: Speaker): Message {
  return message(EXPLAIN.partlyEnglish, { language: languageName(language, language) });
}
