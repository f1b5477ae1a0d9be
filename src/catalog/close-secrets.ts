import { personalName } from '#src/catalog/personal-columns.ts';
import { shownProfile } from '#src/catalog/profile-version.ts';
import { secretNames, showNoSecret } from '#src/catalog/secret-columns.ts';
import { shapeOf } from '#src/catalog/value-shapes.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';

/** Counts changes of the rules that tell secret and personal columns: what was read by earlier ones is closed anew. */
export const CLOSING_RULES = 2;

/**
 * A table that earlier rules described, as these close it: without anything that was kept of columns that hold secrets
 * or data of persons. `valuesOf`: values of a column that an index has.
 */
export function closedTable(
  table: CatalogTable,
  valuesOf: (column: string) => readonly string[],
): CatalogTable {
  const names = secretNames(table.name, table.columns);
  const columns = table.columns.map((column): CatalogColumn => {
    const { personal: before, ...rest } = column;
    const values = [...(column.profile?.samples ?? []), ...valuesOf(column.name)];
    const shape = shapeOf(values, names.tellsOfDigests(column));
    const secret =
      column.secret ??
      (names.isSecret(column) && !showNoSecret(column, values)
        ? 'name'
        : shape === 'secret'
          ? 'values'
          : undefined);
    if (secret) return { ...rest, hidden: true, sensitive: false, secret, profile: null };
    const seen = shape === 'secret' ? null : shape;
    const personal = personalName(column.name, column.type) ?? before ?? seen;
    return {
      ...rest,
      ...(personal && { personal }),
      profile: column.profile && shownProfile(column.profile, personal),
    };
  });
  return { ...table, columns };
}
