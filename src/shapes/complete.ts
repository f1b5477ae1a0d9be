import { ENGLISH_ASKED_WORDS } from '#src/language/en/asked-words.ts';
import { losesOwnTie, restrictingVerbs, tablesRead } from '#src/planner/lost-role.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import type { Option, Ref, ValueRef } from '#src/read/ask.ts';
import { isSameOption } from '#src/read/ask.ts';
import type { Question } from '#src/read/question.ts';
import type { Candidates, Group, Proposal } from '#src/shapes/candidates.ts';
import { BROADER_COST, CLOSE_COST } from '#src/shapes/related-words.ts';
import type { WordClass } from '#src/shapes/word-weights.ts';

/** Whether something that proposes a query leaves nothing unread that is asked for, and takes no word for something wider. */
export function isComplete({ proposals, query }: Group, candidates: Candidates): boolean {
  const { question } = candidates;
  const { alias } = query.from;
  // `movies never reviewed by Ann` are not those that somebody else reviewed.
  const isDenied = query.where.some(
    (one) =>
      one.kind === 'compare' &&
      one.op === '<>' &&
      one.left.kind === 'column' &&
      one.left.alias !== alias,
  );
  if (
    isDenied ||
    countsUnasked(query, question) ||
    question.tokens.some((_, at) => isOnlyWider(at, question))
  )
    return false;
  const losesTie = losesOwnTie(query, candidates.schema);
  const read = tablesRead(query, candidates.schema.references);
  return proposals.some(
    (one) =>
      [...one.choice.refs.values()].every(({ table }) => read.has(table)) &&
      !(losesTie && verbsUnread(one, candidates).length > 0) &&
      restrictingVerbs(query, verbsUnread(one, candidates), candidates.schema).length === 0 &&
      one.unread.every((at) => mayBeUnread(at, one, candidates)) &&
      !one.unread.some((at) => saysHowOften(at, question)) &&
      !passesOverBeforeDenial(one, candidates) &&
      [...one.choice.refs].every(([ref, taken]) => isOnlyRole(ref, taken, candidates)) &&
      [...one.choice.refs.values()].every(isClose) &&
      ![...one.choice.refs].some(
        ([ref, taken]) =>
          isPartOfRows(ref, taken, question) || tellsWhichRows(ref, taken, question, query),
      ) &&
      [...one.choice.values].every(([value, { table, column }]) =>
        isPlainValue(value, `${table}\0${column}`, question),
      ),
  );
}

/** `which brand breaks most often`: what is counted is what the verb says. */
const saysHowOften = (at: number, question: Question): boolean =>
  !question.isFunctionWord(at) && question.phrase(at + 1, question.language.frequent) !== null;

const verbsUnread = ({ unread }: Proposal, { classes, question }: Candidates): readonly string[] =>
  unread.filter((at) => classes[at] === 'verb').map((at) => question.word(at));

/** `waiters with an A`: rows are asked, and how many there are is not. */
function countsUnasked({ select, groupBy }: SelectQuery, question: Question): boolean {
  const [first, second] = select;
  const counts =
    !second &&
    groupBy.length === 0 &&
    first?.expr.kind === 'aggregate' &&
    first.expr.fn === 'count';
  return counts && !question.tokens.some((_, at) => question.is(at, ENGLISH_ASKED_WORDS.counting));
}

/** Whether words are no part of a longer value, and no value of another column of rows that are spoken of. */
function isPlainValue({ from, to, options }: ValueRef, taken: string, question: Question): boolean {
  if (question.valueRefs(from).some((other) => other.to > to)) return false;
  const cost = options.find(({ table, column }) => `${table}\0${column}` === taken)?.cost ?? 0;
  const [home] = taken.split('\0');
  const rivals = options.filter((one) => one.table !== home && one.cost <= cost + CLOSE_VALUES);
  return !rivals.some(({ table }) => isNamed(table, question));
}

/** What the cost of two values may differ by that are as likely. */
const CLOSE_VALUES = 0.05;

const isNamed = (table: string, question: Question): boolean =>
  question.speaksOf((one) => one.kind === 'table' && one.table === table);

/** `students who registered but did not attend`: what stands before a denial is asked for, too. */
function passesOverBeforeDenial({ unread }: Proposal, { classes, question }: Candidates): boolean {
  const { functionWords, negations } = question.language;
  const denial = question.tokens.findIndex((_, at) => question.phrase(at, negations) !== null);
  return unread.some(
    (at) =>
      at > 0 &&
      at < denial &&
      classes[at] === 'verb' &&
      !functionWords.lightVerbs.has(question.word(at)),
  );
}

