import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';

/** What one statement is asked for in several ways: by several questions, for several callers, on several days. */
const KEPT = 8;

interface Kept<V> {
  readonly catalog: Catalog;
  readonly values: Map<string, V>;
}

/**
 * Works out what depends on nothing but a statement's facts, the catalog and a key, once: facts are kept with the
 * guard's verdict for as long as their generation, and so is this. Nobody changes what it gives.
 */
export function onceAStatement<V>(): (
  facts: QueryFacts,
  catalog: Catalog,
  key: string,
  make: () => V,
) => V {
  const kept = new WeakMap<QueryFacts, Kept<V>>();
  return (facts, catalog, key, make) => {
    const known = kept.get(facts);
    const own = known?.catalog === catalog ? known : { catalog, values: new Map<string, V>() };
    if (own !== known) kept.set(facts, own);
    const found = own.values.get(key);
    if (found !== undefined) return found;
    const made = make();
    const [oldest] = own.values.size < KEPT ? [] : own.values.keys();
    if (oldest !== undefined) own.values.delete(oldest);
    own.values.set(key, made);
    return made;
  };
}
