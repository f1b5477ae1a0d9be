import lemmatizer from 'wink-lemmatizer';
import {
  type Comparator,
  readAfterNumber,
  readComparator,
  readNumber,
} from '#src/planner/comparison.ts';
import {
  type Cursor,
  isColumn,
  isNamed,
  isTable,
  isValue,
  meansTable,
} from '#src/planner/cursor.ts';
import {
  type Condition,
  Declined,
  type Frame,
  type MatchMode,
  type Thing,
} from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { isLinkingVerb } from '#src/planner/linking.ts';
import { isNumeric, readThing } from '#src/planner/things.ts';
import { AGGREGATES, FUNCTION_WORDS, GLUE, VERB_COLUMNS } from '#src/planner/words.ts';

const NEGATIONS = new Set([
  'not',
  'no',
  'without',
  'never',
  'excluding',
  'except',
  'neither',
  'nor',
  'lack',
  'lacking',
  'lacks',
  'non',
]);
const UNIT_WORDS = new Set(
  'dollar dollars usd euro euros minutes minute years year hours hour days day km kilometers meters metres feet miles percent pounds kg times seconds degrees inches points people million old long tall wide high deep heavy total in of'.split(
    ' ',
  ),
);
const BETWEEN = new Set([
  'is',
  'are',
  'was',
  'were',
  'be',
  'being',
  'as',
  'of',
  'equal',
  'equals',
  'to',
  'either',
  'the',
  ':',
  '=',
  'has',
  'have',
  'had',
  'named',
  'called',
  'value',
  'a',
  'an',
  'in',
  'both',
  'that',
  'which',
  'with',
  'from',
  'at',
  'on',
  'under',
]);
/** Verbs that say nothing of a date or a place. */
const LIGHT = new Set(
  'have be do get go come make place occur happen take hold exist record belong'.split(' '),
);
const ABSENCE = new Set(['no', 'without', 'never', 'lack', 'lacks', 'lacking']);
const AUXILIARIES = new Set(['do', 'does', 'did', 'have', 'has', 'had']);
const RESUMING = new Set([
  'who',
  'that',
  'which',
  'whose',
  'have',
  'has',
  'had',
  'do',
  'does',
  'did',
  'are',
  'is',
  'were',
  'was',
]);
const EMPTY = [
  'null',
  'missing',
  'unknown',
  'empty',
  'not known',
  'not available',
  'not recorded',
  'not specified',
  'blank',
];
const PASSED = new Set([
  'but',
  'ever',
  'once',
  'also',
  'any',
  'either',
  'currently',
  'still',
  'only',
  'one',
  'ones',
  'other',
  'than',
  'same',
  'those',
  'them',
  'least',
  'more',
]);

/** Reads the conditions of a question into its frame, one clause at a time. */
export class ConditionReader {
  /** The table mention that the next conditions speak of. */
  ctx: Mention | null = null;
  private readonly cursor: Cursor;
  private readonly frame: Frame;
  /** The column of the last condition, for `above 5 or below 3`. */
  private last: Mention | null = null;

  constructor(cursor: Cursor, frame: Frame) {
    this.cursor = cursor;
    this.frame = frame;
  }

  /** Conditions that were read before their table was known are of this one. */
  adopt(table: Mention): void {
    this.ctx = table;
  }

  /** `red` in `the red cars`. */
  premodifiers(): void {
    const { cursor } = this;
    const value = cursor.peek();
    if (!isValue(value) || isTable(value) || !isTable(cursor.peek(1))) return;
    cursor.at++;
    this.frame.conditions.push({
      kind: 'value',
      ctx: cursor.peek(),
      negated: false,
      of: null,
      values: [value],
      near: true,
    });
  }

  /** Reads one clause; false where none starts here. */
  read(): boolean {
    const { cursor, frame } = this;
    const before = cursor.at;
    if (cursor.take('or')) {
      const previous = frame.conditions.pop();
      const next = previous ? this.one(previous) : null;
      if (!previous || !next) {
        if (previous) frame.conditions.push(previous);
        cursor.at = before;
        return false;
      }
      const joined = join(previous, next);
      if (joined.kind === 'or' && frame.conditions.length > 0)
        throw new Declined(
          'unsupported_question',
          'It is not clear what "or" joins here; ask the two questions apart.',
          'or',
        );
      frame.conditions.push(joined);
      return true;
    }
    const both = this.peekBoth();
    if (this.resumes()) this.ctx = frame.entity;
    const found = this.one(null);
    if (!found) {
      cursor.at = before;
      return false;
    }
    if (both && (found.kind === 'exists' || found.kind === 'period')) return this.cursor.fail();
    if (both && found.kind === 'value' && found.values.length > 1) found.all = true;
    frame.conditions.push(found);
    return true;
  }

