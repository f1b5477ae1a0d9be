import { wordsOf } from '#src/catalog/name-keys.ts';
import { words } from '#src/language/tables.ts';
import { type Builder, tellsApart } from '#src/planner/compile/builder.ts';
import { allOrAny } from '#src/planner/compile/ties.ts';
import type { BuildContext } from '#src/planner/compile-context.ts';
import { PLACING } from '#src/planner/condition-words.ts';
import { type Condition, Declined } from '#src/planner/frame.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { flagOf } from '#src/planner/lexicon/flags.ts';
import { holdsPeople } from '#src/planner/lexicon/people.ts';
import { speaksOf } from '#src/planner/telling-words.ts';
import { GLUE } from '#src/planner/words.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';

/** Declines what is said of other rows than those that have it, or of rows that the words do not ask for. */
export function refuseMissaid(builder: Builder): void {
  refuseOthersState(builder);
  refuseCompound(builder);
  refuseFlagAlone(builder);
  refuseKindsOfAll(builder);
  refuseItself(builder);
  refuseNameOfOthers(builder);
  refuseDoer(builder);
  refuseOtherDoer(builder);
}

/** `orders by Ann`, who manages their project, where each is `ordered_by` a number that leads to nobody. */
function refuseOtherDoer({ frame, items, entity, context }: Builder): void {
  const home = entity ?? items[0]!.table;
  const doer = context
    .table(home)
    .columns.find(
      ({ name, label, hidden }) =>
        !hidden && wordsOf(label).at(-1) === 'by' && !context.references.has(`${home}\0${name}`),
    );
  if (!doer) return;
  // Words that say who did it are no people where rows have some of their own.
  const isOwn = (people: string) =>
    doer.type === 'text' &&
    [...context.references].some(
      ([from, to]) => from.startsWith(`${home}\0`) && to.startsWith(`${people}\0`),
    );
  for (const one of frame.conditions) {
    if (one.kind !== 'value' || one.of || one.verb) continue;
    if (one.ctx && context.sense(one.ctx).table !== home) continue;
    const [value] = one.values;
    const { table } = context.sense(value!);
    if (table !== home && !isOwn(table) && holdsPeople(context.table(table)))
      throw new Declined(
        'ambiguous',
        `"${value!.text}" is in ${context.table(table).label}. Do you mean who did it ("${doer.label}")? That column has no link to ${context.table(table).label}.`,
        value!.text,
      );
  }
}

/** `which manager approved the most absences` where a column says by whom each was approved. */
function refuseDoer({ frame, context }: Builder): void {
  const counted = frame.order[0]?.by;
  for (const one of frame.conditions) {
    if (one.kind !== 'flag' || !counted || one.of.index > counted.of.index - 2) continue;
    const sense = context.sense(one.of);
    const label = sense.kind === 'column' ? sense.columns[0].label : null;
    const doer = context.table(sense.table).columns.find((other) => other.label === `${label} by`);
    if (!doer) continue;
    throw new Declined(
      'ambiguous',
      `Do you mean who did it? Ask for "${doer.label}".`,
      one.of.text,
    );
  }
}

/** What tells rows apart, wherever they are: `machines repaired in Hall A`. */
const TELLING = words('reserve rent repair fix transfer move');

/** `students taking Law` of a faculty and of a course that is called so. */
function refuseNameOfOthers({ frame, items, entity, context }: Builder): void {
  const home = entity ?? items[0]!.table;
  for (const one of frame.conditions) {
    if (one.kind !== 'value' || one.of || !one.verb || PLACING.has(one.verb)) continue;
    const [value] = one.values;
    const sense = context.sense(value!);
    if (sense.kind !== 'value' || sense.table !== home) continue;
    const taken = context.column(home, sense.column);
    if (speaksOf(one.verb, wordsOf(taken.label))) continue;
    if (TELLING.has(one.verb))
      throw new Declined(
        'not_in_data',
        `Nothing in the data shows whether "${one.verb}" applies to ${context.table(home).label}.`,
        one.verb,
      );
    const other = value!.values.find(
      ({ table, column, match }) =>
        match !== 'near' &&
        table !== home &&
        context.graph.path(home, table).kind === 'path' &&
        context.graph.toOne(home, table) === null &&
        displayColumns(context.table(table)).some(({ name }) => name === column),
    );
    if (other)
      throw new Declined(
        'ambiguous',
        `"${value!.text}" is a ${taken.label} of ${context.table(home).label} and also a row of ${context.table(other.table).label}. Which one do you mean?`,
        value!.text,
      );
  }
}

/** `which services does checkout depend on`: a list of what is called so would be but the name that was said. */
function refuseItself({ frame, items, entity, context }: Builder): void {
  const [one] = frame.conditions;
  if (entity === null || frame.conditions.length > 1 || one?.kind !== 'value' || one.of) return;
  const sense = context.sense(one.values[0]!);
  if (one.negated || one.values.length > 1 || sense.kind !== 'value' || sense.table !== entity)
    return;
  const shown = displayColumns(context.table(entity));
  const itself = shown.length === 1 && shown[0]!.name === sense.column && shown[0]!.profile?.unique;
  const bare = items.every(
    ({ table, columns, thing }) =>
      table === entity &&
      thing.aggregate === null &&
      !thing.everything &&
      (columns === null || columns.every((column) => column === shown[0])),
  );
  if (!itself || !bare || frame.groups.length > 0) return;
  throw new Declined(
    'unsupported_question',
    `"${one.values[0]!.text}" is a row of ${context.table(entity).label}. What do you want to know about it?`,
    one.values[0]!.text,
  );
}

