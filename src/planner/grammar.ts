import type { Clause } from '#src/planner/conditions/clause.ts';
import { readClause, readPremodifier } from '#src/planner/conditions/reader.ts';
import { type Cursor, isColumn, isNamed, isTable, meansTable } from '#src/planner/cursor.ts';
import { mergeFollowUp } from '#src/planner/follow-up.ts';
import { Declined, type Frame } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { isLinkingVerb } from '#src/planner/linking.ts';
import { readSort } from '#src/planner/sort.ts';
import { isSuperlative, readSuperlativeClause } from '#src/planner/superlatives.ts';
import { measured, readThing, readThings } from '#src/planner/things.ts';
import { AGGREGATES, GLUE } from '#src/planner/words.ts';
import type { DateUnit } from '#src/plugin-api/query.ts';

const POLITE = new Set(
  'please can could would will you me us i we want like need know let to also kindly out hi hello hey ok okay thanks now then just'.split(
    ' ',
  ),
);
const ASK = new Set(
  'show list find give get return display tell select report state provide retrieve compute calculate determine fetch output print identify see return describe'.split(
    ' ',
  ),
);
const BE = new Set(['is', 'are', 'was', 'were', 'be', 'will', 'been']);
const LINKS = new Set([
  'of',
  'for',
  'from',
  'in',
  'on',
  'at',
  'to',
  'about',
  'among',
  'within',
  'across',
  'by',
  'with',
  'into',
  'under',
]);
const ARTICLES = new Set([
  'the',
  'a',
  'an',
  'all',
  'any',
  'some',
  'these',
  'those',
  'their',
  'its',
  'our',
  'given',
  'various',
]);
const FOLLOWING = new Set(
  'and what about how only just now also instead them it those that these this please show me give results result same but ok okay then again ? . ! , the is are was make break down split can you i want see limit'.split(
    ' ',
  ),
);
/** Words that open a clause: a question does not end with one. */
const RELATIVE = new Set(['who', 'which', 'whose', 'that', 'whom']);
const CLOSING = new Set([
  'they',
  'records',
  'total',
  'overall',
  'together',
  'altogether',
  'listed',
  'them',
  'ones',
  'respectively',
  'too',
]);
const EACH = new Set(['each', 'every', 'different', 'per']);
const UNITS: ReadonlyMap<string, DateUnit> = new Map([
  ['year', 'year'],
  ['quarter', 'quarter'],
  ['month', 'month'],
  ['week', 'week'],
  ['day', 'day'],
  ['hour', 'hour'],
]);
const ADVERBS: ReadonlyMap<string, DateUnit> = new Map([
  ['yearly', 'year'],
  ['annually', 'year'],
  ['quarterly', 'quarter'],
  ['monthly', 'month'],
  ['weekly', 'week'],
  ['daily', 'day'],
  ['hourly', 'hour'],
]);

/** Reads a question into a frame; throws `Declined` where a word is left over. */
export function readQuestion(cursor: Cursor): Frame {
  return new QuestionReader(cursor, emptyFrame()).read();
}

/**
 * Reads a follow-up (`and for Europe?`, `by month instead`, `only the top 3`) as a change of the frame before it;
 * throws `Declined` where a word is left over or nothing would change.
 */
export function readFollowUp(cursor: Cursor, before: Frame): Frame {
  const select = before.select.map((thing) => ({ ...thing }));
  const change = { ...emptyFrame(), select, entity: before.entity };
  return mergeFollowUp(before, new QuestionReader(cursor, change).followUp());
}

function emptyFrame(): Frame {
  return {
    select: [],
    entity: null,
    distinct: false,
    listed: false,
    conditions: [],
    groups: [],
    order: [],
    limit: null,
    frequency: null,
  };
}

class QuestionReader {
  private readonly cursor: Cursor;
  private readonly frame: Frame;
  private readonly conditions: Clause;

  constructor(cursor: Cursor, frame: Frame) {
    this.cursor = cursor;
    this.frame = frame;
    this.conditions = { cursor, frame, ctx: null, last: null };
  }

  read(): Frame {
    const { cursor, frame } = this;
    this.fronted();
    this.head();
    this.modifiers();
    while (!cursor.done) this.nextSentence();
    if (frame.select.length === 0) cursor.fail();
    return frame;
  }

