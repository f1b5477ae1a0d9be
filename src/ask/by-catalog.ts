import { LRUCache } from 'lru-cache';
import type { Catalog } from '#src/plugin-api/catalog.ts';

/**
 * The last used `max` values of each catalog (at least one). A catalog never changes, and another generation has
 * another one, so that what depends on its catalog and key alone never goes stale; it leaves memory with its catalog.
 */
export class ByCatalog<V extends object> {
  readonly #max: number;
  readonly #kept = new WeakMap<Catalog, LRUCache<string, V>>();

  constructor(max: number) {
    this.#max = max;
  }

  of(catalog: Catalog): LRUCache<string, V> {
    const known = this.#kept.get(catalog);
    if (known) return known;
    const made = new LRUCache<string, V>({ max: this.#max });
    this.#kept.set(catalog, made);
    return made;
  }
}
