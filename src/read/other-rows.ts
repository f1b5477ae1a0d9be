import { wordsOf } from '#src/catalog/name-keys.ts';
import { ENGLISH_ASKED_WORDS } from '#src/language/en/asked-words.ts';
import { columnsIn, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { Expr } from '#src/plugin-api/query.ts';
import type { Option } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';
import type { Question } from '#src/read/question.ts';
import { type Schema, tableOf } from '#src/read/resolve.ts';

const { counted } = ENGLISH_ASKED_WORDS;

/**
 * `Number of tours in each region`, of which a query counts what guides call their tours, though there are tours: the rows that are
 * called so are counted. Their name, or null.
 */
export const otherRows: Finds<string> = (question, query, schema) => {
  const sources = tablesByAlias(query);
  const values = query.select.flatMap(({ expr }) => countedValues(expr, sources));
  if (values.length === 0) return null;
  const pastOwner = values.find((one) =>
    passesOwner(one, query.groupBy, sources, question, schema),
  );
  if (pastOwner) return schema.tables.get(pastOwner.table)!.label;
  for (const [at] of question.tokens.entries()) {
    const asked = question.phrase(at, counted);
    const [named] = asked ? question.refs(asked.to) : [];
    const rows = named?.options.find(
      ({ kind, evidence }) => kind === 'table' && evidence === 'name',
    );
    if (!named || !rows) continue;
    const isOther = (one: Option): boolean =>
      one.kind === 'column' &&
      one.table !== rows.table &&
      one.columns[0].kind !== 'identifier' &&
      wordsOf(one.columns[0].label).length > named.to - named.from &&
      values.some(({ table, column }) => table === one.table && column === one.columns[0].name);
    if (named.options.some(isOther)) return named.text;
  }
  return null;
};

/**
 * `How many items does each station have`: the query counts the items that were rented there, though each item has a station
 * of its own. Whether a reference is counted through rows that the question doesn't name.
 */
function passesOwner(
  { table, column }: CountedValue,
  groups: readonly Expr[],
  sources: ReadonlyMap<string, string>,
  question: Question,
  { graph, references }: Schema,
): boolean {
  const owner = tableOf(references.get(`${table}\0${column}`) ?? '');
  const isNamed = question.speaksOf((one) => one.kind === 'table' && one.table === table);
  if (owner === '' || owner === table || isNamed) return false;
  return groups.some((expr) =>
    columnsIn(expr).some(({ alias }) => {
      const group = sources.get(alias);
      return group !== undefined && group !== table && graph.toOne(owner, group) !== null;
    }),
  );
}

interface CountedValue {
  readonly table: string;
  readonly column: string;
}

/** The column of which different values are counted. */
function countedValues(expr: Expr, sources: ReadonlyMap<string, string>): readonly CountedValue[] {
  const isCount = expr.kind === 'aggregate' && expr.fn === 'count' && expr.distinct;
  if (!isCount || expr.arg?.kind !== 'column') return [];
  const { alias, column } = expr.arg;
  return [{ table: sources.get(alias) ?? alias, column }];
}
