import lemmatizer from 'wink-lemmatizer';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { BE_FORMS } from '#src/language/en/grammar.ts';
import { OUTCOMES } from '#src/language/en/verbs.ts';
import { BEGINNING, EXISTENCE, NAMING, PLACING } from '#src/planner/condition-words.ts';
import { type Condition, Declined, type Frame, Unread } from '#src/planner/frame.ts';
import type { JoinGraph } from '#src/planner/joins.ts';
import type { Mention } from '#src/planner/lattice.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { isNumeric } from '#src/planner/measured.ts';
import type { Assignment, Sense } from '#src/planner/resolve.ts';
import { speaksOf, tellingWords } from '#src/planner/telling-words.ts';
import {
  AGGREGATES,
  ASKING,
  FUNCTION_WORDS,
  GLUE,
  LINKING,
  VERB_COLUMNS,
} from '#src/planner/words.ts';
import type { CatalogTable, ValueLookup } from '#src/plugin-api/catalog.ts';
import { MONEY_WORDS } from '#src/query/money.ts';

/** A question as it was read: its words, what it asks, and what they were taken for. */
export interface Read {
  readonly mentions: readonly Mention[];
  readonly frame: Frame;
  readonly senses: Assignment;
  readonly tables: ReadonlyMap<string, CatalogTable>;
  readonly graph: JoinGraph;
  readonly values: ValueLookup;
}

/**
 * Declines a reading that leaves out what the question says. An amount (`order value`) is owed and must be met by a
 * number. A verb (`did we sell`) picks rows, or gives them a role, and must be explained by the data.
 */
export function refuseUnmet(read: Read): void {
  refuseUnmetAmount(read);
  refuseCountOfItself(read);
  refuseOutcome(read);
  refuseDone(read);
  for (const verb of passedVerbs(read)) {
    if (isExplained(verb, read)) continue;
    if (isState(verb, read))
      throw new Unread(
        'not_in_data',
        `It's not clear which rows are "being ${verb.text}".`,
        verb.text,
      );
    const rows = tablesOf(read).map(({ label }) => label);
    throw new Declined(
      'not_in_data',
      `Nothing in ${rows.join(' and ')} matches "${verb.text}". Ask about a column or a value instead.`,
      verb.text,
    );
  }
}

const tablesOf = ({ senses, tables }: Read): readonly CatalogTable[] =>
  [...new Set([...senses.values()].map(({ table }) => table))].map((name) => tables.get(name)!);

/**
 * What a word of the question was taken for. A question that refers to an answer before is read from words of its own
 * that are put in another order, so that a word is known by its first token.
 */
const senseOf = (mention: Mention | undefined, { senses }: Read): Sense | undefined =>
  mention && [...senses].find(([{ tokens }]) => tokens[0] === mention.tokens[0])?.[1];

const isTaken = (mention: Mention, read: Read): boolean => senseOf(mention, read) !== undefined;

/** The word of the question that stands some words after a word that was read. */
const wordAfter = ({ tokens }: Mention, { mentions }: Read, ahead: number): Mention | undefined => {
  const at = mentions.findIndex((one) => one.tokens[0] === tokens[0]);
  return at < 0 ? undefined : mentions[at + ahead];
};

/** Nouns that ask for an amount, where nothing of that name is in the data. */
const AMOUNTS: ReadonlySet<string> = new Set([...MONEY_WORDS, 'worth']);

function refuseUnmetAmount(read: Read): void {
  const { mentions, frame, senses } = read;
  const owed = mentions.find(
    (one) =>
      one.word !== '' &&
      AMOUNTS.has(one.lemma) &&
      one.tables.length + one.columns.length + one.values.length === 0 &&
      !VERB_COLUMNS.has(one.word) &&
      !isTaken(one, read) &&
      !ofColumn(one, read) &&
      !isNumberOf(one, read),
  );
  refuseTotalOfRows(read);
  if (!owed) return;
  const things = [...frame.select, ...frame.order.flatMap(({ by }) => (by ? [by] : []))];
  const met = things.some(({ of, worth }) => {
    const sense = senses.get(of);
    return worth || (sense?.kind === 'column' && sense.columns.some(({ type }) => isNumeric(type)));
  });
  if (met) return;
  throw new Declined('not_in_data', `No column contains "${owed.text}".`, owed.text);
}

/** `sales total`, `order totals`: a number of the rows, of which none is named. */
function refuseTotalOfRows(read: Read): void {
  const { mentions } = read;
  const total = mentions.find(
    (one) =>
      one.lemma === 'total' &&
      !isTaken(one, read) &&
      senseOf(mentions[one.index - 1], read)?.kind === 'table' &&
      mentions[one.index - 1]!.tables.length > 0,
  );
  if (total && !asksMeasure(read))
    throw new Declined('not_in_data', `Which number should "${total.text}" add up?`, total.text);
}

