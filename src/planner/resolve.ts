import { foldToLemmas } from '#src/catalog/fold.ts';
import { words } from '#src/language/tables.ts';
import { NAMING } from '#src/planner/condition-words.ts';
import { meansTable } from '#src/planner/cursor.ts';
import { type Frame, Unread } from '#src/planner/frame.ts';
import type { JoinGraph } from '#src/planner/joins.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { displayColumns, personName } from '#src/planner/lexicon/display.ts';
import { flagSenses } from '#src/planner/lexicon/flags.ts';
import { EXACT, HEAD, SYNONYM } from '#src/planner/lexicon/scores.ts';
import type { ColumnSense, NamedColumns } from '#src/planner/lexicon/senses.ts';
import { isMeasured, tells } from '#src/planner/measured.ts';
import { collectSlots, type Role, type Slot } from '#src/planner/slots.ts';
import { speaksOf } from '#src/planner/telling-words.ts';
import { unfit } from '#src/planner/unfit.ts';
import type { CatalogTable, ValueHit } from '#src/plugin-api/catalog.ts';

/** What a mention was taken for. */
export type Sense =
  | { readonly kind: 'table'; readonly table: string }
  | { readonly kind: 'column'; readonly table: string; readonly columns: NamedColumns }
  | {
      readonly kind: 'value';
      readonly table: string;
      readonly column: string;
      readonly hits: readonly ValueHit[];
    };

export type Assignment = ReadonlyMap<Mention, Sense>;

export interface Resolution {
  readonly senses: Assignment;
  readonly cost: number;
}

interface Option {
  readonly sense: Sense;
  readonly cost: number;
  /** `hours`, taken for target hours where another table has hours: a number named in part, with one named in full beside it. */
  readonly isPart?: boolean;
}

/** Words that every table may have a column for: they are of the table that they are said of. */
const GENERIC = words(
  'name id title code number type date description detail status amount value address year',
);
const BEAM = 32;
const MAX_OPTIONS = 40;
const WORD_COST = 3;
const HOP_COST = 0.7;
const REFERENCE_COST = 0.15;
/** The value of a column that the verb names: `managed by Ann` is of the manager. */
const VERB_GAIN = 0.5;
/** Rows are counted rather than the values of a column that the words only half name. */
const COUNTED_PART_COST = 0.8;

/** The column is compared with a number that tells none of its rows apart. */
const OUTSIDE_COST = 1.5;

/** The ways to take the mentions of a frame, cheapest first: sure words, near tables. */
export function resolveFrame(
  frame: Frame,
  graph: JoinGraph,
  tables: ReadonlyMap<string, CatalogTable>,
  references: ReadonlyMap<string, string>,
): Resolution[] {
  const slots = collectSlots(frame);
  const said = new Set(slots.flatMap(({ mention }) => mention.tokens.map(({ lemma }) => lemma)));
  const withOptions = slots.map((slot) => ({ slot, options: optionsOf(slot, references, said) }));
  const order = withOptions.toSorted(
    (a, b) => rank(a.slot) - rank(b.slot) || a.options.length - b.options.length,
  );
  let beam: Resolution[] = [{ senses: new Map(), cost: 0 }];
  for (const { slot, options } of order) {
    if (options.length === 0)
      throw new Unread(
        'unsupported_question',
        `"${slot.mention.text}" can't be used this way.`,
        slot.mention.text,
      );
    const taken = (state: Resolution, among: readonly Option[]): Resolution[] =>
      among.flatMap(({ sense, cost: own }) => {
        const far = distanceCost(slot, sense, state.senses, graph, frame, tables);
        const cost = state.cost + own + far;
        if (!Number.isFinite(cost) || !fits(slot, sense, state.senses, frame)) return [];
        return [{ senses: new Map(state.senses).set(slot.mention, sense), cost }];
      });
    const inFull = options.filter(({ isPart }) => !isPart);
    const named = beam.flatMap((state) => taken(state, inFull));
    const next = named.length > 0 ? named : beam.flatMap((state) => taken(state, options));
    if (next.length === 0)
      throw unfit(slot, anchorOf(slot.ctx, beam[0]!.senses, frame), slots, tables);
    beam = next.sort((a, b) => a.cost - b.cost).slice(0, BEAM);
  }
  return beam;
}

