import { wordsOf } from '#src/catalog/name-keys.ts';
import { type AskedWords, isNamed, type NamedColumn } from '#src/check/owed/asked-words.ts';
import { isSameAmount } from '#src/check/owed/bounds.ts';
import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';
import { isSame, type Statement } from '#src/check/owed/statement.ts';
import type { BaseColumn } from '#src/plugin-api/query-facts.ts';
import { columnNodes } from '#src/sql/nodes.ts';

/** An adjective or a verb, and the words of columns that it speaks of: `heaviest` of a weight, `latest` of a time. */
interface Graded {
  readonly at: number;
  readonly of: readonly string[];
  readonly isTime: boolean;
}

/**
 * "The heaviest parcels", "older than 30", "how heavy is it": which column an adjective speaks of, where the data has
 * one that is called so and the question names no other.
 */
export const gradedOwed: ReadObligations = (asked) => [
  ...superlatives(asked).flatMap((one) => owedOf(asked, one, endColumns)),
  ...comparatives(asked).flatMap(({ value, ...one }) =>
    owedOf(asked, one, (statement) => boundColumns(statement, value)),
  ),
  ...positives(asked).flatMap((one) => owedOf(asked, one, shownColumns)),
  ...amounts(asked),
];

/** "90 minutes", "3 seats": a number is compared with the column whose name the noun behind it is part of. */
function amounts(asked: AskedWords): readonly Obligation[] {
  const { tokens, inPeriod, columns, catalog, words: language } = asked;
  return tokens.flatMap(({ value }, at): readonly Obligation[] => {
    const noun = tokens[at + 1];
    if (value === null || inPeriod.has(at) || noun?.kind !== 'word' || isGrammarWord(asked, at + 1))
      return [];
    const isCalled = (label: string) =>
      wordsOf(label).some((word) => !language.kinds.has(word) && word === noun.lemma);
    if (catalog.tables.some(({ label }) => isCalled(label))) return [];
    const meant = columns.filter(
      ({ column }) => column.kind === 'measure' && isCalled(column.label),
    );
    if (meant.length === 0) return [];
    const words = asked.text(at, at + 2);
    return [
      {
        kind: 'graded',
        words,
        unmetBy: (statement) => {
          const compared = boundColumns(statement, value);
          const isThere = meant.some(({ table }) =>
            compared.some((one) => isSame(one.table, table.name)),
          );
          const [other] = compared;
          return other &&
            isThere &&
            !compared.some((one) => isCalled(statement.columnOf(one)?.label ?? one.column))
            ? `The question says "${words}", but the SQL compares ${statement.columnOf(other)?.label ?? other.column}.`
            : null;
        },
      },
    ];
  });
}

const isGrammarWord = ({ tokens, words: { plain } }: AskedWords, at: number) =>
  plain.some((words) => words.has(tokens[at]?.lower ?? ''));

function superlatives(asked: AskedWords): readonly Graded[] {
  return asked.tokens.flatMap(({ lower }, at): readonly Graded[] => {
    const graded = asked.words.superlatives.get(lower);
    return graded && !graded.worth && !isNamed(asked, at) && !asked.inPeriod.has(at)
      ? [{ at, of: graded.of, isTime: graded.time === true }]
      : [];
  });
}

/** "Older than 30", "weighing more than 10". */
function comparatives(asked: AskedWords): readonly (Graded & { readonly value: number })[] {
  const { tokens, inPeriod, words: language } = asked;
  return tokens.flatMap(({ value }, at) => {
    if (value === null || inPeriod.has(at) || !language.than.has(tokens[at - 1]?.lower ?? ''))
      return [];
    const graded = language.comparatives.get(tokens[at - 2]?.lower ?? '');
    return graded && !graded.worth && !isNamed(asked, at - 2)
      ? [{ at: at - 2, of: graded.of, isTime: graded.time === true, value }]
      : [];
  });
}

/** "How heavy is parcel 7". */
function positives(asked: AskedWords): readonly Graded[] {
  const { tokens, words: language } = asked;
  return tokens.flatMap(({ lower }, at): readonly Graded[] => {
    const graded = language.howBefore.has(tokens[at - 1]?.lower ?? '')
      ? language.gradedBy(lower)
      : null;
    return graded && !graded.worth ? [{ at, of: graded.of, isTime: false }] : [];
  });
}

function owedOf(
  asked: AskedWords,
  { at, of, isTime }: Graded,
  columnsOf: (statement: Statement) => readonly BaseColumn[],
): readonly Obligation[] {
  const meant = asked.columns.filter(({ column }) =>
    isTime ? column.kind === 'time' : wordsOf(column.label).some((word) => of.includes(word)),
  );
  if (meant.length === 0) return [];
  const words = asked.text(at, at + 1);
  const said = asked.tokens.flatMap(({ lower, lemma, kind }) =>
    kind === 'word' ? [lower, lemma] : [],
  );
  return [
    {
      kind: 'graded',
      words,
      unmetBy: (statement) => {
        const columns = columnsOf(statement);
        const isMeant = (one: BaseColumn) =>
          meant.some((own) => isColumn(own, one)) ||
          isSpoken(one, said, asked, statement, of.includes('age'));
        const isThere = meant.some(({ table }) =>
          columns.some((one) => isSame(one.table, table.name)),
        );
        const [other] = columns;
        return other && isThere && !columns.some(isMeant)
          ? `The question says "${words}", but the SQL uses ${statement.columnOf(other)?.label ?? other.column}.`
          : null;
      },
    },
  ];
}

const isColumn = ({ table, column }: NamedColumn, one: BaseColumn) =>
  isSame(table.name, one.table) && isSame(column.name, one.column);

/** A column that a word of the question names in part, a key, or of ages a year. */
function isSpoken(
  one: BaseColumn,
  said: readonly string[],
  { words: { isFormOf, periodGroups, kinds } }: AskedWords,
  { columnOf }: Statement,
  isOfAge: boolean,
): boolean {
  const known = columnOf(one);
  const label = wordsOf(known?.label ?? one.column);
  return (
    known?.kind === 'identifier' ||
    label.some(
      (word) =>
        (isOfAge && periodGroups.has(word)) ||
        (!kinds.has(word) && said.some((other) => isFormOf(word, other))),
    )
  );
}

const endColumns = ({ ends }: Statement): readonly BaseColumn[] =>
  ends.flatMap(({ of }) => (of ? columnNodes(of).flatMap(({ column }) => column ?? []) : []));

const boundColumns = ({ comparisons }: Statement, value: number): readonly BaseColumn[] =>
  comparisons
    .filter(({ numbers }) => numbers.some((number) => isSameAmount(number, value)))
    .flatMap(({ column }) => column ?? []);

/** Numbers that are shown as they are; what is computed may be what is asked. */
function shownColumns({ facts, columnOf }: Statement): readonly BaseColumn[] {
  const shown = facts.root.outputs.flatMap(({ column }) => column ?? []);
  return shown.length < facts.root.outputs.length
    ? []
    : shown.filter((one) => columnOf(one)?.kind === 'measure');
}
