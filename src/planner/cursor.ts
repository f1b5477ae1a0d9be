import { Declined, UnknownWord, Unread } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { isFlag } from '#src/planner/lexicon/flags.ts';
import type { ColumnSense, TableSense } from '#src/planner/lexicon/senses.ts';
import { FUNCTION_WORDS, GLUE } from '#src/planner/words.ts';
import type { ValueHit } from '#src/plugin-api/catalog.ts';

const kept = new Map<string, readonly string[]>();

/** Phrases of this grammar, parted by `|`; each list is split once. */
function phrasesIn(text: string): readonly string[] {
  const known = kept.get(text);
  if (known) return known;
  const phrases = text.split('|');
  kept.set(text, phrases);
  return phrases;
}

/** A place in the mentions of a question, with the small tests that the grammar is made of. */
export class Cursor {
  readonly mentions: readonly Mention[];
  private position = 0;
  private furthest = 0;

  constructor(mentions: readonly Mention[]) {
    this.mentions = mentions;
  }

  get at(): number {
    return this.position;
  }

  set at(position: number) {
    this.position = position;
    if (position > this.furthest) this.furthest = position;
  }

  get done(): boolean {
    return this.at >= this.mentions.length;
  }

  peek(ahead = 0): Mention | null {
    return this.mentions[this.at + ahead] ?? null;
  }

  word(ahead = 0): string {
    return this.mentions[this.at + ahead]?.word ?? '';
  }

  /** Steps over words that stand there in this order; says whether they did. */
  take(...words: readonly string[]): boolean {
    if (!words.every((word, index) => this.word(index) === word)) return false;
    this.at += words.length;
    return true;
  }

  takeAny(phrases: readonly string[] | string): string | null {
    for (const phrase of typeof phrases === 'string' ? phrasesIn(phrases) : phrases)
      if (this.take(...phrase.split(' '))) return phrase;
    return null;
  }

  skip(words: ReadonlySet<string> | readonly string[]): void {
    const known = words instanceof Set ? words : new Set(words);
    while (known.has(this.word()) && !saysSomething(this.peek()!)) this.at++;
  }

  /** Tries a reading; on null the place is as before. */
  attempt<Result>(read: () => Result | null): Result | null {
    const before = this.at;
    const found = read();
    if (found === null) this.at = before;
    return found;
  }

  /** The word here is left over: the question is not understood. */
  fail(): never {
    const mention = this.mentions[this.furthest] ?? this.peek();
    if (!mention) throw new Declined('unsupported_question', "The question isn't complete.");
    const unknown = isUnknown(mention) ? mention : this.mentions.find(isUnknown);
    if (unknown) {
      const named = unknown.quoted || unknown.tokens[0]!.capital;
      throw new UnknownWord(named ? 'value_not_found' : 'not_in_data', unknown.text);
    }
    const { text } = mention;
    throw new Unread(
      'unsupported_question',
      `"${text}" wasn't understood in this question. Start with what you want to see, such as "total … by …" or "which …".`,
      text,
    );
  }
}

const COMPARING = new Set(['over', 'above', 'below', 'under', 'between']);

/** A word that neither the data nor the grammar knows. */
function isUnknown(mention: Mention): boolean {
  if (isNamed(mention) || isValue(mention) || mention.period || mention.value !== null)
    return false;
  if (mention.quoted) return true;
  if (COMPARING.has(mention.word)) return false;
  return (
    /\p{L}/u.test(mention.word) && !GLUE.has(mention.word) && !FUNCTION_WORDS.has(mention.word)
  );
}

/** How surely words name a column that is called so. */
const NAMED = 0.9;

/** Whether a word that is mostly passed over is something in the data: `available` where cars have that state. */
export const saysSomething = (mention: Mention): boolean =>
  (mention.word.length > 1 || isLetter(mention)) && (mention.values.length > 0 || isFlag(mention));

/** `sales of A and B`: a capital that no sentence begins with. */
const isLetter = ({ tokens: [token, second], index }: Mention): boolean =>
  index > 0 && !second && token?.capital === true;

export const isGlue = (mention: Mention | null): boolean =>
  mention !== null && GLUE.has(mention.word) && !saysSomething(mention) && !namesColumn(mention);

/** Whether the words are the name of a column. */
export const namesColumn = (mention: Mention | null): boolean =>
  mention?.columns.some(({ score }) => score >= NAMED) === true;

type Some<Item> = readonly [Item, ...Item[]];
type TableMention = Mention & { readonly tables: Some<TableSense> };
type ColumnMention = Mention & { readonly columns: Some<ColumnSense> };
type ValueMention = Mention & { readonly values: Some<ValueHit> };

export const isTable = (mention: Mention | null): mention is TableMention =>
  mention !== null && mention.tables.length > 0;
export const isColumn = (mention: Mention | null): mention is ColumnMention =>
  mention !== null && mention.columns.length > 0;
/** A column of dates or times: of words that name rows, too, only where they name it well. */
export const isTimeColumn = (mention: Mention) =>
  mention.columns.some(
    ({ columns, score }) =>
      columns[0].kind === 'time' && (mention.tables.length === 0 || score >= 0.85),
  );

export const isNamed = (mention: Mention | null): mention is TableMention | ColumnMention =>
  isTable(mention) || isColumn(mention);
export const isValue = (mention: Mention | null): mention is ValueMention =>
  mention !== null && mention.values.length > 0;

const best = (senses: readonly { readonly score: number }[]) =>
  Math.max(0, ...senses.map((sense) => sense.score));

/** Whether a mention rather speaks of rows than of a column. */
export const meansTable = (mention: Mention): boolean =>
  mention.tables.length > 0 && best(mention.tables) >= best(mention.columns) - 0.05;
