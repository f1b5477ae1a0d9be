import { addDays, type Day, isDay } from '#src/planner/day.ts';
import { type Period, periodsIn } from '#src/planner/periods/periods.ts';
import { tokenize } from '#src/planner/tokens.ts';
import { levelsOf, type Token, tokensOf } from '#src/sql/select/written.ts';

/** What a statement was asked by: its days are found again in the periods of these texts. */
export interface Asked {
  /** The day that relative periods were counted from. */
  readonly day: Day;
  /** The question in the planner's words, and before it those that it changes. */
  readonly texts: readonly string[];
}

export interface DatedStatement {
  readonly sql: string;
  /** Whether its days move with today. */
  readonly rolls: boolean;
  /** `2026-11-01 to 2026-11-30`: what the question leaves to be said of its days; empty where it leaves nothing. */
  readonly days: string;
}

/**
 * The statement with the days that its question means today. Only days change: each day that it names has to be an end of
 * a period of the question, or the day on which it was asked. Where one is anything else, or could be either of two, the
 * statement stays as it is.
 */
export function onDay(sql: string, asked: Asked, today: Day): DatedStatement {
  const { day, texts } = asked;
  const fixed = () => ({ sql, rolls: false, days: daysOf(movesOf(texts.slice(-1), day, day)) });
  const places = placesIn(sql, texts);
  if (!places || places.length === 0 || places.length > MOST_PLACES) return fixed();
  // What a follow-up leaves unsaid stands in the questions before it.
  for (let first = texts.length - 1; first >= 0; first--) {
    const moves = movesOf(texts.slice(first), day, today);
    const [only, ...more] = readingsOf(places, [...moves, todayMoves(day, today)]);
    if (!only) continue;
    const rolls = more.length === 0 && only.moves.some((one) => one.rolls);
    return rolls
      ? { sql: withDays(sql, places, only.days), rolls, days: daysOf(only.moves) }
      : fixed();
  }
  return fixed();
}

/** The days of the periods that rest on a day or a default. */
const daysOf = (moves: readonly Move[]): string =>
  [...new Set(moves.flatMap((one) => (one.stated ? [spanText(one)] : [])))].join(', ');

function spanText({ from, to }: Move): string {
  const last = to && addDays(to[1], -1);
  if (!from) return `until ${last}`;
  if (!last) return `since ${from[1]}`;
  return from[1] === last ? last : `${from[1]} to ${last}`;
}

/** More are no statement of a question. */
const MOST_PLACES = 40;

/** A day in a statement, and where its first character stands. */
interface Place {
  readonly start: number;
  readonly day: Day;
}

/** What stands behind a day at its midnight. */
const MIDNIGHT: ReadonlySet<string> = new Set(['', ' 00:00:00', 'T00:00:00', ' 00:00', 'T00:00']);
const DAY_CHARS = '2026-11-01'.length;
const MAY_BE_YEAR = /(?<!\d)(?:19|20|21)\d\d(?!\d{3})/;

/** Where a statement names days; null where it tells of a time in another way, which its question does not. */
function placesIn(sql: string, texts: readonly string[]): readonly Place[] | null {
  const tokens = tokensOf(sql);
  if (!tokens) return null;
  const written = [...levelsOf(tokens)].flat().filter(({ kind }) => VALUES.has(kind));
  const isOther = ({ kind, text }: Token) =>
    !(kind === 'text' && isMidnight(text)) &&
    MAY_BE_YEAR.test(text) &&
    !texts.some((asked) => asked.includes(text));
  if (written.some(isOther)) return null;
  return written
    .filter(({ kind, text }) => kind === 'text' && isMidnight(text))
    .toSorted((one, other) => one.start - other.start)
    .map(({ text, start }) => ({ start: start + 1, day: text.slice(0, DAY_CHARS) }));
}

const VALUES: ReadonlySet<Token['kind']> = new Set(['text', 'number']);
const isMidnight = (text: string) =>
  isDay(text.slice(0, DAY_CHARS)) && MIDNIGHT.has(text.slice(DAY_CHARS));

