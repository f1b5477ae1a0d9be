import { setImmediate as nextTurn } from 'node:timers/promises';
import { wordsOf } from '#src/catalog/names.ts';
import {
  arePeople,
  BY_DEED,
  isCalendar,
  type ReferenceName,
  referenceName,
  referenceScore,
  type TableName,
  tableName,
} from '#src/catalog/reference-names.ts';
import type { CatalogColumn, CatalogTable, Relationship } from '#src/plugin-api/catalog.ts';
import type { ContainmentRequest, DataSource, SourceScope } from '#src/plugin-api/data-source.ts';

/** Names that say less are no evidence. */
const MIN_SCORE = 0.5;
/** Least share of a column's values that must occur in the key that it refers to. */
const MIN_CONTAINMENT = 0.98;
/**
 * A name this sure makes a relationship also of a column that has no values yet, and of one with some values that
 * lead nowhere (deleted rows, 0 for "none").
 */
const SURE_NAME = 0.85;
const MIN_CONTAINMENT_OF_SURE_NAME = 0.85;
/** What a reference that only its values show is worth: less than any name. */
const BY_VALUES = 0.55;
/** What a day that occurs in a calendar is worth, whatever its column is called. */
const OF_CALENDAR = 0.7;
/** Chance at the most that as many values are found in a key by accident, and fewest values that say anything. */
const LEAST_CHANCE = 1e-6;
const FEWEST_VALUES = 3;
/** A composite key whose parts are all references says little where so much of all combinations occurs. */
const DENSE_LINK = 0.5;

export interface InferenceInput {
  readonly tables: readonly CatalogTable[];
  readonly source: Pick<DataSource, 'containment'>;
  readonly scope: SourceScope;
  readonly maxChecks: number;
  readonly signal: AbortSignal;
}

/** A column of which the values are known. */
type Profiled = CatalogColumn & { readonly profile: NonNullable<CatalogColumn['profile']> };
type Columns = readonly [Profiled, ...Profiled[]];

const isProfiled = (column: CatalogColumn | undefined): column is Profiled =>
  column !== undefined && column.profile !== null;

/** One or more columns that may refer to a key, by their names; the values decide. */
interface Candidate {
  readonly from: CatalogTable;
  readonly fromColumns: Columns;
  readonly to: CatalogTable;
  readonly toColumns: Columns;
  readonly score: number;
}

/**
 * Finds which columns refer to which keys: their names must say so and nearly all their values must occur there.
 * Values alone make a relationship only of a column that is named as a key, where all of them occur in one key alone and
 * that key leaves out so many numbers that they cannot by chance: small numbers fit any key. Of several keys that a
 * column may refer to it gets the best named one; two equally good ones leave it without.
 */
export async function inferRelationships(input: InferenceInput): Promise<Relationship[]> {
  const { named, byValues } = await singleCandidates(input);
  let left = input.maxChecks;
  const check = async (candidates: readonly Candidate[]): Promise<Contained[]> => {
    const checked = await contained(candidates, input, left);
    left = Math.max(0, left - candidates.length);
    return checked;
  };
  const byName = bestTargets(await check(named));
  const referring = new Set(byName.flatMap(({ fromColumns }) => fromColumns));
  const silent = byValues.filter(({ fromColumns }) => !referring.has(fromColumns[0]));
  const found = [...byName, ...onlyTargets(await check(silent), byName)];
  const whole = ({ containment }: Contained) => containment === 1;
  const composite = (await check(compositeCandidates(input.tables, byName))).filter(whole);
  const wider = (await check(composite.flatMap(widened))).filter(whole);
  const pairs = [...found, ...composite.map((pair) => wider.find(isWiderThan(pair)) ?? pair)];
  return withoutMirrors(pairs).map(toRelationship);
}

/** A column that may refer, or a key, with its names split once. */
interface NamedColumn {
  readonly table: CatalogTable;
  readonly tableName: TableName;
  readonly column: CatalogColumn;
  readonly name: ReferenceName;
}
type ProfiledName = NamedColumn & { readonly column: Profiled };

