import { plural } from '#src/catalog/catalog-names.ts';
import { lemma } from '#src/catalog/fold.ts';
import { type ReachedColumn, reachedColumns, reachedTables } from '#src/catalog/reach.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import { AGGREGATE_NAMES, FUNCTIONS } from '#src/query/functions.ts';

const MAX_QUESTIONS = 8;
/** With so many, related tables need no questions of each table alone; and of so many tables. */
const ENOUGH = 3;
const MOST_TABLES = 3;
/** Groups that a suggested breakdown has. */
const MIN_GROUPS = 2;
const MAX_GROUPS = 40;
/** Measures that people ask for first. */
const FAVOURITES = ['revenue', 'sales', 'profit', 'amount', 'total', 'price', 'cost', 'quantity'];
/** Measures that are summaries already: their averages read badly. */
const SUMMARIES: ReadonlySet<string> = new Set(
  AGGREGATE_NAMES.flatMap((name) =>
    FUNCTIONS[name].combine === 'sum' ? [] : FUNCTIONS[name].asked,
  ),
);

interface Measure {
  readonly table: CatalogTable;
  readonly column: CatalogColumn;
}

/**
 * Up to eight questions that the built-in planner answers, from measures, groups and periods that the catalog has:
 * in turn one of each set of related tables, so that each file has its own. A name that several things bear is told
 * apart by its table; the year of a period is read off the data's range, so callers under a row filter are not shown
 * them.
 */
export function starterQuestions(catalog: Catalog): string[] {
  const measures = rankedMeasures(catalog);
  const found: string[][] = [];
  for (const tables of relatedTables(catalog)) {
    const questions = questionsOf(catalog, tables, measures);
    if (questions.length > 0) found.push(questions);
    if (found.length === MAX_QUESTIONS) break;
  }
  const turns = Array.from({ length: MAX_QUESTIONS }, (_, turn) =>
    found.flatMap((questions) => questions[turn] ?? []),
  );
  return [...new Set(turns.flat())].slice(0, MAX_QUESTIONS);
}

function questionsOf(
  catalog: Catalog,
  tables: readonly CatalogTable[],
  measures: readonly Measure[],
): string[] {
  const own = measures.filter(({ table }) => tables.includes(table));
  const additive = own.find(({ column }) => column.additive === true);
  const totals = additive ? measureQuestions(catalog, additive) : [];
  const others = [...countQuestions(catalog, tables), ...averageQuestions(catalog, own)];
  if (totals.length + others.length >= ENOUGH) return [...totals, ...others];
  const ofTables = tables.slice(0, MOST_TABLES).flatMap((table) => tableQuestions(catalog, table));
  return [...new Set([...totals, ...ofTables, ...others])];
}

/** What a table can be asked first: a total by a category and by month, its rows. Empty where there is no such table. */
export function tableStarters(catalog: Catalog, name: string): string[] {
  const find = (wanted: string) =>
    catalog.tables.find((one) => one.name.toLowerCase() === wanted.toLowerCase());
  const table = find(name);
  // Questions are asked of the table that has all of its rows.
  const asked = table?.coveredBy === undefined ? table : (find(table.coveredBy) ?? table);
  return asked ? tableQuestions(catalog, asked) : [];
}

/** Tables that relationships connect, those of most rows first. */
function relatedTables({ tables, relationships }: Catalog): CatalogTable[][] {
  const sets = new Map(tables.map((table) => [table.name, new Set([table])]));
  for (const { from, to } of relationships) {
    const [one, other] = [sets.get(from.table), sets.get(to.table)];
    if (!one || !other || one === other) continue;
    for (const table of other) sets.set(table.name, one.add(table));
  }
  const most = (set: readonly CatalogTable[]) => set[0]?.rowCount ?? 0;
  return [...new Set(sets.values())]
    .map((set) => [...set].sort((a, b) => b.rowCount - a.rowCount))
    .sort((a, b) => most(b) - most(a));
}

