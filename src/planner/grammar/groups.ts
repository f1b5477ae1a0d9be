import lemmatizer from 'wink-lemmatizer';
import {
  type Cursor,
  isColumn,
  isNamed,
  isTable,
  isTimeColumn,
  meansTable,
} from '#src/planner/cursor.ts';
import { isDone, tellsRows } from '#src/planner/done.ts';
import { Declined, type Frame } from '#src/planner/frame.ts';
import type { QuestionReader } from '#src/planner/grammar/reader.ts';
import { isNumberOf } from '#src/planner/grammar/sort.ts';
import { unitAt } from '#src/planner/grammar/units.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { isImplied } from '#src/planner/lexicon/metrics.ts';
import { isLinkingVerb } from '#src/planner/linking.ts';
import { measured } from '#src/planner/measured.ts';
import { isPast } from '#src/planner/past.ts';
import { verbOfTime } from '#src/planner/predicates/verbs-of-times.ts';
import { ADVERBS, ARTICLES, BE, EACH } from '#src/planner/question-words.ts';
import type { DateUnit } from '#src/plugin-api/query.ts';

/** `for each region`, `per month`, `by region and year`, `monthly`. */
export function readGroup(reader: QuestionReader): true | null {
  const { cursor, frame } = reader;
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
  const before = cursor.mentions[cursor.at - 1] ?? null;
  const verb = before && (isDone(before) ? lemmatizer.verb(before.word) : verbOfTime(before.word));
  const per = cursor.word() === 'per';
  if (isDoneBy(reader)) return null;
  const opened = readGroupOpener(reader);
  if (!opened) return null;
  const count = frame.groups.length;
  // `by` names what it groups by: at the end of a question something is missing.
  const names = cursor.mentions[cursor.at - 1]?.word === 'by';
  if (!names && readEachOfThem(reader)) return true;
  do {
    cursor.skip(ARTICLES);
    cursor.skip(EACH);
    const mention = cursor.peek();
    const unit = unitAt(cursor);
    if (!mention || (!isNamed(mention) && !unit)) break;
    cursor.at += unit?.part ? unit.length : 1;
    if (cursor.peek()?.values.length && !cursor.peek()!.period) return null;
    const group = unit?.part
      ? { of: null, unit: null, part: unit.part }
      : groupOf(reader, mention, unit?.unit ?? null);
    frame.groups.push({ ...group, per, verb });
  } while (
    cursor.attempt(() => (cursor.take('and') || cursor.take(',') ? groupFollows(reader) : null))
  );
  if (frame.groups.length === count) return null;
  countRows(frame);
  return true;
}

/** `the money requested by members`: a measure that is called by what was done names who did it behind `by`. */
function isDoneBy({ cursor }: QuestionReader): boolean {
  const before = cursor.mentions[cursor.at - 1] ?? null;
  const rows = cursor.peek(1);
  if (cursor.word() !== 'by' || !isColumn(before) || !isTable(rows)) return false;
  const { lemma, lower } = rows.tokens.at(-1)!;
  return (
    before.tokens.length > 1 &&
    isPast(before.tokens.at(-1)!.lower) &&
    meansTable(rows) &&
    lemma !== lower
  );
}

/** Rows that are grouped with nothing computed of them are counted; `sales by store` that have an amount of that name are added up. */
function countRows(frame: Frame): void {
  const [thing] = frame.select;
  if (frame.select.length !== 1 || frame.listed || thing!.aggregate !== null) return;
  if (!meansTable(thing!.of)) return;
  const { of } = thing!;
  frame.select = isAddedUp(of)
    ? [{ ...thing!, of: { ...of, tables: [] } }]
    : [{ ...thing!, aggregate: 'count', implied: true }];
}

/** Whether what rows bring in is called as they are. */
const isAddedUp = ({ columns }: Mention): boolean =>
  columns.some(({ columns: [column] }) => isImplied(column));

/** `were placed each month`. */
export function readGroupAfterVerb(reader: QuestionReader): true | null {
  const { cursor } = reader;
  const from = cursor.at;
  while (BE.has(cursor.word()) || (isLinkingVerb(cursor) && !isNamed(cursor.peek()))) cursor.at++;
  if (isDoneEach(cursor) || isDoneIn(cursor)) cursor.at++;
  if (cursor.at === from) return null;
  return cursor.word() !== 'by' || groupsByColumn(reader) ? readGroup(reader) : null;
}

/** `opened per month`: what is done to all rows, so that it tells none apart. */
function isDoneEach(cursor: Cursor): boolean {
  const done = cursor.peek();
  return isDone(done) && !tellsRows(done!) && ['per', 'each', 'every'].includes(cursor.word(1));
}

/** `employees hired per quarter`, `who joined in each year`: the verb tells which of their dates is meant. */
function isDoneIn(cursor: Cursor): boolean {
  const rows = cursor.mentions[cursor.at - 1] ?? null;
  const verb = cursor.peek();
  if (
    !verb ||
    verbOfTime(verb.word) === null ||
    (!isTable(rows) && !RELATIVE.has(rows?.word ?? ''))
  )
    return false;
  const found = EACH_PHRASES.find((phrase) =>
    phrase.split(' ').every((word, index) => cursor.word(1 + index) === word),
  );
  const opener = found?.split(' ').length ?? (cursor.word(1) === 'by' ? 1 : 0);
  return opener > 0 && unitAt(cursor, 1 + opener) !== null;
}

