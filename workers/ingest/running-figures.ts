/** The figures of a numeric column while the rows go by: what rows that are made of others could have been made of. */
export class RunningFigures {
  /** The column's place among those of the table. */
  readonly at: number;
  /** One unit of the last digit. */
  readonly step: number;
  /** Whether its numbers are digits, so that what they are multiples of can be told. */
  readonly #isExact: boolean;
  all = 0;
  /** Since the last row that was a total. */
  block = 0;
  /** Numbers other than 0 in either. */
  addends = 0;
  blockAddends = 0;
  /** Rows that it has a number in. */
  count = 0;
  min = Number.POSITIVE_INFINITY;
  max = Number.NEGATIVE_INFINITY;
  /** What all numbers are multiples of, in steps. */
  #divisor = 0;
  #digits = 0;
  #squares = 0;
  #mean = 0;
  /** Each number, while they are kept. */
  readonly #values: number[] | null;
  #isSerial = true;
  #last: number | null = null;

  constructor(
    at: number,
    { scale, isExact, keepsValues }: { scale: number; isExact: boolean; keepsValues: boolean },
  ) {
    this.at = at;
    this.step = 10 ** -scale;
    this.#isExact = isExact;
    this.#values = keepsValues ? [] : null;
  }

  /** The same figures, without the numbers that they are of. */
  copy(): RunningFigures {
    const options = { scale: 0, isExact: this.#isExact, keepsValues: false };
    const copy = new RunningFigures(this.at, options);
    Object.assign(copy, this);
    copy.#divisor = this.#divisor;
    copy.#digits = this.#digits;
    copy.#squares = this.#squares;
    copy.#mean = this.#mean;
    copy.#isSerial = this.#isSerial;
    copy.#last = this.#last;
    return copy;
  }

  /** Adds the cell of a row to the sums. */
  sum(cells: readonly (string | null)[], sign: 1 | -1 = 1): void {
    const value = this.of(cells) ?? 0;
    if (value === 0) return;
    this.all += sign * value;
    this.block += sign * value;
    this.addends += sign;
    this.blockAddends += sign;
  }

  endBlock(): void {
    this.block = 0;
    this.blockAddends = 0;
  }

  /** Adds the cell of a row to the statistics. */
  look(cells: readonly (string | null)[]): void {
    const value = this.of(cells);
    if (value === null) return;
    this.count++;
    this.min = Math.min(this.min, value);
    this.max = Math.max(this.max, value);
    const delta = value - this.#mean;
    this.#mean += delta / this.count;
    this.#squares += delta * (value - this.#mean);
    this.#values?.push(value);
    this.#digits = Math.max(this.#digits, digitsOf(cells[this.at]!));
    this.#divisor = gcd(this.#divisor, this.#inSteps(value));
    this.#isSerial &&= this.#last === null || value === this.#last + 1;
    this.#last = value;
  }

  of(cells: readonly (string | null)[]): number | null {
    const cell = cells[this.at];
    return cell == null ? null : Number(cell);
  }

  /** Whether a number is a sum; one that was made of unrounded numbers is off by half a digit for each of them. */
  isSum(value: number, sum: number, addends: number): boolean {
    const rounded = this.step < 1 ? (this.step * addends) / 2 : 0;
    return Math.abs(sum - value) <= rounded + 1e-9 * Math.abs(sum);
  }

  /** Whether it numbers the rows, or is the same in all. */
  get saysNothing(): boolean {
    return this.count > 1 && (this.#isSerial || this.min === this.max);
  }

  /** The statistics of a kind that a number could be; empty where they are not known. */
  statistics(kind: 'mean' | 'median' | 'max' | 'min' | 'count' | 'deviation'): readonly number[] {
    if (this.count === 0) return [];
    switch (kind) {
      case 'mean':
        return [this.#mean];
      case 'median':
        return this.#values ? [medianOf(this.#values)] : [];
      case 'max':
        return [this.max];
      case 'min':
        return [this.min];
      case 'count':
        return [this.count];
      case 'deviation':
        return [
          Math.sqrt(this.#squares / this.count),
          Math.sqrt(this.#squares / Math.max(1, this.count - 1)),
        ];
    }
  }

  /** Whether a cell is one of some numbers, as far as it has digits. */
  isOneOf(cells: readonly (string | null)[], numbers: readonly number[]): boolean {
    const value = this.of(cells);
    if (value === null) return false;
    const half = toleranceOf(cells[this.at]!);
    return numbers.some((one) => Math.abs(one - value) <= half + 1e-9 * Math.abs(one));
  }

  /** How likely some number like those of the column is their sum by chance. */
  chanceOfSum(cells: readonly (string | null)[]): number {
    const value = this.of(cells) ?? 0;
    const step = gcd(this.#divisor, this.#inSteps(value));
    const steps = Math.abs(value) / this.step / Math.max(step, 1);
    return Math.min(1, 1 / Math.max(steps, 1));
  }

  /** How likely some number like those of the column is their mean by chance. */
  chanceOfMean(cells: readonly (string | null)[]): number {
    const cell = cells[this.at]!;
    const width = 2 * toleranceOf(cell);
    const range = this.max - this.min || 1;
    // A number with more digits than all others was computed.
    const steps =
      digitsOf(cell) > this.#digits ? width / 10 : Math.max(width, this.#divisor * this.step);
    return Math.min(1, steps / range);
  }

  #inSteps(value: number): number {
    const steps = Math.round(Math.abs(value) / this.step);
    return this.#isExact && Number.isSafeInteger(steps) ? steps : 1;
  }
}

/** Decimals that are not 0 at the end. */
function digitsOf(cell: string): number {
  const point = cell.indexOf('.');
  if (point < 0 || /e/i.test(cell)) return 0;
  return cell.slice(point + 1).replace(/0+$/, '').length;
}

/** Half a unit of the last digit: what rounding changes. */
const toleranceOf = (cell: string) =>
  /e/i.test(cell) ? Math.abs(Number(cell)) * 1e-6 : 0.5 * 10 ** -digitsOf(cell);

function gcd(a: number, b: number): number {
  let [one, other] = [a, b];
  while (other > 0) [one, other] = [other, one % other];
  return one;
}

function medianOf(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
