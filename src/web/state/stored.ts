/** A browser may refuse storage: then nothing is remembered, and everything else works. */
function attempt<T>(work: () => T): T | null {
  try {
    return work();
  } catch {
    return null;
  }
}

export const readStored = (storage: () => Storage, name: string): string | null =>
  attempt(() => storage().getItem(name));

/** Null forgets. */
export const writeStored = (storage: () => Storage, name: string, value: string | null): void => {
  attempt(() => (value === null ? storage().removeItem(name) : storage().setItem(name, value)));
};

export const local = (): Storage => localStorage;
export const ofTab = (): Storage => sessionStorage;
