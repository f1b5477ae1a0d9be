import { LRUCache } from 'lru-cache';
import type { ModelReply } from '#src/ask/model/reply.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';

/**
 * Replies that led to an answer, by catalog: the same question on the same day by one who sees the same rows costs no
 * second call. Their statements are judged and run each time, so an answer is never stale.
 */
export class KeptReplies {
  readonly #max: number;
  readonly #kept = new WeakMap<Catalog, LRUCache<string, ModelReply>>();

  constructor(max: number) {
    this.#max = max;
  }

  find(catalog: Catalog, key: string): ModelReply | null {
    return this.#kept.get(catalog)?.get(key) ?? null;
  }

  keep(catalog: Catalog, key: string, reply: ModelReply): void {
    if (this.#max === 0) return;
    const ofCatalog = this.#kept.get(catalog) ?? new LRUCache({ max: this.#max });
    this.#kept.set(catalog, ofCatalog);
    ofCatalog.set(key, reply);
  }
}
