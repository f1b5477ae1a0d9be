import { ENGLISH_ASKED_WORDS } from '#src/language/en/asked-words.ts';
import { UNITS } from '#src/language/en/periods.ts';
import { blocksIn } from '#src/planner/select-blocks.ts';
import type { Query } from '#src/plugin-api/query.ts';
import { isNameOfRows } from '#src/read/ask.ts';
import type { Question } from '#src/read/question.ts';

const { by } = ENGLISH_ASKED_WORDS;

/**
 * `Gender by department`, of which a query lists the genders of all departments: what it does not group by, or null. Rows of a
 * table behind what a column shows are groups, unless a verb stands between (`titles written by authors`).
 */
export function lostGroup(question: Question, query: Query): string | null {
  const computes = blocksIn(query).some(
    ({ groupBy, orderBy, select }) =>
      groupBy.length + orderBy.length > 0 || select.some(({ expr }) => expr.kind !== 'column'),
  );
  if (computes) return null;
  for (let at = 1; at < question.length; at++) {
    if (!question.is(at, by)) continue;
    const from = question.isArticle(at + 1) ? at + 2 : at + 1;
    const rows = question.refs(from).find(({ options }) => options.some(isNameOfRows));
    if (rows && question.endsPart(rows.to) && endsColumn(at, question))
      return question.textOf(at, rows.to);
  }
  return null;
}

/** Whether a name that is only that of columns ends at a token. */
const endsColumn = (at: number, question: Question): boolean =>
  question.tokens.some((_, from) =>
    question
      .refs(from)
      .some(({ to, options }) => to === at && options.every(({ kind }) => kind === 'column')),
  );

/** `Highest revenue month`, of which a query tells a revenue: a part of the year at the end that nothing is told by, or null. */
export function lostPart(question: Question, query: Query): string | null {
  const at = question.tokens.findLastIndex(({ kind }) => kind === 'word');
  if (!question.is(at, UNITS) || question.isPlural(at) || isKnown(at, question)) return null;
  return hasPart(query) ? null : question.textOf(at, at + 1);
}

const hasPart = (one: unknown): boolean =>
  typeof one === 'object' &&
  one !== null &&
  (('kind' in one && isComputed(one.kind)) || Object.values(one).some(hasPart));

/** Whether a node may be computed of a time. */
function isComputed(kind: unknown): boolean {
  switch (kind) {
    case 'bucket':
    case 'part':
    case 'days':
    case 'fragment':
    case 'arithmetic':
      return true;
    default:
      return false;
  }
}

/** Whether a token belongs to a name, a value or a period, or stands in a name (`year opened`). */
const isKnown = (at: number, question: Question): boolean =>
  question.isPartOfName(at, at + 1) ||
  question.standsInName(at) ||
  question.tokens.slice(0, at + 1).some((_, from) => (question.period(from)?.end ?? 0) > at);
