import { plural } from '#src/catalog/catalog-names.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { isNameOfRows, type Ref } from '#src/read/ask.ts';
import { answeredBy, type Composed, type PlanOne } from '#src/read/composed/parts.ts';
import type { Question } from '#src/read/question.ts';
import { type Schema, tableOf } from '#src/read/resolve.ts';
import { boundAt } from '#src/read/rules/bounds.ts';

/** Where a question says how often something occurs or is used, and what it says so of. */
interface Often {
  /** The rows, or the column whose values occur. */
  readonly of: Ref;
  /** What stands in its place begins and ends here. */
  readonly from: number;
  readonly to: number;
  /** `the most`, `more than 2` */
  readonly many: string;
  /** What it is counted in, where that is named: `in all pieces`. */
  readonly among: Ref | null;
  /** The rows that the verb tells of: `walked`; none where it says no more than that something is used. */
  readonly deeds: readonly string[];
  /** Said of whatever is liked: a column may tell it otherwise. */
  readonly isLiking: boolean;
}

/**
 * `The dog that was chosen the most often`, `the most popular dog`, `the label of the most common voice in all pieces`, `codes that occur more than
 * twice`: how often rows are referred to, by the only table that does or the one that is named; and how many rows have a value.
 */
export function readHowOften(question: Question, plan: PlanOne, schema: Schema): Composed | null {
  const found = question.tokens.flatMap(
    (_, at) => behindVerb(at, question) ?? beforeRows(at, question) ?? [],
  );
  const [often, second] = found;
  if (!often || second) return null;
  const rows = ownTable(often.of);
  const counted = rows ? countedFor(rows, often, question, schema) : countedOf(often, schema);
  const label = counted && schema.tables.get(counted)?.label.toLowerCase();
  if (!label || (often.deeds.length > 0 && !often.deeds.includes(counted))) return null;
  const asked = [
    question.textOf(0, often.from),
    question.textOf(often.of.from, often.of.to),
    `with ${often.many} ${plural(label)}`,
    question.textOf(often.to, question.lastWord + 1),
  ]
    .join(' ')
    .trim();
  const answered = answeredBy(plan(asked));
  if (!answered) return null;
  const told = `"How often" means the number of ${plural(label)}.`;
  return { ...answered, assumptions: [told, ...answered.assumptions], heldTo: asked };
}

/** `dog that was chosen the most often in walks`, `codes that occur more than twice`, `codes that have more than 2 records`. */
function behindVerb(at: number, question: Question): Often | null {
  const { occurring, done, records } = question.language.howOften;
  const { auxiliaries, holding, owning } = question.language.functionWords;
  const isOccurring = question.is(at, occurring);
  const isHaving = [auxiliaries, holding, owning].some((words) => question.is(at, words));
  const isSaid = isOccurring || question.is(at, done);
  const deeds = isSaid ? [] : (question.rowsOfVerb(at)?.options ?? []).map(({ table }) => table);
  const tells = isSaid || deeds.length > 0;
  const ranked = tells ? rankedAt(at + 1, isOccurring, question) : null;
  const bound = tells ? boundOfTimes(at + 1, question) : null;
  const kept = isHaving ? boundOfRecords(at + 1, records, question) : null;
  const many = ranked ?? bound ?? kept;
  if (!many) return null;
  let end = at;
  while (end > 0 && (question.isRelativeWord(end - 1) || question.is(end - 1, auxiliaries))) end--;
  const of = nameBefore(end, question);
  const tail = amongAt(many.to, question);
  return of && tail
    ? { of, from: of.from, ...tail, many: many.text, deeds: kept ? [] : deeds, isLiking: false }
    : null;
}

/** `the most popular dog`, `3 most common voices across pieces`: rows behind what says how often. */
function beforeRows(at: number, question: Question): Often | null {
  const often = question.phrase(at, question.language.frequent);
  const [rows] = often ? question.refs(often.to).toSorted((a, b) => b.to - a.to) : [];
  if (!often || !rows || ownTable(rows) === null || question.isPartOfName(at, often.to))
    return null;
  const tail = amongAt(rows.to, question);
  const many = often.means === 'desc' ? 'the most' : 'the fewest';
  const isLiking = question.is(at + 1, question.language.howOften.liking);
  return tail && { of: rows, from: at, ...tail, many, deeds: [], isLiking };
}

