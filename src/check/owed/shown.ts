import { wordsOf } from '#src/catalog/name-keys.ts';
import type { AskedWords, Mention } from '#src/check/owed/asked-words.ts';
import type { OwedLanguage } from '#src/check/owed/languages.ts';
import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';
import { isSame, type Statement } from '#src/check/owed/statement.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';
import type { BaseColumn } from '#src/plugin-api/query-facts.ts';

/** "Which products", "top 5 stores", "customers without …": what tells one of them from the others is shown. */
export const shownOwed: ReadObligations = (asked) => {
  return [
    ...[leadingThing(asked), ...groupedThings(asked)].flatMap((thing) => owedFor(asked, thing)),
    ...whoOwed(asked),
  ];
};

/** "Who …": a name, or a key of somebody. */
function whoOwed({ tokens, text, catalog, words: language }: AskedWords): readonly Obligation[] {
  if (!language.persons.has(tokens[0]?.lower ?? '')) return [];
  const display = catalog.tables.flatMap((table) =>
    displayColumns(table).map((column) => ({ table, column })),
  );
  return [
    {
      kind: 'shown',
      words: text(0, 1),
      unmetBy: ({ facts, columnOf }) => {
        const shown = facts.root.outputs.flatMap(({ columns }) => columns);
        const tells = (one: BaseColumn) => {
          const known = columnOf(one);
          return (
            known?.kind === 'identifier' ||
            wordsOf(known?.label ?? one.column).some(
              (word) =>
                language.telling.has(word) ||
                word.includes('name') ||
                // "Who directed it" is told by the director.
                tokens.some(
                  ({ lower, lemma }) =>
                    language.isRole(lower, word) || language.isRole(lemma, word),
                ),
            ) ||
            display.some(
              ({ table, column }) =>
                isSame(table.name, one.table) && isSame(column.name, one.column),
            )
          );
        };
        const [first] = shown;
        return first && !facts.root.setOperation && !shown.some(tells)
          ? `The question asks "${text(0, 1)}", but the SQL shows ${columnOf(first)?.label ?? first.column}, which isn't a name.`
          : null;
      },
    },
  ];
}

function owedFor(asked: AskedWords, thing: Mention | null): readonly Obligation[] {
  const [table, second] = thing?.tables ?? [];
  if (!thing || !table || second || thing.columns.length > 0) return [];
  const words = asked.text(thing.start, thing.end);
  const named = asked.mentions.flatMap(({ columns }) => columns.map(({ column }) => column.label));
  const owed: Obligation = {
    kind: 'shown',
    words,
    unmetBy: (statement) =>
      notShown({ words, table, named: new Set(named), telling: asked.words.telling }, statement),
  };
  return [owed];
}

/** "Revenue by doctor", "orders per customer": a row for each of them. */
function groupedThings({ tokens, mentions, words: language }: AskedWords): readonly Mention[] {
  return mentions.filter(({ start, end, tables }) => {
    const before = tokens[start - 1]?.lower ?? '';
    const isOpened =
      language.quotient.has(before) ||
      (language.by.has(before) && !language.isPast(tokens[start - 2]?.lower ?? ''));
    const isAlone =
      !language.owner.has(tokens[end]?.text ?? '') &&
      !mentions.some((other) => other.start === end);
    return tables.length > 0 && isOpened && isAlone;
  });
}

/** The thing that the question is after, where nothing but numbers, adjectives and asking words stand before it. */
function leadingThing({ tokens, mentions, values, words: language }: AskedWords): Mention | null {
  // "The names of the patients": of them, their names are shown.
  const [first] = mentions.filter(({ start, end }) => !isCalled(tokens, start, end, language));
  if (!first || first.tables.length === 0) return null;
  const before = tokens.slice(0, first.start);
  const fits = before.every(
    ({ lower, value }, at) =>
      language.opening.has(lower) ||
      language.called.has(lower) ||
      language.ofThings.has(lower) ||
      language.asking.has(lower) ||
      language.superlatives.has(lower) ||
      value !== null ||
      values.some(({ start, end }) => start <= at && at < end),
  );
  const next = tokens[first.end];
  const isOwner =
    language.owner.has(next?.text ?? '') || mentions.some(({ start }) => start === first.end);
  const asksMore = tokens.some(({ lower }) => language.shownMore.has(lower));
  return fits && !isOwner && !asksMore ? first : null;
}

const isAmount = (kind: string | undefined) => kind === 'measure' || kind === 'time';

const isCalled = (
  tokens: AskedWords['tokens'],
  start: number,
  end: number,
  { called, ofThings }: OwedLanguage,
) =>
  tokens.slice(start, end).every(({ lower }) => called.has(lower)) &&
  ofThings.has(tokens[end]?.lower ?? '');

interface Shown {
  readonly words: string;
  readonly table: CatalogTable;
  /** Labels of columns that the question names. */
  readonly named: ReadonlySet<string>;
  readonly telling: ReadonlySet<string>;
}

function notShown(
  { words, table, named, telling }: Shown,
  { facts, columnOf, catalog }: Statement,
): string | null {
  const { root } = facts;
  if (root.setOperation) return null;
  const shown = root.outputs.filter(({ aggregates }) => aggregates.length === 0);
  const columns = shown
    .flatMap((one) => one.columns)
    .filter((one) => !isAmount(columnOf(one)?.kind));
  if (shown.length === 0 || columns.length === 0) return null;
  const display = displayColumns(table);
  if (display.length === 0) return null;
  const tells = (one: BaseColumn) => {
    const known = columnOf(one);
    const label = wordsOf(known?.label ?? one.column);
    return (
      display.some(({ name }) => isSame(name, one.column) && isSame(table.name, one.table)) ||
      known?.kind === 'identifier' ||
      known?.profile?.unique === true ||
      label.some((word) => telling.has(word)) ||
      wordsOf(table.label).some((word) => label.includes(word)) ||
      catalog.relationships.some(
        ({ from, to }) =>
          isSame(to.table, table.name) &&
          isSame(from.table, one.table) &&
          from.columns.some((name) => isSame(name, one.column)),
      )
    );
  };
  if (columns.some(tells)) return null;
  const [first] = columns;
  const label = (first && columnOf(first)?.label) ?? first?.column ?? '';
  return named.has(label)
    ? null
    : `The question asks for ${words}, but the SQL shows ${label}, which doesn't tell them apart.`;
}
