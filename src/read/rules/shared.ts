import type { Condition, Ref } from '#src/read/ask.ts';
import { after, type Found, rowsFrom, saidByName } from '#src/read/measures.ts';
import type { Question } from '#src/read/question.ts';
import { type Rule, step, withConditions } from '#src/read/reading.ts';
import { boundAt, isNumberOfRows } from '#src/read/rules/bounds.ts';
import { allConditions } from '#src/read/rules/conditions.ts';

/** `cities shared by more than two shops`, `both shops in Oslo and shops with a café`: a value that several rows have. */
const sharedBy: Rule = {
  name: 'what several rows have in common',
  example: 'cities shared by customers older than 50 and customers younger than 30',
  read({ ask, at, last }, question) {
    const opener = question.language.shared.find((phrase) => question.starts(at, phrase));
    if (!opener || last === 'nothing' || ask.items.length === 0) return [];
    const from = at + opener.length;
    const add = (to: number, condition: Condition, cost: number) =>
      step(to, cost, withConditions(ask, [condition]));
    const bound = boundAt(from, question);
    const counted = bound
      ? rowsFrom(bound.to, question).map(({ to, value, cost }) =>
          add(to, isNumberOfRows(value, bound.value, false), cost),
        )
      : [];
    const pairs = saidOfRows(from, question).flatMap((first) => {
      if (!question.isAnd(first.to)) return [];
      return saidOfRows(first.to + 1, question).flatMap((second) =>
        second.value.rows === null || isSameRows(first.value.rows, second.value.rows)
          ? [
              add(
                second.to,
                { kind: 'each', parts: [first.value.condition, second.value.condition] },
                first.cost + second.cost,
              ),
            ]
          : [],
      );
    });
    return [...counted, ...pairs];
  },
};

interface Said {
  /** Null: those that were spoken of before. */
  readonly rows: Ref | null;
  readonly condition: Condition;
}

/** `schools founded before 1890`, `ones in Oslo`: rows, and one condition of them. */
function saidOfRows(at: number, question: Question): readonly Found<Said>[] {
  const { shared } = question.language.between;
  const starts = after(at, question, shared);
  const named = starts.flatMap((from) =>
    rowsFrom(from, question).flatMap(({ to, value: rows, cost }) =>
      saidByName(rows).length === 0 ? [{ to, rows, cost }] : [],
    ),
  );
  const openings = [...named, ...starts.map((to) => ({ to, rows: null, cost: 0.05 }))];
  return openings.flatMap(({ to, rows, cost }) =>
    after(to, question, shared).flatMap((from) => {
      const verb = question.isVerb(from) ? from + 1 : from;
      return [...new Set([from, verb])].flatMap((next) =>
        allConditions(next, question, false).map((one) => ({
          to: one.to,
          value: { rows, condition: one.value },
          cost: cost + one.cost + (next === from ? 0 : 0.15),
        })),
      );
    }),
  );
}

const isSameRows = (one: Ref | null, other: Ref): boolean =>
  one?.options.some(({ table }) => other.options.some((option) => option.table === table)) ?? false;

export const SHARED_RULES: readonly Rule[] = [sharedBy];
