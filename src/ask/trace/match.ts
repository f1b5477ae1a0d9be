import type { Candidate } from '#src/ask/trace/candidates.ts';
import { isKnownDate } from '#src/ask/trace/dates.ts';
import { fits } from '#src/ask/trace/rounding.ts';
import type { Beside } from '#src/ask/trace/segments.ts';
import type { Mention, Reading, TraceTable } from '#src/ask/trace/types.ts';
import {
  type Approximation,
  COUNTED_AFTER,
  COUNTED_BEFORE,
  DOWN,
  EVERY,
  HIGHEST,
  LOWEST,
  MEAN,
  NO_END,
  OF_A_TOTAL,
  SHOWN,
  SUM,
  TIME_UNIT,
  UNIT_AFTER,
  UNIT_BEFORE,
  UP,
} from '#src/planner/wording.ts';
import { lookupTable } from '#src/sql/lookup-table.ts';

/** Where a number stands, and what is around it. */
export interface Place extends Beside {
  readonly before: string;
  readonly after: string;
  readonly approximation: Approximation;
  /** The one measure that the part names; null where it names none or several. */
  readonly column: number | null;
  /** Since the number before it. */
  readonly lead: string;
  /** Whether the number is directly said to be one of a measure: `revenue of 12`, `12 units sold`. */
  readonly isMeasured: boolean;
}

/** Whether a number at its place is the candidate, for the rows it is said of. */
export function matches(
  mention: Mention,
  candidate: Candidate,
  place: Place,
  table: TraceTable,
): boolean {
  const scale = scaleOf(mention, candidate, table);
  if (scale === null || !isOfKind(mention, candidate, place, table)) return false;
  if (!isOfRows(candidate, place, table)) return false;
  if (place.column !== null && candidate.column !== null && candidate.column !== place.column)
    return false;
  return mention.readings.some((reading) =>
    signs(candidate, place, reading).some((sign) =>
      fits(reading, candidate, sign * scale, place.approximation, mention),
    ),
  );
}

/** By what a candidate is multiplied to be said so; null where it cannot be. */
function scaleOf({ kind }: Mention, candidate: Candidate, { styles }: TraceTable): number | null {
  const style = candidate.column === null ? null : styles[candidate.column];
  const isPercent =
    style?.unit === '%' || /\b(?:percent|pct|share|rate)\b|%/i.test(style?.label ?? '');
  switch (kind) {
    case 'percent':
      if (candidate.kind === 'share' || candidate.kind === 'growth') return 100;
      if (candidate.kind === 'ratio') return 100;
      if (candidate.kind !== 'cell' && candidate.kind !== 'mean') return null;
      return isPercent && Math.abs(candidate.value) > 1
        ? 1
        : Math.abs(candidate.value) <= 1
          ? 100
          : isPercent
            ? 1
            : null;
    case 'points':
      if (candidate.kind !== 'difference') return null;
      return isPercent && Math.abs(candidate.value) > 1 ? 1 : 100;
    case 'times':
      return candidate.kind === 'ratio' || candidate.kind === 'share' ? 1 : null;
    case 'number':
      if (candidate.kind === 'ratio') return candidate.rows?.length === 1 ? 1 : null;
      return candidate.kind === 'share' || candidate.kind === 'growth' ? null : 1;
    default:
      return null;
  }
}

