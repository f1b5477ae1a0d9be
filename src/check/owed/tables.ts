import { wordsOf } from '#src/catalog/name-keys.ts';
import { type AskedWords, isPartOfColumn } from '#src/check/owed/asked-words.ts';
import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';
import { isSame, type Statement } from '#src/check/owed/statement.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { BaseColumn } from '#src/plugin-api/query-facts.ts';

/** Rows that the question names are read: their table, what refers to it, or what is called so. */
export const tablesOwed: ReadObligations = (asked) =>
  asked.mentions.flatMap((mention): readonly Obligation[] => {
    const { start, end, tables, columns } = mention;
    const [table, second] = tables;
    const isPart =
      asked.inPeriod.has(start) || asked.values.some((one) => one.start < end && start < one.end);
    // "Heads of departments" are heads.
    const isOwner =
      asked.words.ofThings.has(asked.tokens[start - 1]?.lower ?? '') &&
      asked.mentions.some((one) => one.end === start - 1 && one.tables.length > 0);
    // "In alphabetical order", "settlement date" of a date that is called so.
    const isOther =
      asked.words.sorting.has(asked.tokens[start]?.lower ?? '') || isPartOfColumn(asked, mention);
    if (!table || second || columns.length > 0 || isPart || isOwner || isOther) return [];
    const words = asked.text(start, end);
    return [
      {
        kind: 'table',
        words,
        unmetBy: (statement) =>
          tellsOf(table, asked, statement)
            ? null
            : `The question mentions "${words}", but the SQL doesn't read that table.`,
      },
    ];
  });

function tellsOf(
  table: CatalogTable,
  { catalog, words: language }: AskedWords,
  { facts, columnOf }: Statement,
): boolean {
  const own = wordsOf(table.label);
  const isCalled = (name: string) =>
    own.some((word) => wordsOf(name).some((other) => language.isFormOf(word, other)));
  return (
    facts.tables.some((name) => {
      const known = catalog.tables.find((one) => isSame(one.name, name));
      return isSame(name, table.name) || isCalled(known?.label ?? name);
    }) ||
    facts.columns.some((one) => isCalled(columnOf(one)?.label ?? one.column)) ||
    facts.columns.some((one) => mayReferTo(one, catalog, columnOf(one)?.kind)) ||
    facts.tables.some((name) => leadsTo(name, table, catalog)) ||
    catalog.relationships.some(
      ({ from, to }) =>
        isSame(to.table, table.name) &&
        facts.columns.some(
          (one) =>
            isSame(one.table, from.table) && from.columns.some((name) => isSame(name, one.column)),
        ),
    )
  );
}

/** Rentals are of films, by way of the copies that are rented. */
function leadsTo(from: string, { name: to }: CatalogTable, { relationships }: Catalog): boolean {
  const reached = [from];
  for (const at of reached)
    for (const one of relationships) {
      const isStep = isSame(one.from.table, at) && one.confidence >= OWN_NAME;
      if (isStep && !reached.includes(one.to.table)) reached.push(one.to.table);
    }
  return reached.some((known) => isSame(known, to));
}

/** From here on a reference is called as the rows are: games do not tell of members because one of them won. */
const OWN_NAME = 0.7;

/** `winner_id`: a key of which is not known whose it is. */
const mayReferTo = (
  { table, column }: BaseColumn,
  { relationships, tables }: Catalog,
  kind: CatalogColumn['kind'] | undefined,
): boolean =>
  kind === 'identifier' &&
  !tables.some(
    ({ name, primaryKey }) => isSame(name, table) && primaryKey?.some((key) => isSame(key, column)),
  ) &&
  !relationships.some(
    ({ from }) => isSame(from.table, table) && from.columns.some((name) => isSame(name, column)),
  );
