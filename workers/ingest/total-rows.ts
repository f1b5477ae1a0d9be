import type { TotalRows } from '#src/plugin-api/catalog.ts';
import type { ColumnPlan } from '#workers/ingest/column-plan.ts';
import { RunningFigures } from '#workers/ingest/running-figures.ts';
import { type SummaryName, summaryName, wordsOf } from '#workers/ingest/summary-names.ts';
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
/** A sum that stands above what it sums is rarer, so that chance has to be. */
const SURELY_LEADING = 0.01;
/** A mean of no known name is rarer still. */
const SURELY_MEAN = 0.0005;
/** What may be chance, but is worth being told. */
const MAY_BE_SUM = 0.2;
/** Rows that rows of statistics known by their names alone are said to be of. */
const FEWEST_OF_NAMED = 3;
/** Rows at the end among which those that say something of the others stand. */
const TAIL = 8;
/** Numbers that are kept to find their median. */
const MOST_KEPT = 1_000_000;
/** Tables with more rows are exports, whose last row is looked at for a total only if it is called so. */
export const KEPT_BY_HAND = 10_000;

const labelOf = (text: string) =>
  text
    .replace(/[:：.]$/, '')
    .trimEnd()
    .toLowerCase();

/** Whether a text is what rows of sums are called. */
export function isTotalName(text: string): boolean {
  if (text === '' || text.length > LONGEST_LABEL || isFigure(text)) return false;
  const label = labelOf(text);
  if (WORDS.has(label)) return true;
  const words = label.split(/[\s-]+/);
  return WORDS.has(words[0] ?? '') || WORDS.has(words.at(-1) ?? '') || PHRASE.test(label);
}

/** Most cells are figures: neither their first nor their last word is one of those above. */
const isFigure = (text: string) =>
  isDigit(text.charCodeAt(0)) && isDigit(text.charCodeAt(text.length - 1));

const isDigit = (code: number) => code >= 48 && code <= 57;

/** Place of the cell that calls a row a total; -1 where none does. White space around cells does not count. */
export const totalNameAt = (cells: readonly string[]): number => firstAt(cells, isTotalName);

/** Whether a row is called an average, a target or the like. */
export const isCalledSummary = (cells: readonly string[]): boolean =>
  firstAt(cells, (text) => summaryName(text, new Set()) !== null) >= 0;

function firstAt(cells: readonly string[], isLabel: (text: string) => boolean): number {
  let filled = 0;
  for (let at = 0; at < cells.length && filled < LABEL_CELLS; at++) {
    const cell = (cells[at] ?? '').trim();
    if (cell === '') continue;
    filled++;
    if (isLabel(cell)) return at;
  }
  return -1;
}

type Cells = readonly (string | null)[];

interface Found {
  readonly at: number;
  readonly label: string | null;
  /** Whether it is made of others in another way than by adding them up. */
  readonly isSummary: boolean;
}

/** A row at the end that is called something that is said of other rows. */
interface NamedRow {
  readonly cells: Cells;
  readonly at: number;
  readonly label: string;
  readonly isTotal: boolean;
  readonly said: SummaryName | null;
}

/** Where such a row stands. */
interface Place {
  /** Beside another one that its numbers show to be made of others. */
  readonly isBeside: boolean;
  readonly isLast: boolean;
  /** Rows that it may be made of. */
  readonly of: number;
  /** Rows at the end that are called so. */
  readonly named: number;
}

/** What its numbers show of it, beside the rows that are taken for others. */
interface Seen {
  readonly adds: boolean;
  /** Columns in which it is the statistic that it is called. */
  readonly matches: number;
  readonly inRange: boolean;
  readonly isLargest: boolean;
  /** What it would be as a last row of any name. */
  readonly unnamed: Unnamed | null;
}

/** Rows, and sums over a column, that show that sums nest and are none by chance. */
const FEWEST_NESTED = 6;
const MOST_NESTED = 1_000;
const FEWEST_EQUATIONS = 3;
const FEWEST_STEPS = 100;