const hasProfile = (named: NamedColumn): named is ProfiledName => isProfiled(named.column);

interface SingleCandidates {
  /** Best named first. */
  readonly named: readonly Candidate[];
  /** Named as keys: for columns whose name leads to no key that has their values. */
  readonly byValues: readonly Candidate[];
}

async function singleCandidates({ tables, signal }: InferenceInput): Promise<SingleCandidates> {
  const named = tables
    .filter((table) => !table.isView)
    .map((table) => {
      const words = tableName(table.name);
      return table.columns.map(
        (column): NamedColumn => ({
          table,
          tableName: words,
          column,
          name: referenceName(column.name),
        }),
      );
    });
  const keys = named
    .flat()
    .filter(hasProfile)
    .filter((one) => isKey(one.table, one.column) || isKeyOfCalendar(one));
  const found: Candidate[] = [];
  const byValues: Candidate[] = [];
  for (const columns of named) {
    for (const from of columns) {
      if (!hasProfile(from) || !mayRefer(from.column)) continue;
      found.push(...candidatesOf(from, keys));
      byValues.push(...candidatesByValues(from, keys));
    }
    // Thousands of columns times hundreds of keys are compared: let others work in between.
    await nextTurn();
    signal.throwIfAborted();
  }
  return { named: found.sort((a, b) => b.score - a.score), byValues };
}

/** Keys that a column named as one may refer to though its name does not say it: its values could not be theirs by chance. */
function candidatesByValues(from: ProfiledName, keys: readonly ProfiledName[]): Candidate[] {
  const { column, table, name } = from;
  if (column.profile.distinctCount < FEWEST_VALUES) return [];
  if (column.kind !== 'identifier' && !name.isKey && !areCodes(column)) return [];
  return keys.flatMap((to) => {
    if (to.table === table || areParts(table, to.table)) return [];
    if (to.column.kind !== 'identifier') return [];
    if (!isPrimary(to.table, to.column) || !compatible(column, to.column)) return [];
    if (!mayBeContained(column, to.column) || chanceOf(column, to.column) > LEAST_CHANCE) return [];
    const [fromColumns, toColumns]: [Columns, Columns] = [[column], [to.column]];
    return [{ from: table, fromColumns, to: to.table, toColumns, score: BY_VALUES }];
  });
}

/** Whether they are sheets of one shape, or one and what unites them: the same rows, or rows of the same kind. */
const areParts = (one: CatalogTable, other: CatalogTable): boolean =>
  one.coveredBy === undefined
    ? other.coveredBy === one.name
    : one.coveredBy === other.coveredBy || one.coveredBy === other.name;

/**
 * How likely it is that all values of a column occur in a key by accident, were they any of the numbers of its range.
 * Where the column leaves out fewer numbers than the key, so does the part of the key that it falls into.
 */
function chanceOf(from: Profiled, to: Profiled): number {
  if (to.type === 'text') return areCodes(from) && areCodes(to) ? 0 : 1;
  const density = Math.max(densityOf(from), densityOf(to));
  return density > 0 ? density ** from.profile.distinctCount : 1;
}

/** `T05`, `S-001`: what is written so stands for rows, and is no word that is found anywhere. */
const areCodes = ({ type, profile }: Profiled): boolean =>
  type === 'text' &&
  profile.samples.length > 0 &&
  profile.samples.every((one) => typeof one === 'string' && CODE.test(one));

const CODE = /^(?=.*\d)(?=.*\p{L})[\p{L}\d._/-]{2,24}$/u;

/** Share of the whole numbers of a column's range that occur in it; NaN where these are not known. */
const densityOf = ({ profile: { min, max, distinctCount } }: Profiled) =>
  distinctCount / (Number(max) - Number(min) + 1);

/** References that values show: all values occur in that key, and in no other but those that refer to it. */
function onlyTargets(candidates: readonly Contained[], found: readonly Contained[]): Contained[] {
  const whole = candidates.filter(({ containment }) => containment === 1);
  const refers = referencesIn(found);
  const byColumn = Map.groupBy(whole, ({ fromColumns }) => fromColumns[0]);
  return [...byColumn.values()].flatMap((targets) => {
    const roots = targets.filter((one) => !targets.some((other) => refers(one, other)));
    return roots.length === 1 ? roots : [];
  });
}

