import type { CellValue } from '#src/plugin-api/catalog.ts';
import type { SpillColumn } from '#src/plugin-api/data-source.ts';
import { canonicalTimestamp, isDate, isTimestamp } from './dates.ts';
import { MAX_UNITS } from './numbers.ts';

/** Significant digits that every JSON number keeps (IEEE 754 double, DBL_DIG). */
const EXACT_DIGITS = 15;
const TIME = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?$/;

/** A spilled text as the value that is kept, and whether it can be calculated with. */
export interface KeptCell {
  readonly value: CellValue;
  readonly exact: boolean;
}

const exact = (value: CellValue): KeptCell => ({ value, exact: true });
const shownOnly = (value: CellValue): KeptCell => ({ value, exact: false });

export function keptCell(text: string, { type, scale }: SpillColumn): KeptCell {
  switch (type) {
    case 'integer': {
      const value = Number(text);
      return Number.isSafeInteger(value) ? exact(value) : shownOnly(text);
    }
    case 'decimal':
      return decimal(text, scale ?? 0);
    case 'float': {
      const value = Number(text);
      return Number.isFinite(value) ? exact(value) : shownOnly(null);
    }
    case 'boolean':
      return exact(text === 'true');
    case 'date':
      return isDate(text) ? exact(text) : shownOnly(text);
    case 'timestamp': {
      const value = canonicalTimestamp(text);
      return isTimestamp(value) ? exact(value) : shownOnly(value);
    }
    case 'time':
      return TIME.test(text) ? exact(text) : shownOnly(text);
    case 'text':
      return exact(text);
  }
}

function decimal(text: string, scale: number): KeptCell {
  const value = Number(text);
  if (scale <= EXACT_DIGITS && Math.abs(value) * 10 ** scale <= MAX_UNITS) return exact(value);
  const digits = text
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/^-?0*\.?0*/, '')
    .replace('.', '').length;
  return shownOnly(digits <= EXACT_DIGITS ? value : text);
}
