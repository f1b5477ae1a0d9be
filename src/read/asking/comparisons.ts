import type { ReadDoubt } from '#src/read/asking/doubt.ts';
import { measuresOf } from '#src/read/asking/quality.ts';
import { comparedIn } from '#src/read/composed/comparisons.ts';

/** `compare Germany and France`: by what is not said. */
export const unsaidComparison: ReadDoubt = (about) => {
  const { question, catalog } = about;
  const tables = new Map(catalog.tables.map((table) => [table.name, table]));
  const compared = comparedIn(question, tables);
  if (!compared?.table || compared.measure !== '') return null;
  const { table, by, both } = compared;
  const own = `number of ${tables.get(table)!.label}`;
  const isName = by === tables.get(table)!.label;
  const measures = measuresOf(table, about)
    .filter((one) => !one.own || !isName)
    .map(({ label, counted }) => (counted ? `number of ${label}` : label));
  return {
    ask: `Compare ${both.replace(' or ', ' and ')} by what?`,
    options: [...(isName ? [] : [own]), ...measures].map((label) => ({
      label,
      question: `${label} by ${by} in ${both}`,
    })),
  };
};