/** Whether the key of one candidate refers to that of another. */
function referencesIn(found: readonly Candidate[]): (one: Candidate, other: Candidate) => boolean {
  const keys = Map.groupBy(found, ({ fromColumns }) => fromColumns[0]);
  return (one, other) =>
    keys.get(one.toColumns[0])?.some(({ toColumns }) => toColumns[0] === other.toColumns[0]) ===
    true;
}

function candidatesOf(from: ProfiledName, keys: readonly ProfiledName[]): Candidate[] {
  return keys.flatMap((to) => {
    const { column } = from;
    const key = to.column;
    if (key === column || !compatible(column, key) || !mayBeContained(column, key)) return [];
    if (areParts(from.table, to.table)) return [];
    const { name } = from;
    const byName = nameScore(from, to);
    const primary = isPrimary(to.table, key);
    // A state of a bank is none of a customer's, though no two customers live in one.
    if (!primary && !name.isKey && sameWords(name, to.name) && !sameThing(to)) return [];
    const score = byName - (primary ? 0 : 0.1);
    if (score <= MIN_SCORE) return [];
    const [fromColumns, toColumns]: [Columns, Columns] = [[column], [key]];
    return [{ from: from.table, fromColumns, to: to.table, toColumns, score }];
  });
}

function nameScore({ column, name, tableName: fromTable }: NamedColumn, to: NamedColumn): number {
  if (isDay(column)) return fromTable === to.tableName ? 0 : OF_CALENDAR;
  return referenceScore({ from: name, fromTable, to: to.name, toTable: to.tableName });
}

const sameWords = (one: ReferenceName, other: ReferenceName) =>
  one.words.joined === other.words.joined;

/** Whether a column is called as its table. */
const sameThing = ({ name, tableName: table }: NamedColumn) =>
  name.words.joined === table.words.joined;

/** Whether others may refer to a column: it is the key, or unique and no measure. */
function isKey(table: CatalogTable, column: CatalogColumn): boolean {
  if (column.hidden || column.sensitive || !isKeyType(column)) return false;
  if (isPrimary(table, column)) return true;
  const { profile, kind } = column;
  const isUnique = profile?.unique === true && profile.nullCount === 0;
  return isUnique && kind !== 'measure' && kind !== 'time';
}

const isKeyOfCalendar = ({ table, tableName: name, column }: NamedColumn) =>
  isDay(column) && mayRefer(column) && isPrimary(table, column) && isCalendar(name);

/** Days, and moments written in place of them. */
const isDay = ({ type }: CatalogColumn) => type === 'date' || type === 'timestamp';

function isPrimary({ primaryKey }: CatalogTable, column: CatalogColumn): boolean {
  const [key, second] = primaryKey ?? [];
  return second === undefined && key?.toLowerCase() === column.name.toLowerCase();
}

function isKeyType({ type, kind }: CatalogColumn): boolean {
  return type === 'integer' || type === 'text' || (isNumber({ type }) && kind === 'identifier');
}

function mayRefer(column: CatalogColumn): boolean {
  const numeric = column.type === 'float';
  return !column.hidden && !column.sensitive && (isKeyType(column) || numeric || isDay(column));
}

const isNumber = ({ type }: Pick<CatalogColumn, 'type'>) =>
  type === 'integer' || type === 'decimal' || type === 'float';

function compatible(from: CatalogColumn, to: CatalogColumn): boolean {
  return from.type === to.type || (isNumber(from) && isNumber(to));
}

/** Whether the counts and ranges that are known already allow it, so that no check is spent in vain. */
function mayBeContained({ profile: from }: Profiled, { profile: to }: Profiled): boolean {
  return from.distinctCount * MIN_CONTAINMENT_OF_SURE_NAME <= to.distinctCount;
}

const isSome = (columns: readonly Profiled[]): columns is Columns => columns.length > 0;

/**
 * Columns that bear the names of all columns of another table's composite key. A key of nothing but references to
 * other tables (a link table) is left out where most combinations occur: everything would be found in it.
 */
