import { type ReadonlySignal, signal } from '@preact/signals';
import type { Cell } from '#src/charts/types.ts';
import { rowsOf } from '../api/answers.ts';
import { ApiError } from '../api/http.ts';
import { caller } from './session.ts';

type Row = readonly Cell[];

/** The rows of a result: those that came with the answer, and the others as they are needed. */
export interface ResultRows {
  /** Holes are rows that are not here yet. */
  readonly rows: ReadonlySignal<readonly (Row | undefined)[]>;
  readonly failure: ReadonlySignal<'expired' | 'failed' | null>;
  /** Whether every row of the result is here. */
  readonly isWhole: () => boolean;
  /** Has the page read that holds the first missing row at or before this one. */
  readonly need: (row: number) => void;
  readonly retry: () => void;
  readonly close: () => void;
}

/** `token` is null where the answer carried all rows. */
export function openRows(first: readonly Row[], count: number, token: string | null): ResultRows {
  const rows = signal<readonly (Row | undefined)[]>(first);
  const failure = signal<'expired' | 'failed' | null>(null);
  const ender = new AbortController();
  let wanted = 0;
  let isReading = false;

  /** The first row without content before `row`, looked for from near it. */
  const missingBefore = (row: number): number => {
    const all = rows.peek();
    const from = Math.max(0, row - 1_200);
    for (let at = from; at < Math.min(row, count); at++) if (all[at] === undefined) return at;
    return -1;
  };

  async function read(): Promise<void> {
    const who = caller.peek();
    if (isReading || token === null || who === null || failure.peek()) return;
    isReading = true;
    try {
      for (let at = missingBefore(wanted); at >= 0; at = missingBefore(wanted)) {
        const page = await rowsOf(who, token, at, ender.signal);
        if (page.rows.length === 0) break;
        const next = rows.peek().slice();
        page.rows.forEach((row, step) => {
          next[at + step] = row;
        });
        rows.value = next;
      }
    } catch (error) {
      if (ender.signal.aborted) return;
      failure.value = error instanceof ApiError && error.status === 404 ? 'expired' : 'failed';
    } finally {
      isReading = false;
    }
  }
  const need = (row: number) => {
    wanted = row;
    if (missingBefore(row) >= 0) read();
  };
  return {
    rows,
    failure,
    need,
    isWhole() {
      const all = rows.peek();
      return all.length >= count && !all.includes(undefined);
    },
    retry() {
      failure.value = null;
      read();
    },
    close: () => ender.abort(),
  };
}