/** What one table can be asked whatever others are called: a total by group and by month, a count, its rows. */
function tableQuestions(catalog: Catalog, table: CatalogTable): string[] {
  if (!isOwnTable(catalog, table.label) || table.rowCount === 0) return [];
  const [measure] = measuresOf(table).filter(({ column }) => column.additive === true);
  const [group] = groupsOf(catalog, table, (column) => table.columns.includes(column));
  const year = ownYear(table);
  const things = plural(table.label);
  const total = measure && totalIn(catalog, measure);
  return [
    ...(total && group ? [`${total} by ${group.column.label}`] : []),
    ...(total && year ? [`${total} by month in ${year}`] : []),
    ...(!total && group ? [`how many ${things} by ${group.column.label}`] : []),
    ...(!total && year ? [`how many ${things} per month in ${year}`] : []),
    `show all ${things}`,
  ];
}

function measureQuestions(catalog: Catalog, { table, column }: Measure): string[] {
  const groups = groupsOf(catalog, table);
  const time = favouriteRank(column) < FAVOURITES.length ? timeOf(catalog, table) : null;
  const year = time ? fullYear(time) : null;
  const label = totalOf(column.label);
  const [first, second] = groups;
  const entity = namedEntity(catalog, table);
  return [
    ...(first ? [`${label} by ${first.column.label}${year ? ` in ${year}` : ''}`] : []),
    ...(entity ? [`top 5 ${plural(entity.label)} by ${column.label}`] : []),
    ...(year ? [`${label} by month in ${year}`] : []),
    ...(second ? [`${label} by ${second.column.label}`] : []),
  ];
}

function totalIn(catalog: Catalog, { table, column: { label } }: Measure): string {
  return isOwnName(catalog, label) ? totalOf(label) : `${totalOf(label)} of ${table.label}`;
}

/** `revenue` → `total revenue`; a label that says total stays. */
function totalOf(label: string): string {
  return label.split(' ').includes('total') ? label : `total ${label}`;
}

function countQuestions(catalog: Catalog, among: readonly CatalogTable[]): string[] {
  const tables = among
    .filter((table) => table.primaryKey?.length === 1 && table.rowCount > MIN_GROUPS)
    .filter((table) => isOwnTable(catalog, table.label))
    .sort((a, b) => b.rowCount - a.rowCount);
  return tables.slice(0, 3).flatMap((table, index) => {
    const year = ownYear(table);
    const [group] = groupsOf(catalog, table).filter(({ hops }) => hops === 0);
    if (!isOwnName(catalog, table.label)) return [`how many ${plural(table.label)} are there`];
    if (index === 0 && year) return [`how many ${plural(table.label)} per month in ${year}`];
    if (group) return [`how many ${plural(table.label)} by ${group.column.label}`];
    return [`how many ${plural(table.label)} are there`];
  });
}

function averageQuestions(catalog: Catalog, measures: readonly Measure[]): string[] {
  const averages = measures
    .filter(({ column }) => column.additive === false)
    .filter(({ column }) => !column.label.split(' ').some((word) => SUMMARIES.has(word)));
  return averages.slice(0, 3).flatMap(({ table, column }) => {
    const [group] = groupsOf(catalog, table).filter(({ hops }) => hops === 0);
    return group ? [`average ${column.label} by ${group.column.label}`] : [];
  });
}

/** Measures whose names nothing else bears, those that people ask for first at the head. */
function rankedMeasures(catalog: Catalog): Measure[] {
  return catalog.tables
    .flatMap(measuresOf)
    .filter(({ column }) => isOwnName(catalog, column.label))
    .sort(
      (a, b) =>
        favouriteRank(a.column) - favouriteRank(b.column) || b.table.rowCount - a.table.rowCount,
    );
}

const measuresOf = (table: CatalogTable): Measure[] =>
  table.columns
    .filter(({ kind, hidden, sensitive }) => kind === 'measure' && !hidden && !sensitive)
    .filter(({ profile, label }) => (profile?.distinctCount ?? 0) > 1 && label !== 'total')
    .sort((a, b) => favouriteRank(a) - favouriteRank(b))
    .map((column) => ({ table, column }));

function favouriteRank({ label }: CatalogColumn): number {
  const words = label.split(' ').map(lemma);
  const place = FAVOURITES.findIndex((favourite) => words.includes(lemma(favourite)));
  return place < 0 ? FAVOURITES.length : place;
}

