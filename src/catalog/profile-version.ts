import { setImmediate as nextTurn } from 'node:timers/promises';
import { evidenceOf } from '#src/catalog/column-evidence.ts';
import { columnKind } from '#src/catalog/column-kind.ts';
import { type DraftedLabels, draftedLabels } from '#src/catalog/drafted-labels.ts';
import { additivityOf, unitOf } from '#src/catalog/measure-traits.ts';
import { isPersonallyIndexed, personalName } from '#src/catalog/personal-columns.ts';
import { compositeCandidates, singleKey } from '#src/catalog/primary-key.ts';
import {
  doubtOf,
  type SecretNames,
  secretNames,
  showNoSecret,
} from '#src/catalog/secret-columns.ts';
import { synonymsOf, tableSynonymsOf, takenLabels } from '#src/catalog/synonyms.ts';
import { buildValueIndex } from '#src/catalog/value-index.ts';
import { areMachineIds, isCredential, shapeOf } from '#src/catalog/value-shapes.ts';
import type { CatalogLimits, ProfiledTable, VersionProfile } from '#src/catalog/version-profile.ts';
import type {
  CatalogColumn,
  CatalogTable,
  CellValue,
  ColumnProfile,
  PersonalKind,
  PhysicalName,
  SecretEvidence,
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
 * value index. Columns whose names tell secrets are hidden before anything is read, and never read; those whose values
 * do, before anything of them is kept. Where a name only may tell one, the values decide. Fails with the source's `SourceError`, or with the signal's reason.
 */
export async function profileVersion(input: ProfileVersionInput): Promise<VersionProfile> {
  const { source, scope, signal } = input;
  const found = await source.introspect(scope, signal);
  const wanted = input.tables.flatMap(({ physical, name }) => {
    const table = found.find((candidate) => samePhysical(candidate.physical, physical));
    return table ? [{ name, table }] : [];
  });
  const closing = new Closing(input.marked, wanted);
  const profiles = await source.profile(
    scope,
    wanted.map(({ name: tableName, table: { physical, columns } }) => ({
      physical,
      columns: columns.map(({ name, type }) => ({
        name,
        type,
        sensitive: !closing.isRead({ name: tableName, physical }, name),
      })),
    })),
    signal,
  );
  for (const { physical, columns } of profiles)
    for (const [column, { samples, min, max }] of columns)
      closing.look(physical, column, samples, [min, max]);
  const valueIndex = await indexValues(input, wanted, profiles, closing);
  const taken = takenLabels(
    wanted.flatMap(({ name, table }) => [name, ...table.columns.map((column) => column.name)]),
  );
  const tables: ProfiledTable[] = [];
  for (const { name, table } of wanted) {
    const profile = profiles.find((candidate) => samePhysical(candidate.physical, table.physical));
    const place = { name, physical: table.physical };
    const measured = {
      rowCount: profile?.rowCount ?? table.rowCount,
      of: (column: string) =>
        closing.isClosed(place, column) ? null : (profile?.columns.get(column) ?? null),
      secret: (column: string) => closing.evidence(table.physical, column),
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
  return { attachments: scope.attachments, valueIndex, tables };
}

interface WantedTable {
  readonly name: string;
  readonly table: SourceTable;
}

/** Which columns are closed: by what people said, by their names, and by what of their values was seen so far. */
class Closing {
  readonly #marked: NonNullable<ProfileVersionInput['marked']>;
  readonly #names = new Map<string, SecretNames>();
  readonly #columns = new Map<string, SourceColumn>();
  readonly #secrets = new Map<string, SecretEvidence>();

  constructor(marked: ProfileVersionInput['marked'], tables: readonly WantedTable[]) {
    this.#marked = marked ?? (() => null);
    for (const { name, table } of tables) {
      const names = secretNames(name, table.columns);
      this.#names.set(placeOf(table.physical, ''), names);
      for (const column of table.columns) {
        const place = placeOf(table.physical, column.name);
        this.#columns.set(place, column);
        if (names.isSecret(column)) this.#secrets.set(place, 'name');
      }
    }
  }

  isClosed(table: DiscoveredTable, column: string): boolean {
    return this.#marked(table, column) ?? this.evidence(table.physical, column) !== undefined;
  }

  /** Whether values are looked at: those of a name that only may be a secret's are, to tell. */
  isRead(table: DiscoveredTable, column: string): boolean {
    const marked = this.#marked(table, column);
    return marked === null && doubtOf(column) !== null ? true : !this.isClosed(table, column);
  }

  evidence(physical: PhysicalName, column: string): SecretEvidence | undefined {
    return this.#secrets.get(placeOf(physical, column));
  }

  /** Looks at values of a column, and at the ends of its range: from now on it is closed where they are secrets. */
  look(
    physical: PhysicalName,
    name: string,
    values: readonly CellValue[],
    ends: readonly CellValue[] = [],
  ): void {
    const place = placeOf(physical, name);
    const column = this.#columns.get(place);
    if (!column) return;
    if (showNoSecret(column, [...values, ...ends])) this.#secrets.delete(place);
    else if (this.#names.get(placeOf(physical, ''))?.isSecret(column))
      this.#secrets.set(place, 'name');
    if (this.#secrets.has(place)) return;
    const beside = this.#names.get(placeOf(physical, ''))?.tellsOfDigests(column);
    if (shapeOf(values, beside) === 'secret') this.#secrets.set(place, 'values');
  }
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
  /** What shows that it holds a secret. */
  secret(column: string): SecretEvidence | undefined;
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
      measured.secret(column.name),
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
  secret: SecretEvidence | undefined,
): CatalogColumn {
  const column = profile?.readAs ? { ...declared, type: profile.readAs } : declared;
  const personal = secret ? null : personalKind(column, profile);
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
    hidden: secret !== undefined,
    sensitive: false,
    ...(secret && { secret }),
    ...(personal && { personal }),
    ...(declared.readThrough && { readThrough: declared.readThrough }),
    profile: profile && shownProfile(profile, personal),
  };
}

function personalKind(
  { name, type }: SourceColumn,
  profile: ColumnProfile | null,
): PersonalKind | null {
  const shape = shapeOf(profile?.samples ?? []);
  return personalName(name, type) ?? (shape === 'secret' ? null : shape);
}

/** What is kept of what was measured: of personal data no values, and of no column one that is a secret by itself. */
export function shownProfile(
  profile: ColumnProfile,
  personal: PersonalKind | null | undefined,
): ColumnProfile {
  if (personal) return { ...profile, samples: [], min: null, max: null };
  const isShown = (value: CellValue) => typeof value !== 'string' || !isCredential(value);
  const { samples, min, max } = profile;
  return {
    ...profile,
    samples: samples.filter(isShown),
    min: isShown(min) ? min : null,
    max: isShown(max) ? max : null,
  };
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

/** Indexes the values of text columns that are neither closed nor personal, nor machines' numbers; gives the file's path. */
async function indexValues(
  { source, scope, valueIndexPath, limits, signal }: ProfileVersionInput,
  tables: readonly WantedTable[],
  profiles: readonly TableProfile[],
  closing: Closing,
): Promise<string | null> {
  if (valueIndexPath === null || limits.maxIndexedValues === 0) return null;
  const { maxIndexedValues: maxValues, maxIndexedLength: maxLength } = limits;
  const names = new Map(tables.map(({ name, table }) => [placeOf(table.physical, ''), name]));
  const isOpen = (physical: PhysicalName, column: string) =>
    !closing.isClosed({ name: names.get(placeOf(physical, '')) ?? '', physical }, column);
  const open = tables.flatMap(({ table: { physical, columns } }) => {
    const profile = profiles.find((one) => samePhysical(one.physical, physical));
    return columns.flatMap((column) => {
      const measured = profile?.columns.get(column.name) ?? null;
      const isIndexed =
        (measured?.readAs ?? column.type) === 'text' &&
        isOpen(physical, column.name) &&
        isPersonallyIndexed(personalKind(column, measured)) &&
        !areMachineIds(measured?.samples ?? []);
      return isIndexed ? [{ physical, column: column.name }] : [];
    });
  });
  if (open.length === 0) return null;
  const isCopy = copiesOf(tables, open);
  const fitting = ({ value }: CountedValue) =>
    (value.length <= maxLength || [...value].length <= maxLength) && !isCredential(value);
  const batches: ValuesBatch[] = [];
  const requests: ValuesRequest[] = [];
  for (const place of open) {
    if (isCopy(place)) continue;
    const profile = profiles.find((one) => samePhysical(one.physical, place.physical));
    const values = profile?.values?.get(place.column);
    if (values) batches.push({ ...place, values });
    else requests.push({ ...place, maxValues, maxLength });
  }
  // More values are seen than the samples: they may show a secret, or data of persons, where those did not.
  const indexed = ({ physical, column, values }: ValuesBatch): ValuesBatch => {
    const some = values.slice(0, LOOKED_AT).map(({ value }) => value);
    closing.look(physical, column, some);
    const shown = isOpen(physical, column) && isPersonallyIndexed(shapeOf(some));
    return { physical, column, values: shown ? values.filter(fitting).slice(0, maxValues) : [] };
  };
  async function* all(): AsyncGenerator<ValuesBatch> {
    for (const batch of batches) yield indexed(batch);
    if (requests.length > 0)
      for await (const batch of source.values(scope, requests, signal)) yield indexed(batch);
  }
  await buildValueIndex(valueIndexPath, all(), {
    fieldOf: ({ physical, column }) => {
      const table = names.get(placeOf(physical, ''));
      return table === undefined ? null : { table, column };
    },
    signal,
  });
  return valueIndexPath;
}

/** Whether a column of a view shows a table's column that is indexed itself. */
function copiesOf(
  tables: readonly WantedTable[],
  indexed: readonly { readonly physical: PhysicalName; readonly column: string }[],
) {
  const known = new Set(indexed.map(({ physical, column }) => placeOf(physical, column)));
  const copies = new Set(
    tables.flatMap(({ table: { physical, reads } }) =>
      Object.entries(reads?.copies ?? {}).flatMap(([column, { schema, table, ...original }]) =>
        known.has(placeOf({ ...physical, schema, table }, original.column))
          ? [placeOf(physical, column)]
          : [],
      ),
    ),
  );
  return ({ physical, column }: (typeof indexed)[number]) => copies.has(placeOf(physical, column));
}

/** Values of a column that its shape is read off. */
const LOOKED_AT = 1_000;
