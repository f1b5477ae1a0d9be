import { lemma } from '#src/catalog/fold.ts';
import { keyOf } from '#src/catalog/name-keys.ts';
import { readAs } from '#src/planner/drafted-names.ts';
import { type Form, formsOf } from '#src/planner/lexicon/synonyms.ts';
import { tokenize } from '#src/planner/tokens.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';

/**
 * The drafted synonyms that a model's statement seems to follow: words of the question that are one of a table or
 * column which the statement reads, and which the question does not name by anything that is sure.
 */
export function draftedSynonyms(question: string, facts: QueryFacts, catalog: Catalog): string[] {
  const tokens = tokenize(question).filter(({ kind }) => kind === 'word');
  const sure = new Set(
    catalog.tables.flatMap((table) =>
      [table, ...table.columns].flatMap((one) => formsOf(one).flatMap(surely)),
    ),
  );
  const spanOf = ({ words }: Form): string | null => {
    const at = tokens.findIndex((_, from) =>
      words.every((word, index) => {
        const token = tokens[from + index];
        return token !== undefined && [token.lemma, lemma(token.lower)].includes(word);
      }),
    );
    if (at < 0) return null;
    return question.slice(tokens[at]!.start, tokens[at + words.length - 1]!.end);
  };
  return readBy(facts, catalog).flatMap(({ named, name }) => {
    const forms = formsOf(named);
    if (forms.some((form) => !form.drafted && spanOf(form) !== null)) return [];
    const drafted = forms.filter((form) => form.drafted && !sure.has(keyOf(form.words)));
    const span = drafted.map(spanOf).find((one) => one !== null);
    return span ? [readAs(span, name)] : [];
  });
}

const surely = ({ words, drafted }: Form): string[] => (drafted ? [] : [keyOf(words)]);

interface Read {
  readonly named: CatalogTable | CatalogColumn;
  readonly name: string;
}

function readBy({ tables, columns }: QueryFacts, catalog: Catalog): readonly Read[] {
  const same = (left: string, right: string) => left.toLowerCase() === right.toLowerCase();
  return catalog.tables
    .filter(({ name }) => tables.some((table) => same(table, name)))
    .flatMap((table) => [
      { named: table, name: `table ${table.label}` },
      ...table.columns
        .filter(({ name }) =>
          columns.some((one) => same(one.table, table.name) && same(one.column, name)),
        )
        .map((column) => ({ named: column, name: `column ${column.label} of ${table.label}` })),
    ]);
}
