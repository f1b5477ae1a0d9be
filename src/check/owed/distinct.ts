import type { AskedWords } from '#src/check/owed/asked-words.ts';
import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';
import { meaningAt } from '#src/check/owed/phrases.ts';
import { isSame, type Statement } from '#src/check/owed/statement.ts';
import type { BaseColumn } from '#src/plugin-api/query-facts.ts';
import { columnOf } from '#src/sql/nodes.ts';

/** "Different", and things that are counted where another table tells of them: each once. */
export const distinctOwed: ReadObligations = (asked) => [
  ...differentOwed(asked),
  ...countedThings(asked),
];

export function differentOwed({
  tokens,
  mentions,
  text,
  words: language,
}: AskedWords): readonly Obligation[] {
  const at = tokens.findIndex(
    ({ lower }, place) =>
      language.different.has(lower) &&
      !mentions.some(({ start, end }) => start <= place && place < end),
  );
  if (at < 0 || language.notDifferent.has(tokens[at + 1]?.lower ?? '')) return [];
  const words = text(at, at + 1);
  return [
    {
      kind: 'distinct',
      words,
      unmetBy: (statement) => {
        const { calls, blocks, facts } = statement;
        if (calls.some(({ distinct, name }) => distinct || countsOnce(name))) return null;
        if (
          blocks.some(
            ({ distinct, groupBy, setOperation }) => distinct || groupBy.length > 0 || setOperation,
          )
        )
          return null;
        const counted = calls.filter(({ name }) => name === 'count').flatMap(({ args }) => args);
        const shown = counted.length > 0 ? counted : facts.root.outputs.map(({ node }) => node);
        const isKeyed = shown.some((node) => {
          const column = columnOf(node);
          return column !== null && isUnique(column, statement);
        });
        const thing = mentions.find(({ start }) => start === at + 1);
        const isOfOne = thing?.tables.some(
          ({ name }) => facts.tables.length === 1 && isSame(name, facts.tables[0] ?? ''),
        );
        return isKeyed || isOfOne
          ? null
          : `The question says "${words}"; the statement may show or count one several times.`;
      },
    },
  ];
}

const ONCE: readonly string[] = ['approx_count', 'unique'];
/** Functions that count what is equal once, whatever they are called in a dialect. */
const countsOnce = (sql: string) => ONCE.some((part) => sql.includes(part));

const isUnique = (column: BaseColumn, { columnOf: known, catalog, facts }: Statement): boolean => {
  if (facts.tables.length > 1) return false;
  const table = catalog.tables.find(({ name }) => isSame(name, column.table));
  const isKey = table?.primaryKey?.length === 1 && isSame(table.primaryKey[0] ?? '', column.column);
  return isKey || known(column)?.profile?.unique === true;
};

/** "How many clients had a shipment": COUNT(client_id) of shipments counts the shipments. */
function countedThings({
  tokens,
  mentions,
  text,
  catalog,
  words: language,
}: AskedWords): readonly Obligation[] {
  return tokens.flatMap((_, at): readonly Obligation[] => {
    const count = meaningAt(tokens, at, language.counted);
    if (!count) return [];
    const thing = mentions.find(
      ({ start }) =>
        start === count.end || (start === count.end + 1 && tokens[count.end]?.kind === 'word'),
    );
    const [table, second] = thing?.tables ?? [];
    if (!thing || !table || second || thing.columns.length > 0) return [];
    const words = text(at, thing.end);
    return [
      {
        kind: 'distinct',
        words,
        unmetBy: ({ calls, blocks }) => {
          if (blocks.some(({ distinct, groupBy }) => distinct || groupBy.length > 0)) return null;
          const counts = calls.filter(({ name }) => name === 'count');
          const repeated = counts.find(({ distinct, args: [arg] }) => {
            const column = arg && columnOf(arg);
            return (
              !distinct &&
              column &&
              !isSame(column.table, table.name) &&
              catalog.relationships.some(
                ({ from, to, cardinality }) =>
                  cardinality === 'many-to-one' &&
                  isSame(from.table, column.table) &&
                  from.columns.length === 1 &&
                  isSame(from.columns[0] ?? '', column.column) &&
                  isSame(to.table, table.name),
              )
            );
          });
          return repeated
            ? `The question asks "${words}"; the statement counts one as often as it comes up.`
            : null;
        },
      },
    ];
  });
}