  /** `and who …`, `but have …`: the clause speaks of the asked rows again. */
  private resumes(): boolean {
    const first = this.cursor.word();
    if (first === 'but') return true;
    return (
      first === 'and' &&
      (RESUMING.has(this.cursor.word(1)) || isTable(this.cursor.peek(1))) &&
      this.frame.entity !== null
    );
  }

  private peekBoth(): boolean {
    for (let ahead = 0; ahead < 8; ahead++) {
      const word = this.cursor.word(ahead);
      if (word === 'both') return true;
      if (!this.cursor.peek(ahead) || word === ',' || word === 'or') return false;
    }
    return false;
  }

  /** One condition: openers and negation, then its body. */
  private one(previous: Condition | null): Condition | null {
    const state = this.openers();
    const found = this.said(this.body(state.verb, previous), state.linked);
    if (!found) return null;
    if (state.negated) {
      if (found.kind === 'period')
        throw new Declined(
          'unsupported_question',
          'Rows outside a period are not understood.',
          found.period.text,
        );
      found.negated = !found.negated;
      found.absent = state.absent;
    }
    return found;
  }

  /** Passes over the words before the content of a clause; remembers "not" and verbs that name a column. */
  /** What the verb of a clause means for its condition: which date it speaks of, how far a value may lie. */
  private said(condition: Condition | null, verb: string | null): Condition | null {
    if (condition?.kind === 'period' && condition.of === null) return { ...condition, verb };
    if (this.ctx?.acts) return condition;
    if (condition?.kind === 'value' && condition.of === null && verb === null && !condition.all)
      return { ...condition, near: true };
    return condition;
  }

  private openers(): {
    negated: boolean;
    absent: boolean;
    verb: readonly string[];
    linked: string | null;
  } {
    const { cursor } = this;
    let negated = false;
    let absent = false;
    let linked: string | null = null;
    let verb: readonly string[] = [];
    while (!cursor.done) {
      const word = cursor.word();
      if (word === '') break;
      if (word === 'each' || word === 'than') break;
      if (this.startsComparator()) break;
      const mention = cursor.peek()!;
      if (NEGATIONS.has(word)) {
        negated = !negated;
        const auxiliary = cursor.mentions[cursor.at - 1]?.word ?? '';
        absent ||= ABSENCE.has(word) || (word === 'not' && AUXILIARIES.has(auxiliary));
        cursor.at++;
        continue;
      }
      const lemma = lemmatizer.verb(word);
      const measured = VERB_COLUMNS.get(lemma) ?? VERB_COLUMNS.get(word);
      if (measured && !isNamed(mention)) verb = measured;
      const passes =
        GLUE.has(word) ||
        PASSED.has(word) ||
        measured !== undefined ||
        (isLinkingVerb(cursor) && !strong(mention));
      if (!passes || mention.quoted) break;
      if (isNamed(mention) && !isLinkingVerb(cursor) && !GLUE.has(word)) break;
      if (!GLUE.has(word) && isLinkingVerb(cursor) && !LIGHT.has(lemma)) linked = lemma;
      cursor.at++;
    }
    return { negated, absent, verb, linked };
  }

  private startsComparator(): boolean {
    const { cursor } = this;
    const before = cursor.at;
    const found = readComparator(cursor);
    cursor.at = before;
    return found !== null;
  }

  private body(verb: readonly string[], previous: Condition | null): Condition | null {
    const { cursor } = this;
    const comparator = readComparator(cursor);
    if (comparator) return this.compared(null, comparator, verb);
    const mention = cursor.peek();
    if (!mention) return null;
    if (mention.period && mention.value === null) {
      cursor.at++;
      return { kind: 'period', ctx: this.ctx, negated: false, of: null, period: mention.period };
    }
    const match = this.matched(null);
    if (match) return match;
    if (previous) {
      const again = this.again(previous);
      if (again) return again;
    }
    const averaged = this.aggregated();
    if (averaged) return averaged;
    if (isColumn(mention) || isTable(mention)) {
      const read = cursor.attempt(() => this.ofName(mention));
      if (read) return read;
    }
    if (isValue(mention)) return this.ofValue();
    if (mention.value !== null && (isNamed(cursor.peek(1)) || readsAfter(cursor)))
      return this.numbered(verb);
    if (mention.period) {
      cursor.at++;
      return { kind: 'period', ctx: this.ctx, negated: false, of: null, period: mention.period };
    }
    return null;
  }

