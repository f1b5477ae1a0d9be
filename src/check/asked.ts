import type { InEnglish } from '#src/check/in-english.ts';
import { withPlainDigits } from '#src/language/digits.ts';
import { type Day, dayFor } from '#src/planner/day.ts';
import type { Catalog, ValueHit } from '#src/plugin-api/catalog.ts';
import { isFiltered, type RowPolicy } from '#src/principal.ts';

/** What checks compare the statement with, beside the catalog. */
export interface Asked {
  /** In English where it was asked in another language and can be said so; else in the user's words. */
  readonly question: string;
  /** Set where only what asks for something is said in English: what is not found there proves nothing. */
  readonly isPartly?: true;
  /** In the user's words, where `question` is not. */
  readonly asAsked?: string;
  /** The day that relative periods count from. */
  readonly today: Day;
  /** Whether the caller sees all rows: else what was measured over all of them is not said. */
  readonly seesAll: boolean;
  /** Set where a model wrote the statement. */
  readonly writtenFor?: WrittenFor;
  /** Set where the planner read the question beyond its sure path. */
  readonly heldTo?: HeldTo;
}

/** What a reading beyond the sure path is held to. */
export interface HeldTo {
  /** The question in English. */
  readonly words: string;
  /** Values of the data that it may name. */
  readonly hits: readonly ValueHit[];
}

/** What a statement of a model is held to, beside the question's own words. */
export interface WrittenFor {
  /** Values of the data that the question may name. */
  readonly hits: readonly ValueHit[];
  /** What else a condition may come from: earlier turns, metrics, notes, examples, other names of values. */
  readonly context: string;
}

export function askedOn(
  question: string,
  catalog: Catalog,
  now: Date,
  policy: RowPolicy,
  english: InEnglish | null = null,
): Asked {
  const day = dayFor(catalog, now);
  return {
    question: withPlainDigits(english?.text ?? question),
    ...(english === null ? {} : { asAsked: question }),
    ...(english?.isWhole === false ? { isPartly: true as const } : {}),
    today: day,
    seesAll: !isFiltered(policy, catalog),
  };
}
