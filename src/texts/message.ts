/**
 * A text for a person, independent of its language: an English template, which is its key in every catalogue, and the
 * values of its places. `{n, plural, one {row} other {rows}}` chooses by a number, as in ICU messages.
 */
export interface Message {
  readonly template: string;
  readonly values: Values;
}

export type Values = Readonly<Record<string, Value>>;

/** A string is a name or a value of the data, and is shown unchanged. */
export type Value = string | number | Message | Amount | Moment | Label | When | Question | List;

/** An exact decimal number, shown in the format of the language; `unit` is a currency code, `%` or a word. */
export interface Amount {
  readonly amount: string;
  readonly unit: string | null;
  /** Whether it is a quantity: years and identifiers have no thousands separators. */
  readonly isQuantity: boolean;
  /** The fewest decimals to show, even if they are zeros. */
  readonly decimals?: number;
}

/** A date, or the period that begins with it. */
export interface Moment {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly unit: 'day' | 'month' | 'quarter' | 'year';
}

/** The English label of a column or a computed number: `number of orders`, `region`. */
export interface Label {
  readonly label: string;
  /** Whether the label gets a definite article, if the catalogue can add one. */
  readonly definite?: boolean;
}

/** A period in English: `in 2025`, `from 2024 to 2025`, `since 2025-03-01`. */
interface When {
  readonly when: string;
}

/** A suggested question in English, translated if the catalogue has a template for it. */
interface Question {
  readonly question: string;
}

/** Several values: joined by commas with `and` (`or`) before the last, by commas or semicolons only, or by nothing. */
export interface List {
  readonly list: readonly Value[];
  readonly by: 'and' | 'or' | 'comma' | 'semicolon' | 'nothing';
}

/** A message, or finished English text that a catalogue may have templates for. */
export type Said = Message | string;

export const message = (template: string, values: Values = {}): Message => ({ template, values });