function compositeCandidates(
  tables: readonly CatalogTable[],
  references: readonly Candidate[],
): Candidate[] {
  const referring = new Set(references.flatMap(({ fromColumns }) => fromColumns));
  const found: Candidate[] = [];
  for (const to of tables) {
    const names = to.primaryKey ?? [];
    const toColumns = names.map((name) => columnOf(to, name)).filter(isProfiled);
    if (names.length < 2 || toColumns.length < names.length || !isSome(toColumns)) continue;
    const most = toColumns.reduce((product, { profile }) => product * profile.distinctCount, 1);
    const isLink = toColumns.every((column) => referring.has(column));
    if (isLink && to.rowCount > most * DENSE_LINK) continue;
    for (const from of tables) {
      if (from === to || from.isView || areParts(from, to)) continue;
      const fromColumns = toColumns.flatMap((column) => {
        const own = columnOf(from, column.name);
        return isProfiled(own) && mayRefer(own) && compatible(own, column) ? [own] : [];
      });
      if (fromColumns.length < toColumns.length || !isSome(fromColumns)) continue;
      found.push({ from, fromColumns, to, toColumns, score: 0.9 });
    }
  }
  return found;
}

/**
 * A composite reference with all columns that both tables have under one name: where few rows are told apart by two of
 * the four columns of a key (`course`, `section`, `semester`, `year`), the other two belong to it all the same.
 */
function widened(pair: Candidate): Candidate[] {
  const { from, to, fromColumns, toColumns } = pair;
  const more = to.columns.flatMap((column) => {
    const own = columnOf(from, column.name);
    if (!isProfiled(column) || !isProfiled(own)) return [];
    const taken = toColumns.includes(column) || fromColumns.includes(own);
    return !taken && isKeyPart(column) && isKeyPart(own) && compatible(own, column)
      ? [{ own, column }]
      : [];
  });
  if (more.length === 0) return [];
  return [
    {
      ...pair,
      fromColumns: [...fromColumns, ...more.map(({ own }) => own)],
      toColumns: [...toColumns, ...more.map(({ column }) => column)],
    },
  ];
}

/** Whether a column may be one of several that tell rows apart: it has a value in each row, and measures nothing. */
const isKeyPart = ({ kind, profile, hidden, sensitive }: Profiled) =>
  !hidden && !sensitive && kind !== 'measure' && profile.nullCount === 0;

const isWiderThan = (pair: Candidate) => (other: Candidate) =>
  other.from === pair.from &&
  other.to === pair.to &&
  pair.fromColumns.every((column) => other.fromColumns.includes(column));

function columnOf(table: CatalogTable, name: string): CatalogColumn | undefined {
  return table.columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
}

interface Contained extends Candidate {
  readonly containment: number;
}

async function contained(
  candidates: readonly Candidate[],
  { source, scope, signal }: InferenceInput,
  maxChecks: number,
): Promise<Contained[]> {
  const filled = candidates.filter(hasValues).slice(0, maxChecks);
  const shares =
    filled.length === 0 ? [] : await source.containment(scope, filled.map(toRequest), signal);
  const checked = filled.flatMap((candidate, index) => {
    const containment = shares[index] ?? 0;
    return containment >= leastShare(candidate) ? [{ ...candidate, containment }] : [];
  });
  const empty = candidates
    .filter((candidate) => !hasValues(candidate) && candidate.score >= SURE_NAME)
    .filter(({ to, toColumns }) => isPrimary(to, toColumns[0]))
    .map((candidate) => ({ ...candidate, containment: 0.5 }));
  return [...checked, ...empty].sort((a, b) => b.score - a.score);
}

function leastShare({ score }: Candidate): number {
  return score >= SURE_NAME ? MIN_CONTAINMENT_OF_SURE_NAME : MIN_CONTAINMENT;
}

const hasValues = ({ fromColumns }: Candidate) =>
  fromColumns.every(({ profile }) => profile.distinctCount > 0);

