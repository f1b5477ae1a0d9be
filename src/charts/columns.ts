import { headingText, nameText, numberText } from './format.ts';
import type { Cell, ColumnInfo } from './types.ts';

/** How the cells of one column are written. */
export interface ColumnFormat {
  readonly info: ColumnInfo;
  /** As people read it: `revenue (USD)`; `share of change`, where the cells say that they are percent. */
  readonly heading: string;
  /** End-aligned: numbers that are measured or counted. */
  readonly isNumber: boolean;
  readonly text: (cell: Cell) => string;
}

/** Rows that are looked at for what a column holds. */
const LOOKED_AT = 200;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** Formats of the columns of a result. Where the service says nothing of them, only what the cells show is taken. */
export function columnFormats(
  columns: readonly string[],
  known: readonly ColumnInfo[] | null,
  rows: readonly (readonly Cell[])[],
  lang: string,
): readonly ColumnFormat[] {
  const seen = rows.slice(0, LOOKED_AT);
  return columns.map((name, at) => {
    const cells = seen.map((row) => row[at] ?? null);
    const info = known?.[at] ?? shown(name, cells);
    // `120` of million USD is not in USD.
    const unit = info.unit === '%' || (info.scale ?? 1) === 1 ? info.unit : null;
    const heading = headingText(name, unit);
    return {
      info: info.name === name ? info : { ...info, name },
      heading: unit === null || unit === '%' ? heading : `${heading} (${unit})`,
      isNumber: info.kind === 'measure' && cells.some((cell) => cell !== null),
      text: textOf(info, cells, lang),
    };
  });
}

/** What the cells alone tell: numbers are numbers, dates are dates, nothing has a unit. */
function shown(name: string, cells: readonly Cell[]): ColumnInfo {
  const present = cells.filter((cell) => cell !== null);
  const isNumeric = present.length > 0 && present.every((cell) => typeof cell === 'number');
  const isDate = present.length > 0 && present.every((cell) => DATE.test(String(cell)));
  const isId = /(^|_| )(id|key|no|number|code|zip|year)$/i.test(name);
  const kind = isDate ? 'time' : isNumeric ? (isId ? 'id' : 'measure') : 'category';
  return {
    name,
    kind,
    grain: isDate ? grainOf(name, present.map(String)) : null,
    unit: isNumeric && /percent|_pct$/i.test(name) ? '%' : null,
    scale: null,
    additive: null,
  };
}

/** By the name where it says so and every date begins such a period. */
function grainOf(name: string, dates: readonly string[]): ColumnInfo['grain'] {
  if (/year/i.test(name) && dates.every((date) => date.endsWith('-01-01'))) return 'year';
  if (/month/i.test(name) && dates.every((date) => date.endsWith('-01'))) return 'month';
  return 'day';
}

function textOf(info: ColumnInfo, cells: readonly Cell[], lang: string): (cell: Cell) => string {
  if (info.kind === 'measure') {
    const { full, signed } = numberText(cells, info, lang);
    const isChange = /^(change|growth|difference)(_|\b)|_(change|growth)$/i.test(info.name);
    return (cell) => {
      if (cell === null) return '';
      const value = Number(cell);
      if (Number.isNaN(value) || typeof cell === 'boolean') return oneLine(String(cell));
      return isChange ? signed(value) : full(cell);
    };
  }
  // Ids and years have no groups of digits.
  if (info.kind === 'id' || info.kind === 'text')
    return (cell) => (cell === null ? '' : oneLine(String(cell)));
  return (cell) => (cell === null ? '' : nameText(cell, info, lang));
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');
