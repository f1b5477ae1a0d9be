import type { Connections, ReadOptions } from './connections.ts';
import { runsWhenPlanned } from './dialect/folded-calls.ts';
import { RELATION_FACTS } from './own-code-sql.ts';

/** What in a relation runs code of users when it is read; both null where nothing does. */
export interface RelationProblems {
  /** Whoever reads it. */
  readonly always: string | null;
  /** A policy of row security; `mine`: it holds for this role. */
  readonly policy: { readonly mine: boolean } | null;
}

const WHY: ReadonlyMap<string, string> = new Map([
  ['key', 'its partitions use a database function'],
  ['class', 'one of its indexes compares with a database function'],
  ['statistics', 'its statistics use a database function'],
  ['computed', 'one of its columns is computed by a database function'],
  ['inlined', 'one of its indexes uses a database function written in SQL'],
  ['expression', 'one of its indexes uses a database function'],
]);

/** By oid the relations that run code of users; whatever is not among them runs none. */
export async function readRelationProblems(
  connections: Connections,
  options: ReadOptions,
): Promise<ReadonlyMap<string, RelationProblems>> {
  const found = new Map<string, RelationProblems>();
  type Row = readonly [oid: string, kind: string, text: string | null];
  for (const [oid, kind, text] of await connections.rows<Row>({ sql: RELATION_FACTS }, options)) {
    const before = found.get(oid) ?? { always: null, policy: null };
    if (kind === 'policy')
      found.set(oid, {
        ...before,
        policy: { mine: text === 'true' || before.policy?.mine === true },
      });
    else if (kind !== 'expression' || (await runsWhenPlanned(text ?? '')))
      found.set(oid, { ...before, always: WHY.get(kind) ?? kind });
  }
  return found;
}
