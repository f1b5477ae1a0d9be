import { readable } from '#src/catalog/catalog-names.ts';
import type { Asked } from '#src/check/asked.ts';
import { wrongCounts } from '#src/check/counted-rows.ts';
import { type WrongBound, withoutMidnight, wrongBounds } from '#src/check/date-bounds.ts';
import { checkDivision } from '#src/check/division.ts';
import { checkNotIn } from '#src/check/not-in.ts';
import { nullableCounts } from '#src/check/nullable-count.ts';
import type { Check } from '#src/check/types.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { edited } from '#src/sql/select/text-edits.ts';
import { isSign, isWord, levelsOf, type Token, textOf, tokensOf } from '#src/sql/select/written.ts';

/** SQL that says what was meant, and what to tell the user of the change. */
export interface Repair {
  readonly sql: string;
  readonly assumptions: readonly string[];
}

interface Edit {
  readonly sql: string;
  readonly assumption: string;
}

type Repairer = (sql: string, about: About) => Edit | null;

/** How many of the tokens from a place on are what is looked for; null where they are not. */
type Pattern = (tokens: readonly Token[], at: number) => number | null;

interface About {
  readonly facts: QueryFacts;
  readonly catalog: Catalog;
  readonly asked: Asked;
}

/**
 * The statement without the mistakes that one rewrite of its text surely mends; null where there are none. Each edit
 * touches the only place that its pattern fits; a place that is not the only one is left alone.
 * The caller puts the result through the guard and the checks again and keeps it only where they find less.
 */
export function repairSql(sql: string, about: About): Repair | null {
  let repair: Repair = { sql, assumptions: [] };
  for (const repairer of REPAIRERS) {
    const edit = repairer(repair.sql, about);
    if (edit) repair = { sql: edit.sql, assumptions: [...repair.assumptions, edit.assumption] };
  }
  return repair.assumptions.length > 0 ? repair : null;
}

/** Whether a repaired statement reads the same tables for the same result columns and has fewer findings. */
export function isBetter(
  before: readonly Check[],
  after: readonly Check[],
  was: QueryFacts,
  is: QueryFacts,
): boolean {
  const found = (checks: readonly Check[]) =>
    checks.filter(({ outcome }) => outcome === 'failed' || outcome === 'warning').length;
  const shape = ({ tables, root }: QueryFacts) =>
    JSON.stringify([tables.toSorted(), root.outputs.map(({ name }) => name), root.limit]);
  return found(after) < found(before) && shape(was) === shape(is);
}

const bounds: Repairer = (sql, { facts, catalog }) => {
  const wrong = wrongBounds(facts, catalog);
  if (wrong.length > 2) return null;
  let mended: Edit | null = null;
  for (const bound of wrong) {
    const edit: Edit | null = boundEdit(mended?.sql ?? sql, bound);
    if (!edit) return null;
    mended = mended
      ? { sql: edit.sql, assumption: `${mended.assumption} ${edit.assumption}` }
      : edit;
  }
  return mended;
};

/** The comparison with its sides exchanged. */
const MIRRORED = { '<=': '>=', '=': '=', '>': '<' } as const;

function boundEdit(sql: string, { filter, column, day, meant, kind }: WrongBound): Edit | null {
  const { op, values } = filter;
  const [first] = values;
  if (!filter.column || first === undefined) return null;
  const compared = columnNamed(filter.column.column);
  const taken = `The filter on "${column.label}" includes rows`;
  const until = `${taken} until the ${kind === 'next' ? 'day before ' : 'end of '}${day}.`;
  if (op === 'between')
    return mend(
      sql,
      [compared, word('between'), dated(first), word('and'), dated(day)],
      ([found, , from]) => `${found} >= ${from} AND ${found} < DATE '${meant}'`,
      until,
    );
  if (op !== '<=' && op !== '=' && op !== '>') return null;
  const [write, assumption] = {
    '<=': [(found = '') => `${found} < DATE '${meant}'`, until] as const,
    '=': [
      (found = '') => `${found} >= DATE '${day}' AND ${found} < DATE '${meant}'`,
      `${taken} for all of ${day}.`,
    ] as const,
    '>': [(found = '') => `${found} >= DATE '${meant}'`, `${taken} from ${meant} onward.`] as const,
  }[op];
  const mirrored = [dated(day), sign(MIRRORED[op]), compared];
  return (
    mend(sql, [compared, sign(op), dated(day)], ([found]) => write(found), assumption) ??
    mend(sql, mirrored, ([, , found]) => write(found), assumption)
  );
}

/** `NOT IN (SELECT …)` → the same subquery without its empty values. */
const notIn: Repairer = (sql, { facts, catalog }) =>
  checkNotIn(facts, catalog).outcome === 'failed'
    ? mend(
        sql,
        [word('not'), word('in'), brackets((inner) => isWord(inner[0], 'select'))],
        ([, , nested = '']) =>
          `NOT IN (SELECT kept.value FROM ${nested} AS kept(value) WHERE kept.value IS NOT NULL)`,
        'Empty values in the excluded list are ignored.',
      )
    : null;

