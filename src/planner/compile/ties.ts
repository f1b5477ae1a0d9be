import { foldToLemmas } from '#src/catalog/fold.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import type { BuildContext } from '#src/planner/compile-context.ts';
import { type Condition, Declined } from '#src/planner/frame.ts';
import type { Path } from '#src/planner/joins.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { flagOf } from '#src/planner/lexicon/flags.ts';
import type { Placed } from '#src/planner/predicates/placed.ts';
import { speaksOf } from '#src/planner/telling-words.ts';

type Exists = Extract<Condition, { kind: 'exists' }>;

/** `employees who manage a department` where the data ties them by the department that they work in, and keeps a manager. */
export function refuseOtherTie(
  path: Path,
  { verb, text }: { readonly verb: string | null; readonly text: string },
  context: BuildContext,
): void {
  if (!verb) return;
  const tied = new Set(path.flatMap(({ pairs }) => pairs.flat()));
  const others = [path[0]!.from, path.at(-1)!.to]
    .flatMap((name) => context.table(name).columns)
    .filter(({ name, hidden, kind }) => !hidden && kind === 'identifier' && !tied.has(name));
  const own = [...tied].some((name) => speaksOf(verb, foldToLemmas(name).split(' ')));
  const other = others.find(({ label }) => speaksOf(verb, foldToLemmas(label).split(' ')));
  if (own || !other) return;
  throw new Declined(
    'unsupported_question',
    `${other.label} says who may "${verb}", but the data connects ${text} through other columns.`,
    text,
  );
}

/** `a merit scholarship and a need scholarship`: no row is both, so that two rows are meant. */
export function refuseTwoOfOne(conditions: readonly Placed[], context: BuildContext): void {
  const seen = new Set<string>();
  for (const { equals, condition } of conditions) {
    if (equals === null || condition.kind !== 'value') continue;
    const column = context.canonical(equals);
    if (seen.has(column))
      throw new Declined(
        'unsupported_question',
        'The question asks for two values of one column. Should one row have both, or two different rows?',
        condition.values[0]!.text,
      );
    seen.add(column);
  }
}

/** `doctors who are also patients` where they meet in appointments: whether they are the same is not in the data. */
export function refuseSame(path: Path, { of, same }: Exists): void {
  if (!same || path.length < 2) return;
  throw new Declined(
    'not_in_data',
    `The data doesn't say whether they are also ${of.text}.`,
    of.text,
  );
}

export const allOrAny = (values: readonly Mention[]) =>
  new Declined(
    'unsupported_question',
    'Should all of the values apply, or any one of them?',
    values[0]!.text,
  );

/** `services with servers in eu and us`: with both, or with any of them. */
export function refuseAllOrAny(conditions: readonly Placed[]): void {
  for (const { condition } of conditions) {
    if (condition.kind !== 'value' || condition.joined !== 'and' || condition.all) continue;
    if (condition.values.length > 1) throw allOrAny(condition.values);
  }
}

/** `before March and after June`: no time is both, so that one of them is meant. */
export function refuseEmptyTime(conditions: readonly Placed[]): void {
  const times = conditions.flatMap(({ table, condition }) =>
    condition.kind === 'period' && !condition.negated
      ? [{ ...condition.period, of: `${table} ${condition.of?.index} ${condition.verb}` }]
      : [],
  );
  for (const one of times)
    for (const other of times)
      if (one.of === other.of && one.to !== null && other.from !== null && one.to <= other.from)
        throw new Declined(
          'unsupported_question',
          `Nothing can be both "${one.text}" and "${other.text}".`,
          other.text,
        );
}

/** `did not attend the talk` where registrations say whether they were attended: that there is one says less. */
export function refuseFlaggedVerb(
  path: Path,
  { verb }: Extract<Condition, { kind: 'value' }>,
  context: BuildContext,
): void {
  if (!verb) return;
  const flag = path
    .flatMap(({ to }) => context.table(to).columns)
    .find((column) => !column.hidden && flagOf(column) && speaksOf(verb, wordsOf(column.label)));
  if (flag)
    throw new Declined(
      'ambiguous',
      `${flag.label} is yes or no for each row that links the two tables. Ask for the rows where it's yes.`,
      verb,
    );
}
