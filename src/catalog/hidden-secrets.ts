import type { Catalog, SecretEvidence } from '#src/plugin-api/catalog.ts';

/** A column that discovery hides. */
export interface HiddenSecret {
  readonly table: string;
  readonly column: string;
  readonly because: SecretEvidence;
}

/** Columns that are hidden since they seem to hold secrets, and that nobody has shown again. */
export const hiddenSecrets = ({ tables }: Pick<Catalog, 'tables'>): readonly HiddenSecret[] =>
  tables.flatMap(({ name: table, columns }) =>
    columns.flatMap(({ name: column, hidden, secret }) =>
      hidden && secret ? [{ table, column, because: secret }] : [],
    ),
  );
