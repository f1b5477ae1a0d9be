import { type Catalogue, Speaker } from '#src/texts/speaker.ts';

/** Labels of computed numbers take an article within a sentence; totals and plain names don't. */
const COMPUTED =
  /^(?:number|ratio|average|maximum|minimum|median|earliest|latest|highest|lowest|standard|variance|\d+(?:st|nd|rd|th) percentile) /;

const CATALOGUE: Catalogue = {
  language: 'en',
  messages: new Map(),
  sentences: new Map(),
  labels: new Map(),
  nouns: new Map(),
  questions: new Map(),
  reasons: new Map(),
  definite: (label) => (COMPUTED.test(label) ? `the ${label}` : label),
};

/** The language that every text is written in, and the fallback for languages without a catalogue. */
export const ENGLISH = new Speaker(CATALOGUE);
