import type { Attachment, ColumnProfile, PhysicalName } from '#src/plugin-api/catalog.ts';
import type {
  ContainmentRequest,
  CountedValue,
  ProfileRequest,
  ResultColumn,
  SourceTable,
  SpillTable,
  ValuesRequest,
} from '#src/plugin-api/data-source.ts';
import type { SourceErrorKind } from '#src/plugin-api/source-error.ts';

/**
 * What a gateway and its query processes say to each other. The gateway starts tasks; a task gives items, one message
 * of them a credit (`pull`), and ends with the last of them or with `failed`. All tasks only read, so a task that has
 * given nothing may run again.
 */
export type QueryTask =
  | {
      readonly type: 'query';
      readonly attachments: readonly Attachment[];
      readonly sql: string;
      readonly maxRows: number;
      /** Bytes of the rows as JSON text. */
      readonly maxBytes: number;
      /** Bytes of one row as JSON text. */
      readonly maxRowBytes?: number;
    }
  | ParserTask
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
    };

/** A task that reads no data and gives one item. */
export type ParserTask =
  | { readonly type: 'serialize'; readonly sql: string }
  | { readonly type: 'write'; readonly json: string };

/** The item type of each task type. */
export interface TaskItems {
  readonly query: QueryItem;
  /** JSON text of `json_serialize_sql`. */
  readonly serialize: string;
  readonly write: WrittenSql;
  readonly introspect: readonly SourceTable[];
  readonly profile: ProfileItem;
  readonly values: readonly { readonly value: string; readonly rowCount: number }[];
  readonly containment: number;
  readonly countDistinct: number;
}

/** A tree as SQL (`json_deserialize_sql`), and the tree that the parser reads from that SQL. */
export interface WrittenSql {
  readonly sql: string;
  readonly tree: string;
}

export type QueryItem =
  | { readonly kind: 'columns'; readonly columns: readonly ResultColumn[] }
  /** Each row as JSON text (an array of cells): measured once, cheap to send. */
  | { readonly kind: 'rows'; readonly texts: readonly string[] }
  | {
      readonly kind: 'end';
      readonly truncated: boolean;
      readonly engineMs: number;
      readonly notes: readonly string[];
    };

export interface ProfileItem {
  readonly physical: PhysicalName;
  readonly rowCount: number;
  readonly columns: readonly (readonly [name: string, profile: ColumnProfile])[];
  /** All values of text columns that have few. */
  readonly values: readonly (readonly [name: string, values: readonly CountedValue[]])[];
}

export type ToQueryProcess =
  | {
      readonly kind: 'start';
      readonly id: number;
      readonly task: QueryTask;
      /** Whether it has more memory than others; one such task runs at a time. */
      readonly wide: boolean;
    }
  | { readonly kind: 'pull'; readonly id: number }
  | { readonly kind: 'stop'; readonly id: number };

export type FromQueryProcess =
  | { readonly kind: 'ready' }
  /** Items in their order, one message a credit; `last`: the task is done. */
  | {
      readonly kind: 'items';
      readonly id: number;
      readonly items: readonly unknown[];
      readonly last: boolean;
    }
  | { readonly kind: 'failed'; readonly id: number; readonly error: WireError }
  /** Resident memory (bytes) is above the limit. */
  | { readonly kind: 'memory'; readonly rss: number };

export interface WireError {
  readonly kind: SourceErrorKind;
  /** Whether the engine ran out of the memory that it may use. */
  readonly outOfMemory?: true;
  /**
   * Set where an instance of the engine is broken, so that every later statement on it fails: `here` by this statement,
   * `before` by another one.
   */
  readonly broken?: 'here' | 'before';
  readonly message: string;
}

/** Limits of a query process, given as its only argument (JSON). */
export interface QueryProcessLimits {
  readonly threads: number;
  /** DuckDB memory limit of an instance (MiB). */
  readonly memoryMb: number;
  /** DuckDB memory limit of the instance of a wide task (MiB). */
  readonly wideMemoryMb: number;
  /** Resident memory of the process (MiB) above which it reports itself. */
  readonly processMemoryMb: number;
  /** Engine files open at once. */ readonly maxOpenFiles: number;
  /** Processor time after which a thread gives way to younger ones (milliseconds). */
  readonly giveWayMs: number;
  /** Engine files lie below this folder, or they are not opened. */
  readonly root: string;
}

/** What a gateway says to a loader process; each message is answered once, in order. */
export type ToLoader =
  | { readonly kind: 'append'; readonly table: SpillTable }
  | { readonly kind: 'commit' };

export type FromLoader =
  | { readonly kind: 'ready' }
  | { readonly kind: 'appended'; readonly rows: number }
  | { readonly kind: 'committed' }
  | { readonly kind: 'failed'; readonly error: WireError };

/** Limits of a loader process, given as its only argument (JSON). */
export interface LoaderOptions {
  /** The file that is written; renamed by the gateway when it is complete. */
  readonly path: string;
  readonly threads: number;
  readonly memoryMb: number;
}
