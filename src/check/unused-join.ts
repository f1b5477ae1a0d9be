import { columnOf, readable, tableOf } from '#src/catalog/catalog-names.ts';
import type { Asked } from '#src/check/asked.ts';
import { readsAsEnglish } from '#src/check/asked-for/question-language.ts';
import { repeatsRowsOf } from '#src/check/fan-out.ts';
import { baseWords } from '#src/check/things.ts';
import type { Check } from '#src/check/types.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type {
  ExprNode,
  JoinFacts,
  QueryFacts,
  SelectFacts,
  SourceFacts,
} from '#src/plugin-api/query-facts.ts';
import { rowBlocks } from '#src/sql/blocks.ts';
import { columnNodes, nodesIn } from '#src/sql/nodes.ts';

const NAME = 'unused_join';

/**
 * Whether each joined table is there for something. One that nothing reads and that leads to no other only repeats rows,
 * or drops those that it has no row for; where the question names it, dropping may be what is meant.
 */
export function checkUnusedJoin(facts: QueryFacts, catalog: Catalog, asked: Asked): Check {
  const blocks = rowBlocks(facts.root).filter(({ joins }) => joins.length > 0);
  if (blocks.length === 0)
    return { name: NAME, outcome: 'skipped', detail: 'No tables are joined.' };
  const single = new Set(rowBlocks(facts.root).flatMap(branchesWithoutRepeats));
  for (const block of blocks)
    for (const source of block.sources) {
      const isList = isListed(block) && !single.has(block);
      const detail = isUnused(source, block)
        ? harm(source, block, catalog, { asked, isList })
        : null;
      if (detail) return { name: NAME, outcome: 'warning', detail };
    }
  return { name: NAME, outcome: 'passed', detail: 'Every joined table is used.' };
}

/** Branches of UNION, INTERSECT and EXCEPT, which give each row once however often a branch does. */
function branchesWithoutRepeats({ setOperation }: SelectFacts): readonly SelectFacts[] {
  return setOperation && !setOperation.all ? setOperation.branches : [];
}

/** A SELECT that shows the rows themselves. */
const isListed = ({ groupBy, distinct, outputs }: SelectFacts): boolean =>
  groupBy.length === 0 && !distinct && outputs.every(({ aggregates }) => aggregates.length === 0);

/** A base table that only its join names. */
function isUnused({ alias, table }: SourceFacts, block: SelectFacts): boolean {
  if (table === null) return false;
  const join = block.joins.find((one) => one.alias === alias);
  // The table that FROM begins with is what is asked about.
  if (!join || join.hasOtherConditions || join.type === 'semi' || join.type === 'anti')
    return false;
  if (neighbours(alias, block.joins).size !== 1) return false;
  return !readNodes(block).some((node) => reads(node, alias));
}

const reads = (node: ExprNode, alias: string): boolean =>
  [...nodesIn(node)].some(({ kind }) => kind === 'row') ||
  columnNodes(node).some(
    (one) => one.alias === null || one.alias.toLowerCase() === alias.toLowerCase(),
  ) ||
  [...nodesIn(node)].some(
    (each) => each.kind === 'subquery' && readNodes(each.select).some((one) => reads(one, alias)),
  );

/** Whatever a block reads, but for the equalities of its joins. */
const readNodes = ({
  outputs,
  filters,
  having,
  qualify = [],
  groupBy,
  orderBy,
  joins,
}: SelectFacts) => [
  ...[...outputs, ...groupBy, ...having, ...qualify].map(({ node }) => node),
  ...filters.filter((filter) => !isJoinEquality(filter.node, joins)).map(({ node }) => node),
  ...orderBy.map(({ expr }) => expr.node),
];

/** `WHERE a.id = b.a_id`, which joins. */
const isJoinEquality = (node: ExprNode, joins: readonly JoinFacts[]) => {
  const [left, right] = node.kind === 'operation' && node.op === '=' ? node.args : [];
  return (
    left?.kind === 'column' &&
    right?.kind === 'column' &&
    joins.some(({ equalities }) =>
      equalities.some(
        (one) => new Set([one.left.alias, one.right.alias, left.alias, right.alias]).size === 2,
      ),
    )
  );
};

/** The sources that equalities tie one to. */
function neighbours(alias: string, joins: readonly JoinFacts[]): ReadonlySet<string> {
  const found = joins.flatMap(({ equalities }) =>
    equalities.flatMap(({ left, right }) => {
      if (left.alias === alias) return [right.alias];
      return right.alias === alias ? [left.alias] : [];
    }),
  );
  return new Set(found);
}

function harm(
  source: SourceFacts,
  block: SelectFacts,
  catalog: Catalog,
  { asked: { question }, isList }: { readonly asked: Asked; readonly isList: boolean },
): string | null {
  const table = readable(source.table ?? source.alias);
  // A second instance of a table is not what its name in the question asks for.
  const isTwice = block.sources.filter((one) => one.table === source.table).length > 1;
  const isNamed = !isTwice && names(source, question, catalog);
  const counts = block.outputs.some(({ aggregates }) =>
    aggregates.some(({ distinct, fn }) => !distinct && fn !== 'min' && fn !== 'max'),
  );
  if (repeatsRowsOf(source.alias, block, catalog)) {
    if (isList)
      return `Rows are repeated for each row of ${table}, although nothing from it is shown.`;
    // What a question in another language names is not known.
    if (counts && !isNamed && readsAsEnglish(question, catalog))
      return `Rows are counted again for each matching row of ${table}, which the question doesn't mention.`;
    return null;
  }
  return !isNamed && dropsRows(source, block, catalog)
    ? `Rows without a match in ${table} are left out, although nothing is read from it.`
    : null;
}

/** An inner join by a reference that may be empty. */
function dropsRows({ alias }: SourceFacts, { joins }: SelectFacts, catalog: Catalog): boolean {
  const join = joins.find((one) => one.alias === alias);
  return (
    join?.type === 'inner' &&
    join.equalities.some(({ left, right }) => {
      const other = left.alias === alias ? right : left;
      return (columnOf(catalog, other)?.profile?.nullCount ?? 0) > 0;
    })
  );
}

/** Whether the question says the name of a table: of `order_lines` the lines. */
function names({ table }: SourceFacts, question: string, catalog: Catalog): boolean {
  const known = table === null ? null : tableOf(catalog, table);
  const words = baseWords(question);
  return [table ?? '', known?.label ?? '', ...(known?.synonyms ?? [])].some((name) => {
    const last = baseWords(readable(name)).at(-1);
    return last !== undefined && words.includes(last);
  });
}