/** Whether no other column that refers to the same rows is named as well: `employee ids`, of who wrote it and who read it. */
function isOnlyRole({ options }: Ref, taken: Option, { schema }: Candidates): boolean {
  const targetOf = (one: Option) =>
    one.kind === 'column' && one.columns.length === 1
      ? schema.references.get(`${one.table}\0${one.columns[0].name}`)
      : undefined;
  const target = targetOf(taken);
  return (
    target === undefined ||
    options.every(
      (one) =>
        one.table !== taken.table ||
        isSameOption(one, taken) ||
        targetOf(one) !== target ||
        one.cost > taken.cost + CLOSE_VALUES,
    )
  );
}

/**
 * Rows are those that their name or a word of the same meaning says, not one part of it (`tourists` are no tourist attractions);
 * a column may be one that a word is derived from.
 */
const isClose = ({ kind, evidence, cost }: Option): boolean =>
  evidence === 'related'
    ? cost < (kind === 'table' ? CLOSE_COST : BROADER_COST)
    : kind !== 'table' || evidence !== 'part';

/** `employees per project`, where no row belongs to a project in one way: their types and codes are not what is said. */
const isPartOfRows = (ref: Ref, taken: Option, question: Question): boolean =>
  taken.kind === 'column' &&
  taken.evidence === 'part' &&
  isCalledRows(ref, question) &&
  optionsOf(ref, question).some((one) => isSameOption(one, taken));

/** `overdue tasks`: what stands before the name of rows tells which of them are meant, and is no column like it that is shown. */
const tellsWhichRows = (
  ref: Ref,
  taken: Option,
  question: Question,
  { select }: SelectQuery,
): boolean =>
  taken.kind === 'column' &&
  select.some(
    ({ expr }) => expr.kind === 'column' && taken.columns.some(({ name }) => name === expr.column),
  ) &&
  taken.evidence !== 'name' &&
  question.canBe(ref.to, ({ kind, evidence }) => kind === 'table' && evidence === 'name');

const isCalledRows = (ref: Ref, question: Question): boolean =>
  optionsOf(ref, question).some(
    ({ kind, evidence, cost }) => kind === 'table' && evidence === 'name' && cost < CLOSE_VALUES,
  );

/** All that the words of a name can be, whatever an example takes them for. */
const optionsOf = ({ from, to }: Ref, question: Question): readonly Option[] =>
  question.refs(from).find((one) => one.to === to)?.options ?? [];

/** `engineers` where there are persons: not all of them are meant. */
function isOnlyWider(at: number, question: Question): boolean {
  const options = question.refs(at).flatMap((ref) => ref.options);
  return (
    options.length > 0 &&
    options.every(({ kind, evidence, cost }) => {
      return kind === 'table' && evidence === 'related' && cost >= BROADER_COST;
    }) &&
    question.valueRefs(at).length === 0
  );
}

/**
 * Names, numbers and words of the grammar are asked for. So are nouns that stand for themselves (`the names of the goods`),
 * and what stands before a name (`female people`); what follows a column only says of what kind it is (`time section`).
 */
function mayBeUnread(
  at: number,
  { unread, choice }: Proposal,
  { classes, question }: Candidates,
): boolean {
  const own = classes[at];
  if (own === 'named' || own === 'operator') return false;
  if (own === 'verb' && tellsOfRows(at, question)) return false;
  if (own !== 'unknown' && own !== 'hinted') return true;
  if (NAMING.has(classes[at + 1]) && !unread.includes(at + 1)) return false;
  const followsColumn = [...choice.refs].some(
    ([ref, taken]) =>
      ref.to === at &&
      taken.kind === 'column' &&
      !question.isAsking(ref.from) &&
      // `loan duration`: what the rows have that no word names.
      !isCalledRows(ref, question) &&
      !isOtherColumn(at, taken, question),
  );
  return followsColumn || question.language.verbs.isVerbForm(question.word(at)) === true;
}

/** `the day the order was placed`, where orders have a date placed: what a verb tells of rows that are spoken of. */
const tellsOfRows = (at: number, question: Question): boolean =>
  question.holders(at).some(({ kind, table }) => kind === 'column' && isNamed(table, question));

/** `name brand price`: the word behind a column is rather another one of its rows than what the column is of. */
const isOtherColumn = (at: number, taken: Option, question: Question): boolean =>
  question
    .refs(at)
    .some(({ options }) =>
      options.some(
        (one) => one.kind === 'column' && one.table === taken.table && !isSameOption(one, taken),
      ),
    );

const NAMING: ReadonlySet<WordClass | undefined> = new Set<WordClass | undefined>([
  ...(['unknown', 'hinted', 'named'] as const),
]);
