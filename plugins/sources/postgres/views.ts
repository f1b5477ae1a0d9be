import type { LeftOutColumn, ReadThrough, ViewReads } from '#src/plugin-api/catalog.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { REACHED } from './catalog-sql.ts';
import type { Connections, ReadOptions } from './connections.ts';
import { guardedNames } from './dialect/index.ts';
import type { Texts } from './flight.ts';
import { CHANGED_BUILTINS } from './own-code-sql.ts';
import { readRelationProblems } from './own-relations.ts';
import { type OwnTypes, readOwnTypes } from './own-types.ts';
import { type Relation, relationsOf } from './relation.ts';
import { readViews, type Views } from './view-graph.ts';

/** Why a view is left out of which the connection warns by the foreign table. */
export const READS_FOREIGN = 'it reads a foreign table';

/** A relation that can be read without running code of users, and how. */
export interface SafeRelation extends Relation {
  /** Columns that are not read as they are, by name. */
  readonly through: ReadonlyMap<string, ReadThrough>;
  readonly leftOut: readonly LeftOutColumn[];
  /** Of a view or materialized view. */
  readonly reads: ViewReads | null;
}

/** What discovery finds, and what it leaves out because reading it would run code of users, with the reasons. */
export interface FoundRelations {
  readonly safe: readonly SafeRelation[];
  readonly leftOut: readonly { readonly relation: Relation; readonly why: string }[];
}

/**
 * The relations that the user may read, without those that run what the guard would refuse: views whose own definition,
 * or that of a view below them, does more than a guarded SELECT may or that reach a foreign table, and whatever else
 * calls functions of users (row security, operator classes of indexes, …). A view runs with the rights of its owner, so
 * what it reads is that one's choice. Fails with `SourceError`, also where PostgreSQL's own types were changed.
 */
export async function findRelations(
  connections: Connections,
  schemas: readonly string[] | null,
  options: ReadOptions,
): Promise<FoundRelations> {
  await refuseChangedBuiltins(connections, options);
  const relations = await relationsOf(connections, schemas, options);
  const types = await readOwnTypes(connections, options);
  const problems = await readRelationProblems(connections, options);
  const hasViews = relations.some(({ kind }) => kind === 'view' || kind === 'materialized');
  const graph =
    hasViews || !types.isEmpty ? await readViews(connections, relations, options) : null;
  const unsafe =
    hasViews && graph
      ? await unsafeViews(connections, schemas, { graph, types, problems }, options)
      : new Map<string, string>();
  const safe: SafeRelation[] = [];
  const leftOut: { relation: Relation; why: string }[] = [];
  for (const relation of relations) {
    const own = problems.get(relation.oid);
    const why =
      unsafe.get(relation.oid) ??
      own?.always ??
      (own?.policy?.mine ? 'its row security calls a database function' : null);
    if (why != null) leftOut.push({ relation, why });
    else
      safe.push({
        ...relation,
        ...columnsOf(relation, graph, types),
        reads: readsOf(relation, graph),
      });
  }
  return { safe, leftOut };
}

export const safeRelations = async (...args: Parameters<typeof findRelations>) =>
  (await findRelations(...args)).safe;

async function refuseChangedBuiltins(
  connections: Connections,
  options: ReadOptions,
): Promise<void> {
  const values = [JSON.stringify(guardedNames())];
  const changed = await connections.rows({ sql: CHANGED_BUILTINS, values }, options);
  if (changed.length === 0) return;
  const list = changed.map(([text]) => text).join('; ');
  throw new SourceError(
    'query',
    `A superuser changed built-in types, functions or operators of PostgreSQL in this database, so any query could run database functions (${list})`,
  );
}

function columnsOf({ oid }: Relation, graph: Views | null, types: OwnTypes) {
  const through = new Map<string, ReadThrough>();
  const leftOut: LeftOutColumn[] = [];
  for (const { name, type } of graph?.shape(oid)?.columns ?? []) {
    const reading = types.reading(type);
    if (reading === 'none')
      leftOut.push({ name, why: `The column "${name}" is left out: ${types.why(type)}.` });
    else if (reading !== 'plain') through.set(name, reading);
  }
  return { through, leftOut };
}

function readsOf({ oid, kind }: Relation, graph: Views | null): ViewReads | null {
  if (!graph || (kind !== 'view' && kind !== 'materialized')) return null;
  const reads = graph.reads(oid);
  // A materialized view shows what was there at its last refresh.
  return kind === 'materialized' ? { ...reads, copies: {} } : reads;
}

interface Judged {
  readonly graph: Views;
  readonly types: OwnTypes;
  readonly problems: Awaited<ReturnType<typeof readRelationProblems>>;
}

/** Views that are not shown, by oid, and why. */
async function unsafeViews(
  connections: Connections,
  schemas: readonly string[] | null,
  { graph, types, problems }: Judged,
  options: ReadOptions,
): Promise<Map<string, string>> {
  const values = [JSON.stringify(schemas)];
  const reached = await connections.rows<Texts<3>>({ sql: REACHED, values }, options);
  const own = new Map<string, string>();
  for (const oid of graph.views) {
    const why = graph.problem(oid, types, problems);
    if (why !== null) own.set(oid, why);
  }
  const left = new Map<string, string>();
  for (const [root, oid, kind] of reached) {
    const why = kind === 'f' ? READS_FOREIGN : own.get(oid);
    if (why !== undefined && !left.has(root)) left.set(root, why);
  }
  return left;
}
