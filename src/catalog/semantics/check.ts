import { lemmaKeyOf as keyOf } from '#src/catalog/fold.ts';
import { findColumn, findTable, fitsKind } from '#src/catalog/semantics/apply.ts';
import {
  kindOf,
  type SemanticRelationship,
  type SemanticsDocument,
} from '#src/catalog/semantics/document.ts';
import { readRowFilter } from '#src/catalog/semantics/row-filter.ts';
import type { Catalog, CatalogTable } from '#src/plugin-api/catalog.ts';

/** Something that a document says and that cannot hold; `loc` leads to it from the top of the document. */
export interface SemanticsProblem {
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  readonly type: 'unknown_table' | 'unknown_column' | 'does_not_fit' | 'repeated' | 'refused';
}

/**
 * What a document names and the catalog has not, and what contradicts the data. Columns as the document said `before`
 * pass: newer data may have made them untrue, and a document that was read can be put back. Expressions are left to the
 * guard.
 */
export function checkNames(
  document: SemanticsDocument,
  catalog: Catalog,
  before?: SemanticsDocument,
): SemanticsProblem[] {
  const said = new Set(before?.columns.map((one) => JSON.stringify(one)));
  return [
    ...document.metrics.flatMap(({ table }, at) =>
      checkTable(catalog, table, ['metrics', at, 'table']),
    ),
    ...(document.relationships ?? []).flatMap((one, at) => checkRelationship(catalog, one, at)),
    ...document.columns.flatMap((one, at) =>
      said.has(JSON.stringify(one)) ? [] : checkColumn(catalog, one, at),
    ),
    ...(document.synonyms ?? []).flatMap(({ table, column }, at) =>
      column === null
        ? checkTable(catalog, table, ['synonyms', at, 'table'])
        : checkPlace(catalog, table, column, ['synonyms', at]),
    ),
    ...document.values.flatMap(({ table, column }, at) =>
      checkPlace(catalog, table, column, ['values', at]),
    ),
    ...(document.shared_tables ?? []).flatMap((table, at) =>
      checkTable(catalog, table, ['shared_tables', at]),
    ),
    ...checkRowFilter(document, catalog),
    ...repeatedNames(document),
    ...tableNames(document, catalog),
  ];
}

/** A column that no table has would close them all; it may be hidden. */
function checkRowFilter({ row_filter }: SemanticsDocument, catalog: Catalog): SemanticsProblem[] {
  if (row_filter === undefined || row_filter === null) return [];
  const loc = ['row_filter'];
  const read = readRowFilter(row_filter);
  if ('problem' in read) return [{ loc, msg: read.problem, type: 'does_not_fit' }];
  const named = new Set(read.filter.flat().map(({ column }) => column));
  return [...named]
    .filter((name) => !catalog.tables.some((table) => hasColumn(table, name)))
    .map((name) => ({
      loc,
      msg: `No table has a column "${name}". Check its name.`,
      type: 'unknown_column',
    }));
}

const hasColumn = ({ columns }: CatalogTable, name: string) =>
  columns.some((column) => column.name.toLowerCase() === name.toLowerCase());

function checkTable(
  catalog: Catalog,
  name: string,
  loc: SemanticsProblem['loc'],
): SemanticsProblem[] {
  if (findTable(catalog, name)) return [];
  return [{ loc, msg: `Table "${name}" doesn't exist. Check its name.`, type: 'unknown_table' }];
}

function checkPlace(
  catalog: Catalog,
  tableName: string,
  name: string,
  loc: SemanticsProblem['loc'],
): SemanticsProblem[] {
  const unknown = checkTable(catalog, tableName, [...loc, 'table']);
  const table = findTable(catalog, tableName);
  if (!table || findColumn(table, name)) return unknown;
  const msg = `Table "${table.name}" has no column "${name}". Check its name.`;
  return [{ loc: [...loc, 'column'], msg, type: 'unknown_column' }];
}

function checkColumn(
  catalog: Catalog,
  { table, column: name, kind: said }: SemanticsDocument['columns'][number],
  at: number,
): SemanticsProblem[] {
  const problems = checkPlace(catalog, table, name, ['columns', at]);
  const column = findColumn(findTable(catalog, table), name);
  if (!column || said === undefined || fitsKind(kindOf(said), column)) return problems;
  const msg = `"${name}" of "${table}" has ${column.type} values, so its kind can't be "${said}".`;
  return [{ loc: ['columns', at, 'kind'], msg, type: 'does_not_fit' }];
}

function checkRelationship(
  catalog: Catalog,
  { from, to }: SemanticRelationship,
  at: number,
): SemanticsProblem[] {
  const sides = { from, to };
  const loc = ['relationships', at];
  const problems = (['from', 'to'] as const).flatMap((side) =>
    sides[side].columns.flatMap((name, index) =>
      checkPlace(catalog, sides[side].table, name, [...loc, side, index]),
    ),
  );
  if (problems.length > 0) return problems;
  if (from.columns.length !== to.columns.length)
    return [{ loc, msg: 'Both sides must have the same number of columns.', type: 'does_not_fit' }];
  const key = findColumn(findTable(catalog, to.table), to.columns[0]!)!;
  if (to.columns.length > 1 || key.profile?.unique !== false) return [];
  const msg = `"${key.name}" has duplicates in "${to.table}", so it can't be the "one" side.`;
  return [{ loc: [...loc, 'to'], msg, type: 'does_not_fit' }];
}

/** A metric that is called like a table: "list orders" and "number of orders" would be guesses. */
function tableNames({ metrics }: SemanticsDocument, { tables }: Catalog): SemanticsProblem[] {
  const taken = new Map(
    tables.flatMap((table) =>
      [table.name, table.label, ...table.synonyms].map((name) => [keyOf(name), table.name]),
    ),
  );
  return metrics.flatMap(({ name, synonyms }, at) =>
    [name, ...synonyms].flatMap((one): SemanticsProblem[] => {
      const table = taken.get(keyOf(one));
      if (table === undefined) return [];
      const msg = `"${one}" is already the table "${table}". Use another metric name, such as "number of ${one}".`;
      return [{ loc: ['metrics', at, 'name'], msg, type: 'repeated' }];
    }),
  );
}

/** Two metrics of one name, or two entries of one column: which holds would be a guess. */
function repeatedNames({ metrics, columns }: SemanticsDocument): SemanticsProblem[] {
  const names = metrics.map((one) => [one.name, ...one.synonyms]);
  const places = columns.map(({ table, column }) => [`${table}.${column}`]);
  return [
    ...repeated(names, 'metrics', (name) => `Two metrics have the name "${name}". Rename one.`),
    ...repeated(
      places,
      'columns',
      (name) => `"${name}" is described twice. Remove one description.`,
    ),
  ];
}

function repeated(
  groups: readonly (readonly string[])[],
  part: string,
  msg: (name: string) => string,
): SemanticsProblem[] {
  const seen = new Map<string, number>();
  return groups.flatMap((names, at) =>
    names.flatMap((name): SemanticsProblem[] => {
      const before = seen.get(name.toLowerCase());
      seen.set(name.toLowerCase(), at);
      if (before === undefined || before === at) return [];
      return [{ loc: [part, at], msg: msg(name), type: 'repeated' }];
    }),
  );
}