/** `COUNT(coupon)` → `COUNT(*)` where rows are meant and one table is read. */
const countRows: Repairer = (sql, { facts, catalog, asked }) => {
  const [count, second] = nullableCounts(facts, catalog, asked);
  if (!count?.alone || second) return null;
  const column = columnNamed(count.column.column);
  return mend(
    sql,
    [word('count'), brackets((inner) => column(inner, 0) === inner.length)],
    () => 'COUNT(*)',
    `All rows of ${readable(count.column.table)} are counted, including those without ${count.known.label}.`,
  );
};

/** `COUNT(*)` over a join → `COUNT(DISTINCT students.id)`. */
const countDistinct: Repairer = (sql, { facts, catalog, asked }) => {
  const [count, second] = wrongCounts(facts, catalog, asked);
  if (!count?.key || second) return null;
  const isRows = ([one, more]: readonly Token[]) =>
    !more && (isSign(one, '*') || (one?.kind === 'number' && one.text === '1'));
  return mend(
    sql,
    [word('count'), brackets(isRows)],
    () => `COUNT(DISTINCT ${count.alias}.${count.key})`,
    `Each row of ${readable(count.table)} is counted once.`,
  );
};

/** `a // b` → `a / b`, which engines that have the former divide exactly. */
const division: Repairer = (sql, { facts }) =>
  checkDivision(facts).outcome === 'failed'
    ? mend(sql, [sign('//')], () => '/', 'The division keeps decimals.')
    : null;

const REPAIRERS: readonly Repairer[] = [bounds, notIn, countRows, countDistinct, division];

const word =
  (text: string): Pattern =>
  (tokens, at) =>
    isWord(tokens[at], text) ? 1 : null;

const sign =
  (text: string): Pattern =>
  (tokens, at) =>
    isSign(tokens[at], text) ? 1 : null;

const brackets =
  (hold: (inner: readonly Token[]) => boolean): Pattern =>
  (tokens, at) =>
    tokens[at]?.kind === 'brackets' && hold(tokens[at].inner) ? 1 : null;

/** `day` or `orders.day`, quoted or not. */
function columnNamed(column: string): Pattern {
  const isName = (token: Token | undefined) => token?.kind === 'name' || token?.kind === 'word';
  const isColumn = (token: Token | undefined) =>
    isName(token) && token?.text.toLowerCase() === column.toLowerCase();
  return (tokens, at) => {
    if (isName(tokens[at]) && isSign(tokens[at + 1], '.'))
      return isColumn(tokens[at + 2]) ? 3 : null;
    return isColumn(tokens[at]) ? 1 : null;
  };
}

/** `'2024-06-30'`, also with its first moment, DATE or TIMESTAMP before it, and a cast behind it. */
function dated(day: string): Pattern {
  return (tokens, at) => {
    const typed = isWord(tokens[at], 'date', 'timestamp') ? 1 : 0;
    const [value, cast] = [tokens[at + typed], tokens[at + typed + 1]];
    if (value?.kind !== 'text' || withoutMidnight(value.text) !== withoutMidnight(day)) return null;
    return isSign(cast, '::') ? typed + 3 : typed + 1;
  };
}

/** Replaces the one place that patterns fit one after the other; null where there is none or a second. */
function mend(
  sql: string,
  patterns: readonly Pattern[],
  write: (parts: readonly string[]) => string,
  assumption: string,
): Edit | null {
  const found = [...levelsOf(tokensOf(sql) ?? [])].flatMap((level) => placesOf(level, patterns));
  const [parts, second] = found;
  const [start, end] = [parts?.[0]?.[0]?.start, parts?.at(-1)?.at(-1)?.end];
  if (!parts || start === undefined || end === undefined || second) return null;
  const text = write(parts.map((part) => textOf(sql, part)));
  return { sql: edited(sql, [{ start, end, text }]), assumption };
}

/** The places of a level that patterns fit one after the other, which share no token; the tokens of each pattern. */
function placesOf(
  level: readonly Token[],
  patterns: readonly Pattern[],
): readonly (readonly (readonly Token[])[])[] {
  const places: (readonly (readonly Token[])[])[] = [];
  for (let at = 0; at < level.length; at++) {
    const parts = matched(level, at, patterns);
    if (!parts) continue;
    places.push(parts);
    at += parts.flat().length - 1;
  }
  return places;
}

/** The tokens that each pattern fits, one after the other from a place on. */
function matched(
  tokens: readonly Token[],
  from: number,
  patterns: readonly Pattern[],
): readonly (readonly Token[])[] | null {
  const parts: (readonly Token[])[] = [];
  let at = from;
  for (const pattern of patterns) {
    const length = pattern(tokens, at);
    if (length === null) return null;
    parts.push(tokens.slice(at, at + length));
    at += length;
  }
  return parts;
}
