import { keyOf, wordsOf } from '#src/catalog/name-keys.ts';
import { findColumn, findTable } from '#src/catalog/semantics/apply.ts';
import { conditionOn, metricDrafts } from '#src/catalog/semantics/metric-draft.ts';
import { isPlain, namesOf } from '#src/check/name-words.ts';
import type { DraftedDefinition } from '#src/feedback/types.ts';
import { COUNTING_WORDS } from '#src/language/en/grammar.ts';
import { isIdleWord } from '#src/language/en/passed-over.ts';
import { DAYS, MONTHS, RELATIVE, TO_DATE, UNITS, WEEKDAYS } from '#src/language/en/periods.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { formsOf } from '#src/planner/lexicon/synonyms.ts';
import { type Token, tokenize } from '#src/planner/tokens.ts';
import { COMPARATIVES, LINKING } from '#src/planner/words.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type {
  BaseColumn,
  FilterFacts,
  OutputFacts,
  QueryFacts,
} from '#src/plugin-api/query-facts.ts';

/** A longer run of unknown words is a sentence of another language, and no name. */
const MOST_WORDS = 3;

/**
 * The definition that a question lacked, by the statement that is right for it: one run of words names nothing in the
 * data, and one thing that the statement computes, groups or compares has no words in the question. Null where several
 * do, so that nothing is guessed.
 */
export function draftOfQuestion(
  question: string,
  facts: QueryFacts,
  catalog: Catalog,
): DraftedDefinition | null {
  const [run, another] = unknownRuns(question, facts, catalog);
  if (!run || another || run.length > MOST_WORDS) return null;
  const name = question.slice(run[0]?.start, run.at(-1)?.end);
  const unsaid = partsOf(facts, { catalog, said: saidBy(question) }).filter((one) => !one.isSaid);
  const [only, other] = unsaid;
  if (!only) return null;
  const draft = other ? metricOfParts(unsaid) : only.means;
  return draft && { ...draft, name };
}

type Meaning = DraftedDefinition extends infer T
  ? T extends unknown
    ? Omit<T, 'name'>
    : never
  : never;

/** Something that the statement computes, groups by or compares with. */
interface Part {
  /** Whether the question has words for it. */
  readonly isSaid: boolean;
  /** What a name of it alone would mean; null: nothing that a definition can hold. */
  readonly means: Meaning | null;
  /** Of the measure: what a metric of it is. */
  readonly metric?: { readonly table: string; readonly expression: string };
  /** Of a condition: its SQL over the measure's table. */
  readonly condition?: string | null;
}

interface About {
  readonly catalog: Catalog;
  readonly said: Said;
}

/** A measure and conditions on its rows, both without words in the question, are one metric. */
function metricOfParts(parts: readonly Part[]): Meaning | null {
  const [measure, second] = parts.flatMap(({ metric }) => metric ?? []);
  const conditions = parts.filter(({ metric }) => !metric).map(({ condition }) => condition);
  if (!measure || second || !conditions.every((one) => typeof one === 'string')) return null;
  return { kind: 'metric', ...measure, filters: conditions };
}

function partsOf(facts: QueryFacts, about: About): readonly Part[] {
  const { outputs, groupBy, filters, having, setOperation, sources, subqueries } = facts.root;
  const isPlainSelect =
    !setOperation && subqueries.length === 0 && sources.every(({ derived }) => derived === null);
  const [measure, second] = outputs.filter(({ aggregates }) => aggregates.length > 0);
  if (!isPlainSelect || second || having.length > 0) return [];
  const shown = [...outputs.filter((one) => one !== measure), ...groupBy];
  const columns = new Map(
    shown.flatMap(({ column }) => (column ? [[keyOfColumn(column), column] as const] : [])),
  );
  const own = measure ? measurePart(measure, facts, about) : [];
  const [table] = own.flatMap(({ metric }) => metric?.table ?? []);
  return [
    ...own,
    ...[...columns.values()].flatMap((column) => columnPart(column, about)),
    ...filters.flatMap((filter) => filterPart(filter, table ?? null, about)),
  ];
}

const keyOfColumn = ({ table, column }: BaseColumn) => `${table}.${column}`.toLowerCase();

