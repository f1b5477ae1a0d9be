import type { ReadThrough } from '#src/plugin-api/catalog.ts';
import type { Connections, ReadOptions } from './connections.ts';
import type { Texts } from './flight.ts';
import { BASE_TYPES, TYPE_FACTS } from './own-code-sql.ts';

/** How a column of a type is read: as it is, through something, or not at all. */
export type TypeReading = 'plain' | 'none' | ReadThrough;

/** Why values of a type run code of users. */
const WHY: ReadonlyMap<string, string> = new Map([
  ['cast', 'a cast of its type calls a database function'],
  ['check', 'a check of its type calls a database function'],
  ['class', 'an operator class of its type calls a database function'],
  ['range', 'its type calls a database function'],
  ['output', 'its type is read and written by database functions'],
]);

/**
 * Which types of users could run code that is not PostgreSQL's own where a statement only reads, compares or writes out
 * a value: by their casts, checks, operator classes, and input and output functions, and by those of all types that
 * their values are made of.
 */
export class OwnTypes {
  readonly #runs = new Map<string, string>();
  readonly #unwritable: ReadonlySet<string>;
  readonly #bases: ReadonlyMap<string, { readonly name: string; readonly isBuiltin: boolean }>;

  constructor(
    facts: readonly (readonly [fact: string, type: string, other: string])[],
    bases: readonly (readonly [domain: string, base: string, isBuiltin: string])[],
  ) {
    const of = (...kinds: readonly string[]) => facts.filter(([fact]) => kinds.includes(fact));
    const output = of('output').map(([, type]) => type);
    for (const [, type, why] of of('runs')) this.#runs.set(type, WHY.get(why) ?? why);
    for (const type of output) this.#runs.set(type, WHY.get('output') ?? '');
    const users = (edges: ReturnType<typeof of>) => Map.groupBy(edges, ([, , other]) => other);
    const all = users(of('has', 'uses'));
    for (const [type, why] of this.#runs)
      for (const [, user] of all.get(type) ?? [])
        if (!this.#runs.has(user)) this.#runs.set(user, why);
    const parts = users(of('has'));
    const unwritable = new Set(output);
    for (const type of unwritable)
      for (const [, user] of parts.get(type) ?? []) unwritable.add(user);
    this.#unwritable = unwritable;
    this.#bases = new Map(
      bases.map(([domain, name, isBuiltin]) => [domain, { name, isBuiltin: isBuiltin === 't' }]),
    );
  }

  /** Whether there is any type that is not read as it is. */
  get isEmpty(): boolean {
    return this.#runs.size === 0;
  }

  runs(type: string): boolean {
    return this.#runs.has(type);
  }

  /** Why a type is not read as it is, as the part of a sentence. */
  why(type: string): string {
    return this.#runs.get(type) ?? '';
  }

  reading(type: string): TypeReading {
    if (!this.#runs.has(type)) return 'plain';
    if (this.#unwritable.has(type)) return 'none';
    const base = this.#bases.get(type);
    return base?.isBuiltin ? { as: 'base', type: base.name } : { as: 'output' };
  }
}

/** Asks the server for its types. */
export async function readOwnTypes(
  connections: Connections,
  options: ReadOptions,
): Promise<OwnTypes> {
  const facts = await connections.rows<Texts<3>>({ sql: TYPE_FACTS }, options);
  if (facts.length === 0) return new OwnTypes([], []);
  return new OwnTypes(facts, await connections.rows<Texts<3>>({ sql: BASE_TYPES }, options));
}