/** The ends of a period in a statement, as they were and as they are today. */
interface Move {
  readonly from: readonly [Day, Day] | null;
  readonly to: readonly [Day, Day] | null;
  readonly stated: boolean;
  readonly rolls: boolean;
}

/** The periods of texts on two days; none of a text that is read otherwise on the second. */
function movesOf(texts: readonly string[], day: Day, today: Day): readonly Move[] {
  return texts.flatMap((text) => {
    const tokens = tokenize(text);
    const [then, now] = [periodsIn(tokens, day), periodsIn(tokens, today)];
    const isSame =
      then.length === now.length &&
      then.every(({ start, end }, at) => now[at]?.start === start && now[at].end === end);
    if (!isSame) return [];
    return then.flatMap(({ period }, at) => {
      // `March` stays the March that it was when it was asked.
      const moved = period.relative ? now[at]?.period : period;
      return moved && (period.from || period.to) ? [moveOf(period, moved)] : [];
    });
  });
}

const moveOf = (then: Period, now: Period): Move => ({
  from: then.from && now.from ? [then.from, now.from] : null,
  to: then.to && now.to ? [then.to, now.to] : null,
  stated: then.stated,
  rolls: then.relative === true,
});

/** The day itself: rows that hold today, what is overdue. */
const todayMoves = (day: Day, today: Day): Move => ({
  from: [day, today],
  to: [addDays(day, 1), addDays(today, 1)],
  stated: true,
  rolls: true,
});

interface DaysRead {
  readonly days: readonly Day[];
  /** The periods that they are of. */
  readonly moves: readonly Move[];
}

/** All ways to read the places, in order, as ends of the periods; two that give the same days are one. */
function readingsOf(places: readonly Place[], moves: readonly Move[]): readonly DaysRead[] {
  let open: readonly DaysRead[] = [{ days: [], moves: [] }];
  const done = new Map<string, DaysRead>();
  while (open.length > 0) {
    const next = new Map<string, DaysRead>();
    for (const read of open) {
      const at = read.days.length;
      if (at === places.length) done.set(read.days.join(), read);
      else
        for (const step of stepsAt(places, at, moves)) {
          const days = [...read.days, ...step.days];
          const key = days.join();
          if (!next.has(key)) next.set(key, { days, moves: [...read.moves, ...step.moves] });
        }
    }
    open = [...next.values()];
    if (open.length > MOST_PLACES) return [];
  }
  return [...done.values()];
}

/** What the day at a place can be: both ends of a period with the day after it, else one end. */
function stepsAt(
  places: readonly Place[],
  at: number,
  moves: readonly Move[],
): readonly DaysRead[] {
  const [first = '', second = ''] = [places[at]?.day, places[at + 1]?.day];
  const pairs = moves.flatMap((move): DaysRead[] => {
    const { from, to } = move;
    const last = endAt(to, second);
    return from && last && from[0] === first ? [{ days: [from[1], last], moves: [move] }] : [];
  });
  if (pairs.length > 0) return pairs;
  return moves.flatMap((move) =>
    [move.from?.[0] === first ? move.from[1] : null, endAt(move.to, first)].flatMap(
      (day): DaysRead[] => (day === null ? [] : [{ days: [day], moves: [move] }]),
    ),
  );
}

/** The end of a period today where a day is its end, excluded or included. */
function endAt(to: Move['to'], day: Day): Day | null {
  if (to?.[0] === day) return to[1];
  return to && addDays(to[0], -1) === day ? addDays(to[1], -1) : null;
}

function withDays(sql: string, places: readonly Place[], days: readonly Day[]): string {
  let made = '';
  let last = 0;
  for (const [at, { start }] of places.entries()) {
    made += `${sql.slice(last, start)}${days[at] ?? ''}`;
    last = start + DAY_CHARS;
  }
  return `${made}${sql.slice(last)}`;
}
