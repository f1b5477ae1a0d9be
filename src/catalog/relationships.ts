import { setImmediate as nextTurn } from 'node:timers/promises';
import {
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
/** A composite key whose parts are all references says little where so much of all combinations occurs. */
const DENSE_LINK = 0.5;

export interface InferenceInput {
  readonly tables: readonly CatalogTable[];
  readonly source: Pick<DataSource, 'containment'>;
  readonly scope: SourceScope;
  readonly maxChecks: number;
  readonly signal: AbortSignal;
}

/** One or more columns that may refer to a key, by their names; the values decide. */
interface Candidate {
  readonly from: CatalogTable;
  readonly fromColumns: readonly CatalogColumn[];
  readonly to: CatalogTable;
  readonly toColumns: readonly CatalogColumn[];
  readonly score: number;
}

/**
 * Finds which columns refer to which keys: their names must say so and nearly all their values must occur there.
 * Values alone never make a relationship, because small numbers fit any key by chance. Of several keys that a
 * column may refer to it gets the best named one; two equally good ones leave it without.
 */
export async function inferRelationships(input: InferenceInput): Promise<Relationship[]> {
  const single = await singleCandidates(input);
  const found = bestTargets(await contained(single, input, input.maxChecks));
  const left = Math.max(0, input.maxChecks - single.length);
  const composite = await contained(compositeCandidates(input.tables, found), input, left);
  const pairs = [...found, ...composite.filter(({ containment }) => containment === 1)];
  return withoutMirrors(pairs).map(toRelationship);
}

/** A column that may refer, or a key, with its names split once. */
interface NamedColumn {
  readonly table: CatalogTable;
  readonly tableName: TableName;
  readonly column: CatalogColumn;
  readonly name: ReferenceName;
}

async function singleCandidates({ tables, signal }: InferenceInput): Promise<Candidate[]> {
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
  const keys = named.flat().filter(({ table, column }) => isKey(table, column));
  const found: Candidate[] = [];
  for (const columns of named) {
    for (const from of columns) if (mayRefer(from.column)) found.push(...candidatesOf(from, keys));
    // Thousands of columns times hundreds of keys are compared: let others work in between.
    await nextTurn();
    signal.throwIfAborted();
  }
  return found.sort((a, b) => b.score - a.score);
}

function candidatesOf(from: NamedColumn, keys: readonly NamedColumn[]): Candidate[] {
  return keys.flatMap((to) => {
    const { column } = from;
    const key = to.column;
    if (key === column || !compatible(column, key) || !mayBeContained(column, key)) return [];
    const { tableName: fromTable, name } = from;
    const byName = referenceScore({ from: name, fromTable, to: to.name, toTable: to.tableName });
    const score = byName - (isPrimary(to.table, key) ? 0 : 0.1);
    if (score <= MIN_SCORE) return [];
    return [{ from: from.table, fromColumns: [column], to: to.table, toColumns: [key], score }];
  });
}

/** Whether others may refer to a column: it is the key, or unique and no measure. */
function isKey(table: CatalogTable, column: CatalogColumn): boolean {
  if (column.hidden || column.sensitive || !isKeyType(column)) return false;
  if (isPrimary(table, column)) return true;
  const { profile, kind } = column;
  const isUnique = profile?.unique === true && profile.nullCount === 0;
  return isUnique && kind !== 'measure' && kind !== 'time';
}

function isPrimary({ primaryKey }: CatalogTable, column: CatalogColumn): boolean {
  return primaryKey?.length === 1 && primaryKey[0]!.toLowerCase() === column.name.toLowerCase();
}

function isKeyType({ type, kind }: CatalogColumn): boolean {
  return type === 'integer' || type === 'text' || (isNumber({ type }) && kind === 'identifier');
}

function mayRefer(column: CatalogColumn): boolean {
  const numeric = column.type === 'float';
  return (
    !column.hidden && !column.sensitive && column.profile !== null && (isKeyType(column) || numeric)
  );
}

const isNumber = ({ type }: Pick<CatalogColumn, 'type'>) =>
  type === 'integer' || type === 'decimal' || type === 'float';

function compatible(from: CatalogColumn, to: CatalogColumn): boolean {
  return from.type === to.type || (isNumber(from) && isNumber(to));
}

/** Whether the counts and ranges that are known already allow it, so that no check is spent in vain. */
function mayBeContained({ profile: from }: CatalogColumn, { profile: to }: CatalogColumn): boolean {
  return (
    from !== null &&
    to !== null &&
    from.distinctCount * MIN_CONTAINMENT_OF_SURE_NAME <= to.distinctCount
  );
}

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
    const toColumns = (to.primaryKey ?? []).map((name) => columnOf(to, name));
    if (toColumns.length < 2 || toColumns.some((column) => !column?.profile)) continue;
    const key = toColumns as CatalogColumn[];
    const most = key.reduce((product, { profile }) => product * profile!.distinctCount, 1);
    const isLink = key.every((column) => referring.has(column));
    if (isLink && to.rowCount > most * DENSE_LINK) continue;
    for (const from of tables) {
      if (from === to || from.isView) continue;
      const fromColumns = key.map((column) => columnOf(from, column.name));
      if (
        fromColumns.some(
          (column, index) => !column || !mayRefer(column) || !compatible(column, key[index]!),
        )
      )
        continue;
      found.push({
        from,
        fromColumns: fromColumns as CatalogColumn[],
        to,
        toColumns: key,
        score: 0.9,
      });
    }
  }
  return found;
}

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
    .filter(({ to, toColumns }) => isPrimary(to, toColumns[0]!))
    .map((candidate) => ({ ...candidate, containment: 0.5 }));
  return [...checked, ...empty].sort((a, b) => b.score - a.score);
}

