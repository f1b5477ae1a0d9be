import { isColumnCalled, isNameOfRows, type Ref } from '#src/read/ask.ts';
import { answeredBy, type Composed, type PlanOne } from '#src/read/composed/parts.ts';
import type { Question } from '#src/read/question.ts';

/**
 * What is said a second time, or in two sentences that are one: `classes with at most 3 boats of that class`, `grouped by and ordered by
 * class`, `sort the boats by speed and return their names`, `the boat with the most seats, ordered by seats`.
 */
export function readSaidAgain(question: Question, plan: PlanOne): Composed | null {
  const again = ofThatGroup(question) ?? groupedAndOrdered(question) ?? orderedFirst(question);
  return again === null ? orderedAgain(question, plan) : answerTo(again, plan);
}

function answerTo(words: string, plan: PlanOne): Composed | null {
  const answered = answeredBy(plan(words));
  return answered && { ...answered, heldTo: words };
}

/** `at most 3 boats of that class`, where each class is asked. */
function ofThatGroup(question: Question): string | null {
  const { that } = question.language.saidAgain;
  for (let at = 2; at < question.lastWord; at++) {
    if (question.word(at) !== 'of' || !question.is(at + 1, that)) continue;
    const group = question.refs(at + 2).find(({ to }) => to === question.lastWord + 1);
    const rows = question.tablesBefore(at);
    if (!group || !rows || rows.from < 1) return null;
    const isCounted = question.number(rows.from - 1) !== null;
    const head = question.tokens[group.to - 1]!.lemma;
    const named = question.tokens.findIndex(({ lemma }) => lemma === head);
    return isCounted && named < rows.from && question.standsInName(named)
      ? question.textOf(0, at)
      : null;
  }
  return null;
}

/** `boats grouped by and ordered by class` */
function groupedAndOrdered(question: Question): string | null {
  const { groupedAndOrdered: phrases, forEach, orderedBy } = question.language.saidAgain;
  for (let at = 1; at < question.lastWord; at++) {
    const phrase = phrases.find((one) => question.starts(at, one));
    if (!phrase) continue;
    const group = question.textOf(at + phrase.length, question.lastWord + 1);
    return `${question.textOf(0, at)} ${forEach} ${group} ${orderedBy} ${group}`;
  }
  return null;
}

/** `Sort the boats by speed and return their names` */
function orderedFirst(question: Question): string | null {
  const { thenShow, orderedBy } = question.language.saidAgain;
  if (!question.is(0, question.language.functionWords.sorting)) return null;
  const rows = longestFrom(1, question);
  if (!rows?.options.some(isNameOfRows) || question.word(rows.to) !== 'by') return null;
  for (let at = rows.to + 2; at < question.lastWord; at++) {
    const phrase = thenShow.find((one) => question.starts(at, one));
    if (!phrase) continue;
    let from = at + phrase.length;
    while (
      question.isArticle(from) ||
      question.is(from, question.language.functionWords.possessives)
    )
      from++;
    const asked = question.textOf(from, question.lastWord + 1);
    const isWhole = question.tokens.some(
      (_, place) => place > from && question.word(place) === 'of',
    );
    const of = isWhole ? '' : ` of the ${question.textOf(rows.from, rows.to)}`;
    return `the ${asked}${of} ${orderedBy} ${question.textOf(rows.to + 1, at)}`;
  }
  return null;
}

/** The longest name behind articles. */
function longestFrom(at: number, question: Question): Ref | null {
  for (const from of question.nouns(at)) {
    const [longest] = question.refs(from).toSorted((one, other) => other.to - one.to);
    if (longest) return longest;
  }
  return null;
}

/** `the boat with the most seats, ordered by seats`: first rows by the column that they are put in order by. */
function orderedAgain(question: Question, plan: PlanOne): Composed | null {
  const { orderedAgain: phrases } = question.language.saidAgain;
  for (let at = 2; at < question.lastWord; at++) {
    const phrase = phrases.find((one) => question.starts(at, one));
    if (!phrase) continue;
    const by = longestFrom(at + phrase.length, question);
    if (by?.to !== question.lastWord + 1) return null;
    const first = answerTo(question.textOf(0, at), plan);
    const order = first?.query.orderBy[0]?.expr;
    const isSame = order?.kind === 'column' && by.options.some(isColumnCalled(order.column));
    return first?.query.limit?.count === 1 && isSame ? first : null;
  }
  return null;
}
