/** What an answer says of rows that tie with the last one that it shows. */
export const tiesCut = (count: number): string =>
  count === 1
    ? 'If several tie for first place, one of them is shown.'
    : `If rows tie for place ${count}, not all of them are shown.`;

/** The same where rows are taken of each group. */
export const tiesOfGroups = (count: number): string =>
  count === 1
    ? 'If several tie for first place in a group, all of them are shown.'
    : `If rows tie for place ${count} in a group, all of them are shown.`;