/** `the value of status`, `a status value`: what stands in a column that the question names. */
const ofColumn = ({ index }: Mention, read: Read): boolean =>
  [-3, -2, -1, 1, 2, 3].some(
    (step) => senseOf(read.mentions[index + step], read)?.kind === 'column',
  );

/** `the largest amount of courses`: how many there are. */
const isNumberOf = ({ index, word }: Mention, { mentions }: Read): boolean =>
  word === 'amount' && mentions[index + 1]?.word === 'of';

const CALLED = new Set(['named', 'called', 'titled', 'is', 'are', 'be']);

/** `how many employees does Ann have`: the one row that is called Ann is she herself. */
function refuseCountOfItself(read: Read): void {
  const { frame, senses, tables } = read;
  const [thing] = frame.select;
  const rows = thing && senses.get(thing.of);
  if (thing?.aggregate !== 'count' || rows?.kind !== 'table') return;
  for (const one of frame.conditions) {
    if (one.kind !== 'value' || one.of || one.negated || one.values.length > 1) continue;
    const [value] = one.values;
    const sense = senses.get(value!);
    if (sense?.kind !== 'value' || sense.table !== rows.table) continue;
    const [shown, ...others] = displayColumns(tables.get(rows.table)!);
    const itself = others.length === 0 && shown?.name === sense.column && shown.profile?.unique;
    if (!itself || CALLED.has(wordAfter(value!, read, -1)?.word ?? '')) continue;
    throw new Declined(
      'unsupported_question',
      `"${value!.text}" is a row of ${tables.get(rows.table)!.label}. What should be counted for it?`,
      value!.text,
    );
  }
}

/** The verbs of a question that stand for nothing in the data and were passed over. */
export const passedVerbs = (read: Read): readonly Mention[] =>
  read.mentions.filter((mention) => {
    const { word } = mention;
    if (word === '' || isTaken(mention, read)) return false;
    if ([FUNCTION_WORDS, ASKING, AGGREGATES, GLUE].some((known) => known.has(word))) return false;
    const verb = lemmatizer.verb(word);
    if (VERB_COLUMNS.has(word) || VERB_COLUMNS.has(verb)) return false;
    return LINKING.has(verb) && !EXISTENCE.has(verb) && !isOfGrammar(mention, read);
  });

/** `swimmers who won`, where a result is `Win`: the verb is a value, which the sure path knows by its own words only. */
function refuseOutcome(read: Read): void {
  const isKept = (text: string) =>
    read.values
      .lookup(text, { limit: 5 })
      .some(({ match }) => match === 'exact' || match === 'folded');
  const verb = read.mentions.find(
    (one) => !isTaken(one, read) && (OUTCOMES.get(one.word) ?? []).some(isKept),
  );
  if (verb)
    throw new Unread(
      'not_in_data',
      `It's not clear which rows "${verb.text}" refers to.`,
      verb.text,
    );
}

/** `how many documents are done`: some of them, and none of the grammar's forms of "do". */
function refuseDone(read: Read): void {
  const { mentions } = read;
  const done = mentions.find(
    (one) =>
      one.word === 'done' &&
      !isTaken(one, read) &&
      BE_FORMS.has(mentions[one.index - 1]?.word ?? '') &&
      !(mentions[one.index + 1]?.word ?? ''),
  );
  if (done)
    throw new Unread(
      'not_in_data',
      `It's not clear which rows count as "${done.text}".`,
      done.text,
    );
}

const FREQUENTLY = new Set(['frequently', 'commonly', 'often', 'most', 'least']);
const PATTERN = new Set(['contain', 'include', 'start', 'begin', 'end']);

/** `ordered by name`, `names containing "a"`, `the most frequently used`: words that the grammar reads. */
function isOfGrammar({ index, word }: Mention, { mentions, frame }: Read): boolean {
  const verb = lemmatizer.verb(word);
  if (verb === 'order' && (frame.order.length > 0 || frame.frequency)) return true;
  if (FREQUENTLY.has(mentions[index - 1]?.word ?? '')) return true;
  return PATTERN.has(verb) && frame.conditions.some(({ kind }) => kind === 'match');
}

const WE = new Set(['we', 'i', 'you', 'our']);
const ASKED = new Set(['do', 'does', 'did']);

