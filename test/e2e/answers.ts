/** What `POST /query` answers, as far as tests compare it. */
export interface Answer {
  readonly result: string;
  readonly sql: string | null;
  readonly explanation: string;
  readonly data: { readonly columns: string[]; readonly rows: unknown[][] } | null;
}

/** Rows as the text of a CSV file. */
export function csvOf(lines: readonly (readonly unknown[])[]): string {
  const cell = (value: unknown) =>
    value === null ? '' : `"${String(value).replaceAll('"', '""')}"`;
  return lines.map((line) => `${line.map(cell).join(',')}\n`).join('');
}

/** Rows without the order that a question did not ask for; sums and means to six digits behind the point. */
export function comparable({ data }: Answer): unknown {
  const cell = (value: unknown) => {
    const number = typeof value === 'number' || /^-?\d+\.\d+$/.test(String(value));
    return number ? Math.round(Number(value) * 1e6) / 1e6 : value;
  };
  const rows = data?.rows.map((row) => JSON.stringify(row.map(cell))).sort();
  return { columns: data?.columns, rows };
}
