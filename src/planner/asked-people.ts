import { lemma } from '#src/catalog/fold.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { AGENTS } from '#src/language/en/grammar.ts';
import { NO_AGENTS, ORGANISATIONS, PEOPLE_NOUNS } from '#src/language/en/people.ts';
import { isAgent } from '#src/language/en/stem.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { holdsPeople } from '#src/planner/lexicon/people.ts';
import { columnBehind, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { ColumnRef, Expr, SelectQuery } from '#src/plugin-api/query.ts';

interface Schema {
  readonly tables: ReadonlyMap<string, CatalogTable>;
  readonly references: ReadonlyMap<string, string>;
}

/** Whether a query shows somebody, as `who` asks: a person, or a company that acts. A day, an amount and a kind are nobody. */
export function showsSomebody(query: SelectQuery, { tables, references }: Schema): boolean {
  const sources = tablesByAlias(query);
  return query.select.some(({ expr }) => {
    if (expr.kind !== 'column' || isGiven(expr, query)) return false;
    const found = columnBehind(expr, sources, tables);
    if (!found) return true;
    const { table, column } = found;
    if (column.kind === 'time' || column.kind === 'measure') return false;
    const target = references.get(`${table.name}\0${column.name}`)?.split('\0')[0];
    return (
      wordsOf(column.label).some((word) => isSomebody(word) || AGENTS.has(word)) ||
      [table, ...(target ? [tables.get(target)!] : [])].some(isOfSomebody) ||
      isNameAlone(table, column, tables)
    );
  });
}

/**
 * `Whom did Orton defeat` is not asked for Orton: a condition gives the only value that the column has, or one that it is joined to by
 * that value.
 */
export function isGiven(
  shown: ColumnRef,
  { joins, where }: Pick<SelectQuery, 'joins' | 'where'>,
): boolean {
  const alike = joins.flatMap(({ on }) =>
    on.flatMap(({ left, right }) =>
      isColumn(left, shown) ? [right] : isColumn(right, shown) ? [left] : [],
    ),
  );
  const conjuncts = where.flatMap((one) => (one.kind === 'and' ? one.parts : [one]));
  return conjuncts.some(
    (one) =>
      one.kind === 'compare' &&
      one.op === '=' &&
      one.right.kind === 'literal' &&
      [shown, ...alike].some((same) => isColumn(one.left, same)),
  );
}

const isColumn = (expr: Expr, { alias, column }: ColumnRef): boolean =>
  expr.kind === 'column' && expr.alias === alias && expr.column === column;

const isOfSomebody = (table: CatalogTable): boolean =>
  holdsPeople(table) || isSomebody(wordsOf(table.label).at(-1) ?? '');

/** Whether the rows of a table are shown as people. */
export const showsPeople = (table: CatalogTable): boolean =>
  holdsPeople(table) ||
  displayColumns(table).some(({ label }) => PEOPLE_NOUNS.has(lemma(wordsOf(label).at(-1) ?? '')));

/** A sheet that says no more of its rows than their names. */
const isNameAlone = (
  table: CatalogTable,
  column: CatalogColumn,
  tables: ReadonlyMap<string, CatalogTable>,
): boolean => displayColumns(table).includes(column) && ![...tables.values()].some(isOfSomebody);

const isSomebody = (word: string): boolean => {
  const said = lemma(word);
  return (
    PEOPLE_NOUNS.has(said) || ORGANISATIONS.has(said) || (!NO_AGENTS.has(said) && isAgent(said))
  );
};
