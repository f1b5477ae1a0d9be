import type { Measure } from '#src/ask/analytics/measure.ts';
import { unsupported } from '#src/ask/analytics/reads.ts';
import type { Series } from '#src/ask/analytics/series.ts';
import { type ColumnStyle, cellText, withoutNoise } from '#src/ask/cells.ts';
import { columnsInfo } from '#src/ask/columns-info.ts';
import { columnStyles } from '#src/ask/explain/styles.ts';
import type { ColumnInfo } from '#src/charts/types.ts';
import type { Catalog, CellValue, ColumnType } from '#src/plugin-api/catalog.ts';
import { decimalCell } from '#src/sql/cells.ts';

/** Digits behind the point that a float shows at the most, and those of an average or ratio. */
const MAX_SCALE = 6;
const RATIO_SCALE = 4;

/** How amounts of a measure are rounded, typed and written. */
export interface Amounts {
  readonly label: string;
  readonly style: ColumnStyle;
  /** What its column is called in a table. */
  readonly column: string;
  readonly type: ColumnType;
  /** Unit, scale and additivity, as the statement of the measure has them. */
  readonly info: Pick<ColumnInfo, 'unit' | 'scale' | 'additive'>;
  /** The cell of an amount, with as many digits as the data have: text only where no JSON number holds it. */
  cell(value: number | null): CellValue;
  /** The same as text, with its unit. */
  text(value: number | null): string;
}

/**
 * How the measure of a series is written; differences keep the digits of what they are taken from. `others`: further
 * amounts of the same measure, which must lose no digit either.
 */
export function amountsOf(
  measure: Pick<Measure, 'top' | 'bottom'>,
  { read, measureAt }: Pick<Series, 'read' | 'measureAt'>,
  catalog: Catalog,
  others: readonly CellValue[] = [],
): Amounts {
  const { columns, rows, checked } = read;
  const style = columnStyles(columns, checked.facts, catalog)[measureAt]!;
  const isRatio = measure.bottom !== null;
  const known = columnsInfo(columns, checked.facts, catalog).columns[measureAt];
  const type: ColumnType = isRatio ? 'float' : style.type;
  const scale = isRatio
    ? RATIO_SCALE
    : scaleOf([...rows.map((row) => row[measureAt] ?? null), ...others]);
  const shown: ColumnStyle = { ...style, type, quantity: true };
  const cell = (value: number | null): CellValue => {
    if (value === null) return null;
    const digits = isRatio && Math.abs(value) < 1 ? MAX_SCALE : scale;
    if (Math.abs(value) * 10 ** digits > Number.MAX_SAFE_INTEGER && type !== 'float')
      throw unsupported('The amounts are too large to compare exactly.');
    const rounded = Number(value.toFixed(digits));
    return type === 'decimal' ? decimalCell(value.toFixed(digits)) : withoutNoise(rounded);
  };
  const label = labelOf(measure, style.label);
  return {
    label,
    style: { ...shown, label },
    column: label.replaceAll(' ', '_'),
    type,
    info: {
      unit: known?.unit ?? null,
      scale: known?.scale ?? null,
      additive: isRatio ? false : (known?.additive ?? null),
    },
    cell,
    text: (value) => cellText(cell(value), shown),
  };
}

/** A ratio is called as its whole is, not as the sum above its line. */
function labelOf({ top }: Pick<Measure, 'top'>, label: string): string {
  return top.as === 'count' ? label : top.as.replaceAll('_', ' ');
}

function scaleOf(cells: readonly CellValue[]): number {
  const scales = cells.map((cell) => {
    if (cell === null) return 0;
    const text = typeof cell === 'number' ? String(withoutNoise(cell)) : String(cell);
    return /e/i.test(text) ? MAX_SCALE : (text.split('.')[1]?.length ?? 0);
  });
  return Math.min(MAX_SCALE, Math.max(0, ...scales));
}

/** `12.3`: so many hundredths of a whole, to one digit; null of nothing. */
export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : withoutNoise(Number(((100 * part) / whole).toFixed(1)));
}

/** What the SQL of shares does not say of their column. */
export const SHARES_COMPUTED = 'Shares are calculated from the SQL result and rounded to 0.1%.';

/** The bounds that `shareText` names. */
export const SHARE_BOUNDS = "Shares below 0.1% or above 99.9% aren't rounded to 0% or 100%.";

/** Decimals that shares beside each other are written with: all as many as one of them needs. */
export const shareDigits = (parts: readonly number[], whole: number): 0 | 1 =>
  parts.every((part) => Number.isInteger(percentOf(part, whole) ?? 0)) ? 0 : 1;

/** A share as text: what is rounded to all or nothing is not called so. */
export function shareText(part: number, whole: number, digits: 0 | 1 | null = null): string {
  const share = percentOf(part, whole) ?? 0;
  if (share === 0 && part !== 0) return 'less than 0.1%';
  return share === 100 && part !== whole
    ? 'more than 99.9%'
    : `${digits === null ? share : share.toFixed(digits)}%`;
}

/** Growth in percent; null against nothing, and against what is negative, where a percentage would mislead. */
export const growthOf = (before: number | null, change: number): number | null =>
  before !== null && before > 0 ? percentOf(change, before) : null;
