/** Follow-ups that name nothing of the data, longest first. */

/** `top 3 regions by revenue` → `the other way round` */
export const REVERSED: readonly string[] = [
  ...['the other way round', 'the other way around', 'other way round', 'other way around'],
  ...['in reverse order', 'in reverse', 'the reverse', 'the opposite', 'reversed', 'reverse'],
  ...['reverse it', 'flip it', 'turn it round', 'turn it around'],
];

/** `revenue by month` → `in total` */
export const ALTOGETHER: readonly string[] = [
  ...['in total', 'the total', 'all together', 'altogether', 'overall', 'all in all'],
];
