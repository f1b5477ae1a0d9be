import { lookupTable } from '#src/sql/lookup-table.ts';
import { as, numberLiteral, typedLiteral } from './coerce.ts';
import { type Compiled, call } from './compiled.ts';
import { asText } from './functions.ts';
import type { ProgramWriter } from './program-writer.ts';
import {
  BOOLEAN,
  DATE,
  decimal,
  declined,
  FLOAT,
  FRACTION,
  isNumber,
  type SqlType,
  TEXT,
  TIMESTAMP,
  WHOLE,
} from './types.ts';

const TARGETS: Readonly<Record<string, SqlType>> = lookupTable({
  int2: WHOLE,
  int4: WHOLE,
  int8: WHOLE,
  integer: WHOLE,
  bigint: WHOLE,
  smallint: WHOLE,
  float4: FLOAT,
  float8: FLOAT,
  text: TEXT,
  varchar: TEXT,
  bool: BOOLEAN,
  date: DATE,
  timestamp: TIMESTAMP,
  numeric: FRACTION,
});

/** `CAST(arg AS type)`; `type` as the reader writes it: `numeric(12,2)`. Throws `Refused`. */
export function cast(arg: Compiled, type: string, program: ProgramWriter): Compiled {
  const interval = type === 'interval' ? intervalOf(arg) : null;
  if (interval) return interval;
  const [, name = '', modifiers] = /^(\w+)(?:\((.*)\))?$/.exec(type) ?? [];
  const target = TARGETS[name];
  if (!target || (modifiers !== undefined && name !== 'numeric'))
    return declined(`A CAST to ${type}`);
  if (arg.type.kind === 'wide') return declined(`A CAST of numbers too long to be exact`);
  if (arg.type.kind === 'null') return { ...arg, type: name === 'numeric' ? decimal(0) : target };
  if (name === 'numeric') return toNumeric(arg, modifiers, program);
  if (arg.type.kind === 'literal') return typedLiteral(arg.type.text, target, program);
  switch (target.kind) {
    case 'exact':
      return toWhole(arg);
    case 'float':
      if (isNumber(arg.type)) return { ...arg, type: FLOAT };
      return arg.type.kind === 'text' ? call('F_TOFLOAT', FLOAT, [arg]) : wrong(arg, type);
    case 'text':
      return asText(arg, program, 'CAST');
    case 'date':
      return toDate(arg);
    case 'timestamp':
      if (arg.type.kind === 'text') return call('F_TOTIMESTAMP', TIMESTAMP, [arg]);
      return as(arg, TIMESTAMP, program, 'CAST');
    default:
      return as(arg, target, program, 'CAST');
  }
}

const wrong = (arg: Compiled, type: string): never =>
  declined(`A CAST of a ${arg.type.kind === 'exact' ? 'number' : arg.type.kind} to ${type}`);

function toNumeric(arg: Compiled, modifiers: string | undefined, program: ProgramWriter): Compiled {
  if (arg.type.kind === 'literal') return numberLiteral(arg.type.text.trim(), program);
  if (!isNumber(arg.type)) return wrong(arg, 'numeric');
  if (modifiers === undefined) {
    if (arg.type.kind === 'exact') return { ...arg, type: decimal(arg.type.scale) };
    return arg.type.kind === 'fraction' ? arg : call('F_Q', FRACTION, [arg]);
  }
  const [precision = 0, scale = 0] = modifiers.split(',').map(Number);
  if (!(precision >= 1 && precision <= 15 && scale >= 0 && scale <= precision))
    return declined(`A CAST to numeric(${modifiers})`, 'Use at most 15 digits.');
  return call(
    'F_NUMERIC',
    decimal(scale),
    [arg],
    program.parameter(precision),
    program.parameter(scale),
  );
}

function toWhole(arg: Compiled): Compiled {
  switch (arg.type.kind) {
    case 'exact':
      if (arg.type.isWhole) return arg;
      return call('F_ROUNDWHOLE', WHOLE, [arg]);
    case 'fraction':
      return call('F_ROUNDWHOLE', WHOLE, [arg]);
    case 'text':
      return call('F_TOWHOLE', WHOLE, [arg]);
    case 'boolean':
      return call('F_BOOLNUMBER', WHOLE, [arg]);
    // PostgreSQL rounds halves of double precision to even numbers.
    default:
      return wrong(arg, 'integer');
  }
}

function toDate(arg: Compiled): Compiled {
  switch (arg.type.kind) {
    case 'date':
      return arg;
    case 'timestamp':
      return call('F_DATE', DATE, [arg]);
    case 'text':
      return call('F_TODATE', DATE, [arg]);
    default:
      return wrong(arg, 'date');
  }
}

const INTERVAL = /^\s*([+-]?\d{1,6})\s*(year|quarter|month|mon|week|day|hour)s?\s*$/i;

/** `INTERVAL '3 months'`: one unit. */
function intervalOf(arg: Compiled): Compiled {
  const match = arg.type.kind === 'literal' ? INTERVAL.exec(arg.type.text) : null;
  if (!match) return declined('An interval other than a number with one unit');
  const unit = match[2]!.toLowerCase().replace(/^mon$/, 'month');
  if (unit === 'quarter') return declined('An interval of quarters', 'Write months.');
  return { ...arg, type: { kind: 'interval', count: Number(match[1]), unit } };
}