function toRequest({ from, fromColumns, to, toColumns }: Candidate): ContainmentRequest {
  return {
    from: { physical: from.physical, columns: fromColumns.map((column) => column.name) },
    to: { physical: to.physical, columns: toColumns.map((column) => column.name) },
  };
}

/** For each referring column its best named key that has most of its values; none where two are equally good by name and by size. */
function bestTargets(candidates: readonly Contained[]): Contained[] {
  const refers = referencesIn(candidates);
  const byColumn = Map.groupBy(candidates, ({ fromColumns }) => fromColumns[0]);
  return [...byColumn.values()].flatMap((targets) => {
    const [best, ...others] = targets.toSorted(
      (a, b) =>
        b.score - a.score ||
        b.containment - a.containment ||
        // Savings and checking accounts both have the keys of accounts, and refer to these.
        Number(refers(a, b)) - Number(refers(b, a)) ||
        surplus(a) - surplus(b) ||
        asThings(b, a),
    );
    if (!best) return [];
    const rival = others.find(({ score, to }) => score === best.score && to !== best.to);
    // Who did something may be anybody who is kept, and is somebody.
    if (best.score === BY_DEED) return rival || !arePeople(tableName(best.to.name)) ? [] : [best];
    return rival && best.score < SURE_NAME && surplus(rival) === surplus(best) ? [] : [best];
  });
}

/** Values of the key that the column does not use: the closer fit wins among equally named keys. */
function surplus({ fromColumns, toColumns }: Candidate): number {
  return toColumns[0].profile.distinctCount - fromColumns[0].profile.distinctCount;
}

/** Whether rows have a name: they are the things themselves rather than something that each of them has. */
const named = ({ to }: Candidate): number =>
  Number(to.columns.some(({ name, type }) => type === 'text' && wordsOf(name).at(-1) === 'name'));

/** Columns that describe a row: of tables with the same keys it is the one of the things themselves. */
const labels = ({ to }: Candidate) =>
  to.columns.filter(({ kind, type }) => kind === 'dimension' && type === 'text').length;

/** Above 0 where the first rather leads to the things themselves. */
const asThings = (one: Candidate, other: Candidate): number =>
  named(one) - named(other) || labels(one) - labels(other);

/** Two keys that refer to each other keep the better named direction, or that towards the larger table. */
function withoutMirrors(found: readonly Contained[]): Contained[] {
  return found.filter((pair, index) => {
    const mirror = found.findIndex(
      (other) =>
        sameColumns(other.fromColumns, pair.toColumns) &&
        sameColumns(other.toColumns, pair.fromColumns),
    );
    const other = found[mirror];
    if (!other) return true;
    const preferred =
      pair.score - other.score ||
      pair.to.rowCount - other.to.rowCount ||
      asThings(pair, other) ||
      mirror - index;
    return preferred > 0;
  });
}

const sameColumns = (a: readonly CatalogColumn[], b: readonly CatalogColumn[]) =>
  a.length === b.length && a.every((column, index) => column === b[index]);

function toRelationship({
  from,
  fromColumns,
  to,
  toColumns,
  score,
  containment,
}: Contained): Relationship {
  const names = (columns: readonly CatalogColumn[]) => columns.map((column) => column.name);
  return {
    from: { table: from.name, columns: names(fromColumns) },
    to: { table: to.name, columns: names(toColumns) },
    cardinality: isKeyOf(from, fromColumns) ? 'one-to-one' : 'many-to-one',
    source: 'inferred',
    confidence: Math.round(score * containment * 100) / 100,
    ...(fromColumns.every(({ profile }) => profile.distinctCount > 0) && containment < 1
      ? { unmatched: true as const }
      : {}),
  };
}

/** Whether the columns tell the rows of their table apart. */
export function isKeyOf(table: CatalogTable, columns: readonly CatalogColumn[]): boolean {
  const key = table.primaryKey?.map((name) => name.toLowerCase()) ?? [];
  const named = new Set(columns.map((column) => column.name.toLowerCase()));
  if (key.length > 0 && key.every((name) => named.has(name))) return true;
  const [column, second] = columns;
  return !second && column?.profile?.unique === true && table.rowCount > 1;
}
