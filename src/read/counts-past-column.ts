import { wordsOf } from '#src/catalog/name-keys.ts';
import { ENGLISH_ASKED_WORDS } from '#src/language/en/asked-words.ts';
import {
  blocksIn,
  columnBehind,
  columnsIn,
  hasNode,
  sourcesOf,
  tablesByAlias,
} from '#src/planner/select-blocks.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { ColumnRef, SelectQuery } from '#src/plugin-api/query.ts';
import { isNameOfRows } from '#src/read/ask.ts';
import type { Question } from '#src/read/question.ts';
import { type Schema, tableOf } from '#src/read/resolve.ts';

const { counted, numbering, keptCounts } = ENGLISH_ASKED_WORDS;

/** What is computed, and a column of the asked rows that keeps it. */
interface Kept {
  readonly computed: string;
  readonly column: string;
}

/**
 * `Number of tickets of each festival`, of which rows of tickets are counted although festivals have their `tickets total`: either
 * may be asked. `How many tickets` counts them.
 */
export function countsPastColumn(
  question: Question,
  query: SelectQuery,
  schema: Schema,
): Kept | null {
  const { tables } = schema;
  const said = numberedWords(question);
  if (said.length === 0) return null;
  const rows = new Set(blocksIn(query).flatMap((block) => countedIn(block, schema)));
  const others = spokenTables(question, query);
  for (const name of rows) {
    const words = wordsOf(tables.get(name)?.label ?? '');
    const isWhole = words.length === 1 || said.includes(words.join(' '));
    const asked = said.filter((word) => words.includes(word));
    for (const other of asked.length > 0 ? others : []) {
      // `total walks` of a table `walk_club` that has a column `walks`
      if (other === name && isWhole) continue;
      const wanted = other === name || !isWhole ? asked : [words.join(' ')];
      const column = keptIn(tables.get(other), (rest) => wanted.includes(rest));
      if (column) return { computed: words.join(' '), column: column.label };
    }
  }
  return null;
}

/**
 * `Total walks per club`, where what is added up is of rows that the question does not name (`tot_walks` of walkers), and clubs
 * have a number that is called so.
 */
export function sumsPastColumn(
  question: Question,
  query: SelectQuery,
  { tables }: Schema,
): Kept | null {
  const named = namedTables(question);
  if (numberedWords(question).length === 0) return null;
  for (const block of blocksIn(query))
    for (const { expr } of block.select) {
      if (expr.kind !== 'aggregate' || expr.fn !== 'sum' || expr.arg === null) continue;
      const summed = columnBehind(expr.arg, tablesByAlias(block), tables);
      if (!summed || named.has(summed.table.name)) continue;
      const { alias } = expr.arg as ColumnRef;
      if (columnsIn([block.where, block.groupBy]).some((one) => one.alias === alias)) continue;
      for (const other of spokenTables(question, query)) {
        const own = other === summed.table.name ? undefined : tables.get(other);
        const column = keptIn(own, (rest) => rest === restOf(summed.column));
        if (column)
          return {
            computed: `${summed.column.label} of ${summed.table.label}`,
            column: column.label,
          };
      }
    }
  return null;
}

/**
 * `Students who take chess`, of which a query shows the `max students` of a course: rows are spoken of that have a table of their own,
 * which the query leaves aside for a number that says something else of them.
 */
export function numberForRows(
  question: Question,
  query: SelectQuery,
  { tables }: Schema,
): Kept | null {
  const blocks = blocksIn(query);
  const read = new Set(blocks.flatMap((block) => sourcesOf(block).map(({ table }) => table)));
  const said = new Set(question.tokens.map(({ lemma }) => lemma));
  const left = question.tokens.flatMap((_, at) =>
    question
      .refs(at)
      .flatMap(({ options }) => options.filter(isNameOfRows))
      .filter(({ table, evidence }) => evidence === 'name' && !read.has(table))
      .map(({ table }) => wordsOf(tables.get(table)?.label ?? '')),
  );
  if (left.length === 0) return null;
  for (const block of blocks) {
    const sources = tablesByAlias(block);
    for (const one of columnsIn([block.select, block.where, block.orderBy])) {
      const { column } = columnBehind(one, sources, tables) ?? {};
      if (column?.kind !== 'measure') continue;
      const words = wordsOf(column.label);
      const more = (name: readonly string[]) =>
        words.filter((word) => !name.includes(word) && !keptCounts.has(word) && word !== 'of');
      const rows = left.find(
        (name) =>
          name.every((word) => words.includes(word)) &&
          more(name).length > 0 &&
          !more(name).every((word) => said.has(word)),
      );
      if (rows) return { computed: rows.join(' '), column: column.label };
    }
  }
  return null;
}

/**
 * What is told where rows are counted for what they belong to, which keeps a number of them, too: `singers with 0 shows` of a
 * `number_of_shows`, and where each of several rows that others tie is counted once.
 */
