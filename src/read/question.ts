import { foldToLemmas } from '#src/catalog/fold.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import type { Language } from '#src/language/language.ts';
import type { VerbOfTimes } from '#src/language/meanings.ts';
import type { Phrase, PhraseRow } from '#src/language/tables.ts';
import { endsInDenial } from '#src/planner/codes.ts';
import { type PeriodMatch, readPeriod } from '#src/planner/periods/periods.ts';
import { isStateOfRows } from '#src/planner/states-of-rows.ts';
import { type Token, tokenize } from '#src/planner/tokens.ts';
import { toldByVerb } from '#src/planner/told-by-verb.ts';
import type { CatalogColumn, ValueHit, ValueLookup } from '#src/plugin-api/catalog.ts';
import type { ComparisonOperator } from '#src/plugin-api/query.ts';
import {
  isNameOfRows,
  isSameOption,
  type Option,
  type Ref,
  type ValueOption,
  type ValueRef,
} from '#src/read/ask.ts';
import type { Names } from '#src/read/names.ts';
import { onceOf } from '#src/read/once-of.ts';
import { isFlagColumn } from '#src/read/resolve.ts';
import { isTime, mayBeYears } from '#src/read/times.ts';

const SMALL_COST = 0.2;
/** `routes that end at an airport` where a code is `END`. */
const ROLE_COST = 1.2;
const VALUE_NOUN_COST = 0.4;
const KIND_COST = 0.3;
const REFERRING_COST = 0.3;
const LONGEST_VALUE = 8;
const MAX_LOOKUPS = 400;

/** A question with all that its spans can be, found once for each span. */
export class Question {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly language: Language;
  private readonly written: readonly string[];
  private readonly names: Names;
  private readonly values: ValueLookup;
  private readonly now: string;
  private readonly refsAt = new Map<number, readonly Ref[]>();
  private readonly valueRefsAt = new Map<number, readonly ValueRef[]>();
  private readonly periodsAt = new Map<number, PeriodMatch | null>();
  private held: ReadonlySet<string> | null = null;
  private lookups = 0;

  constructor(
    text: string,
    tokens: readonly Token[],
    language: Language,
    names: Names,
    values: ValueLookup,
    now: string,
  ) {
    this.text = text;
    this.tokens = tokens;
    this.written = tokens.map(({ kind, lower }) => (kind === 'quoted' ? '' : lower));
    this.language = language;
    this.names = names;
    this.values = values;
    this.now = now;
  }

  /** The question without a word. */
  without(at: number): Question {
    const tokens = this.tokens.toSpliced(at, 1);
    return new Question(this.text, tokens, this.language, this.names, this.values, this.now);
  }

  /** Another question over the same data. */
  saying(text: string): Question {
    return new Question(text, tokenize(text), this.language, this.names, this.values, this.now);
  }

  /** The text without some tokens, and without the mark at its end. */
  withoutTokens(dropped: readonly number[]): string {
    const pieces: string[] = [];
    let from = 0;
    for (const at of dropped) {
      const { start, end } = this.tokens[at]!;
      pieces.push(this.text.slice(from, start));
      from = end;
    }
    pieces.push(this.text.slice(from));
    return pieces
      .join(' ')
      .replaceAll(/\s+/g, ' ')
      .replace(/[\s?!.]+$/, '')
      .trim();
  }

  private get words(): Language['functionWords'] {
    return this.language.functionWords;
  }

  /** The day that it is asked on. */
  get today(): string {
    return this.now;
  }

  /** Whether one of some words stands at a token. */
  is(at: number, words: { has(word: string): boolean }): boolean {
    return words.has(this.word(at));
  }

  /** The first token from one on that none of some words stands at. */
  past(at: number, words: { has(word: string): boolean }): number {
    let next = at;
    while (this.is(next, words)) next++;
    return next;
  }

  /** The token before a noun and its articles. */
  beforeArticles(at: number): number {
    let before = at - 1;
    while (before > 0 && this.isArticle(before)) before--;
    return before;
  }

  get length(): number {
    return this.tokens.length;
  }

  /** A word in lower case; empty where something is quoted, and where there is none. */
  word(at: number): string {
    return this.written[at] ?? '';
  }

  /** The longest phrase of a table that stands at a token. */
  phrase<Meaning>(
    at: number,
    table: readonly PhraseRow<Meaning>[],
  ): { readonly to: number; readonly means: Meaning } | null {
    for (const { phrase, means } of rowsWith(this.word(at), table))
      if (this.starts(at, phrase)) return { to: at + phrase.length, means };
    return null;
  }

  /** How `longer`, which `than` follows somewhere, compares. */
  comparative(at: number): ComparisonOperator | null {
    const word = this.word(at);
    const row = this.language.comparators.find(
      ({ phrase: [first, then, more] }) => first === word && then === 'than' && more === undefined,
    );
    return row?.means ?? null;
  }

  starts(at: number, phrase: Phrase): boolean {
    for (let index = 0; index < phrase.length; index++)
      if (this.word(at + index) !== phrase[index]) return false;
    return true;
  }

  number(at: number): number | null {
    return this.tokens[at]?.value ?? null;
  }

  /** Whether a word is written as one for many. */
  isPlural(at: number): boolean {
    const token = this.tokens[at];
    return token?.kind === 'word' && token.lower !== token.lemma && token.lower.endsWith('s');
  }

  /** How many rows have a value; null where that is not known. */
  rowsWith({ column, text }: { column: { readonly name: string }; text: string }): number | null {
    const hits = this.values.lookup(text, { limit: 40 });
    const own = hits.filter((hit) => hit.match !== 'near' && hit.column === column.name);
    return own.length === 0 ? null : own.reduce((sum, { rowCount }) => sum + rowCount, 0);
  }

  /** `both` of `show both the name and the age`: what follows is a list. */
  isBothOfList(at: number): boolean {
    return this.word(at) === 'both' && this.isAsking(at - 1);
  }

  /** `the countries that climbers are from`: the last word belongs to what is asked. */
  get strands(): boolean {
    return this.words.stranded.has(this.word(this.lastWord));
  }

  /** `Who placed the order?`: somebody is asked. */
  get asksWho(): boolean {
    return this.is(0, this.words.persons);
  }

  /** People, where they are asked by no other name. */
  get people(): readonly Option[] {
    return this.names.people;
  }

  /** `who has placed`: what somebody did who is asked, at most a part of a name. */
  isVerbOfWho(at: number): boolean {
    const token = this.tokens[at];
    if (!this.asksWho || at === 0 || token?.kind !== 'word' || token.capital) return false;
    for (let before = at - 1; before > 0; before--)
      if (!this.is(before, this.words.auxiliaries)) return false;
    const { isAgent } = this.language.names;
    // Of `who owns the boats` the owner is asked, where the boats have one.
    const isNamed = this.refs(at).some(
      ({ to, options }) =>
        to > at + 1 ||
        options.some(
          (one) =>
            one.evidence === 'name' ||
            (one.kind === 'column' && wordsOf(one.columns[0].label).some(isAgent)),
        ),
    );
    const { telling, operating } = this.words;
    return (
      !isNamed &&
      this.valueRefs(at).length === 0 &&
      !this.isFunctionWord(at) &&
      ![telling, operating].some((words) => this.is(at, words))
    );
  }

