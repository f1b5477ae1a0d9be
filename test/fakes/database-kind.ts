import type { DatabaseServer, DatabaseTarget } from '#src/plugin-api/database-server.ts';

/** A real server with the music fixture in a database of its own. */
export interface DatabaseForTests {
  readonly server: DatabaseServer;
  /** As a user that may only read. */
  readonly target: DatabaseTarget;
  /** As a user that owns the tables. */
  readonly owner: DatabaseTarget;
  /** `PhysicalName.schema` of the tables. */
  readonly schema: string;
  /** Connections that a source may hold at the most. */
  readonly maxConnections: number;
  /** Runs a statement as administrator and gives its rows. */
  run(sql: string): Promise<readonly (readonly unknown[])[]>;
  /** Sessions of the reading user that work on something now. */
  busySessions(): Promise<number>;
  /** Sessions of the reading user, busy or not. */
  sessions(): Promise<number>;
  close(): Promise<void>;
}

/** A kind of server and the SQL that its dialect has for what the tests need. */
export interface DatabaseKind {
  readonly name: string;
  /** Null where there is no server; with `REQUIRE_SERVICES=1` that is an error. */
  open(): Promise<DatabaseForTests | null>;
  /** How to get a server, for the line that says why tests were skipped. */
  readonly missing: string;
  readonly sql: {
    /** SELECT of one row that takes a minute of work, not of sleep. */
    readonly slow: string;
    /** SELECT of whole numbers 1 to `count`, in one column. */
    numbers(count: number): string;
    /** SELECT of one text of so many characters. */
    text(length: number): string;
    /** SELECT that the engine refuses when it runs. */
    readonly failing: string;
    /** SELECT of two columns `total` and one `__proto__`, of one row (1, 2, 3). */
    readonly oddNames: string;
    /** Statements that change something or leave a trace, none of which may take effect. */
    readonly writing: readonly string[];
    /** Two statements in one text. */
    readonly several: string;
  };
}

/** Opens a kind of server, or says in a visible line why it is skipped. */
export async function openOrSkip(
  kind: DatabaseKind,
  context: Mocha.Context,
): Promise<DatabaseForTests> {
  const opened = await kind.open();
  if (opened) return opened;
  console.log(`      skipped: ${kind.missing}`);
  return context.skip();
}
