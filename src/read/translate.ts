import { fold } from '#src/catalog/fold.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { COMPACT_FORMS } from '#src/language/en/periods.ts';
import type { PhraseKind, Translation } from '#src/language/translation.ts';
import type { Catalog, CatalogColumn, ValueHit, ValueLookup } from '#src/plugin-api/catalog.ts';

/** A question in the words of the planner, or the word that could not be said in them. */
export type Translated =
  | {
      readonly text: string;
      readonly assumptions: readonly string[];
      /** Whether some word of it is one of the language's tables, and not the data's own. */
      readonly isTold: boolean;
    }
  | { readonly unknown: string };

/** A piece of the question, with how the planner says it. */
interface Piece {
  readonly kind:
    | PhraseKind
    | 'name'
    | 'value'
    | 'number'
    | 'year'
    | 'month'
    | 'day'
    | 'verb'
    | 'participle'
    | 'mark';
  readonly text: string;
  /** Of a name: whether it is that of rows, and the columns that it can be. */
  readonly rows?: boolean;
  readonly columns?: readonly CatalogColumn[];
  /** Of a verb: the rows that it makes. */
  readonly makes?: string | null;
  /** As the user wrote it. */
  readonly said: string;
}

interface Match {
  readonly to: number;
  readonly piece: Piece;
}

interface Word {
  readonly text: string;
  readonly plain: string;
  readonly kind: 'word' | 'quoted' | 'number' | 'mark';
}