  /** `5 or more orders`, `two orders`. */
  private numbered(verb: readonly string[]): Condition | null {
    return this.compared(null, { op: '=', by: null }, verb);
  }

  /** After "or": another value or bound of the same column. */
  private again(previous: Condition): Condition | null {
    const { cursor } = this;
    const mention = cursor.peek()!;
    if (
      previous.kind === 'value' &&
      isValue(mention) &&
      !(isColumn(cursor.peek(1)) && !isTable(cursor.peek(1)))
    ) {
      cursor.at++;
      return { ...previous, values: [mention] };
    }
    if (previous.kind === 'compare' && mention.value !== null && previous.op === '=') {
      cursor.at++;
      return { ...previous, value: mention.value };
    }
    return null;
  }

  /** Conditions of a column or table that is named first. */
  private ofName(mention: Mention): Condition | null {
    const { cursor } = this;
    cursor.at++;
    if (isTable(mention) && cursor.word() === "'s") {
      cursor.at++;
      this.ctx = mention;
      const column = cursor.peek();
      if (!isColumn(column)) return null;
      return this.ofName(column);
    }
    const next = cursor.peek();
    if (meansTable(mention) && isColumn(next) && !meansTable(next) && !isValue(next)) {
      const nested = cursor.attempt(() => {
        const saved = this.ctx;
        this.ctx = mention;
        const found = this.ofName(next);
        if (!found) this.ctx = saved;
        return found;
      });
      if (nested) return nested;
    }
    if (isColumn(mention)) {
      const read = cursor.attempt(() => this.ofColumn(mention));
      if (read) return read;
    }
    if (!isTable(mention)) return null;
    const named = cursor.attempt(() => this.namedRow(mention));
    if (named) return named;
    const condition: Condition = { kind: 'exists', ctx: this.ctx, negated: false, of: mention };
    this.ctx = mention;
    return condition;
  }

  /** `the department Sales`, `country named France`. */
  private namedRow(table: Mention): Condition | null {
    const { cursor } = this;
    const called =
      cursor.takeAny([
        'named',
        'called',
        'with the name',
        'with name',
        'whose name is',
        ':',
        'of',
      ]) !== null;
    cursor.skip(['the']);
    const value = cursor.peek();
    if (!isValue(value) || (isNamed(value) && !value.quoted && !called)) return null;
    cursor.at++;
    const ctx = table;
    const { more, joined } = this.moreValues();
    const values = [value, ...more];
    this.ctx = table;
    return { kind: 'value', ctx, negated: false, of: null, values, joined };
  }

  private ofColumn(column: Mention): Condition | null {
    this.last = column;
    const thing: Thing = { of: column, ctx: this.ctx, aggregate: null, distinct: false };
    return this.comparedColumn(thing);
  }

  /** What follows a column: a comparison, a value, a range, a pattern. */
  private comparedColumn(thing: Thing): Condition | null {
    const { cursor } = this;
    const negated = this.link();
    const apply = (condition: Condition | null): Condition | null => {
      if (condition && negated) condition.negated = !condition.negated;
      return condition;
    };
    const comparator = readComparator(cursor);
    if (comparator) return apply(this.compared(thing, comparator, []));
    if (cursor.takeAny(EMPTY))
      return apply({ kind: 'empty', ctx: this.ctx, negated: false, of: thing.of });
    const range = this.range(thing);
    if (range) return apply(range);
    const match = this.matched(thing.of);
    if (match) return apply(match);
    const next = cursor.peek();
    if (!next || thing.aggregate) return null;
    if (next.period && !isTimeColumn(thing.of) && isTable(thing.of)) return null;
    if (next.period && (next.value === null || isTimeColumn(thing.of))) {
      cursor.at++;
      return apply({
        kind: 'period',
        ctx: this.ctx,
        negated: false,
        of: thing.of,
        period: next.period,
      });
    }
    if (isValue(next) && !(isNamed(next) && meansTable(next) && !next.quoted)) {
      cursor.at++;
      const { more, joined } = this.moreValues();
      const values = [next, ...more];
      return apply({ kind: 'value', ctx: this.ctx, negated: false, of: thing.of, values, joined });
    }
    if (next.value !== null) {
      const after = cursor.attempt(() => {
        cursor.at++;
        return readAfterNumber(cursor);
      });
      if (!after) cursor.at++;
      this.units();
      return apply({
        kind: 'compare',
        ctx: this.ctx,
        negated: false,
        of: thing,
        op: after ?? '=',
        value: next.value,
        implied: [],
      });
    }
    return null;
  }

