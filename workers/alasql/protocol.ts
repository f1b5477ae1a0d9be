import type { MessagePort } from 'node:worker_threads';
import type {
  Attachment,
  ColumnProfile,
  ColumnType,
  PhysicalName,
} from '#src/plugin-api/catalog.ts';
import type {
  ContainmentRequest,
  ProfileRequest,
  ResultColumn,
  SourceTable,
  SpillTable,
  ValuesRequest,
} from '#src/plugin-api/data-source.ts';
import type { SourceErrorKind } from '#src/plugin-api/source-error.ts';

/**
 * A guarded SELECT as the dialect writes it for this engine: JSON text in `GuardedSql.sql`. Tables are `t0…`, columns
 * `c0…` (their place in the engine file), steps `s0…`; texts and numbers of the statement are parameters. So nothing
 * that a user wrote is ever read by AlaSQL's parser.
 */
export interface Program {
  readonly tables: readonly ProgramTable[];
  readonly parameters: Readonly<Record<string, string | number | boolean | null>>;
  readonly steps: readonly Step[];
  /** Of the last step, in the order `c0…`. */
  readonly columns: readonly ResultColumn[];
}

interface ProgramTable {
  /** `t0…` */
  readonly name: string;
  readonly physical: PhysicalName;
  /** Columns that the program reads; the name proves that the place is right. */
  readonly columns: readonly { readonly at: number; readonly name: string }[];
}

/** Each step makes the table `into` out of earlier ones. */
export type Step =
  /** One flat SELECT for AlaSQL: joins, conditions, projection, or grouping by the column `k`. */
  | { readonly kind: 'select'; readonly into: string; readonly sql: string }
  | {
      readonly kind: 'sort';
      readonly into: string;
      readonly from: string;
      readonly keys: readonly SortKey[];
      readonly limit: number | null;
      readonly offset: number;
    }
  | {
      readonly kind: 'set';
      readonly into: string;
      readonly op: 'union' | 'intersect' | 'except';
      readonly all: boolean;
      readonly left: string;
      readonly right: string;
      readonly width: number;
    }
  | {
      readonly kind: 'distinct';
      readonly into: string;
      readonly from: string;
      readonly width: number;
    }
  /** Adds the column `column` to the rows: their place in their partition. */
  | {
      readonly kind: 'rank';
      readonly into: string;
      readonly from: string;
      readonly fn: 'rank' | 'dense_rank' | 'row_number';
      readonly partition: readonly string[];
      readonly keys: readonly SortKey[];
      readonly column: string;
    };

export interface SortKey {
  readonly column: string;
  readonly direction: 'asc' | 'desc';
  readonly nulls: 'first' | 'last';
}

/** What a pool of the engine is asked. All tasks but `append` only read. */
export type AlasqlTask =
  | {
      readonly type: 'query';
      readonly attachments: readonly Attachment[];
      readonly program: string;
      readonly maxRows: number;
      readonly maxBytes: number;
      /** Bytes of one row as JSON text. */
      readonly maxRowBytes: number;
      /** Where the result goes: `FromQuery`; its reader answers with `ToQuery`. */
      readonly port: MessagePort;
    }
  | { readonly type: 'introspect'; readonly attachments: readonly Attachment[] }
  | {
      readonly type: 'profile';
      readonly attachments: readonly Attachment[];
      readonly request: ProfileRequest;
    }
  | {
      readonly type: 'values';
      readonly attachments: readonly Attachment[];
      readonly request: ValuesRequest;
    }
  | {
      readonly type: 'containment';
      readonly attachments: readonly Attachment[];
      readonly request: ContainmentRequest;
    }
  | {
      readonly type: 'countDistinct';
      readonly attachments: readonly Attachment[];
      readonly request: ContainmentRequest['from'];
    }
  /** Writes a table to the end of an unfinished engine file. */
  | { readonly type: 'append'; readonly path: string; readonly table: SpillTable };

export interface AlasqlResults {
  /** The result goes through the port. */
  readonly query: null;
  readonly introspect: readonly SourceTable[];
  readonly profile: {
    readonly rowCount: number;
    readonly columns: readonly (readonly [name: string, profile: ColumnProfile])[];
  };
  readonly values: readonly { readonly value: string; readonly rowCount: number }[];
  readonly containment: number;
  readonly countDistinct: number;
  readonly append: TableEntry;
}

/** What a query says through its port: columns, rows as its reader asks for them, the end. */
export type FromQuery =
  | { readonly kind: 'columns'; readonly columns: readonly ResultColumn[] }
  /** JSON text of an array of rows. */
  | { readonly kind: 'rows'; readonly json: string }
  | {
      readonly kind: 'end';
      readonly truncated: boolean;
      readonly engineMs: number;
      readonly notes: readonly string[];
    };

/** The reader has taken one message of rows, or wants no more. */
export type ToQuery = 'pull' | 'stop';

export type TaskReply<T extends AlasqlTask['type']> =
  | { readonly ok: true; readonly result: AlasqlResults[T] }
  | { readonly ok: false; readonly kind: SourceErrorKind; readonly message: string };

/** The directory of an engine file, at its end. */
export interface Directory {
  readonly version: 1;
  readonly tables: readonly TableEntry[];
}

export interface TableEntry {
  readonly name: string;
  readonly rowCount: number;
  readonly columns: readonly ColumnEntry[];
}

export interface ColumnEntry {
  readonly name: string;
  readonly type: Exclude<ColumnType, 'json' | 'binary' | 'other'>;
  readonly nativeType: string;
  /** Blocks of values as JSON arrays: where they start and how long they are (bytes). */
  readonly blocks: readonly (readonly [offset: number, length: number])[];
}
