import { wordsOf } from '#src/catalog/name-keys.ts';
import type { Builder, Item } from '#src/planner/compile/builder.ts';
import { isCounted } from '#src/planner/compile/conditions.ts';
import { refuseOtherWays } from '#src/planner/compile/other-ways.ts';
import { refuseMissaid } from '#src/planner/compile/said-of.ts';
import type { BuildContext } from '#src/planner/compile-context.ts';
import { Declined, type Group, Unread } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';

/** Declines what reads equally well in two ways that its words cannot tell apart. */
export function refuseDoubts(builder: Builder): void {
  refuseLinks(builder);
  refuseSharedHead(builder);
  refuseOtherWays(builder);
  refuseMissaid(builder);
  refuseOncePerRow(builder);
  refuseRankedCounts(builder);
}

/** `how many customers in each country have the most orders`: those who are the first of their country, or of all. */
function refuseRankedCounts({ frame }: Builder): void {
  const { groups, select, order, limit } = frame;
  const [by] = order;
  const counts = select.length > 0 && select.every(({ aggregate }) => aggregate === 'count');
  const named = groups.some(({ of }) => of);
  if (limit === null || !counts || !named || !by?.by?.aggregate || by.shown) return;
  if (select.some(({ of }) => of === by.by!.of)) return;
  throw new Declined(
    'unsupported_question',
    `Plumbline can't count how many in each group come first by "${by.by.of.text}".`,
    by.by.of.text,
  );
}

/** `average pages of withdrawn copies`, which are those of their books: each copy has them, or each book once. */
function refuseOncePerRow({ frame, items, entity, context }: Builder): void {
  const [item] = items;
  const weighs = item?.thing.aggregate === 'sum' || item?.thing.aggregate === 'avg';
  if (entity !== null || items.length > 1 || !item?.columns || !weighs) return;
  for (const one of frame.conditions) {
    if (one.kind !== 'exists' || one.negated || one.verb) continue;
    const { table } = context.sense(one.of);
    if (table === item.table || context.graph.toOne(table, item.table) === null) continue;
    const [rows, owner] = [table, item.table].map((name) => context.table(name).label);
    throw new Unread(
      'ambiguous',
      `Several ${rows} can share one row of ${owner}. Should each row of ${owner} be used once, or once for each of the ${rows}?`,
      one.of.text,
    );
  }
}

/**
 * `train stations` where a table of that name only says which trains call at which stations: its rows are neither trains
 * nor stations.
 */
function refuseLinks({ frame, items, context }: Builder): void {
  const rows: (Mention | null)[] = [
    frame.entity,
    ...items.filter(({ columns }) => columns === null).map(({ thing }) => thing.of),
    ...frame.conditions.map((one) =>
      one.kind === 'exists' ? one.of : isCounted(one) ? one.of!.of : null,
    ),
  ];
  for (const mention of rows) {
    const sense = mention && context.sense(mention);
    if (sense?.kind !== 'table' || !isLink(sense.table, context)) continue;
    throw new Declined(
      'ambiguous',
      `${context.table(sense.table).label} only connects other tables. Which of those tables do you want rows from?`,
      mention!.text,
    );
  }
}

/** A table of nothing but references that is called by what it refers to. */
function isLink(name: string, context: BuildContext): boolean {
  const table = context.table(name);
  const parents = new Set<string>();
  for (const column of table.columns.filter(({ hidden }) => !hidden)) {
    const target = context.canonical(`${name}\0${column.name}`).split('\0')[0]!;
    if (target === name) return false;
    parents.add(target);
  }
  const words = new Set(wordsOf(table.label));
  return (
    parents.size > 1 &&
    [...parents].every((parent) =>
      wordsOf(context.table(parent).label).every((word) => words.has(word)),
    )
  );
}

const SHARED = new Set(['name', 'description', 'details', 'detail', 'title', 'type']);

/** `color code and description` of products: the description of the color, or of the product. */
function refuseSharedHead({ items, context }: Builder): void {
  for (const [index, item] of items.entries()) {
    const before = items[index - 1];
    const [key] = before?.columns?.length === 1 ? before.columns : [];
    if (!key || before!.thing.aggregate !== null || item.thing.aggregate !== null) continue;
    const target = context.canonical(`${before!.table}\0${key.name}`).split('\0')[0]!;
    const word = item.thing.details ? 'details' : item.thing.of.lemma;
    if (target === before!.table || item.table === target || !SHARED.has(word)) continue;
    if (item.table !== before!.table) continue;
    const other = context
      .table(target)
      .columns.find(
        ({ hidden, label }) => !hidden && wordsOf(label).at(-1) === wordsOf(word).at(-1),
      );
    if (other)
      throw new Declined(
        'ambiguous',
        `Do you mean the ${other.label} of ${context.table(target).label}, or the ${word} of ${context.table(item.table).label}?`,
        item.thing.of.text,
      );
  }
}

/**
 * `the number of students and of instructors for each department`: rows that belong to the groups each for themselves
 * are not counted over one another.
 */
export function refuseCrossedCounts(
  groups: readonly (Item | Group)[],
  counted: readonly Item[],
  context: BuildContext,
): void {
  const [first, ...others] = [...new Set(counted.map(({ table }) => table))];
  for (const group of groups) {
    if (!('table' in group) || first === undefined) continue;
    const way = context.graph.toOne(first, group.table);
    for (const other of others) {
      const own = context.graph.toOne(other, group.table);
      if (!way || !own || other === group.table || first === group.table) continue;
      if (way.some(({ to }) => to === other) || own.some(({ to }) => to === first)) continue;
      throw new Declined(
        'unsupported_question',
        `${context.table(first).label} and ${context.table(other).label} belong to ${context.table(group.table).label} separately. Ask for one number at a time.`,
      );
    }
  }
}