  /** Words between a column and what it is compared with; says whether they negate. */
  private link(): boolean {
    const { cursor } = this;
    let negated = false;
    while (!cursor.done) {
      const word = cursor.word();
      if (word === '' || this.startsComparator()) break;
      if (word === 'not') negated = !negated;
      else if (!BETWEEN.has(word) || EMPTY.some((one) => one.split(' ')[0] === word)) break;
      cursor.at++;
    }
    return negated;
  }

  private range(thing: Thing): Condition | null {
    const { cursor } = this;
    return cursor.attempt(() => {
      const period = cursor.peek()?.period;
      if (period && /^between/i.test(cursor.peek()!.text)) {
        const years = cursor.peek()!.tokens.filter((token) => token.kind === 'number');
        if (years.length === 2 && !isTimeColumn(thing.of)) {
          cursor.at++;
          return {
            kind: 'between',
            ctx: this.ctx,
            negated: false,
            of: thing,
            low: years[0]!.value!,
            high: years[1]!.value!,
          };
        }
        return null;
      }
      const opened = cursor.takeAny([
        'between',
        'from',
        'in the range',
        'within the range of',
        'within the range',
        'ranging from',
        'in the range of',
        'in the range from',
      ]);
      const low = readNumber(cursor);
      if (low === null) return null;
      this.units();
      if (!cursor.takeAny(opened ? ['and', 'to'] : ['to'])) return null;
      const high = readNumber(cursor);
      if (high === null) return null;
      this.units();
      return { kind: 'between', ctx: this.ctx, negated: false, of: thing, low, high };
    });
  }

  private units(): void {
    const { cursor } = this;
    while (
      UNIT_WORDS.has(cursor.word()) &&
      !isNamed(cursor.peek()) &&
      !['in', 'of'].includes(cursor.word())
    )
      cursor.at++;
  }

  /** After a comparison word. */
  private compared(
    of: Thing | null,
    comparator: Comparator,
    verb: readonly string[],
  ): Condition | null {
    const { cursor } = this;
    const implied = comparator.by?.of ?? verb;
    const average = this.average(of, comparator, implied);
    if (average) return average;
    cursor.skip(['the', 'a']);
    const value = readNumber(cursor);
    if (value === null) return this.comparedText(of, comparator);
    const after = readAfterNumber(cursor);
    this.units();
    const op = after ?? comparator.op;
    if (of) return { kind: 'compare', ctx: this.ctx, negated: false, of, op, value, implied: [] };
    return this.countedAfter(op, value, implied);
  }

  /** `more than 3 orders`: what the number is of comes after it. */
  private countedAfter(
    op: Comparator['op'],
    value: number,
    implied: readonly string[],
  ): Condition | null {
    const { cursor } = this;
    const distinct = cursor.takeAny(['different', 'distinct', 'unique']) !== null;
    const mention = cursor.peek();
    if (isNamed(mention) && implied.length === 0) {
      cursor.at++;
      const rows = isTable(mention) && (meansTable(mention) || !numericColumn(mention, 0.9));
      const aggregate = rows || !numericColumn(mention, 0) ? 'count' : null;
      if (aggregate) this.ctx = mention;
      const of: Thing = { of: mention, ctx: this.ctx, aggregate, distinct };
      const condition: Condition = {
        kind: 'compare',
        ctx: this.ctx,
        negated: false,
        of,
        op,
        value,
        implied: [],
      };
      return condition;
    }
    if (implied.length > 0)
      return { kind: 'compare', ctx: this.ctx, negated: false, of: null, op, value, implied };
    if (this.last) {
      const of: Thing = { of: this.last, ctx: this.ctx, aggregate: null, distinct: false };
      return { kind: 'compare', ctx: this.ctx, negated: false, of, op, value, implied: [] };
    }
    return null;
  }

