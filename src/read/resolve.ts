import type { JoinGraph } from '#src/planner/joins.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { flagOf } from '#src/planner/lexicon/flags.ts';
import { isNumeric } from '#src/planner/measured.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type {
  Ask,
  Condition,
  Measure,
  Option,
  Order,
  Ref,
  ValueOption,
  ValueRef,
} from '#src/read/ask.ts';

/** What each name and value of a reading is taken for. */
export interface Choice {
  readonly refs: ReadonlyMap<Ref, Option>;
  readonly values: ReadonlyMap<ValueRef, ValueOption>;
  readonly cost: number;
}

export interface Schema {
  readonly graph: JoinGraph;
  readonly tables: ReadonlyMap<string, CatalogTable>;
  /** `table\0column` of a reference → the column that it refers to. */
  readonly references: ReadonlyMap<string, string>;
}

/** The table of an end of a reference, `table\0column`. */
export const tableOf = (end: string): string => end.split('\0')[0]!;

const BEAM = 24;
const HOP_COST = 0.3;
/** Beyond it two things of a question do not hang together. */
const FAR = 3.5;

type Slot =
  | {
      readonly kind: 'ref';
      readonly ref: Ref;
      readonly fits: (option: Option) => boolean;
      /** Whether it is counted: then rows are rather meant than their columns. */
      readonly counts: boolean;
      readonly near: Ref | null;
    }
  | {
      readonly kind: 'values';
      readonly values: readonly ValueRef[];
      readonly of: Ref | null;
      readonly near: Ref | null;
    };

/** The ways to take the names and values of a reading, cheapest first: sure words, near tables. */
export function choicesOf(ask: Ask, schema: Schema): readonly Choice[] {
  let beam: Choice[] = [{ refs: new Map(), values: new Map(), cost: 0 }];
  for (const slot of slotsOf(ask)) {
    const next: Draft[] = [];
    for (const choice of beam) next.push(...extended(choice, slot, ask, schema));
    if (next.length === 0) return [];
    beam = next
      .sort((a, b) => a.cost - b.cost)
      .slice(0, BEAM)
      .map(({ made }) => made());
  }
  return beam
    .map((choice) => ({ ...choice, cost: choice.cost + ofReferences(choice, schema) }))
    .sort((a, b) => a.cost - b.cost);
}

/** What it costs to take names for references to a key of the same name whose rows are spoken of. */
function ofReferences({ refs, values }: Choice, { references }: Schema): number {
  const spoken = new Set([...refs.values()].map(({ table }) => table));
  return [...refs].reduce((sum, [ref, option]) => {
    if (option.kind !== 'column') return sum;
    const [table, key] =
      references.get(`${option.table}\0${option.columns[0].name}`)?.split('\0') ?? [];
    if (table === undefined) return sum;
    const isKeyToo =
      table !== option.table &&
      spoken.has(table) &&
      ref.options.some(
        (one) => one.kind === 'column' && one.table === table && one.columns[0].name === key,
      );
    // `swimmers who won`: the swimmers, rather than the reference of the results that the value is of.
    const isOfValue =
      option.evidence !== 'name' &&
      [...values.values()].some((one) => one.table === option.table) &&
      ref.options.some((one) => isTable(one) && one.table === table && one.evidence === 'name');
    return isKeyToo || isOfValue ? sum + REFERENCE_COST : sum;
  }, 0);
}

/** A choice that is made only where no others are cheaper: most of them are never taken. */
interface Draft {
  readonly cost: number;
  made(): Choice;
}

function extended(choice: Choice, slot: Slot, ask: Ask, schema: Schema): readonly Draft[] {
  if (slot.kind === 'ref') {
    const known = choice.refs.get(slot.ref);
    if (known) return slot.fits(known) ? [{ cost: choice.cost, made: () => choice }] : [];
    const fitting = slot.ref.options.filter(slot.fits);
    const farFrom = distances(slot.near, choice, ask, schema);
    const inFull = fitting.filter((one) => !isNumberInPart(one, fitting));
    const isReached = inFull.some(({ table }) => farFrom(table) !== null);
    return (isReached ? inFull : fitting).flatMap((option) => {
      const far = farFrom(option.table);
      if (far === null) return [];
      const cost =
        choice.cost +
        option.cost +
        far +
        besides(option, fitting, slot.counts) +
        (takesEach(ask, slot.ref) ? refersTo(option, fitting, schema) : 0) +
        ofOthers(option, fitting, slot.near, choice);
      const made = () => ({ ...choice, refs: new Map(choice.refs).set(slot.ref, option), cost });
      return [{ cost, made }];
    });
  }
  return valueChoices(choice, slot, ask, schema);
}