  followUp(): Frame {
    const { cursor, frame } = this;
    this.conditions.ctx = frame.entity;
    while (!cursor.done) {
      const from = cursor.at;
      cursor.skip(FOLLOWING);
      if (cursor.done) break;
      const read =
        this.top() ||
        this.otherAggregate() ||
        cursor.attempt(() => this.group()) !== null ||
        cursor.attempt(() => this.sort()) !== null ||
        this.superlative() ||
        readClause(this.conditions) ||
        cursor.attempt(() => this.otherThings()) !== null;
      if (!read && cursor.at === from) cursor.fail();
      if (!read) cursor.fail();
    }
    return frame;
  }

  /** `top 3`. */
  private top(): boolean {
    const { cursor, frame } = this;
    const limit = cursor.peek(1)?.value ?? null;
    if (
      !['top', 'first'].includes(cursor.word()) ||
      limit === null ||
      !Number.isInteger(limit) ||
      limit < 1
    )
      return false;
    cursor.at += 2;
    frame.limit = limit;
    return true;
  }

  /** `and the average?`: the same numbers, computed otherwise. */
  private otherAggregate(): boolean {
    const { cursor, frame } = this;
    const aggregate = AGGREGATES.get(cursor.word());
    const next = cursor.word(1);
    const alone = !cursor.peek(1) || next === '?' || next === 'instead';
    if (!aggregate || !alone || !frame.select.some((thing) => thing.aggregate)) return false;
    cursor.at++;
    frame.select = frame.select.map((thing) => (thing.aggregate ? { ...thing, aggregate } : thing));
    return true;
  }

  /** `and their ages`: more columns, or other numbers. */
  private otherThings(): true | null {
    const { cursor, frame } = this;
    const things = readThings(cursor, frame);
    if (things.length === 0) return null;
    for (const thing of things) thing.ctx ??= frame.entity;
    const computed = things.some((thing) => thing.aggregate !== null);
    const kept = computed ? frame.select.filter((thing) => thing.aggregate === null) : frame.select;
    frame.select = [...kept, ...things];
    return true;
  }

  /** `For each region, …`, `In 2024, …`, `Among the customers, …`. */
  private fronted(): void {
    const { cursor } = this;
    const before = cursor.at;
    if (!['for', 'in', 'of', 'among', 'by', 'per', 'at', 'on', 'across'].includes(cursor.word())) {
      const period = cursor.peek()?.period;
      if (period && /^(in|during|for|on|since|between|from)\b/i.test(cursor.peek()!.text)) {
        this.frame.conditions.push({ kind: 'period', ctx: null, negated: false, of: null, period });
        cursor.at++;
        cursor.take(',');
      }
      return;
    }
    if (cursor.word() === 'in' && ['which', 'what', 'how'].includes(cursor.word(1))) return;
    if (this.group()) {
      cursor.take(',');
      return;
    }
    cursor.at = before;
    cursor.at++;
    cursor.skip(ARTICLES);
    const table = cursor.peek();
    if (isTable(table)) {
      cursor.at++;
      this.frame.entity = table;
      this.conditions.ctx = table;
      while (!cursor.done && cursor.word() !== ',') {
        if (!readClause(this.conditions)) cursor.fail();
      }
      cursor.take(',');
      return;
    }
    cursor.at = before;
  }

  private head(): void {
    const { cursor, frame } = this;
    if (cursor.take('in') || cursor.take('on') || cursor.take('for') || cursor.take('at')) {
      if (!['which', 'what', 'how'].includes(cursor.word())) cursor.at--;
    }
    this.leadIn();
    if (cursor.take('how', 'many')) {
      this.howMany();
      return;
    }
    if (cursor.take('how', 'much')) {
      const thing = readThing(cursor, frame, 'sum') ?? cursor.fail();
      frame.select.push(thing);
      return;
    }
    if (cursor.take('count')) {
      cursor.takeAny(['the number of', 'the total number of', 'number of', 'how many']);
      this.howMany();
      return;
    }
    this.list();
  }

  private leadIn(): void {
    const { cursor } = this;
    while (!cursor.done) {
      const word = cursor.word();
      if (POLITE.has(word) || (word === ',' && cursor.at > 0) || word === '!') cursor.at++;
      else if (ASK.has(word)) {
        this.frame.listed = true;
        cursor.at++;
      } else if (ADVERBS.has(word)) this.group();
      else if (['what', 'which', 'who'].includes(word)) cursor.at++;
      else if (BE.has(word) && cursor.at > 0) cursor.at++;
      else if (word === 'there' || word === 's' || word === "'s") cursor.at++;
      else break;
    }
  }

