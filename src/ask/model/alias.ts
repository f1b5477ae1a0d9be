import { conditionsText, nodeLabel, rowsText } from '#src/ask/expression-labels.ts';
import { isIn, wordsOfName } from '#src/ask/model/told-unit.ts';
import { scopeOf } from '#src/ask/nested-labels.ts';
import { columnOf, labelOf, readable, tableLabel, withoutId } from '#src/catalog/catalog-names.ts';
import { quantitiesOf } from '#src/catalog/column-quantities.ts';
import { sameStem } from '#src/check/name-words.ts';
import { baseWords } from '#src/check/things.ts';
import { FUNCTION_WORDS, GLUE } from '#src/planner/words.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { CallNode, ExprNode, OutputFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { rowOf } from '#src/query/functions.ts';
import { type Quantity, unitOfQuantity, unitsOfWord } from '#src/query/units.ts';
import { rowBlocks } from '#src/sql/blocks.ts';
import { DIVISIONS, nodesIn, quotientOf, textComparisons } from '#src/sql/nodes.ts';
import {
  CLAIM_WORDS,
  conditional,
  type Operation,
  type Operations,
  operationsOf,
  quotientKind,
  resolved,
  says,
} from '#src/sql/operations.ts';
import { quantityOf } from '#src/sql/quantities.ts';

/** What a model's name of a result column is compared with. */
export interface AliasAbout {
  readonly facts: QueryFacts;
  readonly catalog: Catalog;
  readonly question: string;
  /** The label made from the expression. */
  readonly made: string;
  /** The quantity of the column; null where it is unknown. */
  readonly quantity: Quantity | null;
}

/**
 * Whether a model's name of a result column says what the column is. Its words are those of what is computed, or the
 * question's where the data has no name for it. It names the aggregate and no other one. Its unit, numbers, values and
 * negation are those of the statement.
 */
export function isTrueAlias(output: OutputFacts, about: AliasAbout): boolean {
  const { facts, catalog, quantity } = about;
  if (namesAnother(output, facts, catalog) || namesRowsOnly(output, catalog)) return false;
  const words = wordsOfName(readable(output.name));
  if (!words.some((word) => /\p{L}{2}/u.test(word))) return false;
  const operations = operationsOf(output.node);
  const calls = callsThrough(output.node);
  const own = ownWords(output, calls, operations, about);
  const free: string[] = [];
  const unitless = quantity === null || unitOfQuantity(quantity) === null;
  let nouns = 0;
  if (words.some((word) => ORDERED.has(word)) || !isPerItsDivisor(words, output, about))
    return false;
  for (const [at, word] of words.entries()) {
    const isOwn = isAmong(word, own);
    if (isOwn) nouns++;
    if (/^\p{N}+$/u.test(word)) {
      if (!numbersOf(about).has(word)) return false;
    } else if (NEGATIONS.has(word)) {
      if (!hasNegation(output, facts)) return false;
    } else if (unitsOfWord(word).length > 0 && !isBehindPer(words, at) && !(isOwn && unitless)) {
      if (quantity === null || !isIn(quantity, word)) return false;
    } else if (!isOwn && CLAIM_WORDS.has(word)) {
      if (!isClaimed(word, operations, facts)) return false;
    } else if (!isOwn && !GLUE.has(word) && !FUNCTION_WORDS.has(word)) {
      if (isAmong(word, groupWords(about)) && words.slice(0, at).some((one) => BY.has(one)))
        continue;
      if (!isAmong(word, wordsOfName(about.question)) || !takesFreeWords(output)) return false;
      free.push(word);
    }
  }
  // The mean of truths is a share of the rows.
  if (about.made.startsWith('share of') && !words.some((word) => says('share', word))) return false;
  // "total hours" doesn't say what it is the total of, nor does "average".
  if (nouns === 0 && free.length === 0) return false;
  if (free.length === 0 && !saysAllColumns(output, words, operations)) return false;
  return saysOperation(words, operations, free.length > 0) && saysConditions(words, calls, about);
}

/** These words say which side is taken from which: only the label made from the expression is sure to say it right. */
const ORDERED: ReadonlySet<string> = new Set(['minus', 'less', 'over', 'versus', 'vs']);

/** Whether the words after "per" or "to" name the divisor, or what the rows are grouped by. */
function isPerItsDivisor(
  words: readonly string[],
  { node }: OutputFacts,
  about: AliasAbout,
): boolean {
  const at = words.findIndex((word) => word === 'per' || word === 'to');
  const found = quotientOf(resolved(node));
  if (at < 0 || !found || quotientKind(node) === null) return true;
  const under = wordsOfName(nodeLabel(found.divisor, about) ?? '');
  const quantity = quantityOf(found.divisor, quantitiesOf(about.catalog));
  const isOf = (word: string) =>
    isAmong(word, under) ||
    isAmong(word, groupWords(about)) ||
    (quantity !== null && isIn(quantity, word));
  return words.slice(at + 1).every((word) => isOf(word) || GLUE.has(word));
}

