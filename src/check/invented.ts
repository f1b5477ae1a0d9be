import { labelOf, readable, tableOf } from '#src/catalog/catalog-names.ts';
import type { Asked } from '#src/check/asked.ts';
import { SERIES } from '#src/check/sql-functions.ts';
import { knownWords, untracedWord, wordsIn } from '#src/check/traced-words.ts';
import type { Check } from '#src/check/types.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type {
  ExprNode,
  OutputFacts,
  QueryFacts,
  SelectFacts,
} from '#src/plugin-api/query-facts.ts';
import { rowOf } from '#src/query/functions.ts';
import { allBlocks } from '#src/sql/blocks.ts';
import {
  addendsOf,
  bare,
  callsIn,
  hasSubquery,
  literalsIn,
  numberOf,
  numbersIn,
  origin,
  textComparisons,
} from '#src/sql/nodes.ts';

const NAME = 'numbers_from_data';
/** Numbers that convert units, round, or guard against zero, and say nothing of the data. */
const ORDINARY: ReadonlySet<number> = new Set(
  '0 1 2 3 4 5 6 7 8 9 10 12 24 30 31 52 60 100 360 365 366 365.25 1000 1024 3600 86400 10000 1000000'
    .split(' ')
    .map(Number),
);

/**
 * Whether what is shown comes from the data: a statement that reads none, or shows a number that stands in its own
 * text, is no answer; one that computes with a number of its own is to be looked at.
 */
export function checkNumbersFromData(
  facts: QueryFacts,
  catalog: Catalog,
  { question, asAsked, writtenFor }: Asked,
): Check {
  const said = [question, asAsked ?? ''].join(' ');
  const asked = question.replace(/(?<=\d),(?=\d{3})/g, '');
  if (facts.tables.length === 0) return failed('The SQL reads no data.');
  const blocks = allBlocks(facts.root);
  const shown = branchesOf(facts.root);
  if (shown.length > 1 && shown.some(isOwnRow))
    return failed("The SQL adds a row that isn't in the data.");
  const counts = blocks.some(({ outputs }) => outputs.some(isCount));
  const made = shown.flatMap(({ outputs }) => outputs).find((one) => isNumber(one, counts));
  if (made) return failed(`${readable(made.name)} comes from the SQL, not from the data.`);
  const constant = shown.flatMap(({ outputs }) => outputs).find(({ node }) => isConstant(node));
  if (constant && !asked.includes(String(numberOf(constant.node))))
    return failed(`${readable(constant.name)} comes from the SQL, not from the data.`);
  if (writtenFor && blocks.some((block) => ownText(block, facts, catalog, said)))
    return failed('The result contains text that comes from the SQL, not from the data.');
  const nodes = blocks.flatMap(({ outputs }) => outputs).map(({ node }) => node);
  const places = new Set(nodes.flatMap(placesIn).filter((place) => isPlaceAsked(place, asked)));
  const isOwn = (number: number) =>
    !ORDINARY.has(Math.abs(number)) &&
    !asked.includes(String(Math.abs(number))) &&
    !places.has(number);
  const added = nodes.flatMap(addendsOf).flatMap((one) => numberOf(one) ?? []);
  if (added.some(isOwn))
    return failed('The SQL adds a number that is neither in the question nor in the data.');
  const own = nodes.flatMap(numbersIn).find(isOwn);
  if (own !== undefined)
    return {
      name: NAME,
      outcome: 'warning',
      detail: `The SQL calculates with ${Math.abs(own)}, which is neither in the question nor in the data.`,
    };
  return { name: NAME, outcome: 'passed', detail: 'All values are calculated from the data.' };
}

/** The SELECTs that give the rows of a result. */
const branchesOf = (root: SelectFacts): readonly SelectFacts[] =>
  root.setOperation ? root.setOperation.branches.flatMap(branchesOf) : [root];

/** A row that reads nothing: `UNION ALL SELECT 'Europe', 12`. */
const isOwnRow = ({ sources, outputs, setOperation }: SelectFacts) =>
  setOperation === null &&
  sources.length === 0 &&
  outputs.every(({ node, columns }) => columns.length === 0 && !hasSubquery(node));

/** A number other than 0 and 1, which may stand for a flag. */
const isConstant = (node: ExprNode) => {
  const number = numberOf(node);
  return number !== null && number !== 0 && number !== 1;
};
/** The places of percentiles, from 0 to 1. */
const placesIn = (node: ExprNode): readonly number[] =>
  callsIn(node)
    .filter(({ name }) => rowOf(name)?.second === 'fraction')
    .flatMap(({ args }) => args.flatMap((arg) => numberOf(arg) ?? []));

/** `90th percentile` is at 0.9, and a median, which its label says, in the middle. */
const isPlaceAsked = (place: number, asked: string) =>
  place === 0.5 || asked.includes(String(Math.round(place * 1e5) / 1e3));

/** A text constant that is shown and whose words are neither the data's nor the question's. */
function ownText(
  { outputs }: SelectFacts,
  { tables, columns }: QueryFacts,
  catalog: Catalog,
  question: string,
): boolean {
  const compared = (node: ExprNode) => textComparisons(node).flatMap(({ values }) => values);
  const shown = outputs.flatMap(({ node }) => {
    const values = new Set(compared(node));
    return textsIn(node)
      .filter((one) => !values.has(one) && wordsIn(one).length > 0)
      .map((one) => ({ one, alone: bare(node).kind === 'literal' }));
  });
  if (shown.length === 0) return false;
  const known = knownWords([
    question,
    ...tables.flatMap((table) => [table, tableOf(catalog, table)?.label ?? '']),
    ...columns.flatMap((one) => [one.column, labelOf(catalog, one)]),
    ...outputs.flatMap(({ node }) => compared(node)),
    UNITS,
  ]);
  // One word in a CASE names a group of rows ("high"); a sentence says something of them.
  return shown.some(
    ({ one, alone }) =>
      (alone || wordsIn(one).length > 1 || /https?:|www\.|@|\d{4}/i.test(one)) &&
      untracedWord(one, known) !== null,
  );
}

/** What formats and intervals are written with, and what stands for no value. */
const UNITS =
  'year quarter month week day hour minute second years quarters months weeks days hours minutes seconds all other others total unknown none yes no mon dd hh mi ss';

/** A value that no column, no row count and no block below it feeds. `counts`: some block counts rows. */
function isNumber(output: OutputFacts, counts: boolean): boolean {
  const { columns, node } = output;
  if (columns.length > 0 || isCount(output) || hasSubquery(node)) return false;
  if (callsIn(origin(node), SERIES).length > 0) return false;
  const [first] = literalsIn(node);
  return (
    numbersIn(node).some((one) => !ORDINARY.has(Math.abs(one))) ||
    (!counts && first?.type !== 'text')
  );
}

const RANKS: ReadonlySet<string> = new Set(['row_number', 'rank', 'dense_rank', 'ntile']);

const isCount = ({ aggregates, node }: OutputFacts) =>
  aggregates.some(({ fn, arg }) => fn === 'count' && (arg === null || arg.columns.length > 0)) ||
  callsIn(node, RANKS).length > 0;

const textsIn = (node: ExprNode): readonly string[] =>
  literalsIn(node).flatMap(({ type, text }) => (type === 'text' ? [text] : []));

const failed = (detail: string): Check => ({ name: NAME, outcome: 'failed', detail });