  /** `other than Berlin`. */
  private comparedText(of: Thing | null, comparator: Comparator): Condition | null {
    const { cursor } = this;
    if (comparator.op !== '<>' && comparator.op !== '=') return null;
    cursor.skip(['the']);
    const value = cursor.peek();
    if (!isValue(value)) return null;
    cursor.at++;
    const { more, joined } = this.moreValues();
    const values = [value, ...more];
    return {
      kind: 'value',
      ctx: this.ctx,
      negated: comparator.op === '<>',
      of: of?.of ?? null,
      values,
      joined,
    };
  }

  /** `above the average salary`, `older than average`. */
  private average(
    of: Thing | null,
    comparator: Comparator,
    implied: readonly string[],
  ): Condition | null {
    const { cursor } = this;
    return cursor.attempt(() => {
      cursor.skip(['the', 'all']);
      if (!cursor.takeAny(['average', 'mean', 'avg'])) return null;
      cursor.takeAny(['of all', 'of the', 'of', 'for all', 'value']);
      const named = cursor.peek();
      const column = isColumn(named) && !meansTable(named) ? named : null;
      if (column) cursor.at++;
      const mention = of?.of ?? column;
      if (of?.aggregate) return null;
      if (column && cursor.takeAny(['of all', 'across all', 'for all', 'among all'])) {
        if (!isTable(cursor.peek())) return null;
        cursor.at++;
      }
      if (['of', 'for', 'in', 'from', 'among', 'across', 'by', 'that'].includes(cursor.word()))
        throw new Declined(
          'unsupported_question',
          'Averages of other rows are not understood.',
          'average',
        );
      if (!mention && implied.length === 0) return null;
      return {
        kind: 'average',
        ctx: this.ctx,
        negated: false,
        of: mention,
        op: comparator.op,
        implied,
      };
    });
  }

  /** `average age above 30`, `the number of orders is more than 5`. */
  private aggregated(): Condition | null {
    const { cursor } = this;
    return cursor.attempt(() => {
      cursor.skip(['the', 'an', 'a']);
      const counts = ['number of', 'total number of', 'count of'].some((phrase) => {
        const words = phrase.split(' ');
        return words.every((word, index) => cursor.word(index) === word);
      });
      if (!counts && !AGGREGATES.has(cursor.word())) return null;
      const thing = readThing(cursor, { ...this.frame, conditions: [] });
      if (!thing || thing.aggregate === null) return null;
      thing.ctx ??= this.ctx;
      return this.comparedColumn(thing);
    });
  }

  /** A value, with the column or table that may follow it: `Statistics department`. */
  private ofValue(): Condition {
    const { cursor } = this;
    const value = cursor.peek()!;
    const plain = !value.quoted && !value.tokens[0]!.capital && value.tokens.length === 1;
    const article = cursor.mentions[cursor.at - 1]?.word ?? '';
    cursor.at++;
    const { more, joined } = this.moreValues();
    const values = [value, ...more];
    const next = cursor.peek();
    if (
      plain &&
      !this.frame.entity &&
      !isNamed(next) &&
      ['the', 'a', 'an', 'of', 'all'].includes(article)
    )
      throw new Declined('unsupported_question', `What is "${value.text}"?`, value.text);
    if (next && isNamed(next) && !isValue(next)) {
      cursor.at++;
      return { kind: 'value', ctx: this.ctx, negated: false, of: next, values, joined };
    }
    return { kind: 'value', ctx: this.ctx, negated: false, of: null, values, joined };
  }

  /** More values of the same column: `A, B or C`; a list with commas alone is none. */
  private moreValues(): { readonly more: Mention[]; readonly joined: 'and' | 'or' } {
    const { cursor } = this;
    const more: Mention[] = [];
    let joined: 'and' | 'or' | null = null;
    const read = cursor.attempt(() => {
      while (joined === null) {
        const link = cursor.takeAny([', or', ', and', 'or', 'and', ',']);
        if (!link) return null;
        if (link !== ',') joined = link.endsWith('or') ? 'or' : 'and';
        cursor.takeAny(['the', 'a', 'an', 'in', 'in the', 'from', 'from the']);
        const mention = cursor.peek();
        if (!isValue(mention) || (isNamed(mention) && !mention.quoted)) return null;
        cursor.at++;
        more.push(mention);
      }
      return true;
    });
    return read && joined ? { more, joined } : { more: [], joined: 'or' };
  }

