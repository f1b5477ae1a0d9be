import { setImmediate as nextTurn } from 'node:timers/promises';
import { evidenceOf } from '#src/catalog/column-evidence.ts';
import { columnKind } from '#src/catalog/column-kind.ts';
import { type DraftedLabels, draftedLabels } from '#src/catalog/drafted-labels.ts';
import { additivityOf, unitOf } from '#src/catalog/measure-traits.ts';
import { personalName, shapeOf } from '#src/catalog/personal-columns.ts';
import { compositeCandidates, singleKey } from '#src/catalog/primary-key.ts';
import { isSecretName } from '#src/catalog/secret-columns.ts';
import { synonymsOf, tableSynonymsOf, takenLabels } from '#src/catalog/synonyms.ts';
import { buildValueIndex } from '#src/catalog/value-index.ts';
import type { CatalogLimits, ProfiledTable, VersionProfile } from '#src/catalog/version-profile.ts';
import type {
  CatalogColumn,
  CatalogTable,
  ColumnProfile,
  PersonalKind,
  PhysicalName,
} from '#src/plugin-api/catalog.ts';
import type {
  CountedValue,
  DataSource,
  SourceColumn,
  SourceScope,
  SourceTable,
  TableProfile,
  ValuesBatch,
  ValuesRequest,
} from '#src/plugin-api/data-source.ts';

/** Composite keys that are measured in one call; the search ends at the first that holds. */
const KEYS_AT_ONCE = 4;

/** A table to discover, with the name that users see. */
interface DiscoveredTable {
  readonly physical: PhysicalName;
  readonly name: string;
}

export interface ProfileVersionInput {
  readonly source: Pick<DataSource, 'introspect' | 'profile' | 'values' | 'countDistinct'>;
  readonly scope: SourceScope;
  /** Others of the source are left out. */
  readonly tables: readonly DiscoveredTable[];
  /** What people said of a column: that it is sensitive (and so not read), that it is not, or nothing (null). */
  readonly marked?: (table: DiscoveredTable, column: string) => boolean | null;
  /** Where the value index is written: a path that does not exist; null builds none. */
  readonly valueIndexPath: string | null;
  readonly limits: CatalogLimits;
  readonly signal: AbortSignal;
}

/**
 * Discovers the tables of one file version or database: columns and their use, ranges and samples, keys, and the
 * value index. Columns that hold secrets by their names are marked before anything is read, and never read. Fails
 * with the source's `SourceError`, or with the signal's reason.
 */
export async function profileVersion(input: ProfileVersionInput): Promise<VersionProfile> {
  const { source, scope, signal } = input;
  const secrets = new Set<string>();
  const isClosed = (table: DiscoveredTable, column: string) =>
    input.marked?.(table, column) ??
    (isSecretName(column) || secrets.has(placeOf(table.physical, column)));
  const found = await source.introspect(scope, signal);
  const wanted = input.tables.flatMap(({ physical, name }) => {
    const table = found.find((candidate) => samePhysical(candidate.physical, physical));
    return table ? [{ name, table }] : [];
  });
  const profiles = await source.profile(
    scope,
    wanted.map(({ name: tableName, table: { physical, columns } }) => ({
      physical,
      columns: columns.map(({ name, type }) => ({
        name,
        type,
        sensitive: isClosed({ name: tableName, physical }, name),
      })),
    })),
    signal,
  );
  for (const { physical, columns } of profiles)
    for (const [column, { samples }] of columns)
      if (shapeOf(samples) === 'secret') secrets.add(placeOf(physical, column));
  const taken = takenLabels(
    wanted.flatMap(({ name, table }) => [name, ...table.columns.map((column) => column.name)]),
  );
  const tables: ProfiledTable[] = [];
  for (const { name, table } of wanted) {
    const profile = profiles.find((candidate) => samePhysical(candidate.physical, table.physical));
    const measured = {
      rowCount: profile?.rowCount ?? table.rowCount,
      of: (column: string) =>
        isClosed({ name, physical: table.physical }, column)
          ? null
          : (profile?.columns.get(column) ?? null),
      isSecret: (column: string) => secrets.has(placeOf(table.physical, column)),
    };
    const labels = draftedLabels(
      name,
      table.columns.map((column) => column.name),
      wanted.flatMap((other) => (other.name === name ? [] : [other.name])),
    );
    const described = describeTable(name, table, measured, { taken, labels });
    const primaryKey = described.primaryKey ?? (await compositeKey(input, described));
    tables.push({ table: { ...described, primaryKey }, foreignKeys: table.foreignKeys });
    // A database may have thousands of tables: let others work in between.
    await nextTurn();
    signal.throwIfAborted();
  }
  const valueIndex = await indexValues(
    input,
    tables.map(({ table }) => table),
    profiles,
    isClosed,
  );
  return { attachments: scope.attachments, valueIndex, tables };
}

const placeOf = ({ database, schema, table }: PhysicalName, column: string) =>
  JSON.stringify([database, schema, table, column]);

function samePhysical(a: PhysicalName, b: PhysicalName): boolean {
  return a.database === b.database && a.schema === b.schema && a.table === b.table;
}

interface Measured {
  readonly rowCount: number;
  /** Null for a column that was not read. */
  of(column: string): ColumnProfile | null;
  /** Whether its values, not its name, say that it is a secret. */
  isSecret(column: string): boolean;
}

/** What names are called, and which names others bear. */
interface Naming {
  readonly taken: ReadonlySet<string>;
  readonly labels: DraftedLabels;
}

