import { wordsOf } from '#src/catalog/name-keys.ts';
import type { Builder, Item } from '#src/planner/compile/builder.ts';
import { same } from '#src/planner/compile/finish.ts';
import { columnsOf, shownColumns } from '#src/planner/compile/shown.ts';
import { Declined, type Group, Unread } from '#src/planner/frame.ts';
import { isAlone } from '#src/planner/lexicon/display.ts';
import { isNumeric } from '#src/planner/measured.ts';
import { checkVerb } from '#src/planner/predicates/periods.ts';
import { timeColumn } from '#src/planner/predicates/time-column.ts';
import type { Scope } from '#src/planner/scope.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { DatePart, Expr, SelectItem } from '#src/plugin-api/query.ts';

/** Adds a group to the keys and the columns of a query. */
export function addGroup(
  builder: Builder,
  group: Item | Group,
  scope: Scope,
  groupBy: Expr[],
  select: SelectItem[],
  plain: readonly Item[],
): void {
  if (!('table' in group)) {
    const expr = timeGroup(builder, group, scope);
    groupBy.push(expr);
    select.push({ expr, as: group.part ?? group.unit! });
    return;
  }
  const own = group.columns === null;
  if (own) refuseOwnAverage(builder, group);
  if (own) groupBy.push(...keyOf(builder, group.table, scope));
  if (own && plain.some((item) => item.table === group.table) && tellsEach(builder, plain)) return;
  const columns = group.columns ?? shownColumns(builder, group.table);
  refuseAverageOfKeys(builder, group, columns);
  for (const column of columns) {
    const expr = scope.column(group.table, column.name);
    if (!groupBy.some((one) => same(one, expr))) groupBy.push(expr);
    select.push({ expr, as: column.name });
  }
}

/** Whether what is shown says which row each is, as far as it has to: several columns may be all that is asked. */
const tellsEach = ({ context }: Builder, plain: readonly Item[]): boolean =>
  plain.length > 1 ||
  plain.some(
    ({ table, columns }) => columns?.length !== 1 || !isAlone(context.table(table), columns[0]),
  );

function timeGroup(builder: Builder, group: Group, scope: Scope): Expr {
  const { table, column } = timeColumn(builder.context, scope.base, null, group.verb ?? null);
  if (group.verb) checkVerb(group.verb, table, column, builder.context);
  refuseFiner(group, column);
  if (!scope.reach(table))
    throw new Declined('unsupported_question', "The question doesn't say which date to use.");
  const arg = scope.column(table, column.name);
  return group.part ? partOf(group.part, column, arg, builder) : bucketOf(group, column, arg);
}

/** What a part that comes again is the size of. */
const SIZE_OF_PARTS: Partial<Record<DatePart['part'], string>> = { weekday: 'day' };

/** `by weekday`: the same part of all weeks, days or years. */
function partOf(
  part: DatePart['part'],
  { type, label }: CatalogColumn,
  arg: Expr,
  { context }: Builder,
): Expr {
  if (type !== 'date' && type !== 'timestamp')
    throw new Declined('unsupported_question', `${label} has no dates.`, label);
  if (part === 'hour' && type === 'date')
    throw new Declined('not_in_data', `${label} has dates without a time of day.`, label);
  context.assume(TOLD_OF_PARTS[part] ?? '');
  return { kind: 'part', part, arg };
}

const TOLD_OF_PARTS: Partial<Record<DatePart['part'], string>> = {
  weekday: 'Weekdays are numbered from 1 (Monday) to 7 (Sunday).',
  month: 'Months are numbered from 1 (January) to 12 (December), with all years combined.',
  hour: 'Hours run from 0 to 23, with all days combined.',
};

const SIZES = ['day', 'week', 'month', 'quarter', 'year'];

/** `requests per day` of rows that are kept by month. */
function refuseFiner({ unit: whole, part }: Group, { label }: CatalogColumn): void {
  const unit = part ? (SIZE_OF_PARTS[part] ?? part) : whole;
  const kept = SIZES.indexOf(wordsOf(label).at(-1)!);
  if (kept <= 0 || SIZES.indexOf(unit!) >= kept) return;
  throw new Declined('not_in_data', `The data is stored by ${SIZES[kept]}, not by ${unit}.`, unit);
}

