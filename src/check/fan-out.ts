import { readable, sameName } from '#src/catalog/catalog-names.ts';
import { type KeyKnowledge, keyOfDerived, keyOfTable } from '#src/check/keys.ts';
import { repeatsMeant } from '#src/check/repeats-meant.ts';
import { SERIES } from '#src/check/sql-functions.ts';
import { baseWords } from '#src/check/things.ts';
import type { Check } from '#src/check/types.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type {
  AggregateFacts,
  BaseColumn,
  CallNode,
  ColumnNode,
  ExprFacts,
  ExprNode,
  FilterFacts,
  QueryFacts,
  SelectFacts,
  SourceFacts,
} from '#src/plugin-api/query-facts.ts';
import { rowOf } from '#src/query/functions.ts';
import { allBlocks } from '#src/sql/blocks.ts';
import {
  aggregatesIn,
  bare,
  callsIn,
  columnNodes,
  columnOf,
  derivedOutputs,
  factorsOf,
  quotientOf,
  sameNode,
} from '#src/sql/nodes.ts';

/**
 * Whether an aggregate counts rows more than once, because a join brings several rows to each of them. A row of
 * source A is repeated by a join to B unless the columns of B that the join (or an equality filter, or a group)
 * fixes are a key of B. The cause is known as "fan trap" and "chasm trap". Where the `question` may ask for the rows that
 * repeat, it is a warning.
 */
export function checkFanOut(facts: QueryFacts, catalog: Catalog, question = ''): Check {
  const blocks = allBlocks(facts.root).filter(
    ({ sources }) => sources.length > 1 || sources[0]?.derived,
  );
  const name = 'fan_out';
  const findings = blocks.flatMap((block) => blockFindings(block, catalog, question));
  const worst =
    findings.find((finding) => finding.outcome === 'failed') ??
    findings.find((finding) => finding.outcome === 'warning');
  if (worst) return { name, ...worst };
  const aggregated = blocks.some((block) => aggregatesOf(block).length > 0);
  return aggregated
    ? { name, outcome: 'passed', detail: 'No joined row is counted more than once.' }
    : { name, outcome: 'skipped', detail: 'No values are summed over joined tables.' };
}

function blockFindings(
  block: SelectFacts,
  catalog: Catalog,
  question: string,
): Omit<Check, 'name'>[] {
  return [
    ...aggregatesOf(block)
      .filter(({ fn, distinct }) => !distinct && (rowOf(fn)?.duplicateSensitive ?? true))
      .filter((aggregate) => !isWeight(aggregate, block, question))
      .flatMap((aggregate) => [
        ...(block.sources.length > 1 ? repeated(aggregate, block, catalog, question) : []),
        ...repeatedInside(aggregate, block, catalog),
      ]),
    ...foreignWeights(block, catalog),
  ];
}

/**
 * The sum of weights under a weighted average, `SUM(value * weight) / SUM(weight)`: each row weighs anew, so the weights
 * are meant to repeat. That holds for the quotient alone, wherever else the same sum stands it is one of repeated rows;
 * and not where the question asks for the weights and says nothing of the value.
 */
function isWeight(aggregate: AggregateFacts, block: SelectFacts, question: string): boolean {
  const weight = aggregate.arg && columnOf(aggregate.arg.node);
  if (aggregate.fn !== 'sum' || !weight) return false;
  const same = (one: AggregateFacts) => sameAggregate(one, aggregate);
  const uses = exprsOf(block).filter(({ aggregates }) => aggregates.some(same));
  return (
    !block.having.some(({ aggregates = [] }) => aggregates.some(same)) &&
    uses.every((expr) => {
      const value = weightedBy(expr, weight);
      return value !== null && !asksForWeight(question, weight, value);
    })
  );
}

/** The columns that `SUM(value * weight) / SUM(weight)` is an average of; null where the expression is none. */
function weightedBy({ node }: ExprFacts, weight: BaseColumn): readonly BaseColumn[] | null {
  const sums = sumsOfQuotient(node);
  if (!sums) return null;
  const by = columnOf(sums.divisor);
  const factors = factorsOf(sums.dividend).map(columnOf);
  const value = factors.filter((one) => one !== null && !sameColumn(one, weight));
  const isWeighted = by !== null && sameColumn(by, weight) && factors.length === 2;
  return isWeighted && value.length === 1 ? value.filter((one) => one !== null) : null;
}

