import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Catalog } from '../../src/plugin-api/catalog.ts';
import type { DataSource } from '../../src/plugin-api/data-source.ts';
import { discovered, tried } from '../../test/fakes/own-code.ts';
import type { Role } from './server.ts';

/** A server with a schema in which as much as can be calls functions of users. */
export interface OwnCodeServer {
  readonly roles: readonly Role[];
  source(role: Role): DataSource;
  /** The tables to try. */
  isTried(table: Catalog['tables'][number]): boolean;
  statements(table: string, column: string): readonly string[];
  /** Runs statements that call such functions past guard and source; fails where that is not seen. */
  shows(): Promise<void>;
  /** How often functions of users were run since `forget`. */
  effects(): Promise<number>;
  forget(): Promise<void>;
}

export interface OwnCodeRow {
  readonly role: Role;
  readonly tables: number;
  readonly statements: number;
  readonly ran: number;
  readonly effects: number;
}

/** Discovers the schema as each role, puts statements over all its columns through guard and source, and counts effects. */
export async function tryOwnCode(
  server: OwnCodeServer,
  { scale, signal }: { readonly scale: number; readonly signal: AbortSignal },
): Promise<readonly OwnCodeRow[]> {
  await server.shows();
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-own-code-'));
  const rows: OwnCodeRow[] = [];
  try {
    for (const role of server.roles) {
      if (signal.aborted) break;
      await server.forget();
      const source = server.source(role);
      const catalog = await discovered(source, path.join(folder, `${role}.sqlite`));
      const tables = catalog.tables.filter((table) => server.isTried(table));
      let statements = 0;
      let ran = 0;
      for (const { physical, columns } of tables)
        for (const { name } of columns)
          for (const [index, sql] of server.statements(physical.table, name).entries()) {
            if (signal.aborted || (index * scale) % 1 >= scale) continue;
            statements += 1;
            const { dialect } = source;
            if ((await tried(sql, { source, catalog, dialect })) === 'ran') ran += 1;
          }
      rows.push({ role, tables: tables.length, statements, ran, effects: await server.effects() });
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  return rows;
}
