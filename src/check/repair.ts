import { readable } from '#src/catalog/catalog-names.ts';
import type { Asked } from '#src/check/asked.ts';
import { wrongCounts } from '#src/check/counted-rows.ts';
import { wrongBounds } from '#src/check/date-bounds.ts';
import { checkDivision } from '#src/check/division.ts';
import { checkNotIn } from '#src/check/not-in.ts';
import { nullableCounts } from '#src/check/nullable-count.ts';
import type { Check } from '#src/check/types.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { closing, withoutLiterals } from '#src/sql/statement-text.ts';

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

interface About {
  readonly facts: QueryFacts;
  readonly catalog: Catalog;
  readonly asked: Asked;
}

/**
 * The statement without the mistakes that one rewrite of its text surely mends; null where there are none. Each edit
 * touches the only place that its pattern fits, outside of literals; a place that is not the only one is left alone.
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
  const [bound] = wrong;
  if (!bound || wrong.length > 1) return null;
  const { filter, column, day, meant, kind } = bound;
  const name = `((?:"?\\w+"?\\.)?"?${escaped(filter.column!.column)}"?)`;
  const value = (text: string) =>
    `(?:DATE\\s*|TIMESTAMP\\s*)?'${escaped(text)}(?:[T ]00:00(?::00(?:\\.0+)?)?)?'(?:::\\w+)?`;
  const until = `the ${kind === 'next' ? 'day before ' : 'end of '}${day}`;
  switch (filter.op) {
    case '<=':
      return edited(
        sql,
        `${name}\\s*<=\\s*${value(day)}`,
        (found) => `${found} < DATE '${meant}'`,
        `"${column.label}" is taken until ${until}.`,
      );
    case 'between':
      return edited(
        sql,
        `${name}\\s+BETWEEN\\s+(${value(filter.values[0]!)})\\s+AND\\s+${value(day)}`,
        (found, from) => `${found} >= ${from} AND ${found} < DATE '${meant}'`,
        `"${column.label}" is taken until ${until}.`,
      );
    case '=':
      return edited(
        sql,
        `${name}\\s*=\\s*${value(day)}`,
        (found) => `${found} >= DATE '${day}' AND ${found} < DATE '${meant}'`,
        `"${column.label}" is taken over the whole of ${day}.`,
      );
    case '>':
      return edited(
        sql,
        `${name}\\s*>\\s*${value(day)}`,
        (found) => `${found} >= DATE '${meant}'`,
        `"${column.label}" is taken from ${meant} on.`,
      );
    default:
      return null;
  }
};

const bothBounds: Repairer = (sql, about) => {
  const wrong = wrongBounds(about.facts, about.catalog);
  if (wrong.length !== 2) return null;
  const each = wrong.map((bound) => ({
    ...about,
    facts: {
      ...about.facts,
      root: {
        ...about.facts.root,
        filters: about.facts.root.filters.filter((one) => one === bound.filter),
      },
    },
  }));
  const first = bounds(sql, each[0]!);
  const second = first && bounds(first.sql, each[1]!);
  return second
    ? { sql: second.sql, assumption: `${first.assumption} ${second.assumption}` }
    : null;
};

/** `NOT IN (SELECT …)` → the same subquery without its empty values. */
const notIn: Repairer = (sql, { facts, catalog }) => {
  if (checkNotIn(facts, catalog).outcome !== 'failed') return null;
  const blank = withoutLiterals(sql);
  const opens = [...blank.matchAll(/\bNOT\s+IN\s*\((?=\s*SELECT\b)/gi)];
  if (opens.length !== 1) return null;
  const start = opens[0]!.index + opens[0]![0].length;
  const end = closing(blank, start);
  if (end < 0) return null;
  const inner = `SELECT kept.value FROM (${sql.slice(start, end)}) AS kept(value) WHERE kept.value IS NOT NULL`;
  return {
    sql: sql.slice(0, start) + inner + sql.slice(end),
    assumption: 'Empty values of the list that is left out are ignored.',
  };
};

/** `COUNT(coupon)` → `COUNT(*)` where rows are meant and one table is read. */
const countRows: Repairer = (sql, { facts, catalog, asked }) => {
  const found = nullableCounts(facts, catalog, asked);
  const [count] = found;
  if (!count?.alone || found.length > 1) return null;
  return edited(
    sql,
    `\\bCOUNT\\s*\\(\\s*(?:"?\\w+"?\\.)?"?${escaped(count.column.column)}"?\\s*\\)`,
    () => 'COUNT(*)',
    `Rows of ${readable(count.column.table)} are counted, also those without ${count.known.label}.`,
  );
};

/** `COUNT(*)` over a join → `COUNT(DISTINCT students.id)`. */
const countDistinct: Repairer = (sql, { facts, catalog, asked }) => {
  const found = wrongCounts(facts, catalog, asked);
  const [count] = found;
  if (!count?.key || found.length > 1) return null;
  return edited(
    sql,
    '\\bCOUNT\\s*\\(\\s*(?:\\*|1)\\s*\\)',
    () => `COUNT(DISTINCT ${count.alias}.${count.key})`,
    `Each of ${readable(count.table)} is counted once.`,
  );
};

/** `a // b` → `a / b`, which engines that have the former divide exactly. */
const division: Repairer = (sql, { facts }) =>
  checkDivision(facts).outcome === 'failed'
    ? edited(sql, '//', () => '/', 'Divided with the fraction, not to whole numbers.')
    : null;

const REPAIRERS: readonly Repairer[] = [
  bounds,
  bothBounds,
  notIn,
  countRows,
  countDistinct,
  division,
];

/** Replaces the one match of a pattern; null where there is none or a second. */
function edited(
  sql: string,
  pattern: string,
  write: (...groups: string[]) => string,
  assumption: string,
): Edit | null {
  const matches = [...sql.matchAll(new RegExp(pattern, 'gi'))];
  const [match] = matches;
  if (!match || matches.length > 1) return null;
  const text = write(...match.slice(1));
  return {
    sql: sql.slice(0, match.index) + text + sql.slice(match.index + match[0].length),
    assumption,
  };
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
