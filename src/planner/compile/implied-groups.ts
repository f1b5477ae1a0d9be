import {
  type Builder,
  type Item,
  isKeyed,
  itemOf,
  tellsApart,
} from '#src/planner/compile/builder.ts';
import { isCounted } from '#src/planner/compile/conditions.ts';
import { type Group, Unread } from '#src/planner/frame.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { isNumeric } from '#src/planner/measured.ts';

/** What the rows are grouped by: as asked, or as "most" and "more than" over the rows of a column imply. */
export function groupsOf(builder: Builder, aggregated: boolean): (Item | Group)[] {
  const { each } = builder.frame;
  const asked = aggregated && each ? [{ of: each, unit: null }] : [];
  const groups = [...builder.frame.groups, ...asked].map((group) =>
    group.of
      ? itemOf(builder, { of: group.of, ctx: null, aggregate: null, distinct: false })
      : group,
  );
  refuseOwnNames(builder, groups);
  if (groups.length > 0) return groups;
  const plain = builder.items.filter((item) => item.thing.aggregate === null);
  if (builder.frame.frequency) return mostFrequent(builder, plain);
  if (!aggregated) {
    const counting = countingOf(builder);
    const ofColumn =
      counting.length > 0 && counting.every((item) => holdsGroups(builder, item, plain));
    return ofColumn ? plain : [];
  }
  if (plain.length === 0) return [];
  const counted = builder.items.filter((item) => item.thing.aggregate !== null);
  const apart = counted.every(
    (item) => item.thing.aggregate === 'count' || !plain.some((one) => one.table === item.table),
  );
  if (apart) {
    refuseAmounts(plain);
    refuseBothCounts(builder.items);
    return plain;
  }
  throw new Unread(
    'unsupported_question',
    'The question asks for both a calculated number and individual rows.',
    plain[0]!.thing.of.text,
  );
}

/** `the number of invoices and their total`: an amount is no kind of rows, unless the question says that it groups them. */
function refuseAmounts(plain: readonly Item[]): void {
  for (const { thing, columns } of plain)
    for (const { kind, type, label } of columns ?? [])
      if (kind === 'measure' && isNumeric(type))
        throw new Unread(
          'ambiguous',
          `Do you want one number for each ${label}, or its sum or average? Ask "by ${label}", "total" or "average".`,
          thing.of.text,
        );
}

/** `the number of members and trainers`: of both, or of the members of each trainer. */
function refuseBothCounts(items: readonly Item[]): void {
  const [first, ...others] = items;
  const rows = others.find(({ thing, columns }) => {
    const word = thing.of.tokens.at(-1);
    return thing.aggregate === null && columns === null && word?.lemma !== word?.lower;
  });
  if (first!.thing.aggregate === 'count' && first!.columns === null && rows)
    throw new Unread(
      'ambiguous',
      `Do you want both numbers, or the number of ${first!.thing.of.text} for each of the ${rows.thing.of.text}? Say "by", or ask for one number at a time.`,
      rows.thing.of.text,
    );
}

/** `documents by name`: a list of them, rather than how many are called the same, where nothing says that they are counted. */
function refuseOwnNames({ items, context }: Builder, groups: readonly (Item | Group)[]): void {
  const [group, second] = groups;
  if (!group || second || !('thing' in group) || !items.every(({ thing }) => thing.implied)) return;
  const { table, columns, thing } = group;
  const names = displayColumns(context.table(table));
  const isOwn = columns?.every((column) => names.includes(column));
  if (isOwn && items.every((item) => item.table === table))
    throw new Unread(
      'unsupported_question',
      `Should they be listed by "${thing.of.text}" or counted? Say "sorted by" or "number of".`,
      thing.of.text,
    );
}

/** `the most common city`: the rows that share a value are counted. */
function mostFrequent(builder: Builder, plain: Item[]): Item[] {
  const rows = (item: Item) =>
    item.columns === null ||
    isKeyed(builder, item) ||
    item.columns.every((column) => column.profile?.unique);
  if (plain.length === 0 || plain.some(rows))
    throw new Unread(
      'unsupported_question',
      'What should be counted to find the most frequent one?',
      plain[0]?.thing.of.text ?? null,
    );
  const counted = builder.entity ?? plain[0]!.table;
  builder.context.assume(`Rows of ${builder.context.table(counted).label} are counted.`);
  return plain;
}

/** What is computed for the order and in conditions: `with more than 3 orders`. */
function countingOf(builder: Builder): readonly Item[] {
  const ordered = builder.orders.map(({ item }) => item);
  const conditions = builder.frame.conditions.map((one) =>
    isCounted(one) ? itemOf(builder, one.of!) : null,
  );
  return [...ordered, ...conditions].flatMap((item) => (item && isComputed(item) ? [item] : []));
}

const isComputed = (item: Item) => item.thing.aggregate !== null;

/** Whether what is counted are the rows that hold the plain columns, so that those group them. */
function holdsGroups(builder: Builder, counted: Item, plain: readonly Item[]): boolean {
  return (
    plain.length > 0 &&
    plain.every((item) => {
      if (item.columns === null || isKeyed(builder, item)) return false;
      if (item.table !== counted.table && tellsApart(builder, item)) return false;
      if (builder.entity !== null)
        return builder.entity === counted.table && item.table === counted.table;
      return builder.context.graph.toOne(counted.table, item.table) !== null;
    })
  );
}