interface Unnamed extends Found {
  readonly isSure: boolean;
}

const NOTHING_SEEN: Seen = {
  adds: false,
  matches: 0,
  inRange: true,
  isLargest: false,
  unnamed: null,
};

/**
 * Finds rows that are made of others. In the middle these are subtotals and totals that are called so and whose numbers
 * add up. At the end, and as the first row, also rows of any name whose numbers are the sums or means of all others,
 * rows of statistics, and what stands beside a total and is called so, too. The name alone says nothing where other rows
 * may be called so: a brand is called Total. Takes converted cells, column by column as planned, row by row.
 */
export class TotalRowFinder {
  readonly #names: readonly string[];
  readonly #plans: readonly ColumnPlan[];
  #figures: readonly RunningFigures[];
  #rows: number;
  /** The rows of a table kept by hand, which are looked at together once all are there. */
  readonly #held: Cells[] | null;
  /** Labels whose rows each are the sum of those since the last one. */
  #sums: ReadonlySet<string> = new Set();
  /** Places of the columns that are levels of one hierarchy. */
  readonly #levels: readonly number[];
  readonly #headers: ReadonlySet<string>;
  /** Places of the first columns of texts: one of them has the labels. */
  readonly #textColumns: readonly number[];
  /** Rows without a value, by column. */
  readonly #lacking: number[];
  readonly #found: Found[] = [];
  readonly #doubtful: Found[] = [];
  /** Labels of rows that are no totals: a condition on one of them would leave these rows out, too. */
  readonly #plain = new Map<string, number>();
  readonly #tail: Cells[] = [];
  #kept = 0;
  #seen = 0;
  #misnamed = false;
  /** The first row: it may stand for all others, which is known when they went by. */
  #first: Cells | null = null;
  /** Its label, where it is called a total. */
  #leading: { readonly at: number; readonly label: string } | null = null;
  #result: readonly TotalRows[] | null | undefined;

