import { lemma } from '#src/catalog/fold.ts';
import { Cursor, isTable, meansTable } from '#src/planner/cursor.ts';
import { attempt, Declined, type Frame } from '#src/planner/frame.ts';
import { readQuestion } from '#src/planner/grammar/question.ts';
import type { Mention } from '#src/planner/lattice.ts';
import type { PriorTurn } from '#src/planner/plan.ts';
import { findReference, type Reference } from '#src/planner/reference/find.ts';
import { referredBy } from '#src/planner/reference/target.ts';
import { amongRows, askedBefore, type Referred } from '#src/planner/referred-rows.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';

/** `how many of them`, `which of those products`: the word before "of" stands before the rows themselves. */
const QUANTIFIERS = new Set(['many', 'which', 'all', 'any', 'some', 'each', 'most', 'none']);

/** A question about what an answer before shows: `what are the categories of these products`. */
export interface Referring {
  readonly reference: Reference;
  readonly mentions: readonly Mention[];
  /** The words as they were written. */
  readonly said: string;
}

/** The first words of a question that refer to an answer before it; null where it has none. */
export function referring(
  question: string,
  mentions: readonly Mention[],
  hasAnswerBefore: boolean,
): Referring | null {
  const reference = findReference(mentions, hasAnswerBefore);
  if (!reference) return null;
  const first = mentions[reference.start]!.tokens[0]!;
  const last = mentions[reference.end - 1]!.tokens.at(-1)!;
  return { reference, mentions, said: question.slice(first.start, last.end) };
}

/** Why a question that refers to an answer is not answered where there is none to refer to. */
export const refersToNothing = ({ said }: Referring): Declined =>
  new Declined(
    'ambiguous',
    `"${said}" refers to a previous answer, but there is none. Name what you mean.`,
    said,
  );

const untold = (said: string): Declined =>
  new Declined(
    'unsupported_question',
    `It's not clear what "${said}" refers to in the previous answer. Name it in this question.`,
    said,
  );

/** Throws `Declined` where rows are named that the answer before does not show. */
export function demandShown(
  { reference, said }: Referring,
  { query }: PriorTurn,
  catalog: Catalog,
): void {
  if (reference.noun && query && !referredBy(reference, query, catalog)) throw untold(said);
}

/** Reads such a question over the rows of the answer before; throws `Declined` where it does not tell which they are. */
export function readReferring(
  { reference, mentions, said }: Referring,
  { question, query }: PriorTurn,
  catalog: Catalog,
): Frame {
  const referred = query && referredBy(reference, query, catalog);
  const among = referred && amongRows(query, referred);
  if (!among || asksOfThemselves(reference, mentions, referred)) throw untold(said);
  const assumption = `"${said}" refers to the answer to "${question.trim()}".`;
  const { frame, rows } = readFirst(variants(reference, mentions, referred), said);
  frame.conditions.push({
    ...{ kind: 'among', ctx: null, negated: false, of: rows },
    ...{ table: referred.table.name, column: referred.column, among },
    ...{ asked: askedBefore(query), assumption },
  });
  return frame;
}

const AUXILIARIES = new Set(['do', 'does', 'did']);

/** `how many employees does he manage` after rows of employees: others of them are asked, by a verb. */
function asksOfThemselves(
  { start }: Reference,
  mentions: readonly Mention[],
  { table }: Referred,
): boolean {
  const [rows, auxiliary] = [mentions[start - 2], mentions[start - 1]];
  if (!rows || !AUXILIARIES.has(auxiliary?.word ?? '')) return false;
  return rows.tables.some((one) => one.table.name === table.name);
}

const PREPOSITIONS = new Set(['in', 'from', 'of', 'for', 'by', 'at', 'with', 'to', 'among']);
/** Words that a name of rows follows. */
const ASKED = new Set(['which', 'many']);
/** Words that only lead over from the answer before. */
const LEADING = new Set(['and', 'but', 'now', 'also', 'so', 'then', ',']);