  /** `Who was rejected`: what was done to somebody tells them from others, unless rows are kept of it. */
  isDoneToWho(at: number): boolean {
    if (!this.asksWho || !this.is(at - 1, this.language.between.said)) return false;
    const isSaid = this.language.verbs.isParticiple(this.word(at));
    const { tying } = this.words;
    return (
      isSaid && !this.is(at, tying) && !this.namesSomething(at) && this.rowsOfVerb(at) === null
    );
  }

  /** The last token that is no mark. */
  get lastWord(): number {
    let last = this.length - 1;
    while (last > 0 && this.isPunctuation(last)) last--;
    return last;
  }

  /** `staff who`: something is left out at the end. */
  get dangles(): boolean {
    const last = this.lastWord;
    // `how many hours is that`
    const { verbs, amounts } = this.language.askedAgain;
    const isSaid = [...verbs, ...amounts].some((phrase) =>
      this.starts(last + 1 - phrase.length, phrase),
    );
    return !isSaid && this.words.dangling.has(this.word(last));
  }

  /** `Sort the customers`: an order is owed. */
  get asksOrder(): boolean {
    return this.tokens.some((_, at) => this.words.sorting.has(this.word(at)) && this.isAsking(at));
  }

  /** Whether a token is the first of a later sentence that is not a word of asking: `Which shops …? List the name`. */
  beginsAnew(at: number): boolean {
    for (let before = at - 1; before > 0; before--) {
      if (['.', '?', ';'].includes(this.word(before))) return before < at - 1;
      const opens = this.isAsking(before) || this.isBothOfList(before);
      if (!opens && !this.isFunctionWord(before)) return false;
    }
    return false;
  }

  /**
   * Whether a word that is a table by itself shares the head of the next name: `order and delivery dates`.
   */
  get sharesHeads(): boolean {
    return this.tokens.some(
      (_, at) =>
        this.joinedTo(at + 1) !== null &&
        this.refs(at).some(({ to, options }) => to === at + 1 && options[0]!.kind === 'table') &&
        this.sharedHeads(at).length > 0,
    );
  }

  /** `international ones`: a word with the head of a name that was given before. */
  underHeadOf({ from, to }: Pick<Ref, 'from' | 'to'>, at: number): Ref | null {
    const token = this.tokens[at];
    if (token?.kind !== 'word' || this.isFunctionWord(at) || to - from < 2) return null;
    const span = [token, ...this.tokens.slice(from + 1, to)];
    const options = this.names.lookup(span.map(({ lemma }) => lemma));
    return options.length > 0 ? { from: at, to: at + 1, text: token.text, options } : null;
  }

  /** What several words name together with one head: `first and last name`, `dates of birth and death`. */
  sharedHeads(at: number): readonly { readonly to: number; readonly refs: readonly Ref[] }[] {
    const modifiers: number[] = [];
    const found: { to: number; refs: readonly Ref[] }[] = [];
    for (let next = at; modifiers.length < 4; ) {
      if (this.tokens[next]?.kind !== 'word' || this.isFunctionWord(next)) break;
      modifiers.push(next);
      const joined = this.joinedTo(next + 1);
      if (joined === null) break;
      next = joined;
      for (const whole of this.refs(next)) {
        if (whole.to - next < 2 || this.isFunctionWord(next)) continue;
        const heads = this.tokens.slice(next + 1, whole.to);
        const others = modifiers.map((one): Ref => {
          const span = [this.tokens[one]!, ...heads];
          const options = this.names.lookup(span.map(({ lemma }) => lemma));
          return {
            ...{ from: one, to: whole.to, text: span.map(({ text }) => text).join(' ') },
            options: options.filter((option) => isNear(option, whole)),
          };
        });
        if (others.every(({ options }) => options.length > 0))
          found.push({ to: whole.to, refs: [...others, whole] });
      }
    }
    for (const first of this.refs(at)) {
      if (first.to - at !== 3 || this.word(at + 1) !== 'of' || this.word(first.to) !== 'and')
        continue;
      const span = [this.tokens[at]!, this.tokens[at + 1]!, this.tokens[first.to + 1]];
      if (span[2]?.kind !== 'word' || this.isFunctionWord(first.to + 1)) continue;
      const options = this.names
        .lookup(span.map((token) => token!.lemma))
        .filter((option) => isNear(option, first));
      if (options.length > 0)
        found.push({
          to: first.to + 2,
          refs: [first, { from: first.to + 1, to: first.to + 2, text: span[2].text, options }],
        });
    }
    return found;
  }

  /** The end of a phrase that carries nothing: `in total`. */
  fillerAt(at: number): number | null {
    const found = this.language.fillers.find((phrase) => this.starts(at, phrase));
    return found ? at + found.length : null;
  }

  /** Whether rows of a table have a date. */
  hasTimes(table: string): boolean {
    return this.names.hasTimes(table);
  }

  /** Whether a word stands somewhere after a token. */
  holdsAfter(at: number, word: string): boolean {
    return this.tokens.findLastIndex(({ lower }) => lower === word) > at;
  }

  /** Whether a word stands somewhere, as it is written or in the singular. */
  holds(word: string): boolean {
    this.held ??= new Set(
      this.tokens.flatMap(({ lemma }, at) => [lemma, this.word(at)]).filter(Boolean),
    );
    return this.held.has(word);
  }

  isAnd(at: number): boolean {
    return this.word(at) === 'and';
  }

  /** The token after a comma or `and`. */
  joinedTo(at: number): number | null {
    if (this.word(at) === ',') return this.word(at + 1) === 'and' ? at + 2 : at + 1;
    return this.word(at) === 'and' ? at + 1 : null;
  }

  /** Where a noun may begin: here, and after articles and the like. */
  nouns(at: number): readonly number[] {
    const found = [at];
    for (let next = at; this.isArticle(next) && next < at + 3; next++) found.push(next + 1);
    return found;
  }

  /** `starts with A`: a letter, no article. */
  private isLetter(at: number): boolean {
    const token = this.tokens[at];
    return token?.text === 'A' && at > 0 && !['.', '?'].includes(this.word(at - 1));
  }

  /** `Who has a friend`: what somebody has is not what is asked. */
  isPossessed(at: number): boolean {
    const before = this.beforeArticles(at);
    return this.words.possessing.has(this.word(before)) && this.isAsking(before - 1);
  }