function describeTable(
  name: string,
  table: SourceTable,
  measured: Measured,
  naming: Naming,
): CatalogTable {
  const { rowCount } = measured;
  const { taken, labels } = naming;
  const columns = table.columns.map((column) =>
    describeColumn(
      column,
      measured.of(column.name),
      rowCount,
      naming,
      measured.isSecret(column.name),
    ),
  );
  const single = singleKey(name, columns, rowCount);
  return {
    name,
    label: labels.table,
    description: table.comment,
    synonyms: tableSynonymsOf(name, taken, labels.table),
    physical: table.physical,
    rowCount,
    columns,
    primaryKey: table.primaryKey ?? (single === null ? null : [single]),
    isView: table.isView,
    ...(table.leftOut?.length && { leftOut: table.leftOut }),
    ...(table.reads && { reads: table.reads }),
    shared: false,
    ...(table.rowOrder !== undefined && { rowOrder: rowOrderOf(table.rowOrder, rowCount) }),
  };
}

function rowOrderOf(name: string, rowCount: number): CatalogColumn {
  const profile = { distinctCount: rowCount, nullCount: 0, min: null, max: null, samples: [] };
  return {
    ...{ name, label: 'row order', description: null, synonyms: [], type: 'integer' },
    ...{ nativeType: 'BIGINT', nullable: false, kind: 'identifier', unit: null, additive: false },
    ...{ hidden: false, sensitive: false, profile: { ...profile, unique: true } },
  };
}

function describeColumn(
  declared: SourceColumn,
  profile: ColumnProfile | null,
  rowCount: number,
  { taken, labels }: Naming,
  isSecret: boolean,
): CatalogColumn {
  const column = profile?.readAs ? { ...declared, type: profile.readAs } : declared;
  const personal = personalKind(column.name, profile);
  const evidence = evidenceOf(column, profile, rowCount);
  const kind = columnKind(evidence);
  const unit = kind === 'measure' ? unitOf(evidence) : null;
  return {
    name: column.name,
    label: labels.of(column.name),
    description: column.comment,
    synonyms: synonymsOf(column.name, taken, labels.of(column.name)),
    type: column.type,
    nativeType: column.nativeType,
    nullable:
      profile?.falseDates ?? (column.nullable && (profile === null || profile.nullCount > 0)),
    kind,
    unit,
    additive: kind === 'measure' ? additivityOf(evidence, unit) : false,
    hidden: false,
    sensitive: isSecret || isSecretName(column.name),
    ...(personal && { personal }),
    ...(declared.readThrough && { readThrough: declared.readThrough }),
    profile: personal && profile ? withoutValues(profile, column) : profile,
  };
}

function personalKind(name: string, profile: ColumnProfile | null): PersonalKind | null {
  const shape = shapeOf(profile?.samples ?? []);
  return personalName(name) ?? (shape === 'secret' ? null : shape);
}

/** What was measured of personal data, without the values themselves; the ends of a range of dates stay. */
function withoutValues(profile: ColumnProfile, { type }: SourceColumn): ColumnProfile {
  const ends = type === 'text' ? { min: null, max: null } : {};
  return { ...profile, ...ends, samples: [] };
}

/** The first set of columns, of those tried, whose combinations are as many as the rows. */
async function compositeKey(
  { source, scope, limits, signal }: ProfileVersionInput,
  table: CatalogTable,
): Promise<readonly string[] | null> {
  if (!source.countDistinct || table.isView || table.rowCount < 2) return null;
  const sets = compositeCandidates(table.columns, table.rowCount, limits.maxKeyChecks);
  if (sets.length === 0) return null;
  const { physical } = table;
  for (let from = 0; from < sets.length; from += KEYS_AT_ONCE) {
    const tried = sets.slice(from, from + KEYS_AT_ONCE);
    const requests = tried.map((columns) => ({ physical, columns }));
    const counts = await source.countDistinct(scope, requests, signal);
    const key = tried.find((_, index) => counts[index] === table.rowCount);
    if (key) return key;
  }
  return null;
}

/** Indexes the values of text columns that are read; gives the file's path. */
async function indexValues(
  { source, scope, valueIndexPath, limits, signal }: ProfileVersionInput,
  tables: readonly CatalogTable[],
  profiles: readonly TableProfile[],
  isClosed: (table: DiscoveredTable, column: string) => boolean,
): Promise<string | null> {
  if (valueIndexPath === null || limits.maxIndexedValues === 0) return null;
  const { maxIndexedValues: maxValues, maxIndexedLength: maxLength } = limits;
  const open = tables.flatMap((table) =>
    table.columns
      .filter((column) => column.type === 'text' && !isClosed(table, column.name))
      .map((column) => ({ physical: table.physical, column: column.name })),
  );
  if (open.length === 0) return null;
  const fitting = ({ value }: CountedValue) =>
    value.length <= maxLength || [...value].length <= maxLength;
  const batches: ValuesBatch[] = [];
  const requests: ValuesRequest[] = [];
  for (const place of open) {
    const profile = profiles.find((one) => samePhysical(one.physical, place.physical));
    const values = profile?.values?.get(place.column);
    if (values) batches.push({ ...place, values: values.filter(fitting).slice(0, maxValues) });
    else requests.push({ ...place, maxValues, maxLength });
  }
  async function* all(): AsyncGenerator<ValuesBatch> {
    yield* batches;
    if (requests.length > 0) yield* source.values(scope, requests, signal);
  }
  const byPlace = new Map(tables.map((table) => [placeOf(table.physical, ''), table.name]));
  await buildValueIndex(valueIndexPath, all(), {
    fieldOf: ({ physical, column }) => {
      const table = byPlace.get(placeOf(physical, ''));
      return table === undefined ? null : { table, column };
    },
    signal,
  });
  return valueIndexPath;
}