/** What is summed above and below of `SUM(…) / SUM(…)`; null for any other expression. */
function sumsOfQuotient(node: ExprNode) {
  const quotient = quotientOf(node);
  if (!quotient) return null;
  const [dividend, divisor] = [soleSum(quotient.dividend), soleSum(quotient.divisor)];
  return dividend && divisor ? { dividend, divisor } : null;
}

/** What an expression with one aggregate sums, where that is a plain SUM. */
function soleSum(node: ExprNode): ExprNode | null {
  const [sum, more] = aggregatesIn(node);
  const [summed] = sum && !more && isPlainSum(sum) ? sum.args : [];
  return summed ?? null;
}

const isPlainSum = ({ name, distinct, filter }: CallNode) =>
  name === 'sum' && !distinct && filter === null;

const sameColumn = (one: BaseColumn, other: BaseColumn) =>
  sameName(one.table, other.table) && sameName(one.column, other.column);

/** "Average shipping": the column that weighs is asked for, and the value that it weighs is not. */
function asksForWeight(
  question: string,
  weight: BaseColumn,
  value: readonly BaseColumn[],
): boolean {
  const words = baseWords(question);
  const names = ({ column }: BaseColumn) =>
    baseWords(readable(column)).some((word) => words.includes(word));
  return names(weight) && !value.some(names);
}

/**
 * A quotient of two sums where the dividend multiplies a column of repeated rows by one that neither divides nor is
 * divided by: `SUM(shipping * quantity) / SUM(discount)` is an average of nothing.
 */
function foreignWeights(block: SelectFacts, catalog: Catalog): Omit<Check, 'name'>[] {
  if (block.sources.length < 2) return [];
  return exprsOf(block).flatMap(({ node, aggregates }) => {
    const sums = sumsOfQuotient(node);
    const by = sums && columnOf(sums.divisor);
    if (!sums || !by || factorsOf(sums.dividend).length < 2) return [];
    const weighed = columnNodes(sums.dividend).flatMap(({ column }) => column ?? []);
    if (weighed.some((one) => sameColumn(one, by))) return [];
    const text = aggregates.find(({ fn, arg }) => fn === 'sum' && arg?.node === sums.dividend)?.arg
      ?.printed;
    const repeats = weighed.some((column) =>
      joined(block)
        .filter(({ table }) => table !== null && sameName(table, column.table))
        .some(({ alias }) => unreached(alias, block, catalog).aliases.length > 0),
    );
    return repeats
      ? [
          {
            outcome: 'warning' as const,
            detail: `${readable(text ?? weighed.map(({ column }) => column).join(' and '))} is divided by ${readable(by.column)}, which isn't the weight used in the sum. The weighted average may be wrong.`,
          },
        ]
      : [];
  });
}

function repeated(
  aggregate: AggregateFacts,
  block: SelectFacts,
  catalog: Catalog,
  question = '',
): Omit<Check, 'name'>[] {
  const grains = grainsOf(aggregate, block);
  const reach = grains.map((alias) => unreached(alias, block, catalog));
  if (grains.length === 0 || reach.some((one) => one.aliases.length === 0)) return [];
  const { aliases, knowledge } = reach[0]!;
  const meant = question === '' ? null : repeatsMeant(aggregate, block, aliases, question);
  if (meant === 'uniform' || meant === 'counted') return [];
  const what = aggregate.arg ? readable(aggregate.arg.printed) : 'rows';
  const other = aliases.map((alias) => tableName(block, alias)).join(' and ');
  const detail = `The ${aggregate.fn} of ${what} would count rows more than once, because several rows of ${other} match each row.`;
  return knowledge === 'not_key' && meant === null
    ? [{ outcome: 'failed', detail }]
    : [
        {
          outcome: 'warning',
          detail: detail.replace('would', 'may').replace(' match', ' may match'),
        },
      ];
}