  /** Tables whose names end before a token. */
  tablesBefore(at: number): Ref | null {
    for (let from = Math.max(0, at - this.names.longest); from < at; from++)
      for (const ref of this.refs(from)) {
        const options = ref.options.filter(isNameOfRows);
        if (ref.to === at && options.length > 0) return { ...ref, options };
      }
    return null;
  }

  /** The rows that a verb at a token is said of: `doctors that do not`. */
  rowsSaidBefore(at: number): Ref | null {
    const { relative, auxiliaries } = this.words;
    let end = at;
    while (
      this.is(end - 1, relative) ||
      this.is(end - 1, auxiliaries) ||
      this.phrase(end - 1, this.language.negations)?.to === end
    )
      end--;
    return this.tablesBefore(end);
  }

  isFunctionWord(at: number): boolean {
    const token = this.tokens[at];
    if (!token || token.kind === 'quoted' || token.abbreviation || this.isLetter(at)) return false;
    // `a sale in May`: a name, however common the word is in small letters.
    const isName = token.capital && at > 0 && !this.isPunctuation(at - 1);
    if (isName) return false;
    return this.words.articles.has(token.lower) || this.words.links.has(token.lower);
  }

  isArticle(at: number): boolean {
    return this.words.articles.has(this.word(at)) && !this.isLetter(at);
  }

  /** Whether a word is written as a value: quoted, or with a capital within a sentence. */
  isWritten(at: number): boolean {
    const token = this.tokens[at];
    return token !== undefined && (token.kind === 'quoted' || (token.capital && at > 0));
  }

  /** Whether a noun is joined to what stands before it: `and all suppliers`. */
  isJoined(at: number): boolean {
    const before = this.beforeArticles(at);
    return [',', 'and', 'or'].includes(this.word(before));
  }

  /** Whether the word before a token is a noun or an adjective: none of the grammar, no mark and no verb. */
  isNounBefore(at: number): boolean {
    const before = this.tokens[at - 1];
    return before?.kind === 'word' && !this.isFunctionWord(at - 1) && !this.isVerb(at - 1);
  }

  isPunctuation(at: number): boolean {
    return [',', '.', '?', '!', ';', ':'].includes(this.word(at));
  }

  /** Whether a sentence or a part of it ends before a token. */
  endsPart(at: number): boolean {
    return at >= this.length || this.isPunctuation(at);
  }

  beginsSentence(at: number): boolean {
    return at === 0 || ['.', '?', ';'].includes(this.word(at - 1));
  }

  /** A word that asks for an answer, at the start of a sentence or after others of its kind. */
  isAsking(at: number): boolean {
    if (!this.words.asking.has(this.word(at))) return false;
    if (this.words.askingFirst.has(this.word(at))) return this.beginsSentence(at);
    for (let before = at - 1; before >= 0; before--) {
      if (['.', '?', ';', ','].includes(this.word(before))) return true;
      if (!this.words.asking.has(this.word(before)) && !this.isFunctionWord(before)) return false;
    }
    return true;
  }

  /** Whether a name that begins at a token can be something. */
  canBe(at: number, holds: (option: Option) => boolean): boolean {
    return this.refs(at).some(({ options }) => options.some(holds));
  }

  /** Whether a name anywhere in the question can be something. */
  speaksOf(holds: (option: Option) => boolean): boolean {
    return this.tokens.some((_, at) => this.canBe(at, holds));
  }

  /** Whether a name or a value of the data begins at a token. */
  namesSomething(at: number): boolean {
    return this.refs(at).length > 0 || this.valueRefs(at).length > 0;
  }

  /** A word that is a verb and names nothing: what it says of rows is not looked at. */
  isVerb(at: number): boolean {
    const token = this.tokens[at];
    if (token?.kind !== 'word' || this.namesSomething(at)) return false;
    if (token.capital && at > 0) return false;
    if (this.words.telling.has(token.lower) || ['and', ',', 'or'].includes(this.word(at - 1)))
      return false;
    const { verbOpeners, operating } = this.words;
    if (operating.has(token.lower)) return false;
    return this.language.verbs.isVerbForm(token.lower) ?? verbOpeners.has(this.word(at - 1));
  }

  /** A verb that may tell which of two references is meant: `routes that end at an airport`. */
  isRole(at: number): boolean {
    const { text } = this.tokens[at]!;
    const isValue = this.valueRefs(at).some(({ options }) =>
      options.some(({ texts }) => texts.includes(text)),
    );
    const isPlain = !isValue && this.refs(at).length === 0 && !this.isVerb(at);
    return this.language.roleWords.has(this.word(at)) && isPlain;
  }

  /** `noted by the mate`, of a reference that is called `noted by mate id`: a verb that tells which of several is meant. */
  isRoleOfKey(at: number): boolean {
    const word = this.word(at);
    if (
      !this.is(at + 1, this.language.names.agents) ||
      this.language.verbs.isVerbForm(word) !== true
    )
      return false;
    const options = this.refs(at).flatMap((ref) => (ref.to === at + 1 ? ref.options : []));
    return (
      options.length > 0 &&
      this.valueRefs(at).length === 0 &&
      options.every(
        (one) =>
          one.kind === 'column' &&
          one.columns[0].kind === 'identifier' &&
          wordsOf(one.columns[0].label).includes(word),
      )
    );
  }

  /** `repair was cleared by`, of a reference that is called `repair cleared by mate id`. */
  isNounOfRole(at: number): boolean {
    let verb = at + 1;
    while (this.is(verb, this.words.auxiliaries)) verb++;
    if (verb === at + 1 || !this.isRoleOfKey(verb)) return false;
    const word = this.tokens[at]!.lemma;
    return this.refs(verb).every(({ options }) =>
      options.every((one) => one.kind === 'column' && wordsOf(one.columns[0].label).includes(word)),
    );
  }

  /** `the mountains they climb`, `the tracks that Ann Berg bought`: a verb behind who does it, at the end of what is said. */
  isVerbOfSubject(at: number): boolean {
    const token = this.tokens[at];
    const isNamed = this.refs(at).some(
      ({ to, options }) => to > at + 1 || options.some(({ evidence }) => evidence !== 'derived'),
    );
    if (token?.kind !== 'word' || token.capital || isNamed) return false;
    if (
      this.words.telling.has(token.lower) ||
      this.isFunctionWord(at) ||
      this.is(at, this.words.operating)
    )
      return false;
    let before = at - 1;
    while (
      before > 0 &&
      this.is(before, this.words.auxiliaries) &&
      !this.is(before, this.words.pronouns)
    )
      before--;
    if (this.is(before, this.words.pronouns))
      return this.tablesBefore(this.beforePronouns(before)) !== null;
    if (this.language.verbs.isVerbForm(token.lower) === false) return false;
    if (this.asksOfEach(before)) return true;
    for (let from = Math.max(0, before - 3); from <= before; from++)
      for (const { to } of this.valueRefs(from))
        if (to === before + 1 && this.isRelative(from - 1)) return true;
    return false;
  }

