/** The middle value (mean of the two middle ones for an even count). */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? sorted[Math.floor(middle)]!
    : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Runs `work` `times` times one after the other and gives each time in milliseconds. */
export async function measure(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const found: number[] = [];
  for (let i = 0; i < times; i += 1) {
    const began = performance.now();
    await work();
    found.push(performance.now() - began);
  }
  return found;
}

/** Prints rows of equal shape as an aligned table under a title. */
export function printTable(
  title: string,
  rows: readonly Readonly<Record<string, string | number>>[],
): void {
  const columns = Object.keys(rows[0] ?? {});
  const cell = (value: string | number | undefined) =>
    typeof value === 'number' ? value.toFixed(value < 10 ? 2 : 1) : (value ?? '');
  const width = columns.map((column) =>
    Math.max(column.length, ...rows.map((row) => cell(row[column]).length)),
  );
  const line = (cells: readonly string[]) =>
    `| ${cells.map((text, i) => text.padEnd(width[i]!)).join(' | ')} |`;
  console.log(`\n${title}\n`);
  console.log(line(columns));
  console.log(line(width.map((size) => '-'.repeat(size))));
  for (const row of rows) console.log(line(columns.map((column) => cell(row[column]))));
}
