import { acceptedLanguages, askedLanguage } from '#src/texts/asked-language.ts';
import { ENGLISH } from '#src/texts/english.ts';
import { GERMAN } from '#src/texts/german.ts';
import type { Speaker } from '#src/texts/speaker.ts';

/** Texts of other languages than ours; null where there are none. */
export interface OtherTexts {
  speaker(language: string): Speaker | null;
}

/** Who speaks to an asker. */
export interface Chosen {
  readonly speaker: Speaker;
  /** The language of the question in English, where English stands in for it; else null. */
  readonly missing: string | null;
}

const OURS: ReadonlyMap<string, Speaker> = new Map(
  [ENGLISH, GERMAN].map((speaker) => [speaker.language, speaker]),
);

const NAMES = new Intl.DisplayNames(['en'], { type: 'language' });

/** The languages that answers are said in. */
export class Languages {
  readonly #others: OtherTexts | null;

  constructor(others: OtherTexts | null = null) {
    this.#others = others;
  }

  of(language: string): Speaker | null {
    return OURS.get(language) ?? this.#others?.speaker(language) ?? null;
  }

  /** By the language of the question, else the first of `Accept-Language` that is spoken, else English. */
  choose(question: string, accepted = ''): Chosen {
    const asked = askedLanguage(question);
    if (asked === null) {
      const spoken = acceptedLanguages(accepted).flatMap((one) => this.of(one) ?? []);
      return { speaker: spoken[0] ?? ENGLISH, missing: null };
    }
    const speaker = this.of(asked);
    return speaker
      ? { speaker, missing: null }
      : { speaker: ENGLISH, missing: NAMES.of(asked) ?? asked };
  }
}