  /** `that`, `which`. */
  isRelativeWord(at: number): boolean {
    return this.is(at, this.words.relative);
  }

  /** `he`, `he or she`: the token at which the subject begins. */
  private beforePronouns(at: number): number {
    return this.word(at - 1) === 'or' && this.is(at - 2, this.words.pronouns) ? at - 2 : at;
  }

  /** `did each customer`: rows that end at a token, and that something is asked of. */
  private asksOfEach(at: number): boolean {
    for (let from = at; from > Math.max(1, at - 3); from--) {
      const ends = this.refs(from).some(
        ({ to, options }) => to === at + 1 && options.some(({ kind }) => kind === 'table'),
      );
      if (
        ends &&
        this.is(from - 1, this.words.counters) &&
        this.is(from - 2, this.words.auxiliaries)
      )
        return true;
    }
    return false;
  }

  /** `tracks that`: what follows is said of rows. */
  private isRelative(at: number): boolean {
    const isLink = this.isRelativeWord(at);
    return this.tablesBefore(isLink ? at : at + 1) !== null;
  }

  /** `rooms used by guests`, `counties that contain cities`: a verb before the other rows that it ties. */
  tiesRows(at: number): boolean {
    if (!this.is(at, this.words.tying)) return false;
    let next = at + 1;
    while (next < at + 5 && this.isFunctionWord(next)) next++;
    return this.canBe(next, isNameOfRows);
  }

  /** `stores sell lamps`: a verb that names nothing, between rows and the others or the value that it ties them to. */
  isVerbBetween(at: number): boolean {
    const token = this.tokens[at];
    if (token?.kind !== 'word' || token.capital || this.isFunctionWord(at)) return false;
    const { telling, operating, common } = this.words;
    if ([telling, operating, common].some((words) => this.is(at, words))) return false;
    if (this.namesSomething(at) || this.tablesBefore(at) === null) return false;
    if (!this.language.verbs.isBaseVerb(token.lower)) return false;
    let next = at + 1;
    while (this.isArticle(next) || this.is(next, this.language.between.objects)) next++;
    return this.valueRefs(next).some(() => this.isWritten(next)) || this.canBe(next, isNameOfRows);
  }

  /** `currently being repaired`: a word of the present before a value, which says how rows are now. */
  isNowOfState(at: number): boolean {
    if (!this.is(at, this.words.presently)) return false;
    let next = at + 1;
    while (this.isFunctionWord(next)) next++;
    return this.valueRefs(next).length > 0 && this.refs(next).length === 0;
  }

  /** The end of what all rows are said to be in, where nothing is called so and nothing tells which: `in the store`. */
  settingAt(at: number): number | null {
    const { nouns, before, articles, unless } = this.language.settings;
    if (this.tokens.some(({ lower }) => unless.has(lower))) return null;
    if (!this.is(at, before) || !this.is(at + 1, articles) || !this.is(at + 2, nouns)) return null;
    const isNamed = [at + 1, at + 2].some((from) => this.namesSomething(from));
    const ends = this.endsPart(at + 3) || this.isAnd(at + 3);
    return ends && !isNamed ? at + 3 : null;
  }

  /** The end of a phrase that ties rows to others, as a verb does: `in charge of`. */
  tieAt(at: number): number | null {
    const found = this.language.ties.find((phrase) => this.starts(at, phrase));
    const isNamed = found?.some((_, index) =>
      this.canBe(at + index, ({ evidence }) => evidence === 'name'),
    );
    return found && !isNamed ? at + found.length : null;
  }

  /** A verb that says no more than that rows are there: `the number of payments made`. */
  isLightVerb(at: number): boolean {
    return this.words.lightVerbs.has(this.word(at));
  }

  /** `settlements made`: a light verb right behind rows, which stands at most within names, and nothing behind it. */
  isIdleVerb(at: number): boolean {
    const isInside = this.refs(at).every(
      ({ to, options }) => to === at + 1 && options.every(({ evidence }) => evidence === 'part'),
    );
    return (
      this.endsPart(at + 1) &&
      this.tablesBefore(at) !== null &&
      isInside &&
      this.isLightVerb(at) &&
      this.valueRefs(at).length === 0
    );
  }

  /** `companies own more assets than`: a verb of having behind rows, where they are compared by what follows. */
  isHolding(at: number): boolean {
    return (
      this.words.holding.has(this.word(at)) &&
      this.refs(at).every(({ options }) => options.every(({ evidence }) => evidence !== 'name')) &&
      this.rowsSaidBefore(at) !== null &&
      this.comparative(at + 1) !== null &&
      this.holdsAfter(at + 1, 'than')
    );
  }

  /** A word that is a verb where it stands, and at best another word for a name. Beside a bound or a time it says of what these are. */
  isWeakVerb(at: number): boolean {
    const token = this.tokens[at];
    if (token?.kind !== 'word' || (token.capital && at > 0)) return false;
    if (this.words.telling.has(token.lower) || this.words.operating.has(token.lower)) return false;
    if (
      !(
        this.language.verbs.isVerbForm(token.lower) ?? this.words.verbOpeners.has(this.word(at - 1))
      )
    )
      return false;
    const own = this.refs(at).filter(({ to }) => to === at + 1);
    const isNamed = this.refs(at).some(
      ({ to, options }) => to > at + 1 || options.some(({ evidence }) => evidence !== 'synonym'),
    );
    if (own.length === 0 || isNamed || this.valueRefs(at).length > 0) return false;
    for (let next = at + 1; next < at + 4; next++)
      if (
        this.number(next) !== null ||
        this.phrase(next, this.language.comparators) ||
        this.period(next)
      )
        return false;
    return true;
  }

  /** Whether a word is none of the grammar, no number and no time: what is left names something, or nothing. */
  isNoun(at: number): boolean {
    const token = this.tokens[at];
    if (token?.kind !== 'word' || token.value !== null) return false;
    if (this.isFunctionWord(at) || this.words.asking.has(token.lower)) return false;
    const { common, operating, telling, counting } = this.words;
    if ([common, operating, telling, counting].some((own) => own.has(token.lower))) return false;
    const { comparators, aggregates, rankings, negations } = this.language;
    const rows: readonly (readonly PhraseRow<unknown>[])[] = [
      comparators,
      aggregates,
      rankings,
      negations,
    ];
    return !rows.some((table) => this.phrase(at, table)) && this.period(at) === null;
  }

  isBracket(at: number): boolean {
    return ['(', ')'].includes(this.word(at));
  }

  /** `shipped orders`: a participle before rows says which of them, rather than what was done to them. */
  isAttribute(at: number): boolean {
    if (!this.language.verbs.isParticiple(this.word(at))) return false;
    if (!this.canBe(at + 1, ({ kind }) => kind === 'table')) return false;
    return (
      !this.words.verbOpeners.has(this.word(at - 1)) &&
      !this.words.auxiliaries.has(this.word(at - 1))
    );
  }

