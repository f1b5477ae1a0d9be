import { Refused } from '#src/plugin-api/refused.ts';
import { canonicalTimestamp, isDate, isTimestamp } from '#workers/alasql/dates.ts';
import { MAX_UNITS } from '#workers/alasql/numbers.ts';
import { type Compiled, call, compiled } from './compiled.ts';
import type { ProgramWriter } from './program-writer.ts';
import {
  BOOLEAN,
  DATE,
  decimal,
  declined,
  FLOAT,
  FRACTION,
  isInstant,
  isNumber,
  type SqlType,
  TEXT,
  TIMESTAMP,
  typeName,
  WHOLE,
} from './types.ts';

/** Brings expressions to a type that they have in common, as PostgreSQL's implicit casts do. Throws `Refused`. */
export function unify(
  exprs: readonly Compiled[],
  program: ProgramWriter,
  what: string,
): readonly Compiled[] {
  const type = commonType(exprs, what);
  return exprs.map((expr) => as(expr, type, program, what));
}

export function commonType(exprs: readonly Pick<Compiled, 'type'>[], what: string): SqlType {
  const known: readonly SqlType[] = exprs
    .map((expr) => expr.type)
    .filter((type) => type.kind !== 'null' && type.kind !== 'literal');
  const [first, ...rest] = known;
  if (!first) return TEXT;
  return rest.reduce<SqlType>((a, b) => both(a, b, what), first);
}

function both(a: SqlType, b: SqlType, what: string): SqlType {
  for (const type of [a, b])
    if (type.kind === 'wide' || type.kind === 'interval') declined(`${what} of ${describe(type)}`);
  if (a.kind === 'exact' && b.kind === 'exact')
    return a.isWhole && b.isWhole ? WHOLE : decimal(Math.max(a.scale, b.scale));
  if (isNumber(a) && isNumber(b))
    return a.kind === 'float' || b.kind === 'float' ? FLOAT : FRACTION;
  if (isInstant(a) && isInstant(b)) return a.kind === b.kind ? a : TIMESTAMP;
  if (a.kind === b.kind) return a;
  throw new Refused(
    'node_not_allowed',
    `${what}: the types ${typeName(a)} and ${typeName(b)} don't match. Add a CAST.`,
  );
}

const describe = (type: SqlType) =>
  type.kind === 'wide' ? 'numbers too long to be exact (or odd dates)' : 'intervals';

/** An expression as that type, where PostgreSQL would take it so without a cast. Throws `Refused`. */
export function as(expr: Compiled, type: SqlType, program: ProgramWriter, what: string): Compiled {
  const from = expr.type;
  if (from.kind === 'null') return { ...expr, type };
  if (from.kind === 'literal') return typedLiteral(from.text, type, program);
  if (from.kind === 'date' && type.kind === 'timestamp')
    return call('F_TIMESTAMP', TIMESTAMP, [expr]);
  if (isNumber(from) && isNumber(type)) return { ...expr, type };
  if (from.kind === type.kind && from.kind !== 'wide') return expr;
  if (from.kind === 'wide') return declined(`${what} of ${describe(from)}`);
  throw new Refused(
    'node_not_allowed',
    `${what} needs a value of the type ${typeName(type)}, not ${typeName(from)}. Add a CAST.`,
  );
}

/** A text in quotes read as a value of the type. */
export function typedLiteral(text: string, type: SqlType, program: ProgramWriter): Compiled {
  const value = (kept: string | number | boolean, as: SqlType = type) =>
    compiled(program.parameter(kept), as, []);
  const trimmed = text.trim();
  switch (type.kind) {
    case 'text':
      return value(text);
    case 'date':
      if (isDate(trimmed)) return value(trimmed);
      if (isTimestamp(canonicalTimestamp(trimmed))) return value(trimmed.slice(0, 10), DATE);
      break;
    case 'timestamp': {
      const kept = canonicalTimestamp(isDate(trimmed) ? `${trimmed}T00:00:00` : trimmed);
      if (isTimestamp(kept)) return value(kept);
      break;
    }
    case 'time':
      if (/^([01]\d|2[0-3]):[0-5]\d:[0-5]\d$/.test(trimmed)) return value(trimmed);
      break;
    case 'boolean':
      if (/^(true|false|t|f)$/i.test(trimmed)) return value(/^t/i.test(trimmed), BOOLEAN);
      break;
    case 'exact':
    case 'fraction':
    case 'float':
      return numberLiteral(trimmed, program, type.kind === 'exact' && type.isWhole);
  }
  throw new Refused(
    'node_not_allowed',
    `The text '${text.slice(0, 50)}' isn't a valid ${typeName(type)} (dates: YYYY-MM-DD).`,
  );
}

/** A number as it is written, exact. */
export function numberLiteral(text: string, program: ProgramWriter, onlyWhole = false): Compiled {
  const match = /^(-?)(\d*)(?:\.(\d*))?$/.exec(text);
  const [, , whole = '', rest] = match ?? [];
  const scale = rest?.length ?? 0;
  const value = Number(text);
  const isExact =
    rest === undefined
      ? Number.isSafeInteger(value)
      : scale <= 15 && Math.abs(value) * 10 ** scale <= MAX_UNITS;
  if (!match || `${whole}${rest ?? ''}` === '' || !isExact || (onlyWhole && rest !== undefined))
    return declined(`The number ${text.slice(0, 50)}`);
  return compiled(program.parameter(value), rest === undefined ? WHOLE : decimal(scale), []);
}