/** The same one level down, where a derived table joins and the block around it aggregates a column of it. */
function repeatedInside(
  aggregate: AggregateFacts,
  block: SelectFacts,
  catalog: Catalog,
): Omit<Check, 'name'>[] {
  const { arg } = aggregate;
  if (!arg) return [];
  const read = derivedOutputs(arg.node, block);
  return block.sources.flatMap(({ alias, derived }) => {
    if (!derived || !isPlain(derived)) return [];
    const inner = read.find((one) => one.alias === alias)?.output;
    if (!inner || inner.columns.length === 0) return [];
    const moved = { ...aggregate, arg: inner };
    return [
      ...(derived.sources.length > 1 ? repeated(moved, derived, catalog) : []),
      ...repeatedInside(moved, derived, catalog),
    ];
  });
}

/** A derived table that gives the rows of its join as they are. */
const isPlain = ({ groupBy, distinct, setOperation, outputs }: SelectFacts) =>
  groupBy.length === 0 &&
  !distinct &&
  setOperation === null &&
  outputs.every(({ aggregates }) => aggregates.length === 0);

/** Whether several rows of a source belong to one of the rows that the others of its block make. */
export const repeatsRowsOf = (alias: string, block: SelectFacts, catalog: Catalog): boolean =>
  joined(block).some(
    (source) =>
      source.alias === alias &&
      knowledgeOf(
        source,
        new Set(joined(block).flatMap((one) => (one.alias === alias ? [] : [one.alias]))),
        block,
        catalog,
      ) === 'not_key',
  );

/** Sources whose rows an aggregate is over and that no join repeats. */
export function unrepeatedGrains(
  aggregate: AggregateFacts,
  block: SelectFacts,
  catalog: Catalog,
): readonly string[] {
  return grainsOf(aggregate, block).filter(
    (alias) => unreached(alias, block, catalog).aliases.length === 0,
  );
}

export function aggregatesOf(block: SelectFacts): readonly AggregateFacts[] {
  const all = [
    ...exprsOf(block).flatMap(({ aggregates }) => aggregates),
    ...block.having.flatMap(({ aggregates = [] }: FilterFacts) => aggregates),
  ];
  return all.filter((one, at) => all.findIndex((other) => sameAggregate(one, other)) === at);
}

/** What a block computes for its result and for its order. */
const exprsOf = ({ outputs, orderBy }: SelectFacts): readonly ExprFacts[] => [
  ...outputs,
  ...orderBy.map(({ expr }) => expr),
];

const sameAggregate = (one: AggregateFacts, other: AggregateFacts) =>
  one.fn === other.fn &&
  one.distinct === other.distinct &&
  (one.arg && other.arg ? sameNode(one.arg.node, other.arg.node) : one.arg === other.arg);

/** Sources whose rows the aggregate is over: those of its argument, or any for COUNT(*). */
function grainsOf(aggregate: AggregateFacts, block: SelectFacts): readonly string[] {
  const inPlay = joined(block);
  const all = inPlay.map(({ alias }) => alias);
  if (!aggregate.arg) return all;
  const columns = columnNodes(aggregate.arg.node);
  // A constant counts rows: COUNT(1) is COUNT(*).
  if (columns.length === 0 && aggregate.arg.columns.length === 0) return all;
  return inPlay
    .filter((source) => columns.some((one) => isOf(one, source)))
    .map(({ alias }) => alias);
}

/** Whether a column is one of a source; where USING made two one, of each table that has it. */
const isOf = ({ alias, column }: ColumnNode, source: SourceFacts) =>
  alias === null
    ? column !== null && source.table !== null && sameName(column.table, source.table)
    : sameName(alias, source.alias);

/** The sources that multiply rows; those behind EXISTS and NOT EXISTS do not. */
function joined(block: SelectFacts): readonly SourceFacts[] {
  const silent = new Set(
    block.joins.filter(({ type }) => type === 'semi' || type === 'anti').map(({ alias }) => alias),
  );
  return block.sources.filter(({ alias }) => !silent.has(alias));
}

/** Sources of which several rows may belong to one row of `start`, and how well that is known. */
function unreached(
  start: string,
  block: SelectFacts,
  catalog: Catalog,
): { readonly aliases: readonly string[]; readonly knowledge: KeyKnowledge } {
  const reached = new Set([start]);
  let left = joined(block).filter(({ alias }) => alias !== start);
  for (;;) {
    const next = left.find((source) => knowledgeOf(source, reached, block, catalog) === 'key');
    if (!next) break;
    reached.add(next.alias);
    left = left.filter((source) => source !== next);
  }
  const known = left.some((source) => knowledgeOf(source, reached, block, catalog) === 'not_key');
  return { aliases: left.map(({ alias }) => alias), knowledge: known ? 'not_key' : 'unknown' };
}

