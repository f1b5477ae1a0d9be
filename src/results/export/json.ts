import type { ExportSource } from '#src/results/export-format.ts';

/** An array with one object a row, a row a line; cells as everywhere in the API. */
export async function* jsonPieces({ columns, batches }: ExportSource): AsyncGenerator<string> {
  const keys = columns.map(({ name }, at) => `${at === 0 ? '' : ','}${JSON.stringify(name)}:`);
  let first = true;
  yield '[';
  for await (const rows of batches) {
    let piece = '';
    for (const row of rows) {
      piece += first ? '\n{' : ',\n{';
      first = false;
      for (const [at, cell] of row.entries()) piece += keys[at] + JSON.stringify(cell);
      piece += '}';
    }
    yield piece;
  }
  yield '\n]\n';
}