  /** After "how many". */
  private howMany(): void {
    const { cursor, frame } = this;
    cursor.skip(ARTICLES);
    const distinct =
      cursor.takeAny([
        'different kinds of',
        'different types of',
        'kinds of different',
        'types of different',
        'distinct kinds of',
        'distinct types of',
        'different',
        'distinct',
        'unique',
        'types of',
        'kinds of',
      ]) !== null;
    const kinds = /^(types|kinds)$/.test(cursor.mentions[cursor.at - 2]?.word ?? '');
    const thing = readThing(cursor, frame, 'count', distinct) ?? cursor.fail();
    if (kinds && isTable(thing.of)) cursor.fail();
    if (cursor.word() === 'and' && isTable(cursor.peek(1))) cursor.fail();
    frame.select.push(thing);
    if (isTable(thing.of) && !frame.entity) frame.entity = thing.of;
    this.conditions.ctx = frame.entity;
    cursor.takeAny([
      'are there',
      'is there',
      'do we have',
      'are they',
      'exist',
      'in total',
      'are',
      'were',
      'is',
    ]);
  }

  private list(): void {
    const { cursor, frame } = this;
    const things = readThings(cursor, frame);
    if (things.length === 0 && !frame.entity) cursor.fail();
    frame.select.push(...things);
    const plain = things.find((thing) => thing.aggregate === null && meansTable(thing.of));
    if (plain && !frame.entity) frame.entity = plain.of;
    const owner = things.find((thing) => thing.ctx)?.ctx;
    if (owner && !frame.entity) frame.entity = owner;
    this.conditions.ctx = frame.entity ?? this.conditions.ctx;
    const counted = things.find((thing) => thing.aggregate === 'count' && isTable(thing.of));
    if (!frame.entity && counted) this.conditions.ctx = counted.of;
  }

  private modifiers(): void {
    const { cursor } = this;
    while (!cursor.done) {
      const word = cursor.word();
      if (['?', '.', '!', ';'].includes(word)) return;
      if (this.modifier()) continue;
      cursor.fail();
    }
  }

  private modifier(): boolean {
    const { cursor } = this;
    if (cursor.take(',')) {
      cursor.take('and');
      return true;
    }
    return (
      cursor.attempt(() => this.trailing()) !== null ||
      cursor.attempt(() => this.group()) !== null ||
      cursor.attempt(() => this.groupAfterVerb()) !== null ||
      cursor.attempt(() => this.sort()) !== null ||
      cursor.attempt(() => this.entity()) !== null ||
      cursor.attempt(() => (this.superlative() ? true : null)) !== null ||
      cursor.attempt(() => (readClause(this.conditions) ? true : null)) !== null ||
      cursor.attempt(() => this.moreSelect()) !== null
    );
  }

  /** Words at the end that only round the sentence off: `… do they have?`, `… in the records`. */
  private trailing(): true | null {
    const { cursor } = this;
    const from = cursor.at;
    while (!cursor.done) {
      const word = cursor.word();
      if (['?', '.', '!', ';'].includes(word)) break;
      const empty =
        GLUE.has(word) || (isLinkingVerb(cursor) && !isNamed(cursor.peek())) || CLOSING.has(word);
      if (word === '' || word === 'each' || RELATIVE.has(word) || !empty) return null;
      cursor.at++;
    }
    return cursor.at > from ? true : null;
  }

  /** `were placed each month`. */
  private groupAfterVerb(): true | null {
    const { cursor } = this;
    const from = cursor.at;
    while (BE.has(cursor.word()) || (isLinkingVerb(cursor) && !isNamed(cursor.peek()))) cursor.at++;
    return cursor.at > from && cursor.word() !== 'by' ? this.group() : null;
  }

  private superlative(): boolean {
    const { ctx } = this.conditions;
    const nested = this.frame.conditions.some((one) => one.kind === 'exists' && one.of === ctx);
    const read = readSuperlativeClause(this.cursor, this.frame);
    if (read && nested && this.frame.conditions.at(-1)?.kind === 'exists')
      throw new Declined(
        'unsupported_question',
        'It is not clear which rows the superlative picks from.',
        ctx?.text ?? null,
      );
    return read;
  }

