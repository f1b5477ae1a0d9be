import { languageName } from '#src/language/language-name.ts';
import { objectsIn, withoutThoughts } from '#src/objects-in-text.ts';
import type { ModelRequest } from '#src/plugin-api/language-model.ts';
import { areInAnother, type Fault, faultOf } from '#src/texts/by-model/fault.ts';
import type { LanguageByModel, Phrase } from '#src/texts/by-model/phrases.ts';

const SYSTEM = `You translate the interface texts of a data analysis product, which answers questions about tables.
Each text has numbered placeholders such as {1}. They are filled later: "places" says with what (n, total, high, low: a number; value, amount: a number with its unit; label, labels, noun, things, thing, groups: names of columns, tables or computed numbers; name, text: a value of the data; when, period, moment, day: a date or period; scope, conditions, attributes: which rows, in words; end: "highest" or "lowest").
Write every placeholder exactly once, unchanged, in the order that the language needs. Add nothing: no number, no name, no link, no markup, no further sentence. Nothing is known of the gender of what is filled in, so word it neutrally.
"kind" says where the text stands: message and sentence are sentences or parts of them, label names a number or condition within a sentence, noun is an everyday word of business, question is what a user could ask, reason is why there is no answer. "count" is a number that the text is for: use the plural form of that number.
Write as a good business product does: short, plain, polite form. Keep words of SQL in capitals.
Reply with one JSON object: {"texts":[{"id","text"}]}.`;

const SCHEMA = {
  type: 'object',
  properties: {
    texts: {
      type: 'array',
      items: {
        type: 'object',
        properties: { id: { type: 'integer' }, text: { type: 'string' } },
        required: ['id', 'text'],
        additionalProperties: false,
      },
    },
  },
  required: ['texts'],
  additionalProperties: false,
} as const;

/** One call for several phrases. */
export function translationRequest(
  language: LanguageByModel,
  phrases: readonly Phrase[],
): Pick<ModelRequest, 'system' | 'messages' | 'schema'> {
  const lines = phrases.map(({ kind, text, places, count }, at) =>
    JSON.stringify({
      id: at + 1,
      kind,
      text,
      ...(places.length > 0 && { places }),
      ...(count !== null && { count }),
    }),
  );
  const text = `Translate from English into ${languageName(language)} (${language}):\n${lines.join('\n')}`;
  return { system: SYSTEM, messages: [{ role: 'user', text }], schema: SCHEMA };
}

/** What a reply gives for a phrase. */
export interface Translated {
  readonly phrase: Phrase;
  readonly text: string | null;
  readonly fault: Fault | null;
}

/** Reads a reply: a translation that can't be used has its fault instead of a text, and so has one that is missing. */
export function readTranslations(
  reply: string,
  language: LanguageByModel,
  phrases: readonly Phrase[],
): readonly Translated[] {
  const said = textsIn(reply);
  const read = phrases.map((phrase, at): Translated => {
    const text =
      said
        .get(at + 1)
        ?.normalize('NFC')
        .trim() ?? '';
    const fault = faultOf(phrase, text, language);
    return { phrase, text: fault === null ? text : null, fault };
  });
  const texts = read.flatMap(({ text, phrase }) =>
    text !== null && phrase.kind !== 'noun' ? [text] : [],
  );
  if (!areInAnother(texts, language)) return read;
  return read.map((one) => ({ ...one, text: null, fault: one.fault ?? 'language' }));
}

/** The texts of the last object that has some, by their ids; of an id that stands twice, the first. */
function textsIn(reply: string): ReadonlyMap<number, string> {
  const lists = objectsIn(withoutThoughts(reply)).flatMap(({ value, isCut }) => {
    const { texts } = value as { readonly texts?: unknown };
    if (!Array.isArray(texts)) return [];
    return [(isCut ? texts.slice(0, -1) : texts) as readonly unknown[]];
  });
  const entries = (lists.at(-1) ?? []).flatMap((one) => {
    const { id, text } = (one ?? {}) as { readonly id?: unknown; readonly text?: unknown };
    return typeof text === 'string' ? [[Number(id), text] as const] : [];
  });
  return new Map(entries.toReversed());
}
