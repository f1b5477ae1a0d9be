import type { TotalRows } from '#src/plugin-api/catalog.ts';
import type { ColumnPlan } from '#workers/ingest/column-plan.ts';
import { TOTAL_WORDS } from '#workers/ingest/table-words.ts';

/** Words that stand at the start or the end of the label of a row of sums: `Grand Total`, `Summe`, `Subtotal North`. */
const WORDS = new Set(TOTAL_WORDS);
/** Labels of several words in which none of the known ones stands first or last. */
const PHRASE = /^(?:total|totale|totaal|suma?|summe)\s/i;
/** Longer texts are no labels (characters). */
const LONGEST_LABEL = 60;
/** Cells at the start of a row among which its label stands. */
const LABEL_CELLS = 3;
/** Rows that a sum without a known name must be made of: fewer add up by chance. */
const FEWEST_UNNAMED = 3;
/** As many as make chance unlikely where nothing but the numbers shows a total. */
const SURELY_UNNAMED = 5;
const SURELY_SUM = 100;
/** Tables with more rows are exports, whose last row is looked at for a total only if it is called so. */
export const KEPT_BY_HAND = 10_000;

/** Whether a text is what rows of sums are called. */
export function isTotalName(text: string): boolean {
  if (text === '' || text.length > LONGEST_LABEL || isFigure(text)) return false;
  const label = text
    .replace(/[:：.]$/, '')
    .trimEnd()
    .toLowerCase();
  if (WORDS.has(label)) return true;
  const words = label.split(/[\s-]+/);
  return WORDS.has(words[0] ?? '') || WORDS.has(words.at(-1) ?? '') || PHRASE.test(label);
}

/** Most cells are figures: neither their first nor their last word is one of those above. */
const isFigure = (text: string) =>
  isDigit(text.charCodeAt(0)) && isDigit(text.charCodeAt(text.length - 1));

const isDigit = (code: number) => code >= 48 && code <= 57;

/** Place of the cell that calls a row a total; -1 where none does. White space around cells does not count. */
export function totalNameAt(cells: readonly string[]): number {
  let filled = 0;
  for (let at = 0; at < cells.length && filled < LABEL_CELLS; at++) {
    const cell = (cells[at] ?? '').trim();
    if (cell === '') continue;
    filled++;
    if (isTotalName(cell)) return at;
  }
  return -1;
}

/** A numeric column while the rows go by. */
interface RunningSum {
  readonly at: number;
  /** One unit of the last digit. */
  readonly step: number;
  all: number;
  /** Since the last row that was a total. */
  block: number;
  /** Numbers other than 0 in either. */
  addends: number;
  blockAddends: number;
}

interface Found {
  readonly at: number;
  readonly label: string | null;
}

/**
 * Finds rows that sum the rows above them: subtotals and totals that are called so and whose numbers add up, and a last
 * row of another name, or of none, whose numbers all do. The name alone says nothing: a brand is called Total, too.
 * Takes converted cells, column by column as planned, row by row.
 */
export class TotalRowFinder {
  readonly #names: readonly string[];
  readonly #plans: readonly ColumnPlan[];
  readonly #sums: readonly RunningSum[];
  readonly #rows: number;
  /** Whether every row above the last has a value, by column. */
  readonly #full: boolean[];
  readonly #found: Found[] = [];
  /** Labels of rows that are no totals: a condition on one of them would leave these rows out, too. */
  readonly #plain = new Set<string>();
  #seen = 0;
  #misnamed = false;
  /** The first row, where it is called a total. */
  #leading: (Found & { readonly cells: readonly (string | null)[] }) | null = null;

