import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { cp, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openValueLookup } from '../../src/catalog/value-lookup.ts';
import type { Catalog, ValueLookup } from '../../src/plugin-api/catalog.ts';
import type { SpillTable } from '../../src/plugin-api/data-source.ts';
import { NO_ROW_POLICY } from '../../src/principal.ts';
import {
  catalogFromCsvFolder,
  catalogFromSql,
  catalogFromTables,
  type OfflineCatalog,
} from '../../test/fakes/offline-catalog.ts';
import { parseFile } from '../../workers/ingest/parse-file.ts';
import { PARSE_LIMITS } from '../parse-limits.ts';

/** Where the tables of a catalog come from: CSV files as a database has them or as an upload is parsed, or statements. */
export type Data =
  | { readonly kind: 'files' | 'uploaded'; readonly folder: string }
  | { readonly kind: 'sql'; readonly statements: readonly string[] };

/** A catalog whose rows are loaded only where a statement is run. */
export interface LazyCatalog {
  readonly catalog: Catalog;
  readonly values: ValueLookup;
  rows(): Promise<OfflineCatalog>;
  close(): Promise<void>;
}

/** Opens a catalog, which is discovered once and then kept in a folder by what its data is. */
export async function openCatalog(data: Data, kept: string): Promise<LazyCatalog> {
  const folder = path.join(kept, keyOf(data));
  const file = path.join(folder, 'catalog.json');
  if (existsSync(file)) {
    const catalog = JSON.parse(await readFile(file, 'utf8')) as Catalog;
    const values = openValueLookup(catalog, NO_ROW_POLICY);
    let opened: Promise<OfflineCatalog> | null = null;
    return {
      ...{ catalog, values },
      rows: () => (opened ??= open(data)),
      close: async () => {
        values.close();
        await (await opened)?.close();
      },
    };
  }
  const opened = await open(data);
  mkdirSync(folder, { recursive: true });
  const valueIndexes = opened.catalog.valueIndexes.map((_, at) =>
    path.join(folder, `${at}.sqlite`),
  );
  for (const [at, index] of opened.catalog.valueIndexes.entries())
    await cp(index, valueIndexes[at] as string);
  await writeFile(file, JSON.stringify({ ...opened.catalog, valueIndexes }));
  const { catalog, values } = opened;
  return { catalog, values, rows: async () => opened, close: () => opened.close() };
}

const open = (data: Data): Promise<OfflineCatalog> =>
  data.kind === 'sql'
    ? catalogFromSql(data.statements)
    : data.kind === 'files'
      ? catalogFromCsvFolder(data.folder)
      : catalogAsUploaded(data.folder);

/** The files as an upload of them is parsed: `1,234` is a number. */
async function catalogAsUploaded(folder: string): Promise<OfflineCatalog> {
  const spill = mkdtempSync(path.join(tmpdir(), 'plumbline-reader-'));
  try {
    const tables: SpillTable[] = [];
    for (const [at, filename] of readdirSync(folder).sort().entries()) {
      if (!filename.endsWith('.csv')) continue;
      const spillFolder = mkdtempSync(path.join(spill, `${at}-`));
      const file = { path: path.join(folder, filename), filename, spillFolder };
      const result = await parseFile({ ...file, mapping: {}, limits: PARSE_LIMITS });
      if (result.kind === 'parsed') tables.push(...result.tables.filter(({ derived }) => !derived));
    }
    return await catalogFromTables(tables);
  } finally {
    rmSync(spill, { recursive: true });
  }
}

/** The same data has the same key, whatever its folder is called. */
function keyOf(data: Data): string {
  const hash = createHash('sha256').update(data.kind);
  if (data.kind === 'sql') for (const statement of data.statements) hash.update(`${statement}\0`);
  else
    for (const file of readdirSync(data.folder).sort())
      if (file.endsWith('.csv'))
        hash.update(file).update(readFileSync(path.join(data.folder, file)));
  return hash.digest('hex').slice(0, 24);
}
