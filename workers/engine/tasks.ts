import type { DuckDBConnection } from '@duckdb/node-api';
import { contained, countDistinct } from './containment.ts';
import { introspect } from './introspect.ts';
import type { NativeMemory } from './native-memory.ts';
import { profileTable } from './profile.ts';
import type { ParserTask, QueryTask } from './protocol.ts';
import { runQuery } from './run-query.ts';
import { valuesOf } from './values.ts';

export type DataTask = Exclude<QueryTask, ParserTask>;

/** The items of a task that reads engine files, on a connection of its own. */
export function itemsOf(
  connection: DuckDBConnection,
  task: DataTask,
  memory: NativeMemory,
): AsyncIterable<unknown> {
  switch (task.type) {
    case 'query':
      return runQuery(connection, task, memory);
    case 'introspect':
      return one(introspect(connection, task.attachments));
    case 'profile':
      return one(profileTable(connection, task.request));
    case 'values':
      return valuesOf(connection, task.request);
    case 'containment':
      return one(contained(connection, task.request));
    case 'countDistinct':
      return one(countDistinct(connection, task.request));
  }
}

async function* one<T>(item: Promise<T>): AsyncGenerator<T> {
  yield await item;
}