  /** What a word of the grammar speaks of, by its name: `age`, of `oldest`. */
  named(lemma: string): readonly Option[] {
    return this.names.holding(lemma);
  }

  /** The time of the rows that a name can mean, where each has a single one. */
  timesOfRows({ options, ...span }: Ref): Ref | null {
    const times = options.flatMap((one) =>
      one.kind === 'table' ? this.names.timeOf(one.table) : [],
    );
    return times.length > 0 ? { ...span, options: times } : null;
  }

  /** Rows that a verb tells of, which are called by a noun of it: `books that are not published`. */
  rowsOfVerb(at: number): Ref | null {
    return this.isVerbForm(at) ? this.rowsDone(at, this.word(at)) : null;
  }

  /** What columns are called that say who did something, or to whom it was done: `assigned` → assignee. */
  columnsOfDoers(verb: string): readonly string[] {
    return this.names.columnsOfDoers(verb);
  }

  /** The rows that a word denies: `unpublished books`. */
  rowsUndone(at: number): Ref | null {
    const done = this.namesSomething(at) ? null : this.language.verbs.undone(this.word(at));
    return done === null ? null : this.rowsDone(at, done);
  }

  private rowsDone(at: number, verb: string): Ref | null {
    const options = this.names.tablesOfVerb(verb);
    return options.length > 0
      ? { from: at, to: at + 1, text: this.textOf(at, at + 1), options }
      : null;
  }

  /** The times of rows that a verb tells of, where each kind of them has a single one. */
  timesCalled({ options, ...span }: Ref, verb: string): Ref | null {
    const times = options.flatMap((one) => {
      const [time, second] = one.kind === 'table' ? this.names.timesCalled(one.table, verb) : [];
      return time && !second ? [time] : [];
    });
    return times.length > 0 ? { ...span, options: times } : null;
  }

  /** The time of rows that a verb of the grammar tells: `joined`, of a date that customers became it. */
  timesOfVerbs({ options, ...span }: Ref, { verbs, plain }: VerbOfTimes): Ref | null {
    const times = options.flatMap((one) => {
      if (one.kind !== 'table') return [];
      const called = verbs.flatMap((verb) =>
        this.names.timesCalled(one.table, verb, (column) => isTime(column) || mayBeYears(column)),
      );
      const [time, second] = new Map(
        called.flatMap((found) =>
          found.kind === 'column' && !isOfRecord(found.columns[0])
            ? [[found.columns[0].name, found] as const]
            : [],
        ),
      ).values();
      if (time && !second) return [time];
      return called.length === 0 && plain ? this.names.plainTimeOf(one.table) : [];
    });
    return times.length > 0 ? { ...span, options: times } : null;
  }

  /** Whether a word looks like a verb, whatever it names. */
  isVerbForm(at: number): boolean {
    return this.language.verbs.isVerbForm(this.word(at)) === true;
  }

  period(at: number): PeriodMatch | null {
    const known = this.periodsAt.get(at);
    if (known !== undefined) return known;
    const found = readPeriod(this.tokens, at, this.now);
    this.periodsAt.set(at, found);
    return found;
  }

  /** `where it is most popular`, of a column `most_popular_in`: words that stand in a name, which may be meant. */
  isPartOfName(from: number, to: number): boolean {
    const [first, ...rest] = this.tokens
      .slice(from, to)
      .map(({ lemma }) => this.names.holding(lemma));
    return (first ?? []).some(
      (one) =>
        one.kind === 'column' && rest.every((own) => own.some((other) => isSameOption(one, other))),
    );
  }

  /** What has a token among the words of its name. */
  holders(at: number): readonly Option[] {
    return this.names.holding(this.tokens[at]!.lemma);
  }

  /** Names of tables and columns that a token stands in. */
  refsOver(at: number): readonly Ref[] {
    return this.tokens
      .slice(0, at + 1)
      .flatMap((_, from) => this.refs(from).filter(({ to }) => to > at));
  }

  /** Whether a token stands in a name or in a value: `customer no`, `on no account`. */
  standsInName(at: number): boolean {
    return (
      this.refsOver(at).length > 0 ||
      this.tokens.slice(0, at + 1).some((_, from) => this.valueRefs(from).some(({ to }) => to > at))
    );
  }

  /** The table of the rows that are named last before a token, other than those of a table that is left out. */
  rowsNamedBefore(at: number, leftOut: string | null = null): string | null {
    for (let from = at - 1; from >= 0; from--)
      for (const { options } of this.refs(from)) {
        const rows = options.find((one) => isNameOfRows(one) && one.table !== leftOut);
        if (rows) return rows.table;
      }
    return null;
  }

  /** The short form in the data of a word that names nothing else: `outl`, of outlets. */
  clipAt(at: number): string | null {
    const token = this.tokens[at];
    if (token?.kind !== 'word' || this.isFunctionWord(at) || this.isAsking(at)) return null;
    if ((token.capital && at > 0) || this.language.verbs.isParticiple(token.lower)) return null;
    const clip = this.names.clipOf(token.lemma);
    if (!clip || this.valueRefs(at).length > 0) return null;
    const isInName = this.refsOver(at).some(
      ({ from, to, options }) =>
        to - from > 1 && options.some(({ evidence }) => evidence === 'name'),
    );
    if (isInName || (clip.isWeak && !this.isClipInPlace(at, clip.text))) return null;
    return this.isPlural(at) && foldToLemmas(`${clip.text}s`) === clip.text
      ? `${clip.text}s`
      : clip.text;
  }

  /** `account opening date` of a column `acc_open_date`, `a savings account` where the first word is a value of such a column. */
  private isClipInPlace(at: number, clip: string): boolean {
    const columns = this.names
      .holding(clip)
      .flatMap((one) => (one.kind === 'column' ? [{ ...one, column: one.columns[0] }] : []));
    const next = this.tokens[at + 1];
    const { stem } = this.language.names;
    const isSaid =
      next?.kind === 'word' &&
      columns.some(({ column }) => wordsOf(column.label).map(stem).includes(stem(next.lemma)));
    const isOfColumn = (option: ValueOption) =>
      columns.some(({ table, column }) => table === option.table && column.name === option.column);
    return (
      isSaid ||
      this.tokens
        .slice(0, at)
        .some((_, from) =>
          this.valueRefs(from).some(({ to, options }) => to === at && options.some(isOfColumn)),
        )
    );
  }