const STATES = new Set(['status', 'stage', 'phase', 'state']);
const PLACES = new Set(['city', 'country', 'zip', 'address', 'county', 'postal']);

/** A column of the states that rows go through; `state` beside a city is a place. */
export function isState(column: CatalogColumn, { columns }: CatalogTable): boolean {
  if (flagOf(column)) return true;
  const last = wordsOf(column.label).at(-1)!;
  const place = columns.some(({ label }) => wordsOf(label).some((word) => PLACES.has(word)));
  return STATES.has(last) && !(last === 'state' && place);
}

/** `runs still running` where machines are running: a state is of the rows that it is said of. */
function refuseOthersState({ frame, items, entity, context }: Builder): void {
  const home = entity ?? items[0]!.table;
  for (const one of frame.conditions) {
    const said = stateSaid(one, context);
    if (!said) continue;
    const at = one.ctx ? context.sense(one.ctx).table : home;
    if (said.table === at || context.graph.toOne(at, said.table) === null) continue;
    const [rows, others] = [at, said.table].map((name) => context.table(name).label);
    throw new Declined(
      'ambiguous',
      `"${said.text}" is the ${said.column.label} of ${others}. Ask for ${rows} of ${others} with that ${said.column.label}.`,
      said.text,
    );
  }
}

function stateSaid(one: Condition, context: BuildContext) {
  if (one.kind !== 'value' && one.kind !== 'flag') return null;
  if (one.kind === 'value' && one.of) return null;
  const mention = one.kind === 'value' ? one.values[0]! : one.of;
  const sense = context.sense(mention);
  const column =
    sense.kind === 'value'
      ? context.column(sense.table, sense.column)
      : sense.kind === 'column'
        ? sense.columns[0]!
        : null;
  if (!column || !isState(column, context.table(sense.table))) return null;
  return { table: sense.table, column, text: mention.text };
}

/**
 * `guest bookings` asks for bookings rather than for guests with some; `transactions at the branch` where that is also
 * what a column of theirs says.
 */
function refuseCompound({ frame, entity, context }: Builder): void {
  for (const one of frame.conditions) {
    if (one.kind !== 'exists' || one.negated) continue;
    const rows = context.table(context.sense(one.of).table).label;
    const compound =
      frame.entity?.index === one.of.index - 1 &&
      !one.of.acts &&
      !GLUE.has(one.of.tokens[0]!.lower);
    if (entity !== null && compound)
      throw new Declined(
        'ambiguous',
        `Do you want ${context.table(entity).label} or their ${rows}? Say "${context.table(entity).label} with ${rows}" or "${rows}".`,
        one.of.text,
      );
    const own = one.of.values.find(({ table, match }) => table === entity && match !== 'near');
    if (own)
      throw new Declined(
        'ambiguous',
        `"${one.of.text}" is a ${context.column(own.table, own.column).label} of ${context.table(own.table).label} but may also mean ${rows}. Name the column you mean.`,
        one.of.text,
      );
  }
}

/** `frequent flyers`, `who approved the most`: a column that says yes or no is not what is asked for. */
function refuseFlagAlone({ items, entity, frame, context }: Builder): void {
  const [item] = items;
  const column = items.length === 1 && item!.columns?.length === 1 ? item!.columns[0]! : null;
  if (!column || entity !== null || !flagOf(column)) return;
  const { aggregate, distinct, of } = item!.thing;
  if (aggregate !== null || distinct || frame.distinct || frame.groups.length > 0) return;
  throw new Declined(
    'unsupported_question',
    `${column.label} is either yes or no. Ask for the ${context.table(item!.table).label} where it's yes.`,
    of.text,
  );
}

/** `makers in Hall A and Hall B`: in both, or in one of them. */
function refuseKindsOfAll(builder: Builder): void {
  const { frame, items, entity } = builder;
  const having = frame.having === true;
  if ((entity !== null && !having) || items.some(({ thing }) => thing.aggregate !== null)) return;
  const kinds = items.every((item) => item.columns !== null && !tellsApart(builder, item));
  const both = frame.conditions.find(
    (one) => one.kind === 'value' && one.joined === 'and' && one.values.length > 1,
  );
  const rows = frame.conditions.filter((one) => one.kind === 'exists');
  if (kinds && rows.length > (having ? 0 : 1) && frame.groups.length === 0)
    throw new Declined(
      'unsupported_question',
      "Plumbline can't check whether one of several rows meets all of these conditions.",
      items[0]!.thing.of.text,
    );
  if (!kinds || both?.kind !== 'value' || frame.groups.length > 0) return;
  throw allOrAny(both.values);
}
