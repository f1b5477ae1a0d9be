import { LRUCache } from 'lru-cache';
import type { Clock } from '#src/clock.ts';
import type { CacheMeter } from '#src/metrics/cache-meter.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';

/** What a model said when it was called for a question. */
export interface Said {
  readonly text: string;
  /** Who said it. */
  readonly model: string | null;
  /** Why that is not the first model; empty where it is. */
  readonly fallbackReason: string;
  /** Whether it was shown only a part of the schema. */
  readonly schemaCut: boolean;
  /** Whether it may be another on another day. */
  readonly dated: boolean;
  /** When it was said: milliseconds since 1970. */
  readonly at: number;
}

/** All that models said to a question that was answered, by what each call was for. */
export type SaidByCall = ReadonlyMap<string, Said>;

/** A question as it comes again. */
export interface RepeatedQuestion {
  readonly catalog: Catalog;
  /** Words, turns before it, and the rows that its caller sees. */
  readonly words: string;
  /** ISO date that relative periods count from. */
  readonly day: string;
}

export interface KeptRepliesOptions {
  /** Questions that are kept of each catalog; 0 keeps none. */
  readonly max: number;
  /** Milliseconds that what was said of connected databases is kept; that of files holds until the files change. */
  readonly databaseTtlMs: number;
  readonly clock: Clock;
  readonly seen?: CacheMeter;
}

/**
 * What models said to questions that were answered, by catalog: the same question by one who sees the same rows costs
 * no second call, on the same day where what was said depends on it. Statements are judged, run and compared each time,
 * explanations traced each time, so that an answer is never stale.
 */
export class KeptReplies {
  readonly #options: KeptRepliesOptions;
  readonly #kept = new WeakMap<Catalog, LRUCache<string, SaidByCall>>();

  constructor(options: KeptRepliesOptions) {
    this.#options = options;
  }

  find(question: RepeatedQuestion, call: string): Said | null {
    const { databaseTtlMs, clock } = this.#options;
    const { catalog, day } = question;
    const longest = catalog.databaseId === undefined ? Number.POSITIVE_INFINITY : databaseTtlMs;
    const kept = this.#kept.get(catalog);
    for (const key of [keyOf(question, day), keyOf(question, ANY_DAY)]) {
      const said = kept?.get(key)?.get(call);
      if (!said || clock.now().getTime() - said.at >= longest) continue;
      this.#options.seen?.(true);
      return said;
    }
    this.#options.seen?.(false);
    return null;
  }

  keep(question: RepeatedQuestion, said: SaidByCall): void {
    const { max } = this.#options;
    if (max === 0 || said.size === 0) return;
    const ofCatalog = this.#kept.get(question.catalog) ?? new LRUCache({ max });
    this.#kept.set(question.catalog, ofCatalog);
    const isDated = [...said.values()].some(({ dated }) => dated);
    ofCatalog.set(keyOf(question, isDated ? question.day : ANY_DAY), said);
  }
}

const ANY_DAY = '';
const keyOf = ({ words }: RepeatedQuestion, day: string) => JSON.stringify([day, words]);