  /** `of students`, `of all the students`, `for each student`: what the asked columns are of. */
  private entity(): true | null {
    const { cursor, frame } = this;
    if (
      frame.entity &&
      !frame.select.every((thing) => thing.ctx === null && thing.of !== frame.entity)
    )
      return null;
    if (frame.entity && frame.select.length > 0 && frame.select.some((t) => t.of === frame.entity))
      return null;
    cursor.take('and');
    if (!LINKS.has(cursor.word())) return null;
    cursor.at++;
    cursor.skip(ARTICLES);
    if (cursor.takeAny(['distinct', 'unique', 'the different'])) frame.distinct = true;
    const each = EACH.has(cursor.word());
    cursor.skip(EACH);
    cursor.skip(ARTICLES);
    const limit = cursor.peek()?.value ?? null;
    if (cursor.word() === 'top' && cursor.peek(1)?.value != null) {
      frame.limit = cursor.peek(1)!.value;
      cursor.at += 2;
    } else if (limit !== null && (isSuperlative(cursor, 1) || isTable(cursor.peek(1)))) {
      cursor.at++;
      frame.limit = limit;
    }
    const adjectived = readSuperlativeClause(cursor, frame, true);
    if (!adjectived) readPremodifier(this.conditions);
    const table = cursor.peek();
    if (!isTable(table)) return null;
    if (isColumn(table) && !meansTable(table)) return null;
    cursor.at++;
    const column = cursor.peek();
    // "of the student table": the noun after the name tells nothing.
    if (column?.word === 'table') cursor.at++;
    frame.entity = table;
    for (const thing of frame.select)
      if (thing.ctx === null && thing.of !== table) thing.ctx = table;
    // Conditions that were read before their table was known are of this one.
    this.conditions.ctx = table;
    if (each && frame.select.some((thing) => thing.aggregate !== null))
      frame.groups.push({ of: table, unit: null });
    return true;
  }

  /** `for each region`, `per month`, `by region and year`, `monthly`. */
  private group(): true | null {
    const { cursor, frame } = this;
    const adverb = ADVERBS.get(cursor.word());
    if (adverb) {
      cursor.at++;
      frame.groups.push({ of: null, unit: adverb });
      return true;
    }
    if (cursor.takeAny(['over time'])) {
      frame.groups.push({ of: null, unit: 'month' });
      return true;
    }
    cursor.take('and');
    const opened = this.groupOpener();
    if (!opened) return null;
    const count = frame.groups.length;
    if (this.eachOfThem()) return true;
    do {
      cursor.skip(ARTICLES);
      cursor.skip(EACH);
      const mention = cursor.peek();
      const unit = UNITS.get(mention?.lemma ?? '');
      if (!mention || (!isNamed(mention) && !unit)) break;
      cursor.at++;
      if (cursor.peek()?.values.length && !cursor.peek()!.period) return null;
      frame.groups.push(this.groupOf(mention, unit ?? null));
    } while (
      cursor.attempt(() => (cursor.take('and') || cursor.take(',') ? this.groupFollows() : null))
    );
    return frame.groups.length > count ? true : null;
  }

  /** `… in each`, `… does each have`: of what was named before. */
  private eachOfThem(): boolean {
    const { cursor, frame } = this;
    const ends = cursor.attempt(() => {
      cursor.skip(['one', 'of', 'them', 'have', 'has', 'contain', 'contains', 'make', 'made']);
      return cursor.done || ['?', '.', ',', 'and'].includes(cursor.word()) ? true : null;
    });
    if (!ends || !frame.entity || frame.select.every((thing) => thing.aggregate !== null))
      return false;
    const counted = frame.select.find((thing) => thing.aggregate !== null);
    const plain = frame.select.filter((thing) => thing.aggregate === null);
    const ofThemselves = counted?.of.tokens.at(-1)?.lemma === frame.entity.tokens.at(-1)?.lemma;
    if (ofThemselves) for (const { of } of plain) frame.groups.push({ of, unit: null });
    else frame.groups.push({ of: frame.entity, unit: null });
    return true;
  }

