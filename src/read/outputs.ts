import { wordsOf } from '#src/catalog/name-keys.ts';
import { same } from '#src/planner/compile/finish.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { flagOf } from '#src/planner/lexicon/flags.ts';
import { isNumeric } from '#src/planner/measured.ts';
import { columnBehind, columnsIn, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import type { ColumnRef, SelectQuery } from '#src/plugin-api/query.ts';
import type { Ref } from '#src/read/ask.ts';
import { columnsOf, tablesOf } from '#src/read/measures.ts';
import { onceOf } from '#src/read/once-of.ts';
import type { Question } from '#src/read/question.ts';
import { isNumberInPart, type Schema, tableOf } from '#src/read/resolve.ts';
import { isTime } from '#src/read/times.ts';

/** Something that words ask to see by its name, and the rows that they say it of. */
interface NamedOutput {
  readonly kind: 'named';
  readonly of: Ref;
  /** Null: the words name no rows right behind or before it. */
  readonly owner: Ref | null;
}

/** `where`, `when`, `and who made it`: what is asked without a name. */
interface AskedOutput {
  readonly kind: 'place' | 'time' | 'person';
  readonly of: Pick<Ref, 'from' | 'to' | 'text'>;
}

/** `and the name of its pen`: more is asked, of rows that those before have. */
function asksOfTheirs(question: Question, at: number): boolean {
  if (!question.isArticle(at - 1) || joinerBefore(question, at - 1) === null) return false;
  const named = nameAt(question, at);
  if (!named || !question.is(named.to, question.language.between.owners)) return false;
  const { possessives } = question.language.functionWords;
  return question.is(named.to + 1, possessives) && ownerAt(question, named.to) !== null;
}

/** `and their average`, `and how many boats`: a number of the rows before. */
interface ComputedOutput {
  readonly kind: 'computed';
  readonly of: Pick<Ref, 'from' | 'to' | 'text'>;
}

export type Output = NamedOutput | AskedOutput | ComputedOutput;

/**
 * What a question asks to see by name, a list for each place where it asks: `the names and ages of the drivers`. Rows that
 * are asked for as a whole and what is computed are left out, and what a later sentence says is to be shown stands for
 * what the first one asks: `Which ship sank? Give its name.`
 */
const outputsOf = onceOf((question: Question): readonly (readonly Output[])[] => {
  const lists: (readonly Output[])[] = [];
  /** What is asked beside something else, which rows alone may be: `and for which team`. */
  const beside = new Set<readonly Output[]>();
  for (let at = 0; at < question.length; at++) {
    const adverb = adverbAt(question, at);
    if (adverb) lists.push(question.isAnd(at - 1) ? [...(lists.pop() ?? []), adverb] : [adverb]);
    const number = numberBeside(question, at);
    if (number) lists.push([number]);
    const isBeside = asksBeside(question, at);
    if (number || !(isBeside || opensList(question, at))) continue;
    const list = new ListReader(question, at).read();
    if (list.outputs.length > 0 && !isBounded(list.at, question)) lists.push(list.outputs);
    if (isBeside) beside.add(list.outputs);
    at = Math.max(at, list.at - 1);
  }
  return lists.filter(
    (list, at) =>
      list.length > 1 ||
      list[0]!.kind !== 'named' ||
      beside.has(list) ||
      (at === lists.length - 1 && !isRows(list[0]!)),
  );
});

/** `which products cost` | `less than the average`: the verb of a comparison. */
const isBounded = (at: number, question: Question): boolean =>
  question.is(at - 1, question.language.measuring) &&
  question.phrase(at, question.language.comparators) !== null;

/** Rows alone, which are shown by what they are called. */
const isRows = (one: Output): boolean =>
  one.kind === 'named' && one.owner === null && tablesOf(one.of) !== null;

/** `Where was it`, `along with where they are`: an adverb that asks, and is no link of a clause. */
function adverbAt(question: Question, at: number): AskedOutput | null {
  const { askingAdverbs, auxiliaries, persons, objects } = question.language.functionWords;
  const asksDoer =
    question.is(at, persons) &&
    joinerBefore(question, at) !== null &&
    question.is(at + 2, objects) &&
    question.endsPart(at + 3);
  if (asksDoer)
    return { kind: 'person', of: { from: at, to: at + 1, text: question.textOf(at, at + 1) } };
  const kind = askingAdverbs.get(question.word(at));
  const opens = joinerBefore(question, at) !== null || question.beginsSentence(at);
  return kind && opens && question.is(at + 1, auxiliaries)
    ? { kind, of: { from: at, to: at + 1, text: question.textOf(at, at + 1) } }
    : null;
}

/** Where the words begin that join what is asked at a token to what stands before: `and`, `along with`. */
function joinerBefore(question: Question, at: number): number | null {
  const { joiners } = question.language;
  const found = joiners.find(
    (phrase) => phrase.at(-1) !== ',' && question.starts(at - phrase.length, phrase),
  );
  return found && at > found.length ? at - found.length : null;
}

/** `and their age`, `and for which team`: more is asked of the rows before, at this noun. */
function asksBeside(question: Question, at: number): boolean {
  const { possessives, choosing } = question.language.functionWords;
  const { behind, which } = question.language.askedAgain;
  if (question.is(at - 1, possessives) && !question.is(at - 1, choosing))
    return joinerBefore(question, at - 1) !== null;
  if (asksOfTheirs(question, at)) return true;
  if (!question.is(at - 1, which)) return false;
  const from = question.is(at - 2, behind) ? at - 2 : at - 1;
  return joinerBefore(question, from) !== null || question.word(from - 1) === ',';
}

/** `and their average`, `and how many boats`: a number that is asked beside what stands before. */
function numberBeside(question: Question, at: number): ComputedOutput | null {
  const { aggregates, counting } = question.language;
  const isCount = counting.some((phrase) => phrase[0] === 'how' && question.starts(at, phrase));
  const isNumber = isCount
    ? joinerBefore(question, at) !== null
    : question.phrase(at, aggregates) !== null && asksBeside(question, at);
  return isNumber
    ? { kind: 'computed', of: { from: at, to: at + 1, text: question.textOf(at, at + 1) } }
    : null;
}

/** Whether a noun that is asked for may begin here: nothing but words of asking stands before it in its sentence. */
function opensList(question: Question, at: number): boolean {
  // `name of the cake` is what is asked, rather than `name the cakes`.
  const isNoun = question.is(at, question.language.namesOf) && question.word(at + 1) === 'of';
  if (!isNoun && (question.isAsking(at) || question.isFunctionWord(at))) return false;
  if (question.isPunctuation(at)) return false;
  for (let before = at - 1; before >= 0; before--) {
    const { sorting, persons } = question.language.functionWords;
    if (question.isAsking(before))
      return !question.is(before, sorting) && !question.is(before, persons);
    if (question.isPunctuation(before)) return false;
    const isPassed =
      question.isFunctionWord(before) || question.is(before, question.language.distinct);
    if (!isPassed) return false;
  }
  return true;
}

/** What is asked in a list that begins at a token: `the names and ages of the drivers, and the size of their cars`. */
class ListReader {
  readonly outputs: NamedOutput[] = [];
  at: number;
  private readonly question: Question;
  private readonly start: number;
  /** The first whose rows the words have not told yet. */
  private open = 0;

  constructor(question: Question, at: number) {
    this.question = question;
    this.at = at;
    this.start = at;
  }

  read(): this {
    while (this.readNext()) {
      const { joiners } = this.question.language;
      const joiner = joiners.find((phrase) => this.question.starts(this.at, phrase));
      if (!joiner) break;
      this.at += joiner.length;
    }
    return this;
  }

  /** Whether the list may go on. */
  private readNext(): boolean {
    const { question } = this;
    const from = nounAt(question, this.at);
    const named = nameAt(question, from);
    const shared = named && columnsOf(named) !== null ? null : question.sharedHeads(from)[0];
    if (shared) {
      this.outputs.push(...shared.refs.map((of) => outputOf(of, null)));
      this.at = shared.to;
      return this.readOwners(from);
    }
    if (!named) return false;
    if (question.word(named.to) === "'s") return this.readOwned(named);
    // `active customers`: what stands right before rows says which of them.
    if (namesBehind(question, named.to) || columnOptions(named).some(isFlag)) {
      this.outputs.splice(this.open);
      return false;
    }
    // `names of authors and tutors`: more of the rows, rather than something beside their names.
    const follows = this.open > 0 && this.open === this.outputs.length;
    const isTheirs = question.is(from - 1, question.language.functionWords.possessives);
    if (follows && !isTheirs && tablesOf(named) && !ownerAt(question, named.to)) return false;
    this.outputs.push(outputOf(named, null));
    this.at = named.to;
    // `their name and the height of the mountain`
    if (isTheirs && !ownerAt(question, named.to)) this.open = this.outputs.length;
    return this.readOwners(from);
  }

  /** `each driver's name`; of `which artist's exhibitions drew most visitors` the artist is asked. */
  private readOwned(owner: Ref): boolean {
    const { question } = this;
    const owned = nameAt(question, nounAt(question, owner.to + 1));
    if (!owned) return false;
    this.at = owned.to;
    const isAsked =
      tablesOf(owned) !== null &&
      owner.from === this.start &&
      question.is(owner.from - 1, question.language.functionWords.choosing);
    this.outputs.push(outputOf(isAsked ? owner : owned, owner));
    this.open = this.outputs.length;
    return !isAsked;
  }

  /** `of the cities and of their counties`: what was asked last is said of these rows. */
  private readOwners(from: number): boolean {
    const { question, open, outputs } = this;
    const first = ownerAt(question, this.at);
    if (!first) return this.endsUnknown(from);
    const asked = outputs.splice(open).map(({ of }) => of);
    for (let owner: Owner | null = first; owner; owner = nextOwner(question, this.at)) {
      outputs.push(...asked.map((of) => saidOf(question, of, owner!)));
      this.at = owner.to;
    }
    this.open = outputs.length;
    return true;
  }

  /** `the year of joining`: what an unknown word names is not what the word before it alone does. */
  private endsUnknown(from: number): boolean {
    const { question, outputs, at } = this;
    if (question.word(at) !== 'of') return true;
    const next = nounAt(question, at + 1);
    outputs.splice(this.open);
    if (question.isVerbForm(next) && !question.namesSomething(next)) {
      const text = question.textOf(from, next + 1);
      outputs.push(outputOf({ from, to: next + 1, text, options: [] }, null));
    }
    return false;
  }
}

interface Owner {
  readonly rows: Ref;
  readonly to: number;
}

const outputOf = (of: Ref, owner: Ref | null): NamedOutput => ({ kind: 'named', of, owner });

/** Whether a name or a value begins at a token that no word of the grammar is. */
const namesBehind = (question: Question, at: number): boolean =>
  at < question.length && !question.isFunctionWord(at) && question.namesSomething(at);

const isFlag = ({ column }: Fitting): boolean => flagOf(column) !== null;

/** What is said of rows, by that name alone or by one that holds theirs: `date of orders`, where they are called `order date`. */
function saidOf(question: Question, of: Ref, { rows, to }: Owner): NamedOutput {
  const longer = question.refs(of.from).filter((one) => one.to > of.to && one.to <= to);
  const columns = longer.flatMap(({ options }) => options.filter(({ kind }) => kind === 'column'));
  return outputOf({ ...of, options: [...of.options, ...columns] }, rows);
}

/** `and of their counties` */
function nextOwner(question: Question, at: number): Owner | null {
  const joiner = question.language.joiners.find((phrase) => question.starts(at, phrase));
  return joiner ? ownerAt(question, at + joiner.length) : null;
}

function nounAt(question: Question, at: number): number {
  const { functionWords, distinct } = question.language;
  let next = at;
  while (
    question.isArticle(next) ||
    question.is(next, distinct) ||
    question.is(next, functionWords.counters)
  )
    next++;
  return next;
}

/** The longest name that begins at a token, without the rows that it is said of: of `types of ships`, `types`. */
function nameAt(question: Question, at: number): Ref | null {
  const { counting, aggregates, rankings, frequent } = question.language;
  const isComputed =
    question.is(at, question.language.functionWords.sorting) ||
    counting.some((phrase) => question.starts(at, phrase)) ||
    question.is(at, question.language.functionWords.counting) ||
    [aggregates, rankings, frequent].some((table) => question.phrase<unknown>(at, table));
  if (isComputed) return null;
  const named = question.refs(at).filter((ref) => isOneName(question, ref));
  // `teams founded in 1900`, `members since 2020`: rows, and what is said of them.
  const rows = named.find((ref) => tablesOf(ref) !== null && opensClause(question, ref.to));
  const [longest] = rows ? [rows] : named.toSorted((a, b) => b.to - a.to);
  const isSaid =
    longest?.to === at + 1 &&
    question.isVerbForm(at) &&
    longest.options.every(({ evidence }) => evidence !== 'name');
  return longest && !isSaid ? longest : null;
}

const opensClause = (question: Question, at: number): boolean =>
  question.isVerbForm(at) || question.is(at, question.language.periodOpeners);

/** Whether a span is one name: no possessive within it, and `of` alone where no rows stand behind it. */
function isOneName(question: Question, { from, to }: Ref): boolean {
  for (let at = from + 1; at < to; at++) {
    if (question.word(at) === "'s") return false;
    if (!question.isFunctionWord(at) || question.isArticle(at)) continue;
    const behind = nounAt(question, at + 1);
    const isRows = question.refs(behind).some((ref) => ref.to <= to && tablesOf(ref) !== null);
    if (isRows || question.word(at) !== 'of') return false;
  }
  return true;
}

/** `of the public universities`: the rows, or the column whose names are asked. */
function ownerAt(question: Question, at: number): Owner | null {
  if (!question.is(at, question.language.between.owners)) return null;
  let next = nounAt(question, at + 1);
  for (let passed = 0; passed < 3; passed++) {
    const rows = nameAt(question, next);
    if (rows) return { rows, to: rows.to };
    const [value] = question.valueRefs(next);
    if (!value) return null;
    next = value.to;
  }
  return null;
}

/** The first thing that is asked to be seen and that a query does not show; null where all are shown. */
export function notShown(question: Question, query: SelectQuery, schema: Schema): Output | null {
  const sources = tablesByAlias(query);
  // A metric stands for what its workspace says.
  if (query.select.some(({ expr }) => expr.kind === 'fragment')) return null;
  const shown = query.select.map(({ expr }) =>
    columnsIn(expr).flatMap((column) => [
      idOf(column, sources),
      ...namedFor(column, query, schema),
    ]),
  );
  const numbers = query.select.flatMap(({ expr }, at) =>
    expr.kind !== 'column' || isNumber(expr, sources, schema) ? [at] : [],
  );
  for (const list of outputsOf(question)) {
    const sets = list.map((output) => {
      if (output.kind === 'computed') return numbers.filter((at) => at > 0 || !isCountAlone(query));
      const fits = fitting(question, output, schema, new Set(sources.values()));
      return shown.flatMap((columns, at) => (columns.some((id) => fits.has(id)) ? [at] : []));
    });
    const none = sets.findIndex((set) => set.length === 0);
    if (none >= 0) return list[none]!;
    const lost = unmatched(sets);
    if (lost !== null && !sharesColumn(question, list, lost)) return list[lost]!;
  }
  return null;
}

const idOf = ({ alias, column }: ColumnRef, sources: ReadonlyMap<string, string>): string =>
  `${sources.get(alias) ?? alias}\0${column}`;

/**
 * The references that a name stands for: of `trainers and their managers` the manager, who is one of those rows, of
 * `the manager with the most projects` what is grouped by, and of rows without a name of their own the row that each of them is.
 */
function namedFor(shown: ColumnRef, query: SelectQuery, { tables }: Schema): readonly string[] {
  const sources = tablesByAlias(query);
  const table = tables.get(sources.get(shown.alias) ?? '');
  const isName = table && displayColumns(table).some(({ name }) => name === shown.column);
  if (!isName) return [];
  const isGrouped = (one: ColumnRef) => query.groupBy.some((expr) => same(expr, one));
  const isUnnamed = (name: string | undefined) =>
    name !== undefined &&
    displayColumns(tables.get(name)!).every(({ kind }) => kind === 'identifier');
  const isShown = (alias: string) =>
    query.select.some(({ expr }) => expr.kind === 'column' && expr.alias === alias);
  return query.joins.flatMap(({ source, on }) =>
    source.alias === shown.alias && on.length === 1
      ? [on[0]!.left, on[0]!.right]
          .filter(
            (one) =>
              one.alias !== source.alias &&
              (isGrouped(one) ||
                (sources.get(one.alias) === source.table && isShown(one.alias)) ||
                isUnnamed(sources.get(one.alias))),
          )
          .map((one) => idOf(one, sources))
      : [],
  );
}

function isNumber(
  shown: ColumnRef,
  sources: ReadonlyMap<string, string>,
  { tables }: Schema,
): boolean {
  const found = columnBehind(shown, sources, tables)?.column;
  return found !== undefined && isNumeric(found.type) && found.kind !== 'identifier';
}

/** Whether a number of rows is all that is shown: nothing stands beside it. */
const isCountAlone = ({ select: [first, second] }: SelectQuery): boolean =>
  second === undefined && first!.expr.kind !== 'column';

/** `entries and exits`, where one column is called by both. */
function sharesColumn(question: Question, list: readonly Output[], lost: number): boolean {
  const words = list.map(({ of }) => question.tokens[of.to - 1]!.lemma);
  const own = words[lost]!;
  const output = list[lost]!;
  return (
    output.kind === 'named' &&
    columnOptions(output.of).some(({ column }) => {
      const called = wordsOf(column.label);
      return (
        called.includes(own) &&
        words.some((other, at) => at !== lost && other !== own && called.includes(other))
      );
    })
  );
}

/** The first of several sets that has no element of its own, where each is to have one. */
function unmatched(sets: readonly (readonly number[])[]): number | null {
  const taken = new Map<number, number>();
  const place = (set: number, seen: Set<number>): boolean =>
    sets[set]!.some((one) => {
      if (seen.has(one)) return false;
      seen.add(one);
      const other = taken.get(one);
      if (other !== undefined && !place(other, seen)) return false;
      taken.set(one, set);
      return true;
    });
  const lost = sets.findIndex((_, at) => !place(at, new Set()));
  return lost < 0 ? null : lost;
}

/** What words cost at the most to name a column of the rows that they are said of. */
const SURE = 0.45;

interface Fitting {
  readonly column: CatalogColumn;
  readonly table: string;
  readonly cost: number;
  /** Whether it is a number that is only named in part, where another one is named in full. */
  readonly isPart?: boolean;
}

/** The columns that meet what is asked: those of the rows that it is said of, where these have one that is called so. */
function fitting(
  question: Question,
  output: Output,
  schema: Schema,
  spoken: ReadonlySet<string>,
): ReadonlySet<string> {
  if (output.kind === 'computed') return new Set();
  if (output.kind !== 'named') return answering(output.kind, schema, spoken);
  const { of, owner } = output;
  const { tables, references } = schema;
  const rows = tablesOf(of);
  const owners = new Set((owner && tablesOf(owner))?.options.map(({ table }) => table) ?? []);
  const isName = of.to === of.from + 1 && question.is(of.from, question.language.namesOf);
  const called = isName
    ? namesOfRows(owner, owners.size > 0 ? owners : spoken, schema)
    : { rows: [], columns: [] };
  const whole = (rows?.options ?? []).flatMap(({ table, cost }) =>
    tables.get(table)!.columns.map((column): Fitting => ({ table, column, cost })),
  );
  const all = [...columnOptions(of), ...whole, ...called.rows, ...called.columns];
  const own = rows
    ? []
    : all.filter(({ table, cost, isPart }) => owners.has(table) && cost < SURE && !isPart);
  const isChild = ({ table }: Fitting) =>
    [...references].some(([from, to]) => tableOf(from) === table && owners.has(tableOf(to)));
  const fits =
    own.length > 0
      ? all.filter(
          (one) => own.includes(one) || isSameKey(one, own) || called.columns.includes(one),
        )
      : isName && owners.size > 0
        ? all.filter((one) => !isChild(one))
        : all;
  return new Set(
    fits.flatMap(({ table, column }) => {
      const id = `${table}\0${column.name}`;
      const refers = references.get(id);
      // Of rows that refer to each other, their own key is not that of those whom they refer to.
      const key = refers && tableOf(refers) !== table ? refers : id;
      return [id, key, ...[...references].flatMap(([from, to]) => (to === key ? [from] : []))];
    }),
  );
}

/** The columns that tell when, or where: no name of the rows themselves. */
function answering(
  kind: AskedOutput['kind'],
  { tables }: Schema,
  spoken: ReadonlySet<string>,
): ReadonlySet<string> {
  const found = [...spoken].flatMap((name) => {
    const table = tables.get(name)!;
    const names = displayColumns(table);
    const tells = (column: CatalogColumn) =>
      kind === 'time'
        ? isTime(column)
        : column.type === 'text' &&
          column.kind !== 'identifier' &&
          // Who did something to these rows may be one of others, which are shown by their names.
          (!names.includes(column) || (kind === 'person' && spoken.size > 1));
    return table.columns.filter(tells).map((column) => `${name}\0${column.name}`);
  });
  return new Set(found);
}

/** What the names of rows are: the columns that they are called by, and a column of others that is called as they are. */
function namesOfRows(
  owner: Ref | null,
  rows: ReadonlySet<string>,
  { tables }: Schema,
): { readonly rows: readonly Fitting[]; readonly columns: readonly Fitting[] } {
  return {
    rows: [...rows].flatMap((table) =>
      displayColumns(tables.get(table)!)
        .filter(({ kind }) => kind !== 'identifier')
        .map((column) => ({ table, column, cost: 0 })),
    ),
    columns: (owner ? columnOptions(owner) : []).filter(
      ({ column: { type, kind } }) => type === 'text' && kind !== 'identifier',
    ),
  };
}

/** `store_id` of customers is as good as that of the stores. */
const isSameKey = ({ column }: Fitting, own: readonly Fitting[]): boolean =>
  column.kind === 'identifier' && own.some((one) => one.column.name === column.name);

const columnOptions = ({ options }: Ref): readonly Fitting[] =>
  options.flatMap((one) => {
    if (one.kind !== 'column') return [];
    const isPart = isNumberInPart(one, options);
    return one.columns.map((column) => ({ table: one.table, column, cost: one.cost, isPart }));
  });
