import { squash } from '#src/catalog/fold.ts';
import type { ColumnSense, NamedColumns, TableSense } from '#src/planner/lexicon/senses.ts';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';

export class Builder {
  readonly tables = new Map<string, TableSense[]>();
  readonly columns = new Map<string, ColumnSense[]>();
  longest = 1;

  addTable(key: string, table: CatalogTable, score: number, drafted = false): void {
    if (key === '') return;
    this.longest = Math.max(this.longest, key.split(' ').length + 1);
    const sense = { table, score, drafted };
    keep(this.tables, key, sense, (other) => other.table === table);
    const joined = squash(key);
    if (joined !== key) keep(this.tables, joined, sense, (one) => one.table === table);
  }

  addColumn(
    key: string,
    table: CatalogTable,
    columns: NamedColumns,
    score: number,
    drafted = false,
  ): void {
    if (key === '') return;
    this.longest = Math.max(this.longest, key.split(' ').length + 1);
    const same = (other: ColumnSense) =>
      other.table === table && other.columns.every((column, index) => column === columns[index]);
    const sense = { table, columns, score, drafted };
    keep(this.columns, key, sense, same);
    const joined = squash(key);
    if (joined !== key) keep(this.columns, joined, sense, same);
  }
}

function keep<Sense extends { readonly score: number }>(
  map: Map<string, Sense[]>,
  key: string,
  sense: Sense,
  same: (other: Sense) => boolean,
): void {
  const known = map.get(key);
  if (!known) {
    map.set(key, [sense]);
    return;
  }
  const index = known.findIndex(same);
  if (index < 0) known.push(sense);
  else if (known[index]!.score < sense.score) known[index] = sense;
}