const PIECES =
  /"[^"]+"|„[^“”"]+[“”"]|“[^”]+”|\d{1,2}\.\d{1,2}\.\d{4}|\d{4}-\d{2}(?:-\d{2})?(?![\d-])|[qQhH][1-4]\/\d{4}|\d{1,2}\/\d{4}|\d+(?:\.\d{3})*(?:,\d+)?(?![\p{L}\d])|[\p{L}\p{N}][\p{L}\p{M}\p{N}_'’-]*|>=|<=|[^\s]/gu;
const QUOTED = /^["„“]/;
const YEAR = /^(?:19|20)\d\d$/;
const LONGEST = 5;
/** Signs of an amount of money in euros. */
const EUROS = new Set(['€', 'euro', 'euros', 'eur']);

/** A phrase of a table by its first word. */
interface PhraseRow {
  readonly words: readonly string[];
  readonly english: string;
  readonly kind: PhraseKind;
}

interface VerbRow {
  readonly english: string;
  readonly makes: string | null;
}

/** The tables of a language, made ready once. */
class Dictionary {
  readonly phrases = new Map<string, PhraseRow[]>();
  readonly nouns = new Map<string, readonly string[]>();
  readonly states = new Map<string, readonly string[]>();
  readonly verbs = new Map<string, VerbRow>();
  readonly amountVerbs = new Map<string, string>();
  readonly countries: ReadonlyMap<string, string>;

  constructor(own: Translation, tag: string) {
    for (const [kind, text] of Object.entries(own.phrases) as [PhraseKind, string][])
      for (const [left, english] of rowsOf(text))
        for (const phrase of left.split('|')) {
          const words = phrase.trim().split(/\s+/).map(own.plain);
          const known = this.phrases.get(words[0]!) ?? [];
          known.push({ words, english, kind });
          this.phrases.set(words[0]!, known);
        }
    for (const rows of this.phrases.values()) rows.sort((a, b) => b.words.length - a.words.length);
    for (const [left, english] of rowsOf(own.nouns))
      for (const word of left.split(' ')) {
        const known = this.nouns.get(own.stem(word)) ?? [];
        this.nouns.set(own.stem(word), [...known, ...english.split(' ')]);
      }
    for (const [left, english] of rowsOf(own.states))
      for (const word of left.split(' ')) this.states.set(own.plain(word), english.split(' '));
    for (const [left, right] of rowsOf(own.verbs)) {
      const [english, makes] = right.split('/').map((one) => one.trim());
      for (const word of left.split(' '))
        this.verbs.set(own.plain(word), { english: english!, makes: makes ?? null });
    }
    for (const [left, noun] of rowsOf(own.amountVerbs))
      for (const word of left.split(' ')) this.amountVerbs.set(own.plain(word), noun);
    this.countries = countriesOf(tag, own.plain);
  }
}

const rowsOf = (text: string): readonly (readonly [string, string])[] =>
  text
    .split('\n')
    .filter((row) => row.trim() !== '')
    .map((row) => {
      const at = row.lastIndexOf('=', row.length - 1);
      return [row.slice(0, at).trim(), row.slice(at + 1).trim()] as const;
    });

/** Names of countries in a language and in English, by Unicode CLDR. */
function countriesOf(tag: string, plain: (word: string) => string): ReadonlyMap<string, string> {
  const [own, english] = [tag, 'en'].map((one) => new Intl.DisplayNames(one, { type: 'region' }));
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  return new Map(
    codes.flatMap((code) => {
      const name = own!.of(code);
      return name && name !== code ? [[plain(name), english!.of(code)!] as const] : [];
    }),
  );
}

interface Named {
  readonly label: string;
  readonly rows: boolean;
  readonly columns: readonly CatalogColumn[];
}

/** The names of a catalog, by their words in its own language and in English. */
class Names {
  private readonly whole = new Map<string, Named>();
  private readonly parts = new Map<string, Named>();
  private readonly heads = new Map<string, Named[]>();
  private readonly english = new Map<string, Named>();
  private readonly englishHeads = new Map<string, Named[]>();
  /** By the closest English word for a name of one noun: `Käufer` of a table `kunden`. */
  private readonly weak = new Map<string, Named[]>();
  private readonly stems = new Set<string>();
  private readonly own: Translation;
  private readonly dictionary: Dictionary;

  constructor({ tables }: Catalog, own: Translation, dictionary: Dictionary) {
    this.own = own;
    this.dictionary = dictionary;
    for (const stem of dictionary.nouns.keys()) this.stems.add(stem);
    const labels = tables.flatMap(({ label, columns }) => [
      label,
      ...columns.filter(({ hidden }) => !hidden).map((column) => column.label),
    ]);
    // Short names make a word come apart anywhere.
    for (const label of labels)
      for (const word of label.split(' ')) if (word.length > 3) this.stems.add(own.stem(word));
    for (const table of tables) {
      const name = { label: table.label, rows: true, columns: [] };
      this.add([table.label, ...table.synonyms], [], name);
      for (const column of table.columns)
        if (!column.hidden)
          this.add([column.label, ...column.synonyms], wordsOf(table.label), {
            ...{ label: column.label, rows: false, columns: [column] },
          });
    }
  }

  private add(labels: readonly string[], table: readonly string[], named: Named): void {
    const put = (map: Map<string, Named>, key: string, one: Named) => {
      const known = map.get(key);
      if (!known) map.set(key, one);
      else if (known.label === one.label)
        map.set(key, {
          ...known,
          rows: known.rows || one.rows,
          columns: [...known.columns, ...one.columns],
        });
    };
    const more = (map: Map<string, Named[]>, key: string) =>
      map.set(key, [...(map.get(key) ?? []), named]);
    for (const label of labels) {
      put(this.whole, this.own.stem(label.replaceAll(' ', '')), named);
      const parts = label.split(' ').flatMap((word) => this.split(word) ?? [this.own.stem(word)]);
      put(this.parts, bag(parts), named);
      if (parts.length > 1) more(this.heads, parts.at(-1)!);
      const [closest] = parts.length === 1 ? (this.dictionary.nouns.get(parts[0]!) ?? []) : [];
      if (closest) more(this.weak, closest);
      const words = wordsOf(label);
      put(this.english, bag(words), named);
      if (table.length > 0)
        put(this.english, bag([...table, ...words]), {
          ...named,
          label: [...table, label].join(' '),
        });
      if (words.length > 1) more(this.englishHeads, words.at(-1)!);
    }
  }

  /** The stems of the parts of a compound; null where it is none. */
  split(word: string): readonly string[] | null {
    const { plain, stem, linking } = this.own;
    const text = plain(word);
    if (this.dictionary.nouns.has(stem(text))) return [stem(text)];
    let best: readonly string[] | null = null;
    for (let at = text.length - 3; at >= 3; at--) {
      const first = text.slice(0, at);
      const known = linking
        .filter((link) => first.endsWith(link) && first.length - link.length >= 3)
        .map((link) => stem(first.slice(0, first.length - link.length)))
        .find((one) => this.stems.has(one));
      if (known === undefined) continue;
      const rest = this.split(text.slice(at));
      if (rest && (best === null || rest.length + 1 < best.length)) best = [known, ...rest];
    }
    return best ?? (this.stems.has(stem(text)) ? [stem(text)] : null);
  }

  /** What words name in the catalog, as they stand. */
  called(words: readonly string[]): Named | null {
    const joined = words.join('');
    const whole = this.whole.get(this.own.stem(joined));
    if (whole) return whole;
    const parts = words.flatMap((word) => this.split(word) ?? [this.own.stem(word)]);
    return this.parts.get(bag(parts)) ?? null;
  }

  /** What a word names in English, or as the end of a longer name. */
  translated(word: string): Named | null {
    const parts = this.split(word) ?? [this.own.stem(word)];
    const alternatives = parts.map((part) => this.dictionary.nouns.get(part) ?? []);
    const english = product(alternatives)
      .slice(0, 64)
      .map((one) => one.flatMap((text) => text.split('_')).flatMap(wordsOf));
    for (const words of english) {
      const named = this.english.get(bag(words));
      if (named) return named;
    }
    if (parts.length > 1) return null;
    const heads = this.heads.get(parts[0]!) ?? [];
    if (heads.length > 0) return oneOf(heads);
    const [closest] = alternatives[0] ?? [];
    const weak = closest ? this.weak.get(closest) : undefined;
    if (weak) return oneOf(weak);
    for (const words of english) {
      const found = words.length === 1 ? this.englishHeads.get(words[0]!) : undefined;
      if (found) return oneOf(found);
    }
    return null;
  }
}

/** The name that several columns share; null where they are called otherwise. */
function oneOf(all: readonly Named[]): Named | null {
  const [first] = all;
  return all.every(({ label }) => label === first!.label)
    ? { ...first!, columns: all.flatMap(({ columns }) => columns) }
    : null;
}

const bag = (words: readonly string[]): string => [...words].sort().join(' ');

const product = (lists: readonly (readonly string[])[]): readonly (readonly string[])[] =>
  lists.reduce<readonly (readonly string[])[]>(
    (all, list) => all.flatMap((one) => list.map((next) => [...one, next])),
    [[]],
  );

const dictionaries = new Map<Translation, Dictionary>();
const namesOfCatalogs = new WeakMap<Catalog, Map<Translation, Names>>();

function prepared(catalog: Catalog, own: Translation, tag: string) {
  const dictionary = dictionaries.get(own) ?? new Dictionary(own, tag);
  dictionaries.set(own, dictionary);
  const byLanguage = namesOfCatalogs.get(catalog) ?? new Map<Translation, Names>();
  namesOfCatalogs.set(catalog, byLanguage);
  const names = byLanguage.get(own) ?? new Names(catalog, own, dictionary);
  byLanguage.set(own, names);
  return { dictionary, names };
}

/**
 * Says a question of another language in the words of the planner: phrases of its grammar by the tables of the
 * language, names as the catalog has them, values as they stand in the data. A word that is none of these is unknown,
 * and nothing is passed over.
 */
export function translate(
  question: string,
  { catalog, values }: { readonly catalog: Catalog; readonly values: ValueLookup },
  own: Translation,
  tag: string,
): Translated {
  const { dictionary, names } = prepared(catalog, own, tag);
  const reader = new Translator(question, catalog, values, own, dictionary, names);
  return reader.translate();
}

class Translator {
  private readonly words: readonly Word[];
  private readonly catalog: Catalog;
  private readonly values: ValueLookup;
  private readonly own: Translation;
  private readonly dictionary: Dictionary;
  private readonly names: Names;
  private readonly pieces: Piece[] = [];
  private readonly assumptions: string[] = [];

  constructor(
    question: string,
    catalog: Catalog,
    values: ValueLookup,
    own: Translation,
    dictionary: Dictionary,
    names: Names,
  ) {
    this.catalog = catalog;
    this.values = values;
    this.own = own;
    this.dictionary = dictionary;
    this.names = names;
    this.words = [...question.matchAll(PIECES)].map(([text]) => ({
      text,
      plain: own.plain(text),
      kind: QUOTED.test(text)
        ? 'quoted'
        : own.number.test(text)
          ? 'number'
          : /[\p{L}\p{N}]/u.test(text)
            ? 'word'
            : 'mark',
    }));
  }

  translate(): Translated {
    for (let at = 0; at < this.words.length; ) {
      const match = this.match(at);
      if (!match) return { unknown: this.words[at]!.text };
      this.pieces.push(match.piece);
      at = match.to;
    }
    const text = sentence(inOrder(this.pieces));
    return { text, assumptions: this.assumptions, isTold: this.pieces.some(isOfLanguage) };
  }

  private make(kind: Piece['kind'], text: string, at: number, to = at + 1): Match {
    const said = this.words
      .slice(at, to)
      .map((word) => word.text)
      .join(' ');
    return { to, piece: { kind, text, said } };
  }

  private get before(): Piece | undefined {
    return this.pieces.at(-1);
  }

  private match(at: number): Match | null {
    const word = this.words[at]!;
    if (word.kind === 'quoted') return this.make('value', `"${word.text.slice(1, -1)}"`, at);
    const sure = this.time(at) ?? this.number(at) ?? this.euros(at);
    if (sure) return sure;
    const value = this.value(at);
    const name = this.name(at);
    const phrase = this.phrase(at);
    const isNamed = this.before?.kind === 'name' && this.before.columns!.length > 0;
    const [long] = [name, value, phrase]
      .filter((one) => one !== null)
      .toSorted((a, b) => b.to - a.to);
    if (long && long.to > at + 1) return phrase?.to === long.to ? phrase : long;
    if (word.kind === 'mark') return phrase ?? this.mark(at);
    const open = this.preposition(at) ?? this.articleBehind(at);
    if (open) return open;
    if (isNamed && value && !phrase) return value;
    const bound = this.boundVerb(at);
    if (bound) return bound;
    return (
      this.superlative(at) ??
      phrase ??
      name ??
      value ??
      this.state(at) ??
      this.computed(at) ??
      (this.dictionary.nouns.has(this.own.stem(word.plain)) ? null : this.amountVerb(at)) ??
      this.verb(at) ??
      this.translatedName(at) ??
      this.country(at)
    );
  }

  private mark(at: number): Match | null {
    const { text } = this.words[at]!;
    if (['?', '!', '.'].includes(text)) return this.make('passed', '', at);
    return [',', ';', ':', '<', '>'].includes(text) ? this.make('mark', text, at) : null;
  }

  private phrase(at: number, superlatives = false): Match | null {
    const rows = [
      ...(this.dictionary.phrases.get(this.words[at]!.plain) ?? []),
      ...(this.words[at]!.kind === 'number' || this.own.numberWords.has(this.words[at]!.plain)
        ? (this.dictionary.phrases.get('#') ?? [])
        : []),
    ].toSorted((a, b) => b.words.length - a.words.length);
    for (const { words, english, kind } of rows) {
      if (kind === 'superlative' && !superlatives) continue;
      let number = '';
      const fits = words.every((word, index) => {
        if (word !== '#') return this.words[at + index]?.plain === word;
        const count = this.count(at + index);
        number = String(count);
        return count !== null;
      });
      if (fits) return this.make(kind, english.replace('#', number), at, at + words.length);
    }
    return null;
  }

  private count(at: number): number | null {
    const word = this.words[at];
    if (!word) return null;
    if (word.kind === 'number') return this.own.numberOf(word.text);
    return this.own.numberWords.get(word.text.toLowerCase()) ?? null;
  }

  private number(at: number): Match | null {
    if (this.dictionary.phrases.has('#') && this.phrase(at)) return null;
    const value = this.count(at);
    if (value === null) return null;
    const text = this.words[at]!.text;
    const after = this.words[at + 1];
    const scale = after ? this.own.scales.get(after.plain) : undefined;
    if (scale !== undefined) {
      const point = this.words[at + 2]?.text === '.' && at + 3 < this.words.length ? 3 : 2;
      return this.make('number', String(value * scale), at, at + point);
    }
    if (!YEAR.test(text)) return this.make('number', String(value), at);
    const before = this.before;
    const ofColumn = before?.columns?.some(({ kind }) => kind !== 'measure') && !before.rows;
    const isBare =
      before !== undefined &&
      (['comparator', 'preposition', 'month', 'number'].includes(before.kind) ||
        (before.kind === 'period' && !/year|month|week|quarter|day/.test(before.text)) ||
        before.kind === 'conjunction' ||
        (ofColumn && /jahr|year/i.test(before.text)));
    return this.make('year', isBare ? text : `in ${text}`, at);
  }

  /** A sign of money behind a number: that of the data, where it names no other. */
  private euros(at: number): Match | null {
    if (this.before?.kind !== 'number' || !EUROS.has(this.words[at]!.text.toLowerCase()))
      return null;
    const others = this.catalog.tables.some(({ columns }) =>
      columns.some(({ unit }) => unit !== null && /^[A-Z]{3}$/.test(unit)),
    );
    if (others) return this.make('passed', '€', at);
    this.assumptions.push('Amounts are taken to be in euros: the data names no currency.');
    return this.make('passed', '', at);
  }

  private time(at: number): Match | null {
    const { text, plain } = this.words[at]!;
    const day = this.own.dayOf(text) ?? (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : null);
    if (day) return this.make('day', day, at);
    const compact = this.compact(text);
    if (compact) return this.make('day', compact, at);
    const month = this.months.get(plain);
    if (month) return this.make('month', month, at);
    // `1. Mai 2025`
    if (this.words[at]!.kind !== 'number' || this.words[at + 1]?.text !== '.') return null;
    const named = this.months.get(this.words[at + 2]?.plain ?? '');
    const year = this.words[at + 3]?.text ?? '';
    return named && YEAR.test(year)
      ? this.make('day', `${named} ${text}, ${year}`, at, at + 4)
      : null;
  }

  /** `2025-01`, `Q2/2025`, `Okt-25` */
  private compact(text: string): string | null {
    if (
      COMPACT_FORMS.some((form) => !form.source.includes('name') && form.test(text.toLowerCase()))
    )
      return text;
    const [name, year] = text.split('-');
    const month = /^\d{2}(?:\d{2})?$/.test(year ?? '')
      ? this.months.get(this.own.plain(name!))
      : undefined;
    return month ? `${month.slice(0, 3)}-${year}` : null;
  }

  private get months(): ReadonlyMap<string, string> {
    return monthsOf(this.own);
  }

  private isTime(at: number): boolean {
    const word = this.words[at];
    if (!word) return false;
    if (this.own.dayOf(word.text) || this.months.has(word.plain) || YEAR.test(word.text))
      return true;
    const phrase = this.phrase(at);
    return phrase?.piece.kind === 'period' || this.time(at) !== null;
  }

  private preposition(at: number): Match | null {
    const open = this.own.prepositions.get(this.words[at]!.text.toLowerCase());
    if (!open) return null;
    const first = this.words[at + 1];
    if (!first) return null;
    const isArticle = this.phrase(at + 1)?.piece.kind === 'article';
    const next = isArticle ? at + 2 : at + 1;
    const numeric =
      this.before?.kind === 'name' &&
      !this.before.rows &&
      this.before.columns!.some(({ kind }) => kind === 'measure');
    const isTime = this.isTime(next) && !(numeric && YEAR.test(this.words[next]!.text));
    const kind = isTime
      ? ('time' as const)
      : this.count(next) !== null
        ? ('number' as const)
        : this.value(next) && !this.name(next)
          ? ('value' as const)
          : ('other' as const);
    // `einen Preis von mehr als 300`
    if (this.phrase(at + 1)?.piece.kind === 'comparator') return this.make('passed', '', at);
    const text = open[kind];
    if (text === null) return null;
    const piece = kind === 'number' ? ('comparator' as const) : ('preposition' as const);
    return this.make(isTime ? 'preposition' : piece, text, at, isTime ? next : at + 1);
  }

  /** `Anzahl der Kunden`, `Kunden, die …` */
  private articleBehind(at: number): Match | null {
    const { plain } = this.words[at]!;
    const before = this.before;
    if (this.own.relatives.has(plain) && (before?.text === ',' || before?.kind === 'name')) {
      const isRelative = before.text === ',' || !this.own.genitives.has(plain);
      if (isRelative && this.endsInVerb(at)) return this.make('relative', 'that', at);
    }
    if (before?.kind === 'name' && this.own.genitives.has(plain))
      return this.make('preposition', 'of the', at);
    return null;
  }

  /** Whether the clause that a word begins ends in a verb. */
  private endsInVerb(at: number): boolean {
    let end = at + 1;
    while (end < this.words.length && ![',', '?', '.', '!'].includes(this.words[end]!.text)) end++;
    const last = this.words[end - 1]!;
    const phrase = this.phrase(end - 1);
    return (
      end - 1 > at &&
      (phrase?.piece.kind === 'being' ||
        this.dictionary.verbs.has(last.plain) ||
        (this.dictionary.amountVerbs.has(last.plain) && isSmall(last.text)))
    );
  }

  private span(at: number, length: number): readonly Word[] | null {
    const words = this.words.slice(at, at + length);
    return words.length === length &&
      words.every(({ kind }) => kind === 'word' || kind === 'number')
      ? words
      : null;
  }

  private name(at: number): Match | null {
    for (let length = 3; length >= 1; length--) {
      const words = this.span(at, length);
      if (!words || words[0]!.kind === 'number') continue;
      if (length > 1 && words.some(({ plain }) => this.dictionary.phrases.has(plain))) continue;
      const named = this.names.called(words.map(({ text }) => text));
      if (named) return this.named(named, at, at + length);
    }
    return null;
  }

  private named(named: Named, at: number, to = at + 1): Match {
    const match = this.make('name', named.label, at, to);
    return { ...match, piece: { ...match.piece, rows: named.rows, columns: named.columns } };
  }

  private translatedName(at: number): Match | null {
    const named = this.names.translated(this.words[at]!.text);
    return named && this.named(named, at);
  }

  private lookup(text: string): ValueHit | null {
    for (const one of this.own.spellings(text)) {
      const [hit] = this.values
        .lookup(one, { limit: 4 })
        .filter(({ match }) => match === 'exact' || match === 'folded');
      if (hit) return hit;
    }
    return null;
  }

  private value(at: number): Match | null {
    for (let length = LONGEST; length >= 1; length--) {
      const words = this.span(at, length);
      if (!words) continue;
      if (length === 1 && words[0]!.kind === 'number') continue;
      const hit = this.lookup(words.map(({ text }) => text).join(' '));
      if (hit) return this.make('value', valueText(hit), at, at + length);
    }
    return null;
  }

  /** A state that a value of the data is called by: `stornierte`, `aktive`; `unbezahlte` denies one. */
  private state(at: number): Match | null {
    const word = this.words[at]!;
    const text = word.text.toLowerCase();
    const forms = this.own.adjectiveEndings
      .filter((ending) => text.endsWith(ending) && text.length - ending.length > 2)
      .map((ending) => text.slice(0, text.length - ending.length));
    for (const form of forms.slice(1)) {
      const hit = this.lookup(form);
      if (hit) return this.make('value', valueText(hit), at);
    }
    for (const form of forms)
      for (const english of this.dictionary.states.get(this.own.plain(form)) ?? []) {
        const hit = this.lookup(english);
        if (hit) return this.make('value', valueText(hit), at);
      }
    for (const form of forms.slice(1)) {
      const named = this.names.called([form]);
      if (named && !named.rows) return this.named(named, at);
      const verb = this.dictionary.verbs.get(this.own.plain(form));
      if (verb)
        return this.make(this.isFlag(verb.english) ? 'value' : 'participle', verb.english, at);
    }
    const { denying } = this.own;
    if (!text.startsWith(denying)) return null;
    const bare = forms.map((form) => form.slice(denying.length));
    for (const form of bare) {
      const verb = this.dictionary.verbs.get(this.own.plain(form));
      const named =
        this.names.called([form]) ??
        (verb && this.isFlag(verb.english) ? { label: verb.english } : null);
      if (named) return this.make('value', `not ${named.label}`, at);
    }
    return null;
  }

  private isFlag(word: string): boolean {
    return this.catalog.tables.some(({ columns }) =>
      columns.some(({ label, hidden }) => !hidden && fold(label) === word),
    );
  }

  /** `Durchschnittspreis`, `Kundenanzahl` */
  private computed(at: number): Match | null {
    const text = this.own.plain(this.words[at]!.text);
    const rest = (word: string): Named | null =>
      this.names.called([word]) ?? this.names.translated(word);
    for (const [first, english] of this.own.computedFirst) {
      const start = this.own.plain(first);
      const named =
        text.startsWith(start) && text.length > start.length + 2
          ? rest(text.slice(start.length))
          : null;
      if (named && !named.rows) return this.computing(english, named, at);
    }
    for (const [last, english] of this.own.computedLast) {
      const end = this.own.plain(last);
      if (!text.endsWith(end) || text.length < end.length + 3) continue;
      const bare = text.slice(0, -end.length);
      const named = this.own.linking
        .filter((link) => bare.endsWith(link))
        .map((link) => rest(bare.slice(0, bare.length - link.length)))
        .find((one) => one !== null);
      if (named) return this.computing(english, named, at);
    }
    return null;
  }

  private computing(english: string, named: Named, at: number): Match {
    const match = this.named(named, at);
    return { ...match, piece: { ...match.piece, text: `${english} ${named.label}` } };
  }

  /** `das teuerste Produkt`: the rows, by the amount that the word speaks of. */
  private superlative(at: number): Match | null {
    const phrase = this.phrase(at, true);
    if (phrase?.piece.kind !== 'superlative') return null;
    const [end, noun] = phrase.piece.text.split(' ');
    const by = this.names.called([noun!]) ?? this.names.translated(noun!);
    const count = this.count(phrase.to);
    const from = count === null ? phrase.to : phrase.to + 1;
    const rows = this.name(from) ?? this.translatedName(from);
    if (!by || by.rows || !rows?.piece.rows) return null;
    const text = `${count ?? ''} ${rows.piece.text} with the ${end} ${by.label}`.trim();
    return { to: rows.to, piece: { ...rows.piece, text, said: phrase.piece.said } };
  }

  /** `Produkte kosten mehr als 5`, `die mehr als 5 kosten`: beside a bound a word that is a noun, too, is the verb. */
  private boundVerb(at: number): Match | null {
    if (!isSmall(this.words[at]!.text)) return null;
    const before = this.pieces.findLast(({ kind }) => kind !== 'passed');
    const bounds =
      before?.kind === 'number' ||
      (before?.rows === true &&
        at + 1 < this.words.length &&
        this.phrase(at + 1)?.piece.kind === 'comparator');
    return bounds ? this.amountVerb(at) : null;
  }

  private amountVerb(at: number): Match | null {
    const noun = this.dictionary.amountVerbs.get(this.words[at]!.plain);
    const named = noun ? (this.names.called([noun]) ?? this.names.translated(noun)) : null;
    return named && !named.rows ? this.make('verb', `have a ${named.label}`, at) : null;
  }

  private verb(at: number): Match | null {
    const row = this.dictionary.verbs.get(this.words[at]!.plain);
    if (!row) return null;
    const made = row.makes
      ? (this.names.called([row.makes]) ?? this.names.translated(row.makes))
      : null;
    const match = this.make('verb', row.english, at);
    return { ...match, piece: { ...match.piece, makes: made?.rows ? made.label : null } };
  }

  private country(at: number): Match | null {
    for (let length = 3; length >= 1; length--) {
      const words = this.span(at, length);
      const english = words
        ? this.dictionary.countries.get(words.map(({ plain }) => plain).join(' '))
        : undefined;
      const hit = english ? this.lookup(english) : null;
      if (hit) return this.make('value', valueText(hit), at, at + length);
    }
    return null;
  }
}

/** Written without a capital, as verbs are. */
const isSmall = (text: string): boolean => text[0] === text[0]!.toLowerCase();

/** Said by a word of the language that the data has not. */
const isOfLanguage = ({ kind, text, said }: Piece): boolean =>
  !['mark', 'number', 'year', 'day', 'value', 'passed'].includes(kind) &&
  text.toLowerCase() !== said.toLowerCase();

const valueText = ({ value }: ValueHit): string =>
  /^[\p{L}\p{N} .&'-]+$/u.test(value) ? value : `"${value}"`;

const months = new WeakMap<Translation, ReadonlyMap<string, string>>();

function monthsOf(own: Translation): ReadonlyMap<string, string> {
  let known = months.get(own);
  if (!known) {
    known = new Map([...own.months].map(([word, month]) => [own.plain(word), month]));
    months.set(own, known);
  }
  return known;
}

/** The order of the planner's words: verbs from the end of their clause, what is computed before what it is said of. */
function inOrder(pieces: readonly Piece[]): readonly Piece[] {
  const told = pieces.filter(({ text, kind }) => text !== '' || kind === 'mark');
  return withRanges(neverMade(withVerbs(countsFirst(withAggregates(withParticiples(told))))));
}

/** `die verkaufte Menge`: the quantity sold. */
function withParticiples(pieces: readonly Piece[]): readonly Piece[] {
  const found = [...pieces];
  for (let at = 0; at + 1 < found.length; at++)
    if (found[at]!.kind === 'participle' && found[at + 1]!.kind === 'name' && !found[at + 1]!.rows)
      found.splice(at, 2, found[at + 1]!, found[at]!);
  return found;
}

/** `Gehalt im Durchschnitt` */
function withAggregates(pieces: readonly Piece[]): readonly Piece[] {
  const found: Piece[] = [];
  for (const piece of pieces) {
    if (piece.kind !== 'aggregateBehind') {
      found.push(piece);
      continue;
    }
    const at = found.findLastIndex(({ kind, rows }) => kind === 'name' && !rows);
    if (at < 0) found.push({ ...piece, kind: 'aggregate' });
    else found.splice(at, 0, { ...piece, kind: 'aggregate' });
  }
  return found;
}

/** `Kunden in Kiel, Anzahl`, `Kunden in Kiel wie viele`: what counts stands first. */
function countsFirst(pieces: readonly Piece[]): readonly Piece[] {
  const last = pieces.at(-1);
  if (!last || !COUNTS.has(last.text)) return pieces;
  const rest = pieces.slice(0, -1);
  return [last, ...(rest.at(-1)?.text === ',' ? rest.slice(0, -1) : rest)];
}

const COUNTS = new Set(['how many', 'number of']);

/** Verbs go behind the relative pronoun, or behind the other verb of their clause. */
function withVerbs(pieces: readonly Piece[]): readonly Piece[] {
  const clauses: Piece[][] = [[]];
  for (const piece of pieces) {
    if (piece.kind === 'relative') clauses.push([piece]);
    else if (piece.kind === 'mark') clauses.push([piece], []);
    else clauses.at(-1)!.push(piece);
  }
  return clauses.flatMap((clause) => verbsFirst(clause));
}

const isVerb = ({ kind }: Piece) => kind === 'verb' || kind === 'being';

function verbsFirst(clause: readonly Piece[]): readonly Piece[] {
  const last = clause.findLastIndex((piece) => !isVerb(piece));
  const verbs = clause.slice(last + 1);
  const rest = clause.slice(0, last + 1);
  if (verbs.length === 0) return clause;
  const isRelative = clause[0]?.kind === 'relative';
  const opener = isRelative ? 0 : rest.findLastIndex(({ kind }) => kind === 'being');
  if (opener < 0) return clause;
  // `deren Preis über 300 liegt`
  if (rest[0]?.text === 'whose') return rest;
  const denied = rest[opener + 1]?.kind === 'negation' ? opener + 2 : opener + 1;
  const being = verbs.filter(({ kind }) => kind === 'being');
  const told = verbs.filter(({ kind }) => kind === 'verb');
  return [
    ...rest.slice(0, opener + 1),
    ...being,
    ...rest.slice(opener + 1, denied),
    ...told,
    ...rest.slice(denied),
  ];
}

/** `haben nie bestellt`: none of the rows that the verb makes. */
function neverMade(pieces: readonly Piece[]): readonly Piece[] {
  const found: Piece[] = [];
  for (const piece of pieces) {
    const before = found.at(-1);
    if (piece.kind === 'verb' && piece.makes && before?.text === 'never') {
      found.pop();
      found.push({ ...before, text: 'no' }, { ...piece, kind: 'name', text: piece.makes });
    } else found.push(piece);
  }
  return found;
}

/** `von April bis Juni` */
function withRanges(pieces: readonly Piece[]): readonly Piece[] {
  const until = pieces.findIndex(({ text }) => text === 'until' || text === 'at most');
  const from = pieces.findLastIndex(({ text }, at) => text === 'of' && at < until);
  if (until < 0 || from < 0) return pieces;
  const inside = pieces.slice(from + 1, until);
  if (!inside.every(({ kind }) => ['month', 'year', 'number', 'day', 'article'].includes(kind)))
    return pieces;
  return pieces.map((piece, at) =>
    at === from ? { ...piece, text: 'from' } : at === until ? { ...piece, text: 'to' } : piece,
  );
}

function sentence(pieces: readonly Piece[]): string {
  return pieces
    .map(({ text }) => text)
    .filter(Boolean)
    .join(' ')
    .replaceAll(' ,', ',')
    .trim();
}
