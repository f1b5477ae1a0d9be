import type { Catalog, CellValue } from '#src/plugin-api/catalog.ts';
import type { SpillColumn } from '#src/plugin-api/data-source.ts';
import { STATEMENTS } from '../fixtures/alasql/statements.ts';
import { TABLES, type TestTable } from '../fixtures/alasql/tables.ts';
import { catalogOf, guarded, openAlasqlForTests } from './alasql.ts';
import { type EngineForTests, optionsForTests } from './duckdb-engine.ts';
import { openScratchPostgres } from './postgres.ts';

type Rows = readonly (readonly unknown[])[];

/** What came of one statement. */
export interface Outcome {
  readonly construct: string;
  readonly sql: string;
  readonly verdict:
    | { readonly kind: 'agree' }
    | { readonly kind: 'refused'; readonly text: string }
    /** Both fail when they run: with the text of the AlaSQL engine. */
    | { readonly kind: 'both fail'; readonly text: string }
    /** PostgreSQL gives rows, this engine an error that says why: never a wrong row. */
    | { readonly kind: 'fails'; readonly text: string }
    | { readonly kind: 'DIFFERENT'; readonly text: string };
}

/** Both engines with the same tables. */
export interface Differential {
  judge(sql: string): Promise<Outcome['verdict']>;
  close(): Promise<void>;
}

/** Null without a server of PostgreSQL. */
export async function openDifferential(): Promise<Differential | null> {
  const postgres = await openScratchPostgres();
  if (!postgres) return null;
  const test = await openAlasqlForTests();
  await postgres.rows("SET TIME ZONE 'UTC'");
  for (const table of TABLES) for (const sql of insertsOf(table)) await postgres.rows(sql);
  const catalog = await catalogOf(test, TABLES);
  return {
    judge: async (sql) => judge(test, catalog, sql, await attempt(() => postgres.rows(sql))),
    close: async () => {
      await test.close();
      await postgres.close();
    },
  };
}

/** Runs all statements on AlaSQL, through the guard, and on PostgreSQL. Null without a server. */
export async function differential(): Promise<readonly Outcome[] | null> {
  const engines = await openDifferential();
  if (!engines) return null;
  try {
    const outcomes: Outcome[] = [];
    for (const [construct, statements] of Object.entries(STATEMENTS))
      for (const sql of statements)
        outcomes.push({ construct, sql, verdict: await engines.judge(sql) });
    return outcomes;
  } finally {
    await engines.close();
  }
}

type Attempt = { readonly rows: Rows } | { readonly error: string };

async function attempt(work: () => Promise<Rows>): Promise<Attempt> {
  try {
    return { rows: await work() };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}

async function judge(
  test: EngineForTests,
  catalog: Catalog,
  sql: string,
  theirs: Attempt,
): Promise<Outcome['verdict']> {
  const result = await guarded(test, catalog, sql);
  if (!result.ok) return { kind: 'refused', text: result.refusal.text };
  const ours = await attempt(async () => {
    const rows: (readonly CellValue[])[] = [];
    for await (const chunk of test.engine.query(result.guarded, optionsForTests()))
      if (chunk.kind === 'rows') rows.push(...chunk.rows);
    return rows;
  });
  if ('error' in ours) return { kind: 'error' in theirs ? 'both fail' : 'fails', text: ours.error };
  if ('error' in theirs) return { kind: 'DIFFERENT', text: `PostgreSQL: ${theirs.error}` };
  const isOrdered = /\bORDER BY\b(?![^(]*\))/i.test(sql);
  return sameRows(ours.rows, theirs.rows, isOrdered)
    ? { kind: 'agree' }
    : {
        kind: 'DIFFERENT',
        text: `${JSON.stringify(ours.rows)} instead of ${JSON.stringify(theirs.rows)}`,
      };
}

function sameRows(ours: Rows, theirs: Rows, isOrdered: boolean): boolean {
  if (ours.length !== theirs.length) return false;
  const rest = [...theirs];
  return ours.every((row) => {
    const at = isOrdered ? 0 : rest.findIndex((other) => sameRow(row, other));
    return at >= 0 && sameRow(row, rest.splice(at, 1)[0]!);
  });
}

const sameRow = (ours: readonly unknown[], theirs: readonly unknown[]) =>
  ours.length === theirs.length && ours.every((cell, at) => sameCell(cell, theirs[at]));

/** Digits of a quotient or a mean that both have to agree in (relative). */
const TOLERANCE = 1e-13;

function sameCell(ours: unknown, theirs: unknown): boolean {
  if (typeof ours !== 'number' || typeof theirs !== 'string')
    return ours === theirs || (typeof theirs === 'string' && ours === instantOf(theirs));
  const value = Number(theirs);
  return ours === value || Math.abs(ours - value) <= TOLERANCE * Math.abs(value);
}

/** A point in time as the pipeline writes it; other texts stay what they are. */
const instantOf = (text: string) =>
  text.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d(?:\.\d+)?)(?:\+00)?$/, '$1T$2');

const TYPES: Readonly<Record<SpillColumn['type'], string>> = {
  integer: 'bigint',
  decimal: 'numeric',
  float: 'double precision',
  text: 'text',
  date: 'date',
  timestamp: 'timestamp',
  time: 'time',
  boolean: 'boolean',
};
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

function insertsOf({ name, columns, rows }: TestTable): readonly string[] {
  const list = columns.map(
    (column) =>
      `${quoted(column.name)} ${TYPES[column.type]}${column.scale === undefined ? '' : `(${column.precision}, ${column.scale})`}`,
  );
  const cell = (value: unknown) =>
    value === null ? 'NULL' : `'${String(value).replaceAll("'", "''")}'`;
  return [
    `CREATE TABLE ${quoted(name)} (${list.join(', ')})`,
    ...rows.map((row) => `INSERT INTO ${quoted(name)} VALUES (${row.map(cell).join(', ')})`),
  ];
}
