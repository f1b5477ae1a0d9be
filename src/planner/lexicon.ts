import { fold, lemma, squash } from '#src/catalog/fold.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';

export interface TableSense {
  readonly table: CatalogTable;
  /** 0 to 1: how surely the words mean it. */
  readonly score: number;
}

export interface ColumnSense {
  readonly table: CatalogTable;
  /** One column, or those that together are the name of a person. */
  readonly columns: readonly CatalogColumn[];
  readonly score: number;
}

export interface Senses {
  readonly tables: readonly TableSense[];
  readonly columns: readonly ColumnSense[];
}

/** What the words of a question can mean in one catalog: by lemmas, without "of" and "the". */
export interface Lexicon {
  /** Words of the longest name. */
  readonly longest: number;
  lookup(key: string): Senses | null;
  /** All readable names, for "did you mean". */
  readonly names: readonly string[];
}

const EXACT = 1;
const SYNONYM = 0.92;
const IN_TABLE = 0.9;
const HEAD = 0.6;
const INNER = 0.5;
/** Words that tell too little to stand for a longer name. */
const BARE = new Set(
  'number name id code type date total amount value of the and in by is count max min average no detail description other first last year time start end'.split(
    ' ',
  ),
);
/** What may follow the thing in a column's name: `department name` is the department. */
const LABELS = new Set('name title code id number type description'.split(' '));
/** Words of a table's name that say how it is kept, not what it holds. */
const CONTAINERS = new Set(
  'profile record list info information data master table entry'.split(' '),
);
const PERSON = ['first', 'last'];
const LONG_FORMS: ReadonlyMap<string, string> = new Map([
  ['max', 'maximum'],
  ['min', 'minimum'],
  ['avg', 'average'],
  ['num', 'number'],
  ['no', 'number'],
  ['pct', 'percentage'],
  ['percent', 'percentage'],
  ['qty', 'quantity'],
  ['desc', 'description'],
  ['dept', 'department'],
  ['organisation', 'organization'],
  ['yn', ''],
  ['f', ''],
]);

/** A name as the lexicon compares it. */
export function keyOf(words: readonly string[]): string {
  return words
    .filter((word) => word !== 'of' && word !== 'the' && word !== "'s")
    .map((word) => LONG_FORMS.get(word) ?? word)
    .filter(Boolean)
    .join(' ');
}

const wordsOf = (name: string) => fold(name).split(' ').map(lemma);

class Builder {
  readonly tables = new Map<string, TableSense[]>();
  readonly columns = new Map<string, ColumnSense[]>();
  longest = 1;

  addTable(key: string, table: CatalogTable, score: number): void {
    if (key === '') return;
    this.longest = Math.max(this.longest, key.split(' ').length + 1);
    keep(this.tables, key, { table, score }, (other) => other.table === table);
    const joined = squash(key);
    if (joined !== key) keep(this.tables, joined, { table, score }, (one) => one.table === table);
  }