  /** Names of tables and columns that begin at a token. */
  refs(at: number): readonly Ref[] {
    const known = this.refsAt.get(at);
    if (known) return known;
    // What is before a word tells whether it names something, and so may what is behind it: nothing does so of itself.
    this.refsAt.set(at, []);
    const found: Ref[] = [];
    // `Order the names`: a request, whatever rows are called so.
    const asks = this.isAsking(at) && this.words.determiners.has(this.word(at + 1));
    const limit = asks ? at : Math.min(this.length, at + this.names.longest);
    for (let to = at + 1; to <= limit; to++) {
      const span = this.tokens.slice(at, to);
      if (span.some(({ kind, lower }) => kind === 'mark' && lower !== "'s")) break;
      if (span.length === 1 && this.isState(at)) continue;
      const all = this.rowsChosen(this.asRows(this.withVerb(this.optionsOf(span), at, to), to), at);
      const isVerb = to === at + 1 && this.isVerbOfDoing(at);
      const options = all.filter(
        (one) =>
          !(this.asksShare(at) && one.evidence === 'synonym') &&
          !(isVerb && isOtherWord(one, this.tokens[at]!)) &&
          !(to === at + 1 && this.namesWhatIsDone(one, at)) &&
          !(to === at + 1 && this.isKindOfOthers(one, at)),
      );
      if (options.length > 0) found.push({ from: at, to, text: this.textOf(at, to), options });
    }
    const called = asks || found.length > 0 ? [] : this.rowsCalled(at);
    if (!asks && found.every(({ to }) => to === at + 1)) found.push(...this.kindsOf(at));
    if (called.length > 0)
      found.push({ from: at, to: at + 1, text: this.tokens[at]!.text, options: called });
    this.refsAt.set(at, found);
    return found;
  }

  /** `cakes`: the rows that are called so, rather than what refers to them (`cake_id`). */
  private asRows(options: readonly Option[], to: number): readonly Option[] {
    const rows = this.isPlural(to - 1) ? options.filter(isCalledSo) : [];
    if (rows.length === 0) return options;
    return options.map((one) =>
      one.evidence === 'part' && rows.some(({ table }) => this.names.refersTo(one, table))
        ? { ...one, cost: one.cost + REFERRING_COST }
        : one,
    );
  }

  /** `which hosts`: rows that are called so, rather than an amount whose name holds the word (`number of hosts`). */
  private rowsChosen(options: readonly Option[], at: number): readonly Option[] {
    if (!this.is(at - 1, this.words.choosing) || !options.some(isCalledSo)) return options;
    return options.filter(
      (one) => one.kind === 'table' || one.evidence !== 'part' || one.columns[0].kind !== 'measure',
    );
  }

  /** `percentage of the rooms`: a part of them, and nothing that another word for it names. */
  private asksShare(at: number): boolean {
    const { percentages, fractions } = this.language.composed;
    if (!this.is(at, percentages) && !this.is(at, fractions)) return false;
    if (this.word(at + 1) !== 'of') return false;
    return this.nouns(at + 2).some((from) => this.canBe(from, isNameOfRows));
  }

  /** `orders per shop` where each is `ordered_by` somebody: a noun is what was done, rather than who did it. */
  private namesWhatIsDone(option: Option, at: number): boolean {
    if (option.kind !== 'column' || option.evidence !== 'derived') return false;
    const { agents, isAgent } = this.language.names;
    const { lower } = this.tokens[at]!;
    const words = wordsOf(option.columns[0].label);
    if (!agents.has(words.at(-1)!) || words.includes(lower) || isAgent(lower)) return false;
    const { verbOpeners, auxiliaries, relative } = this.words;
    const isVerb = [verbOpeners, auxiliaries, relative].some((own) => this.is(at - 1, own));
    return !isVerb && (at === 0 || this.isFunctionWord(at - 1) || this.isAsking(at - 1));
  }

  /** `what did Ann Berg pay`: what somebody does at the end of a sentence is no other word for a name. */
  private isVerbOfDoing(at: number): boolean {
    const token = this.tokens[at];
    if (token?.kind !== 'word' || token.capital || !this.endsPart(at + 1)) return false;
    const does = this.written.findLastIndex(
      (word, before) => before < at - 1 && this.language.ofEach.does.has(word),
    );
    if (does < 0) return false;
    if (this.is(at - 1, this.words.pronouns)) return true;
    for (let from = does + 1; from < at; from++)
      if (this.valueRefs(from).some(({ to }) => to === at)) return true;
    return this.tablesBefore(at) !== null;
  }

  /** `kind of segment`: what another table calls its kinds is none of theirs. */
  private isKindOfOthers({ table }: Option, at: number): boolean {
    const named = this.ofKind(at).flatMap(({ options }) => options);
    return named.length > 0 && named.every((one) => one.table !== table);
  }

  /** What is named behind `kind of`. */
  private ofKind(at: number): readonly Ref[] {
    if (!this.is(at, this.words.kindsOf) || this.word(at + 1) !== 'of') return [];
    return this.refs(this.isArticle(at + 2) ? at + 3 : at + 2);
  }

  /** `kind of device`: devices, where none of them has a kind, and nothing else is called so. */
  private kindsOf(at: number): readonly Ref[] {
    return this.ofKind(at).flatMap((ref): readonly Ref[] => {
      const options = ref.options
        .filter((one) => !this.names.hasKinds(one.table))
        .map((one): Option => {
          const cost = one.cost + KIND_COST;
          return one.kind === 'table' ? { ...one, cost, ofKinds: true } : { ...one, cost };
        });
      const text = this.textOf(at, ref.to);
      return options.length > 0 ? [{ from: at, to: ref.to, text, options }] : [];
    });
  }

  /** A word with what it tells as a verb: either may be meant. */
  private withVerb(options: readonly Option[], at: number, to: number): readonly Option[] {
    const { comparators, verbs } = this.language;
    const words = { told: verbs.told, comparators };
    const noun =
      to === at + 1
        ? toldByVerb(this.tokens, at, words, () => this.tablesBefore(at) !== null)
        : null;
    if (noun === null) return options;
    const others = this.names.lookup([noun]).filter(({ kind }) => kind === 'column');
    const idOf = (one: Option) =>
      one.kind === 'column' ? `${one.table}.${one.columns[0].name}` : one.table;
    return [...new Map([...others, ...options].map((one) => [idOf(one), one])).values()];
  }

  private optionsOf(span: readonly Token[]): readonly Option[] {
    const first = span[0]!;
    const last = span.at(-1)!;
    if (first.kind === 'mark' || last.kind === 'mark') return [];
    if (span.length === 1 && first.kind === 'quoted') return this.quotedName(first);
    if (span.some(({ kind }) => kind === 'quoted')) return [];
    if (span.length === 1 && (first.kind === 'number' || this.isPlain(first))) return [];
    if (span.length > 1 && [first, last].some((token) => this.isLink(token)))
      return span.length === 2 && !this.isLink(first) && !this.language.names.agents.has(last.lower)
        ? this.names.endingIn(`${first.lower} ${last.lower}`)
        : [];
    if (span.length === 1 && (this.words.counting.has(first.lemma) || first.lower === 'times'))
      return this.amountCalled(first);
    // `number of cities` counts, `number of platforms` may be a name.
    if (first.lower === 'or' || last.lower === 'or') return [];
    if (this.denies(span)) return [];
    if (span.some((token) => token.lower === 'and' || token.lower === 'or')) {
      // `authors or tutors` of a table `authors_and_tutors`.
      const lemmas = span.map(({ lemma, lower }) => (lower === 'or' ? 'and' : lemma));
      return this.names.lookup(lemmas).filter(({ evidence }) => evidence === 'name');
    }
    return this.names.lookup(span.map(({ lemma }) => lemma));
  }

