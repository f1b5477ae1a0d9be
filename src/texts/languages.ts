import { acceptedLanguages, askedLanguage } from '#src/texts/asked-language.ts';
import { ENGLISH } from '#src/texts/english.ts';
import { GERMAN } from '#src/texts/german.ts';
import type { Speaker } from '#src/texts/speaker.ts';

/** The language that an answer is shown in. */
interface Chosen {
  readonly speaker: Speaker;
  /** The English name of the question's language if the answer is in English for lack of texts; else null. */
  readonly missing: string | null;
}

const SPEAKERS: ReadonlyMap<string, Speaker> = new Map(
  [ENGLISH, GERMAN].map((speaker) => [speaker.language, speaker]),
);

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

/** Chooses the language of the question, else the first supported one of `Accept-Language`, else English. */
export function chooseLanguage(question: string, accepted = ''): Chosen {
  const asked = askedLanguage(question);
  if (asked === null) return { speaker: acceptedSpeaker(accepted), missing: null };
  const speaker = SPEAKERS.get(asked);
  return speaker
    ? { speaker, missing: null }
    : { speaker: ENGLISH, missing: NAMES.of(asked) ?? asked };
}

/** The first supported language of an `Accept-Language` header, else English. */
export function acceptedSpeaker(header = ''): Speaker {
  const [first] = acceptedLanguages(header).flatMap((one) => SPEAKERS.get(one) ?? []);
  return first ?? ENGLISH;
}
