/** How a caller wants to see the rows of a result. */
export interface ResultView {
  readonly sort: readonly { readonly column: string; readonly descending: boolean }[];
  readonly filters: readonly ColumnFilter[];
}

type ColumnFilter =
  | { readonly column: string; readonly is: 'empty' | 'not_empty' }
  | {
      readonly column: string;
      readonly is: 'equal' | 'not_equal' | 'at_least' | 'at_most' | 'contains';
      readonly value: string | number | boolean;
    };

/** How an engine writes what a view needs beyond common SQL. */
interface Writing {
  readonly name: (column: string) => string;
  readonly text: (value: string) => string;
  readonly contains: (name: string, text: string) => string;
  /** Empty cells come last, whichever way the others go. */
  readonly order: (name: string, descending: boolean) => string;
}

const STANDARD: Writing = {
  name: (column) => `"${column.replaceAll('"', '""')}"`,
  text: (value) => `'${value.replaceAll("'", "''")}'`,
  contains: (name, text) => `STRPOS(LOWER(CAST(${name} AS VARCHAR)), LOWER(${text})) > 0`,
  order: (name, descending) => `${name} ${descending ? 'DESC' : 'ASC'} NULLS LAST`,
};

const MYSQL: Writing = {
  name: (column) => `\`${column.replaceAll('`', '``')}\``,
  text: (value) => `'${value.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`,
  contains: (name, text) => `LOCATE(LOWER(${text}), LOWER(CAST(${name} AS CHAR))) > 0`,
  order: (name, descending) => `${name} IS NULL, ${name} ${descending ? 'DESC' : 'ASC'}`,
};

const SIGNS = { equal: '=', not_equal: '<>', at_least: '>=', at_most: '<=' } as const;

/**
 * A statement around that of an answer, in the dialect of its data: the guard judges it like any other, so that it shows
 * nothing that the answer did not. Gives null where the answer has no column of that name, or more than one.
 */
export function viewSql(
  dialect: string,
  { sql, columns }: { readonly sql: string; readonly columns: readonly string[] },
  { sort, filters }: ResultView,
): string | null {
  const writing = dialect === 'mysql' ? MYSQL : STANDARD;
  const isKnown = ({ column }: { readonly column: string }) =>
    columns.filter((name) => name.toLowerCase() === column.toLowerCase()).length === 1;
  if (![...sort, ...filters].every(isKnown)) return null;
  const where = filters.map((filter) => condition(writing, filter)).join('\n  AND ');
  const order = sort.map(({ column, descending }) =>
    writing.order(writing.name(column), descending),
  );
  return [
    // On a line of its own: the statement may end in a comment.
    `SELECT *\nFROM (\n${sql}\n) AS answer`,
    ...(where === '' ? [] : [`WHERE ${where}`]),
    ...(order.length === 0 ? [] : [`ORDER BY ${order.join(', ')}`]),
  ].join('\n');
}

function condition(writing: Writing, filter: ColumnFilter): string {
  const name = writing.name(filter.column);
  switch (filter.is) {
    case 'empty':
      return `${name} IS NULL`;
    case 'not_empty':
      return `${name} IS NOT NULL`;
    case 'contains':
      return writing.contains(name, writing.text(String(filter.value)));
    default: {
      const { value } = filter;
      const written = typeof value === 'string' ? writing.text(value) : String(value);
      return `${name} ${SIGNS[filter.is]} ${written}`;
    }
  }
}
