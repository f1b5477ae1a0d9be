import { fold } from '#src/catalog/fold.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { CURRENCIES } from '#src/language/currency-words.ts';
import { COMPACT_FORMS } from '#src/language/en/periods.ts';
import { ENDS, SAYS_UNIT, SAYS_YEAR, type Translation } from '#src/language/translation.ts';
import type { Catalog, ValueHit, ValueLookup } from '#src/plugin-api/catalog.ts';
import { onceOf } from '#src/read/once-of.ts';
import type { Dictionary } from '#src/read/translate/dictionary.ts';
import type { Named, Names } from '#src/read/translate/names.ts';
import { inOrder, sentence } from '#src/read/translate/order.ts';
import { type Piece, piecesOf, type Word } from '#src/read/translate/pieces.ts';

/** A question in the words of the planner, or the word that could not be said in them. */
export type Translated =
  | {
      readonly text: string;
      readonly assumptions: readonly string[];
      /** Words that were taken for others, one letter away. */
      readonly mended: readonly string[];
      /** Whether some word of it is one of the language's tables, and not the data's own. */
      readonly isTold: boolean;
    }
  | { readonly unknown: string };

interface Match {
  readonly to: number;
  readonly piece: Piece;
}

const YEAR = /^(?:19|20)\d\d$/;
const DAY = /^(\d{1,2})(?:er|º|°|ª)?$/;
const LONGEST = 5;
/** Words that are looked through for the typing error that a phrase is not read for. */
const LOOKED_AHEAD = 3;
const BEFORE_BARE_YEARS: ReadonlySet<Piece['kind']> = new Set<Piece['kind']>([
  'comparator',
  'preposition',
  'month',
  'number',
]);
/** Words of a name, without what links them. */
const LONGEST_NAME = 3;
/** Reads a question of another language from left to right, piece by piece. */
export class Translator {
  private readonly words: Word[];
  private readonly catalog: Catalog;
  private readonly values: ValueLookup;
  private readonly own: Translation;
  private readonly dictionary: Dictionary;
  private readonly names: Names;
  private readonly pieces: Piece[] = [];
  private readonly assumptions: string[] = [];
  private readonly mended: string[] = [];

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
    this.words = [...piecesOf(question, own)];
  }

  translate(): Translated {
    for (let at = 0; at < this.words.length; ) {
      const match = this.match(at) ?? (this.isMended(at) ? this.match(at) : null);
      if (!match) return { unknown: this.words[at]!.text };
      this.pieces.push(match.piece);
      at = match.to;
    }
    const text = sentence(inOrder(this.pieces));
    const { assumptions, mended } = this;
    return { text, assumptions, mended, isTold: this.pieces.some(isOfLanguage) };
  }

  /** Takes the word that is read nowhere for the one known word that it is a typing error of; false where there is none. */
  private isMended(at: number): boolean {
    for (const [index, word] of this.words.slice(at, at + LOOKED_AHEAD).entries()) {
      if (word.kind !== 'word' || this.isKnown(at + index)) continue;
      const meant = this.dictionary.typingErrorOf(word.plain);
      if (meant === null) continue;
      this.assumptions.push(`"${word.text}" means "${meant}".`);
      this.mended.push(word.plain);
      this.words[at + index] = { ...word, text: meant, plain: this.own.plain(meant) };
      return true;
    }
    return false;
  }

  private isKnown(at: number): boolean {
    return (
      this.dictionary.knows(this.words[at]!.plain) ||
      [this.name(at), this.translatedName(at), this.value(at)].some((one) => one !== null)
    );
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
    const sure = this.time(at) ?? this.number(at) ?? this.money(at);
    if (sure) return sure;
    const value = this.value(at);
    const name = this.name(at) ?? this.wideName(at);
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
      this.noun(at) ??
      this.state(at) ??
      this.computed(at) ??
      (this.dictionary.nouns.has(this.own.stem(word.plain)) ? null : this.amountVerb(at)) ??
      this.verb(at) ??
      this.translatedName(at) ??
      this.country(at) ??
      this.people(at)
    );
  }

  private mark(at: number): Match | null {
    const { text } = this.words[at]!;
    if (['?', '!', '.', '¿', '¡'].includes(text)) return this.make('passed', '', at);
    return [',', ';', ':', '<', '>'].includes(text) ? this.make('mark', text, at) : null;
  }

  private phrase(at: number, superlatives = false): Match | null {
    const rows = [
      ...(this.dictionary.phrases.get(this.words[at]!.plain) ?? []),
      ...(this.words[at]!.kind === 'number' || this.own.numberWords.has(this.words[at]!.plain)
        ? (this.dictionary.phrases.get('#') ?? [])
        : []),
    ].toSorted((a, b) => b.words.length - a.words.length);
    // `precio medio`: said behind its measure where one stands before it.
    const isBehind = this.before?.kind === 'name' && !this.before.rows;
    const isSaidBehind = (said: readonly string[]) =>
      isBehind && rows.some(({ kind, words }) => kind === 'aggregateBehind' && isSame(words, said));
    for (const { words, english, kind } of rows) {
      if (kind === 'superlative' && !superlatives) continue;
      if (kind === 'aggregate' && isSaidBehind(words)) continue;
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
    const before = this.pieces.findLast(({ kind }) => kind !== 'passed');
    const ofColumn = before?.columns?.some(({ kind }) => kind !== 'measure') && !before.rows;
    const isBare =
      before !== undefined &&
      (BEFORE_BARE_YEARS.has(before.kind) ||
        (before.kind === 'period' && !SAYS_UNIT.test(before.text)) ||
        before.kind === 'conjunction' ||
        (ofColumn && SAYS_YEAR.test(before.text)));
    return this.make('year', isBare ? text : `in ${text}`, at);
  }

  /** A currency behind a number: that of the data, where it names no other. */
  private money(at: number): Match | null {
    const currency = CURRENCIES.get(this.words[at]!.text.toLowerCase());
    if (this.before?.kind !== 'number' || currency === undefined) return null;
    const named = this.catalog.tables.some(({ columns }) =>
      columns.some(({ unit }) => unit !== null && /^[A-Z]{3}$/.test(unit)),
    );
    if (named) return this.make('passed', currency.sign, at);
    this.assumptions.push(
      `Amounts are assumed to be in ${currency.name}, because the data names no currency.`,
    );
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
    return this.dayOfMonth(at);
  }

  /** `1. Mai 2025`, `le 1er mai`, `15 de octubre de 2026`; the day alone where a later one names the month for both. */
  private dayOfMonth(at: number): Match | null {
    const day = DAY.exec(this.words[at]!.text)?.[1];
    if (day === undefined || Number(day) > 31) return null;
    const isLink = (place: number) =>
      this.words[place]?.text === '.' || this.own.links.has(this.words[place]?.plain ?? '');
    const next = isLink(at + 1) ? at + 2 : at + 1;
    const month = this.months.get(this.words[next]?.plain ?? '');
    if (!month) return this.dayBefore(at, day);
    const last = isLink(next + 1) ? next + 2 : next + 1;
    const year = this.words[last]?.text ?? '';
    return YEAR.test(year)
      ? this.make('day', `${month} ${day}, ${year}`, at, last + 1)
      : this.make('day', `${month} ${day}`, at, next + 1);
  }

  /** `entre el 1 y el 15 de octubre de 2026` */
  private dayBefore(at: number, day: string): Match | null {
    if (at + 2 >= this.words.length) return null;
    const link = this.phrase(at + 1);
    const isRange =
      link?.piece.kind === 'conjunction' ||
      this.own.prepositions.get(this.words[at + 1]?.plain ?? '')?.time === 'until';
    if (!isRange) return null;
    const to = link?.to ?? at + 2;
    const isArticle = to < this.words.length && this.phrase(to)?.piece.kind === 'article';
    const other = isArticle ? to + 1 : to;
    if (!DAY.test(this.words[other]?.text ?? '')) return null;
    const end = this.dayOfMonth(other);
    const [, month, year] = /^(\p{L}+) \d+(, \d{4})?$/u.exec(end?.piece.text ?? '') ?? [];
    return month === undefined ? null : this.make('day', `${month} ${day}${year ?? ''}`, at);
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
    // `mayo de 2025`
    if (this.before?.kind === 'month' && YEAR.test(this.words[next]!.text))
      return this.make('passed', '', at);
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
    return this.nameOf(at, 1, (words) => this.names.called(words));
  }

  /** A name of several words, said in the language's own: `chiffre d'affaires`, `date de la commande`. */
  private wideName(at: number): Match | null {
    if (!this.own.isHeadFirst) return null;
    return this.nameOf(at, 2, (words) => this.names.translated(words));
  }

  /** The longest name that begins here and has so many words. */
  private nameOf(
    at: number,
    shortest: number,
    find: (words: readonly string[]) => Named | null,
  ): Match | null {
    const isLink = ({ plain }: Word) => this.own.links.has(plain);
    for (let length = LONGEST; length >= shortest; length--) {
      const words = this.span(at, length);
      if (!words || words[0]!.kind === 'number' || isLink(words[0]!) || isLink(words.at(-1)!))
        continue;
      const content = words.filter((word) => !isLink(word));
      if (content.length > LONGEST_NAME) continue;
      if (length > 1 && content.some(({ plain }) => this.dictionary.phrases.has(plain))) continue;
      const named = find(content.map(({ text }) => text));
      if (named) return this.named(named, at, at + length);
    }
    return null;
  }

  private named(named: Named, at: number, to = at + 1): Match {
    const match = this.make('name', named.label, at, to);
    return { ...match, piece: { ...match.piece, rows: named.rows, columns: named.columns } };
  }

  private translatedName(at: number): Match | null {
    const named = this.names.translated([this.words[at]!.text]);
    return named && this.named(named, at);
  }

  /** `commande`, `pedido`: a participle behind a verb, a noun elsewhere. */
  private noun(at: number): Match | null {
    if (!this.own.isHeadFirst) return null;
    const before = this.pieces.findLast(({ kind }) => kind !== 'passed');
    if (before?.kind === 'being' || (before?.kind === 'negation' && before.text !== 'no'))
      return null;
    return this.translatedName(at);
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
      if (hit) return this.stateOf(valueText(hit), at);
    }
    for (const form of forms)
      for (const english of this.dictionary.states.get(this.own.plain(form)) ?? []) {
        const hit = this.lookup(english);
        if (hit) return this.stateOf(valueText(hit), at);
      }
    for (const form of forms.slice(1)) {
      const named = this.names.called([form]);
      if (named && !named.rows) return this.named(named, at);
      const verb = this.dictionary.verbs.get(this.own.plain(form));
      if (verb)
        return this.make(this.isFlag(verb.english) ? 'value' : 'participle', verb.english, at);
    }
    const { denying } = this.own;
    if (denying === null || !text.startsWith(denying)) return null;
    const bare = forms.map((form) => form.slice(denying.length));
    for (const form of bare) {
      const verb = this.dictionary.verbs.get(this.own.plain(form));
      const named =
        this.names.called([form]) ??
        (verb && this.isFlag(verb.english) ? { label: verb.english } : null);
      if (named) return this.stateOf(`not ${named.label}`, at);
    }
    return null;
  }

  private stateOf(text: string, at: number): Match {
    const match = this.make('value', text, at);
    return { ...match, piece: { ...match.piece, isState: true } };
  }

  /** `clients allemands`: what the planner knows the people of a country by. */
  private people(at: number): Match | null {
    const english = this.dictionary.peoples.get(this.own.stem(this.words[at]!.text));
    return english === undefined ? null : this.stateOf(english, at);
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
      this.names.called([word]) ?? this.names.translated([word]);
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
    const by = this.names.called([noun!]) ?? this.names.translated([noun!]);
    // `les 3 produits les plus chers`
    if (by && !by.rows && this.before?.rows) {
      const { piece } = this.named(by, at, phrase.to);
      return { to: phrase.to, piece: { ...piece, text: `with the ${end} ${by.label}` } };
    }
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
    const next = at + 1 < this.words.length ? this.phrase(at + 1)?.piece : undefined;
    const bounds =
      before?.kind === 'number' ||
      before?.text === 'how much' ||
      this.endBehind(at) !== undefined ||
      ((before?.rows === true || before?.kind === 'relative') && next?.kind === 'comparator');
    return bounds ? this.amountVerb(at) : null;
  }

  /** Which end of its amount a verb is asked for: `coûtent le plus`, not `génèrent le plus de ventes`. */
  private endBehind(at: number): string | undefined {
    const phrase = at + 1 < this.words.length ? this.phrase(at + 1) : null;
    const end = ENDS.get(phrase?.piece.text ?? '');
    const isOfName =
      phrase !== null &&
      phrase.to < this.words.length &&
      (this.name(phrase.to) ?? this.wideName(phrase.to) ?? this.translatedName(phrase.to)) !== null;
    return isOfName ? undefined : end;
  }

  /** `kosten`: they have a price; `qui coûtent le plus`: those with the highest. */
  private amountVerb(at: number): Match | null {
    const noun = this.dictionary.amountVerbs.get(this.words[at]!.plain);
    const named = noun ? (this.names.called([noun]) ?? this.names.translated([noun])) : null;
    if (!named || named.rows) return null;
    if (this.before?.text === 'how much') {
      const { piece } = this.named(named, at);
      return { to: at + 1, piece };
    }
    const end = this.endBehind(at);
    if (end === undefined) return this.make('verb', `have a ${named.label}`, at);
    if (this.before?.kind === 'relative') this.pieces.pop();
    const isAsked = !this.before?.rows || this.pieces.at(-2)?.text === 'which';
    const { to } = this.phrase(at + 1)!;
    return this.make('verb', `${isAsked ? 'has' : 'with'} the ${end} ${named.label}`, at, to);
  }

  private verb(at: number): Match | null {
    const row = this.dictionary.verbs.get(this.words[at]!.plain);
    if (!row) return null;
    const made = row.makes
      ? (this.names.called([row.makes]) ?? this.names.translated([row.makes]))
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

const isSame = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((word, at) => word === other[at]);

/** Written without a capital, as verbs are. */
const isSmall = (text: string): boolean => text[0] === text[0]!.toLowerCase();

const CONTENT: ReadonlySet<Piece['kind']> = new Set<Piece['kind']>([
  ...(['name', 'value', 'month', 'verb', 'participle'] as const),
]);

/** Said by a word of the language that the data has not: `Umsatz` for revenue, not `runs` for production runs. */
function isOfLanguage({ kind, text, said }: Piece): boolean {
  const words = wordsOf(text);
  return CONTENT.has(kind) && !wordsOf(said).every((word) => words.includes(word));
}

const valueText = ({ value }: ValueHit): string =>
  /^[\p{L}\p{N} .&'-]+$/u.test(value) ? value : `"${value}"`;

const monthsOf = onceOf(
  (own: Translation): ReadonlyMap<string, string> =>
    new Map([...own.months].map(([word, month]) => [own.plain(word), month])),
);