/** `the name of the album`: what it costs that it is that of another thing, where albums have one, too. */
function ofOthers(
  option: Option,
  all: readonly Option[],
  near: Ref | null,
  { refs }: Choice,
): number {
  const owner = near && refs.get(near);
  const isOther =
    owner?.kind === 'table' && option.kind === 'column' && option.table !== owner.table;
  return isOther &&
    all.some((one) => one.table === owner.table && one.kind === 'column' && one.cost < OWN_COST)
    ? OTHERS_COST
    : 0;
}

/** `hours`, taken for target hours where another table has hours: a number named in part, with one named in full beside it. */
export const isNumberInPart = (option: Option, all: readonly Option[]): boolean =>
  option.evidence === 'part' &&
  isAmount(option) &&
  all.some((one) => one.evidence === 'name' && isAmount(one));

const isAmount = (option: Option): boolean =>
  option.kind === 'column' && option.columns.every(({ kind }) => kind === 'measure');

const OWN_COST = 0.3;
const OTHERS_COST = 0.3;
const REFERENCE_COST = 0.15;
const COUNTED_COLUMN_COST = 0.2;
const OTHER_THAN_NAME_COST = 0.35;

/** What it costs to take a name for a column that is counted where rows are called so, or its own rows are. */
const besides = (option: Option, all: readonly Option[], counts: boolean): number =>
  option.kind === 'column' &&
  counts &&
  all.some((one) => isTable(one) && (option.evidence !== 'name' || one.table === option.table))
    ? COUNTED_COLUMN_COST
    : 0;

/** Whether rows are taken one by one: as groups, or where each of two things is said of one of them. */
const takesEach = ({ groups, conditions }: Ask, ref: Ref): boolean =>
  groups.includes(ref) ||
  conditions.some((one) => one.kind === 'each' || (one.kind === 'value' && one.all));

/**
 * What it costs to take a name for a reference to rows that are called so: `owners`, of boats with an `owner_id`; `berth`, of a
 * `berth_code`, is rather the berth itself.
 */
function refersTo(option: Option, all: readonly Option[], { references }: Schema): number {
  const isWhole = option.evidence === 'name' && option.cost < CODE_COST;
  if (option.kind !== 'column' || isWhole) return 0;
  const target = references.get(`${option.table}\0${option.columns[0].name}`)?.split('\0')[0];
  const named = all.find((one) => isTable(one) && one.table === target && one.evidence === 'name');
  if (!named) return 0;
  return option.evidence === 'name' ? 2 * REFERENCE_COST : REFERENCE_COST;
}

/** From this cost on a name leaves out what says that it is a code. */
const CODE_COST = 0.1;

function valueChoices(
  choice: Choice,
  { values, of, near }: Extract<Slot, { kind: 'values' }>,
  ask: Ask,
  schema: Schema,
): readonly Draft[] {
  const [first] = values;
  const farFrom = distances(null, choice, ask, schema);
  return first!.options.flatMap((option): readonly Draft[] => {
    const all = values.map((value) =>
      value.options.find(({ table, column }) => table === option.table && column === option.column),
    );
    if (all.some((one) => one === undefined)) return [];
    const named = of === null ? null : namedBy(option, of, schema);
    if (of && !named) return [];
    const beside = near ? choice.refs.get(near) : undefined;
    if (near && beside === undefined && !near.options.some(({ table }) => table === option.table))
      return [];
    if (beside && beside.table !== option.table) return [];
    const far = farFrom(option.table);
    if (far === null) return [];
    const cost =
      choice.cost +
      option.cost +
      (named?.cost ?? 0) +
      far * 1.2 +
      ((near && of === null) || (of && !isColumnOf(option, of))
        ? ofOtherThanName(option, first!, schema)
        : 0);
    const made = () => {
      const chosen = new Map(choice.values);
      for (const [index, value] of values.entries()) chosen.set(value, all[index]!);
      const refs = of && named ? new Map(choice.refs).set(of, named.option) : choice.refs;
      return { refs, values: chosen, cost };
    };
    return [{ cost, made }];
  });
}