/** Whether the words around allow the kind: an average is no total, a number of money no count. */
function isOfKind(
  { kind }: Mention,
  candidate: Candidate,
  place: Place,
  table: TraceTable,
): boolean {
  const { text, before, after, owner, others } = place;
  const saysMean = MEAN.test(text);
  const saysSum = SUM.test(text);
  switch (candidate.kind) {
    case 'sum':
      if (!isOfShown(place, table)) return false;
      if (owner !== null) return OF_A_TOTAL.test(place.lead);
      return saysSum || (!saysMean && !HIGHEST.test(text) && !LOWEST.test(text));
    case 'mean':
      return saysMean && isOfShown(place, table);
    case 'count':
      if (UNIT_BEFORE.test(before) || UNIT_AFTER.test(after) || place.isMeasured) return false;
      if (TIME_UNIT.test(after) && !namesDimension(after, table)) return false;
      return owner === null ? !saysMean : COUNTED_AFTER.test(after) || COUNTED_BEFORE.test(before);
    case 'difference':
      return candidate.rows === null
        ? owner === null && COMPARED.test(text)
        : COMPARED.test(text) || kind === 'points';
    case 'growth':
      return !PART_OF_TOTAL.test(text);
    case 'part':
      return saysSum;
    case 'cell':
      return owner !== null || !isOverall(candidate, place, table);
    case 'share':
      return (
        isOfShown(place, table) &&
        !saysMean &&
        !CHANGED.test(text) &&
        !(others.length > 0 && THAN.test(text))
      );
    case 'ratio':
      if (kind === 'number') return EACH.test(text);
      if (
        kind === 'percent' &&
        candidate.rows?.length === 2 &&
        others.length === 0 &&
        !place.isJoint
      )
        return false;
      return (
        kind === 'times' || (!PART_OF_TOTAL.test(text) && !CHANGED.test(text) && !THAN.test(text))
      );
    default:
      return true;
  }
}

/** Sums and shares are of the rows shown; where there are more, the text has to say so. */
const isOfShown = ({ text }: Place, { rows, totalRows }: TraceTable) =>
  totalRows <= rows.length || SHOWN.test(text);

/** How the words for them begin in other languages. */
const DIMENSIONS: Readonly<Record<string, string>> = lookupTable({
  month: 'mon moi',
  year: 'jah ann',
  week: 'woc sem',
  day: 'tag jou',
});

/** `4 months`, where the rows are months. */
function namesDimension(after: string, { styles }: TraceTable): boolean {
  const word = /\p{L}+/u.exec(after)?.[0].toLowerCase() ?? '';
  return styles.some(({ quantity, label }) => {
    const name = label.toLowerCase();
    const starts = [name.slice(0, 3), ...(DIMENSIONS[name]?.split(' ') ?? [])];
    return !quantity && starts.some((start) => word.startsWith(start));
  });
}

/** "In total" and "on average" are not said of one of several cells, but where its column is a total or average. */
function isOverall(
  { column }: Candidate,
  { lead, text }: Place,
  { rows, styles }: TraceTable,
): boolean {
  if (rows.length < 2 || column === null || HIGHEST.test(text) || LOWEST.test(text)) return false;
  const label = styles[column]?.label ?? '';
  if (EVERY.test(text) && new Set(rows.map((row) => row[column])).size > 1) return true;
  return (MEAN.test(lead) && !MEAN.test(label)) || (SUM.test(lead) && !SUM.test(label));
}

const PART_OF_TOTAL =
  /\b(?:share|makes? up|made up|accounts?|accounted|of (?:the )?(?:total|whole)|anteil|entfall\p{L}*|représent\p{L}*|part|du total)\b/iu;
const CHANGED =
  /\b(?:rose|grew|grown|fell|increased|decreased|declined|dropped|gestiegen|gesunken|gewachsen|augmenté|baissé|hausse|baisse)\b/iu;
const THAN = /\b(?:than|als|que|above|below|di più|di meno)\b/iu;
const EACH = /\b(?:each|per|every|pro|je|par|por|al|por cada)\b/iu;
const COMPARED =
  /\b(?:than|differ\p{L}*|gap|range|spread|between|ahead|behind|by|more|fewer|less|above|below|exceed\p{L}*|als|unterschied\p{L}*|differenz|abstand|mehr|weniger|um|vor|hinter|zwischen|écart|différence|entre|que|plus|moins|diferencia|differenza)\b/iu;

