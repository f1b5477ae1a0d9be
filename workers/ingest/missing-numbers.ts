/** Numbers of nines that loggers and surveys write for a missing value: `-9999`, `-99.9`, `99999`, `-999.00`. */
const NINES = /^(-?)(9{2,})(?:[.,](?:(9+)|0+))?$/;
const LONGEST = 15;
const FEWEST_NINES = 3;
const SURELY_NINES = 4;
/** Other cells that show which numbers a column has. */
const FEWEST_OTHERS = 5;

/** Whether a number is written in nines alone, as a missing value may be. */
export const isNines = (text: string): boolean => {
  const last = text.charCodeAt(text.length - 1);
  return (last === 57 || last === 48) && text.length <= LONGEST && NINES.test(text);
};

/** The numbers of nines of a column, and how large its other numbers are. */
export class NinesStats {
  readonly counts = new Map<string, number>();
  /** The most digits before the decimal mark of all other numbers. */
  othersDigits = 1;

  add(text: string): void {
    this.counts.set(text, (this.counts.get(text) ?? 0) + 1);
  }

  addOther(wholeDigits: number): void {
    if (wholeDigits > this.othersDigits) this.othersDigits = wholeDigits;
  }
}

/** A number that stands for a missing value: surely, or only perhaps. */
export interface MissingNumber {
  readonly text: string;
  readonly count: number;
  readonly isSure: boolean;
}

/**
 * The numbers of nines that are apart from all others of their column. A digit more than any other number has makes them
 * ten times as large. Those above zero may be prices and bounds: they need two digits more.
 */
export function missingNumbers(
  { counts, othersDigits }: NinesStats,
  { numbers, negatives }: { readonly numbers: number; readonly negatives: number },
): readonly MissingNumber[] {
  const found = [...counts].map(([text, count]) => ({ text, count, ...partsOf(text) }));
  const others = numbers - found.reduce((sum, { count }) => sum + count, 0);
  if (others < FEWEST_OTHERS) return [];
  const below = found.filter(({ negative }) => negative).reduce((sum, { count }) => sum + count, 0);
  return found.flatMap(({ text, count, negative, digits, whole, isWhole }) => {
    const apart = whole - othersDigits;
    const repeats = count > 1;
    const isSure = negative
      ? apart >= 1 && repeats && digits >= FEWEST_NINES
      : apart >= 2 && repeats && digits >= SURELY_NINES && isWhole;
    const isAlone = negative && negatives === below && repeats && digits >= FEWEST_NINES;
    const isApart = negative
      ? apart >= 1 && (repeats || digits >= SURELY_NINES)
      : apart >= 1 && count >= 3 && digits >= FEWEST_NINES && isWhole;
    return isSure || isAlone || isApart ? [{ text, count, isSure }] : [];
  });
}

function partsOf(text: string) {
  const [, sign = '', whole = '', fraction = ''] = NINES.exec(text) ?? [];
  return {
    negative: sign !== '',
    whole: whole.length,
    digits: whole.length + fraction.length,
    isWhole: fraction === '',
  };
}
