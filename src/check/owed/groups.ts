import { wordsOf } from '#src/catalog/name-keys.ts';
import type { AskedWords, Mention, NamedColumn } from '#src/check/owed/asked-words.ts';
import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';
import { isSame, type Statement } from '#src/check/owed/statement.ts';
import type { BaseColumn } from '#src/plugin-api/query-facts.ts';
import { kindOfUnit, saidUnits } from '#src/query/units.ts';
import { divides } from '#src/sql/nodes.ts';

/** "By region", "per month", "in each country": what the rows of the result are told apart by. */
export const groupsOwed: ReadObligations = (asked) =>
  asked.tokens.flatMap(({ lower, kind }, at): readonly Obligation[] => {
    const language = asked.words;
    const isBy = language.by.has(lower);
    if (kind !== 'word' || (!isBy && !language.each.has(lower)) || asked.inPeriod.has(at))
      return [];
    if (asked.mentions.some(({ start, end }) => start <= at && at < end)) return [];
    const before = asked.tokens[at - 1]?.lower ?? '';
    if (isBy && (language.notGroups.has(before) || language.isPast(before))) return [];
    const begin = language.beforeGroups.has(asked.tokens[at + 1]?.lower ?? '') ? at + 2 : at + 1;
    const unit = asked.tokens[begin];
    // "Miles per hour" is a speed.
    if (!isBy && saidUnits(before).some((one) => kindOfUnit(one) === 'length')) return [];
    if (
      unit &&
      language.periodGroups.has(unit.lemma) &&
      !asked.mentions.some(({ start }) => start === begin)
    )
      return [periodOwed(asked, at, begin)];
    const named = mentionsFrom(asked, begin);
    const last = named.at(-1);
    if (!last) return [];
    const after = asked.tokens[last.end]?.lower ?? '';
    if (
      isBy &&
      (language.narrowing.has(after) || asked.values.some(({ start }) => start === last.end))
    )
      return [];
    const words = asked.text(at, last.end);
    return [
      {
        kind: 'group',
        words,
        unmetBy: (statement) => notGrouped({ words, isBy, named, asked }, statement),
      },
    ];
  });

/** Names that follow each other: `product category`, or one of them alone. */
function mentionsFrom({ mentions }: AskedWords, begin: number): readonly Mention[] {
  const first = mentions.find(({ start }) => start === begin);
  if (!first) return [];
  const next = mentions.find(({ start }) => start === first.end);
  return next ? [first, next] : [first];
}

interface Grouping {
  readonly words: string;
  readonly isBy: boolean;
  readonly named: readonly Mention[];
  readonly asked: AskedWords;
}

function notGrouped({ words, isBy, named, asked }: Grouping, statement: Statement): string | null {
  const columns = named.flatMap((one) => one.columns);
  const tables = named.flatMap((one) => one.tables);
  if (tables.length === 0 && columns.every(({ column }) => column.kind === 'measure')) return null;
  const { blocks, calls, facts, nodes } = statement;
  const counts = calls.some(({ aggregate }) => aggregate);
  // A list goes by what sorts it; what it only shows tells no rows apart.
  if (!counts && (!isBy || facts.root.distinct)) return null;
  // "Revenue per order" is a quotient, "average number of orders per customer" an average over groups.
  if (!isBy && (nodes.some(divides) || blocks.length > 1)) return null;
  const groups = blocks
    .flatMap(({ groupBy, outputs, orderBy }) => [
      ...groupBy,
      ...(counts ? outputs.filter(({ aggregates }) => aggregates.length === 0) : []),
      ...orderBy.map(({ expr }) => expr),
    ])
    .flatMap((one) => one.columns);
  if (
    blocks.some(({ groupBy }) => groupBy.some(({ dateUnit }) => dateUnit !== null)) &&
    named.every((one) => isPeriodName(one, asked.words.periodGroups))
  )
    return null;
  const partitions = calls.flatMap(({ over }) => over?.partitionBy ?? []);
  if (partitions.length > 0 || facts.root.setOperation) return null;
  // Which column of a table its rows are told apart by is not known from the words.
  const isTold = tables.length > 0 && !isBy && facts.root.groupBy.length > 0;
  return isTold || groups.some((one) => isOne(one, columns, tables, statement))
    ? null
    : `The question says "${words}", but the SQL ${facts.root.groupBy.length > 0 ? 'uses other groups' : counts ? 'returns one row for everything' : "doesn't group rows"}.`;
}

/** A column that is called `month`, where months of a date may be meant. */
const isPeriodName = ({ columns }: Mention, periods: ReadonlySet<string>) =>
  columns.some(({ column }) => periods.has(column.label.toLowerCase()));

function isOne(
  group: BaseColumn,
  columns: readonly NamedColumn[],
  tables: readonly Mention['tables'][number][],
  { columnOf }: Statement,
): boolean {
  const label = wordsOf(columnOf(group)?.label ?? group.column);
  const shares = (other: string) => wordsOf(other).every((word) => label.includes(word));
  return (
    columns.some(
      ({ table, column }) =>
        (isSame(table.name, group.table) && isSame(column.name, group.column)) ||
        shares(column.label),
    ) || tables.some(({ name, label: own }) => isSame(name, group.table) || shares(own))
  );
}

function periodOwed(asked: AskedWords, at: number, begin: number): Obligation {
  const words = asked.text(at, begin + 1);
  return {
    kind: 'group',
    words,
    unmetBy: ({ blocks, calls, facts, nodes, columnOf }) => {
      if (!calls.some(({ aggregate }) => aggregate) || nodes.some(divides)) return null;
      if (facts.root.setOperation || blocks.length > 1) return null;
      const groups = blocks.flatMap(({ groupBy }) => groupBy);
      if (calls.some(({ over }) => over !== null)) return null;
      const isTime = groups.some(
        ({ dateUnit, columns, node }) =>
          dateUnit !== null ||
          node.kind === 'call' ||
          columns.some((one) => {
            const known = columnOf(one);
            return (
              known?.kind === 'time' ||
              wordsOf(known?.label ?? '').some((word) => asked.words.periodGroups.has(word))
            );
          }),
      );
      return isTime ? null : `The question says "${words}", but the SQL doesn't group by time.`;
    },
  };
}
