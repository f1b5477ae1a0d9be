import { fold } from '#src/catalog/fold.ts';
import { sameStem } from '#src/check/name-words.ts';
import type { AskedWords, MentionedValue } from '#src/check/owed/asked-words.ts';
import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';
import { startBefore } from '#src/check/owed/phrases.ts';
import type { Comparison, Statement } from '#src/check/owed/statement.ts';

/** Whether the rows of a value that the question names are kept or left out. */
export const valuesOwed: ReadObligations = (asked) => {
  const { turning, excluding, beforeExcluded } = asked.words;
  const turns = asked.tokens.some(({ lower }) => turning.has(lower));
  return [
    ...(turns ? [] : [keptOwed(asked)]),
    ...asked.values.flatMap((value): readonly Obligation[] => {
      const isOut = startBefore(asked.tokens, value.start, excluding, beforeExcluded) !== null;
      if (!isOut && turns) return [];
      return [polarity(asked, value, isOut)];
    }),
  ];
};

/** Where no word turns the sentence round, a value that it says in any form is kept: "German" of `Germany`. */
function keptOwed({ tokens, question }: AskedWords): Obligation {
  const isSaid = (text: string) => {
    const words = fold(text).split(' ').filter(Boolean);
    return (
      words.length > 0 &&
      words.every((word) =>
        tokens.some(({ kind, lower }) => kind === 'word' && sameStem(lower, word)),
      )
    );
  };
  return {
    kind: 'value',
    words: question,
    unmetBy: ({ comparisons, columnOf }) => {
      const out = comparisons.find(
        ({ place, op, negated, texts, column }) =>
          place === 'rows' &&
          column !== null &&
          columnOf(column)?.type === 'text' &&
          (op === '=' || op === '<>' || op === 'in' || op === 'like') &&
          negated !== (op === '<>') &&
          texts.length > 0 &&
          texts.every(isSaid),
      );
      return out
        ? `The question leaves nothing out; the statement leaves out ${out.texts.join(', ')}.`
        : null;
    },
  };
}

function polarity({ text }: AskedWords, value: MentionedValue, isOut: boolean): Obligation {
  const words = text(value.start, value.end);
  return {
    kind: 'value',
    words,
    unmetBy: (statement) => {
      const found = comparing(statement, value);
      if (found.length === 0 || found.some(({ place }) => place === 'elsewhere')) return null;
      const outside = (one: Comparison) => one.negated !== (one.op === '<>');
      if (found.some((one) => outside(one) === isOut)) return null;
      return isOut
        ? `The question leaves out ${words}; the statement keeps to it.`
        : `The question asks for ${words}; the statement leaves it out.`;
    },
  };
}

/** Comparisons with the value, or with a part of it by a pattern. */
function comparing({ comparisons }: Statement, { hits }: MentionedValue): readonly Comparison[] {
  const values = new Set(hits.map(({ value }) => fold(value)));
  return comparisons.filter(({ texts, op }) =>
    texts.some((text) => values.has(fold(op === 'like' ? text.replaceAll('%', ' ') : text).trim())),
  );
}
