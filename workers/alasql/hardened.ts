import { createRequire } from 'node:module';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { AGGREGATES } from './aggregates.ts';
import { type Cell, SCALARS } from './scalars.ts';

export type Row = Record<string, Cell>;

interface Table {
  data: readonly Row[];
  columns: readonly unknown[];
  /** Set: AlaSQL does not look for an index that an earlier statement left (it finds them by a 32-bit hash). */
  dirty: boolean;
}

interface Alasql {
  readonly Table: new (options: object) => Table;
  readonly databases: { readonly alasql: { tables: Record<string, Table> } };
  readonly options: Record<string, unknown>;
  fn: object;
  aggr: object;
  exec(sql: string, parameters: object): unknown;
  [member: string]: unknown;
}

/** Members with which AlaSQL reaches files, networks, other engines, or runs text as a program. */
const REMOVED = ['from', 'into', 'engines', 'stdlib', 'stdfn', 'plugins', 'external'] as const;

/** AlaSQL without anything but flat SELECTs over given tables with our own functions. */
export interface HardenedAlasql {
  /** Runs one SELECT over `tables`; a statement of any other shape is refused. */
  select(
    sql: string,
    tables: ReadonlyMap<string, readonly Row[]>,
    parameters: object,
  ): readonly Row[];
}

export function hardenedAlasql(): HardenedAlasql {
  // The package brings one file of it along (`.ci/build.mjs`): its own package would bring React Native.
  const alasql = createRequire(import.meta.url)('#alasql') as Alasql;
  const Table = alasql.Table;
  for (const member of REMOVED) alasql[member] = Object.freeze(Object.create(null));
  alasql['utils'] = Object.freeze({ ...(alasql['utils'] as object), ...noFiles() });
  alasql.fn = Object.freeze(Object.assign(Object.create(null), SCALARS));
  alasql.aggr = Object.freeze(Object.assign(Object.create(null), AGGREGATES));
  alasql.options['cache'] = false;
  return {
    select(sql, tables, parameters) {
      checkStatement(sql);
      const named: Record<string, Table> = Object.create(null);
      for (const [name, data] of tables)
        named[name] = Object.assign(new Table({}), { data, columns: [], dirty: true });
      alasql.databases.alasql.tables = named;
      try {
        return alasql.exec(sql, parameters) as readonly Row[];
      } finally {
        alasql.databases.alasql.tables = Object.create(null);
      }
    },
  };
}

function noFiles(): Record<string, () => never> {
  const refuse = () => {
    throw new SourceError('query', "Queries can't access files or the network.");
  };
  return { loadFile: refuse, loadBinaryFile: refuse, saveFile: refuse, deleteFile: refuse };
}

const WORDS = new Set(
  'SELECT AS FROM INNER LEFT JOIN ON WHERE GROUP BY AND CASE WHEN THEN ELSE END NULL TRUE FALSE'.split(
    ' ',
  ),
);
const NAME = /^([tsacp]\d+|k|\d+)$/;

/**
 * The dialect writes statements of these words, names and signs only. Without quotes, brackets, backticks, arrows,
 * semicolons and names of AlaSQL's own functions nothing else can be said.
 */
function checkStatement(sql: string): void {
  const known = (word: string) =>
    WORDS.has(word) ||
    NAME.test(word) ||
    Object.hasOwn(SCALARS, word) ||
    Object.hasOwn(AGGREGATES, word);
  if (!/^SELECT [\w\s(),.:=]+$/.test(sql) || !(sql.match(/\w+/g) ?? []).every(known))
    throw new SourceError(
      'query',
      "This statement didn't come from Plumbline's guard, so it wasn't run.",
    );
}
