const UP_TO_TWENTY =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen';
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety';

/** `ninety` → 90. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map([
  ...UP_TO_TWENTY.split(' ').map((word, value) => [word, value] as const),
  ...TENS.split(' ').map((word, index) => [word, 20 + 10 * index] as const),
  ['hundred', 100],
]);

/** `1.5k`, `two million` */
export const SCALES: ReadonlyMap<string, number> = new Map([
  ['k', 1e3],
  ['m', 1e6],
  ['b', 1e9],
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
]);
