import { editDistance } from '#src/catalog/edit-distance.ts';
import { rowsOf } from '#src/language/tables.ts';
import type { PhraseKind, Translation } from '#src/language/translation.ts';

/** A phrase of a table by its first word. */
export interface Phrase {
  readonly words: readonly string[];
  readonly english: string;
  readonly kind: PhraseKind;
}

interface Verb {
  readonly english: string;
  readonly makes: string | null;
}

/** The tables of a language, made ready once. */
export class Dictionary {
  readonly phrases = new Map<string, Phrase[]>();
  /** By the stems of their words, parted by blanks. */
  readonly nouns = new Map<string, readonly string[]>();
  readonly states = new Map<string, readonly string[]>();
  readonly verbs = new Map<string, Verb>();
  readonly amountVerbs = new Map<string, string>();
  /** Words of its grammar, without what they are written in one with. */
  private readonly grammar = new Set<string>();
  /** All words of its tables. */
  private readonly words = new Set<string>();
  private stems: ReadonlySet<string> | null = null;
  private countryNames: ReadonlyMap<string, string> | null = null;
  private peopleNames: ReadonlyMap<string, string> | null = null;
  private readonly own: Translation;

  constructor(own: Translation) {
    this.own = own;
    for (const [kind, text] of Object.entries(own.phrases) as [PhraseKind, string][])
      for (const [left, english] of rowsOf(text))
        for (const phrase of left.split('|')) this.addPhrase(phrase, english, kind);
    for (const rows of this.phrases.values()) rows.sort((a, b) => b.words.length - a.words.length);
    for (const [left, english] of rowsOf(own.nouns))
      for (const name of left.split(' ')) {
        const key = this.keyOf(name.split('_'));
        const known = this.nouns.get(key) ?? [];
        this.nouns.set(key, [...known, ...english.split(' ')]);
        for (const word of name.split('_')) this.words.add(own.plain(word));
      }
    for (const [left, english] of rowsOf(own.states))
      for (const word of left.split(' ')) {
        this.states.set(own.plain(word), english.split(' '));
        this.words.add(own.plain(word));
      }
    for (const [left, right] of rowsOf(own.verbs)) {
      const [english, makes] = right.split('/').map((one) => one.trim());
      for (const word of left.split(' ')) {
        this.verbs.set(own.plain(word), { english: english!, makes: makes ?? null });
        this.words.add(own.plain(word));
      }
    }
    for (const [left, noun] of rowsOf(own.amountVerbs))
      for (const word of left.split(' ')) this.amountVerbs.set(own.plain(word), noun);
  }

  private addPhrase(phrase: string, english: string, kind: PhraseKind): void {
    const words = phrase.trim().split(/\s+/).map(this.own.plain);
    const known = this.phrases.get(words[0]!) ?? [];
    known.push({ words, english, kind });
    this.phrases.set(words[0]!, known);
    for (const word of words.flatMap((one) => one.split("'"))) this.grammar.add(word);
    for (const word of words) this.words.add(word);
  }

  knows(plain: string): boolean {
    this.stems ??= new Set([...this.words].map(this.own.stem));
    return this.words.has(plain) || this.stems.has(this.own.stem(plain));
  }

  /** The one word of the tables that a word is a typing error of, one letter away; null where there is none or several. */
  typingErrorOf(plain: string): string | null {
    if (plain.length < SHORTEST_MENDED) return null;
    const near = [...this.words].filter(
      (word) =>
        word.length >= SHORTEST_MENDED &&
        word[0] === plain[0] &&
        editDistance(word, plain, 1) === 1,
    );
    const [meant] = near;
    return meant !== undefined && near.every((one) => this.own.stem(one) === this.own.stem(meant))
      ? meant
      : null;
  }

  get countries(): ReadonlyMap<string, string> {
    this.countryNames ??= countriesOf(this.own);
    return this.countryNames;
  }

  /** What peoples and languages are called, by its stem: `allemand` → German. */
  get peoples(): ReadonlyMap<string, string> {
    this.peopleNames ??= peoplesOf(this.own);
    return this.peopleNames;
  }

  /** Whether a word is one of the language's grammar. */
  isGrammar(word: string): boolean {
    return this.grammar.has(this.own.plain(word)) || this.own.prepositions.has(word);
  }

  /** What the words of a name share with its other forms, without what links them. */
  keyOf(words: readonly string[]): string {
    return words
      .filter((word) => !this.own.links.has(this.own.plain(word)))
      .map(this.own.stem)
      .join(' ');
  }
}

const SHORTEST_MENDED = 5;

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const PAIRS = LETTERS.flatMap((first) => LETTERS.map((second) => first + second));

/** Names of countries in a language and in English, by Unicode CLDR. */
function countriesOf({ tag, plain }: Translation): ReadonlyMap<string, string> {
  const own = new Intl.DisplayNames(tag, { type: 'region', fallback: 'none' });
  const english = new Intl.DisplayNames('en', { type: 'region' });
  return new Map(
    PAIRS.flatMap((code) => {
      const name = own.of(code);
      return name ? [[plain(name), english.of(code)!] as const] : [];
    }),
  );
}

/** Names of languages, which peoples have too, in a language and in English, by Unicode CLDR. */
function peoplesOf({ tag, stem }: Translation): ReadonlyMap<string, string> {
  const own = new Intl.DisplayNames(tag, { type: 'language', fallback: 'none' });
  const english = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
  return new Map(
    PAIRS.flatMap((code) => {
      const pair = [own.of(code.toLowerCase()), english.of(code.toLowerCase())];
      const [name, said] = pair;
      return name && said && !/[\s(]/.test(name) && !/[\s(]/.test(said)
        ? [[stem(name), said] as const]
        : [];
    }),
  );
}
