import type { BreakdownRows, Check, CheckedResult } from '#src/check/types.ts';
import type { CellValue } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { type FunctionRow, rowOf } from '#src/query/functions.ts';
import { addExact, compareExact, parseExact, ZERO } from '#src/sql/exact.ts';
import { soleAggregate } from '#src/sql/nodes.ts';

/** Sums of floats differ in the last digits with the order of adding, which parallel engines do not fix. */
const FLOAT_TOLERANCE = 1e-9;

export function checkEmpty({ root }: QueryFacts, result: CheckedResult): Check {
  const name = 'empty_result';
  if (result.totalRows === 0)
    return { name, outcome: 'warning', detail: 'No rows match the question.' };
  // The group of what has no name is something that was found, and so is an empty cell.
  const isFound = root.groupBy.length > 0 || root.outputs.some(({ column }) => column !== null);
  const onlyNull =
    result.totalRows === 1 && !isFound && result.rows[0]!.every((cell) => cell === null);
  if (!onlyNull) return { name, outcome: 'passed', detail: 'The result has rows.' };
  const why =
    result.notes.length > 0
      ? ['The result is empty.', ...result.notes].join(' ')
      : "There's nothing to calculate, because no values match.";
  return { name, outcome: 'warning', detail: why };
}

export function checkTruncation(result: CheckedResult): Check {
  const name = 'truncation';
  return result.totalRowsExact
    ? { name, outcome: 'passed', detail: 'All rows were read.' }
    : {
        name,
        outcome: 'warning',
        detail: `The result was cut off after ${result.totalRows} rows. More rows match.`,
      };
}

/**
 * Whether the groups of the breakdown give the total again: sums and counts add up to it, the largest maximum and the
 * smallest minimum equal it. Integers and decimals to the last digit, floats within a relative 1e-9.
 */
export function checkBreakdown(
  facts: QueryFacts,
  result: CheckedResult,
  breakdown: BreakdownRows | null,
): Check {
  const name = 'total_vs_breakdown';
  const skip = (detail: string): Check => ({ name, outcome: 'skipped', detail });
  if (!breakdown) return skip("There's no breakdown to compare with.");
  const [output] = facts.root.outputs;
  const [fn, another] = output?.aggregates ?? [];
  const combine = fn && !another && !fn.distinct && rowOf(fn.fn)?.combine;
  if (!output || !combine) return skip("The groups of this measure don't add up to its total.");
  if (!soleAggregate(output.node)) return skip('The total is part of another calculation.');
  const total = result.rows[0]?.[0] ?? null;
  if (total === null && result.notes.length > 0) return skip("The total isn't a finite number.");
  const groups = breakdown.rows.map((row) => row[breakdown.measure] ?? null);
  const floats = result.columns[0]?.type === 'float';
  const agrees = floats
    ? agreesRoughly(combine, total, groups)
    : agreesExactly(combine, total, groups);
  if (agrees === null) return skip("The values aren't numbers that can be compared.");
  if (agrees)
    return { name, outcome: 'passed', detail: `The ${groups.length} groups add up to the total.` };
  // A breakdown over more tables than the total leaves out rows that belong to no group; the total itself stands.
  return breakdown.facts.tables.length > facts.tables.length
    ? {
        name,
        outcome: 'warning',
        detail: "Part of the total isn't in any group of the breakdown.",
      }
    : { name, outcome: 'failed', detail: "The groups of the breakdown don't add up to the total." };
}

type Combine = NonNullable<FunctionRow['combine']>;

function agreesExactly(
  fn: Combine,
  total: CellValue,
  groups: readonly CellValue[],
): boolean | null {
  const parse = (cell: CellValue) => (cell === null ? null : parseExact(String(cell)));
  if (groups.some((cell) => cell !== null && parse(cell) === null)) return null;
  const values = groups.flatMap((cell) => parse(cell) ?? []);
  if (total === null) return values.length === 0;
  const expected = parse(total);
  if (!expected) return null;
  if (values.length === 0) return compareExact(expected, ZERO) === 0;
  const order = values.toSorted(compareExact);
  const found =
    fn === 'min' ? order[0]! : fn === 'max' ? order.at(-1)! : values.reduce(addExact, ZERO);
  return compareExact(expected, found) === 0;
}

function agreesRoughly(
  fn: Combine,
  total: CellValue,
  groups: readonly CellValue[],
): boolean | null {
  const values = groups.filter((cell) => cell !== null).map(Number);
  if (values.some((value) => !Number.isFinite(value))) return null;
  if (total === null) return values.length === 0;
  if (values.length === 0) return Number(total) === 0;
  const found =
    fn === 'min'
      ? Math.min(...values)
      : fn === 'max'
        ? Math.max(...values)
        : values.reduce((sum, value) => sum + value, 0);
  const scale = Math.max(Math.abs(Number(total)), ...values.map(Math.abs));
  return Math.abs(Number(total) - found) <= FLOAT_TOLERANCE * scale;
}