/** `errors per request` is one number divided by another. */
export function refuseRatios({ frame, context, items }: Builder): void {
  const summed = items.some(({ thing }) => thing.aggregate === 'sum');
  for (const { of, per } of frame.groups) {
    const sense = per && of ? context.sense(of) : null;
    const [column] = sense?.kind === 'column' ? sense.columns : [];
    if (column?.kind !== 'measure' || !isNumeric(column.type)) continue;
    if (!summed && (column.profile?.distinctCount ?? Infinity) <= FEW) continue;
    throw new Declined(
      'unsupported_question',
      `Ratios of two columns aren't supported. To get one number for each ${column.label}, ask "by ${column.label}".`,
      of!.text,
    );
  }
}

/** A number with so few values tells kinds apart: `tickets per rating`. */
const FEW = 12;

function keyOf(builder: Builder, table: string, scope: Scope): Expr[] {
  const key = builder.context.table(table).primaryKey;
  if (!key)
    throw new Declined(
      'unsupported_question',
      `The table ${table} has no key, so its rows can't be grouped individually.`,
      table,
    );
  return key.map((name) => scope.column(table, name));
}

/** `statuses and average populations of each city`: each city has one population, so that other groups are meant. */
function refuseOwnAverage({ items }: Builder, group: Item): void {
  const own = items.find(({ thing, table }) => thing.aggregate === 'avg' && table === group.table);
  if (own && !own.per)
    throw new Unread(
      'unsupported_question',
      `Each row of ${group.table} has one ${own.thing.of.text}. Which groups should the average be calculated for?`,
      own.thing.of.text,
    );
}

/** `average salary by department` where a department has only a key: it could be the average of averages. */
function refuseAverageOfKeys(
  builder: Builder,
  group: Item,
  columns: readonly CatalogColumn[],
): void {
  if (!builder.items.some((item) => item.thing.aggregate === 'avg')) return;
  const { text } = group.thing.of;
  const key = builder.context.table(group.table).primaryKey;
  const isKey = (column: CatalogColumn) =>
    group.columns === null
      ? key!.includes(column.name)
      : column.kind === 'identifier' && !/(id|code|number|key)s?$/i.test(text);
  if (!columns.every(isKey) || holdsItself(builder, group, columns)) return;
  throw new Declined(
    'ambiguous',
    `Do you want the average within each row of ${group.table}, or the average across all of them?`,
    text,
  );
}

/** `average attendance by home team`: the averaged rows say themselves which of the others they are of. */
function holdsItself(
  { items, context, frame }: Builder,
  { table }: Item,
  columns: readonly CatalogColumn[],
): boolean {
  const averaged = items.filter(({ thing }) => thing.aggregate === 'avg');
  // `average hours per person` may divide the hours of all by the persons.
  if (frame.groups.some(({ per }) => per)) return false;
  return (
    averaged.every((item) => item.table === table) &&
    columns.every(({ name }) => context.references.has(`${table}\0${name}`))
  );
}

function bucketOf(group: Group, column: CatalogColumn, arg: Expr): Expr {
  if (column.type === 'date' || column.type === 'timestamp')
    return { kind: 'bucket', unit: group.unit!, arg };
  if (group.unit === 'year' && isNumeric(column.type)) return arg;
  throw new Declined('unsupported_question', `${column.label} has no dates.`, column.label);
}

/** Adds a plain column that is asked beside groups; it must be the same within each. */
export function addPlain(
  builder: Builder,
  item: Item,
  scope: Scope,
  groupBy: Expr[],
  select: SelectItem[],
  groups: readonly (Item | Group)[],
): void {
  const keyed = groups.some(
    (group) => 'table' in group && group.columns === null && group.table === item.table,
  );
  for (const chosen of columnsOf(builder, item, scope)) {
    const known = groupBy.some((expr) => same(expr, chosen.expr));
    if (!known && !keyed)
      throw new Unread(
        'unsupported_question',
        `"${item.thing.of.text}" differs within a group.`,
        item.thing.of.text,
      );
    if (!known) groupBy.push(chosen.expr);
    select.push(chosen);
  }
}
