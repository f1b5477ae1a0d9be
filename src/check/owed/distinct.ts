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
  const isCounted = tokens.some(
    (_, place) => place < at && meaningAt(tokens, place, language.counted)?.end === at,
  );
  return [
    {
      kind: 'distinct',
      words,
      unmetBy: (statement) => {
        const { calls, blocks, facts } = statement;
        if (calls.some(({ distinct, name }) => distinct || countsOnce(name))) return null;
        if (isCounted && countsRepeated(statement))
          return `The question says "${words}", but the SQL counts each value as often as it appears.`;
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
          : `The question says "${words}", but the SQL may show or count the same value more than once.`;
      },
    },
  ];
}

/** COUNT of a column over tables as they are, where no group of its block is that column. */
const countsRepeated = (statement: Statement): boolean =>
  statement.blocks.some(
    ({ sources, outputs, groupBy, distinct }) =>
      !distinct &&
      sources.every(({ table }) => table !== null) &&
      outputs.some(({ node }) => {
        const [arg] = node.kind === 'call' && node.name === 'count' ? node.args : [];
        const column = arg && columnOf(arg);
        return (
          column &&
          !isUnique(column, statement) &&
          !groupBy.some(
            (one) => one.column?.table === column.table && one.column.column === column.column,
          )
        );
      }),
  );

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
          const refers = (from: string, column: string | null) =>
            catalog.relationships.some(
              (one) =>
                one.cardinality === 'many-to-one' &&
                isSame(one.from.table, from) &&
                one.from.columns.length === 1 &&
                (column === null || isSame(one.from.columns[0] ?? '', column)) &&
                isSame(one.to.table, table.name),
            );
          const repeated = counts.find(({ distinct, args: [arg] }) => {
            const column = arg && columnOf(arg);
            if (distinct) return false;
            if (column)
              return !isSame(column.table, table.name) && refers(column.table, column.column);
            // COUNT(*) of rows that refer to the thing, which is not read itself.
            const isOfRows = arg === undefined || arg.kind === 'row';
            const [block] = blocks;
            return (
              isOfRows &&
              blocks.length === 1 &&
              block?.sources.every((one) => one.table !== null && !isSame(one.table, table.name)) &&
              block.sources.some((one) => one.table !== null && refers(one.table, null))
            );
          });
          return repeated
            ? `The question asks "${words}", but the SQL counts each one as often as it appears.`
            : null;
        },
      },
    ];
  });
}
