import lemmatizer from 'wink-lemmatizer';
import { LEAVING_OUT } from '#src/language/en/grammar.ts';
import { words } from '#src/language/tables.ts';
import { readComparator } from '#src/planner/comparison.ts';
import { ABSENCE, AUXILIARIES, LIGHT, NEGATIONS, PASSED } from '#src/planner/condition-words.ts';
import type { Clause } from '#src/planner/conditions/clause.ts';
import { type Cursor, isGlue, isNamed } from '#src/planner/cursor.ts';
import { isDone, tellsRows } from '#src/planner/done.ts';
import { Declined } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { isLinkingVerb, isParticle } from '#src/planner/linking.ts';
import { isPast } from '#src/planner/past.ts';
import { opensComputed } from '#src/planner/things/computed.ts';
import { VERB_COLUMNS } from '#src/planner/words.ts';

/** What the words before the content of a clause say. */
interface Openers {
  negated: boolean;
  /** Denied of all rows of a thing: `no`, `without`, `did not`. */
  absent: boolean;
  /** Columns that its verb names: `earns` → salary. */
  verb: readonly string[];
  /** The verb that its value or period is said of, as its lemma. */
  linked: string | null;
}

/** Passes over the words before the content of a clause; remembers "not" and verbs that name a column. */
export function readOpeners(clause: Clause): Openers {
  const { cursor } = clause;
  const openers: Openers = { negated: false, absent: false, verb: [], linked: null };
  while (!cursor.done) {
    const word = cursor.word();
    if (word === '' || word === 'each' || word === 'than') break;
    if (startsComparator(clause)) break;
    if (NEGATIONS.has(word)) {
      const auxiliary = cursor.mentions[cursor.at - 1]?.word ?? '';
      openers.negated = !openers.negated;
      openers.absent ||= ABSENCE.has(word) || (word === 'not' && AUXILIARIES.has(auxiliary));
    } else if (!passOver(cursor, word, openers)) break;
    cursor.at++;
  }
  return openers;
}

/** Whether a word carries no content of its own; its verb is kept. */
function passOver(cursor: Cursor, word: string, openers: Openers): boolean {
  const mention = cursor.peek()!;
  const lemma = lemmatizer.verb(word);
  const measured = measuredBy(cursor, lemma);
  if (measured && !isNamed(mention)) {
    openers.verb = measured;
    openers.linked = lemma;
  }
  if (word === 'by' && cursor.peek(1)?.period)
    throw new Declined(
      'unsupported_question',
      'Does "by" mean until that time, or for each period? Say "until" or "by month".',
      'by',
    );
  refuseTwoDone(cursor);
  if (isDone(mention) && !cursor.peek(1)?.period && tellsRows(mention)) return false;
  refuseAll(cursor, openers.linked);
  if (opensComputed(cursor)) return false;
  // `names starting with A` is said of the letters.
  if (/^(start|begin)(s|ing|ning|ed)?$/.test(word) && cursor.word(1) === 'with') return false;
  // `excluding paid and cancelled`: no verb stands there, but what is left out.
  if (LEAVING_OUT.has(cursor.mentions[cursor.at - 1]?.word ?? '') && mention.values.length > 0)
    return false;
  const glue = isGlue(mention);
  const links = isLinkingVerb(cursor);
  const passes =
    glue ||
    PASSED.has(word) ||
    measured !== undefined ||
    (links && (mention.values.length > 0 || !strong(mention)));
  if (!passes || mention.quoted) return false;
  if (isNamed(mention) && !links && !glue) return false;
  const verb = !glue && links && !isParticle(cursor);
  if (verb && !LIGHT.has(lemma)) openers.linked = lemma;
  return true;
}

/** The columns that a verb measures: `last longer than 2 hours`, but not `the last order`. */
function measuredBy(cursor: Cursor, lemma: string): readonly string[] | undefined {
  const word = cursor.word();
  if (word === 'last' && !comparesAt(cursor, cursor.at + 1)) return undefined;
  return VERB_COLUMNS.get(lemma) ?? VERB_COLUMNS.get(word);
}

/** `opened and closed in 2026`: whether both were done then. */
function refuseTwoDone(cursor: Cursor): void {
  const [done, other] = [cursor.peek(), cursor.peek(2)];
  const joined = ['and', 'or', 'but'].includes(cursor.word(1));
  if (!joined || !saysDone(done) || !saysDone(other) || !cursor.peek(3)?.period) return;
  throw new Declined(
    'ambiguous',
    `Does the time apply to both "${done!.text}" and "${other!.text}"? Give a time for each.`,
    done!.text,
  );
}

const saysDone = (mention: Mention | null): boolean =>
  mention !== null &&
  isPast(mention.word) &&
  mention.columns.some(({ columns }) => columns[0]!.kind === 'time');

const SAID_OF_ALL = words('is are was were be been have has had having do does did with');

/** `whose orders were all completed`: of several rows each must be so, which is more than that one is. */
function refuseAll(cursor: Cursor, linked: string | null): void {
  const before = cursor.mentions[cursor.at - 1]?.word ?? '';
  const ofWhich = cursor.word(1) === 'of' && ['whose', 'which', 'whom'].includes(cursor.word(2));
  // `registered for all Data sessions`, `took every course`.
  const done = linked !== null && before !== 'by' && ['all', 'every'].includes(cursor.word());
  if (done || (cursor.word() === 'all' && (SAID_OF_ALL.has(before) || ofWhich)))
    throw new Declined(
      'unsupported_question',
      "Plumbline can't check whether all related rows meet a condition. Ask for those with no related row that fails it.",
      'all',
    );
}

export const startsComparator = ({ cursor }: Clause): boolean => comparesAt(cursor, cursor.at);

/** Whether a comparison begins at a token. */
export function comparesAt(cursor: Cursor, at: number): boolean {
  const before = cursor.at;
  cursor.at = at;
  const found = readComparator(cursor);
  cursor.at = before;
  return found !== null;
}

const strong = (mention: Mention) =>
  mention.acts ||
  mention.values.length > 0 ||
  mention.tables.some((sense) => sense.score >= 0.9) ||
  mention.columns.some((sense) => sense.score >= 0.9) ||
  mention.quoted;