  constructor(
    columns: readonly { readonly name: string; readonly at: number; readonly plan: ColumnPlan }[],
    rows: number,
    levels: readonly number[] = [],
  ) {
    this.#held = rows <= KEPT_BY_HAND ? [] : null;
    this.#levels = levels.map((level) => columns.findIndex(({ at }) => at === level));
    this.#names = columns.map(({ name }) => name);
    this.#headers = new Set(this.#names.flatMap(wordsOf));
    this.#plans = columns.map(({ plan }) => plan);
    this.#rows = rows;
    this.#lacking = columns.map(() => 0);
    const numeric = columns.flatMap(({ plan: { type, scale } }, at) =>
      type === 'integer' || type === 'decimal' || type === 'float'
        ? [{ at, scale: scale ?? 0, isExact: type !== 'float' }]
        : [],
    );
    const keepsValues = rows <= KEPT_BY_HAND && rows * numeric.length <= MOST_KEPT;
    this.#figures = numeric.map(
      ({ at, ...rest }) => new RunningFigures(at, { ...rest, keepsValues }),
    );
    this.#textColumns = this.#plans
      .flatMap(({ type }, at) => (type === 'text' ? [at] : []))
      .slice(0, LABEL_CELLS);
  }

  /** Takes the next row; null for no value. */
  add(cells: Cells): void {
    if (this.#held) this.#held.push([...cells]);
    else this.#addNext(cells);
  }

  #addNext(cells: Cells): void {
    this.#seen++;
    if (this.#seen === 1 && this.#rows > 1) this.#takeFirst([...cells]);
    else if (this.#seen > this.#rows - TAIL) this.#tail.push([...cells]);
    else this.#take(cells, false);
  }

  /**
   * What was found, as conditions that tell these rows from all others; null where a row is called a total and its
   * numbers do not add up, so that nothing is known of it.
   */
  result(): readonly TotalRows[] | null {
    if (this.#result === undefined) this.#result = this.#conclude();
    return this.#result;
  }

  /** Rows that may be made of others, and count as all others do, once the result is known. */
  doubtful(): readonly TotalRows[] {
    return this.#conditions(this.#doubtful);
  }

  #conclude(): readonly TotalRows[] | null {
    if (this.#held) {
      const rows =
        this.#levels.length > 0
          ? this.#withoutParents(this.#held)
          : this.#withoutNestedSums(this.#held);
      this.#rows = rows.length;
      this.#sums = this.#sumLabels(rows);
      for (const cells of rows) this.#addNext(cells);
    }
    let named = 0;
    const readings = this.#tail.map((cells) => this.#namedRow(cells));
    while (named < readings.length && readings.at(-1 - named)) named++;
    // Where every row says something of others, there are no others.
    const isAllNamed =
      named === this.#rows - 1 && this.#first !== null && this.#namedRow(this.#first)?.said != null;
    if (isAllNamed) named = 0;
    const others = this.#tail.slice(0, this.#tail.length - named);
    for (const [at, cells] of others.entries())
      this.#take(cells, named === 0 && at === others.length - 1);
    if (isAllNamed) this.#keep(this.#first!, false);
    else this.#judgeFirst();
    if (named > 0) this.#judgeNamed(readings.slice(-named) as readonly NamedRow[]);
    if (this.#misnamed) return null;
    const isMixed = this.#found.some(({ at, label }) => this.#plain.has(keyOf(at, label)));
    return isMixed ? null : this.#conditions(this.#found);
  }

  #conditions(found: readonly Found[]): readonly TotalRows[] {
    return [...Map.groupBy(found, ({ at, isSummary }) => `${at} ${isSummary}`).values()].map(
      (rows): TotalRows => ({
        column: this.#names[rows[0]!.at]!,
        values: [...new Set(rows.map(({ label }) => label))],
        ...(rows[0]!.isSummary ? { summarise: true } : {}),
      }),
    );
  }

  /**
   * The rows of a hierarchy that have no parts. The others have none of its last level, which tells them apart; where
   * their numbers are not the sums of their parts, they may be all the same.
   */
  #withoutParents(rows: readonly Cells[]): readonly Cells[] {
    const last = this.#levels.at(-1)!;
    const isBelow = (parent: Cells) => (cells: Cells) =>
      this.#levels.every((at) => parent[at] === null || parent[at] === cells[at]);
    const isPart = (cells: Cells) => cells[last] !== null;
    let [told, right] = [0, 0];
    for (const [at, parent] of rows.entries()) {
      if (isPart(parent)) continue;
      const parts = rows
        .slice(at + 1)
        .filter(isPart)
        .filter(isBelow(parent));
      for (const figures of this.#figures) {
        const value = figures.of(parent);
        if (value === null) continue;
        told++;
        const sum = parts.reduce((all, cells) => all + (figures.of(cells) ?? 0), 0);
        if (figures.isSum(value, sum, parts.length)) right++;
      }
    }
    const found = { at: last, label: null, isSummary: false };
    (right * 10 >= told * 9 ? this.#found : this.#doubtful).push(found);
    return rows.filter(isPart);
  }

  /**
   * The rows without those that each are the sum of their parts right below them, which may have parts themselves: as
   * indents show to the eye. Only where every row is a sum or a part of one, in all of its numbers.
   */
  #withoutNestedSums(rows: readonly Cells[]): readonly Cells[] {
    const at = this.#textColumns[0];
    if (at === undefined || rows.length < FEWEST_NESTED || rows.length > MOST_NESTED) return rows;
    const ends: number[] = [];
    for (let row = rows.length - 1; row >= 0; row--) ends[row] = this.#endOfParts(rows, row, ends);
    const isSum = (row: number) => ends[row]! > row + 1;
    let covered = 0;
    while (covered < rows.length && isSum(covered)) covered = ends[covered]!;
    const sums = rows.filter((_, row) => isSum(row));
    const labels = new Set(sums.map((cells) => cells[at]));
    const others = rows.filter((_, row) => !isSum(row));
    const isTold =
      !labels.has(null) &&
      labels.size === sums.length &&
      !others.some((cells) => labels.has(cells[at]!));
    // Small numbers are sums of others by chance.
    const equations = this.#figures.flatMap((figures) =>
      sums.filter((cells) => Math.abs(figures.of(cells)!) >= FEWEST_STEPS * figures.step),
    ).length;
    if (covered < rows.length || sums.length < 2 || equations < FEWEST_EQUATIONS || !isTold)
      return rows;
    this.#found.push(...sums.map((cells) => ({ at, label: cells[at]!, isSummary: false })));
    return others;
  }

  /** Behind the last part of a row that is the sum of what follows it; right behind the row where it is none. */
  #endOfParts(rows: readonly Cells[], row: number, ends: readonly number[]): number {
    const own = this.#figures.map((figures) => figures.of(rows[row]!));
    if (
      own.length === 0 ||
      own.some((value) => value === null) ||
      own.every((value) => value === 0)
    )
      return row + 1;
    const sums = this.#figures.map(() => 0);
    for (let at = row + 1, parts = 1; at < rows.length; at = ends[at]!, parts++) {
      for (const [place, figures] of this.#figures.entries())
        sums[place]! += figures.of(rows[at]!) ?? 0;
      const isSum = (figures: RunningFigures, place: number) =>
        figures.isSum(own[place]!, sums[place]!, parts);
      if (parts > 1 && this.#figures.every(isSum)) return ends[at]!;
    }
    return row + 1;
  }

  /** Labels of totals that stand in several rows, each of which is the sum of the rows since the last of them. */
  #sumLabels(rows: readonly Cells[]): ReadonlySet<string> {
    const blocks = new Map<
      string,
      { rows: Cells[]; sums: number; largest: number; isOther: boolean }
    >();
    const keys = rows.map((cells) => {
      const at = this.#totalAt(cells);
      return at < 0 ? null : keyOf(at, cells[at]!);
    });
    for (const key of new Set(keys)) {
      if (key === null) continue;
      const found = { rows: [] as Cells[], sums: 0, largest: 0, isOther: false };
      for (const [at, cells] of rows.entries()) {
        if (keys[at] === null) found.rows.push(cells);
        if (keys[at] !== key) continue;
        const filled = this.#figures.filter((figures) => (figures.of(cells) ?? 0) !== 0);
        const right = filled.filter((figures) => {
          const sum = found.rows.reduce((all, row) => all + (figures.of(row) ?? 0), 0);
          return figures.isSum(figures.of(cells)!, sum, found.rows.length);
        });
        if (right.length === 0 || right.length * 2 < filled.length) found.isOther = true;
        found.sums++;
        found.largest = Math.max(found.largest, found.rows.length);
        found.rows = [];
      }
      blocks.set(key, found);
    }
    return new Set(
      [...blocks].flatMap(([key, { sums, largest, isOther }]) =>
        sums > 1 && largest > 1 && !isOther ? [key] : [],
      ),
    );
  }

  #takeFirst(cells: Cells): void {
    this.#first = cells;
    for (const figures of this.#figures) figures.sum(cells);
    const at = this.#totalAt(cells);
    if (at >= 0) this.#leading = { at, label: cells[at]! };
  }

  /** A row that is not the first, and is called nothing or a total. */
  #take(cells: Cells, isLast: boolean): void {
    const at = this.#totalAt(cells);
    const label = at >= 0 ? cells[at]! : null;
    const isSum = label !== null && this.#sums.has(keyOf(at, label));
    if (label !== null && (isSum || this.#addsUp(cells, isLast))) {
      this.#found.push({ at, label, isSummary: false });
      for (const figures of this.#figures) figures.endBlock();
      return;
    }
    const unnamed = isLast && label === null ? this.#unnamedBelowAll(cells) : null;
    if (unnamed?.isSure) {
      this.#found.push(unnamed);
      return;
    }
    if (unnamed) this.#doubtful.push(unnamed);
    this.#keep(cells);
  }

  /** Place of a total word in one of the first cells that are texts, or alone in any; -1 where there is none. */
  #totalAt(cells: Cells): number {
    const at = this.#labelAt(cells, isTotalName);
    if (at >= 0 || !this.#held) return at;
    return cells.findIndex(
      (cell, place) =>
        cell !== null && this.#plans[place]!.type === 'text' && WORDS.has(labelOf(cell)),
    );
  }

  #labelAt(cells: Cells, isLabel: (text: string) => boolean): number {
    let filled = 0;
    for (let at = 0; at < cells.length && filled < LABEL_CELLS; at++) {
      const cell = cells[at];
      if (cell == null) continue;
      filled++;
      if (this.#plans[at]!.type === 'text' && isLabel(cell)) return at;
    }
    return -1;
  }

  #namedRow(cells: Cells): NamedRow | null {
    const total = this.#totalAt(cells);
    const at =
      total >= 0
        ? total
        : this.#labelAt(cells, (text) => summaryName(text, this.#headers) !== null);
    if (at < 0) return null;
    const label = cells[at]!;
    return { cells, at, label, isTotal: total >= 0, said: summaryName(label, this.#headers) };
  }

  /**
   * Whether the numbers of a row, or as many as others, are sums of those above it, in all or since the last total:
   * averages and prices stand in rows of sums, too.
   */
  #addsUp(cells: Cells, isLast: boolean, inBlock = true): boolean {
    const fewest = isLast || this.#lacksValues(cells) ? 2 : FEWEST_UNNAMED;
    const filled = this.#figures.filter((figures) => (figures.of(cells) ?? 0) !== 0);
    const sums = filled.filter((figures) => {
      const value = figures.of(cells)!;
      const matches = (total: number, addends: number) =>
        addends >= fewest && figures.isSum(value, total, addends);
      return (
        matches(figures.all, figures.addends) ||
        (inBlock && matches(figures.block, figures.blockAddends))
      );
    });
    return sums.length > 0 && sums.length * 2 >= filled.length;
  }

  /** The last row beside all others: the first, too, which is looked at when the rest went by. */
  #unnamedBelowAll(cells: Cells): Unnamed | null {
    const figures = this.#figures;
    this.#figures = figures.map((one) => one.copy());
    if (this.#first) for (const copy of this.#figures) copy.look(this.#first);
    const unnamed = this.#unnamed(cells);
    this.#figures = figures;
    return unnamed;
  }

  /** The last row of a table kept by hand, where all of its numbers are made of those above and its label tells it apart. */
  #unnamed(cells: Cells): Unnamed | null {
    if (this.#rows > KEPT_BY_HAND) return null;
    const at = this.#textColumns[0];
    if (at === undefined || (cells[at] === null && this.#lacking[at]! > 0)) return null;
    const label = cells[at] ?? null;
    const filled = this.#figures.filter((figures) => cells[figures.at] !== null);
    const sums = filled.filter((figures) => isExactSum(figures, cells));
    if (sums.length > 0 && sums.length === filled.length) {
      const isMany = sums.some(
        ({ addends, all }) => addends >= SURELY_UNNAMED && Math.abs(all) >= SURELY_SUM,
      );
      const isSure = sums.length > 1 || isMany || this.#lacksValues(cells);
      const mayBe = this.#isAlone(at, label) && sums[0]!.chanceOfSum(cells) <= MAY_BE_SUM;
      return isSure || mayBe ? { at, label, isSummary: false, isSure } : null;
    }
    const isMean = this.#chanceOfMeans(cells) <= SURELY_MEAN && this.#isAlone(at, label);
    return isMean ? { at, label, isSummary: true, isSure: true } : null;
  }

  /** How likely all numbers of a row are the means of the others by chance; 1 where they are not. */
  #chanceOfMeans(cells: Cells): number {
    const filled = this.#figures.filter(
      (figures) => cells[figures.at] != null && !figures.saysNothing,
    );
    const are = filled.every(
      (figures) =>
        figures.count >= FEWEST_UNNAMED && figures.isOneOf(cells, figures.statistics('mean')),
    );
    return are && filled.length > 0
      ? filled.reduce((chance, figures) => chance * figures.chanceOfMean(cells), 1)
      : 1;
  }

  /** The first row: a total of those below it, what they all are on average, or a row like them. */
  #judgeFirst(): void {
    const cells = this.#first;
    if (!cells) return;
    for (const figures of this.#figures) figures.sum(cells, -1);
    const found = this.#leading ? this.#leadingTotal(cells) : this.#leadingOther(cells);
    if (found) {
      this.#found.push(found);
      return;
    }
    for (const figures of this.#figures) figures.sum(cells);
    this.#keep(cells, false);
  }

  #leadingTotal(cells: Cells): Found | null {
    const { at, label } = this.#leading!;
    if (this.#addsUp(cells, true, false)) return { at, label, isSummary: false };
    if (!this.#isAlone(at, label)) return null;
    const summary = { at, label, isSummary: true };
    if (this.#chanceOfMeans(cells) <= SURELY_LEADING) return summary;
    if (this.#isLargest(cells) && this.#hasLabels(at)) this.#doubtful.push(summary);
    return null;
  }

  #leadingOther(cells: Cells): Found | null {
    const named = this.#namedRow(cells);
    if (!named?.said || !this.#isAlone(named.at, named.label))
      return this.#rows > KEPT_BY_HAND ? null : this.#leadingUnnamed(cells);
    const { at, label, said } = named;
    const { kind, sure } = said;
    const seen = this.#look(named, { isLast: true, inBlock: false, rows: this.#kept });
    if (kind === 'all' && seen.adds) return { at, label, isSummary: false };
    const summary = { at, label, isSummary: true };
    if (isConfirmed(named, seen) && (sure === 'sure' || seen.matches > 1)) return summary;
    const mayBe = kind === 'all' ? seen.isLargest : kind !== 'comparison' && seen.inRange;
    if (sure === 'sure' && mayBe && this.#hasLabels(at)) this.#doubtful.push(summary);
    return null;
  }

  /** Of any name: the sum of all others, in one column at least, and nothing that speaks against it in the others. */
  #leadingUnnamed(cells: Cells): Found | null {
    const at = this.#textColumns[0];
    if (at === undefined || cells[at] === null || !this.#isAlone(at, cells[at]!)) return null;
    const filled = this.#figures.filter(
      (figures) => (figures.of(cells) ?? 0) !== 0 && !figures.saysNothing,
    );
    const sums = filled.filter((figures) => isExactSum(figures, cells));
    const isOther = (figures: RunningFigures) => {
      const value = figures.of(cells)!;
      return !sums.includes(figures) && (value < figures.min || value > figures.max);
    };
    if (sums.length === 0 || filled.some(isOther)) return null;
    const found = { at, label: cells[at]!, isSummary: false };
    const chance =
      filled.length * sums.reduce((all, figures) => all * figures.chanceOfSum(cells), 1);
    if (chance > MAY_BE_SUM) return null;
    if (chance <= SURELY_LEADING || this.#lacksValues(cells)) return found;
    this.#doubtful.push(found);
    return null;
  }

  /**
   * Rows at the end that are called totals, statistics and the like. The first of them may be others after all: so many
   * are taken for that as leave most of the rest confirmed by its numbers.
   */
  #judgeNamed(rows: readonly NamedRow[]): void {
    let best = { others: 0, seen: this.#lookAtAll(rows, 0), confirmed: -1 };
    for (let others = 0; others < rows.length; others++) {
      const seen = this.#lookAtAll(rows, others);
      const confirmed = rows.filter(
        (row, at) => at >= others && isConfirmed(row, seen[at]!),
      ).length;
      if (confirmed > best.confirmed) best = { others, seen, confirmed };
      const { cells } = rows[others]!;
      for (const figures of this.#figures) {
        figures.sum(cells);
        figures.look(cells);
      }
    }
    for (const { cells } of rows.slice(0, best.others)) this.#note(cells);
    const named = rows.slice(best.others);
    const seen = best.seen.slice(best.others);
    const of = this.#kept;
    const verdicts = named.map((row, at) => {
      const isBeside = named.some((one, other) => other !== at && isConfirmed(one, seen[other]!));
      const isLast = at === named.length - 1;
      return this.#judge(row, seen[at]!, { isBeside, isLast, of, named: named.length });
    });
    for (const [at, { cells, at: column, label, ...row }] of named.entries()) {
      const adds = seen[at]!.adds && (row.isTotal || row.said?.kind === 'all');
      const found = { at: column, label, isSummary: !adds };
      const { unnamed } = seen[at]!;
      if (verdicts[at] === 'found') this.#found.push(found);
      else if (verdicts[at] === 'unnamed' && unnamed) this.#found.push(unnamed);
      else {
        if (verdicts[at] === 'doubtful') this.#doubtful.push(found);
        this.#note(cells);
      }
    }
  }

  #judge(row: NamedRow, seen: Seen, place: Place): 'found' | 'unnamed' | 'doubtful' | 'other' {
    const { cells, at, label, said, isTotal } = row;
    if (isTotal && seen.adds) return 'found';
    const isAlone = this.#isAlone(at, label);
    const isNamed = isTotal || said?.sure === 'sure';
    const isMade = isConfirmed(row, seen) && said?.sure !== 'doubtful';
    if (isAlone && (isMade || (place.isBeside && said?.sure !== 'part'))) return 'found';
    if (place.isLast && isNamed && seen.unnamed?.isSure) return 'unnamed';
    const lacks = this.#lacksValues(cells);
    const tellsApart = isAlone && (lacks || this.#hasLabels(at));
    if (isTotal && said?.sure !== 'sure') {
      if (!place.isLast) return 'other';
      if (lacks) this.#misnamed = true;
      return tellsApart ? 'doubtful' : 'other';
    }
    if (!said || !tellsApart || said.sure === 'part') return 'other';
    if (said.kind === 'all') return seen.isLargest ? 'doubtful' : 'other';
    const isEnough = place.of >= FEWEST_OF_NAMED && place.of >= place.named;
    if (!seen.inRange || !isEnough || this.#sharesWord(label, at))
      return seen.matches > 0 ? 'doubtful' : 'other';
    if (said.sure === 'sure') return 'found';
    // Somebody called Max is as good as the best of the others, now and then.
    if (said.kind !== 'comparison' && seen.matches === 0) return 'other';
    return lacks || seen.matches > 1 ? 'found' : 'doubtful';
  }

  /** What the numbers of rows show where those before `from` are taken for others. */
  #lookAtAll(named: readonly NamedRow[], from: number): readonly Seen[] {
    const blocks = this.#figures.map(({ block, blockAddends }) => ({ block, blockAddends }));
    const seen = named.map((row, at) => {
      if (at < from) return NOTHING_SEEN;
      const rows = this.#kept + from;
      const one = this.#look(row, { isLast: at === named.length - 1, inBlock: true, rows });
      if (one.adds) for (const figures of this.#figures) figures.endBlock();
      return one;
    });
    for (const [at, figures] of this.#figures.entries()) Object.assign(figures, blocks[at]);
    return seen;
  }

  #look(
    { cells, at, label, isTotal, said }: NamedRow,
    { isLast, inBlock, rows }: { isLast: boolean; inBlock: boolean; rows: number },
  ): Seen {
    const filled = this.#figures.filter((figures) => figures.of(cells) !== null);
    const kind = said?.kind ?? 'all';
    const unnamed = isLast && inBlock ? this.#unnamed(cells) : null;
    const rest = { ...NOTHING_SEEN, isLargest: this.#isLargest(cells), unnamed };
    if (isTotal || kind === 'all') {
      const adds = this.#sums.has(keyOf(at, label)) || this.#addsUp(cells, isLast, inBlock);
      const isMean = !adds && this.#chanceOfMeans(cells) <= SURELY_LEADING;
      if (adds || isMean) return { ...rest, adds, matches: filled.length };
    }
    if (kind === 'all' || kind === 'comparison') return rest;
    const matches = filled.filter((figures) => {
      const known = figures.statistics(kind);
      return figures.isOneOf(cells, kind === 'count' ? [...known, rows] : known);
    }).length;
    return {
      ...rest,
      matches: matches * 2 >= filled.length ? matches : 0,
      inRange: filled.every((figures) => couldBe(kind, figures, figures.of(cells)!)),
    };
  }

  /** Whether the row lacks what all others have: a sum has no place and no date. */
  #lacksValues(cells: Cells): boolean {
    return this.#plans.some(
      ({ type }, at) =>
        cells[at] === null && this.#lacking[at] === 0 && (type === 'text' || type === 'date'),
    );
  }

  /** Whether no other row has the label. */
  #isAlone(at: number, label: string | null): boolean {
    return !this.#plain.has(keyOf(at, label));
  }

  /** Whether the labels of a column are names of their rows: each is there once. */
  #hasLabels(at: number): boolean {
    if (this.#rows > KEPT_BY_HAND || !this.#textColumns.includes(at)) return false;
    let labelled = 0;
    for (const [key, count] of this.#plain) {
      if (!key.startsWith(`${at}\0`) || key === keyOf(at, null)) continue;
      if (count > 1) return false;
      labelled++;
    }
    // Cells that are no days stand in a column beside those that are.
    return labelled === 0 || labelled >= this.#kept;
  }

  /** Whether other rows are called by a word of the label, too: `Below average`, `Last week`. */
  #sharesWord(label: string, at: number): boolean {
    const words = new Set(wordsOf(label).filter((word) => !this.#headers.has(word)));
    return [...this.#plain.keys()].some(
      (key) =>
        key.startsWith(`${at}\0`) &&
        wordsOf(key.slice(key.indexOf('\0') + 1)).some((word) => words.has(word)),
    );
  }

  #isLargest(cells: Cells): boolean {
    const filled = this.#figures.filter((figures) => figures.of(cells) !== null);
    return filled.length > 0 && filled.every((figures) => figures.of(cells)! > figures.max);
  }

  /** A row like all others. */
  #keep(cells: Cells, isSummed = true): void {
    for (const figures of this.#figures) {
      if (isSummed) figures.sum(cells);
      figures.look(cells);
    }
    this.#note(cells);
  }

  #note(cells: Cells): void {
    this.#kept++;
    for (let at = 0; at < cells.length; at++) if (cells[at] === null) this.#lacking[at]!++;
    // Labels are told from those of totals only: few are kept of an export.
    const isByHand = this.#rows <= KEPT_BY_HAND;
    for (let at = 0; at < cells.length; at++) {
      if (this.#plans[at]!.type !== 'text') continue;
      const cell = cells[at] ?? null;
      if (isByHand && this.#textColumns.includes(at)) this.#count(keyOf(at, cell));
      else if (cell !== null && isTotalName(cell)) this.#count(keyOf(at, cell));
    }
  }

  #count(key: string): void {
    this.#plain.set(key, (this.#plain.get(key) ?? 0) + 1);
  }
}

/** Whether the numbers of a row are what it is called. */
const isConfirmed = ({ said }: NamedRow, { adds, matches, inRange }: Seen) =>
  adds || (matches > 0 && inRange && said?.kind !== 'comparison');

const isExactSum = (figures: RunningFigures, cells: Cells) =>
  figures.addends >= FEWEST_UNNAMED &&
  Math.abs(figures.all - figures.of(cells)!) <= 1e-9 * Math.abs(figures.all);

/** Whether a number can be such a statistic of some of the others. */
function couldBe(kind: SummaryName['kind'], { min, max }: RunningFigures, value: number): boolean {
  switch (kind) {
    case 'mean':
    case 'median':
      return value >= min && value <= max;
    case 'max':
      return value >= max;
    case 'min':
      return value <= min;
    case 'count':
      return value >= 0 && Number.isInteger(value);
    case 'deviation':
      return value >= 0 && value <= max - min;
    default:
      return true;
  }
}

const keyOf = (at: number, label: string | null) => `${at}\0${label ?? '\0'}`;
