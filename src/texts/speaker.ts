import { COMMON, WHEN } from '#src/texts/en/common.ts';
import { Forms, type Found } from '#src/texts/forms.ts';
import type { Label, List, Said, Value, Values } from '#src/texts/message.ts';
import { amountText, momentText } from '#src/texts/numbers.ts';
import { momentOf, periodOf } from '#src/texts/periods.ts';
import { type Part, partsOf } from '#src/texts/template.ts';

/** The texts of one language. */
export interface Catalogue {
  /** BCP 47. */
  readonly language: string;
  /** What the template of each message is; those that are missing are said in English. */
  readonly messages: ReadonlyMap<string, string>;
  /** The same of sentences that come in English, which are read back by their form. */
  readonly sentences: ReadonlyMap<string, string>;
  /** The same of labels and conditions, which stand within sentences. */
  readonly labels: ReadonlyMap<string, string>;
  /** English nouns of everyday business, as the language has them. */
  readonly nouns: ReadonlyMap<string, string>;
  /** The same of questions that are offered, in the words that the planner reads in this language. */
  readonly questions: ReadonlyMap<string, string>;
  /** What is said of a decline whose sentence is missing, by its reason. */
  readonly reasons: ReadonlyMap<string, string>;
  /** A label behind an article, where the language needs none of its gender to have one. */
  readonly definite?: (label: string) => string;
}

/** Said in one language. Numbers and dates are written as it writes them, names and values stay as they are. */
export class Speaker {
  readonly language: string;
  readonly #catalogue: Catalogue;
  readonly #sentences: Forms;
  readonly #labels: Forms;
  readonly #questions: Forms;
  readonly #isRightToLeft: boolean;

  constructor(catalogue: Catalogue) {
    this.#catalogue = catalogue;
    this.language = catalogue.language;
    this.#sentences = new Forms(catalogue.sentences.keys());
    this.#labels = new Forms(catalogue.labels.keys());
    this.#questions = new Forms(catalogue.questions.keys());
    this.#isRightToLeft = RIGHT_TO_LEFT.has(new Intl.Locale(catalogue.language).language);
  }

  get isEnglish(): boolean {
    return this.language === 'en';
  }

  /** A message in this language; a sentence in English where the catalogue has it, else as it stands. */
  text(said: Said): string {
    if (typeof said !== 'string') {
      const { template, values } = said;
      return begun(this.#filled(template, values), template, values);
    }
    return (
      this.known(said) ??
      this.#sentencesOf(said)
        .map((one) => one.own ?? one.english)
        .join(' ')
    );
  }

  /** A text in English in this language; null where the catalogue lacks a sentence of it. */
  translated(english: string): string | null {
    const whole = this.known(english);
    if (whole !== null) return whole;
    const sentences = this.#sentencesOf(english);
    return sentences.every(({ own }) => own !== null)
      ? sentences.map(({ own }) => own).join(' ')
      : null;
  }

  #sentencesOf(english: string) {
    return english.split(SENTENCES).map((one) => ({ english: one, own: this.known(one) }));
  }

  /** What is said of a decline whose own sentence has no form here; null where nothing is. */
  declined(reason: string): string | null {
    return this.#catalogue.reasons.get(reason) ?? null;
  }

  /** A sentence in English as the catalogue has it; null where it does not. */
  known(english: string): string | null {
    if (this.isEnglish) return english;
    const read = this.#sentences.read(english);
    return read && begunWith(this.#read(this.#catalogue.sentences, read.template, read.found));
  }

  /** `number of orders`, `status is open`, as they stand within a sentence. */
  label(english: string): string {
    if (this.isEnglish) return english;
    const { nouns, labels } = this.#catalogue;
    const noun = nouns.get(english) ?? nouns.get(english.toLowerCase());
    if (noun !== undefined) return noun;
    const read = this.#labels.read(english) ?? this.#labels.read(lowered(english));
    return read ? this.#read(labels, read.template, read.found) : english;
  }

  /** A question that is offered; in English where the language has no form of it. */
  question(english: string): string {
    const read = this.#questions.read(english);
    if (!read) return english;
    // A noun that has no word here may be more than a name: `share of revenue`.
    const { questions, nouns } = this.#catalogue;
    const isKnown = [...read.found].every(([name, text]) => name !== 'noun' || nouns.has(text));
    return isKnown ? this.#read(questions, read.template, read.found) : english;
  }

  /** What an answer was computed from: parts between semicolons. */
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

  /** A template of this language with what was read of the English text. */
  #read(templates: ReadonlyMap<string, string>, template: string, found: Found): string {
    const values = Object.fromEntries([...found].map(([name, text]) => [name, filler(name, text)]));
    return this.#written(partsOf(templates.get(template)!), values);
  }

  #filled(template: string, values: Values): string {
    const own = this.#catalogue.messages.get(template) ?? template;
    return this.#written(partsOf(own), values);
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
    return this.#filled(by === 'and' ? COMMON.and : COMMON.or, {
      first: { list: [first], by: 'nothing' },
      last,
    });
  }

  /** A name within a text of the other direction, kept together (Unicode 9, FSI and PDI). */
  #apart(text: string): string {
    return this.#isRightToLeft && /\p{L}/u.test(text) ? `\u2068${text}\u2069` : text;
  }
}

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

/** What a place of a sentence holds, by its name: the rest are names and values. */
function filler(name: string, text: string): Value {
  if (/^n\d?$/.test(name))
    return {
      amount: text.replaceAll(',', ''),
      unit: null,
      isQuantity: text.includes(',') || text.length < 4,
    };
  if (/^amount\d?$/.test(name)) {
    const [, number = text, unit] = /^([^ %]+) ?(\S+)?$/.exec(text) ?? [];
    const amount = number.replaceAll(',', '').replace('+', '');
    return { amount, unit: unit ?? null, isQuantity: true };
  }
  if (/^day\d?$/.test(name)) return { day: text, unit: 'day' };
  if (/^moment\d?$/.test(name)) return momentOf(text);
  if (/^(?:label|noun)\d?$/.test(name)) return { label: text };
  if (/^labels\d?$/.test(name))
    return { list: text.split(/, | and /).map((label) => ({ label })), by: 'and' };
  if (/^when\d?$/.test(name)) return { when: text };
  return text;
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1);

/** A sentence begins with a capital, unless it begins with a name. */
function begun(text: string, template: string, values: Values): string {
  const [first] = partsOf(template);
  const opening = first?.kind === 'place' ? values[first.name] : undefined;
  return typeof opening === 'string' ? text : begunWith(text);
}

const begunWith = (text: string) => text.replace(/^\p{Ll}/u, (first) => first.toUpperCase());
