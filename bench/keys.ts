/**
 * `npm run bench keys -- --data DIR[,DIR] [--part tune|report] [--why] [--found]`
 *
 * Keys between CSV files: reads the CSVs of each database below the folders (`DIR/databases/<db>.sqlite` and
 * `DIR/csv/<db>/<table>.csv`, as in `../shared/bench/{dev,train}.tgz`) as uploads are, and holds the relationships that
 * are inferred against the foreign keys that the database declares between tables with rows. `--part report` takes every
 * eighth database by name, `tune` the others: rules are made with these and measured with those. `--why` lists declared keys
 * that were not found, `--found` relationships that are not declared. A relationship counts as undeclared but true where
 * declared keys imply it (both columns refer to one key, or one through the other); the rest is read by hand.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import Database from 'better-sqlite3';
import type { Relationship } from '../src/plugin-api/catalog.ts';
import { catalogFromTables } from '../test/fakes/offline-catalog.ts';
import { parseFile } from '../workers/ingest/parse-file.ts';
import type { ParsedTable } from '../workers/protocol.ts';
import { PARSE_LIMITS } from './parse-limits.ts';
import { printTable } from './stats.ts';

const { values: options } = parseArgs({
  options: {
    data: { type: 'string' },
    part: { type: 'string' },
    why: { type: 'boolean', default: false },
    found: { type: 'boolean', default: false },
    only: { type: 'string' },
  },
});

/** Copies of other databases with rows taken away, and single tables of the web. */
const NOT_EVERYDAY = /__lack_|^table_\d/;

/** A key between columns, by names in lower case. */
interface Key {
  readonly from: string;
  readonly fromColumns: readonly string[];
  readonly to: string;
  readonly toColumns: readonly string[];
}

const textOf = ({ from, fromColumns, to, toColumns }: Key) =>
  `${from}.${fromColumns.join('+')} → ${to}.${toColumns.join('+')}`;

/** The order of the columns of a key says nothing. */
function keyOf({ from, fromColumns, to, toColumns }: Key): string {
  const pairs = fromColumns.map((column, at) => `${column}=${toColumns[at]}`).sort();
  return `${from}→${to}:${pairs.join(',')}`;
}

function declaredKeys(file: string): Key[] {
  const db = new Database(file, { readonly: true });
  try {
    const tables = db.prepare(`SELECT name FROM sqlite_master WHERE type = 'table'`).pluck().all();
    return (tables as string[]).flatMap((table) => {
      const rows = db.pragma(`foreign_key_list("${table}")`) as readonly {
        readonly id: number;
        readonly table: string;
        readonly from: string;
        readonly to: string | null;
      }[];
      return [...Map.groupBy(rows, ({ id }) => id).values()].map((parts): Key => {
        const to = parts[0]!.table;
        const primary = (db.pragma(`table_info("${to}")`) as { name: string; pk: number }[])
          .filter(({ pk }) => pk > 0)
          .sort((a, b) => a.pk - b.pk);
        return {
          from: table.toLowerCase(),
          fromColumns: parts.map(({ from }) => from.toLowerCase()),
          to: to.toLowerCase(),
          toColumns: parts.map((part, at) => (part.to ?? primary[at]?.name ?? '').toLowerCase()),
        };
      });
    });
  } finally {
    db.close();
  }
}

/** The tables of a folder of CSV files as uploads make them, and what their columns are called in the files. */
async function parsedTables(folder: string, spillFolder: string) {
  const tables: ParsedTable[] = [];
  const written = new Map<string, string>();
  for (const [at, filename] of readdirSync(folder).sort().entries()) {
    const result = await parseFile({
      path: path.join(folder, filename),
      filename,
      spillFolder: mkdtempSync(path.join(spillFolder, `${at}-`)),
      mapping: {},
      limits: PARSE_LIMITS,
    });
    if (result.kind !== 'parsed') continue;
    const table = result.tables.find(({ derived }) => !derived)!;
    tables.push(table);
    const name = path.parse(filename).name.toLowerCase();
    written.set(table.tableName, name);
    for (const column of table.columnDetails)
      written.set(
        `${table.tableName}.${column.name}`,
        (column.header ?? column.name).toLowerCase(),
      );
  }
  return { tables, written };
}

interface Tally {
  declared: number;
  found: number;
  withoutRows: number;
  wrongCardinality: number;
  implied: number;
  undeclared: number;
}

