import { readable, sameName } from '#src/catalog/catalog-names.ts';
import { baseWords } from '#src/check/things.ts';
import type { AggregateFacts, BaseColumn, SelectFacts } from '#src/plugin-api/query-facts.ts';

/** What is said of an aggregate whose rows a join repeats, where that is no mistake, or may be none. */
export type Repeats = 'uniform' | 'counted' | 'unclear' | null;

/**
 * Whether repeated rows do no harm. `uniform`: each row of a group comes equally often, which no average minds.
 * `counted`: the group's own column is counted and the question asks for the rows that repeat it. `unclear`: it may ask
 * for them, or the average over them is asked (`of all trips`).
 */
export function repeatsMeant(
  aggregate: AggregateFacts,
  block: SelectFacts,
  repeating: readonly string[],
  question: string,
): Repeats {
  if (aggregate.fn === 'avg' && isUniform(block)) return 'uniform';
  const words = baseWords(question);
  const many = block.sources.filter(({ alias }) => repeating.includes(alias));
  const one = block.sources.filter(({ alias }) => !repeating.includes(alias));
  const names = ({ table }: SelectFacts['sources'][number]) =>
    table !== null && words.includes(baseWords(readable(table)).at(-1)!);
  if (aggregate.fn === 'count' && isGroup(aggregate, block)) {
    if (one.some(names)) return null;
    return many.some(names) ? 'counted' : 'unclear';
  }
  const over = many.some(({ table }) => table !== null && asksOver(question, table));
  return aggregate.fn === 'avg' && over ? 'unclear' : null;
}

/** `GROUP BY rooms.decor`, COUNT(rooms.decor): all rows of a group have the value, so that its rows are counted. */
const isGroup = ({ arg }: AggregateFacts, { groupBy }: SelectFacts) =>
  arg?.column != null && groupBy.some(({ column }) => column !== null && same(column, arg.column!));

/** `of all trips`, `for the trips`: an average over them is asked. */
function asksOver(question: string, table: string): boolean {
  const [last] = baseWords(readable(table)).slice(-1);
  const asked = /\b(?:of|for|over|across) (?:(?:all|the|each|every) )+(\p{L}+)/giu;
  return [...question.matchAll(asked)].some(([, word]) => baseWords(word!).at(-1) === last);
}

/**
 * Two tables joined by nothing but columns that are grouped by: within a group each row of the one meets all rows of
 * the other. Conditions of one table at a time leave that as it is.
 */
function isUniform({ sources, joins, groupBy, filters }: SelectFacts): boolean {
  const [join, second] = joins;
  if (sources.length !== 2 || !join || second || join.type !== 'inner') return false;
  if (join.hasOtherConditions || sources.some(({ table }) => table === null)) return false;
  const grouped = groupBy.flatMap(({ column }) => column ?? []);
  const isFixed = (column: BaseColumn) => grouped.some((one) => same(one, column));
  return (
    join.equalities.length > 0 &&
    join.equalities.every(({ left, right }) => isFixed(left) || isFixed(right)) &&
    filters.every(({ columns }) => new Set(columns.map(({ table }) => table)).size <= 1)
  );
}

const same = (left: BaseColumn, right: BaseColumn) =>
  sameName(left.table, right.table) && sameName(left.column, right.column);
