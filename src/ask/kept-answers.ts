import { ByCatalog } from '#src/ask/by-catalog.ts';
import type { EnglishAnswer, EnglishEvent } from '#src/ask/types.ts';
import type { CacheMeter } from '#src/metrics/cache-meter.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { Query } from '#src/plugin-api/query.ts';

/** What a question was told, from its routing to its `done`, and how it ended; nobody changes it. */
export interface KeptAnswer {
  readonly events: readonly EnglishEvent[];
  readonly answer: EnglishAnswer;
  readonly query: Query | null;
}

/** Answers for questions that come again, `max` of each catalog; 0 keeps none (`answer-once.ts` says which are kept). */
export class KeptAnswers {
  readonly #kept: ByCatalog<KeptAnswer> | null;
  readonly #seen: CacheMeter;

  constructor(max: number, seen: CacheMeter = () => {}) {
    this.#kept = max === 0 ? null : new ByCatalog(max);
    this.#seen = seen;
  }

  get keepsNone(): boolean {
    return this.#kept === null;
  }

  find(catalog: Catalog, key: string): KeptAnswer | undefined {
    const known = this.#kept?.of(catalog).get(key);
    this.#seen(known !== undefined);
    return known;
  }

  keep(catalog: Catalog, key: string, answer: KeptAnswer): void {
    this.#kept?.of(catalog).set(key, answer);
  }
}
