import type { ColumnStyle } from '#src/ask/cells.ts';
import type { TraceTable } from '#src/ask/trace/types.ts';

const style = (
  label: string,
  type: ColumnStyle['type'],
  over: Partial<ColumnStyle> = {},
): ColumnStyle => ({
  label,
  type,
  quantity: false,
  unit: null,
  dateUnit: null,
  ...over,
});
const measure = (label: string, unit: string | null = null) =>
  style(label, 'decimal', { quantity: true, unit });

/** Results as answers show them. */
export const REGIONS: TraceTable = {
  styles: [style('region', 'text'), measure('revenue', 'USD')],
  rows: [
    ['Europe', '1234567.50'],
    ['Asia', '987654.25'],
    ['Africa', '432100.00'],
    ['North America', '345678.25'],
  ],
  totalRows: 4,
  context: ['2025'],
};
export const MONTHS: TraceTable = {
  styles: [style('month', 'date', { dateUnit: 'month' }), measure('orders')],
  rows: [
    ['2026-05-01', '812'],
    ['2026-06-01', '954'],
    ['2026-07-01', '371'],
    ['2026-08-01', '903'],
  ],
  totalRows: 4,
  context: ['2026-05-01 to 2026-08-31'],
};
export const PRODUCTS: TraceTable = {
  styles: [style('product', 'text'), measure('units sold'), measure('profit', 'EUR')],
  rows: [
    ['Desk', '412', '20188.40'],
    ['Chair', '1387', '16990.75'],
    ['Lamp', '268', '3819.00'],
    ['Shelf', '97', '2410.45'],
    ['Rug', '53', '1187.20'],
  ],
  totalRows: 23,
  context: ['Q3 2026', 'price is more than 12.5'],
};
export const TOTAL: TraceTable = {
  styles: [measure('total revenue', 'USD')],
  rows: [['2999999.75']],
  totalRows: 1,
  context: ['March 2025'],
};
export const CHURN: TraceTable = {
  styles: [style('plan', 'text'), measure('churn rate', '%'), measure('subscribers')],
  rows: [
    ['Basic', '7.4', '1840'],
    ['Pro', '3.1', '655'],
    ['Team', '1.6', '127'],
  ],
  totalRows: 3,
  context: ['2025'],
};

export interface TracedText {
  readonly table: TraceTable;
  readonly text: string;
}