/** Whether several rows of the database have the same values in the columns that refer. */
function isMany(file: string, { from, fromColumns }: Key): boolean {
  const db = new Database(file, { readonly: true });
  try {
    const list = fromColumns.map((column) => `"${column}"`).join(', ');
    const filled = fromColumns.map((column) => `"${column}" IS NOT NULL AND "${column}" <> ''`);
    const groups = `SELECT 1 FROM "${from}" WHERE ${filled.join(' AND ')} GROUP BY ${list}`;
    return db.prepare(`${groups} HAVING count(*) > 1 LIMIT 1`).get() !== undefined;
  } finally {
    db.close();
  }
}

/** Whether declared keys lead from the one column to the other. */
function isImplied(key: Key, declared: readonly Key[]): boolean {
  if (key.fromColumns.length > 1) return false;
  const place = (table: string, columns: readonly string[]) => `${table}.${columns[0]}`;
  const single = declared.filter(({ fromColumns }) => fromColumns.length === 1);
  const group = new Set([place(key.from, key.fromColumns)]);
  for (let size = 0; size < group.size; ) {
    size = group.size;
    for (const { from, fromColumns, to, toColumns } of single) {
      const ends = [place(from, fromColumns), place(to, toColumns)];
      if (ends.some((end) => group.has(end))) for (const end of ends) group.add(end);
    }
  }
  return group.has(place(key.to, key.toColumns));
}

async function measure(folder: string, name: string, tally: Tally): Promise<void> {
  const spill = mkdtempSync(path.join(tmpdir(), 'plumbline-keys-'));
  try {
    const { tables, written } = await parsedTables(path.join(folder, 'csv', name), spill);
    const offline = await catalogFromTables(tables);
    const { relationships } = offline.catalog;
    const inFile = ({ from, to }: Relationship): Key => ({
      from: written.get(from.table)!,
      fromColumns: from.columns.map((column) => written.get(`${from.table}.${column}`)!),
      to: written.get(to.table)!,
      toColumns: to.columns.map((column) => written.get(`${to.table}.${column}`)!),
    });
    const found = new Map(relationships.map((one) => [keyOf(inFile(one)), one]));
    const filled = new Set(written.values());
    const file = path.join(folder, 'databases', `${name}.sqlite`);
    const all = declaredKeys(file);
    const declared = all.filter(({ from, to }) => filled.has(from) && filled.has(to));
    tally.withoutRows += all.length - declared.length;
    tally.declared += declared.length;
    for (const key of declared) {
      const relationship = found.get(keyOf(key));
      if (!relationship) {
        if (options.why) console.log(`  ${name}: not found: ${textOf(key)}`);
        continue;
      }
      tally.found++;
      if ((relationship.cardinality === 'many-to-one') !== isMany(file, key))
        tally.wrongCardinality++;
    }
    const known = new Set(declared.map(keyOf));
    for (const one of relationships) {
      const key = inFile(one);
      if (known.has(keyOf(key))) continue;
      if (isImplied(key, declared)) tally.implied++;
      else {
        tally.undeclared++;
        if (options.found)
          console.log(`  ${name}: not declared: ${textOf(key)} (${one.confidence})`);
      }
    }
    await offline.close();
  } finally {
    rmSync(spill, { recursive: true });
  }
}

const folders = options.data?.split(',') ?? [];
if (folders.length === 0) throw new Error('Name the unpacked folders with --data.');
const names = folders.flatMap((folder) =>
  readdirSync(path.join(folder, 'csv'))
    .filter((name) => !NOT_EVERYDAY.test(name))
    .filter((name) => existsSync(path.join(folder, 'databases', `${name}.sqlite`)))
    .sort()
    .map((name) => ({ folder, name })),
);
const tally: Tally = {
  ...{ declared: 0, found: 0, withoutRows: 0 },
  ...{ wrongCardinality: 0, implied: 0, undeclared: 0 },
};
const wanted = names
  .filter((_, at) => options.part === undefined || (at % 8 === 5) === (options.part === 'report'))
  .filter(({ name }) => !options.only || name === options.only);
for (const { folder, name } of wanted) await measure(folder, name, tally);
printTable(`Keys between CSV files of ${wanted.length} databases`, [
  {
    'declared, with rows': String(tally.declared),
    found: String(tally.found),
    share: `${((100 * tally.found) / tally.declared).toFixed(1)} %`,
    'wrong cardinality': String(tally.wrongCardinality),
    'implied by declared': String(tally.implied),
    'not declared': String(tally.undeclared),
    'declared, without rows': String(tally.withoutRows),
  },
]);