function leastShare({ score }: Candidate): number {
  return score >= SURE_NAME ? MIN_CONTAINMENT_OF_SURE_NAME : MIN_CONTAINMENT;
}

const hasValues = ({ fromColumns }: Candidate) =>
  fromColumns.every(({ profile }) => profile!.distinctCount > 0);

function toRequest({ from, fromColumns, to, toColumns }: Candidate): ContainmentRequest {
  return {
    from: { physical: from.physical, columns: fromColumns.map((column) => column.name) },
    to: { physical: to.physical, columns: toColumns.map((column) => column.name) },
  };
}

/** For each referring column its best named key; none where two are equally good by name and by size. */
function bestTargets(candidates: readonly Contained[]): Contained[] {
  const byColumn = Map.groupBy(candidates, ({ fromColumns }) => fromColumns[0]!);
  return [...byColumn.values()].flatMap((targets) => {
    const [best, ...others] = targets.toSorted(
      (a, b) => b.score - a.score || surplus(a) - surplus(b),
    );
    const rival = others.find(({ score, to }) => score === best!.score && to !== best!.to);
    return rival && best!.score < SURE_NAME && surplus(rival) === surplus(best!) ? [] : [best!];
  });
}

/** Values of the key that the column does not use: the closer fit wins among equally named keys. */
function surplus({ fromColumns, toColumns }: Candidate): number {
  return toColumns[0]!.profile!.distinctCount - fromColumns[0]!.profile!.distinctCount;
}

/** Two keys that refer to each other keep the better named direction, or that towards the larger table. */
function withoutMirrors(found: readonly Contained[]): Contained[] {
  return found.filter((pair, index) => {
    const mirror = found.findIndex(
      (other) =>
        sameColumns(other.fromColumns, pair.toColumns) &&
        sameColumns(other.toColumns, pair.fromColumns),
    );
    if (mirror < 0) return true;
    const other = found[mirror]!;
    const preferred =
      pair.score - other.score || pair.to.rowCount - other.to.rowCount || mirror - index;
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
  };
}

/** Whether the columns tell the rows of their table apart. */
export function isKeyOf(table: CatalogTable, columns: readonly CatalogColumn[]): boolean {
  const key = table.primaryKey?.map((name) => name.toLowerCase()) ?? [];
  const named = new Set(columns.map((column) => column.name.toLowerCase()));
  if (key.length > 0 && key.every((name) => named.has(name))) return true;
  return columns.length === 1 && columns[0]!.profile?.unique === true && table.rowCount > 1;
}