/** Values come after the columns that they may be of. */
const rank = (slot: Slot) => (slot.roles.has('value') ? 2 : slot.roles.has('table') ? 0 : 1);

function optionsOf(
  slot: Slot,
  references: ReadonlyMap<string, string>,
  said: ReadonlySet<string>,
): Option[] {
  const { mention, roles } = slot;
  const found: Option[] = [];
  const only = (role: Role) => roles.has(role) && roles.size === 1;
  if (roles.has('value')) return valueOptions(slot, references);
  if (roles.has('table') || roles.has('thing')) {
    for (const { table, score } of mention.tables)
      found.push({
        sense: { kind: 'table', table: table.name },
        cost: (1 - (isSaid(table, said) ? Math.max(score, SAID) : score)) * WORD_COST,
      });
  }
  if (!only('table') && !(roles.has('table') && found.length > 0)) {
    const columns = roles.has('flag') ? flagSenses(mention.columns) : mention.columns;
    const isTable = mention.tables.some(({ score }) => score === EXACT);
    const isNamed = columns.some((sense) => sense.score >= SYNONYM && isNumber(sense));
    for (const sense of columns) {
      // `guests by band` of bands is none of a `price band`.
      if (isTable && sense.score <= HEAD && !roles.has('measure')) continue;
      if (roles.has('measure') && !sense.columns.every((column) => isMeasured(column, sense.score)))
        continue;
      const reference = sense.columns.some((column) =>
        references.has(`${sense.table.name}\0${column.name}`),
      );
      found.push({
        sense: { kind: 'column', table: sense.table.name, columns: sense.columns },
        isPart: isNamed && sense.score <= HEAD && isNumber(sense),
        cost:
          (1 - sense.score) * WORD_COST +
          (reference ? REFERENCE_COST : 0) +
          (slot.compared !== null && !tells(sense.columns[0]!, slot.compared) ? OUTSIDE_COST : 0) +
          (roles.has('count') && sense.score < 0.85 ? COUNTED_PART_COST : 0),
      });
    }
  }
  if (roles.has('table') && found.length === 0) {
    for (const sense of mention.columns)
      found.push({
        sense: { kind: 'column', table: sense.table.name, columns: sense.columns },
        cost: (1 - sense.score) * WORD_COST,
      });
  }
  return found.sort((a, b) => a.cost - b.cost).slice(0, 2 * MAX_OPTIONS);
}

const isNumber = ({ columns }: ColumnSense): boolean =>
  columns.every(({ kind }) => kind === 'measure');

/** A value without its case and outer spaces. */
const plainly = (value: ValueHit['value']) =>
  String(value).trim().replace(/\s+/g, ' ').toLowerCase();

/** Words of one name that are said apart. */
const SAID = 0.95;

/** `items in each order` where a table is called order items: each word of its name is said. */
const isSaid = ({ label }: CatalogTable, said: ReadonlySet<string>) =>
  foldToLemmas(label)
    .split(' ')
    .every((word) => said.has(word));

const MATCH_COST = { exact: 0, folded: 0.05, lemma: 0.4, near: 9 } as const;

function valueOptions(slot: Slot, references: ReadonlyMap<string, string>): Option[] {
  const { mention, verb } = slot;
  const byColumn = new Map<string, ValueHit[]>();
  for (const hit of mention.values) {
    const key = `${hit.table}\0${hit.column}`;
    byColumn.set(key, [...(byColumn.get(key) ?? []), hit]);
  }
  return [...byColumn].map(([key, hits]) => {
    const best = Math.min(...hits.map((hit) => MATCH_COST[hit.match]));
    const sure = hits.filter((hit) => MATCH_COST[hit.match] === best);
    // A value is looked for however its case and spaces are written in the data, unless it is quoted.
    const written = new Set(sure.map(({ value }) => plainly(value)));
    const kept = mention.quoted ? sure : hits.filter(({ value }) => written.has(plainly(value)));
    const { table, column } = kept[0]!;
    return {
      sense: { kind: 'value', table, column, hits: kept },
      cost:
        best +
        (references.has(key) ? REFERENCE_COST : 0) -
        (verb !== null && speaksOf(verb, foldToLemmas(column).split(' ')) ? VERB_GAIN : 0),
    };
  });
}

