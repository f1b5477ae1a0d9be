import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';

/** "In ascending order", "in reverse alphabetical order": the order of all rows, where one is named. */
export const sortedOwed: ReadObligations = ({ tokens, text, mentions, words: language }) => {
  const saidBy = (directions: ReadonlyMap<string, 'asc' | 'desc'>) =>
    tokens.flatMap(({ lower }, at) => {
      const direction = directions.get(lower);
      const isNamed = mentions.some(({ start, end }) => start <= at && at < end);
      return direction && !isNamed ? [{ at, direction }] : [];
    });
  // "Descending alphabetical order": the first of them says which way.
  const plain = saidBy(language.directions);
  const found = plain.length > 0 ? plain : saidBy(language.alphabets);
  const [only, second] = found;
  if (!only || second) return [];
  const isTurned = language.reversing.has(tokens[only.at - 1]?.lower ?? '');
  const turned = only.direction === 'asc' ? 'desc' : 'asc';
  const direction = isTurned ? turned : only.direction;
  const words = text(isTurned ? only.at - 1 : only.at, only.at + 1);
  const owed: Obligation = {
    kind: 'sort',
    words,
    unmetBy: ({ blocks }) => {
      const orders = blocks.flatMap(({ orderBy: [first] }) => first ?? []);
      if (orders.length === 0)
        return `The question asks for ${words} order, but the SQL doesn't sort.`;
      return orders.some((one) => one.direction === direction)
        ? null
        : `The question asks for ${words} order, but the SQL sorts the other way.`;
    },
  };
  return [owed];
};