/** Whether the data says what a verb tells of its rows. */
function isExplained(mention: Mention, read: Read): boolean {
  const { mentions, frame } = read;
  const verb = lemmatizer.verb(mention.word);
  if (isState(mention, read)) return tablesOf(read).some((table) => says(verb, namesOf(table)));
  const subject = subjectOf(mention, read);
  if (subject) {
    const sense = senseOf(subject, read);
    if (sense?.kind !== 'value' || PLACING.has(verb)) return true;
    // `does the airline operate` of routes that each have one.
    if (isHabit(mention, read) && sense.table !== askedTable(read)) return true;
    // `did Ann sell` of rows with a seller; `did Ann order` of orders.
    return says(verb, [sense.column]) || tellsEvents(verb, read);
  }
  if (PLACING.has(verb) || NAMING.has(verb)) return true;
  if (tablesOf(read).some((table) => says(verb, namesOf(table)))) return true;
  if (asksMeasure(read)) return true;
  if (tellsEvents(verb, read)) return true;
  if (mentions.some(({ word }) => WE.has(word))) return false;
  // A time that is said of the verb was held to its date already: `wines produced in 2008`.
  if (frame.conditions.some((one) => isTimed(one, verb))) return true;
  if (frame.groups.some((one) => one.unit !== null && one.verb === verb)) return true;
  if (BEGINNING.has(verb) && tablesOf(read).some(isDatedEvent)) return true;
  const next = mentions[mention.index + 1]?.word ?? '';
  const each = ['each', 'every'].includes(next) || mentions[mention.index + 2]?.word === 'each';
  return each || ties(mention, read);
}

/** `documents that are being worked on`: some of the rows, as a column or a value tells. */
const isState = ({ index }: Mention, { mentions }: Read): boolean =>
  mentions[index - 1]?.word === 'being';

const isTimed = (one: Condition, verb: string): boolean =>
  one.kind === 'or'
    ? one.parts.some((part) => isTimed(part, verb))
    : one.kind === 'period' && one.verb === verb;

/** Words between a verb and what is only said to be the place of it. */
const WHERE = new Set(['in', 'at', 'from', 'on', 'for', 'with']);

/**
 * Whether a verb ties the asked rows to others, which the data does, too: `customers who bought a lamp`, `routes flown by
 * the airline`. Where the rows only have one of the others each, `machines sold in Turin` says more than where they are.
 */
function ties(mention: Mention, read: Read): boolean {
  const [asked, used] = [askedTable(read), tablesOf(read)];
  if (used.length < 2) return false;
  const placed =
    WHERE.has(read.mentions[mention.index + 1]?.word ?? '') || !read.mentions[mention.index + 1];
  const above = used.every(
    ({ name }) => asked && (name === asked || read.graph.toOne(asked, name)),
  );
  return !(placed && above);
}

/** `hours worked`, `who made the most visits`: a number of the rows is asked, not how many there are. */
const asksMeasure = ({ frame, senses }: Read): boolean =>
  [...frame.select, ...frame.order.flatMap(({ by }) => (by ? [by] : []))].some(({ of }) => {
    const sense = senses.get(of);
    return sense?.kind === 'column' && sense.columns.some(({ kind }) => kind === 'measure');
  });

/** `Ann` in `how many machines did Ann sell`: a value that does what the verb says. */
function subjectOf({ index }: Mention, read: Read): Mention | null {
  const { mentions } = read;
  const subject = mentions[index - 1];
  if (!subject || senseOf(subject, read)?.kind !== 'value') return null;
  const before = mentions.slice(Math.max(0, index - 4), index - 1);
  return before.some(({ word }) => ASKED.has(word)) ? subject : null;
}

const askedTable = ({ frame, senses }: Read): string | undefined =>
  senses.get(frame.entity ?? frame.select[0]!.of)?.table;

/** `does it operate`, rather than what it did once. */
const isHabit = ({ index }: Mention, { mentions }: Read): boolean =>
  mentions
    .slice(Math.max(0, index - 4), index)
    .some(({ word }) => word === 'do' || word === 'does');

/**
 * Whether the rows are there because of what a verb of beginning says: they have a date that is just theirs, or one that
 * is called by the verb (`made on` of transfers).
 */
function tellsEvents(verb: string, read: Read): boolean {
  if (!BEGINNING.has(verb)) return false;
  return tablesOf(read).some((table) =>
    table.columns.some(
      (column) =>
        column.kind === 'time' &&
        !column.hidden &&
        (tellingWords(table, column).length === 0 || says(verb, [column.label])),
    ),
  );
}

/** `parcels sent to Malta` of rows without a name that each have a day: something happened to them then. */
function isDatedEvent(table: CatalogTable): boolean {
  const days = table.columns.filter(
    ({ kind, type, hidden }) =>
      kind === 'time' && !hidden && (type === 'date' || type === 'timestamp'),
  );
  const shown = displayColumns(table);
  return days.length === 1 && shown.every(({ name }) => table.primaryKey?.includes(name));
}

const namesOf = ({ label, columns }: CatalogTable): readonly string[] => [
  label,
  ...columns.filter(({ hidden }) => !hidden).map((column) => column.label),
];

/** Whether a name is made of the verb: `seller`, `sold on` of `sell`. */
const says = (verb: string, names: readonly string[]): boolean =>
  names.some((name) => {
    const words = wordsOf(name);
    return (
      speaksOf(
        verb,
        words.filter((word) => word.length > 3),
      ) || words.some((word) => lemmatizer.verb(word) === verb)
    );
  });
