import { COMMON } from '#src/texts/en/common.ts';
import { REASONS } from '#src/texts/en/reasons.ts';
import { GERMAN_TEXTS } from '#src/texts/german.ts';
import { inForm, partsOf, pluralPlaceOf } from '#src/texts/template.ts';

/** Languages without texts of ours, into which a configured model translates our templates. */
export const BY_MODEL = ['fr', 'es', 'pt', 'it', 'nl', 'pl', 'ja', 'zh', 'ar', 'hi'] as const;
export type LanguageByModel = (typeof BY_MODEL)[number];

export const isByModel = (language: string): language is LanguageByModel =>
  BY_MODEL.some((one) => one === language);

/** The parts of a catalogue, those first that most answers need. */
export const PHRASE_KINDS = ['message', 'label', 'sentence', 'noun', 'reason', 'question'] as const;
export type PhraseKind = (typeof PHRASE_KINDS)[number];

/** One text to translate: a template, or one of the plural forms that the language has of it. */
export interface Phrase {
  readonly kind: PhraseKind;
  /** The English template; of a decline reason, the reason. */
  readonly template: string;
  /** The plural category of the language, such as `few`; empty if the text doesn't depend on a number. */
  readonly form: string;
  /** What is translated, with numbered placeholders: `There are {1} {2}{3}.` */
  readonly text: string;
  /** The names of its placeholders, in their order. */
  readonly places: readonly string[];
  /** A number that takes the plural form; null without one. */
  readonly count: number | null;
}

/** What identifies a phrase of a language. */
export const phraseKey = ({ kind, template, form }: Pick<Phrase, 'kind' | 'template' | 'form'>) =>
  JSON.stringify([kind, template, form]);

/** Joined by the rules of the language itself (`listsOf`). */
const LISTS: ReadonlySet<string> = new Set([COMMON.and, COMMON.or, COMMON.comma]);

const known = new Map<string, readonly Phrase[]>();

/** Everything that a model translates for a language. */
export function phrasesOf(language: LanguageByModel): readonly Phrase[] {
  const found = known.get(language);
  if (found) return found;
  const made = PHRASE_KINDS.flatMap((kind) =>
    templatesOf(kind)
      .filter(hasWords)
      .flatMap((template) => formsIn(language, kind, template)),
  );
  known.set(language, made);
  return made;
}

/** The English templates of one part of a catalogue: those that the German one translates. */
export function templatesOf(kind: PhraseKind): readonly string[] {
  return [...GERMAN_TEXTS[`${kind}s`].keys()].filter((one) => !LISTS.has(one));
}

/** Whether there is anything to translate beside placeholders. */
const hasWords = (template: string): boolean =>
  partsOf(template).some(
    (part) => part.kind !== 'place' && /\p{L}/u.test(part.kind === 'text' ? part.text : 'plural'),
  );

function formsIn(language: string, kind: PhraseKind, template: string): readonly Phrase[] {
  const english = kind === 'reason' ? REASONS[template as keyof typeof REASONS] : template;
  const of = (form: string, count: number | null): Phrase => {
    const { text, places } = numbered(
      inForm(english, count === null ? 'other' : ENGLISH.select(count)),
    );
    return { kind, template, form, text, places, count };
  };
  if (pluralPlaceOf(english) === null) return [of('', null)];
  const rules = new Intl.PluralRules(language);
  return rules
    .resolvedOptions()
    .pluralCategories.map((form) => of(form, COUNTS.find((one) => rules.select(one) === form)!));
}

const ENGLISH = new Intl.PluralRules('en');
/** Numbers in which every plural category of the languages occurs, those first that are plain for it. */
const COUNTS = [5, 2, 3, 1, 0, ...Array.from({ length: 100 }, (_, at) => at + 6), 1_000_000, 1.5];

/** `{label} by {names}` → `{1} by {2}`, without the spaces around it. */
function numbered(template: string): Pick<Phrase, 'text' | 'places'> {
  const places: string[] = [];
  const text = template.replace(/\{(\w+)\}/g, (_, name: string) => `{${places.push(name)}}`);
  return { text: text.trim(), places };
}