function measurePart(measure: OutputFacts, facts: QueryFacts, about: About): readonly Part[] {
  const [draft] = metricDrafts(facts);
  if (!draft) return [{ isSaid: false, means: null }];
  const { table: name, expression } = draft;
  const metric = { table: name, expression };
  const table = findTable(about.catalog, name);
  const [sole] = measure.aggregates;
  const column = sole?.arg?.column ? openColumn(sole.arg.column, about) : null;
  const isWhole = measure.node.kind === 'call' && measure.aggregates.length === 1;
  const counts = sole?.fn === 'count' && (sole.arg === null || column?.kind === 'identifier');
  if (table && isWhole && counts)
    return [{ isSaid: about.said.has(table), means: synonymOf(name, null), metric }];
  if (isWhole && column)
    return [{ isSaid: about.said.has(column), means: synonymOf(name, column.name), metric }];
  const read = measure.columns.map((one) => openColumn(one, about));
  const isOpen = read.length > 0 && read.every((one) => one !== null);
  const isSaid = isOpen && read.every((one) => about.said.has(one));
  return [{ isSaid, means: isOpen ? { kind: 'metric', ...metric, filters: [] } : null, metric }];
}

const synonymOf = (table: string, column: string | null, value: string | null = null): Meaning => ({
  kind: 'synonym',
  ...{ table, column, value },
});

/** A column that everybody may read; personal ones too, but for their values. */
function openColumn({ table, column }: BaseColumn, { catalog }: About): CatalogColumn | null {
  const found = findColumn(findTable(catalog, table), column);
  return found && !found.sensitive ? found : null;
}

/** A period stands for the time that it is of, and a name or key of rows for the rows. */
function columnPart(at: BaseColumn, about: About): readonly Part[] {
  const column = openColumn(at, about);
  const table = findTable(about.catalog, at.table);
  if (!column || !table) return [{ isSaid: false, means: null }];
  const namesRows = column.kind === 'identifier' || displayColumns(table).includes(column);
  const isSaid =
    column.kind === 'time' || about.said.has(column) || (namesRows && about.said.has(table));
  return [{ isSaid, means: synonymOf(table.name, column.name) }];
}

function filterPart(filter: FilterFacts, table: string | null, about: About): readonly Part[] {
  const { column: at, op, values } = filter;
  const column = at && openColumn(at, about);
  if (column?.kind === 'time') return [];
  const condition = table === null ? null : conditionOn(table, filter);
  if (!at || !column || values.length === 0) return [{ isSaid: false, means: null, condition }];
  const isSaid = values.every((value) => about.said.hasText(value, valueNames(at, value, about)));
  const [value, second] = values;
  const isOne = op === '=' && second === undefined && column.type === 'text' && !column.personal;
  const means = isOne && value !== undefined ? synonymOf(at.table, column.name, value) : null;
  return [{ isSaid, means, condition }];
}

const valueNames = ({ table, column }: BaseColumn, value: string, { catalog }: About) =>
  (catalog.meaning?.values ?? [])
    .filter((one) => one.table === table && one.column === column && one.value === value)
    .flatMap(({ synonyms }) => synonyms);

/** What the words of a question say. */
interface Said {
  has(named: CatalogTable | CatalogColumn): boolean;
  hasText(text: string, names: readonly string[]): boolean;
}

function saidBy(question: string): Said {
  const words = new Set(
    tokenize(question).flatMap(({ lower, lemma }) => [...wordsOf(lower), lemma]),
  );
  const all = (of: readonly string[]) => of.every((word) => words.has(word));
  return {
    has: (named) => formsOf(named).some((form) => all(form.words)),
    hasText: (text, names) => [text, ...names].some((one) => all(wordsOf(one))),
  };
}

/** Runs of words that name nothing in the data and aren't words of questions. */
function unknownRuns(
  question: string,
  facts: QueryFacts,
  catalog: Catalog,
): readonly (readonly Token[])[] {
  const names = namesOf(catalog);
  const values = catalog.meaning?.values ?? [];
  const texts = [
    ...facts.root.filters.flatMap((filter) => filter.values),
    ...values.flatMap(({ value, synonyms }) => [value, ...synonyms]),
  ];
  const known = new Set(texts.flatMap(wordsOf));
  const isUnknown = ({ kind, lower, lemma }: Token) =>
    kind === 'word' &&
    !isOfQuestions(lower) &&
    ![lower, lemma, ...wordsOf(lower)].some((word) => names.has(keyOf([word])) || known.has(word));
  const runs: Token[][] = [];
  let isOpen = false;
  for (const token of tokenize(question)) {
    if (!isUnknown(token)) isOpen = false;
    else if (isOpen) runs.at(-1)?.push(token);
    else {
      runs.push([token]);
      isOpen = true;
    }
  }
  return runs;
}

const PERIODS = [DAYS, MONTHS, RELATIVE, TO_DATE, UNITS, WEEKDAYS];

const isOfQuestions = (word: string): boolean =>
  isPlain(word) ||
  isIdleWord(word) ||
  LINKING.has(word) ||
  COMPARATIVES.has(word) ||
  COUNTING_WORDS.has(word) ||
  PERIODS.some((words) => words.has(word) || words.has(wordsOf(word)[0] ?? ''));