/** The mentions of a question with the rows in place of the words that refer to them. */
interface Variant {
  readonly mentions: readonly Mention[];
  readonly rows: Mention;
}

function readFirst(all: readonly Variant[], said: string): Variant & { readonly frame: Frame } {
  let failure: Declined | null = null;
  for (const variant of all) {
    const frame = attempt(() => readQuestion(new Cursor(variant.mentions)));
    if (!(frame instanceof Declined)) return { ...variant, frame };
    failure ??= frame;
  }
  throw failure ?? new Declined('unsupported_question', `"${said}" wasn't understood.`, said);
}

function variants(
  { start, end, noun, possessive }: Reference,
  mentions: readonly Mention[],
  referred: Referred,
): readonly Variant[] {
  const before = withoutLead(mentions.slice(0, start));
  const after = mentions.slice(end);
  const partitive =
    before.at(-1)?.word === 'of' && QUANTIFIERS.has(before.at(-2)?.word ?? '') ? -1 : undefined;
  const rows = meaning(noun ?? standIn(mentions[start]!, referred), referred);
  const spelled = possessive ? [rows, possessiveMark(rows)] : [rows];
  const numbered = (list: readonly Mention[]): Variant => {
    const made = list.map((mention, index) => ({ ...mention, index }));
    return { mentions: made, rows: made[list.indexOf(rows)] ?? rows };
  };
  const named = numbered([...before.slice(0, partitive), ...spelled, ...after]);
  const owned = numbered([...before, ...after]);
  if (possessive) return ownsRows(before, after) ? [owned] : [named, owned];
  if (!PREPOSITIONS.has(before.at(-1)?.word ?? '')) return [named];
  // `stores in those regions`, `among them, how many …`: a condition alone, which no words are left of.
  const rest = [...before.slice(0, -1), ...withoutLead(after)];
  const asked = before.length === 1 ? rest.findIndex(({ word }) => ASKED.has(word)) + 1 : 0;
  return [named, numbered(asked > 0 ? rest.toSpliced(asked, 0, rows) : rest)];
}

/** `their orders`: orders are asked, and not which of them have some. */
const ownsRows = (before: readonly Mention[], after: readonly Mention[]): boolean =>
  before.length === 0 && after.length === 1 && isTable(after[0]!) && meansTable(after[0]!);

/**
 * `their orders`, `their revenue` after stores: what belongs to the rows of the answer before and stands in other rows,
 * which is no further column of them.
 */
export function asksOfOtherRows(
  { reference, mentions }: Referring,
  { query }: PriorTurn,
  catalog: Catalog,
): boolean {
  const before = withoutLead(mentions.slice(0, reference.start));
  const after = mentions.slice(reference.end);
  if (!reference.possessive || before.length > 0 || after.length !== 1) return false;
  if (ownsRows(before, after)) return true;
  const referred = query && referredBy(reference, query, catalog);
  const { columns } = after[0]!;
  return (
    !!referred &&
    columns.length > 0 &&
    columns.every(({ table }) => table.name !== referred.table.name)
  );
}

const withoutLead = (mentions: readonly Mention[]): readonly Mention[] => {
  const first = mentions.findIndex(({ word }) => !LEADING.has(word));
  return first < 0 ? [] : mentions.slice(first);
};

/** A name that means nothing but what is referred to. */
const meaning = (noun: Mention, { table, column }: Referred): Mention => ({
  ...noun,
  tables: column === null ? [{ table, score: 1 }] : [],
  columns: table.columns
    .filter(({ name }) => name === column)
    .map((own) => ({ table, columns: [own], score: 1 })),
  values: [],
});

/** The name of the rows in place of a pronoun. */
function standIn(pronoun: Mention, { table }: Referred): Mention {
  const text = table.label;
  const word = /\s/.test(text) ? '' : text.toLowerCase();
  return { ...pronoun, text, word, lemma: lemma(text.toLowerCase()), people: [] };
}

const possessiveMark = (mention: Mention): Mention => ({
  ...mention,
  ...{ text: "'s", word: "'s", lemma: "'s", tables: [], columns: [] },
});
