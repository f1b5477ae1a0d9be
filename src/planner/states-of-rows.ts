/** What a word may be of: the tables that have a column of yes and no called so, and those with a state called so. */
interface Owners {
  readonly flags: readonly string[];
  readonly states: readonly string[];
}

/**
 * `active customers`, where customers have a status of that name and drivers a column of yes and no: whether a word is the
 * state of rows, as the rows that it is said of have it. These are the nearest that the question names, right behind the
 * word before all.
 *
 * @param rowsAt - The tables that the words at a place name; null where no rows go on to be described there.
 */
export function isStateOfRows(
  at: number,
  length: number,
  { flags, states }: Owners,
  rowsAt: (place: number) => readonly string[] | null,
): boolean {
  if (flags.length === 0 || states.length === 0) return false;
  const decides = (place: number): boolean | null => {
    const named = rowsAt(place) ?? [];
    if (named.some((table) => flags.includes(table))) return false;
    return named.some((table) => states.includes(table)) ? true : null;
  };
  for (let place = at + 1; place < length && rowsAt(place) !== null; place++) {
    const found = decides(place);
    if (found !== null) return found;
  }
  const before = Array.from({ length: at }, (_, index) => at - 1 - index);
  const behind = Array.from({ length: length - at - 1 }, (_, index) => at + 1 + index);
  for (const place of [...before, ...behind]) {
    const found = decides(place);
    if (found !== null) return found;
  }
  return false;
}
