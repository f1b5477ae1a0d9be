import type { Expr, Literal } from '#src/plugin-api/query.ts';
import {
  besideQuery,
  type Composed,
  isSameNumber,
  type ReadNumber,
  type SingleNumber,
  toldOf,
} from '#src/read/composed/parts.ts';
import type { Question } from '#src/read/question.ts';

/** What two rows differ in, in the ways that it can be called, and their names. */
interface Differing {
  readonly names: readonly string[];
  readonly one: string;
  readonly other: string;
}

/** `How many more tents does Comet have than Aurora`, `how much older is Nell than Hugo`: the number of one row less that of another. */
export function readRowDifference(question: Question, read: ReadNumber): Composed | null {
  const found = moreOf(question) ?? comparativeOf(question);
  if (!found) return null;
  const { names, one, other } = found;
  for (const name of names) {
    const first = read(`${HIGHEST} ${name} of ${one}`);
    const second = first && read(`${HIGHEST} ${name} of ${other}`);
    if (first && second && isOfRow(first, question) && isOfRow(second, question))
      return differenceOf(first, second);
  }
  return null;
}

const HIGHEST = 'highest';

/** `how many more tents` | `does` | `Comet` | `have than` | `Aurora` */
function moreOf(question: Question): Differing | null {
  const { more, rowVerbs } = question.language.composed;
  const than = onlyThan(question);
  if (!question.starts(0, more) || than === null) return null;
  const verb = question.tokens.findIndex((_, at) => at > more.length && question.is(at, rowVerbs));
  if (verb < 0 || verb > than) return null;
  const end = question.is(than - 1, rowVerbs) ? than - 1 : than;
  return named([question.textOf(more.length, verb)], [verb + 1, end], than, question);
}

/** `how much older` | `is` | `Nell` | `than` | `Hugo` */
function comparativeOf(question: Question): Differing | null {
  const { spreads, compared, between } = question.language;
  const asked = spreads.howMuch.find((phrase) => question.starts(0, phrase));
  const than = onlyThan(question);
  if (!asked || than === null) return null;
  const names = compared.get(question.word(asked.length));
  const verb = asked.length + 1;
  if (!names || question.comparative(asked.length) !== '>' || !question.is(verb, between.said))
    return null;
  return named(names, [verb + 1, than], than, question);
}

function named(
  names: readonly string[],
  [from, to]: readonly [number, number],
  than: number,
  question: Question,
): Differing | null {
  const one = question.textOf(from, to);
  const other = question.textOf(than + 1, question.lastWord + 1);
  return one && other && names.every(Boolean) ? { names, one, other } : null;
}

function onlyThan(question: Question): number | null {
  const [than, second] = question.tokens.flatMap((_, at) =>
    question.word(at) === 'than' ? [at] : [],
  );
  return than !== undefined && second === undefined ? than : null;
}

/** Whether a number is that of one row, which nothing but its name tells. */
function isOfRow({ query, expr }: SingleNumber, question: Question): boolean {
  const [where, second] = query.where;
  if (expr.fn !== 'max' || query.joins.length > 0 || second || where?.kind !== 'compare')
    return false;
  const { op, left, right } = where;
  if (op !== '=' || left.kind !== 'column' || right.kind !== 'literal') return false;
  const text = textOf(right);
  return text !== null && question.rowsWith({ column: { name: left.column }, text }) === 1;
}

const textOf = ({ type, value }: Literal): string | null =>
  type === 'text' && typeof value === 'string' ? value : null;

function differenceOf(one: SingleNumber, other: SingleNumber): Composed | null {
  if (!isSameNumber(one, other) || JSON.stringify(one.query) === JSON.stringify(other.query))
    return null;
  const expr: Expr = {
    ...{ kind: 'arithmetic', op: '-', left: one.expr, right: besideQuery(other, one.query) },
  };
  return {
    query: { ...one.query, select: [{ expr, as: 'difference' }] },
    assumptions: toldOf(one, other),
    confidence: Math.min(one.confidence, other.confidence),
  };
}
