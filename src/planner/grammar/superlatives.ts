import lemmatizer from 'wink-lemmatizer';
import { LISTING_VERBS } from '#src/language/en/grammar.ts';
import { words } from '#src/language/tables.ts';
import { type Cursor, isColumn, isNamed, isTable, meansTable } from '#src/planner/cursor.ts';
import { mayBeYear } from '#src/planner/day.ts';
import type { Frame, Thing } from '#src/planner/frame.ts';
import { HEAD } from '#src/planner/lexicon/scores.ts';
import { isLinkingVerb } from '#src/planner/linking.ts';
import { isNumeric } from '#src/planner/measured.ts';
import { readSuperlative, type SuperlativeWord } from '#src/planner/superlative-word.ts';
import { readThing } from '#src/planner/things/thing.ts';
import { AGGREGATES, VERB_COLUMNS } from '#src/planner/words.ts';

const OPENERS = words(
  'with that which who whose has have had having is are was were and by of at for in received got do does did there',
);

/** Whether a superlative stands some mentions ahead. */
export function isSuperlative(cursor: Cursor, ahead: number): boolean {
  const before = cursor.at;
  cursor.at += ahead;
  const found = readSuperlative(cursor);
  cursor.at = before;
  return found !== null;
}

/**
 * Reads `with the highest budget`, `that has the most students`, `is the oldest`, `with the largest number of orders`
 * into the frame's order. As an adjective (`of the oldest student`) it must stand right before the name.
 */
export function readSuperlativeClause(cursor: Cursor, frame: Frame, adjective = false): boolean {
  const read = cursor.attempt(() => {
    const verb = adjective ? null : skipOpeners(cursor);
    // `starting with the highest` says what is listed first.
    if (verb !== null && LISTING_VERBS.has(verb)) return null;
    const limit = numberBefore(cursor);
    const direction = extremeWord(cursor, adjective);
    if (!direction) return null;
    if (adjective) {
      if (direction.kind === 'frequent') frame.frequency = direction.direction;
      else if (direction.kind === 'graded' && isTable(cursor.peek()))
        frame.order.push({
          by: null,
          direction: direction.meaning.direction,
          implied: direction.meaning,
        });
      else return null;
      frame.limit ??= 1;
      return true;
    }
    return (
      readTarget(cursor, frame, direction, limit) ?? readVerbTarget(cursor, frame, direction, verb)
    );
  });
  return read !== null;
}

/** `that has hosted`, `who uses`: verbs that only link; gives the last one's lemma. */
function skipOpeners(cursor: Cursor): string | null {
  let verb: string | null = null;
  while (!cursor.done) {
    const word = cursor.word();
    const links = isLinkingVerb(cursor) && !isNamed(cursor.peek());
    if (word === '' || !(links || OPENERS.has(word))) break;
    if (links) verb = lemmatizer.verb(word);
    cursor.at++;
  }
  return verb;
}

/** `who earns the most`: the verb names the column. */
function readVerbTarget(
  cursor: Cursor,
  frame: Frame,
  found: SuperlativeWord,
  verb: string | null,
): true | null {
  const of = verb === null ? undefined : VERB_COLUMNS.get(verb);
  const ends = cursor.done || [',', '?', '.', 'in', 'of', 'among'].includes(cursor.word());
  if (!of || !ends || found.kind !== 'many') return null;
  const { direction } = found;
  frame.order.push({ by: null, direction, implied: { direction, of } });
  frame.limit ??= 1;
  return true;
}

function numberBefore(cursor: Cursor): number | null {
  cursor.skip(['the']);
  const value = cursor.peek()?.value ?? null;
  if (value === null || mayBeYear(value) || !isSuperlative(cursor, 1)) return null;
  cursor.at++;
  return value;
}

function extremeWord(cursor: Cursor, adjective: boolean) {
  const found = readSuperlative(cursor);
  if (found || adjective) return found;
  cursor.skip(['the', 'a']);
  const end = AGGREGATES.get(cursor.word());
  if (end !== 'max' && end !== 'min') return null;
  cursor.at++;
  return { kind: 'many', direction: end === 'max' ? 'desc' : 'asc' } as const;
}

function readTarget(
  cursor: Cursor,
  frame: Frame,
  found: NonNullable<ReturnType<typeof readSuperlative>>,
  limit: number | null,
): true | null {
  const direction = found.kind === 'graded' ? found.meaning.direction : found.direction;
  if (found.kind === 'frequent') {
    frame.frequency = found.direction;
    frame.limit = limit ?? frame.limit ?? 1;
    return true;
  }
  const counted = cursor.takeAny(
    'number of|amount of|total number of|count of|numbers of|quantity of',
  );
  let by: Thing | null;
  if (counted) {
    by = readThing(cursor, frame, 'count');
    if (!by) return null;
  } else if (isNamed(cursor.peek()) || AGGREGATES.has(cursor.word())) {
    const several = found.kind === 'many';
    const named = cursor.peek();
    const rows = several && isNamed(named) && meansRows(cursor);
    by = readThing(cursor, frame, rows ? 'count' : null);
    if (!by || describesRows(by, cursor)) return null;
  } else if (found.kind === 'graded' && (found.meaning.of.length > 0 || found.meaning.time)) {
    const ends =
      cursor.done || [',', '?', '.', 'and', 'in', 'of', 'by', 'among'].includes(cursor.word());
    if (!ends) return null;
    by = null;
  } else {
    return null;
  }
  const implied = found.kind === 'graded' ? found.meaning : null;
  frame.order.push({ by, direction, implied, many: found.kind === 'many' });
  frame.limit = limit ?? frame.limit ?? 1;
  return true;
}

/** `the most home matches`: a word that only half names a column says which of the rows after it are meant. */
const describesRows = ({ of }: Thing, cursor: Cursor): boolean =>
  isTable(cursor.peek()) && !isTable(of) && of.columns.every(({ score }) => score < HEAD);

/** `the most students` counts rows; `the most points` orders by a column. */
function meansRows(cursor: Cursor): boolean {
  const mention = cursor.peek();
  if (isColumn(mention)) {
    const numeric = mention.columns.some(
      ({ columns, score }) =>
        score >= 0.5 &&
        columns.length === 1 &&
        isNumeric(columns[0].type) &&
        columns[0].kind === 'measure' &&
        (score >= 0.9 || !isTable(mention)),
    );
    if (numeric && !meansTable(mention)) return false;
  }
  return isTable(mention) || isColumn(mention);
}