  /** `devices no shop has`: "no" is no part of a name there. */
  private denies(span: readonly Token[]): boolean {
    if (span.length < 2 || span.at(-1)!.text !== 'no') return false;
    const next = this.tokens[this.tokens.indexOf(span.at(-1)!) + 1];
    return endsInDenial(span, next, (lemma) =>
      this.names.lookup([lemma]).some(({ kind }) => kind === 'table'),
    );
  }

  /** `the 'year joined'`: a name in quotes, which is no value. */
  private quotedName(token: Token): readonly Option[] {
    const isValue = this.valueRefs(this.tokens.indexOf(token)).length > 0;
    const lemmas = isValue ? [] : foldToLemmas(token.text).split(' ');
    return this.names
      .lookup(lemmas.filter((word) => !this.words.articles.has(word)))
      .filter(({ kind, evidence }) => kind === 'column' && evidence === 'name');
  }

  /** `the date and the amount`: a column that is called by a word that counts, where nothing is counted by it. */
  private amountCalled(token: Token): readonly Option[] {
    const at = this.tokens.indexOf(token);
    if (this.word(at + 1) === 'of' && !this.words.determiners.has(this.word(at + 2))) return [];
    const isSaid =
      this.words.articles.has(this.word(at - 1)) ||
      [',', 'and'].includes(this.word(at - 1)) ||
      [',', 'and'].includes(this.word(at + 1));
    return (isSaid || this.isCompared(at)) && token.lower !== 'number'
      ? this.names
          .lookup([token.lemma])
          .filter(
            ({ kind, evidence, cost }) => kind === 'column' && evidence === 'name' && cost < 0.12,
          )
      : [];
  }

  /** `an amount above 3000`, `the highest amount`: what is compared or ranked counts nothing. */
  private isCompared(at: number): boolean {
    const { comparators, rankings } = this.language;
    const isRanked = this.phrase(at - 1, rankings)?.to === at && this.isArticle(at - 2);
    const next = this.word(at + 1) === 'of' ? at + 2 : at + 1;
    const bound = this.phrase(next, comparators);
    return isRanked || (bound !== null && this.number(bound.to) !== null);
  }

  private isPlain(token: Token): boolean {
    return (
      !token.abbreviation &&
      (this.words.links.has(token.lower) || this.words.plain.has(token.lower))
    );
  }

  private isLink(token: Token): boolean {
    return (
      !token.abbreviation &&
      (this.words.links.has(token.lower) || this.words.articlesAtEnds.has(token.lower))
    );
  }

  /** Whether words are the name of a table or a column: then they are no value, unless they are written as one. */
  private isNamed(from: number, to: number): boolean {
    const options = this.optionsOf(this.tokens.slice(from, to));
    // `blue` is a kind of colour, and a value of it.
    return options.some(({ evidence }) => evidence !== 'synonym' && evidence !== 'related');
  }

  /** The text of tokens as it was written; empty where there are none, as behind the last word. */
  textOf(from: number, to: number): string {
    const [first, last] = [this.tokens[from], this.tokens[to - 1]];
    return first && last && from < to ? this.text.slice(first.start, last.end) : '';
  }

  /** Values of the data that begin at a token, longest first. */
  valueRefs(at: number): readonly ValueRef[] {
    const known = this.valueRefsAt.get(at);
    if (known) return known;
    const found: ValueRef[] = [];
    const limit = Math.min(this.length, at + LONGEST_VALUE);
    for (let to = at + 1; to <= limit; to++) {
      const options = this.valueOptions(at, to);
      if (options.length > 0) found.unshift({ from: at, to, text: this.textOf(at, to), options });
    }
    this.valueRefsAt.set(at, found);
    return found;
  }

  /** `Ann Berg`, where the first name and the last name stand in columns of their own. */
  private nameOfPerson(
    text: string,
    quoted: boolean,
    from: number,
    to: number,
  ): readonly ValueOption[] {
    const words = text.split(/\s+/);
    const [head, ...rest] = words;
    const isWritten =
      quoted ||
      this.tokens.slice(from, to).every(({ kind, capital }) => kind === 'word' && capital);
    if (!isWritten || words.length < 2 || words.length > 3) return [];
    const textsIn = (part: string, table: string, column: string): readonly string[] =>
      this.values
        .lookup(part, { limit: 40 })
        .filter(
          (hit) =>
            hit.table === table &&
            hit.column === column &&
            (hit.match === 'exact' || hit.match === 'folded'),
        )
        .map(({ value }) => value);
    return this.names.persons.flatMap(({ table, first, last }): ValueOption[] => {
      const texts = textsIn(head!, table, first);
      const lasts = textsIn(rest.join(' '), table, last);
      return texts.length > 0 && lasts.length > 0
        ? [{ table, column: first, texts, cost: 0.02, and: { column: last, texts: lasts } }]
        : [];
    });
  }

  /** `swimmers who won`, where a result is `Win`. */
  private outcomes(from: number, to: number): readonly ValueOption[] {
    const token = this.tokens[from]!;
    if (to > from + 1 || token.kind !== 'word' || token.capital || this.isNamed(from, to))
      return [];
    const texts = this.language.verbs.outcomes.get(token.lower) ?? [];
    const hits = texts
      .flatMap((text) => this.values.lookup(text, { limit: 40 }))
      .filter(({ match }) => match === 'exact' || match === 'folded');
    return optionsOfHits(hits).map((one) => ({ ...one, cost: one.cost + SMALL_COST }));
  }

  /** Values that are said by one of their parts, or by a word that they are derived from. */
  private saidOtherwise(text: string, from: number, to: number): readonly ValueOption[] {
    const { kind, capital, lower } = this.tokens[from]!;
    if (kind !== 'word') return [];
    const { forms } = this.names;
    const isWord = to === from + 1 && !this.isNamed(from, to);
    const found = capital ? this.isWritten(from) && forms.parts(text) : isWord && forms.akin(lower);
    // Of what nothing can be looked up, nothing is told.
    return (found || []).flatMap(({ option, shownBy }) =>
      this.values
        .lookup(shownBy, { limit: 40 })
        .some((hit) => hit.table === option.table && hit.column === option.column)
        ? [option]
        : [],
    );
  }

