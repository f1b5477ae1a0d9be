import { COMMON, WHEN } from '#src/texts/en/common.ts';
import { Forms, type Found } from '#src/texts/forms.ts';
import type { Label, List, Said, Value, Values } from '#src/texts/message.ts';
import { amountText, momentText } from '#src/texts/numbers.ts';
import { periodOf } from '#src/texts/periods.ts';
import { placeOf } from '#src/texts/places.ts';
import { type Part, partsOf } from '#src/texts/template.ts';

/** The translations of templates; null: it has none yet, and English takes its place. */
export type Translations = ReadonlyMap<string, string | null>;

/** The texts of one language. */
export interface Catalogue {
  /** BCP 47. */
  readonly language: string;
  /** Translations of message templates; missing ones are shown in English. */
  readonly messages: Translations;
  /** Translations of English sentences that come as finished text, by their template. */
  readonly sentences: Translations;
  /** Translations of labels and conditions, as they appear within sentences. */
  readonly labels: Translations;
  /** Translations of everyday business nouns. */
  readonly nouns: Translations;
  /** Translations of suggested questions, in words that the planner reads in this language. */
  readonly questions: Translations;
  /** A sentence for each decline reason, shown when the decline's own sentence has no translation. */
  readonly reasons: Translations;
  /** Adds the definite article to a label, in languages where it doesn't depend on gender. */
  readonly definite?: (label: string) => string;
}

/** Renders texts in one language: numbers and dates in its format, names and values unchanged. */
export class Speaker {
  readonly language: string;
  readonly #catalogue: Catalogue;
  readonly #forms: FormsOfCatalogue;
  readonly #onMissing: () => void;
  readonly #isRightToLeft: boolean;

  constructor(
    catalogue: Catalogue,
    forms = formsOfCatalogue(catalogue),
    onMissing: () => void = () => {},
  ) {
    this.#catalogue = catalogue;
    this.#forms = forms;
    this.#onMissing = onMissing;
    this.language = catalogue.language;
    this.#isRightToLeft = RIGHT_TO_LEFT.has(new Intl.Locale(catalogue.language).language);
  }

  /** The same speaker, which calls `onMissing` whenever English takes the place of a missing translation. */
  noticing(onMissing: () => void): Speaker {
    return new Speaker(this.#catalogue, this.#forms, onMissing);
  }

  get isEnglish(): boolean {
    return this.language === 'en';
  }

  /** Renders a message, or translates an English text sentence by sentence; sentences without a translation stay. */
  text(said: Said): string {
    if (typeof said !== 'string') {
      const { template, values } = said;
      return begun(this.#filled(template, values), template, values);
    }
    return this.#sentencesOf(said)
      .map(({ english, own }) => own ?? english)
      .join(' ');
  }

  /** Translates an English text; null if any of its sentences has no translation. */
  translated(english: string): string | null {
    const sentences = this.#sentencesOf(english);
    return sentences.every(({ own }) => own !== null)
      ? sentences.map(({ own }) => own).join(' ')
      : null;
  }

  /** The sentences of a text with their translations; one template may cover several sentences. */
  #sentencesOf(english: string) {
    const own = this.known(english);
    const sentences = english.split(SENTENCES);
    if (own !== null || sentences.length === 1) return [{ english, own }];
    return sentences.map((one) => ({ english: one, own: this.known(one) }));
  }

  /** The sentence for a decline reason; null if the catalogue has none. */
  declined(reason: string): string | null {
    return this.#catalogue.reasons.get(reason) ?? null;
  }

  /** Translates one English sentence; null if the catalogue has no template for it. */
  known(english: string): string | null {
    if (this.isEnglish) return english;
    const read = this.#forms.sentences.read(english);
    const own = read && this.#read(this.#catalogue.sentences, read.template, read.found);
    return own === null ? null : begunWith(own);
  }

  /** Translates a label or condition for use within a sentence: `number of orders`, `status is open`. */
  label(english: string): string {
    if (this.isEnglish) return english;
    const { nouns, labels } = this.#catalogue;
    const noun = nouns.get(english) ?? nouns.get(english.toLowerCase());
    if (noun != null) return noun;
    const read = this.#forms.labels.read(english) ?? this.#forms.labels.read(lowered(english));
    return (read && this.#read(labels, read.template, read.found)) ?? english;
  }

  /** Translates a suggested question; it stays in English if the catalogue has no template for it. */
  question(english: string): string {
    const read = this.#forms.questions.read(english);
    if (!read) return english;
    // A noun without a translation may be a phrase that the template misreads: `share of revenue`.
    const { questions, nouns } = this.#catalogue;
    const isKnown = [...read.found].every(
      ([name, text]) => name !== 'noun' || nouns.get(text) != null,
    );
    return (isKnown && this.#read(questions, read.template, read.found)) || english;
  }

  /** Translates the line that says what an answer was computed from; semicolons separate its parts. */
  lineage(english: string): string {
    if (this.isEnglish) return english;
    const parts = english.split('; ').map((one) => this.label(one));
    return begunWith(parts.join('; '));
  }

  /** `in 2025`, `order date since 2025-03-01`. */
  when(english: string): string {
    return english
      .split(' and ')
      .map((one) => this.#period(one))
      .join(this.#filled(COMMON.and, { first: '', last: '' }));
  }

  #period(english: string): string {
    const period = periodOf(english);
    if (!period) return english;
    const { date, key, values } = period;
    const when = this.#filled(WHEN[key], values);
    return date === '' ? when : `${this.label(date)} ${when}`;
  }

  /** Fills the translation of a template with the values read from the English text; null if there is none. */
  #read(templates: Translations, template: string, found: Found): string | null {
    const own = templates.get(template) ?? null;
    if (own === null) {
      this.#onMissing();
      return null;
    }
    const values = Object.fromEntries(
      [...found].map(([name, text]) => [name, placeOf(name).valueOf(text)]),
    );
    return this.#written(partsOf(own), values);
  }

  #filled(template: string, values: Values): string {
    const own = this.#catalogue.messages.get(template);
    if (own === null) this.#onMissing();
    return this.#written(partsOf(own ?? template), values);
  }

  #written(parts: readonly Part[], values: Values): string {
    return parts
      .map((part) => {
        if (part.kind === 'text') return part.text;
        const value = values[part.name];
        if (value === undefined) throw new TypeError(`nothing for {${part.name}}`);
        if (part.kind === 'place') return this.#value(value);
        const form = pluralRules(this.language).select(numberOf(value));
        return this.#written(part.forms.get(form) ?? part.forms.get('other')!, values);
      })
      .join('');
  }

  #value(value: Value): string {
    if (typeof value === 'string') return this.#apart(value);
    if (typeof value === 'number')
      return amountText({ amount: String(value), unit: null, isQuantity: true }, this.language);
    if ('template' in value) return this.#filled(value.template, value.values);
    if ('amount' in value) return amountText(value, this.language);
    if ('day' in value)
      return momentText(value, this.language, (number, year) =>
        this.#filled(COMMON.quarter, { number, year }),
      );
    if ('when' in value) return this.when(value.when);
    if ('list' in value) return this.#list(value);
    if ('question' in value)
      return this.#filled(COMMON.quoted, { text: this.question(value.question) });
    return this.#label(value);
  }