/** Columns to group a table's rows by, as they tell most; without `isNamed` those whose names nothing else bears. */
function groupsOf(
  catalog: Catalog,
  table: CatalogTable,
  isNamed = ({ label }: CatalogColumn) => isOwnName(catalog, label),
): ReachedColumn[] {
  return reachedColumns(catalog, table)
    .filter(({ column }) => column.kind === 'dimension' && column.type === 'text')
    .filter(({ column }) => isBetween(column.profile?.distinctCount ?? 0, MIN_GROUPS, MAX_GROUPS))
    .filter(
      ({ column, table: owner }) =>
        column.profile!.distinctCount * 2 <= Math.max(owner.rowCount, 8),
    )
    .filter(({ column }) => isNamed(column))
    .sort((a, b) => groupRank(a) - groupRank(b));
}

/** Places and kinds of things tell more than states of a record. */
function groupRank({ column }: ReachedColumn): number {
  const words = column.label.split(' ');
  const place = ['region', 'category', 'segment', 'department', 'country', 'type'].findIndex(
    (word) => words.includes(word),
  );
  return place < 0 ? 10 : place;
}

/** The one date of a table, or else the one nearest date that its rows reach. */
function timeOf(catalog: Catalog, table: CatalogTable): CatalogColumn | null {
  const times = reachedColumns(catalog, table).filter(({ column }) => isDate(column));
  const nearest = Math.min(...times.map(({ hops }) => hops));
  const near = times.filter(({ hops }) => hops === nearest);
  return near.length === 1 ? near[0]!.column : null;
}

/** The year to ask for of a table with one date. */
function ownYear({ columns }: CatalogTable): number | null {
  const [time, another] = columns.filter((column) => isDate(column) && !column.hidden);
  return time && !another ? fullYear(time) : null;
}

const isDate = ({ type }: CatalogColumn) => type === 'date' || type === 'timestamp';

/** The last year that the dates cover to its end, else the last that they touch. */
function fullYear({ profile }: CatalogColumn): number | null {
  const first = Number(profile?.min?.slice(0, 4));
  const last = Number(profile?.max?.slice(0, 4));
  if (!first || !last) return null;
  const isFull = (profile?.max ?? '').slice(5, 10) >= '12-25';
  return isFull ? last : Math.max(first, last - 1);
}

/** A table that rows reach, told apart by a text of its own called name or title, and called as nothing else is. */
function namedEntity(catalog: Catalog, start: CatalogTable): CatalogTable | null {
  const tables = reachedTables(catalog, start)
    .filter(({ hops, table }) => hops > 0 && table.rowCount > 5)
    .map(({ table }) => table)
    .filter((table) => isOwnName(catalog, table.label))
    .filter((table) => table.columns.some((column) => isNameOf(table, column)));
  return tables[0] ?? null;
}

function isNameOf(table: CatalogTable, { label, type, profile, hidden }: CatalogColumn): boolean {
  const own = [`${lemma(table.label)} name`, `${lemma(table.label)} title`, 'name', 'title'];
  return type === 'text' && !hidden && profile?.unique === true && own.includes(label);
}

/** How many tables, and how many tables and visible columns, bear a label, by its lemmas. */
interface Bearers {
  readonly tables: ReadonlyMap<string, number>;
  readonly all: ReadonlyMap<string, number>;
}

const counted = new WeakMap<Catalog, Bearers>();

/** Counted once for a catalog: each of thousands of labels is looked up. */
function bearersOf(catalog: Catalog): Bearers {
  const known = counted.get(catalog);
  if (known) return known;
  const tables = new Map<string, number>();
  const all = new Map<string, number>();
  const add = (counts: Map<string, number>, key: string) =>
    counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const table of catalog.tables) {
    const key = lemmas(table.label);
    for (const counts of [tables, all]) add(counts, key);
    for (const { hidden, label } of table.columns) if (!hidden) add(all, lemmas(label));
  }
  const bearers = { tables, all };
  counted.set(catalog, bearers);
  return bearers;
}

/** Whether only one table or column has this label. */
const isOwnName = (catalog: Catalog, label: string) =>
  bearersOf(catalog).all.get(lemmas(label)) === 1;

/** Whether only one table has this label; columns may share it. */
const isOwnTable = (catalog: Catalog, label: string) =>
  bearersOf(catalog).tables.get(lemmas(label)) === 1;

const lemmas = (label: string) => label.split(' ').map(lemma).join(' ');
const isBetween = (value: number, least: number, most: number) => value >= least && value <= most;
