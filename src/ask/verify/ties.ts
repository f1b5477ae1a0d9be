import type { Check } from '#src/ask/types.ts';
import { withoutLiterals } from '#src/ask/verify/expression-text.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import type { Query } from '#src/plugin-api/query.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import type { CollectedResult } from '#src/results/types.ts';

const NAME = 'limit_ties';

/** A statement's rows and the one after its LIMIT. */
export interface TieProbe {
  readonly sql: string;
  /** Rows that the statement itself gives. */
  readonly limit: number;
  /** Result columns that the rows are sorted by. */
  readonly sortedBy: readonly number[];
}

/**
 * The statement with one row more, for SQL that cuts with a bare LIMIT; null where it cuts nothing or keeps ties itself.
 * What its result does not show and its rows are sorted by is put behind the last result column. Behind an aggregate,
 * plain columns only break ties: `ORDER BY COUNT(*) DESC, name` picks among equals by their names.
 */
export function tieProbe(sql: string, { root }: QueryFacts): TieProbe | null {
  const { limit, orderBy, outputs } = root;
  if (limit === null || limit < 1 || orderBy.length === 0) return null;
  const keys = orderBy.map(({ expr }) => ({
    expr,
    at: outputs.findIndex(({ text, name }) => text === expr.text || name === expr.text),
  }));
  const isAggregate = ({ expr, at }: (typeof keys)[number]) =>
    expr.aggregates.length > 0 || (outputs[at]?.aggregates.length ?? 0) > 0;
  const breaker = isAggregate(keys[0]!) ? keys.findIndex((key) => !isAggregate(key)) : -1;
  const ranking = breaker < 0 ? keys : keys.slice(0, breaker);
  const end = /\bLIMIT\s+(\d+)\s*;?\s*$/i.exec(withoutLiterals(sql));
  if (!end || Number(end[1]) !== limit) return null;
  const whole = `${sql.slice(0, end.index)}LIMIT ${limit + 1}`;
  const sortedBy = ranking.map(({ at }) => at);
  if (!sortedBy.includes(-1)) return { sql: whole, limit, sortedBy };
  const shown = withSortKeys(whole, orderBy.length, ranking.length);
  if (root.distinct || root.setOperation || shown === null) return null;
  return { sql: shown, limit, sortedBy: ranking.map((_, index) => outputs.length + index) };
}

/** The statement with the first of its sort keys as further result columns; null where its text does not show them. */
function withSortKeys(sql: string, keys: number, wanted: number): string | null {
  const words = wordsOutside(sql);
  const last = (word: string) => words.findLast((one) => one.word === word)?.at ?? -1;
  const [order, limit] = [last('order by'), last('limit')];
  const select = last('select');
  const from = words.find(({ word, at }) => word === 'from' && at > select)?.at ?? -1;
  if (select < 0 || from < 0 || order < from || limit < order) return null;
  const list = sql.slice(order, limit).replace(/^order\s+by\s/i, '');
  const exprs = commaParts(list).map((one) =>
    one.replace(/\s+(?:ASC|DESC)?(?:\s+NULLS\s+(?:FIRST|LAST))?\s*$/i, '').trim(),
  );
  // The number of a result column, and its alias, say nothing where they stand among the columns.
  if (exprs.length !== keys || exprs.some((one) => one === '' || /^\d+$/.test(one))) return null;
  const added = exprs.slice(0, wanted).map((one, index) => `${one} AS tie_key_${index}`);
  return `${sql.slice(0, from).trimEnd()}, ${added.join(', ')} ${sql.slice(from)}`;
}

/** The key words of a statement that stand in no brackets, literals or names, lower case, with their places. */
function wordsOutside(sql: string): readonly { readonly word: string; readonly at: number }[] {
  const blank = outside(sql);
  return [...blank.matchAll(/\b(?:select|from|order\s+by|limit)\b/gi)].map(
    ({ 0: text, index }) => ({
      word: text.toLowerCase().replace(/\s+/g, ' '),
      at: index,
    }),
  );
}

function commaParts(text: string): readonly string[] {
  const blank = outside(text);
  const cuts = [...blank.matchAll(/,/g)].map(({ index }) => index);
  return [...cuts, text.length].map((end, index) =>
    text.slice(index === 0 ? 0 : cuts[index - 1]! + 1, end),
  );
}

/** A text of the same length with spaces for literals, quoted names and all that stands in brackets. */
function outside(sql: string): string {
  const plain = withoutLiterals(sql).replace(/"[^"]*"|`[^`]*`/g, (name) => ' '.repeat(name.length));
  let depth = 0;
  return plain
    .split('')
    .map((sign) => {
      if (sign === ')') depth--;
      const shown = depth === 0 && sign !== ')' ? sign : ' ';
      if (sign === '(') depth++;
      return shown;
    })
    .join('');
}

/**
 * What the planner's first rows are picked by, with one row more; null where it picks none. A query with a limit is
 * ordered by one thing: what follows only breaks ties.
 */
export function planProbe(query: Query): { readonly query: Query; readonly limit: number } | null {
  const { limit, orderBy } = query;
  const [first] = orderBy;
  if (query.kind !== 'select' || query.distinct) return null;
  if (!limit || limit.withTies || !first) return null;
  const { expr } = first;
  return {
    query: {
      ...query,
      select: [{ expr, as: 'picked_by' }],
      orderBy: [first],
      limit: { count: limit.count + 1, withTies: false },
    },
    limit: limit.count,
  };
}

/** Whether the row after the last one shown is its equal, so that which of them is shown is chance. */
export function checkProbe(
  { limit, sortedBy }: TieProbe,
  rows: readonly (readonly CellValue[])[],
): Check {
  const last = rows[limit - 1];
  const next = rows[limit];
  const unranked = unrankedText(rows.slice(0, limit), sortedBy[0]!);
  if (unranked) return unranked;
  const ties = last && next && sortedBy.every((column) => last[column] === next[column]);
  if (!ties) return { name: NAME, outcome: 'passed', detail: 'No row of equal rank is left out.' };
  const place = limit === 1 ? 'the first row' : `row ${limit}`;
  return {
    name: NAME,
    outcome: 'warning',
    detail: `At least one more row ties with ${place}: which of them is shown is chance.`,
  };
}

/** Rows without what they are picked by are not the highest of anything: they come last, where others are too few. */
function unrankedText(rows: readonly (readonly CellValue[])[], column: number): Check | null {
  if (rows.length === 0 || rows.every((row) => row[column] !== null)) return null;
  const none = rows.every((row) => row[column] === null);
  return none
    ? { name: NAME, outcome: 'failed', detail: 'No row has a value to be ranked by.' }
    : {
        name: NAME,
        outcome: 'warning',
        detail: 'Some of the first rows have no value to be ranked by: fewer rows have one.',
      };
}

/** Whether the cut of "top N" goes through rows of equal rank, as far as the plan tells. */
export function checkTies(query: Query | null, facts: QueryFacts, result: CollectedResult): Check {
  const limit = query?.limit;
  if (!query || !limit || query.orderBy.length === 0)
    return { name: NAME, outcome: 'skipped', detail: 'No first rows of an order are asked for.' };
  if (result.totalRows < limit.count || limit.withTies || facts.root.limit === null)
    return {
      name: NAME,
      outcome: 'passed',
      detail:
        limit.withTies && result.totalRows > limit.count
          ? `Rows that tie with place ${limit.count} are included: ${result.totalRows} rows.`
          : 'No row of equal rank is left out.',
    };
  return { name: NAME, outcome: 'skipped', detail: 'Whether the next row ties was not looked up.' };
}
