import { ADDING, BEFORE_AMOUNTS, MOST } from '#src/language/en/grammar.ts';
import { blocksIn, columnsIn } from '#src/planner/select-blocks.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import type { Option, Ref } from '#src/read/ask.ts';
import type { Finds } from '#src/read/finds.ts';
import type { Question } from '#src/read/question.ts';

/** Amounts of one table that are ranked, or held to a bound, together: `the most dead and injured`. */
interface AmountsTogether {
  readonly table: string;
  readonly columns: readonly string[];
  /** Whether they are ranked. */
  readonly ranked: boolean;
  /** From the end of the first to the end of the last. */
  readonly from: number;
  readonly to: number;
}

function amountsTogether(question: Question): AmountsTogether | null {
  for (const [at] of question.tokens.entries()) {
    const bound = question.phrase(at, question.language.comparators);
    const ranking = question.phrase(at, question.language.rankings)?.to;
    const ranked = ranking ?? (question.is(at, MOST) ? at + 1 : null);
    const isBound = bound !== null && question.number(bound.to) !== null;
    const start = isBound ? bound.to + 1 : ranked;
    const found =
      start === null ? null : joinedFrom(question.past(start, BEFORE_AMOUNTS), question);
    if (found) return { ...found, ranked: !isBound };
  }
  return null;
}

function joinedFrom(start: number, question: Question): Omit<AmountsTogether, 'ranked'> | null {
  const refs: Ref[] = [];
  for (let at: number | null = start; at !== null; ) {
    const ref = amountAt(at, question);
    // `and an age above 20` is a bound of its own.
    if (!ref || question.phrase(ref.to, question.language.comparators)) break;
    refs.push(ref);
    at = question.is(ref.to, ADDING) ? ref.to + 1 : question.joinedTo(ref.to);
  }
  const [first, second] = refs;
  if (!first || !second) return null;
  for (const { table } of amountsOf(first)) {
    const columns = refs.flatMap((ref) => nameIn(table, ref) ?? []);
    if (new Set(columns).size === refs.length)
      return { table, columns, from: first.to, to: refs.at(-1)!.to };
  }
  return null;
}

const amountAt = (at: number, question: Question): Ref | undefined =>
  question
    .refs(at)
    .toSorted((one, other) => other.to - one.to)
    .find((ref) => amountsOf(ref).length > 0);

const amountsOf = ({ options }: Ref): readonly Extract<Option, { kind: 'column' }>[] =>
  options.flatMap((one) =>
    one.kind === 'column' && one.columns[0].kind === 'measure' ? [one] : [],
  );

const nameIn = (table: string, ref: Ref): string | undefined =>
  amountsOf(ref).find((one) => one.table === table)?.columns[0].name;

/**
 * `The region with the most dead and injured`, of which a query ranks by the dead alone, or of which the first is the one with the most
 * dead: all that is joined is ranked, or bounded, together. The words, or null.
 */
export const lostAmounts: Finds<string> = (question, query) => {
  const together = amountsTogether(question);
  if (!together) return null;
  const { columns, ranked, from, to } = together;
  const isParted = blocksIn(query).some((block) => comparesSome(block, columns, ranked));
  return isParted ? question.textOf(from - 1, to) : null;
};

const comparesSome = (
  { orderBy: [first], where, having, limit }: SelectQuery,
  columns: readonly string[],
  ranked: boolean,
): boolean => {
  const compared = ranked ? (limit === null ? [] : [first]) : [where, having];
  const used = columnsIn(compared).map(({ column }) => column);
  return used.includes(columns[0]!) && !columns.every((name) => used.includes(name));
};
