import { wordsOf } from '#src/catalog/name-keys.ts';
import type { BuildContext } from '#src/planner/compile-context.ts';
import { isDone } from '#src/planner/done.ts';
import type { Condition } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { stateUntried } from '#src/planner/predicates/gaps.ts';
import { type Placed, placed } from '#src/planner/predicates/placed.ts';
import type { Scope } from '#src/planner/scope.ts';
import { isSharedName } from '#src/planner/shared-names.ts';
import { speaksOf } from '#src/planner/telling-words.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { Literal, Predicate } from '#src/plugin-api/query.ts';

export function placeValue(
  condition: Extract<Condition, { kind: 'value' }>,
  context: BuildContext,
  home: string,
): Placed {
  const senses = condition.values.map((value) => context.sense(value));
  const first = senses[0]!;
  if (first.kind !== 'value') throw new Error('A value has no column');
  const texts = [
    ...new Set(
      senses.flatMap((sense) => (sense.kind === 'value' ? sense.hits.map((hit) => hit.value) : [])),
    ),
  ];
  const column = context.column(first.table, first.column);
  const [said] = condition.values;
  if (isDone(said!) && said!.columns.every((one) => one.table.name === first.table))
    context.assume(
      `"${said!.text}" is based on ${column.label}, not ${said!.columns[0]!.columns[0]!.label}.`,
    );
  for (const [index, sense] of senses.entries()) {
    if (sense.kind !== 'value' || sense.hits.length < 2) continue;
    const written = sense.hits.map(({ value }) => `"${String(value)}"`).join(' and ');
    context.assume(`${condition.values[index]!.text} appears as ${written} in the data.`);
  }
  const verb = condition.verb ?? null;
  if (condition.of === null && !(verb !== null && speaksOf(verb, wordsOf(column.label))))
    for (const value of condition.values) stateTaken(value, column, first.table, home, context);
  if (isSharedName(column, context.table(first.table), context))
    context.assume(
      `Some ${context.table(first.table).label} have the same ${column.label}, so all matches are used.`,
    );
  const literals = texts.map(
    (text): Literal => ({ kind: 'literal', type: column.type, value: text }),
  );
  const make = (scope: Scope): Predicate => {
    if (condition.negated) stateUntried(column, context);
    const expr = scope.column(first.table, first.column);
    return literals.length === 1
      ? { kind: 'compare', op: '=', left: expr, right: literals[0]! }
      : { kind: 'in', expr, values: literals, negated: false };
  };
  return placed(condition, first.table, `${first.table}\0${first.column}`, make);
}

/** `clients of Central` where that is a city of theirs and a branch, too: which of them was taken. */
function stateTaken(
  { text, values }: Mention,
  taken: CatalogColumn,
  table: string,
  home: string,
  context: BuildContext,
): void {
  const others = values.filter((hit) => {
    if (hit.match === 'near' || (hit.table === table && hit.column === taken.name)) return false;
    const own = context.canonical(`${hit.table}\0${hit.column}`);
    if (own === context.canonical(`${table}\0${taken.name}`)) return false;
    const sameName = context.column(hit.table, hit.column).label === taken.label;
    return table === home
      ? !sameName && context.graph.toOne(home, hit.table) !== null
      : sameName || context.graph.toOne(home, hit.table) === null;
  });
  const labels = new Set(
    others.map(
      (hit) =>
        `${context.column(hit.table, hit.column).label} of ${context.table(hit.table).label}`,
    ),
  );
  if (labels.size > 0)
    context.assume(
      `"${text}" means the ${taken.label} of ${context.table(table).label}. It also appears in ${[...labels].join(' and ')}.`,
    );
}
