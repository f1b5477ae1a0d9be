/** Whether all is run as often as it ever is: `npm run test:all` says so, `npm test` and single files do less. */
export const IS_FULL = process.env['TEST_ALL'] === '1';

/** A fifth of a list in `npm test`, another for each `turn`; all of it in `npm run test:all`. */
export const someOf = <T>(all: readonly T[], turn = 0): readonly T[] =>
  IS_FULL ? all : all.filter((_, at) => at % 5 === turn % 5);

/** How often a property is tried: a fifth of `all` in `npm test`. */
export const rounds = (all: number): number => (IS_FULL ? all : Math.ceil(all / 5));
