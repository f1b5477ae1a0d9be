/** Digits that every JSON number keeps (IEEE 754 double, DBL_DIG). */
const EXACT_DIGITS = 15;

/** An integer of any size as a cell: a number where JSON holds it exactly (up to ±2^53), else its digits as text. */
export function integerCell(value: bigint | string): number | string {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value.toString();
}

/** A decimal as written by an engine (`-12.50`): a number up to 15 significant digits, else the text as it is. */
export function decimalCell(text: string): number | string {
  const significant = text.replace(/(\.\d*?)0+$/, '$1').replace(/^-?0*\.?0*/, '');
  const digits = significant.replace('.', '').length;
  return digits <= EXACT_DIGITS ? Number(text) : text;
}

/** The shortest number that reads back as the same 32-bit float: 0.1, not 0.10000000149011612. */
export function shortestSingle(value: number): number {
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return short;
  }
  return value;
}

/** What a result says of `count` cells that are empty because JSON cannot write their numbers. */
export function notFiniteNotes(count: number): string[] {
  if (count === 0) return [];
  return count === 1
    ? ["One value isn't finite (NaN or infinity), so it's shown as an empty cell."]
    : [`${count} values aren't finite (NaN or infinity), so they're shown as empty cells.`];
}

/** Keeps equal column names apart, compared without case: `total`, `total_2`, `total_3`. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set(names.map((name) => name.toLowerCase()));
  const given = new Set<string>();
  return names.map((name) => {
    let unique = name;
    for (let n = 2; given.has(unique.toLowerCase()); n++) {
      const candidate = `${name}_${n}`;
      if (!taken.has(candidate.toLowerCase())) unique = candidate;
    }
    given.add(unique.toLowerCase());
    return unique;
  });
}
