import { acceptedLanguages, askedLanguage } from '#src/texts/asked-language.ts';
import { ENGLISH } from '#src/texts/english.ts';
import { GERMAN } from '#src/texts/german.ts';
import type { Speaker } from '#src/texts/speaker.ts';

const SPEAKERS: ReadonlyMap<string, Speaker> = new Map(
  [ENGLISH, GERMAN].map((speaker) => [speaker.language, speaker]),
);

/** The language by texts of ours; null if we have none. */
export const ownSpeaker = (language: string): Speaker | null => SPEAKERS.get(language) ?? null;

/** The language of the question, else the first of `Accept-Language` that can be spoken, else English. */
export function wantedLanguage(
  question: string,
  accepted: string,
  isSpoken: (language: string) => boolean,
): string {
  const asked = askedLanguage(question);
  return asked ?? acceptedLanguages(accepted).find(isSpoken) ?? ENGLISH.language;
}

/** The first language of an `Accept-Language` header that has texts of ours, else English. */
export function acceptedSpeaker(header = ''): Speaker {
  const [first] = acceptedLanguages(header).flatMap((one) => ownSpeaker(one) ?? []);
  return first ?? ENGLISH;
}