  addColumn(
    key: string,
    table: CatalogTable,
    columns: readonly CatalogColumn[],
    score: number,
  ): void {
    if (key === '') return;
    this.longest = Math.max(this.longest, key.split(' ').length + 1);
    const same = (other: ColumnSense) =>
      other.table === table && other.columns.every((column, index) => column === columns[index]);
    keep(this.columns, key, { table, columns, score }, same);
    const joined = squash(key);
    if (joined !== key) keep(this.columns, joined, { table, columns, score }, same);
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

/** Indexes all names of a catalog. */
export function buildLexicon(catalog: Catalog): Lexicon {
  const builder = new Builder();
  const names: string[] = [];
  for (const table of catalog.tables) {
    names.push(table.label, ...table.columns.filter(visible).map((column) => column.label));
    indexTable(builder, table);
    indexColumns(builder, table);
  }
  return {
    longest: Math.min(builder.longest, 8),
    names: [...new Set(names)],
    lookup(key) {
      const tables = builder.tables.get(key) ?? [];
      const columns = builder.columns.get(key) ?? [];
      return tables.length + columns.length > 0 ? { tables, columns } : null;
    },
  };
}

const visible = (column: CatalogColumn) => !column.hidden;

function indexTable(builder: Builder, table: CatalogTable): void {
  const words = wordsOf(table.label);
  builder.addTable(keyOf(words), table, EXACT);
  for (const synonym of table.synonyms) builder.addTable(keyOf(wordsOf(synonym)), table, SYNONYM);
  for (let from = 1; from < words.length; from++) {
    const rest = words.slice(from);
    if (!rest.every((word) => BARE.has(word))) builder.addTable(keyOf(rest), table, HEAD);
  }
  if (
    words.length > 1 &&
    !BARE.has(words[0]!) &&
    words.slice(1).every((word) => BARE.has(word) || CONTAINERS.has(word))
  )
    builder.addTable(words[0]!, table, HEAD);
}

/** The ways to say a table before a column of it: `student name`. */
function tableForms(table: CatalogTable): string[][] {
  const label = wordsOf(table.label);
  const forms = [label, ...table.synonyms.map(wordsOf)];
  if (label.length > 1) forms.push([label.at(-1)!]);
  return forms;
}

function indexColumns(builder: Builder, table: CatalogTable): void {
  const forms = tableForms(table);
  for (const column of table.columns) {
    if (column.hidden) continue;
    const words = wordsOf(column.label);
    indexForms(builder, table, column, words, forms, EXACT);
    for (const synonym of column.synonyms)
      indexForms(builder, table, column, wordsOf(synonym), forms, SYNONYM);
    indexParts(builder, table, column, words);
    if (words.length > 1 && words.at(-1) === 'count')
      builder.addColumn(keyOf(['number', ...words.slice(0, -1)]), table, [column], SYNONYM);
  }
  indexPersonName(builder, table, forms);
  indexShown(builder, table, forms);
}

/** What shows a row is its name, whatever the column is called. */
function indexShown(
  builder: Builder,
  table: CatalogTable,
  forms: readonly (readonly string[])[],
): void {
  const shown = displayColumns(table);
  const keyed = shown.some((column) => table.primaryKey?.includes(column.name));
  if (shown.length === 0 || (keyed && shown.every((one) => wordsOf(one.label).at(-1) !== 'name')))
    return;
  builder.addColumn('name', table, shown, 0.8);
  for (const form of forms) builder.addColumn(keyOf([...form, 'name']), table, shown, 0.8);
}

function indexForms(
  builder: Builder,
  table: CatalogTable,
  column: CatalogColumn,
  words: readonly string[],
  forms: readonly (readonly string[])[],
  score: number,
): void {
  builder.addColumn(keyOf(words), table, [column], score);
  for (const form of forms) {
    builder.addColumn(keyOf([...form, ...words]), table, [column], score * 0.98);
    const inside = words.length > form.length && form.every((word, index) => words[index] === word);
    if (inside) {
      const rest = words.slice(form.length);
      builder.addColumn(keyOf(rest), table, [column], score * IN_TABLE);
    }
  }
  const key = table.primaryKey;
  if (key?.length === 1 && key[0] === column.name && column.kind === 'identifier') {
    builder.addColumn('id', table, [column], score * IN_TABLE);
    if (!table.columns.some((one) => wordsOf(one.label).includes('number'))) {
      builder.addColumn('number', table, [column], 0.7);
      for (const form of forms) builder.addColumn(keyOf([...form, 'number']), table, [column], 0.7);
    }
    for (const form of forms)
      builder.addColumn(keyOf([...form, 'id']), table, [column], score * 0.9);
  }
}

/** Shorter ways to say a long name: `price` for `price in dollars`, `department` for `department name`. */
function indexParts(
  builder: Builder,
  table: CatalogTable,
  column: CatalogColumn,
  words: readonly string[],
): void {
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= words.length; to++) {
      const part = words.slice(from, to);
      if (part.length === words.length) continue;
      const bare = part.every((word) => BARE.has(word));
      if (bare && to < words.length) continue;
      const named = from === 0 && words.slice(to).every((word) => LABELS.has(word));
      const penalty = column.kind === 'identifier' ? 0.1 : 0;
      const base = named ? 0.7 : to === words.length ? HEAD : INNER;
      builder.addColumn(keyOf(part), table, [column], base - penalty - (bare ? 0.05 : 0));
    }
  }
}

/** A person's name in two columns is "name" too. */
function indexPersonName(
  builder: Builder,
  table: CatalogTable,
  forms: readonly (readonly string[])[],
): void {
  const parts = personName(table);
  if (!parts) return;
  for (const key of ['name', 'full name', 'first and last name', 'first name and last name'])
    builder.addColumn(key, table, parts, IN_TABLE + 0.02);
  for (const form of forms) {
    builder.addColumn(keyOf([...form, 'name']), table, parts, 0.95);
    builder.addColumn(keyOf([...form, 'full', 'name']), table, parts, 0.95);
  }
}

/** First and last name of a table of people; null where it has none. */
export function personName(table: CatalogTable): readonly CatalogColumn[] | null {
  const found = PERSON.map((part) =>
    table.columns.filter((column) => {
      const words = wordsOf(column.label);
      return (
        !column.hidden &&
        (words.join('') === `${part}name` || words.join('') === `${part[0]}name`) &&
        words.length <= 2
      );
    }),
  );
  return found.every((columns) => columns.length === 1)
    ? found.map((columns) => columns[0]!)
    : null;
}

const NAME_HEADS = ['name', 'title', 'detail', 'description', 'label'];

/** The columns that show which one a row is: its name where it has one, else its key. */
export function displayColumns(table: CatalogTable): readonly CatalogColumn[] {
  const columns = table.columns.filter((column) => !column.hidden);
  const person = personName(table);
  const own = new Set(wordsOf(table.label));
  for (const head of NAME_HEADS) {
    const exact = columns.filter((column) => {
      const words = wordsOf(column.label);
      const rest = words.filter((word) => !own.has(word));
      return column.type === 'text' && words.at(-1) === head && rest.length <= 1;
    });
    if (exact.length === 1) return exact;
    if (head === 'name' && person) return person;
    if (head === 'name') {
      const self = columns.filter(
        (one) => keyOf(wordsOf(one.label)) === keyOf(wordsOf(table.label)),
      );
      if (self.length === 1) return self;
    }
  }
  const named = columns.filter(
    (one) =>
      one.type === 'text' && one.kind !== 'identifier' && wordsOf(one.label).at(-1) === 'name',
  );
  if (named.length === 1) return named;
  const key = table.primaryKey;
  if (key) return columns.filter((column) => key.includes(column.name));
  return [];
}