export function toldCounts(query: SelectQuery, schema: Schema): readonly string[] {
  const { tables, references } = schema;
  const blocks = blocksIn(query);
  const read = new Set(blocks.flatMap((block) => sourcesOf(block).map(({ table }) => table)));
  const labelOf = (name: string): string => tables.get(name)?.label ?? name;
  const beside = blocks
    .flatMap((block) => countedIn(block, schema))
    .flatMap((name) => {
      const words = wordsOf(labelOf(name)).join(' ');
      return [...references].flatMap(([from, to]) => {
        const owner = tableOf(from) === name && read.has(tableOf(to)) ? tableOf(to) : null;
        const kept = owner && keptIn(tables.get(owner), (rest) => rest === words);
        return kept
          ? [
              `Rows of ${labelOf(name)} are counted. The ${kept.label} in ${labelOf(owner)} may differ.`,
            ]
          : [];
      });
    });
  const kept = blocks.flatMap((block) => {
    const sources = tablesByAlias(block);
    return columnsIn([block.select, block.where, block.orderBy]).flatMap((one) => {
      const { table, column } = columnBehind(one, sources, tables) ?? {};
      if (!table || !column || column.kind !== 'measure' || column.type !== 'integer') return [];
      const rest = restOf(column);
      const rows = [...references]
        .filter(([, to]) => tableOf(to) === table.name)
        .map(([from]) => tableOf(from))
        .find((from) => wordsOf(labelOf(from)).join(' ') === rest);
      const isCounted = wordsOf(column.label).some((word) => keptCounts.has(word));
      return rows && isCounted && !read.has(rows)
        ? [
            `The ${column.label} of ${table.label} is used. The number of rows of ${labelOf(rows)} may differ.`,
          ]
        : [];
    });
  });
  const once = blocks
    .filter(({ joins }) => joins.length > 0)
    .flatMap((block) => countedOnce(block, schema))
    .map((name) => `Each row of ${labelOf(name)} is counted once.`);
  return [...new Set([...beside, ...kept, ...once])];
}

/** The tables of which a block counts different rows. */
const countedOnce = (block: SelectQuery, schema: Schema): readonly string[] =>
  countedIn(
    {
      ...block,
      select: block.select.filter(({ expr }) => expr.kind === 'aggregate' && expr.distinct),
      orderBy: block.orderBy.filter(({ expr }) => expr.kind === 'aggregate' && expr.distinct),
    },
    schema,
  );

/** The tables whose rows a block counts, by themselves or by their keys. */
function countedIn(block: SelectQuery, { references }: Schema): readonly string[] {
  const sources = tablesByAlias(block);
  // `memberships registered in 2016`: rows of which something is said are counted.
  const isSaid = (alias: string) =>
    block.where.some(
      (one) =>
        one.kind !== 'exists' &&
        hasLiteral(one) &&
        columnsIn(one).some((column) => column.alias === alias),
    );
  return [...block.select, ...block.orderBy].flatMap(({ expr }) => {
    if (expr.kind !== 'aggregate' || expr.fn !== 'count') return [];
    if (expr.arg !== null && expr.arg.kind !== 'column') return [];
    if (isSaid(expr.arg?.alias ?? block.from.alias)) return [];
    if (expr.arg === null) return [block.from.table];
    const table = sources.get(expr.arg.alias) ?? '';
    const key = references.get(`${table}\0${expr.arg.column}`);
    return [key === undefined ? table : tableOf(key)];
  });
}

const hasLiteral = (part: unknown): boolean =>
  hasNode(part, (node) => 'kind' in node && node.kind === 'literal');

/** The words whose number is asked: `number of tickets`, `total tickets`, `ticket count`. */
const numberedWords = (question: Question): readonly string[] =>
  question.tokens.flatMap(({ kind, lemma }, at) => {
    if (kind !== 'word') return [];
    const before = question.beforeArticles(at);
    const names = question.phrase(before - 1, counted);
    const isNumbered =
      question.is(at + 1, numbering) ||
      question.is(before, numbering) ||
      (names?.means === 'names' && names.to === before + 1);
    return isNumbered ? [lemma] : [];
  });

/** The tables that a question names, and those that its query reads. */
const spokenTables = (question: Question, query: SelectQuery): ReadonlySet<string> =>
  new Set([
    ...blocksIn(query).flatMap((block) => sourcesOf(block).map(({ table }) => table)),
    ...namedTables(question),
  ]);

const namedTables = (question: Question): ReadonlySet<string> =>
  new Set(
    question.tokens.flatMap((_, at) =>
      question
        .refs(at)
        .flatMap(({ options }) => options.filter(isNameOfRows).map(({ table }) => table)),
    ),
  );

/** The number of a table's rows that is called so. */
const keptIn = (
  table: CatalogTable | undefined,
  isCalled: (rest: string) => boolean,
): CatalogColumn | undefined =>
  table?.columns.find(
    (column) =>
      !column.hidden &&
      column.kind === 'measure' &&
      column.type === 'integer' &&
      isCalled(restOf(column)),
  );

/** What a number is of: `tickets total`, `number of tickets` → ticket. */
const restOf = ({ label }: CatalogColumn): string =>
  wordsOf(label)
    .filter((word) => word !== 'of' && !keptCounts.has(word))
    .join(' ');