interface Many {
  readonly to: number;
  readonly text: string;
}

/** `the most often`, `the fewest times`; `the most` alone behind what occurs. */
function rankedAt(at: number, isOccurring: boolean, question: Question): Many | null {
  const ranked = question.phrase(at, question.language.timesRanked);
  if (!ranked) return null;
  const isOften = question.is(ranked.to - 1, question.language.howOften.often);
  return isOften || isOccurring
    ? { to: ranked.to, text: ranked.means === 'desc' ? 'the most' : 'the fewest' }
    : null;
}

/** `more than twice`, `at least 3 times` */
function boundOfTimes(at: number, question: Question): Many | null {
  const than = question.phrase(at, question.language.comparators);
  const word = than && question.language.timesNumbers.get(question.word(than.to));
  if (than && word) return { to: than.to + 1, text: `${question.textOf(at, than.to)} ${word}` };
  return boundOfRecords(at, question.language.howOften.often, question);
}

/** `more than 2 records` */
function boundOfRecords(at: number, nouns: ReadonlySet<string>, question: Question): Many | null {
  const bound = boundAt(at, question);
  return bound && question.is(bound.to, nouns) && question.refs(bound.to).length === 0
    ? { to: bound.to + 1, text: question.textOf(at, bound.to) }
    : null;
}

/** The longest name that ends before a token. */
function nameBefore(end: number, question: Question): Ref | null {
  for (let from = Math.max(0, end - LONGEST_NAME); from < end; from++) {
    const ref = question.refs(from).find(({ to }) => to === end);
    if (ref) return ref;
  }
  return null;
}

const LONGEST_NAME = 4;

/** The end of a question, or of what it is counted in: `in all pieces`. */
function amongAt(
  at: number,
  question: Question,
): { readonly to: number; readonly among: Ref | null } | null {
  if (question.endsPart(at)) return { to: at, among: null };
  if (!question.is(at, question.language.howOften.among)) return null;
  for (const from of question.nouns(at + 1)) {
    const rows = question
      .refs(from)
      .find(({ to, options }) => question.endsPart(to) && options.some(isNameOfRows));
    if (rows) return { to: rows.to, among: rows };
  }
  return null;
}

/** The table that a name is taken for; null where a column is called so. */
function ownTable({ options }: Ref): string | null {
  const named = options.filter(({ evidence }) => evidence === 'name');
  const tables = new Set(named.map(({ table }) => table));
  return named.length > 0 && tables.size === 1 && named.every(isNameOfRows)
    ? named[0]!.table
    : null;
}

/**
 * What is counted for rows: what is named and refers to them, else the only table that does. The most popular may be said of its
 * amounts, and of ratings.
 */
function countedFor(
  rows: string,
  { among, isLiking }: Often,
  question: Question,
  schema: Schema,
): string | null {
  const referring = [...schema.references].flatMap(([end, to]) =>
    tableOf(to) === rows ? [tableOf(end)] : [],
  );
  const [only, second] = among
    ? referring.filter((table) =>
        among.options.some((one) => isNameOfRows(one) && one.table === table),
      )
    : referring;
  if (!only || second || only === rows) return null;
  if (!isLiking || among) return only;
  const amounts = schema.tables.get(only)!.columns.some(({ kind }) => kind === 'measure');
  return amounts || [rows, only].some((table) => tellsLiking(table, question, schema))
    ? null
    : only;
}

/** Whether rows have a number that says how well they are liked. */
const tellsLiking = (table: string, question: Question, { tables }: Schema): boolean => {
  const { rated } = question.language.howOften;
  return tables
    .get(table)!
    .columns.some(({ label }) => wordsOf(label).some((word) => rated.has(word)));
};

/** The only table that has a column, which is none of a name and no number of a key. */
function countedOf({ of, among }: Often, { tables }: Schema): string | null {
  const columns = of.options.filter(
    (one) => one.kind === 'column' && one.evidence === 'name' && one.columns.length === 1,
  );
  const [only, second] = columns;
  if (only?.kind !== 'column' || second || of.options.some(isNameOfRows)) return null;
  const [column] = only.columns;
  const isNamed = !among || among.options.some(({ table }) => table === only.table);
  const isOnce =
    column.profile?.unique === true || tables.get(only.table)?.primaryKey?.[0] === column.name;
  return isNamed && !isOnce ? only.table : null;
}
