import { OWNERS, POINTERS, REFERRING, SUBJECTS } from '#src/language/en/asking.ts';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';
import { type ReadDoubt, saidOtherwise } from '#src/read/asking/doubt.ts';

/** Values of a column by which rows are offered. */
const MOST_VALUES = 3;

/** `their cities` with no answer before: the cities of customers, or of stores; of all of them, or of one kind. */
export const unknownOwner: ReadDoubt = ({ question, catalog, follows }) => {
  if (follows) return null;
  for (let at = 0; at + 1 < question.length; at++) {
    if (!question.is(at, OWNERS)) continue;
    for (const { to, options } of question.refs(at + 1).toReversed()) {
      const named = new Set(options.map(({ table }) => table));
      const owners = catalog.tables.filter(({ name }) => named.has(name));
      const isRows = options[0]!.kind === 'table';
      const noun = question.textOf(at + 1, to);
      const of = isRows ? '' : `${noun} of `;
      const [only, second] = owners;
      const said =
        isRows || !second
          ? ofKinds(only!, isRows ? noun : only!.label)
          : owners.map(({ label }) => ({ label, text: label }));
      return {
        ask: `There is no previous answer that "${question.textOf(at, to)}" could refer to. Whose ${noun} do you mean?`,
        options: said.map(({ label, text }) => ({
          label,
          question: saidOtherwise(question, at, to, `${isRows ? '' : 'the '}${of}${text}`),
        })),
        fewest: 1,
      };
    }
  }
  return null;
};

/** `those customers` with no answer before: all of them, or those of one kind. */
export const unknownRows: ReadDoubt = ({ question, catalog, follows }) => {
  if (follows) return null;
  for (let at = 0; at + 1 < question.length; at++) {
    if (!question.is(at, POINTERS)) continue;
    // `those 5 customers`
    const from = question.number(at + 1) === null ? at + 1 : at + 2;
    for (const { to, options } of question.refs(from).toReversed()) {
      const rows = options.find(({ kind }) => kind === 'table');
      const table = rows && catalog.tables.find(({ name }) => name === rows.table);
      if (!table) continue;
      const noun = question.textOf(from, to);
      return {
        ask: `There is no previous answer that "${question.textOf(at, to)}" could refer to. Which ${noun} do you mean?`,
        options: ofKinds(table, noun).map(({ label, text }) => ({
          label,
          question: saidOtherwise(question, at, to, text),
        })),
        fewest: 1,
      };
    }
  }
  return null;
};

/** `out of those, show prices above 30` with no answer before: of all rows. */
export const unknownGroup: ReadDoubt = ({ question, isFirst }) => {
  if (!isFirst) return null;
  for (let at = 0; at < question.length; at++) {
    const phrase = REFERRING.find((one) => question.starts(at, one));
    const to = at + (phrase?.length ?? 0);
    // `those of customers`, `these 5 shops`: rows are named behind it.
    if (!phrase || question.refs(to).length > 0 || question.number(to) !== null) continue;
    return {
      ask: `There is no previous answer that "${question.textOf(at, to)}" could refer to. Do you mean all of them?`,
      options: [
        { label: null, question: saidOtherwise(question, at, to, '').replace(/^,\s*/, '') },
      ],
      fewest: 1,
    };
  }
  return null;
};

/** `when did they order` with no answer before, and nobody named: whose rows it may be. */
export const unknownSubject: ReadDoubt = ({ question, catalog, isFirst }) => {
  if (!isFirst) return null;
  const at = question.tokens.findIndex((_, index) => question.is(index, SUBJECTS));
  if (at < 0 || question.tokens.slice(0, at).some((_, index) => question.namesSomething(index)))
    return null;
  const pronoun = question.textOf(at, at + 1);
  return {
    ask: `There is no previous answer that "${pronoun}" could refer to. Who or what do you mean?`,
    options: catalog.tables
      .filter(({ coveredBy }) => coveredBy === undefined)
      .map(({ label }) => ({ label, question: saidOtherwise(question, at, at + 1, label) })),
    fewest: 1,
  };
};

/** All rows of a table, and those of each kind. */
const ofKinds = (
  table: CatalogTable,
  noun: string,
): readonly { readonly label: string; readonly text: string }[] => [
  { label: `all ${noun}`, text: `all ${noun}` },
  ...kindsOf(table).map(({ column, value }) => ({
    label: `${noun} with ${column} ${value}`,
    text: `${noun} with ${column} "${value}"`,
  })),
];

/** The column that parts rows into the fewest kinds, with its values. */
function kindsOf(
  table: CatalogTable,
): readonly { readonly column: string; readonly value: string }[] {
  const parting = table.columns.flatMap((column) => {
    const { hidden, sensitive, personal, kind, type, profile } = column;
    if (hidden || sensitive || personal || kind === 'identifier' || type !== 'text' || !profile)
      return [];
    const { distinctCount } = profile;
    return distinctCount > 1 && distinctCount < (table.rowCount ?? 0) / 2
      ? [{ column, profile }]
      : [];
  });
  const [first] = parting.toSorted((a, b) => a.profile.distinctCount - b.profile.distinctCount);
  if (!first) return [];
  return first.profile.samples
    .slice(0, MOST_VALUES)
    .map((value) => ({ column: first.column.label, value: String(value) }));
}
