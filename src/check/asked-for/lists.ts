import type { Asked } from '#src/check/asked.ts';
import { conditionsOf } from '#src/check/conditions.ts';
import { totalOwed } from '#src/check/owed/aggregates.ts';
import { type AskedWords, askedWords } from '#src/check/owed/asked-words.ts';
import { groupsOwed } from '#src/check/owed/groups.ts';
import { ENGLISH } from '#src/check/owed/languages.ts';
import type { Obligation } from '#src/check/owed/obligation.ts';
import { isSame } from '#src/check/owed/statement.ts';
import type { Catalog, ValueHit } from '#src/plugin-api/catalog.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';

/** Whether a statement shows rows as they are: it computes nothing and forms no groups. */
export const isList = ({ root }: QueryFacts): boolean =>
  root.groupBy.length === 0 &&
  root.setOperation === null &&
  root.outputs.every(({ aggregates }) => aggregates.length === 0);

/** What no list answers, whoever wrote it: a total, groups, and rows that have one of every kind. */
export function owedByLists(
  facts: QueryFacts,
  catalog: Catalog,
  { question, today }: Pick<Asked, 'question' | 'today'>,
): readonly Obligation[] {
  const values = conditionsOf(facts).flatMap(({ column, values }): readonly ValueHit[] =>
    column ? values.map((value) => ({ ...column, value, rowCount: 1, match: 'exact' })) : [],
  );
  const asked = askedWords(question, catalog, values, today, ENGLISH);
  return [totalOwed, groupsOwed, everyOwed].flatMap((read) => read(asked));
}

/** "Parts with stock in all warehouses": one is not enough. */
function everyOwed(asked: AskedWords): readonly Obligation[] {
  return asked.mentions.flatMap(({ start, end, tables }): readonly Obligation[] => {
    const opening = asked.words.every.has(asked.tokens[start - 1]?.lower ?? '') ? start - 1 : 0;
    if (opening === 0) return [];
    const words = asked.text(opening, end);
    return [
      {
        kind: 'every',
        words,
        unmetBy: ({ facts, blocks, calls, leavesOut }) => {
          const isOf = (block: (typeof blocks)[number]) =>
            block.sources.some(({ table }) => tables.some(({ name }) => isSame(name, table ?? '')));
          const isAny = !isOf(facts.root) && blocks.some(isOf) && !leavesOut;
          return isAny && !calls.some(({ aggregate }) => aggregate)
            ? `The question asks for "${words}", but the SQL accepts any one of them.`
            : null;
        },
      },
    ];
  });
}