  /** `engineers`, `a soprano`: rows that are called by a value that one column alone has. */
  private rowsCalled(at: number): readonly Option[] {
    const token = this.tokens[at];
    const isName = token?.capital && !this.language.names.lettersInPlural.test(token.text);
    if (token?.kind !== 'word' || isName || !this.namesOneKind(at)) return [];
    const hits = this.values
      .lookup(token.text, { limit: 40 })
      .filter(({ match }) => match !== 'near');
    const [option, second] = optionsOfHits(hits);
    if (!option || second) return [];
    const only: ValueRef = { from: at, to: at + 1, text: token.text, options: [option] };
    const { table } = option;
    return [{ kind: 'table', table, cost: VALUE_NOUN_COST, evidence: 'derived', only }];
  }

  /** A word in the plural, or after an article that counts one, with nothing behind it that it could be said of. */
  private namesOneKind(at: number): boolean {
    const { lower, lemma } = this.tokens[at]!;
    if (this.isFunctionWord(at) || this.isAsking(at) || this.is(at, this.words.common))
      return false;
    const next = this.tokens[at + 1];
    const stands =
      next?.kind !== 'word' ||
      this.isFunctionWord(at + 1) ||
      this.is(at + 1, this.words.operating) ||
      this.language.verbs.isVerbForm(next.lower) === true;
    if (!stands) return false;
    return (lemma !== lower && lower.endsWith('s')) || this.is(at - 1, this.words.counters);
  }

  /** `last 5 bookings`, where a code is `Last5`. */
  private countsEnd(from: number, to: number): boolean {
    const isCounted = this.tokens[from + 1]?.kind === 'number' && !this.tokens[from]!.capital;
    return to > from + 1 && isCounted && this.is(from, this.language.countedEnds);
  }

  /** `active customers`, where drivers have a column of that name and customers a status: what the rows have themselves. */
  private isState(at: number, hits: readonly ValueHit[] | null = null): boolean {
    const token = this.tokens[at]!;
    if (token.kind !== 'word' || this.isFunctionWord(at)) return false;
    const flags = this.optionsOf([token]);
    if (flags.length === 0 || !flags.every(isFlagColumn)) return false;
    const states = (hits ?? this.values.lookup(token.text, { limit: 40 })).filter(
      ({ match }) => match === 'exact' || match === 'folded',
    );
    const owners = {
      flags: flags.map(({ table }) => table),
      states: states.map(({ table }) => table),
    };
    const rowsAt = (place: number) =>
      this.isFunctionWord(place) || this.tokens[place]!.kind === 'mark'
        ? null
        : this.optionsOf([this.tokens[place]!])
            .filter(isNameOfRows)
            .map(({ table }) => table);
    return isStateOfRows(at, this.length, owners, rowsAt);
  }

  private valueOptions(from: number, to: number): readonly ValueOption[] {
    const first = this.tokens[from]!;
    const last = this.tokens[to - 1]!;
    const quoted = first.kind === 'quoted';
    if (
      quoted
        ? to > from + 1
        : [first, last].some(({ kind }) => kind !== 'word' && kind !== 'number')
    )
      return [];
    if (to === from + 1 && first.kind === 'number') return [];
    if (to === from + 1 && !quoted && !first.capital && this.isPlain(first)) return [];
    if (
      to === from + 1 &&
      !quoted &&
      (this.words.asking.has(first.lower) || this.words.common.has(first.lower))
    )
      return [];
    if (to > from + 1 && [first, last].some((one) => this.isPlain(one) && !one.capital)) return [];
    if (this.lookups++ > MAX_LOOKUPS) return [];
    const text = quoted ? first.text : this.text.slice(first.start, last.end);
    const hits = this.values
      .lookup(text, { limit: 40 })
      .filter(
        ({ match, value }) =>
          match !== 'near' &&
          !(this.countsEnd(from, to) && String(value).toLowerCase() !== text.toLowerCase()) &&
          (match !== 'lemma' || quoted || first.capital || !isInflected(text, value)),
      );
    if (hits.length === 0)
      return [
        ...this.nameOfPerson(text, quoted, from, to),
        ...this.outcomes(from, to),
        ...this.saidOtherwise(text, from, to),
      ];
    const isName = !quoted && !this.isWritten(from) && this.isNamed(from, to);
    if (isName && !this.isState(from, hits)) return [];
    const options = optionsOfHits(hits);
    // `showed up` where a code is `UP`: a small word that the data has otherwise is hardly meant.
    const isSmall = to === from + 1 && !quoted && !first.capital && first.kind === 'word';
    return isSmall
      ? options.map((one) =>
          one.texts.includes(first.text)
            ? one
            : {
                ...one,
                cost:
                  one.cost + (this.language.roleWords.has(first.lower) ? ROLE_COST : SMALL_COST),
              },
        )
      : options;
  }
}

/** Whether rows are called by all of a name. */
const isCalledSo = ({ kind, evidence, cost }: Option): boolean =>
  kind === 'table' && evidence === 'name' && cost < SMALL_COST;

/** Whether a word is another noun for a column, which stands in no name of its own. */
const isOtherWord = (option: Option, { lemma, lower }: Token): boolean =>
  option.kind === 'column' &&
  (option.evidence === 'name' || option.evidence === 'synonym') &&
  !option.columns.some(({ label }) =>
    wordsOf(label).some((word) => word === lower || foldToLemmas(word) === lemma),
  );

/** `created at`: when a row was written, which tells nothing of what it is about. */
const isOfRecord = ({ type, label }: CatalogColumn): boolean =>
  type === 'timestamp' && /\bcreat/i.test(label);

/** Columns of a table that another name has columns of, too. */
const isNear = (option: Option, { options }: Ref): boolean =>
  option.kind === 'column' &&
  options.some((one) => one.kind === 'column' && one.table === option.table);

/** `products` where a value is `Product`: the word may as well be the rows. */
const isInflected = (text: string, value: string): boolean =>
  foldToLemmas(text) === foldToLemmas(String(value));

function optionsOfHits(hits: readonly ValueHit[]): readonly ValueOption[] {
  const groups = Map.groupBy(hits, ({ table, column }) => `${table}\0${column}`);
  return [...groups.values()].map((own) => ({
    table: own[0]!.table,
    column: own[0]!.column,
    texts: [...new Set(own.map(({ value }) => value))],
    cost: Math.min(
      ...own.map(({ match }) => (match === 'exact' ? 0 : match === 'folded' ? 0.02 : 0.3)),
    ),
  }));
}

/** The rows of a table by the first words of their phrases, in the order of the table. */
const rowsByWord = onceOf((table: readonly PhraseRow<unknown>[]) =>
  Map.groupBy(table, ({ phrase }) => phrase[0] ?? ''),
);

const rowsWith = <Meaning>(
  word: string,
  table: readonly PhraseRow<Meaning>[],
): readonly PhraseRow<Meaning>[] =>
  (rowsByWord(table).get(word) ?? []) as readonly PhraseRow<Meaning>[];
