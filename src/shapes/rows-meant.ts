import { singular } from '#src/catalog/catalog-names.ts';
import { isEnglish } from '#src/catalog/dictionary.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { PLAIN_ROWS } from '#src/language/en/name-heads.ts';
import { PEOPLE_NOUNS } from '#src/language/en/people.ts';
import { holdsPeople } from '#src/planner/lexicon/people.ts';
import type { Planner, PlanRequest, QueryPlan } from '#src/planner/plan.ts';
import { blocksIn, columnsIn, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';
import { questionOf } from '#src/read/plan.ts';
import type { Question } from '#src/read/question.ts';
import { saidAs } from '#src/read/said-as.ts';
import { kindsOf, PLAIN_KIND_COST, relatedIn } from '#src/shapes/related-words.ts';
import { classesOf, type WordClass } from '#src/shapes/word-weights.ts';

/**
 * A question about rows by a noun that names nothing, planned by what its rows are called: `vessels with more than 100 seats`, where
 * ferries are the only kind of vessel that is kept, or `children in cabin 12` of a table `entries` with first and last names.
 * What the noun was taken for is told. Null where another table may be meant as well, or where the question says nothing else
 * that those rows have.
 */
export function planRowsMeant(request: PlanRequest, plan: Planner): QueryPlan | null {
  const question = questionOf(request);
  const noun = question && nounOfRows(question);
  if (!noun) return null;
  const { catalog } = request;
  const table = tableMeant(noun, catalog.tables, relatedIn(catalog)(noun.lemma));
  if (!table) return null;
  const planned = plan(saidAs(request, saidBy(table, noun, question)));
  if (planned.kind !== 'query' || !tellsOf(planned, table)) return null;
  const told = `"${noun.texts[0]}" was read as ${table.label}.`;
  return { ...planned, assumptions: [told, ...planned.assumptions] };
}

/** A noun that names nothing, wherever it stands in a question. */
interface Noun {
  readonly lemma: string;
  readonly at: readonly number[];
  readonly texts: readonly string[];
}

/** The only noun of a question that names nothing and stands where rows are named; null where there is none or another one. */
function nounOfRows(question: Question): Noun | null {
  const classes = classesOf(question);
  const at = question.tokens.flatMap((_, place) =>
    NOTHING_NAMED.has(classes[place]!) && isNounOfRows(place, question) ? [place] : [],
  );
  const said = at.map((place) => question.tokens[place]!);
  const [first] = said;
  if (!first || said.some(({ lemma }) => lemma !== first.lemma)) return null;
  return { lemma: first.lemma, at, texts: said.map(({ text }) => text) };
}

/** Whether a token is a word of the dictionary that names nothing, right behind what rows are asked or told with. */
function isNounOfRows(at: number, question: Question): boolean {
  const { kind, lower, lemma, capital } = question.tokens[at]!;
  const { beforeRows, beforeOne } = question.language.functionWords;
  return (
    kind === 'word' &&
    !capital &&
    lower.length >= SHORTEST &&
    question.is(at - 1, lower === lemma ? beforeOne : beforeRows) &&
    question.holders(at).length === 0 &&
    question.period(at) === null &&
    isEnglish(lower)
  );
}

const SHORTEST = 3;
const NOTHING_NAMED: ReadonlySet<WordClass> = new Set<WordClass>(['unknown', 'verb']);

/** Whether rows only tie others together. */
const isLink = ({ columns }: CatalogTable): boolean =>
  columns.every(({ kind }) => kind === 'identifier');

/** The only table whose rows a noun may stand for: they are a kind of it, or people that are called no more than rows. What else `data` may hold is not known. */
function tableMeant(
  { lemma }: Noun,
  tables: readonly CatalogTable[],
  relatives: ReturnType<ReturnType<typeof relatedIn>>,
): CatalogTable | null {
  const close = new Set(
    relatives
      .filter(({ cost, isKind }) => isKind && cost < PLAIN_KIND_COST)
      .map(({ word }) => word),
  );
  const isPerson = PEOPLE_NOUNS.has(lemma) || kindsOf(lemma).some((one) => PEOPLE_NOUNS.has(one));
  const kin = tables.filter((table) => close.has(wordsOf(table.label).at(-1)!) && !isLink(table));
  const people = isPerson ? tables.filter((table) => isPlain(table) && holdsPeople(table)) : [];
  const [only, another] = kin.length > 0 ? kin : people;
  return only && !another && (kin.length === 0 || wordsOf(only.label).length === 1) ? only : null;
}

/** Whether rows are called by no more than that they are rows: `entries`, `list`. */
const isPlain = ({ label }: CatalogTable): boolean =>
  wordsOf(label).every((word) => PLAIN_ROWS.has(word));

/** The question with the label of a table in the place of a noun, in its number. */
function saidBy({ label }: CatalogTable, { at }: Noun, question: Question): string {
  let said = question.text;
  for (const place of at.toReversed()) {
    const { start, end, lower, lemma } = question.tokens[place]!;
    const own = lower === lemma ? singular(label) : label;
    said = `${said.slice(0, start)}${own}${said.slice(end)}`;
  }
  return said;
}

/** Whether a query reads something that the rows of a table have. */
const tellsOf = ({ query }: QueryPlan, { name }: CatalogTable): boolean =>
  blocksIn(query).some((block) => {
    const sources = tablesByAlias(block);
    return columnsIn([block.where, block.groupBy, block.orderBy, block.having, block.select]).some(
      ({ alias }) => sources.get(alias) === name,
    );
  });