const isColumnOf = ({ table, column }: ValueOption, { options }: Ref): boolean =>
  options.some(
    (one) =>
      one.kind === 'column' &&
      one.table === table &&
      one.columns.some(({ name }) => name === column),
  );

/** `the album called X`: what it costs that another column holds the value beside the one that rows are called by. */
function ofOtherThanName(
  { table, column }: ValueOption,
  { options }: ValueRef,
  { tables }: Schema,
): number {
  const names = displayColumns(tables.get(table)!).map(({ name }) => name);
  const isName = (one: ValueOption) => one.table === table && names.includes(one.column);
  return !names.includes(column) && options.some(isName) ? OTHER_THAN_NAME_COST : 0;
}

/** Whether a value stands in the column that is named beside it, or in what that column refers to. */
function namedBy(
  value: ValueOption,
  of: Ref,
  { tables, references }: Schema,
): { readonly cost: number; readonly option: Option } | null {
  let best: { cost: number; option: Option } | null = null;
  for (const option of of.options) {
    if (option.kind !== 'column') continue;
    const own =
      option.table === value.table && option.columns.some(({ name }) => name === value.column);
    const refers = option.columns.some(
      ({ name }) =>
        option.table !== value.table &&
        references.get(`${option.table}\0${name}`)?.split('\0')[0] === value.table &&
        tables
          .get(value.table)!
          .columns.some((column) => column.name === value.column && column.type === 'text'),
    );
    if (!own && !refers) continue;
    const cost = option.cost + (own ? 0 : 0.2);
    if (best === null || cost < best.cost) best = { cost, option };
  }
  return best;
}

/** What it costs that a table is not the one that the rest is about; null: it has nothing to do with it. */
function distances(
  near: Ref | null,
  choice: Choice,
  ask: Ask,
  { graph }: Schema,
): (table: string) => number | null {
  const anchor = near
    ? choice.refs.get(near)
    : ask.entity
      ? choice.refs.get(ask.entity)
      : undefined;
  const others = new Set<string>();
  for (const { table } of choice.refs.values()) others.add(table);
  for (const { table } of choice.values.values()) others.add(table);
  if (others.size === 0) return () => 0;
  return (table) => {
    const hops = (to: string) => {
      const found = graph.distance(to, table);
      return Number.isFinite(found) ? found : FAR * 2;
    };
    let nearest = Infinity;
    for (const other of others) nearest = Math.min(nearest, hops(other));
    if (nearest > FAR) return null;
    const own = anchor ? hops(anchor.table) : nearest;
    return HOP_COST * (0.7 * own + 0.3 * nearest);
  };
}

const isTable = (option: Option) => option.kind === 'table';
const isColumn = (option: Option) => option.kind === 'column';

const isMeasured = (column: CatalogColumn) =>
  isNumeric(column.type) || column.kind === 'time' || column.type === 'time';

/** Whether a name can be that of a column of yes and no. */
export const isFlagColumn = (option: Option): boolean =>
  option.kind === 'column' && option.columns.length === 1 && flagOf(option.columns[0]) !== null;

const isOrdered = (option: Option) =>
  isNumber(option) ||
  (option.kind === 'column' && option.columns.length === 1 && isMeasured(option.columns[0]));

const isNumber = (option: Option) =>
  option.kind === 'column' &&
  option.columns.length === 1 &&
  isNumeric(option.columns[0].type) &&
  // `two or more regions` are no numbers of regions.
  (option.columns[0].kind !== 'identifier' || option.evidence === 'name');

