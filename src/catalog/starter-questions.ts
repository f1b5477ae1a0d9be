import { plural } from '#src/catalog/catalog-names.ts';
import { lemma } from '#src/catalog/fold.ts';
import { type ReachedColumn, reachedColumns, reachedTables } from '#src/catalog/reach.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import { AGGREGATE_NAMES, FUNCTIONS } from '#src/query/functions.ts';

const MAX_QUESTIONS = 8;
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
 * Up to eight questions that the built-in planner answers, from measures, groups and periods that the catalog has.
 * Only names that one thing bears are used, so that each question has one reading; the year of a period is read off
 * the data's range, so callers under a row filter are not shown them.
 */
export function starterQuestions(catalog: Catalog): string[] {
  const measures = rankedMeasures(catalog);
  const additive = measures.find(({ column }) => column.additive === true);
  const found = [
    ...(additive ? measureQuestions(catalog, additive) : []),
    ...countQuestions(catalog),
    ...averageQuestions(catalog, measures),
  ];
  return [...new Set(found)].slice(0, MAX_QUESTIONS);
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

/** `revenue` → `total revenue`; a label that says total stays. */
function totalOf(label: string): string {
  return label.split(' ').includes('total') ? label : `total ${label}`;
}

function countQuestions(catalog: Catalog): string[] {
  const tables = catalog.tables
    .filter((table) => table.primaryKey?.length === 1 && table.rowCount > MIN_GROUPS)
    .filter((table) => isOwnTable(catalog, table.label))
    .sort((a, b) => b.rowCount - a.rowCount);
  return tables.slice(0, 3).flatMap((table, index) => {
    const time = ownTime(table);
    const year = time ? fullYear(time) : null;
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
    .flatMap((table) => table.columns.map((column) => ({ table, column })))
    .filter(({ column }) => column.kind === 'measure' && !column.hidden && !column.sensitive)
    .filter(({ column }) => (column.profile?.distinctCount ?? 0) > 1)
    .filter(({ column }) => isOwnName(catalog, column.label))
    .filter(({ column }) => column.label !== 'total')
    .sort(
      (a, b) =>
        favouriteRank(a.column) - favouriteRank(b.column) || b.table.rowCount - a.table.rowCount,
    );
}

function favouriteRank({ label }: CatalogColumn): number {
  const words = label.split(' ').map(lemma);
  const place = FAVOURITES.findIndex((favourite) => words.includes(lemma(favourite)));
  return place < 0 ? FAVOURITES.length : place;
}

/** Columns to group a table's rows by, whose names nothing else bears: nearest first, then those of fewest groups. */
function groupsOf(catalog: Catalog, table: CatalogTable): ReachedColumn[] {
  return reachedColumns(catalog, table)
    .filter(({ column }) => column.kind === 'dimension' && column.type === 'text')
    .filter(({ column }) => isBetween(column.profile?.distinctCount ?? 0, MIN_GROUPS, MAX_GROUPS))
    .filter(
      ({ column, table: owner }) =>
        column.profile!.distinctCount * 2 <= Math.max(owner.rowCount, 8),
    )
    .filter(({ column }) => isOwnName(catalog, column.label))
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

function ownTime(table: CatalogTable): CatalogColumn | null {
  const times = table.columns.filter((column) => isDate(column) && !column.hidden);
  return times.length === 1 ? times[0]! : null;
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
