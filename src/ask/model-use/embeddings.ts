import { LRUCache } from 'lru-cache';
import type { Embedded, LanguageModel } from '#src/plugin-api/language-model.ts';

/** Vectors of texts by a configured model, kept in memory. */
export interface Embeddings {
  /** Provider and model, for prices. */
  readonly writer: { readonly provider: string; readonly model: string };
  /** Texts that are compared with one question at the most. */
  readonly most: number;
  /** Milliseconds that one question waits for vectors at the most. */
  readonly timeoutMs: number;
  /** Those of the texts that have no kept vector, each once. */
  missing(texts: readonly string[]): readonly string[];
  /**
   * The vectors of the texts, of length 1; what was asked of the provider for them goes to `bill`. Fails with a
   * `ModelError`.
   */
  vectors(
    texts: readonly string[],
    bill: (made: Embedded) => void,
    signal: AbortSignal,
  ): Promise<readonly Float32Array[]>;
}

/** Vectors that are kept: some 12 KB each at the most that is usual. */
const KEPT = 4_000;
/** Texts of one call: the fewest that a provider takes (Gemini). */
const AT_ONCE = 100;

export function createEmbeddings(
  model: LanguageModel,
  settings: Pick<Embeddings, 'writer' | 'most' | 'timeoutMs'>,
): Embeddings {
  const kept = new LRUCache<string, Float32Array>({ max: KEPT });
  const missing = (texts: readonly string[]) => [...new Set(texts)].filter((one) => !kept.has(one));
  return {
    ...settings,
    missing,
    async vectors(texts, bill, signal) {
      const found = new Map<string, Float32Array>();
      for (const text of texts) {
        const known = kept.get(text);
        if (known) found.set(text, known);
      }
      const left = missing(texts);
      for (let at = 0; at < left.length; at += AT_ONCE) {
        const batch = left.slice(at, at + AT_ONCE);
        const made = await model.embed?.(batch, signal);
        if (!made) throw new TypeError('the model gives no vectors');
        bill(made);
        for (const [index, text] of batch.entries()) {
          const vector = normed(made.vectors[index] ?? []);
          kept.set(text, vector);
          found.set(text, vector);
        }
      }
      return texts.flatMap((text) => found.get(text) ?? []);
    },
  };
}

function normed(vector: readonly number[]): Float32Array {
  const length = Math.hypot(...vector) || 1;
  return Float32Array.from(vector, (one) => one / length);
}

/** Cosine of the angle between two vectors of length 1; 0 where they are of two models. */
export const cosine = (one: Float32Array, other: Float32Array): number =>
  one.length === other.length
    ? one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)
    : 0;
