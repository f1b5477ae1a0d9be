import { draftedLabels } from '#src/catalog/drafted-labels.ts';
import { labelOf, wordsOf } from '#src/catalog/names.ts';
import { inferRelationships, isKeyOf } from '#src/catalog/relationships.ts';
import { synonymsOf, takenLabels, withoutTaken } from '#src/catalog/synonyms.ts';
import type { CatalogLimits, ProfiledTable, VersionProfile } from '#src/catalog/version-profile.ts';
import type {
  Catalog,
  CatalogColumn,
  CatalogTable,
  Relationship,
} from '#src/plugin-api/catalog.ts';
import type { DataSource, DeclaredKey, SourceScope } from '#src/plugin-api/data-source.ts';

export interface AssembleInput {
  readonly workspace: Pick<Catalog, 'clientId' | 'workspaceId' | 'timezone' | 'asOf'>;
  readonly generationId: string;
  readonly dialect: string;
  /** The versions that the workspace shows, in the order of its files. */
  readonly versions: readonly VersionProfile[];
  readonly source: Pick<DataSource, 'containment'>;
  /** Reaches the tables of all versions. */
  readonly scope: SourceScope;
  readonly limits: CatalogLimits;
  readonly signal: AbortSignal;
}

/**
 * The catalog of one generation: the tables of all versions, and the relationships between them, declared ones first.
 * The same versions give the same catalog. Fails with the source's `SourceError`, or with the signal's reason.
 */
export async function assembleCatalog(input: AssembleInput): Promise<Catalog> {
  const { workspace, generationId, dialect, versions, source, scope, limits, signal } = input;
  const profiled = versions.flatMap((version) => version.tables);
  const tables = withoutForeignSynonyms(withoutSharedPrefix(profiled.map(({ table }) => table)));
  const declared = declaredRelationships(profiled);
  const maxChecks = limits.maxContainmentChecks;
  // A table that no engine has is measured by its parts.
  const stored = tables.filter(({ united }) => !united);
  const inferred = await inferRelationships({ tables: stored, source, scope, maxChecks, signal });
  const known = withoutRepeats([...declared, ...inferred]);
  const relationships = ordered([...known, ...ofUnited(tables, known)], tables);
  return {
    ...workspace,
    generationId,
    dialect,
    tables: withEvidence(tables, relationships),
    relationships,
    attachments: versions.flatMap((version) => version.attachments),
    valueIndexes: versions.flatMap(({ valueIndex }) => (valueIndex === null ? [] : [valueIndex])),
  };
}

/** A word that all of so many tables begin with tells nothing of one of them. */
const SHARING = 3;

/** Labels without the word that every table begins with: `t_hall`, `t_show`, `t_guest` → hall, show, guest. */
function withoutSharedPrefix(tables: readonly CatalogTable[]): readonly CatalogTable[] {
  const named = tables.map(({ name }) => wordsOf(name));
  const drafted = tables.map(({ name, columns }) =>
    draftedLabels(
      name,
      columns.map((column) => column.name),
    ),
  );
  const rests = drafted.map(({ table }) => wordsOf(table).slice(1).join(' '));
  const shared =
    tables.length >= SHARING &&
    named.every((words) => words.length > 1 && words[0] === named[0]![0]) &&
    new Set(rests).size === rests.length;
  if (!shared) return tables;
  const taken = takenLabels(rests);
  return tables.map((table, index) => {
    const rest = rests[index]!;
    // What a person called it stays.
    if (![labelOf(table.name), drafted[index]!.table].includes(table.label)) return table;
    const others = synonymsOf(rest, taken).filter((one) => !table.synonyms.includes(one));
    return { ...table, label: rest, synonyms: [...table.synonyms, ...others] };
  });
}

/** Takes out synonyms that are names in another version: `client` of customers where a table of clients came along. */
function withoutForeignSynonyms(tables: readonly CatalogTable[]): CatalogTable[] {
  const taken = takenLabels(
    tables.flatMap((table) => [table.name, ...table.columns.map((column) => column.name)]),
  );
  return tables.map((table) => ({
    ...table,
    synonyms: withoutTaken(table.synonyms, taken, table.name),
    columns: table.columns.map((column) => ({
      ...column,
      synonyms: withoutTaken(column.synonyms, taken, column.name),
    })),
  }));
}

/**
 * What only the whole shows: a number that refers to rows of a table is no measure, whatever its name; and what the
 * cells of a file showed to be percentages (their unit came with the version) does not add up.
 */