const RELATIVE: ReadonlySet<string> = new Set(['who', 'that', 'which']);

/** `units sold by category`, but not `songs sung by the artist`: nobody does it, so that the rows are grouped. */
function groupsByColumn({ cursor, frame }: QuestionReader): boolean {
  const next = cursor.peek(1);
  if (unitAt(cursor, 1)) return true;
  const after = cursor.peek(2);
  const ends = !after || after.period !== null || ['?', '.', ',', 'and'].includes(after.word);
  if (!isTable(next)) return isColumn(next) && next.values.length === 0 && ends;
  return ends && groupsByRows(next, frame);
}

/** `units sold by product`: each product; of `hours worked by employees` it may be all of theirs. */
function groupsByRows(rows: Mention, frame: Frame): boolean {
  const numbers = frame.select.every(({ of, aggregate }) => aggregate !== null || measured(of));
  if (!numbers || rows.values.length > 0 || !meansTable(rows)) return false;
  const { lemma, lower, text } = rows.tokens.at(-1)!;
  if (lemma === lower) return true;
  if (frame.select.every(({ aggregate }) => aggregate !== 'count'))
    throw new Declined(
      'ambiguous',
      `Do you want one number for each of the ${text}, or one for all of them together? Say "for each ${lemma}", or don't mention them.`,
      text,
    );
  return false;
}

const OF_THEM: ReadonlySet<string> = new Set([
  ...['one', 'of', 'them', 'have', 'has', 'contain', 'contains', 'make', 'made'],
]);

/** `… in each`, `… does each have`: of what was named before. */
function readEachOfThem(reader: QuestionReader): boolean {
  const { cursor, frame } = reader;
  const ends = cursor.attempt(() => {
    while (OF_THEM.has(cursor.word()) && !isColumn(cursor.peek())) cursor.at++;
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

function groupOf(reader: QuestionReader, mention: Mention, unit: DateUnit | null) {
  const { cursor } = reader;
  if (!unit || mention.columns.some((sense) => sense.score >= 0.9)) {
    const next = cursor.peek();
    if (meansTable(mention) && isColumn(next) && !meansTable(next)) {
      cursor.at++;
      return { of: next, ctx: mention, unit: null };
    }
    return { of: mention, unit: null };
  }
  return { of: null, unit };
}

/** After "and" another group follows, not another thing that is asked. */
function groupFollows(reader: QuestionReader): true | null {
  const { cursor } = reader;
  const from = cursor.at;
  cursor.skip(ARTICLES);
  cursor.skip(EACH);
  const unit = unitAt(cursor);
  const named = isNamed(cursor.peek()) || unit !== null;
  const behind = unit?.part ? unit.length : 1;
  const next = cursor.word(behind);
  const after = cursor.peek(behind);
  cursor.at = from;
  const ends = next === '' && after === null;
  return named &&
    (ends || ['?', '.', ',', 'in', 'for', 'sorted', 'ordered'].includes(next) || after?.period)
    ? true
    : null;
}

/** `orders by status`: rows by what many of them share are counted. */
function countsByGroup({ cursor, frame }: QuestionReader, ahead: number): boolean {
  const [thing] = frame.select;
  if (frame.listed || frame.select.length !== 1 || frame.order.length > 0 || frame.frequency)
    return false;
  if (!meansTable(thing!.of) || thing!.of.acts || thing!.everything || thing!.ctx) return false;
  const next = cursor.peek(ahead);
  if (!next || next.values.length > 0 || (next.acts && !isColumn(next))) return false;
  if (unitAt(cursor, ahead) || meansTable(next)) return true;
  return isColumn(next) && !isTable(next) && (isTimeColumn(next) || !measured(next));
}

const EACH_PHRASES = [
  ...['for', 'in', 'of', 'at', 'on', 'from', 'by', 'to', 'with', 'under', 'across'].map(
    (link) => `${link} each`,
  ),
  ...['for', 'in', 'of'].flatMap((link) => [`${link} every`, `${link} different`]),
  'per',
  'grouped by',
  'group by',
  'broken down by',
  'split by',
  'each',
];

/** `average revenue per order by store`: what an average is over the numbers of, where groups of it follow. */
function isDividing({ per }: Frame['groups'][number], { cursor, frame }: QuestionReader): boolean {
  const averaged = frame.select.every(({ aggregate }) => aggregate === 'avg');
  const next = cursor.peek(1);
  return per === true && averaged && next !== null && !(isColumn(next) && measured(next));
}

/** Words that open a group, where what is asked can be grouped. */
function readGroupOpener(reader: QuestionReader): boolean {
  const { cursor, frame } = reader;
  const found = cursor.takeAny(EACH_PHRASES);
  const aggregated = frame.select.some((thing) => thing.aggregate !== null);
  const measures = frame.select.every((thing) => isColumn(thing.of) && measured(thing.of));
  if (found) {
    const fronted = frame.select.length === 0;
    return (
      aggregated ||
      fronted ||
      found.startsWith('group') ||
      (found === 'per' && (measures || countsByGroup(reader, 0)))
    );
  }
  if (cursor.word() !== 'by' || cursor.word(1) === 'all' || isNumberOf(cursor, 1)) return false;
  // `monthly revenue by region`: each region in each month.
  if (frame.groups.some((group) => group.of !== null && !isDividing(group, reader))) return false;
  if (frame.limit !== null) return false;
  if (!aggregated && !measures && !countsByGroup(reader, 1)) return false;
  cursor.at++;
  return true;
}
