import { readable } from '#src/catalog/catalog-names.ts';
import type { Asked } from '#src/check/asked.ts';
import type { Check } from '#src/check/types.ts';
import type { CallNode, ExprNode, OutputFacts, QueryFacts } from '#src/plugin-api/query-facts.ts';
import { rowBlocks } from '#src/sql/blocks.ts';
import {
  aggregatesIn,
  bare,
  callsIn,
  nodesIn,
  numberOf,
  origin,
  soleAggregate,
} from '#src/sql/nodes.ts';

const NAME = 'changed_measure';
/** Numbers that convert units: percent, thousands, seconds, months of a year. */
const FACTORS: ReadonlySet<number> = new Set([
  ...[1, 10, 100, 1_000, 10_000, 1_000_000, 1_000_000_000, 1024],
  ...[60, 3_600, 86_400, 24, 7, 30, 4, 12, 52, 365, 365.25],
]);
const ROUNDING: ReadonlySet<string> = new Set(['round', 'trunc', 'truncate']);
const BELOW: ReadonlySet<string> = new Set(['floor', 'ceil', 'ceiling', 'round', 'trunc']);

const ASKS_SIGN =
  /\b(?:negat|minus|loss|losses|refund|outflow|withdraw|spen[dt]|deduct|opposite|invert|debit)/i;
const ASKS_ROUND =
  /\b(?:round|nearest|thousand|million|hundred|approx|about|roughly|bucket|bin|step)/i;
const ASKS_PLACE = /\b(?:rank|place|position)/i;

/**
 * Whether what is counted or added up is shown as it is: a number that nobody asked for is added to it or multiplies it,
 * its sign is turned, or its digits are rounded away. Conversions of units pass, as do the numbers of the question.
 */
export function checkChangedMeasure(facts: QueryFacts, asked: Asked): Check {
  const outputs = rowBlocks(facts.root).flatMap((block) => block.outputs);
  const measured = outputs.filter(({ node }) => [...nodesIn(node)].some(isMeasure));
  if (measured.length === 0)
    return { name: NAME, outcome: 'skipped', detail: 'No values are counted or summed.' };
  for (const output of measured) {
    const detail = change(output, asked.question);
    if (detail) return { name: NAME, outcome: 'warning', detail };
  }
  return { name: NAME, outcome: 'passed', detail: 'Counts and sums are shown unchanged.' };
}

const isMeasure = (node: ExprNode): boolean => soleAggregate(origin(node)) !== null;

function change(output: OutputFacts, question: string): string | null {
  const name = readable(output.name);
  for (const node of nodesIn(output.node)) {
    if (node.kind === 'call' && isCoarse(node) && [...nodesIn(node)].some(isMeasure))
      if (!ASKS_ROUND.test(question)) return `${name} is rounded to tens or more.`;
    if (node.kind !== 'operation' && node.kind !== 'call') continue;
    const other = changed(node);
    if (!other) continue;
    if (other.by === 'sign' && !ASKS_SIGN.test(question)) return `The sign of ${name} is reversed.`;
    if (other.by === 'steps' && !ASKS_ROUND.test(question))
      return `${name} is rounded to multiples of ${other.number}.`;
    if (
      other.by === 'added' &&
      !isSaid(other.number, question) &&
      !ASKS_PLACE.test(`${question} ${name}`)
    )
      return `The SQL adds ${other.number} to ${name}, which the question doesn't ask for.`;
    if (other.by === 'factor' && !isSaid(other.number, question))
      return `The SQL multiplies or divides ${name} by ${other.number}, which the question doesn't ask for.`;
  }
  return null;
}

type Change = { readonly by: 'sign' | 'added' | 'factor' | 'steps'; readonly number: number };

/** What one operation does to a measure that stands in it; null where it leaves it, or computes with another value. */
function changed(node: ExprNode): Change | null {
  const sum = soleAggregate(node);
  const [summed] = sum?.args ?? [];
  if (summed && isTurned(summed)) return { by: 'sign', number: -1 };
  if (node.kind !== 'operation') return null;
  const [left, right] = node.args;
  if (!left) return null;
  if (!right)
    return node.op === '-' && aggregatesIn(left).length > 0 ? { by: 'sign', number: -1 } : null;
  const [number, measure] =
    numberOf(right) === null ? [numberOf(left), right] : [numberOf(right), left];
  if (number === null) return null;
  if (node.op === '*' && isStep(measure, number)) return { by: 'steps', number };
  if (!isMeasure(measure)) return null;
  if (node.op === '-' && number === 0 && numberOf(left) === 0) return { by: 'sign', number: -1 };
  if ((node.op === '+' || node.op === '-') && number !== 0) return { by: 'added', number };
  if (node.op !== '*' && node.op !== '/') return null;
  if (number === -1) return { by: 'sign', number };
  const factor = Math.abs(number);
  const isFactor = FACTORS.has(factor < 1 ? Math.round(1e6 / factor) / 1e6 : factor);
  return isFactor ? null : { by: 'factor', number };
}

/** `-amount`, `amount * -1`, `0 - amount`. */
function isTurned(node: ExprNode): boolean {
  const plain = bare(node);
  if (plain.kind !== 'operation') return false;
  const [left, right] = plain.args;
  if (!left) return false;
  if (plain.op === '-') return right === undefined || numberOf(left) === 0;
  return (
    plain.op === '*' && right !== undefined && [left, right].some((one) => numberOf(one) === -1)
  );
}

/** `ROUND(x, -3)`. */
const isCoarse = ({ name, args: [, digits] }: CallNode) =>
  ROUNDING.has(name) && digits !== undefined && (numberOf(digits) ?? 0) < 0;

/** `FLOOR(SUM(x) / 1000)`, which is multiplied by 1000 again. */
const isStep = (node: ExprNode, size: number) =>
  callsIn(node, BELOW).some(({ args: [divided] }) => {
    const [dividend, divisor] =
      divided?.kind === 'operation' && divided.op === '/' ? divided.args : [];
    return (
      divisor !== undefined &&
      dividend !== undefined &&
      numberOf(divisor) === size &&
      isMeasure(dividend)
    );
  });

/** Whether the question says a number, as a word of its own. */
const isSaid = (number: number, question: string) =>
  (question.replace(/(?<=\d),(?=\d{3})/g, '').match(/\d+(?:\.\d+)?/g) ?? [])
    .map(Number)
    .includes(Math.abs(number));
