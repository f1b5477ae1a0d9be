import { labelOf, readable, tableOf } from '#src/catalog/catalog-names.ts';
import { tellingWordsOf } from '#src/check/name-words.ts';
import { baseWords } from '#src/check/things.ts';
import { ASKS_COUNT } from '#src/language/en/asked-for.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { ExprFacts, QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';
import { identical, origin } from '#src/sql/nodes.ts';

/** A ranking by another measure than the one that the question names and the result shows. */
export function rankedByOther(
  facts: QueryFacts,
  catalog: Catalog,
  question: string,
): string | null {
  const root = unwrapped(facts.root);
  const [first] = root.orderBy;
  if (root.limit === null || !first) return null;
  const measures = root.outputs.filter((one) => isMeasured(one));
  const [shown, more] = measures;
  if (!shown || more || !isMeasured(first.expr)) return null;
  if (identical(shown.node, first.expr.node) || shownBy(first.expr, root.outputs) !== null)
    return null;
  const words = new Set(baseWords(question));
  const names = (expr: ExprFacts) => namedBy(expr, catalog, question, words);
  return names(shown) && !names(first.expr)
    ? `The question ranks by ${readable(shown.name)}, but the SQL ranks by something else.`
    : null;
}

/** The SELECT that takes the rows, where others around it only pass them on. */
function unwrapped(select: SelectFacts): SelectFacts {
  const [only, more] = select.sources;
  const isPassed =
    select.limit === null &&
    select.orderBy.length === 0 &&
    select.groupBy.length === 0 &&
    select.filters.length === 0 &&
    select.setOperation === null;
  return isPassed && only?.derived && !more ? unwrapped(only.derived) : select;
}

const isMeasured = ({ aggregates, node }: ExprFacts) => {
  const made = origin(node);
  return aggregates.length > 0 || (made.kind === 'call' && made.aggregate);
};

const shownBy = (expr: ExprFacts, outputs: QueryFacts['root']['outputs']) =>
  outputs.find(({ node }) => identical(node, expr.node)) ?? null;

/** Whether a question names what an aggregate is over, or counts where it counts. */
function namedBy(
  { columns, aggregates }: ExprFacts,
  catalog: Catalog,
  question: string,
  words: ReadonlySet<string>,
): boolean {
  if (aggregates.some(({ fn }) => fn === 'count')) return ASKS_COUNT.test(question);
  return columns.some((column) =>
    [labelOf(catalog, column), ...synonymsOf(catalog, column)].some((name) =>
      tellingWordsOf(name).some((word) => words.has(word)),
    ),
  );
}

const synonymsOf = (catalog: Catalog, { table, column }: ExprFacts['columns'][number]) =>
  tableOf(catalog, table)?.columns.find(({ name }) => name === column)?.synonyms ?? [];
