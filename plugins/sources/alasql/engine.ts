import type { CellValue } from '#src/plugin-api/catalog.ts';
import type {
  QueryOptions,
  ResultChunk,
  ResultColumn,
  SourceScope,
  TabularEngine,
} from '#src/plugin-api/data-source.ts';
import type { Dialect } from '#src/plugin-api/dialect.ts';
import type { GuardedSql } from '#src/plugin-api/guarded-sql.ts';
import { distinctNames } from '#src/sql/cells.ts';
import { beginLoad } from './load.ts';
import type { RunOptions, WorkerLanes } from './pool.ts';
import { PortReader } from './port-reader.ts';
import type { AlasqlSettings } from './settings.ts';

export interface EngineDeps {
  readonly dialect: Dialect;
  readonly lanes: WorkerLanes;
  readonly settings: AlasqlSettings;
}

/** AlaSQL over immutable engine files of its own format, in worker threads. Fails with `SourceError`s. */
export function createAlasqlEngine({ dialect, lanes, settings }: EngineDeps): TabularEngine {
  const inspecting = ({ workspaceId }: SourceScope, signal: AbortSignal): RunOptions => ({
    workspaceId,
    timeoutMs: settings.inspect_timeout_ms,
    signal,
  });
  /** One task for each request, one after the other. */
  const each = async <Request, Result>(
    requests: readonly Request[],
    ask: (request: Request) => Promise<Result>,
  ): Promise<readonly Result[]> => {
    const results: Result[] = [];
    for (const request of requests) results.push(await ask(request));
    return results;
  };
  return {
    dialect,
    open: async (signal) => {
      signal.throwIfAborted();
      lanes.open();
    },
    close: () => lanes.close(),
    query: (sql, options) => query(lanes, sql, options),
    introspect: (scope, signal) =>
      lanes.run<'introspect'>(
        { type: 'introspect', attachments: scope.attachments },
        inspecting(scope, signal),
      ),
    profile: (scope, tables, signal) =>
      each(tables, async (request) => {
        const task = { type: 'profile', attachments: scope.attachments, request } as const;
        const { rowCount, columns } = await lanes.run<'profile'>(task, inspecting(scope, signal));
        return { physical: request.physical, rowCount, columns: new Map(columns) };
      }),
    values: async function* (scope, requests, signal) {
      for (const request of requests) {
        const { physical, column } = request;
        const task = { type: 'values', attachments: scope.attachments, request } as const;
        yield {
          physical,
          column,
          values: await lanes.run<'values'>(task, inspecting(scope, signal)),
        };
      }
    },
    containment: (scope, pairs, signal) =>
      each(pairs, (request) =>
        lanes.run<'containment'>(
          { type: 'containment', attachments: scope.attachments, request },
          inspecting(scope, signal),
        ),
      ),
    countDistinct: (scope, sets, signal) =>
      each(sets, (request) =>
        lanes.run<'countDistinct'>(
          { type: 'countDistinct', attachments: scope.attachments, request },
          inspecting(scope, signal),
        ),
      ),
    beginLoad: (path, signal) => beginLoad(lanes, path, settings.load_timeout_ms, signal),
  };
}

async function* query(
  lanes: WorkerLanes,
  { sql, attachments, workspaceId }: GuardedSql,
  { maxRows, maxBytes, maxRowBytes = maxBytes, timeoutMs, signal, asker }: QueryOptions,
): AsyncGenerator<ResultChunk> {
  const { port1: reading, port2: port } = new MessageChannel();
  const caps = { maxRows, maxBytes, maxRowBytes };
  const task = { type: 'query', attachments, program: sql, ...caps, port } as const;
  const left = new AbortController();
  const within = {
    workspaceId,
    asker,
    timeoutMs,
    signal: AbortSignal.any([signal, left.signal]),
  };
  const running = lanes.run<'query'>(task, within, [port]);
  const result = new PortReader(reading, running, () => left.abort());
  try {
    for (;;) {
      const message = await result.next();
      if (message.kind === 'columns') yield { kind: 'columns', columns: distinct(message.columns) };
      else if (message.kind === 'end') return yield message;
      else
        yield { kind: 'rows', rows: JSON.parse(message.json) as readonly (readonly CellValue[])[] };
    }
  } finally {
    result.close();
  }
}

function distinct(columns: readonly ResultColumn[]): readonly ResultColumn[] {
  const names = distinctNames(columns.map((column) => column.name));
  return columns.map((column, at) => ({ ...column, name: names[at]! }));
}
