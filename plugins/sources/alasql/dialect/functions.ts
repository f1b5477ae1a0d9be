import { Refused } from '#src/plugin-api/refused.ts';
import { lookupTable } from '#src/sql/lookup-table.ts';
import { as, commonType, unify } from './coerce.ts';
import { type Compiled, call, compiled } from './compiled.ts';
import type { ProgramWriter } from './program-writer.ts';
import {
  DATE,
  decimal,
  declined,
  FLOAT,
  isInstant,
  isNumber,
  type SqlType,
  TEXT,
  TIMESTAMP,
  typeName,
  WHOLE,
} from './types.ts';

type Args = readonly [Compiled, ...Compiled[]];
type Writes = (args: Args, program: ProgramWriter, name: string) => Compiled;

interface Rule {
  readonly min: number;
  readonly max: number;
  readonly write: Writes;
}

const rule = (min: number, max: number, write: Writes): Rule => ({ min, max, write });

const texts = (args: Args, program: ProgramWriter, name: string) =>
  args.map((arg) => as(arg, TEXT, program, `${name}()`));
const whole = (arg: Compiled, program: ProgramWriter, name: string) =>
  as(wholeOnly(arg, name), WHOLE, program, `${name}()`);

function wholeOnly(arg: Compiled, name: string): Compiled {
  return arg.type.kind === 'exact' && !arg.type.isWhole
    ? declined(`${name}() of a decimal where a whole number is needed`)
    : arg;
}

function number(arg: Compiled, name: string): Compiled {
  if (isNumber(arg.type)) return arg;
  throw new Refused('node_not_allowed', `${name}() needs a number, not ${typeName(arg.type)}.`);
}

/** Texts in, text out. */
const ofText = (fn: string, type: SqlType = TEXT): Rule =>
  rule(1, 1, (args, program, name) => call(fn, type, texts(args, program, name)));

const sameNumber = (fn: string): Rule =>
  rule(1, 1, ([arg], _, name) => {
    const of = number(arg, name);
    return call(fn, of.type, [of]);
  });

const toWhole = (fn: string): Rule =>
  rule(1, 1, ([arg], _, name) => {
    const of = number(arg, name);
    return call(fn, of.type.kind === 'float' ? FLOAT : decimal(0), [of]);
  });

const rounded = (fn: string): Rule =>
  rule(1, 2, ([arg, places], program, name) => {
    const of = number(arg, name);
    const count = places ? placesOf(places, program, name) : 0;
    if (of.type.kind === 'float' && (places || fn === 'F_ROUND'))
      return declined(
        `${name.toUpperCase()} of double precision`,
        'CAST it to NUMERIC with a scale instead.',
      );
    const scale = Math.max(0, count);
    const type =
      of.type.kind === 'exact'
        ? decimal(Math.min(scale, places ? scale : 0))
        : of.type.kind === 'fraction'
          ? decimal(scale)
          : of.type;
    return call(fn, type, [of], program.parameter(count));
  });

function placesOf(places: Compiled, program: ProgramWriter, name: string): number {
  for (let count = -6; count <= 15; count++)
    if (places.sql === program.parameter(count)) return count;
  return declined(`${name.toUpperCase()} to a number of places that isn't a plain number`);
}

const extreme = (plain: string, ofTexts: string): Rule =>
  rule(1, 100, (args, program, name) => {
    const same = unify(args, program, `${name}()`);
    const type = commonType(same, `${name}()`);
    return call(type.kind === 'text' ? ofTexts : plain, type, same);
  });

const UNITS = new Set(['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second']);
const PARTS = new Set([
  'year',
  'quarter',
  'month',
  'week',
  'day',
  'isodow',
  'dow',
  'doy',
  'hour',
  'minute',
]);
const TIME_PARTS = new Set(['hour', 'minute']);

function unitOf(arg: Compiled, known: ReadonlySet<string>, name: string): string {
  const unit = arg.type.kind === 'literal' ? arg.type.text.toLowerCase() : '';
  return known.has(unit) ? unit : declined(`${name}() of this unit`);
}

function instant(arg: Compiled, name: string): Compiled {
  if (isInstant(arg.type)) return arg;
  if (arg.type.kind === 'null') return { ...arg, type: TIMESTAMP };
  throw new Refused(
    'node_not_allowed',
    `${name}() needs a date or timestamp, not ${typeName(arg.type)}. Write a CAST.`,
  );
}

const part: Rule = rule(2, 2, ([unit, value], program, name) => {
  const of = instant(value!, name);
  const which = unitOf(unit, PARTS, name);
  if (TIME_PARTS.has(which) && of.type.kind === 'date' && name === 'extract')
    return declined(`EXTRACT(${which.toUpperCase()}) of a date`);
  return call('F_DPART', decimal(0), [compiled(program.parameter(which), TEXT, []), of]);
});

/** Formats of dates that were shown to agree. */
const FORMAT = /^(YYYY|MM|DD|HH24|MI|SS|Q|[-/ .:,_])+$/;

