/** A cell as results are compared: texts that are numbers are numbers, dates have one form, nothing is an empty text. */
export type Cell = string | number | bigint;

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;
const WHOLE = /^[+-]?\d+$/;
const INSTANT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(?::(\d\d)(\.\d+)?)?)?(?:Z|[+-]00:?00)?$/;
/** Beyond this a float no longer tells whole numbers apart. */
const LARGEST_WHOLE_FLOAT = 1e15;
/** How far two numbers may be apart where one of them is no whole number: by their size, and at all. */
const RELATIVE = 1e-4;
const ABSOLUTE = 1e-9;
/** A text that says a truth; it equals 1 or 0, too. */
const TRUE = '\0true';
const FALSE = '\0false';
const TRUTHS: ReadonlyMap<string, string> = new Map([
  ['true', TRUE],
  ['t', TRUE],
  ['false', FALSE],
  ['f', FALSE],
]);

/** The cell as it is compared. */
export function cellOf(value: unknown): Cell {
  if (value === null || value === undefined) return '';
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'bigint') return whole(value);
  if (typeof value === 'number') return value;
  if (value instanceof Uint8Array) return cellOfText(new TextDecoder().decode(value));
  return cellOfText(typeof value === 'string' ? value : JSON.stringify(value));
}

const whole = (value: bigint): Cell => {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
};

function cellOfText(value: string): Cell {
  const text = value.trim();
  if (WHOLE.test(text)) return whole(BigInt(text.replace(/^\+/, '')));
  if (NUMBER.test(text)) {
    const number = Number(text);
    if (Math.abs(number) < LARGEST_WHOLE_FLOAT) return number;
  }
  const instant = INSTANT.exec(text);
  if (instant) return dateOf(instant);
  return TRUTHS.get(text.toLowerCase()) ?? text;
}

/** A day at midnight is the day. */
function dateOf([, day = '', time = '00:00', seconds = '00', fraction = '']: RegExpExecArray) {
  const rest = fraction.replace(/0+$/, '');
  const clock = `${time}:${seconds}${rest === '.' ? '' : rest}`;
  return clock === '00:00:00' ? day : `${day} ${clock}`;
}

const isText = (cell: Cell): cell is string => typeof cell === 'string';
const isWhole = (cell: Cell) => typeof cell === 'bigint' || Number.isInteger(cell);
/** The number that a truth stands for; other texts are none. */
const truthNumber = (cell: string) => (cell === TRUE ? 1 : cell === FALSE ? 0 : null);

/** Whole numbers are equal exactly, other numbers nearly. */
export function sameCell(a: Cell, b: Cell): boolean {
  if (a === b) return true;
  if (isText(a)) return !isText(b) && truthNumber(a) === b;
  if (isText(b)) return truthNumber(b) === a;
  if (isWhole(a) && isWhole(b)) return false;
  const [left, right] = [Number(a), Number(b)];
  const largest = Math.max(Math.abs(left), Math.abs(right));
  return Math.abs(left - right) <= RELATIVE * largest + ABSOLUTE;
}

/** An order in which cells that are nearly equal stand side by side. */
export function cellOrder(a: Cell, b: Cell): number {
  const [left, right] = [numberOf(a), numberOf(b)];
  if (left !== null && right !== null) return left - right;
  if (left !== null || right !== null) return left === null ? 1 : -1;
  return a < b ? -1 : a > b ? 1 : 0;
}

const numberOf = (cell: Cell) => (isText(cell) ? truthNumber(cell) : Number(cell));
