import { ANALYSES } from '#src/texts/de/analyses.ts';
import { CHECKS } from '#src/texts/de/checks.ts';
import { COMMON_TEXTS } from '#src/texts/de/common.ts';
import { BY_REASON, DECLINES } from '#src/texts/de/declines.ts';
import { EXPLANATIONS } from '#src/texts/de/explanations.ts';
import { LABELS, NOUNS, QUESTIONS } from '#src/texts/de/labels.ts';
import { NOTES } from '#src/texts/de/notes.ts';
import { type Catalogue, Speaker } from '#src/texts/speaker.ts';

const SENTENCES = [NOTES, CHECKS, ANALYSES, DECLINES];

export const GERMAN_TEXTS: Catalogue = {
  language: 'de',
  messages: new Map(Object.entries({ ...EXPLANATIONS, ...COMMON_TEXTS })),
  sentences: new Map(SENTENCES.flatMap((texts) => [...texts])),
  labels: LABELS,
  nouns: NOUNS,
  questions: QUESTIONS,
  reasons: new Map(Object.entries(BY_REASON)),
};

export const GERMAN = new Speaker(GERMAN_TEXTS);
