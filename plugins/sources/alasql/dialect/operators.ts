import { Refused } from '#src/plugin-api/refused.ts';
import { lookupTable } from '#src/sql/lookup-table.ts';
import { as, commonType, unify } from './coerce.ts';
import { type Compiled, call, compiled } from './compiled.ts';
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
  NULL,
  type SqlType,
  TEXT,
  TIMESTAMP,
  typeName,
  WHOLE,
} from './types.ts';

const COMPARISONS: Readonly<Record<string, readonly [plain: string, ofTexts: string]>> =
  lookupTable({
    '=': ['F_EQ', 'F_EQ'],
    '<>': ['F_NE', 'F_NE'],
    '<': ['F_LT', 'F_TLT'],
    '<=': ['F_LE', 'F_TLE'],
    '>': ['F_GT', 'F_TGT'],
    '>=': ['F_GE', 'F_TGE'],
  });

/** The operators that agree; others are declined by name. */
export const OPERATORS: ReadonlySet<string> = new Set([
  ...Object.keys(COMPARISONS),
  ...['+', '-', '*', '/', '%', '||', 'and', 'or', 'not', 'in', 'not in'],
  ...['case', 'case of'],
  ...['between', 'not between', 'like', 'not like', 'ilike', 'not ilike'],
  ...['is null', 'is not null', 'is true', 'is not true', 'is false', 'is not false'],
  ...['is distinct from', 'is not distinct from'],
]);

const not = (expr: Compiled) => call('F_NOT', BOOLEAN, [expr]);

export const condition = (expr: Compiled, program: ProgramWriter): Compiled =>
  as(expr, BOOLEAN, program, 'A condition');

function compare(op: string, sides: readonly Compiled[], program: ProgramWriter): Compiled {
  const [plain, ofTexts] = COMPARISONS[op]!;
  const [left, right] = unify(sides, program, `The operator ${op}`);
  const type = commonType([left!, right!], op);
  const fn = type.kind === 'text' ? ofTexts : plain;
  return {
    ...call(fn, BOOLEAN, [left!, right!]),
    ...(op === '=' ? { equality: [left!, right!] as const } : {}),
  };
}

/** An operation of the tree but for AND, OR at the top, CASE and subqueries. Throws `Refused`. */
export function operate(op: string, args: readonly Compiled[], program: ProgramWriter): Compiled {
  if (op in COMPARISONS) return compare(op, args, program);
  switch (op) {
    case 'and':
    case 'or': {
      const parts = args.map((arg) => condition(arg, program));
      return parts.reduce((a, b) => call(op === 'and' ? 'F_AND' : 'F_OR', BOOLEAN, [a, b]));
    }
    case 'not':
      return not(condition(args[0]!, program));
    case 'in':
    case 'not in': {
      const found = call('F_IN', BOOLEAN, unify(args, program, 'IN'));
      return op === 'in' ? found : not(found);
    }
    case 'between':
    case 'not between': {
      const [value, from, to] = args;
      const low = compare('>=', [value!, from!], program);
      const high = compare('<=', [value!, to!], program);
      const inside = call('F_AND', BOOLEAN, [low, high]);
      return op === 'between' ? inside : not(inside);
    }
    case 'is null':
      return call('F_NULL', BOOLEAN, args);
    case 'is not null':
      return not(call('F_NULL', BOOLEAN, args));
    case 'is true':
    case 'is not true':
    case 'is false':
    case 'is not false':
      return truth(op, condition(args[0]!, program));
    case 'is distinct from':
    case 'is not distinct from': {
      const same = call('F_SAME', BOOLEAN, unify(args, program, 'IS DISTINCT FROM'));
      return op === 'is distinct from' ? not(same) : same;
    }
    case '||':
      return concatenate(args, program);
    default:
      return op.endsWith('like') ? like(op, args, program) : arithmetic(op, args, program);
  }
}

function truth(op: string, arg: Compiled): Compiled {
  const is = call(op.endsWith('true') ? 'F_TRUE' : 'F_FALSE', BOOLEAN, [arg]);
  return op.startsWith('is not') ? not(is) : is;
}

function like(op: string, args: readonly Compiled[], program: ProgramWriter): Compiled {
  const [text, pattern, escapedBy] = args.map((arg) => as(arg, TEXT, program, 'LIKE'));
  const by = args[2]?.type.kind === 'literal' ? args[2].type.text : '\\';
  if ((escapedBy && args[2]?.type.kind !== 'literal') || [...by].length !== 1)
    return declined('LIKE with this ESCAPE');
  const fn = op.endsWith('ilike') ? 'F_ILIKE' : 'F_LIKE';
  const found = call(fn, BOOLEAN, [text!, pattern!], program.parameter(by));
  return op.startsWith('not') ? not(found) : found;
}

function concatenate(args: readonly Compiled[], program: ProgramWriter): Compiled {
  const isText = ({ type }: Compiled) => type.kind === 'text' || type.kind === 'literal';
  if (!args.some(isText)) return declined('|| without a text value');
  return call(
    'F_CONCAT',
    TEXT,
    args.map((arg) => asText(arg, program, 'the operator ||')),
  );
}

