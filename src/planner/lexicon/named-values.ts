import type { Lexicon } from '#src/planner/lexicon/lexicon.ts';
import type { Token } from '#src/planner/tokens.ts';
import type { ValueHit, ValueLookup } from '#src/plugin-api/catalog.ts';

/** `Sonoma county` where a column is called county: the word says which column, unless the whole is written so in the data. */
export function ofNamedColumn(
  span: readonly Token[],
  question: string,
  whole: readonly ValueHit[],
  lexicon: Lexicon,
  values: ValueLookup,
): readonly ValueHit[] {
  const last = span.at(-1)!;
  if (span.length < 2 || last.kind !== 'word' || whole.some(({ match }) => match === 'exact'))
    return whole;
  const columns = (lexicon.lookup(last.lemma)?.columns ?? []).filter(({ score }) => score >= 0.9);
  if (columns.length === 0) return whole;
  const named = values
    .lookup(question.slice(span[0]!.start, span.at(-2)!.end), { limit: 40 })
    .filter(
      ({ table, column, match }) =>
        match !== 'near' &&
        columns.some((one) => one.table.name === table && one.columns[0]!.name === column),
    );
  return named.length > 0 ? named : whole;
}
