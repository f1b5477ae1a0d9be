/**
 * Something said to a person, apart from the language it is said in: an English template, which is its name in every
 * catalogue, and what fills it. `{n, plural, one {row} other {rows}}` follows a number, as in ICU's messages.
 */
export interface Message {
  readonly template: string;
  readonly values: Values;
}

export type Values = Readonly<Record<string, Value>>;

/** A string is shown as it stands: a name or a value of the data. */
export type Value = string | number | Message | Amount | Moment | Label | When | Question | List;

/** An exact decimal number, written as the language writes it; `unit` is a currency code, `%` or a word. */
export interface Amount {
  readonly amount: string;
  readonly unit: string | null;
  /** Whether it is a quantity: years and numbers that tell rows apart are written without separators. */
  readonly isQuantity: boolean;
  /** Decimals that stand even where they are zeros. */
  readonly decimals?: number;
}

/** A date, or the period that begins with it. */
export interface Moment {
  /** `YYYY-MM-DD` */
  readonly day: string;
  readonly unit: 'day' | 'month' | 'quarter' | 'year';
}

/** What a column or a computed number is called, in English: `number of orders`, `region`. */
export interface Label {
  readonly label: string;
  /** Whether the sentence takes an article before it where the language has one for it. */
  readonly definite?: boolean;
}

/** A period in English: `in 2025`, `from 2024 to 2025`, `since 2025-03-01`. */
interface When {
  readonly when: string;
}

/** A question to ask, in English: a language asks it in its own words where it can. */
interface Question {
  readonly question: string;
}

/** Several things: joined by `and` (`or`), by commas or semicolons alone, or one behind the other. */
export interface List {
  readonly list: readonly Value[];
  readonly by: 'and' | 'or' | 'comma' | 'semicolon' | 'nothing';
}

/** A message, or a sentence in English that a catalogue may know by its form. */
export type Said = Message | string;

export const message = (template: string, values: Values = {}): Message => ({ template, values });