function slotsOf(ask: Ask): readonly Slot[] {
  const slots: Slot[] = [];
  const ref = (
    of: Ref,
    fits: (option: Option) => boolean,
    near: Ref | null = null,
    counts = false,
  ) => slots.push({ kind: 'ref', ref: of, fits, near, counts });
  if (ask.entity) ref(ask.entity, isTable);
  for (const { context } of ask.items) if (context) ref(context, isTable);
  for (const group of ask.groups) ref(group, () => true);
  const [group] = ask.groups;
  for (const item of ask.items)
    ref(
      item.of,
      fitsMeasure(item),
      item.context ?? (item.fn === null ? (group ?? null) : null),
      item.fn === 'count' && !item.distinct,
    );
  for (const order of ask.orders) {
    if (order.by.context) ref(order.by.context, isTable);
    slots.push(slotOfOrder(order, order.by.context));
  }
  for (const one of [...ask.conditions, ...ask.either.flat()]) slots.push(...slotsOfCondition(one));
  return slots;
}

function slotOfOrder({ by, picks }: Order, near: Ref | null): Slot {
  const fits =
    picks && by.fn === null
      ? (one: Option) =>
          one.kind === 'column' &&
          one.columns.length === 1 &&
          isMeasured(one.columns[0]) &&
          one.columns[0].kind !== 'identifier'
      : fitsMeasure(by);
  return { kind: 'ref', ref: by.of, fits, near, counts: by.fn === 'count' && !by.distinct };
}

function slotsOfCondition(one: Condition): readonly Slot[] {
  switch (one.kind) {
    case 'value':
      return [{ kind: 'values', values: one.values, of: one.of, near: one.near }];
    case 'each':
      return one.parts.flatMap(slotsOfCondition);
    case 'computed':
      return [
        {
          ...{ kind: 'ref', ref: one.of.of, near: null, counts: false },
          fits: fitsMeasure(one.of),
        },
      ];
    case 'frequent':
      return [{ kind: 'ref', ref: one.of, fits: isColumn, near: null, counts: false }];
    case 'rows':
      return [{ kind: 'ref', ref: one.of, fits: isTable, near: null, counts: false }];
    case 'picked':
      return [
        { kind: 'ref', ref: one.of, fits: isTable, near: null, counts: false },
        slotOfOrder(one.order, one.of),
        ...(one.order.by.said ?? []).flatMap(slotsOfCondition),
      ];
    case 'number':
    case 'between':
      return [
        { kind: 'ref', ref: one.of, fits: isNumber, near: null, counts: one.kind === 'number' },
      ];
    case 'compared':
      return [
        { kind: 'ref', ref: one.of, fits: isNumber, near: null, counts: false },
        ...one.among.flatMap(slotsOfCondition),
        ...(one.sharing ? [slotOfSharing(one.sharing, one.of)] : []),
      ];
    case 'columns':
      return [
        { kind: 'ref', ref: one.of, fits: isOrdered, near: null, counts: false },
        { kind: 'ref', ref: one.than, fits: isOrdered, near: one.of, counts: false },
      ];
    case 'match':
      return [
        {
          kind: 'ref',
          ref: one.of,
          fits: (option) =>
            option.kind === 'column' && option.columns.every(({ type }) => type === 'text'),
          near: null,
          counts: false,
        },
      ];
    case 'flag':
      return [{ kind: 'ref', ref: one.of, fits: isFlagColumn, near: null, counts: false }];
    case 'period':
      return one.of
        ? [{ kind: 'ref', ref: one.of, fits: isColumn, near: null, counts: false }]
        : [];
  }
}

/** What rows have in common: `the average of their rig`. */
const slotOfSharing = (ref: Ref, near: Ref): Slot => ({
  ...{ kind: 'ref', ref, fits: () => true, near, counts: false },
});

const fitsMeasure =
  ({ fn }: Measure) =>
  (option: Option): boolean => {
    if (fn === null || fn === 'count') return true;
    if (option.kind !== 'column' || option.columns.length !== 1) return false;
    const [column] = option.columns;
    if (column.kind === 'identifier') return false;
    return fn === 'min' || fn === 'max' ? isMeasured(column) : isNumeric(column.type);
  };
