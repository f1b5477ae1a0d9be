import type { Connection, FieldDef } from 'pg';

/** A row as it came: texts, null for NULL. */
export type RawRow = readonly (string | null)[];
/** A row of so many columns of which none is ever NULL. */
export type Texts<N extends 1 | 2 | 3 | 4> = readonly [
  ...{ 1: [string]; 2: [string, string]; 3: [string, string, string]; 4: Four }[N],
];
type Four = [string, string, string, string];

/** One statement and the texts of its parameters. */
export interface Statement {
  readonly sql: string;
  readonly values?: readonly string[];
}

/** Told of what comes back, in this order, for each shown statement after the other; after `failed` nothing comes. */
export interface FlightEvents {
  /** The columns of a shown statement. */
  fields(fields: readonly FieldDef[]): void;
  row(row: RawRow): void;
  /** A shown statement has given all its rows. */
  complete(): void;
  failed(error: Error): void;
  /** All statements are done, and the server waits for the next ones. */
  ready(): void;
}

/** Which statements are shown, half-open. */
export interface Shown {
  readonly from: number;
  readonly to: number;
}

/** What pg calls on a query of one's own. */
interface Submitted {
  submit(connection: Connection): void;
}

/**
 * Several statements in one round trip, by the extended protocol: each is parsed as exactly one statement, and a
 * failure skips all that follow (PostgreSQL manual, "Pipelining"). Some of them are shown.
 */
export class Flight implements Submitted {
  readonly #statements: readonly Statement[];
  readonly #shown: Shown;
  readonly #events: FlightEvents;
  #step = 0;

  constructor(statements: readonly Statement[], shown: Shown, events: FlightEvents) {
    this.#statements = statements;
    this.#shown = shown;
    this.#events = events;
  }

  submit(connection: Connection): void {
    connection.stream.cork();
    try {
      for (const [index, { sql, values }] of this.#statements.entries()) {
        connection.parse({ name: '', text: sql, types: [] }, true);
        connection.bind({ values: [...(values ?? [])] }, true);
        if (this.#isShown(index)) connection.describe({ type: 'P', name: '' }, true);
        connection.execute({}, true);
        // The answer to the first comes at once, and shows that the server is there.
        if (index === 0) connection.flush();
      }
      connection.sync();
    } finally {
      connection.stream.uncork();
    }
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.#events.fields(fields);
  }

  handleDataRow({ fields }: { readonly fields: RawRow }): void {
    if (this.#isShown(this.#step)) this.#events.row(fields);
  }

  handleCommandComplete(): void {
    if (this.#isShown(this.#step++)) this.#events.complete();
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete();
  }

  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: Connection & { sendCopyFail(text: string): void }): void {
    connection.sendCopyFail('nothing is written here');
  }

  handleCopyData(): void {}

  handleError(error: Error): void {
    this.#events.failed(error);
  }

  handleReadyForQuery(): void {
    this.#events.ready();
  }

  #isShown(index: number): boolean {
    return index >= this.#shown.from && index < this.#shown.to;
  }
}