  private groupOf(mention: Mention, unit: DateUnit | null) {
    const { cursor } = this;
    if (!unit || mention.columns.some((sense) => sense.score >= 0.9)) {
      const next = cursor.peek();
      if (meansTable(mention) && isColumn(next) && !meansTable(next)) {
        cursor.at++;
        return { of: next, unit: null };
      }
      return { of: mention, unit: null };
    }
    return { of: null, unit };
  }

  /** After "and" another group follows, not another thing that is asked. */
  private groupFollows(): true | null {
    const { cursor } = this;
    const from = cursor.at;
    cursor.skip(ARTICLES);
    cursor.skip(EACH);
    const named = isNamed(cursor.peek()) || UNITS.has(cursor.peek()?.lemma ?? '');
    const next = cursor.word(1);
    cursor.at = from;
    const ends = next === '' && cursor.peek(1) === null;
    return named &&
      (ends ||
        ['?', '.', ',', 'in', 'for', 'sorted', 'ordered'].includes(next) ||
        cursor.peek(1)?.period)
      ? true
      : null;
  }

  private groupOpener(): boolean {
    const { cursor, frame } = this;
    const found = cursor.takeAny([
      'for each',
      'for every',
      'in each',
      'in every',
      'of each',
      'of every',
      'at each',
      'on each',
      'from each',
      'by each',
      'to each',
      'with each',
      'under each',
      'across each',
      'per',
      'grouped by',
      'group by',
      'broken down by',
      'split by',
      'for different',
      'in different',
      'of different',
      'each',
    ]);
    if (found) {
      const aggregated = frame.select.some((thing) => thing.aggregate !== null);
      const fronted = frame.select.length === 0;
      const measures = frame.select.every((thing) => isColumn(thing.of) && measured(thing.of));
      return aggregated || fronted || found.startsWith('group') || (found === 'per' && measures);
    }
    if (cursor.word() !== 'by' || cursor.word(1) === 'all') return false;
    const aggregated = frame.select.some((thing) => thing.aggregate !== null);
    const measures = frame.select.every((thing) => isColumn(thing.of) && measured(thing.of));
    if (!(aggregated || measures) || frame.groups.length > 0 || frame.limit !== null) return false;
    cursor.at++;
    return true;
  }

  /** `sorted by age descending`, `in alphabetical order`, `from oldest to youngest`. */
  private sort(): true | null {
    return readSort(this.cursor, this.frame);
  }

  /** Another thing asked after the entity: `and their ages`, `along with the number of orders`. */
  private moreSelect(): true | null {
    const { cursor, frame } = this;
    const joined = cursor.takeAny([
      'and also',
      'and',
      'as well as',
      'along with',
      'together with',
      'and return',
      'and show',
    ]);
    if (!joined && cursor.word() !== 'how') return null;
    cursor.skip(ASK);
    cursor.skip(['is', 'are', 'what']);
    const counted = cursor.take('how', 'many') ? readThing(cursor, frame, 'count') : null;
    const things = counted ? [counted] : readThings(cursor, frame);
    if (things.length === 0) return null;
    for (const thing of things) thing.ctx ??= frame.entity;
    frame.select.push(...things);
    return true;
  }

  /** `Which customers …? Show their names.`: the second sentence says what is asked. */
  private nextSentence(): void {
    const { cursor, frame } = this;
    cursor.skip(['?', '.', '!', ';']);
    if (cursor.done) return;
    const start = cursor.at;
    if (cursor.attempt(() => this.sortSentence())) return;
    this.leadIn();
    if (cursor.at === start && frame.select.length === 0) cursor.fail();
    cursor.skip(['both', 'also', 'the', 'their', 'its']);
    const things = readThings(cursor, frame);
    if (things.length === 0) cursor.fail();
    const replaced = frame.select.every((thing) => thing.aggregate === null);
    if (!replaced)
      throw new Declined('unsupported_question', 'The question asks two things at once.');
    for (const thing of things) thing.ctx ??= frame.entity ?? frame.select[0]?.of ?? null;
    if (!frame.entity && frame.select.length > 0) frame.entity = frame.select[0]!.of;
    frame.select = things;
    this.modifiers();
  }

  private sortSentence(): true | null {
    this.cursor.skip(ASK);
    this.cursor.skip(['the', 'results', 'result', 'them', 'it']);
    return this.sort();
  }
}