  #label({ label, definite = false }: Label): string {
    const said = this.label(label);
    return definite ? (this.#catalogue.definite?.(said) ?? said) : said;
  }

  #list({ list, by }: List): string {
    const texts = list.map((one) => this.#value(one));
    if (by === 'nothing') return texts.join('');
    if (by === 'semicolon') return texts.join('; ');
    const last = texts.at(-1) ?? '';
    if (by === 'comma' || texts.length < 2) return texts.join(this.#filled(COMMON.comma, {}));
    const first = texts.slice(0, -1).join(this.#filled(COMMON.comma, {}));
    const template = by === 'and' ? COMMON.and : COMMON.or;
    // What is joined is written already, so a place takes it unchanged.
    return partsOf(this.#catalogue.messages.get(template) ?? template)
      .map((part) => (part.kind === 'text' ? part.text : part.name === 'first' ? first : last))
      .join('');
  }

  /** Isolates a name in right-to-left text, so that its direction doesn't affect the rest (UAX #9, FSI and PDI). */
  #apart(text: string): string {
    return this.#isRightToLeft && /\p{L}/u.test(text) ? `\u2068${text}\u2069` : text;
  }
}

type FormsOfCatalogue = Readonly<Record<'sentences' | 'labels' | 'questions', Forms>>;

const formsOfCatalogue = ({ sentences, labels, questions }: Catalogue): FormsOfCatalogue => ({
  sentences: new Forms(sentences.keys()),
  labels: new Forms(labels.keys()),
  questions: new Forms(questions.keys()),
});

const RIGHT_TO_LEFT: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'ur']);
const SENTENCES = /(?<=[.?!]) (?=[A-Z"])/u;

const rules = new Map<string, Intl.PluralRules>();

function pluralRules(language: string): Intl.PluralRules {
  const known = rules.get(language);
  if (known) return known;
  const made = new Intl.PluralRules(language);
  rules.set(language, made);
  return made;
}

const numberOf = (value: Value): number =>
  typeof value === 'number'
    ? value
    : typeof value === 'object' && 'amount' in value
      ? Number(value.amount)
      : Number.NaN;

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** A sentence begins with a capital, unless it begins with a name. */
function begun(text: string, template: string, values: Values): string {
  const [first] = partsOf(template);
  const opening = first?.kind === 'place' ? values[first.name] : undefined;
  return typeof opening === 'string' ? text : begunWith(text);
}

const begunWith = (text: string) => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());
