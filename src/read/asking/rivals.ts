import { displayColumns } from '#src/planner/lexicon/display.ts';
import type { Ref, ValueRef } from '#src/read/ask.ts';
import { type DoubtAbout, type ReadDoubt, saidOtherwise } from '#src/read/asking/doubt.ts';
import type { Choice } from '#src/read/resolve.ts';

/** Two readings that are nearly as sure, and take a word for different things. */
export const rivalReadings: ReadDoubt = (about) => {
  const { rivals, question } = about;
  const [first] = rivals;
  if (!first || rivals.length < 2) return null;
  const spans = [...first.refs.keys(), ...first.values.keys()];
  const unclear = spans.find(
    (span) => new Set(rivals.map((choice) => nameIn(choice, span, about))).size > 1,
  );
  if (!unclear || unclear.to > question.length) return null;
  return {
    ask: `What does "${unclear.text}" mean?`,
    options: rivals.flatMap((choice) => {
      const name = nameIn(choice, unclear, about);
      return name === null
        ? []
        : [{ label: name, question: saidOtherwise(question, unclear.from, unclear.to, name) }];
    }),
  };
};

/** `the address of Ann`: a value that nothing says the column of, and that rows are called by. */
export const unplacedValue: ReadDoubt = ({ question, catalog, declined }) => {
  if (declined.reason !== 'value_not_found') return null;
  for (let at = 0; at < question.length; at++) {
    const [value] = question.valueRefs(at).toSorted((a, b) => b.to - a.to);
    // `Ann Berg`: a name of two columns is said by both.
    if (!value || question.refs(at).length > 0 || value.options.some(({ and }) => and)) continue;
    const labels = value.options.flatMap(({ table, column, texts }) => {
      const rows = catalog.tables.find(({ name }) => name === table);
      const own = rows && displayColumns(rows).find(({ name }) => name === column);
      return own ? [`${rows.label} with ${own.label} "${texts[0]}"`] : [];
    });
    if (labels.length < value.options.length) continue;
    return {
      ask: `What is "${value.text}"?`,
      options: labels.map((label) => ({
        label,
        question: saidOtherwise(question, value.from, value.to, label),
      })),
      fewest: 1,
    };
  }
  return null;
};

/** What a reading takes a span for, in full: `city of customers`, `customers`, `city "Oslo"`. */
function nameIn(
  { refs, values }: Choice,
  span: Ref | ValueRef,
  { catalog }: DoubtAbout,
): string | null {
  const labelOf = (table: string, column: string | null) => {
    const found = catalog.tables.find(({ name }) => name === table);
    const own = found?.columns.find(({ name }) => name === column);
    return { rows: found?.label ?? table, own: own?.label ?? null };
  };
  const option = refs.get(span as Ref);
  if (option) {
    const column = option.kind === 'column' ? option.columns[0].name : null;
    const { rows, own } = labelOf(option.table, column);
    return own === null ? rows : `${own} of ${rows}`;
  }
  const value = values.get(span as ValueRef);
  if (!value) return null;
  const { rows, own } = labelOf(value.table, value.column);
  return `${rows} with ${own} "${value.texts[0]}"`;
}
