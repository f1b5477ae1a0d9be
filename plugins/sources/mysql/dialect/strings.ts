import { lookupTable } from '#src/sql/lookup-table.ts';
import { syntax } from './refused.ts';

/** What a backslash and a letter stand for; `\%` and `\_` keep the backslash, any other letter stands for itself. */
const ESCAPES: Readonly<Record<string, string>> = lookupTable({
  '0': '\0',
  b: '\b',
  n: '\n',
  r: '\r',
  t: '\t',
  Z: '\x1a',
  '%': '\\%',
  _: '\\_',
});

export interface Quoted {
  readonly value: string;
  /** As it is written in the canonical text: texts between single quotes. */
  readonly raw: string;
  /** Offset behind the closing quote. */
  readonly end: number;
}

/** Reads a text or a quoted name that begins at `start`. Throws `Refused` where it does not end. */
export function readQuoted(sql: string, start: number): Quoted {
  const quote = sql[start]!;
  const isName = quote === '`';
  const value: string[] = [];
  const raw: string[] = [];
  let at = start + 1;
  // Plain stretches are taken whole, so that long texts cost little.
  const plain = PLAIN[quote]!;
  for (;;) {
    plain.lastIndex = at;
    const stretch = plain.exec(sql)?.[0] ?? '';
    value.push(stretch);
    raw.push(isName ? stretch : stretch.replaceAll("'", "''"));
    at += stretch.length;
    const char = sql[at];
    if (char === undefined) syntax(`A ${isName ? 'name' : 'text'} has no closing ${quote}.`);
    const next = sql[at + 1];
    if (char === '\\' && !isName) {
      if (next === undefined) syntax('A string ends in a backslash. Escape it as \\.');
      const whole = String.fromCodePoint(sql.codePointAt(at + 1)!);
      value.push(ESCAPES[whole] ?? whole);
      raw.push(`\\${whole}`);
      at += 1 + whole.length;
    } else if (next === quote) {
      value.push(quote);
      raw.push(quote === '"' ? '"' : quote + quote);
      at += 2;
    } else break;
  }
  const close = isName ? '`' : "'";
  return { value: value.join(''), raw: `${close}${raw.join('')}${close}`, end: at + 1 };
}

const PLAIN: Readonly<Record<string, RegExp>> = lookupTable({
  "'": /[^'\\]*/y,
  '"': /[^"\\]*/y,
  '`': /[^`]*/y,
});
