import { columnOf, readable } from '#src/catalog/catalog-names.ts';
import { allNodes } from '#src/check/asked-for/texts.ts';
import { conditionsOf } from '#src/check/conditions.ts';
import { NEIGHBOURS } from '#src/check/sql-functions.ts';
import { timeColumn } from '#src/check/timeline.ts';
import { countsOf } from '#src/language/number-words.ts';
import { languageOf } from '#src/language/recognise.ts';
import { readPeriod } from '#src/planner/periods/periods.ts';
import { tokenize } from '#src/planner/tokens.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { ExprNode, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { allBlocks } from '#src/sql/blocks.ts';
import { callsIn, columnNodes, literalsIn, numberOf, numbersIn } from '#src/sql/nodes.ts';

/** Factors between the unit of a question and that of a column: percent, thousands, minutes. */
const FACTORS = [1, 100, 0.01, 1_000, 0.001, 1_000_000, 60, 1 / 60, 12, 1 / 12];
/** Numbers that tell empty from full, first from rest. */
const PLAIN: ReadonlySet<number> = new Set([0, 1]);

/** A number that the statement keeps rows by and that the question does not say. */
export function foreignNumber(
  facts: QueryFacts,
  catalog: Catalog,
  question: string,
  context: string,
): string | null {
  const said = numbersSaid(`${question} ${context}`);
  const isSaid = (number: number) =>
    PLAIN.has(number) ||
    said.some((one) =>
      FACTORS.some((factor) => Math.abs(one * factor - number) <= (factor === 1 ? 1 : 1e-9)),
    );
  for (const { column, values, op, printed } of conditionsOf(facts)) {
    if (!column || !op || timeColumn(catalog, column)) continue;
    const { type } = columnOf(catalog, column) ?? {};
    if (type !== 'integer' && type !== 'decimal' && type !== 'float') continue;
    const foreign = values.map(Number).find((one) => Number.isFinite(one) && !isSaid(one));
    if (foreign !== undefined)
      return `The SQL filters ${readable(column.column)} by ${foreign}, a number that isn't in the question (${printed}).`;
  }
  const limit = allBlocks(facts.root).find((one) => one.limit !== null && !isSaid(one.limit));
  return limit
    ? `The SQL returns at most ${limit.limit} rows, which the question doesn't ask for.`
    : null;
}

/** A number of the question, outside dates, that the statement has nothing of. */
export function droppedNumber(facts: QueryFacts, question: string, today: string): string | null {
  const tokens = tokenize(question);
  const blocks = allBlocks(facts.root);
  const nodes = allNodes(facts);
  const inside = [
    ...nodes.flatMap(numbersOf).map(Math.abs),
    ...blocks.flatMap(({ limit, offset }) => [limit ?? [], offset || []].flat()),
  ];
  const quoted = nodes
    .flatMap((node) => [
      ...literalsIn(node).map(({ text }) => text),
      ...columnNodes(node).map(({ name }) => name),
    ])
    .join(' ')
    .toLowerCase();
  const compared = rowsCompared(facts);
  for (let at = 0; at < tokens.length; at++) {
    const period = readPeriod(tokens, at, today);
    if (period) {
      at = period.end - 1;
      continue;
    }
    const { value, lower } = tokens[at]!;
    if (value === null || PLAIN.has(value) || value <= compared) continue;
    const read = [value, ...otherReadings(tokens[at]!.text)];
    const kept = inside.some((one) =>
      read.some((number) =>
        FACTORS.some((factor) => Math.abs(one * factor - number) <= (factor === 1 ? 1 : 1e-9)),
      ),
    );
    if (!kept && !quoted.includes(lower) && !quoted.includes(String(value)))
      return `The question mentions ${tokens[at]!.text}, but the SQL doesn't use it.`;
  }
  return null;
}

/**
 * How many rows of one table a statement sets beside each other: "two consecutive visits" by LAG, "two hubs" by the same
 * table twice. Such a number of the question is no limit.
 */
const rowsCompared = (facts: QueryFacts): number =>
  Math.max(
    ...allBlocks(facts.root).map(({ sources }) =>
      Math.max(
        0,
        ...[...Map.groupBy(sources, ({ table }) => table)].flatMap(([table, same]) =>
          table === null || same.length < 2 ? [] : [same.length],
        ),
      ),
    ),
    ...allNodes(facts)
      .flatMap((node) => callsIn(node, NEIGHBOURS))
      .map(({ args: [, offset] }) => 1 + (offset ? (numberOf(offset) ?? 1) : 1)),
  );

/** Numbers written out, also in texts: `'2025-03-01'`, `INTERVAL '3 months'`. */
const numbersOf = (node: ExprNode): readonly number[] => [
  ...numbersIn(node),
  ...literalsIn(node).flatMap(({ text }) => (text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number)),
];

/** `1.000` and `2,5` as most languages but English write them. */
function otherReadings(text: string): readonly number[] {
  if (!/^\d[\d.,]*$/.test(text)) return [];
  const swapped = text.replace(/[.,]/g, (sign) => (sign === ',' ? '.' : ''));
  return Number.isFinite(Number(swapped)) ? [Number(swapped)] : [];
}

const numbersSaid = (text: string): readonly number[] => [
  ...tokenize(text).flatMap(({ value, text: written }) =>
    value === null ? [] : [value, ...otherReadings(written)],
  ),
  ...(text.match(/\d+(?:\.\d+)?/g) ?? []).map(Number),
  ...wordsSaid(text),
];

/** "Die drei Kirchen": number words of the language. */
function wordsSaid(text: string): readonly number[] {
  const counts = countsOf(languageOf(text) ?? 'en');
  return (text.toLowerCase().match(/\p{L}+/gu) ?? []).flatMap((word) => counts.get(word) ?? []);
}
