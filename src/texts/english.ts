import { type Catalogue, Speaker } from '#src/texts/speaker.ts';

/** Labels that say how something is computed take an article within a sentence; a total and plain names do not. */
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

/** The language that every text is written in first, and that stands in for those without a catalogue. */
export const ENGLISH = new Speaker(CATALOGUE);