const isAmong = (word: string, known: Iterable<string>) => {
  for (const one of known) if (one === word || sameStem(one, word)) return true;
  return false;
};

const NEGATIONS: ReadonlySet<string> = new Set(
  'not non without excluding except unless never'.split(' '),
);
const BY: ReadonlySet<string> = new Set(['per', 'by', 'each', 'for', 'in']);

/** The words of what a column is computed from: columns, what is counted, values that rows are filtered by. */
function ownWords(
  { columns, dateUnit, node }: OutputFacts,
  calls: readonly CallNode[],
  { distinct }: Operations,
  { facts, catalog }: AliasAbout,
): ReadonlySet<string> {
  const grouped = new Set(facts.root.groupBy.flatMap((one) => one.columns.map(keyOf)));
  const isComputed = calls.length > 0;
  // A number isn't named after the columns that it is grouped by, unless it counts them.
  const own = isComputed
    ? columns.filter((one) => !grouped.has(keyOf(one)) || countsColumn(calls, one))
    : columns;
  const counts = calls.some(
    ({ name, aggregate }) => aggregate && rowOf(name)?.result === 'integer',
  );
  const blocks = rowBlocks(facts.root);
  const held = blocks.flatMap(({ filters }) => filters);
  const positive = held.filter(({ op }) => op === '=' || op === 'in' || op === 'like');
  return new Set(
    [
      ...own.flatMap((one) => [
        readable(one.column),
        labelOf(catalog, one),
        ...(columnOf(catalog, one)?.synonyms ?? []),
      ]),
      ...(isComputed ? [] : columns.map(({ table }) => readable(table))),
      ...(counts && !distinct
        ? blocks.map((root) => rowsText({ facts: { ...facts, root }, catalog }))
        : []),
      ...positive.flatMap(({ values }) => values),
      ...textComparisons(node).flatMap(({ values }) => values),
      ...(distinct ? own.map((one) => withoutId(readable(one.column))) : []),
      dateUnit ?? '',
    ].flatMap((text) => [...wordsOfName(text), ...baseWords(text)]),
  );
}

const keyOf = ({ table, column }: { readonly table: string; readonly column: string }) =>
  `${table}.${column}`.toLowerCase();

const countsColumn = (
  calls: readonly CallNode[],
  column: { readonly table: string; readonly column: string },
) =>
  calls.some(({ args }) =>
    args.some((arg) =>
      [...nodesIn(arg)].some(
        (one) => one.kind === 'column' && one.column && keyOf(one.column) === keyOf(column),
      ),
    ),
  );

const groupWords = ({ facts, catalog }: AliasAbout): ReadonlySet<string> =>
  new Set(
    rowBlocks(facts.root).flatMap(({ groupBy }) =>
      groupBy.flatMap(({ columns, dateUnit }) =>
        [
          ...columns.flatMap((one) => [
            readable(one.column),
            labelOf(catalog, one),
            tableLabel(one.table, catalog),
          ]),
          dateUnit ?? '',
        ].flatMap(wordsOfName),
      ),
    ),
  );

/** Aggregates and windows in an expression, looked up through derived tables and subqueries. */
function callsThrough(node: ExprNode): readonly CallNode[] {
  return [...nodesIn(node)].flatMap((one): readonly CallNode[] => {
    if (one.kind === 'call' && (one.aggregate || one.over)) return [one];
    if (one.kind === 'column' && one.of && one.alias !== null) return callsThrough(one.of);
    if (one.kind === 'subquery')
      return one.select.outputs.flatMap((output) => callsThrough(output.node));
    return [];
  });
}

/** The numbers in what is computed, its filters, periods and limit. */
const numbersOf = ({ facts, catalog, made }: AliasAbout): ReadonlySet<string> => {
  const { periods, filters } = scopeOf(facts.root, facts, catalog);
  const limit = facts.root.limit === null ? '' : String(facts.root.limit);
  return new Set([made, ...periods, ...filters, limit].join(' ').match(/\p{N}+/gu));
};