/** Scalar functions by PostgreSQL's names: how each is written. */
const RULES: Readonly<Record<string, Rule>> = lookupTable({
  lower: ofText('F_LOWER'),
  upper: ofText('F_UPPER'),
  length: ofText('F_LENGTH', WHOLE),
  char_length: ofText('F_LENGTH', WHOLE),
  btrim: ofText('F_TRIM'),
  trim: ofText('F_TRIM'),
  ltrim: ofText('F_LTRIM'),
  rtrim: ofText('F_RTRIM'),
  replace: rule(3, 3, (args, program, name) => call('F_REPLACE', TEXT, texts(args, program, name))),
  // POSITION(search IN text) comes with the text first.
  position: rule(2, 2, (args, program, name) =>
    call('F_STRPOS', WHOLE, texts(args, program, name)),
  ),
  strpos: rule(2, 2, (args, program, name) => call('F_STRPOS', WHOLE, texts(args, program, name))),
  substring: substring(),
  substr: substring(),
  left: slice('F_LEFT'),
  right: slice('F_RIGHT'),
  concat: rule(1, 50, (args, program, name) => {
    const parts = args.map((arg) =>
      call('F_COALESCE', TEXT, [asText(arg, program, name)], program.parameter('')),
    );
    return parts.reduce((a, b) => call('F_CONCAT', TEXT, [a, b]));
  }),
  abs: sameNumber('F_ABS'),
  sign: rule(1, 1, ([arg], _, name) => call('F_SIGN', decimal(0), [number(arg, name)])),
  floor: toWhole('F_FLOOR'),
  ceil: toWhole('F_CEIL'),
  ceiling: toWhole('F_CEIL'),
  round: rounded('F_ROUND'),
  trunc: rounded('F_TRUNC'),
  mod: rule(2, 2, (args, program, name) =>
    call(
      'F_MOD',
      WHOLE,
      args.map((arg) => whole(arg, program, name)),
    ),
  ),
  coalesce: rule(1, 50, (args, program, name) => {
    const same = unify(args, program, `${name}()`);
    return call('F_COALESCE', commonType(same, name), same);
  }),
  nullif: rule(2, 2, (args, program, name) => {
    const same = unify(args, program, `${name}()`);
    return call('F_NULLIF', args[0].type.kind === 'literal' ? TEXT : same[0]!.type, same);
  }),
  greatest: extreme('F_GREATEST', 'F_TGREATEST'),
  least: extreme('F_LEAST', 'F_TLEAST'),
  date_trunc: rule(2, 2, ([unit, value], program, name) => {
    const which = unitOf(unit, UNITS, name);
    return call('F_DTRUNC', TIMESTAMP, [
      compiled(program.parameter(which), TEXT, []),
      instant(value!, name),
    ]);
  }),
  to_char: rule(2, 2, ([value, pattern], program, name) => {
    const of = instant(value, name);
    const format = pattern!.type.kind === 'literal' ? pattern!.type.text : '';
    if (!FORMAT.test(format)) return declined('TO_CHAR with this format');
    return call('F_FORMAT', TEXT, [of], program.parameter(format));
  }),
  extract: part,
  date_part: part,
  date: rule(1, 1, ([arg], program, name) =>
    arg.type.kind === 'literal'
      ? as(arg, DATE, program, `${name}()`)
      : call('F_DATE', DATE, [instant(arg, name)]),
  ),
});

function substring(): Rule {
  return rule(2, 3, ([text, ...places], program, name) =>
    call('F_SUBSTRING', TEXT, [
      as(text, TEXT, program, `${name}()`),
      ...places.map((arg) => whole(arg, program, name)),
    ]),
  );
}

function slice(fn: string): Rule {
  return rule(2, 2, ([text, count], program, name) =>
    call(fn, TEXT, [as(text, TEXT, program, `${name}()`), whole(count!, program, name)]),
  );
}

/** A value as PostgreSQL writes it out. */
export function asText(arg: Compiled, program: ProgramWriter, what: string): Compiled {
  const { type } = arg;
  switch (type.kind) {
    case 'exact':
      return type.scale > 0
        ? call('F_DECIMALTEXT', TEXT, [arg], program.parameter(type.scale))
        : call('F_TEXT', TEXT, [arg]);
    case 'date':
    case 'time':
      return call('F_TEXT', TEXT, [arg]);
    case 'boolean':
      return what === 'CAST'
        ? call('F_TEXT', TEXT, [arg])
        : declined(`A boolean as text in ${what}`);
    case 'timestamp':
      return call('F_TIMESTAMPTEXT', TEXT, [arg]);
    case 'fraction':
    case 'float':
      return declined('A fraction as text', 'ROUND it first.');
    default:
      return as(arg, TEXT, program, what);
  }
}

export const AGGREGATES: ReadonlySet<string> = new Set(
  'count sum avg min max stddev_samp var_samp percentile_cont bool_and bool_or'.split(' '),
);

export const SCALAR_FUNCTIONS: ReadonlySet<string> = new Set(Object.keys(RULES));

/** A call of a scalar function. Throws `Refused` where it has other arguments than those that were shown to agree. */
export function scalarCall(
  name: string,
  args: readonly Compiled[],
  program: ProgramWriter,
): Compiled {
  const known = Object.hasOwn(RULES, name) ? RULES[name] : undefined;
  if (!known) throw new Refused('function_not_allowed', `The function ${name}() can't be used.`);
  const [first, ...rest] = args;
  if (!first || args.length < known.min || args.length > known.max)
    return declined(`${name}() with ${args.length} arguments`);
  return known.write([first, ...rest], program, name);
}