function arithmetic(op: string, args: readonly Compiled[], program: ProgramWriter): Compiled {
  const [left, right] = args;
  if (!left || !OPERATORS.has(op)) return declined(`The operator ${op}`);
  if (!right) return sign(op, left, program);
  const dates = dateArithmetic(op, left, right, program);
  if (dates) return dates;
  const [a, b] = [left, right].map((arg, at, both) => operand(arg, both[1 - at]!, op, program));
  if (!a || !b) return declined(`The operator ${op}`);
  if (a.type.kind === 'exact' && b.type.kind === 'exact')
    return exact(op, a, b, a.type, b.type, program);
  if (op === '%') return declined('The operator % of fractions');
  const isFloat = a.type.kind === 'float' || b.type.kind === 'float';
  const suffix = { '+': 'ADD', '-': 'SUB', '*': 'MUL', '/': 'DIV' }[op];
  return call(`F_${isFloat ? 'F' : 'Q'}${suffix}`, isFloat ? FLOAT : FRACTION, [a, b]);
}

/** A number; a text in quotes is read as the other side's type. */
function operand(arg: Compiled, other: Compiled, op: string, program: ProgramWriter): Compiled {
  if (isNumber(arg.type)) return arg;
  if (arg.type.kind === 'null' && isNumber(other.type)) return { ...arg, type: other.type };
  if (arg.type.kind === 'literal' && isNumber(other.type)) return as(arg, other.type, program, op);
  if (arg.type.kind === 'wide')
    return declined(`The operator ${op} with numbers too long to be exact`);
  throw new Refused(
    'node_not_allowed',
    `The operator ${op} needs numbers, not ${typeName(arg.type)}. Write a CAST.`,
  );
}

type Exact = Extract<SqlType, { kind: 'exact' }>;

function exact(
  op: string,
  a: Compiled,
  b: Compiled,
  typeA: Exact,
  typeB: Exact,
  program: ProgramWriter,
): Compiled {
  const isWhole = typeA.isWhole && typeB.isWhole;
  const scale = Math.max(typeA.scale, typeB.scale);
  const type = isWhole ? WHOLE : decimal(scale);
  switch (op) {
    case '+':
    case '-':
      return call(op === '+' ? 'F_ADD' : 'F_SUB', type, [a, b], program.parameter(scale));
    case '*':
      return call(
        'F_MUL',
        isWhole ? WHOLE : decimal(scaleOf(typeA.scale + typeB.scale)),
        [a, b],
        program.parameter(typeA.scale),
        program.parameter(typeB.scale),
      );
    case '%':
      return isWhole ? call('F_MOD', WHOLE, [a, b]) : declined('The operator % of decimals');
    default:
      return isWhole
        ? declined(
            'Division of whole numbers (PostgreSQL drops the fraction, other databases keep it)',
            'Write a * 1.0 / b to keep it.',
          )
        : call('F_QDIV', FRACTION, [a, b]);
  }
}

const MAX_SCALE = 15;
const scaleOf = (scale: number) =>
  scale <= MAX_SCALE ? scale : declined('A product with this many decimals');

function sign(op: string, arg: Compiled, program: ProgramWriter): Compiled {
  const of = operand(arg, arg, op, program);
  if (op === '+') return of;
  return op === '-' ? call('F_NEG', of.type, [of]) : declined(`The operator ${op}`);
}

function dateArithmetic(
  op: string,
  left: Compiled,
  right: Compiled,
  program: ProgramWriter,
): Compiled | null {
  const [a, b] = [left.type, right.type];
  if (a.kind !== 'date' && a.kind !== 'timestamp') return null;
  if (b.kind === 'interval' && (op === '+' || op === '-')) {
    const at = as(left, TIMESTAMP, program, op);
    const count = program.parameter(op === '+' ? b.count : -b.count);
    return call('F_ADDPERIODS', TIMESTAMP, [at], count, program.parameter(b.unit));
  }
  if (a.kind !== 'date') return declined('Timestamp arithmetic');
  if (b.kind === 'exact' && b.isWhole && (op === '+' || op === '-')) {
    const days = op === '+' ? right : call('F_NEG', WHOLE, [right]);
    return call('F_ADDDAYS', DATE, [left, days]);
  }
  if (op === '-' && (b.kind === 'date' || b.kind === 'literal'))
    return call('F_DAYS', WHOLE, [left, as(right, DATE, program, op)]);
  return declined('This date arithmetic');
}

/** `CASE value`: the value, then values that it is compared with and results in turn, then the last result. */
export function chosenFor(
  [subject, ...rest]: readonly Compiled[],
  program: ProgramWriter,
): Compiled {
  const args = rest.map((arg, at) =>
    at % 2 === 0 && at < rest.length - 1 ? compare('=', [subject!, arg], program) : arg,
  );
  return chosen(args, program);
}

/** `CASE`: conditions and results in turn, then the last result. */
export function chosen(args: readonly Compiled[], program: ProgramWriter): Compiled {
  const pairs = args.slice(0, -1);
  const results = [...pairs.filter((_, at) => at % 2 === 1), args.at(-1)!];
  const same = unify(results, program, 'CASE');
  const type = same.every((each) => each.type.kind === 'null') ? NULL : commonType(same, 'CASE');
  const conditions = pairs.filter((_, at) => at % 2 === 0).map((each) => condition(each, program));
  const branches = conditions.map((each, at) => `WHEN F_TRUE(${each.sql}) THEN ${same[at]!.sql}`);
  return compiled(`CASE ${branches.join(' ')} ELSE ${same.at(-1)!.sql} END`, type, [
    ...conditions,
    ...same,
  ]);
}