/** Whether a column or any filter or join of the statement is negated. */
const hasNegation = ({ node }: OutputFacts, { root }: QueryFacts): boolean =>
  [
    node,
    ...rowBlocks(root).flatMap(({ filters, joins }) => [
      ...filters.map((one) => one.node),
      ...joins.filter(({ type }) => type === 'anti').map(() => NOT),
    ]),
  ].some((one) =>
    [...nodesIn(one)].some(
      (each) =>
        (each.kind === 'operation' && /^(?:not|<>|!=|is null)/.test(each.op)) ||
        (each.kind === 'subquery' && each.negated),
    ),
  );
const NOT: ExprNode = { kind: 'operation', op: 'not', args: [] };

const isBehindPer = (words: readonly string[], at: number) =>
  words.slice(0, at).some((word) => word === 'per' || word === 'to');

function isClaimed(word: string, { all, distinct }: Operations, { root }: QueryFacts): boolean {
  if (DISTINCT.has(word)) return distinct || root.distinct;
  if ((word === 'per' || word === 'each') && root.groupBy.length > 0) return true;
  return [...all].some((one) => says(one, word));
}
const DISTINCT: ReadonlySet<string> = new Set(['distinct', 'unique', 'different']);

/** Whether what is computed may have a name of the question's own: a CASE, or arithmetic over several columns. */
function takesFreeWords({ node, columns }: OutputFacts): boolean {
  const plain = resolved(node);
  if (plain.kind === 'operation' && (plain.op === 'case' || plain.op === 'case of')) return true;
  const arithmetic = [...nodesIn(plain)].some(
    (one) => one.kind === 'operation' && ARITHMETIC.has(one.op) && one.args.length > 1,
  );
  return columns.length > 1 && arithmetic;
}
const ARITHMETIC: ReadonlySet<string> = new Set(['+', '-', '*', ...DIVISIONS]);

/** Whether a name says what was done last. A total needs no word, nor do comparisons that the question has a word for. */
function saysOperation(words: readonly string[], { last }: Operations, hasFree: boolean): boolean {
  if (last === 'other' || last === TOTAL) return true;
  if (hasFree && COMPARING.has(last)) return true;
  return words.some((word) => says(last, word));
}

/** Whether a name says what arithmetic over several columns does: `revenue - cost AS revenue` doesn't. */
function saysAllColumns(
  output: OutputFacts,
  words: readonly string[],
  { all }: Operations,
): boolean {
  if (!takesFreeWords(output) || output.columns.length < 2) return true;
  return [...COMPARING].some((one) => all.has(one) && words.some((word) => says(one, word)));
}

const TOTAL: Operation = 'sum';
/** Operations that set numbers against each other. */
const COMPARING: ReadonlySet<Operation> = new Set(['quotient', 'difference', 'share', 'change']);

/** Whether a name says each condition inside an aggregate, by its value or its period. */
function saysConditions(
  words: readonly string[],
  calls: readonly CallNode[],
  about: AliasAbout,
): boolean {
  const conditions = calls
    .filter(({ aggregate }) => aggregate)
    .flatMap((call) => conditional(call).conditions);
  if (conditions.length === 0) return true;
  return conditions.every((one) => {
    const [compared, second] = textComparisons(one);
    const isPlain = one.kind === 'operation' && (one.op === '=' || one.op === 'in');
    if (compared && !second && isPlain)
      return compared.values.every((value) =>
        wordsOfName(value).every((word) => isAmong(word, words)),
      );
    const held = conditionsText([one], about);
    const period = held === null ? null : /^ \(([^)]+)\)$/.exec(held)?.[1];
    return period != null && wordsOfName(period).every((word) => words.includes(word));
  });
}

/** Whether a name is that of a column shown by another result column: `name AS price, price AS name`. */
function namesAnother(output: OutputFacts, { root }: QueryFacts, catalog: Catalog): boolean {
  const said = baseWords(readable(output.name)).join(' ');
  const isNamed = ({ column }: OutputFacts) =>
    column !== null &&
    [readable(column.column), labelOf(catalog, column)].some(
      (name) => baseWords(name).join(' ') === said,
    );
  return !isNamed(output) && root.outputs.some((one) => one !== output && isNamed(one));
}

/** Whether a column that doesn't identify rows has the name of its table: `status AS orders`. */
function namesRowsOnly({ name, column }: OutputFacts, catalog: Catalog): boolean {
  const known = column && columnOf(catalog, column);
  if (!column || !known || known.kind === 'identifier' || known.profile?.unique) return false;
  if (baseWords(known.label).some((word) => NAMING.has(word))) return false;
  const table = [readable(column.table), tableLabel(column.table, catalog)];
  return table.some((one) => baseWords(one).join(' ') === baseWords(readable(name)).join(' '));
}

const NAMING: ReadonlySet<string> = new Set(['name', 'title', 'code', 'number', 'no', 'label']);
