import { withMeaning } from '#src/language/en/asking.ts';
import { type Language, languageOf } from '#src/language/recognise.ts';
import type { Meaning } from '#src/planner/meanings.ts';
import { withNames } from '#src/planner/named-references.ts';
import type { PlanRequest } from '#src/planner/plan.ts';
import { restateInFull } from '#src/planner/restate.ts';
import { blocksIn, columnsIn, hasNode, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { ColumnRef, Expr, SelectQuery } from '#src/plugin-api/query.ts';
import { askedWords } from '#src/read/ask.ts';
import { type Schema, tableOf } from '#src/read/resolve.ts';
import { signatureOf } from '#src/read/signature.ts';
import { type Candidates, candidatesFor, type Group } from '#src/shapes/candidates.ts';
import { ranked } from '#src/shapes/ranking.ts';

/** Languages of our examples; a text of names alone is of none. */
export const READ: ReadonlySet<Language | null> = new Set<Language | null>(['en', null]);

/**
 * What examples and rules have for the most probable meaning of a question that was planned as `query`, where that is
 * another one that can be told apart in words; null where it is not, or where it says less of the same. It is made by other
 * means than the plan of the sure path, and its rows are worth looking at (docs/planner.md).
 */
export function otherReadingOf(request: PlanRequest, query: SelectQuery): Meaning | null {
  if (request.history.length > 0 || !READ.has(languageOf(request.question))) return null;
  // What is counted within groups, so that none is left out, is read as it is asked.
  if (hasNode([query.orderBy, query.having], (node) => 'fn' in node && node.fn === 'count_if'))
    return null;
  const candidates = candidatesFor(request);
  if (!candidates) return null;
  const { schema } = candidates;
  const [best] = ranked(candidates);
  if (!best || !readsAllNames(best.group, candidates)) return null;
  if (signatureOf(best.group.query, schema) === signatureOf(query, schema)) return null;
  const other = meaningOf(request, named(best.group, candidates));
  const saysLess =
    (query.limit?.within !== undefined && other.query.limit?.within === undefined) ||
    isTotal(other.query) !== isTotal(query) ||
    other.query.select.length < query.select.length ||
    (showsKeysAlone(other.query, schema) && !showsKeysAlone(query, schema)) ||
    keepsToMore(query, other.query) ||
    other.query.where.length < query.where.length ||
    tiesToOwn(other.query) < tiesToOwn(query) ||
    (readsOwnReference(query, schema) && readsOwnReference(other.query, schema));
  return saysLess || other.restatement === restateInFull(query, request.catalog) ? null : other;
}

/** Whether rows come to numbers of all of them: who asks for that means no list, and the other way round. */
const isTotal = ({ select, groupBy }: SelectQuery): boolean =>
  groupBy.length === 0 && select.every(({ expr }) => aggregates(expr));

const aggregates = (expr: Expr): boolean =>
  expr.kind === 'aggregate' ||
  (expr.kind === 'arithmetic' && (aggregates(expr.left) || aggregates(expr.right)));

/** Whether rows are only told by their keys, where a plan tells them by their names. */
function showsKeysAlone(query: SelectQuery, { tables, references }: Schema): boolean {
  const sources = tablesByAlias(query);
  const isKey = ({ alias, column }: ColumnRef): boolean => {
    const table = sources.get(alias) ?? '';
    return (
      references.has(`${table}\0${column}`) ||
      tables.get(table)?.columns.find(({ name }) => name === column)?.kind === 'identifier'
    );
  };
  const shown = query.select.flatMap(({ expr }) => (expr.kind === 'column' ? [expr] : []));
  return shown.length > 0 && shown.every(isKey);
}

/** How often rows are tied to rows of their own table. */
function tiesToOwn(query: SelectQuery): number {
  const tables = [...tablesByAlias(query).values()];
  return tables.length - new Set(tables).size;
}

/** Whether rows are looked at by what they are to others of their own table: from which end, the question says. */
const readsOwnReference = (query: SelectQuery, { references }: Schema): boolean =>
  blocksIn(query).some((block) => {
    const sources = tablesByAlias(block);
    return columnsIn(block).some(({ alias, column }) => {
      const table = sources.get(alias) ?? '';
      return tableOf(references.get(`${table}\0${column}`) ?? '') === table && table !== '';
    });
  });

/** Whether a query keeps to more values, wherever they are compared. */
const keepsToMore = (query: SelectQuery, other: SelectQuery): boolean =>
  valuesIn(query).size > valuesIn(other).size;

function valuesIn(part: unknown): ReadonlySet<string> {
  const found = new Set<string>();
  JSON.stringify(part, (_, one) => {
    if (one !== null && typeof one === 'object' && one.kind === 'literal')
      found.add(String(one.value).toLowerCase());
    if (one !== null && typeof one === 'object' && one.kind === 'match') found.add(one.text);
    return one;
  });
  return found;
}

/** Whether something that proposes a query leaves no name, number or word of the grammar unread. */
const readsAllNames = ({ proposals }: Group, { classes }: Candidates): boolean =>
  proposals.some(({ unread }) =>
    unread.every((at) => classes[at] !== 'named' && classes[at] !== 'operator'),
  );

/** All that examples and rules have for a question, most probable first. */
export function meaningsOf(request: PlanRequest): readonly Meaning[] {
  const candidates = candidatesFor(request);
  if (!candidates) return [];
  return ranked(candidates).map(({ group }) => meaningOf(request, named(group, candidates)));
}

export function meaningOf({ question, catalog }: PlanRequest, query: SelectQuery): Meaning {
  const restatement = restateInFull(query, catalog);
  return { query, restatement, question: withMeaning(question, restatement) };
}

/** A query that shows names in the place of references, as the one that is answered does. */
const named = ({ query, proposals: [first] }: Group, { schema }: Candidates): SelectQuery =>
  withNames(query, schema, first ? askedWords(first.ask) : []).query;
