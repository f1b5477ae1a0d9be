import type { Question } from '#src/read/question.ts';

const isLiteral = (part: string): boolean => !part.startsWith('{') && part !== '…';

/**
 * Finds the rows of a table of patterns whose words a question has, in the order of the table. A table has thousands of
 * rows: each stands under the longest of its words.
 */
export function sayableOf<Row>(table: readonly Row[], partsOf: (row: Row) => readonly string[]) {
  const rows = table.map((row, at) => ({ row, at, words: partsOf(row).filter(isLiteral) }));
  const byWord = Map.groupBy(rows, ({ words }) =>
    words.reduce((longest, word) => (word.length > longest.length ? word : longest), ''),
  );
  return (question: Question): readonly Row[] => {
    const said = question.tokens.map((_, at) => question.word(at));
    return [...new Set(['', ...said])]
      .flatMap((word) => byWord.get(word) ?? [])
      .filter(({ words }) => words.every((word) => question.holds(word)))
      .toSorted((a, b) => a.at - b.at)
      .map(({ row }) => row);
  };
}
