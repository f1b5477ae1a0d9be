import type { CellValue, PhysicalName } from '#src/plugin-api/catalog.ts';
import type {
  QueryOptions,
  ResultChunk,
  ResultColumn,
  SourceScope,
  TableProfile,
  TabularEngine,
  ValuesBatch,
  ValuesRequest,
} from '#src/plugin-api/data-source.ts';
import type { Dialect } from '#src/plugin-api/dialect.ts';
import type { GuardedSql } from '#src/plugin-api/guarded-sql.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { distinctNames } from '#src/sql/cells.ts';
import type { QueryTask, TaskItems } from '#workers/engine/protocol.ts';
import { beginLoad } from './load.ts';
import type { DuckdbSettings } from './settings.ts';
import type { RunOptions, Supervisor } from './supervisor.ts';

export interface EngineDeps {
  readonly dialect: Dialect;
  readonly supervisor: Supervisor;
  readonly settings: DuckdbSettings;
  /** Marks the processes that load files (`PluginContext.processTag`). */
  readonly tag: string;
}

/** DuckDB over immutable engine files, in supervised processes. Fails with `SourceError`s. */
export function createDuckdbEngine({
  dialect,
  supervisor,
  settings,
  tag,
}: EngineDeps): TabularEngine {
  const inspecting = (scope: SourceScope, signal: AbortSignal): RunOptions => ({
    workspaceId: scope.workspaceId,
    timeoutMs: settings.inspect_timeout_ms,
    signal,
  });
  const ask = <T extends QueryTask['type']>(
    task: Extract<QueryTask, { type: T }>,
    scope: SourceScope,
    signal: AbortSignal,
  ) => single(supervisor.run<T>(task, inspecting(scope, signal)));
  return {
    dialect,
    spillFormats: ['parquet', 'delimited'],
    readsUnited: true,
    open: async (signal) => {
      signal.throwIfAborted();
      await supervisor.open();
    },
    processes: () => supervisor.processes(),
    close: () => supervisor.close(),
    query: (sql, options) => query(supervisor, sql, { ...options, wideFrom: wideFrom(settings) }),
    introspect: ({ workspaceId, attachments }, signal) =>
      ask<'introspect'>({ type: 'introspect', attachments }, { workspaceId, attachments }, signal),
    profile: async (scope, tables, signal) => {
      const { attachments } = scope;
      const profiles: TableProfile[] = [];
      for (const request of tables) {
        const task = { type: 'profile', attachments, request } as const;
        const item = await ask<'profile'>(task, scope, signal);
        profiles.push({
          ...item,
          ...{ columns: new Map(item.columns), values: new Map(item.values) },
        });
      }
      return profiles;
    },
    values: (scope, requests, signal) =>
      values(supervisor, requests, inspecting(scope, signal), scope),
    containment: async (scope, pairs, signal) => {
      const { attachments } = scope;
      const shares: number[] = [];
      for (const request of pairs)
        shares.push(
          await ask<'containment'>({ type: 'containment', attachments, request }, scope, signal),
        );
      return shares;
    },
    countDistinct: async (scope, sets, signal) => {
      const { attachments } = scope;
      const counts: number[] = [];
      for (const request of sets)
        counts.push(
          await ask<'countDistinct'>(
            { type: 'countDistinct', attachments, request },
            scope,
            signal,
          ),
        );
      return counts;
    },
    beginLoad: (path, signal) => beginLoad(path, { settings, tag }, signal),
  };
}

/**
 * Bytes of a batch of rows from which a query is wide: queries of less, as many as run at once, together stay within the
 * memory that they share.
 */
const wideFrom = ({ memory_mb, concurrent_queries }: DuckdbSettings): number =>
  (memory_mb * 1024 * 1024) / concurrent_queries;

async function* query(
  supervisor: Supervisor,
  guarded: GuardedSql,
  options: QueryOptions & { readonly wideFrom: number },
): AsyncGenerator<ResultChunk> {
  const { sql, attachments, workspaceId, columnNames, batchBytes = 0 } = guarded;
  const wide = batchBytes > options.wideFrom;
  const { maxRows, maxBytes, maxRowBytes = maxBytes, timeoutMs, signal, asker } = options;
  const items = supervisor.run<'query'>(
    { type: 'query', attachments, sql, maxRows, maxBytes, maxRowBytes },
    { workspaceId, asker, timeoutMs, signal, wide },
  );
  for await (const item of items)
    if (item.kind === 'rows') yield new TextRows(item.texts);
    else if (item.kind === 'columns')
      yield { kind: 'columns', columns: named(item.columns, columnNames) };
    else yield item;
}

/** Rows that are parsed when somebody asks for them. */
class TextRows implements Extract<ResultChunk, { kind: 'rows' }> {
  readonly kind = 'rows';
  readonly texts: readonly string[];
  #rows: readonly (readonly CellValue[])[] | null = null;

  constructor(texts: readonly string[]) {
    this.texts = texts;
  }

  get rows(): readonly (readonly CellValue[])[] {
    this.#rows ??= JSON.parse(`[${this.texts.join(',')}]`) as readonly (readonly CellValue[])[];
    return this.#rows;
  }
}

/** The columns under the names that the guard gives them. */
function named(
  columns: readonly ResultColumn[],
  names: readonly string[] | null,
): readonly ResultColumn[] {
  if (names === null) return columns;
  if (names.length !== columns.length)
    throw new SourceError('query', "The columns of the result don't match the statement.");
  const distinct = distinctNames(names);
  return columns.map((column, index) => ({ ...column, name: distinct[index]! }));
}

async function* values(
  supervisor: Supervisor,
  requests: readonly ValuesRequest[],
  options: RunOptions,
  { attachments }: SourceScope,
): AsyncGenerator<ValuesBatch> {
  for (const request of requests) {
    const { physical, column }: { physical: PhysicalName; column: string } = request;
    for await (const batch of supervisor.run<'values'>(
      { type: 'values', attachments, request },
      options,
    ))
      yield { physical, column, values: batch };
  }
}

/** The only item of a task. */
async function single<T extends QueryTask['type']>(
  items: AsyncIterable<TaskItems[T]>,
): Promise<TaskItems[T]> {
  for await (const item of items) return item;
  throw new SourceError('unavailable', 'The engine returned no result.');
}
