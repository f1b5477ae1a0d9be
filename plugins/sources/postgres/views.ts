import { DEFINITIONS, ENUMS, REACHED } from './catalog-sql.ts';
import type { Connections, ReadOptions } from './connections.ts';
import { viewProblem } from './dialect/index.ts';
import { type Relation, relationsOf } from './relation.ts';

/**
 * The relations that the user may read, without views that do more than a guarded SELECT may: whose own definition, or
 * that of a view below them, calls what the guard refuses, or that reach a foreign table. A view runs with the rights
 * of its owner, so what it reads is that one's choice.
 */
export async function safeRelations(
  connections: Connections,
  schemas: readonly string[] | null,
  options: ReadOptions,
): Promise<Relation[]> {
  const relations = await relationsOf(connections, schemas, options);
  if (!relations.some(({ kind }) => kind === 'view')) return relations;
  const values = [JSON.stringify(schemas)];
  const reached = await connections.rows({ sql: REACHED, values }, options);
  const oids = new Set(reached.filter(([, , kind]) => kind === 'v').map(([, oid]) => oid!));
  const definitions = await connections.rows(
    { sql: DEFINITIONS, values: [JSON.stringify([...oids])] },
    options,
  );
  const enums = new Set((await connections.rows({ sql: ENUMS }, options)).map(([name]) => name!));
  const unsafe = new Set<string>();
  for (const [oid, definition] of definitions)
    if (definition === null || definition === undefined || (await viewProblem(definition, enums)))
      unsafe.add(oid!);
  const left = new Set(
    reached.filter(([, oid, kind]) => kind === 'f' || unsafe.has(oid!)).map(([root]) => root!),
  );
  return relations.filter(({ oid }) => !left.has(oid));
}