function withEvidence(
  tables: readonly CatalogTable[],
  relationships: readonly Relationship[],
): CatalogTable[] {
  const referring = new Set(
    relationships.flatMap(({ from }) => from.columns.map((column) => `${from.table}\0${column}`)),
  );
  return tables.map((table) => ({
    ...table,
    columns: table.columns.map((column): CatalogColumn => {
      if (column.kind !== 'measure') return column;
      if (column.unit === '%') return { ...column, additive: false };
      const refers = referring.has(`${table.name}\0${column.name}`);
      return refers ? { ...column, kind: 'identifier', unit: null, additive: false } : column;
    }),
  }));
}

/** What all parts of a united table refer to, it refers to. */
function ofUnited(
  tables: readonly CatalogTable[],
  known: readonly Relationship[],
): readonly Relationship[] {
  return tables.flatMap((table) => {
    const parts = table.derived?.of ?? [];
    if (!table.united || parts.length === 0) return [];
    const lower = (names: readonly string[]) => names.map((name) => name.toLowerCase());
    const keyOf = ({ from, to }: Relationship) =>
      JSON.stringify([lower(from.columns), to.table, to.columns]);
    const own = known.filter(
      ({ from, to }) => parts.includes(from.table) && !parts.includes(to.table),
    );
    return [...Map.groupBy(own, keyOf).values()].flatMap((same): Relationship[] => {
      if (new Set(same.map(({ from }) => from.table)).size < parts.length) return [];
      const { from, to, source } = same[0]!;
      const columns = from.columns.map(
        (name) => table.columns.find((one) => one.name.toLowerCase() === name.toLowerCase())!.name,
      );
      const confidence = Math.min(...same.map((one) => one.confidence));
      return [
        {
          from: { table: table.name, columns },
          to,
          cardinality: 'many-to-one',
          source,
          confidence,
          ...(same.some(({ unmatched }) => unmatched) ? { unmatched: true as const } : {}),
        },
      ];
    });
  });
}

function declaredRelationships(profiled: readonly ProfiledTable[]): Relationship[] {
  return profiled.flatMap(({ table, foreignKeys }) =>
    foreignKeys.flatMap(({ columns, to }) => {
      const target = profiled.find((other) => isNamed(other.table, to, table))?.table;
      const from = columns.map((name) => columnNamed(table, name));
      const key = target ? to.columns.map((name) => columnNamed(target, name)) : [];
      if (!target || [...from, ...key].includes(undefined)) return [];
      const known = from as NonNullable<(typeof from)[number]>[];
      return [
        {
          from: { table: table.name, columns: known.map((column) => column.name) },
          to: { table: target.name, columns: key.map((column) => column!.name) },
          cardinality: isKeyOf(table, known) ? ('one-to-one' as const) : ('many-to-one' as const),
          source: 'declared' as const,
          confidence: 1,
        },
      ];
    }),
  );
}

/** Declared keys name a table of the same database, and of the same schema where they name none. */
function isNamed(candidate: CatalogTable, to: DeclaredKey['to'], near: CatalogTable): boolean {
  const { database, schema, table } = candidate.physical;
  // Two tables of a database may differ in case alone.
  const isSame =
    to.schema === undefined ? table.toLowerCase() === to.table.toLowerCase() : table === to.table;
  return (
    isSame && database === near.physical.database && schema === (to.schema ?? near.physical.schema)
  );
}

function columnNamed(table: CatalogTable, name: string) {
  return table.columns.find((column) => column.name.toLowerCase() === name.toLowerCase());
}

/** The first of those between the same columns, whichever way they point. */
function withoutRepeats(relationships: readonly Relationship[]): Relationship[] {
  const seen = new Set<string>();
  return relationships.filter(({ from, to }) => {
    const name = [from, to]
      .map(({ table, columns }) => JSON.stringify([table, columns]).toLowerCase())
      .sort()
      .join();
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

/** In the order of the tables, then of the columns that refer. */
function ordered(
  relationships: readonly Relationship[],
  tables: readonly CatalogTable[],
): Relationship[] {
  const position = new Map<string, number>();
  for (const [index, table] of tables.entries()) {
    for (const [at, column] of table.columns.entries()) {
      position.set(`${table.name}\0${column.name}`, index * 100_000 + at);
    }
  }
  const place = ({ from, to }: Relationship) =>
    [from, to].map((side) => position.get(`${side.table}\0${side.columns[0]}`) ?? 0);
  return relationships.toSorted((a, b) => {
    const [left, right] = [place(a), place(b)];
    return left[0]! - right[0]! || left[1]! - right[1]!;
  });
}