  /** The column that is asked, where it is one. */
  private onlyColumn(): Mention | null {
    const { select } = this.frame;
    const only = select.length === 1 && select[0]!.aggregate === null ? select[0]!.of : null;
    return isColumn(only) && !meansTable(only) ? only : null;
  }

  /** `the substring 'ab' in their names`. */
  private insideText(): Condition | null {
    const { cursor } = this;
    return cursor.attempt(() => {
      cursor.skip(['the', 'a']);
      if (!cursor.takeAny(['substring', 'word', 'phrase', 'letter', 'letters', 'string']))
        return null;
      const text = cursor.peek();
      if (!text || FUNCTION_WORDS.has(text.word)) return null;
      cursor.at++;
      cursor.takeAny(['as a part of', 'as part of', 'in', 'as a substring in']);
      cursor.skip(['their', 'its', 'the', 'his', 'her']);
      const of = cursor.peek();
      if (!isColumn(of)) return null;
      cursor.at++;
      return {
        kind: 'match',
        ctx: this.ctx,
        negated: false,
        of,
        mode: 'contains',
        text: text.text,
      };
    });
  }

  /** `contains 'ab'`, `starts with A`, `with the letter s`. */
  private matched(column: Mention | null): Condition | null {
    const { cursor } = this;
    return cursor.attempt(() => {
      cursor.skip(['that', 'which']);
      const inside = column ? null : this.insideText();
      if (inside) return inside;
      const mode = readMode(cursor);
      const of = column ?? this.last ?? this.onlyColumn();
      if (!mode || !of) return null;
      cursor.takeAny([
        'the word',
        'the phrase',
        'the substring',
        'the string',
        'the letters',
        'the letter',
        'letter',
        'word',
        'substring',
        'phrase',
        'a',
      ]);
      const text = cursor.peek();
      if (!text || text.word === ',' || text.word === '?') return null;
      if (FUNCTION_WORDS.has(text.word) && text.word.length > 1) return null;
      cursor.at++;
      return { kind: 'match', ctx: this.ctx, negated: false, of, mode, text: text.text };
    });
  }
}

function readMode(cursor: Cursor): MatchMode | null {
  if (
    cursor.takeAny([
      'contains',
      'contain',
      'containing',
      'includes the',
      'include the',
      'including the',
      'like',
      'has the substring',
      'with the substring',
      'has the word',
      'has the letter',
      'with the letter',
      'have the letter',
      'contained',
    ])
  )
    return 'contains';
  if (
    cursor.takeAny([
      'starts with',
      'start with',
      'starting with',
      'begins with',
      'begin with',
      'beginning with',
      'started with',
    ])
  )
    return 'starts';
  if (cursor.takeAny(['ends with', 'end with', 'ending with', 'ends in', 'ending in']))
    return 'ends';
  return null;
}

const strong = (mention: Mention) =>
  mention.acts ||
  mention.values.length > 0 ||
  mention.tables.some((sense) => sense.score >= 0.9) ||
  mention.columns.some((sense) => sense.score >= 0.9) ||
  mention.quoted;

const numericColumn = (mention: Mention, sure: number) =>
  mention.columns.some(
    ({ columns, score }) =>
      score >= sure &&
      columns.length === 1 &&
      isNumeric(columns[0]!.type) &&
      columns[0]!.kind !== 'identifier',
  );

const isTimeColumn = (mention: Mention) =>
  mention.columns.some(
    ({ columns, score }) =>
      columns[0]!.kind === 'time' && (mention.tables.length === 0 || score >= 0.85),
  );

function readsAfter(cursor: Cursor): boolean {
  const before = cursor.at;
  cursor.at++;
  const found = readAfterNumber(cursor);
  cursor.at = before;
  return found !== null;
}

/** Two conditions of which one must hold. */
function join(left: Condition, right: Condition): Condition {
  if (
    left.kind === 'value' &&
    right.kind === 'value' &&
    left.of === right.of &&
    left.negated === right.negated
  )
    return { ...left, values: [...left.values, ...right.values] };
  const parts = left.kind === 'or' && !left.negated ? [...left.parts, right] : [left, right];
  return { kind: 'or', ctx: left.ctx, negated: false, parts };
}
