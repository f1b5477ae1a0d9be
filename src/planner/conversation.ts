import { Cursor } from '#src/planner/cursor.ts';
import { attempt, Declined, type Frame } from '#src/planner/frame.ts';
import { readFollowUp } from '#src/planner/grammar/follow-up.ts';
import { readQuestion } from '#src/planner/grammar/question.ts';
import type { Mention } from '#src/planner/lattice.ts';
import type { PriorTurn } from '#src/planner/plan.ts';
import {
  asksOfOtherRows,
  demandShown,
  readReferring,
  referring,
  refersToNothing,
} from '#src/planner/reference/read.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Query } from '#src/plugin-api/query.ts';

/** Words that refer to the answer before. What else is no question of its own is a fragment: it is read alone first. */
const REFERS_BACK =
  /^\s*(and|what about|how about|only|just|but|now|also|same|sort|order( \w+)? by|instead)\b|\binstead\s*[?.!]?\s*$/i;

/** Whether a question says that it changes the answer before it, however complete it is. */
export const refersBack = (question: string): boolean => REFERS_BACK.test(question);

/** Earlier turns that a follow-up is read over. */
const MAX_TURNS = 12;

/** What reading a conversation takes of the planner. */
export interface ConversationReader {
  readonly catalog: Catalog;
  /** `timed` as in `readMentions`. */
  mentionsOf(question: string, timed: boolean): readonly Mention[];
  /** Whether the frame gives just the query that was answered. */
  gives(frame: Frame, query: Query | null): boolean;
}

/** A question, and what came before it. */
interface Turn {
  readonly question: string;
  readonly mentions: readonly Mention[];
  /** Null: nothing was answered before. */
  readonly before: PriorTurn | null;
  /** What the conversation asked before; null where it cannot be read again as it was answered. */
  readonly frameBefore: () => Frame | null;
}

/** What a question asks, in its conversation. */
export interface Reading {
  readonly frame: Frame;
  /** The answer that the question changes; null where it is complete by itself or names what it refers to. */
  readonly changes: PriorTurn | null;
}

/**
 * Reads a question alone where it is complete, over the rows of the answer before where it refers to them, else as a
 * change of the questions before it.
 */
export function readInContext(
  question: string,
  mentions: readonly Mention[],
  history: readonly PriorTurn[],
  reader: ConversationReader,
): Reading {
  const answered = answeredTurns(history);
  const before = answered.at(-1) ?? null;
  return readTurn(
    {
      question,
      mentions,
      before,
      frameBefore: () => replay(answered, reader, true) ?? replay(answered, reader, false),
    },
    reader,
  );
}

/** The answers that questions may build on: the last ones, as far back as one that this planner did not compute. */
export function answeredTurns(history: readonly PriorTurn[]): readonly PriorTurn[] {
  const answered = history.filter(({ query, sql }) => query !== null || sql != null);
  const foreign = answered.findLastIndex(({ query }) => query === null);
  return answered.slice(foreign + 1).slice(-MAX_TURNS);
}

function readTurn(turn: Turn, reader: ConversationReader): Reading {
  const { question, mentions, before, frameBefore } = turn;
  const refers = referring(question, mentions, before !== null);
  if (!before) {
    if (refers) throw refersToNothing(refers);
    return { frame: readQuestion(new Cursor(mentions)), changes: null };
  }
  if (refers) demandShown(refers, before, reader.catalog);
  const readAlone = (): Reading => ({
    frame: refers
      ? readReferring(refers, before, reader.catalog)
      : readQuestion(new Cursor(mentions)),
    changes: null,
  });
  // `their ages` alone adds to what is shown.
  const theirs = refers !== null && asksOfOtherRows(refers, before, reader.catalog);
  const changes = !theirs && (refersBack(question) || refers?.reference.start === 0);
  const alone = changes ? null : attempt(readAlone);
  if (alone && !(alone instanceof Declined)) return alone;
  const earlier = frameBefore();
  if (!earlier) return readAlone();
  const changed = attempt(() => readFollowUp(new Cursor(mentions), earlier));
  if (!(changed instanceof Declined)) return { frame: changed, changes: before };
  const late = changes && refers ? attempt(readAlone) : null;
  if (late && !(late instanceof Declined)) return late;
  // A question that is worded as one of its own is told why it is none, not why it changes nothing before it.
  throw alone ?? changed;
}

/** What the conversation asks so far; null where it cannot be read again as it was answered. */
function replay(
  turns: readonly PriorTurn[],
  reader: ConversationReader,
  timed: boolean,
): Frame | null {
  let frame: Frame | null = null;
  let before: PriorTurn | null = null;
  for (const turn of turns) {
    const frameBefore: Frame | null = frame;
    const mentions = reader.mentionsOf(turn.question, timed);
    const read: Reading | Declined = attempt(() =>
      readTurn({ ...turn, mentions, before, frameBefore: () => frameBefore }, reader),
    );
    frame = read instanceof Declined ? null : read.frame;
    before = turn;
  }
  return frame && reader.gives(frame, turns.at(-1)!.query) ? frame : null;
}