  constructor(
    columns: readonly { readonly name: string; readonly plan: ColumnPlan }[],
    rows: number,
  ) {
    this.#names = columns.map(({ name }) => name);
    this.#plans = columns.map(({ plan }) => plan);
    this.#rows = rows;
    this.#full = columns.map(() => true);
    this.#sums = columns.flatMap(({ plan: { type, scale } }, at) =>
      type === 'integer' || type === 'decimal' || type === 'float'
        ? [{ at, step: 10 ** -(scale ?? 0), all: 0, block: 0, addends: 0, blockAddends: 0 }]
        : [],
    );
  }

  /** Takes the next row; null for no value. */
  add(cells: readonly (string | null)[]): void {
    this.#seen++;
    const isLast = this.#seen === this.#rows;
    const at = this.#labelAt(cells);
    const label = at >= 0 ? cells[at]! : null;
    if (label !== null && this.#seen === 1 && !isLast) {
      // A sum may stand above what it sums: known when all rows went by.
      this.#leading = { cells: [...cells], at, label };
      for (const sum of this.#sums) addTo(sum, numberAt(cells, sum));
      return;
    }
    if (label !== null && this.#addsUp(cells, isLast)) {
      this.#found.push({ at, label });
      for (const sum of this.#sums) {
        sum.block = 0;
        sum.blockAddends = 0;
      }
      return;
    }
    if (label !== null && isLast && this.#lacksValues(cells)) this.#misnamed = true;
    const unnamed = isLast && label === null ? this.#unnamed(cells) : null;
    if (unnamed) {
      this.#found.push(unnamed);
      return;
    }
    this.#keep(cells, isLast);
  }

  /**
   * What was found, as conditions that tell these rows from all others; null where a row is called a total and its
   * numbers do not add up, so that nothing is known of it.
   */
  result(): readonly TotalRows[] | null {
    if (this.#misnamed) return null;
    const leading = this.#leading;
    this.#leading = null;
    if (leading) {
      // Its own numbers are among the sums.
      for (const sum of this.#sums) {
        const value = numberAt(leading.cells, sum) ?? 0;
        sum.all -= value;
        if (value !== 0) sum.addends--;
        sum.blockAddends = 0;
      }
      if (this.#addsUp(leading.cells, true)) this.#found.push(leading);
      else this.#plain.add(keyOf(leading.at, leading.label));
    }
    const byColumn = Map.groupBy(this.#found, ({ at }) => at);
    const all = [...byColumn].map(([at, found]) => ({
      column: this.#names[at]!,
      values: [...new Set(found.map(({ label }) => label))],
      mixed: found.some(({ label }) => this.#plain.has(keyOf(at, label))),
    }));
    if (all.some(({ mixed }) => mixed)) return null;
    return all.map(({ column, values }) => ({ column, values }));
  }

  /** A total word in one of the first cells that are texts. */
  #labelAt(cells: readonly (string | null)[]): number {
    let filled = 0;
    for (let at = 0; at < cells.length && filled < LABEL_CELLS; at++) {
      const cell = cells[at];
      if (cell == null) continue;
      filled++;
      if (this.#plans[at]!.type === 'text' && isTotalName(cell)) return at;
    }
    return -1;
  }

  /**
   * Whether the numbers of a row, or as many as others, are sums of those above it, in all or since the last total:
   * averages and prices stand in rows of sums, too.
   */
  #addsUp(cells: readonly (string | null)[], isLast: boolean): boolean {
    const fewest = isLast || this.#lacksValues(cells) ? 2 : FEWEST_UNNAMED;
    const filled = this.#sums.filter((sum) => (numberAt(cells, sum) ?? 0) !== 0);
    const sums = filled.filter((sum) => {
      const value = numberAt(cells, sum)!;
      // Sums that were made of unrounded numbers are off by half a digit for each of them.
      const matches = (total: number, addends: number) =>
        addends >= fewest &&
        Math.abs(total - value) <=
          (sum.step < 1 ? (sum.step * addends) / 2 : 0) + 1e-9 * Math.abs(total);
      return matches(sum.all, sum.addends) || matches(sum.block, sum.blockAddends);
    });
    return sums.length > 0 && sums.length * 2 >= filled.length;
  }

  /** The last row of a table kept by hand, where all of its numbers sum those above and its label tells it apart. */
  #unnamed(cells: readonly (string | null)[]): Found | null {
    if (this.#rows > KEPT_BY_HAND) return null;
    const filled = this.#sums.filter(({ at }) => cells[at] !== null);
    const sums = filled.filter(
      (sum) =>
        sum.addends >= FEWEST_UNNAMED &&
        Math.abs(sum.all - numberAt(cells, sum)!) <= 1e-9 * Math.abs(sum.all),
    );
    if (sums.length === 0 || sums.length < filled.length) return null;
    const at = cells.findIndex((_, index) => this.#plans[index]!.type === 'text');
    if (at < 0 || (cells[at] === null && !this.#full[at])) return null;
    const sure = sums.some(
      ({ addends, all }) => addends >= SURELY_UNNAMED && Math.abs(all) >= SURELY_SUM,
    );
    return sums.length > 1 || sure || this.#lacksValues(cells)
      ? { at, label: cells[at] ?? null }
      : null;
  }

  /** Whether the row lacks what all rows above have: a sum has no place and no date. */
  #lacksValues(cells: readonly (string | null)[]): boolean {
    return this.#plans.some(
      ({ type }, at) =>
        cells[at] === null && this.#full[at] && (type === 'text' || type === 'date'),
    );
  }

  #keep(cells: readonly (string | null)[], isLast: boolean): void {
    for (const sum of this.#sums) addTo(sum, numberAt(cells, sum));
    for (let at = 0; at < cells.length; at++) {
      if (cells[at] === null && !isLast) this.#full[at] = false;
      // Labels are told from those of totals only: few are kept.
      const cell = cells[at] ?? null;
      if (this.#plans[at]!.type === 'text' && cell !== null && isTotalName(cell))
        this.#plain.add(keyOf(at, cell));
    }
    const [first] = this.#plans.flatMap(({ type }, at) => (type === 'text' ? [at] : []));
    if (first !== undefined && this.#rows <= KEPT_BY_HAND)
      this.#plain.add(keyOf(first, cells[first] ?? null));
  }
}

function addTo(sum: RunningSum, value: number | null): void {
  if (value === null || value === 0) return;
  sum.all += value;
  sum.block += value;
  sum.addends++;
  sum.blockAddends++;
}

const keyOf = (at: number, label: string | null) => `${at}\0${label ?? '\0'}`;

const numberAt = (cells: readonly (string | null)[], { at }: RunningSum): number | null =>
  cells[at] == null ? null : Number(cells[at]);