/** How far a sense lies from what it is said of. */
function distanceCost(
  slot: Slot,
  sense: Sense,
  senses: Assignment,
  graph: JoinGraph,
  frame: Frame,
  tables: ReadonlyMap<string, CatalogTable>,
): number {
  const anchor = anchorOf(slot.ctx, senses, frame);
  if (anchor) {
    const owned = slot.ctx !== null && !slot.roles.has('value') && !slot.roles.has('table');
    const distance = graph.distance(anchor.table, sense.table);
    const acted = slot.verb !== null && !NAMING.has(slot.verb);
    if (distance === 0 && acted && isOwnName(sense, tables)) return Infinity;
    if (owned && distance > 0 && GENERIC.has(slot.mention.lemma) && !isOnlyMeasure(slot, sense))
      return Infinity;
    if (slot.near && distance > 0 && !graph.toOne(anchor.table, sense.table))
      return isOfAsked(slot, sense, senses, frame)
        ? HOP_COST * distance
        : slot.roles.has('flag')
          ? Infinity
          : rankedCost(sense, senses, graph, frame);
    return (owned ? HOP_COST + 0.3 : HOP_COST) * distance;
  }
  let nearest = senses.size === 0 ? 0 : Infinity;
  for (const other of senses.values())
    nearest = Math.min(nearest, graph.distance(other.table, sense.table));
  return HOP_COST * nearest;
}

/** `students taking French`, `services that depend on login`: it is not the asked rows that are called so. */
function isOwnName(sense: Sense, tables: ReadonlyMap<string, CatalogTable>): boolean {
  if (sense.kind !== 'value') return false;
  const table = tables.get(sense.table)!;
  const names = [...displayColumns(table), ...(personName(table) ?? [])];
  return names.some(({ name }) => name === sense.column);
}

/** `top 3 customers by amount` where only one table has amounts. */
function isOnlyMeasure({ mention }: Slot, sense: Sense): boolean {
  if (sense.kind !== 'column' || sense.columns.length !== 1) return false;
  const sure = mention.columns.filter(({ score }) => score >= 0.85);
  const [column] = sense.columns;
  return sure.length === 1 && sure[0]!.columns[0] === column && column!.kind === 'measure';
}

/** `top 5 products by revenue in the West`: a value may be of the rows that rank the asked ones. */
function rankedCost(sense: Sense, senses: Assignment, graph: JoinGraph, frame: Frame): number {
  const by = frame.order.length === 1 ? frame.order[0]!.by : null;
  const ranking = by && senses.get(by.of);
  if (!ranking || !graph.toOne(ranking.table, sense.table)) return Infinity;
  return HOP_COST * (1 + graph.distance(ranking.table, sense.table));
}

/** `tickets of cancelled flights not refunded`: what is said after them may be of the asked rows themselves. */
const isOfAsked = (slot: Slot, sense: Sense, senses: Assignment, { entity }: Frame): boolean =>
  slot.roles.has('flag') && entity !== null && senses.get(entity)?.table === sense.table;

const anchorOf = (ctx: Mention | null, senses: Assignment, frame: Frame): Sense | null =>
  (ctx && senses.get(ctx)) ?? (frame.entity && senses.get(frame.entity)) ?? null;

/** A value must stand in the column that the question names for it. */
function fits(slot: Slot, sense: Sense, senses: Assignment, frame: Frame): boolean {
  if (sense.kind !== 'value' || !slot.of || slot.of === slot.mention) return true;
  const column = senses.get(slot.of);
  if (!column) return true;
  if (column.kind === 'column')
    return (
      column.table === sense.table &&
      column.columns.some((one) => one.name === sense.column) &&
      !hasItself(anchorOf(slot.ctx, senses, frame), slot.of, column)
    );
  if (column.kind === 'value')
    return column.table === sense.table && column.column === sense.column;
  return column.table === sense.table;
}

/** `customers whose city is Rome` where customers have a city: that of their stores is another one. */
function hasItself(anchor: Sense | null, of: Mention, taken: Sense): boolean {
  if (!anchor || anchor.table === taken.table || meansTable(of)) return false;
  const scoreIn = (table: string) =>
    Math.max(0, ...of.columns.filter((one) => one.table.name === table).map(({ score }) => score));
  return scoreIn(anchor.table) >= Math.max(SAID, scoreIn(taken.table));
}