/** Whether the candidate is of the rows that the number is said of. */
function isOfRows(
  candidate: Candidate,
  { owner, others, text, lead, isJoint }: Place,
  table: TraceTable,
): boolean {
  const { rows } = candidate;
  const all = table.rows.length;
  if (rows === null) return true;
  const said = owner !== null && owner.size < all ? owner : null;
  const [first, second] = rows as [number, number?];
  if (second === undefined && isJoint && said !== null) return false;
  if (second === undefined && said === null)
    return others.length > 0 ? others.some((one) => one.has(first)) : isEnd(candidate, text, table);
  if (second === undefined)
    return said!.has(first) && (RANKED.test(text) || isEnd(candidate, lead, table));
  if (said === null) return others.length === 0 && isTelling(candidate, table);
  if (said.has(first) && said.has(second)) return true;
  if (!said.has(first) || candidate.kind === 'part' || candidate.kind === 'share') return false;
  if (others.length > 0) return others.some((one) => one.has(second));
  return candidate.near === true && (NEXT.test(text) || isOverTime(table));
}

const RANKED =
  /\b(?:second|third|fourth|fifth|next|\d+(?:st|nd|rd|th)|zweit\p{L}*|dritt\p{L}*|deuxième|troisième)\b/iu;

const NEXT =
  /\b(?:next|runner-up|following|previous|nächst\p{L}*|suivant\p{L}*|précédent\p{L}*)\b/iu;

/** Whether the rows are periods, so that each has one before it. */
const isOverTime = ({ styles }: TraceTable) =>
  styles.some(({ type, quantity }) => !quantity && (type === 'date' || type === 'timestamp'));

/** Where no row is named, a "highest" has to be the highest, and a "lowest" the lowest. */
function isEnd({ kind, column, value }: Candidate, text: string, { rows }: TraceTable): boolean {
  if (column === null || (kind !== 'cell' && kind !== 'share') || NO_END.test(text)) return true;
  const [high, low] = [HIGHEST.test(text), LOWEST.test(text)];
  if (high === low || RANKED.test(text) || kind !== 'cell') return true;
  const values = rows
    .map((row) => row[column])
    .filter((cell) => cell !== null)
    .map(Number);
  return value === (high ? Math.max(...values) : Math.min(...values));
}

/** Pairs that a text may compare without naming them: first and last, highest and lowest, the last two. */
function isTelling({ rows, column, kind }: Candidate, table: TraceTable): boolean {
  if (kind === 'share' || kind === 'part' || rows === null || column === null) return false;
  const last = table.rows.length - 1;
  const values = table.rows.map((row) => Number(row[column] ?? Number.NaN));
  const ends = [0, last, values.indexOf(Math.max(...values)), values.indexOf(Math.min(...values))];
  const [a, b] = rows as [number, number];
  return (
    (ends.includes(a) && ends.includes(b)) ||
    (Math.min(a, b) === last - 1 && Math.max(a, b) === last)
  );
}

/** "Fell by 5 %" says −5 %; where nothing says which way, both are meant. */
function signs({ kind, value }: Candidate, { text }: Place, reading: Reading): readonly number[] {
  if ((kind !== 'growth' && kind !== 'difference') || reading.value < 0) return [1];
  const [down, up] = [DOWN.test(text), UP.test(text)];
  if (down === up) return [value < 0 ? -1 : 1];
  return [down ? -1 : 1];
}

/** Whether a position is one that the rows said of have, in their order or by one of the measures. */
export function isPosition(position: number, { owner, text }: Beside, table: TraceTable): boolean {
  const { rows, styles } = table;
  const fromBelow = LOWEST.test(text);
  if (owner === null || owner.size >= rows.length) return position <= rows.length;
  return [...owner].some((row) => {
    if (row === position - 1 && !styles.some(({ quantity }) => quantity)) return true;
    return styles.some((style, column) => {
      if (!style.quantity) return false;
      const value = Number(rows[row]![column]);
      const isAhead = (one: number) => (fromBelow ? one < value : one > value);
      return rows.filter((one) => isAhead(Number(one[column]))).length === position - 1;
    });
  });
}

/** Whether a date stands in the rows that it is said of, or in what the statement itself says. */
export function isDateOf(
  date: string,
  { owner }: Beside,
  table: TraceTable,
  known: readonly string[],
): boolean {
  const own = table.rows.filter((_, row) => owner === null || owner.has(row)).flat();
  const cells = own.flatMap((cell) =>
    typeof cell === 'string' && /^\d{4}-\d{2}-\d{2}/.test(cell) ? [cell] : [],
  );
  return isKnownDate(date, cells) || known.includes(date);
}
