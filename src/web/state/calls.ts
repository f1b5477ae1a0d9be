import { type Signal, useSignal } from '@preact/signals';
import { useCallback, useEffect, useRef } from 'preact/hooks';

/** What a screen shows: the last answer stays while it is asked for again. */
export interface Loaded<T> {
  readonly value: T | null;
  /** Why the last attempt brought nothing. */
  readonly error: unknown;
  readonly isBusy: boolean;
  readonly again: () => void;
  /** Puts what the service has just answered in the place of what is shown. */
  readonly put: (value: T) => void;
}

/**
 * Calls `load` now and whenever one of `inputs` changes; a call that is overtaken is aborted and its answer dropped.
 * Null for `load` waits, e.g. for a session.
 */
export function useLoaded<T>(
  load: ((signal: AbortSignal) => Promise<T>) | null,
  inputs: readonly unknown[],
): Loaded<T> {
  const value = useSignal<T | null>(null);
  const error = useSignal<unknown>(null);
  const isBusy = useSignal(load !== null);
  const round = useSignal(0);
  useEffect(() => {
    if (!load) return undefined;
    const ending = new AbortController();
    isBusy.value = true;
    load(ending.signal).then(
      (found) => {
        if (ending.signal.aborted) return;
        value.value = found;
        error.value = null;
        isBusy.value = false;
      },
      (reason) => {
        if (ending.signal.aborted) return;
        error.value = reason;
        isBusy.value = false;
      },
    );
    return () => ending.abort();
  }, [round.value, load === null, ...inputs]);
  return {
    value: value.value,
    error: error.value,
    isBusy: isBusy.value,
    again: useCallback(() => {
      round.value += 1;
    }, []),
    put: (found) => {
      value.value = found;
    },
  };
}

/** Something that a button does: once at a time, with what went wrong. */
export interface Action {
  readonly isBusy: boolean;
  readonly error: unknown;
  /** False where it failed, or where it is still at work. */
  readonly run: (work: () => Promise<void>) => Promise<boolean>;
  readonly forget: () => void;
}

export function useAction(): Action {
  const isBusy = useSignal(false);
  const error: Signal<unknown> = useSignal<unknown>(null);
  const isHere = useRef(true);
  useEffect(
    () => () => {
      isHere.current = false;
    },
    [],
  );
  return {
    isBusy: isBusy.value,
    error: error.value,
    forget: () => {
      error.value = null;
    },
    run: async (work) => {
      if (isBusy.peek()) return false;
      isBusy.value = true;
      error.value = null;
      try {
        await work();
        return true;
      } catch (reason) {
        if (isHere.current) error.value = reason;
        return false;
      } finally {
        isBusy.value = false;
      }
    },
  };
}
