import { fold } from '#src/catalog/fold.ts';
import { sameStem } from '#src/check/name-words.ts';
import type { AskedWords, MentionedValue } from '#src/check/owed/asked-words.ts';
import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';
import { startBefore } from '#src/check/owed/phrases.ts';
import type { Comparison, Statement } from '#src/check/owed/statement.ts';
import type { ExprNode } from '#src/plugin-api/query-facts.ts';

/** Whether the rows of a value that the question names are kept or left out. */
export const valuesOwed: ReadObligations = (asked) => {
  const { turning, excluding, beforeExcluded } = asked.words;
  const turns = asked.tokens.filter(({ kind, lower }) => kind !== 'quoted' && turning.has(lower));
  return [
    ...(turns.length === 0 ? [keptOwed(asked)] : []),
    ...(turns.length === 1 ? [turnedOnce(asked)] : []),
    ...asked.values.flatMap((value): readonly Obligation[] => {
      const isOut = startBefore(asked.tokens, value.start, excluding, beforeExcluded) !== null;
      if (!isOut && turns.length > 0) return [];
      return [polarity(asked, value, isOut)];
    }),
  ];
};

/** Where no word turns the sentence round, a value that it says in any form is kept: "German" of `Germany`. */
function keptOwed(asked: AskedWords): Obligation {
  const isSaid = saidIn(asked);
  // What a metric is held to is not said.
  const isPlain = (asked.catalog.meaning?.metrics.length ?? 0) === 0;
  return {
    kind: 'value',
    words: asked.question,
    unmetBy: ({ comparisons, nodes, columnOf }) => {
      if (nodes.some(isNotTheEnd))
        return "The SQL excludes a value, but the question doesn't ask to exclude anything.";
      const out = comparisons.find(
        ({ place, op, negated, texts, column }) =>
          place !== 'elsewhere' &&
          (column === null || columnOf(column)?.type !== 'boolean') &&
          (op === '=' || op === '<>' || op === 'in' || op === 'like') &&
          negated !== (op === '<>') &&
          texts.length > 0 &&
          (texts.every(isSaid) || (isPlain && op !== 'like' && texts.every(isCode))),
      );
      return out
        ? `The SQL excludes ${out.texts.join(', ')}, but the question doesn't exclude anything.`
        : null;
    },
  };
}

/** `F`, `USA`: it stands for something that the question may say in other words. */
const isCode = (text: string) => /^(?:\p{L}{1,2}|\p{Lu}{3})$/u.test(text);

/** Whether the words say a text: all of its words in some form, or its number. */
function saidIn({ tokens }: AskedWords): (text: string) => boolean {
  const said = tokens.flatMap(({ kind, lower, text }) =>
    kind === 'quoted' ? fold(text).split(' ') : kind === 'mark' ? [] : [lower],
  );
  const proper = tokens
    .filter(
      ({ kind, capital, lower }, at) => at > 0 && kind === 'word' && capital && lower.length > 3,
    )
    .map(({ lower }) => lower);
  const isNumber = (word: string) => /^[\d.,]+$/.test(word);
  return (text) => {
    const words = fold(text).split(' ').filter(Boolean);
    return (
      words.some((word) => proper.includes(word)) ||
      (words.length > 0 &&
        words.every((word) =>
          said.some((one) => (isNumber(word) ? one === word : sameStem(one, word))),
        ))
    );
  };
}

/** "Never ordered tea": all but those that ordered all but tea is turned twice. */
function turnedOnce(asked: AskedWords): Obligation {
  const isSaid = saidIn(asked);
  return {
    kind: 'value',
    words: asked.question,
    unmetBy: ({ comparisons }) => {
      const twice = comparisons.find(
        ({ op, negated, texts }) =>
          op === '<>' && negated && texts.length > 0 && texts.every(isSaid),
      );
      return twice
        ? `The question excludes ${twice.texts.join(', ')}, but the SQL excludes everything else.`
        : null;
    },
  };
}

/** `x <> (SELECT MAX(x) …)`. */
const isNotTheEnd = (node: ExprNode): boolean =>
  node.kind === 'operation' &&
  (node.op === '<>' || node.op === '!=') &&
  node.args.some(
    (one) =>
      one.kind === 'subquery' &&
      one.mode === 'scalar' &&
      (one.select.limit === 1 ||
        one.select.outputs.some(({ aggregates }) =>
          aggregates.some(({ fn }) => fn === 'max' || fn === 'min'),
        )),
  );

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
        ? `The question excludes ${words}, but the SQL filters for it.`
        : `The question asks for ${words}, but the SQL excludes it.`;
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
