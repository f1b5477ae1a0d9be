import { fold } from '#src/catalog/fold.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import { sameStem } from '#src/check/name-words.ts';
import { type AskedWords, isNamed } from '#src/check/owed/asked-words.ts';
import type { Obligation, ReadObligations } from '#src/check/owed/obligation.ts';
import { translatedNames } from '#src/check/translated-names.ts';
import { literalsIn } from '#src/sql/nodes.ts';

/** A text in quotation marks, and a proper name, stand in the statement: as a text, a part of one or a name. */
export const quotedOwed: ReadObligations = (asked) => [...inMarks(asked), ...properNames(asked)];

/** A word with a capital inside a sentence that is written in small letters, where it names nothing of the catalog. */
function properNames(asked: AskedWords): readonly Obligation[] {
  const { tokens, catalog, columns, words: language } = asked;
  const spoken = tokens.filter(({ kind, value }) => kind === 'word' && value === null);
  const names = [
    ...catalog.tables.map(({ label }) => label),
    ...columns.map(({ column }) => column.label),
  ].flatMap(wordsOf);
  // A title has capitals everywhere.
  if (spoken.filter(({ capital }) => capital).length > spoken.length / 2) return [];
  const isName = (at: number): boolean => {
    const token = tokens[at];
    if (!token || at === 0) return false;
    const { lower, lemma, text } = token;
    return (
      token.kind === 'word' &&
      token.capital &&
      token.value === null &&
      text !== text.toUpperCase() &&
      lower.length > 3 &&
      tokens[at - 1]?.kind !== 'mark' &&
      !asked.inPeriod.has(at) &&
      !isNamed(asked, at) &&
      !language.plain.some((words) => words.has(lower)) &&
      !names.some((name) => language.isFormOf(name, lemma) || language.isFormOf(name, lower))
    );
  };
  // `OMIM` written out is no value.
  const isInRun = (at: number) =>
    [at - 2, at - 1, at].some((start) => [0, 1, 2].every((next) => isName(start + next)));
  return tokens.flatMap(({ text }, at): readonly Obligation[] => {
    if (!isName(at) || isInRun(at)) return [];
    return [
      {
        kind: 'quoted',
        words: text,
        unmetBy: ({ nodes, comparisons }) =>
          nodes
            .flatMap(literalsIn)
            .some((literal) => literal.type === 'text' && isFor(literal.text, text)) ||
          comparisons.some(({ op }) => op === 'true' || op === 'empty')
            ? null
            : `The question mentions ${text}, but the SQL doesn't use it.`,
      },
    ];
  });
}

/** A text of the name or of a form of it, in this language or another; a code may be any name. */
const isFor = (text: string, name: string): boolean =>
  text.length <= LONGEST_CODE ||
  [text, ...translatedNames(text)]
    .flatMap((one) => fold(one).split(/[^\p{L}\p{N}]+/u))
    .some((one) => one !== '' && sameStem(one, fold(name)));

const LONGEST_CODE = 3;

function inMarks({ tokens, catalog }: AskedWords): readonly Obligation[] {
  const names = new Set(
    catalog.tables
      .flatMap((table) => [table, ...table.columns])
      .flatMap(({ name, label }) => [fold(name), fold(label)]),
  );
  return tokens.flatMap(({ kind, text }): readonly Obligation[] => {
    const said = fold(text);
    if (kind !== 'quoted' || said === '' || names.has(said)) return [];
    return [
      {
        kind: 'quoted',
        words: text,
        unmetBy: ({ nodes, blocks }) => {
          const texts = [
            ...nodes.flatMap(literalsIn).map((literal) => literal.text),
            ...blocks.flatMap(({ outputs }) => outputs.map(({ name }) => name)),
          ].map(fold);
          return texts.some((one) => one !== '' && (one.includes(said) || said.includes(one)))
            ? null
            : `The question mentions "${text}", but the SQL doesn't use it.`;
        },
      },
    ];
  });
}