function knowledgeOf(
  source: SourceFacts,
  reached: ReadonlySet<string>,
  block: SelectFacts,
  catalog: Catalog,
): KeyKnowledge {
  const fixed: BaseColumn[] = [];
  let touched = false;
  for (const { equalities } of block.joins)
    for (const { left, right } of equalities) {
      const own = left.alias === source.alias ? left : right.alias === source.alias ? right : null;
      const other = own === left ? right : left;
      if (!own) continue;
      if (reached.has(other.alias)) {
        fixed.push(own);
        touched = true;
      }
    }
  fixed.push(...constants(source, block));
  if (source.derived)
    return isGroupedWhole(source, block) ? 'key' : keyOfDerived(catalog, source.derived, fixed);
  if (source.table === null) return 'unknown';
  const columns = fixed.map(({ column }) => column);
  const found = keyOfTable(catalog, source.table, columns);
  // Sources further away are judged when what lies between is reached; a join without equalities repeats for sure.
  return !touched && found === 'not_key' && isLinked(source, block) ? 'unknown' : found;
}

/** A derived table each of whose rows is a group of its own: a spine of months, groups that running totals begin at. */
function isGroupedWhole({ alias, derived }: SourceFacts, block: SelectFacts): boolean {
  if (!derived) return false;
  const grouped = block.groupBy.flatMap(({ node }) => {
    const plain = bare(node);
    return plain.kind === 'column' && plain.alias === alias ? [plain.name.toLowerCase()] : [];
  });
  const isShown = (key: ExprNode) =>
    derived.outputs.some(
      ({ name, node }) => grouped.includes(name.toLowerCase()) && sameNode(node, key),
    );
  if (derived.groupBy.length > 0) return derived.groupBy.every(({ node }) => isShown(node));
  const [only, more] = derived.outputs;
  return only !== undefined && !more && isShown(only.node) && makesSeries(derived);
}

const makesSeries = ({ sources, outputs, setOperation }: SelectFacts): boolean =>
  setOperation === null &&
  sources.every(({ table, derived }) => table === null && derived === null) &&
  [...outputs.map(({ node }) => node), ...sources.flatMap(({ calls = [] }) => calls)].some(
    (node) => callsIn(node, SERIES).length > 0,
  );

const isLinked = (source: SourceFacts, block: SelectFacts) =>
  block.joins.some(({ equalities }) =>
    equalities.some(
      ({ left, right }) => left.alias === source.alias || right.alias === source.alias,
    ),
  );

/** Columns of a source that have one value only within a group: grouped by, or set equal to one literal. */
export function constants(source: SourceFacts, block: SelectFacts): readonly BaseColumn[] {
  const conditions = [...block.filters, ...block.joins.flatMap((join) => join.conditions ?? [])];
  const single = conditions.filter(
    ({ op, values }) => values.length === 1 && (op === '=' || op === 'in'),
  );
  const columns = [
    ...[...block.groupBy, ...single].flatMap(({ column }) => column ?? []),
    ...conditions.flatMap((filter) => computedEquality(filter, source)),
  ];
  if (source.table === null) return columns;
  const { table } = source;
  const twice = block.sources.filter((one) => one.table && sameName(one.table, table)).length > 1;
  return twice ? [] : columns.filter((column) => sameName(column.table, table));
}

/** `rates.month = date_trunc('month', sales.sold_on)`: a column set equal to something computed from other sources. */
function computedEquality({ node, op }: FilterFacts, source: SourceFacts): BaseColumn[] {
  if (op !== null || node.kind !== 'operation' || node.op !== '=') return [];
  const mentions = (side: ExprNode) => columnNodes(side).some((one) => isOf(one, source));
  return node.args.flatMap((side, index) => {
    const other = node.args[1 - index];
    const plain = bare(side);
    const isOwn = plain.kind === 'column' && isOf(plain, source);
    return isOwn && plain.column && other && !mentions(other) ? [plain.column] : [];
  });
}

function tableName(block: SelectFacts, alias: string): string {
  return readable(block.sources.find((source) => source.alias === alias)?.table ?? alias);
}
