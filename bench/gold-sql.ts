import type { DuckDBConnection } from '@duckdb/node-api';

export interface GoldOutcome {
  readonly rows?: readonly (readonly unknown[])[];
  /** The statement as it ran. */
  readonly sql?: string;
  readonly error?: string;
}

/** Tables and columns of the engine by their letters and digits: ingest writes `EmployeeID` as `employee_id`. */
export async function engineNames(engine: DuckDBConnection): Promise<ReadonlyMap<string, string>> {
  const reader = await engine.runAndReadAll(
    `SELECT table_name FROM duckdb_tables() UNION SELECT column_name FROM duckdb_columns() WHERE NOT internal`,
  );
  return new Map(reader.getRowsJson().map(([name]) => [squash(String(name)), String(name)]));
}

function squash(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}

/** The statement with names as the engine has them; strings stay, and so do words that name nothing there. */
export function rename(sql: string, names: ReadonlyMap<string, string>): string {
  return sql.replaceAll(/'(?:[^']|'')*'|"[^"]*"|[A-Za-z_]\w*/g, (token) => {
    if (token.startsWith("'")) return token;
    const word = token.startsWith('"') ? token.slice(1, -1) : token;
    const name = names.get(squash(word));
    return name === undefined || name.toLowerCase() === word.toLowerCase() ? token : `"${name}"`;
  });
}

/** Runs SQLite's text; a double-quoted word that names no column is a string there, and is requoted here. */
export async function runGold(engine: DuckDBConnection, gold: string): Promise<GoldOutcome> {
  let sql = gold;
  for (let attempt = 0; attempt < 8; attempt += 1) {
    try {
      const reader = await engine.runAndReadAll(sql);
      return { rows: reader.getRowsJson(), sql };
    } catch (error) {
      const message = String(error instanceof Error ? error.message : error).split('\n')[0]!;
      const missing = /Referenced column "(.+?)" (?:not found|was not found)/.exec(message)?.[1];
      const requoted =
        missing === undefined
          ? sql
          : sql.replaceAll(`"${missing}"`, `'${missing.replaceAll("'", "''")}'`);
      if (requoted === sql) return { error: message.slice(0, 110) };
      sql = requoted;
    }
  }
  return { error: 'requoting did not end' };
}
