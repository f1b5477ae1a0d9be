import { isNumber, isSum, isSummedMoney } from '#src/catalog/amounts.ts';
import { keyOf, wordsOf } from '#src/catalog/name-keys.ts';
import { isQuantity } from '#src/catalog/quantities.ts';
import type {
  Catalog,
  CatalogColumn,
  CatalogMetric,
  CatalogTable,
  Meaning,
} from '#src/plugin-api/catalog.ts';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** What the money that is taken in is called. */
const CALLED = ['revenue', 'sales', 'turnover'] as const;
/** The same, where nobody is paid: else it may be what people get. */
const CALLED_WITHOUT_PAY = ['income', 'earnings', 'takings'] as const;
const PAY = words('salary wage pay payroll compensation');
/** Rows that each bring money in. */
const SALES = words('order sale invoice receipt booking reservation');
/** Rows that are no sales, whatever else their name says. */
const NO_SALES = words(
  'purchase purchasing supplier supply vendor procurement work return refund quote offer stock expense payment status type item line detail',
);
/** Who is paid: rows that belong to them cost money. */
const SELLERS = words('supplier vendor manufacturer');
/** Rows of one thing each that is sold. */
const LINES = words('item line detail product position entry');
const PRICES = words('price');
const OF_ONE = words('unit price each sale selling item list sold at');
const AMOUNTS = words('total amount value sum');
const OF_ALL = words(
  'total amount value sum price order sale invoice booking reservation receipt grand net gross usd eur gbp cent cents',
);
/** Money that is not taken in. */
const NOT_TAKEN_IN = words(
  'cost budget salary wage pay payroll compensation bonus expense spend spending purchase tax vat discount refund damage loss debt limit target balance plan forecast deposit fine penalty claim claimed credit commission',
);
/** What sales become that bring nothing in, as a column of states says it. */
const UNDONE = words('cancelled canceled cancel returned refunded void voided rejected');

const implied = new WeakMap<Catalog, readonly Catalog[]>();

/**
 * A catalog with what its revenue can be computed of, where nothing in it is called so: the amount of its sales, else the
 * quantity times the price of their lines; one catalog for each of these, surest first. The catalog itself, where there is none.
 */
export function withRevenue(catalog: Catalog): readonly Catalog[] {
  const known = implied.get(catalog);
  if (known) return known;
  const names = namesFree(catalog);
  const free = names.includes(CALLED[0])
    ? [ofAmounts(catalog, names), ofLines(catalog, names)].flatMap((one) => one ?? [])
    : [];
  const only = names.includes(CALLED[0]) ? ofOnlyMoney : () => null;
  const metrics =
    free.length > 0
      ? free
      : [ofOwnName(catalog) ?? only(catalog, names)].flatMap((one) => one ?? []);
  const made =
    metrics.length > 0 ? metrics.map((metric) => withMetric(catalog, metric)) : [catalog];
  implied.set(catalog, made);
  return made;
}

const NOTHING: Meaning = { metrics: [], values: [], rules: [], examples: [] };

function withMetric(catalog: Catalog, metric: CatalogMetric): Catalog {
  const { metrics, ...said } = catalog.meaning ?? NOTHING;
  return { ...catalog, meaning: { ...said, metrics: [...metrics, metric] } };
}

/** Those of the names of revenue that nothing in a catalog has a word of, and that are the name of no metric. */
function namesFree({ tables, meaning }: Catalog): readonly string[] {
  const words = new Set(
    tables
      .flatMap((table) => [table, ...table.columns.filter(({ hidden }) => !hidden)])
      .flatMap(namesOf)
      .flatMap(wordsOf),
  );
  const metrics = (meaning?.metrics ?? []).map(({ name, synonyms }) =>
    [name, ...synonyms].map(wordsOf),
  );
  const taken = new Set([...words, ...metrics.flat().map(keyOf)]);
  const isPaid = [...words, ...metrics.flat(2)].some((word) => PAY.has(word));
  return [...CALLED, ...(isPaid ? [] : CALLED_WITHOUT_PAY)].filter(
    (name) => !taken.has(keyOf(wordsOf(name))),
  );
}

const namesOf = ({
  label,
  synonyms,
}: Pick<CatalogTable, 'label' | 'synonyms'>): readonly string[] => [label, ...synonyms];

/** `Amount` of sales, or their `Sales`: rows that are called what they bring in are added up, rather than counted. */
function ofOwnName({ tables }: Catalog): CatalogMetric | null {
  const [table, second] = tables.filter((one) => isCalledSo(one));
  if (!table || second) return null;
  const numbers = table.columns.filter(isNumber);
  const namesakes = numbers.filter((one) => isSum(one) && isCalledSo(one));
  const found = namesakes.length > 0 ? namesakes : numbers.filter(isAmountOfAll);
  const [column, other] = found;
  if (!column || other) return null;
  return metricOf(
    [table.label],
    { table, columns: [column] },
    ['SUM(', { column: column.name }, ')'],
    {
      said: `the sum of ${column.label} in ${table.label}`,
      undone: undoneOf([table]),
    },
  );
}

const isCalledSo = ({ label }: { readonly label: string }): boolean =>
  CALLED.some((name) => name === label.toLowerCase());

interface Source {
  readonly table: CatalogTable;
  readonly columns: readonly [CatalogColumn, ...CatalogColumn[]];
}

/** `total_amount` of orders: the only amount of the only sales that have one. */
function ofAmounts(catalog: Catalog, names: readonly string[]): CatalogMetric | null {
  const found = catalog.tables
    .filter((table) => areSales(table) && !belongsTo(table, SELLERS, catalog))
    .flatMap((table): Source[] => {
      const amounts = table.columns.filter(isAmountOfAll);
      const [amount, second] = amounts;
      return amount && !second ? [{ table, columns: [amount] }] : [];
    });
  const [source, other] = found;
  if (!source || other) return null;
  const { table, columns } = source;
  const [{ name, label }] = columns;
  return metricOf(names, source, ['SUM(', { column: name }, ')'], {
    said: `the sum of ${label} in ${table.label}`,
    undone: undoneOf([table]),
  });
}

/** `charge` of jobs, `freight_cents` of shipments: the only money of what happens at a time that may be taken in. */
function ofOnlyMoney(catalog: Catalog, names: readonly string[]): CatalogMetric | null {
  const [source, other] = moneyTakenIn(catalog);
  if (!source || other || belongsTo(source.table, SELLERS, catalog)) return null;
  const { table, columns } = source;
  return metricOf(names, source, ['SUM(', { column: columns[0].name }, ')'], {
    said: `the ${columns[0].label} of ${table.label}, added up`,
    undone: undoneOf([table]),
  });
}

/** The amounts of money that may be taken in, each with the rows that happen at a time and have it. */
export const moneyTakenIn = ({ tables }: Catalog): readonly Source[] =>
  tables
    .filter((table) => !wordsOf(table.label).some((word) => NO_SALES.has(word)))
    .flatMap((table): Source[] => {
      const happens = table.columns.some((one) => one.kind === 'time' && !one.hidden);
      const money = table.columns.filter((one) => isSummedMoney(one) && isTakenIn(one));
      return happens ? money.map((one) => ({ table, columns: [one] })) : [];
    });

/** Whether rows are people who are paid, who earn that rather than what they take in. */
export const arePaid = ({ columns }: CatalogTable): boolean =>
  columns.some((one) => isNumber(one) && wordsOf(one.label).some((word) => PAY.has(word)));

const isTakenIn = ({ label }: CatalogColumn): boolean =>
  !wordsOf(label).some((word) => NOT_TAKEN_IN.has(word));

/** `quantity` times `unit_price` of the lines of orders. */
function ofLines(catalog: Catalog, names: readonly string[]): CatalogMetric | null {
  const found = catalog.tables.flatMap((table): (Source & { of: CatalogTable })[] => {
    const [of, another] = parentsOf(table, catalog).filter(areSales);
    const isLine = table.label.split(' ').some((word) => LINES.has(wordsOf(word)[0] ?? ''));
    if (!of || another || !isLine || belongsTo(of, SELLERS, catalog)) return [];
    const [quantity, second] = table.columns.filter((one) => isNumber(one) && isQuantity(one));
    const [price, third] = table.columns.filter((one) => isNumber(one) && isPriceOfOne(one));
    return quantity && price && !second && !third
      ? [{ table, columns: [quantity, price], of }]
      : [];
  });
  const [source, other] = found;
  if (!source || other) return null;
  const { table, columns, of } = source;
  const [quantity, price] = columns as [CatalogColumn, CatalogColumn];
  const discount = table.columns.find((one) => wordsOf(one.label).includes('discount'));
  const text = ['SUM(', { column: quantity.name }, ' * ', { column: price.name }, ')'];
  return metricOf(names, source, text, {
    said: `the sum of ${quantity.label} times ${price.label} in ${table.label}${discount ? `, without deducting ${discount.label}` : ''}`,
    undone: undoneOf([table, of]),
  });
}

function metricOf(
  [name, ...synonyms]: readonly string[],
  { table }: Source,
  expression: CatalogMetric['expression'],
  { said, undone }: { readonly said: string; readonly undone: readonly string[] },
): CatalogMetric {
  return {
    ...{ name: name!, synonyms, table: table.name, expression, filters: [], fn: 'sum' },
    ...{ additive: true, description: said, signedBy: null, implied: { undone } },
  };
}

/** States of sales that bring nothing in. */
function undoneOf(tables: readonly CatalogTable[]): readonly string[] {
  const states = tables.flatMap(({ columns }) =>
    columns
      .filter(({ type, hidden, sensitive }) => type === 'text' && !hidden && !sensitive)
      .flatMap(({ profile }) => profile?.samples ?? [])
      .filter((value) => typeof value === 'string' && UNDONE.has(value.toLowerCase())),
  );
  return [...new Set(states as string[])];
}

const lastWord = ({ label }: CatalogTable): string => wordsOf(label).at(-1) ?? '';

const areSales = (table: CatalogTable): boolean =>
  SALES.has(lastWord(table)) && !wordsOf(table.label).some((word) => NO_SALES.has(word));

const isPriceOfOne = ({ label }: CatalogColumn): boolean =>
  wordsOf(label).some((word) => PRICES.has(word)) &&
  wordsOf(label).every((word) => OF_ONE.has(word));

const isAmountOfAll = (column: CatalogColumn): boolean =>
  isSum(column) &&
  wordsOf(column.label).some((word) => AMOUNTS.has(word)) &&
  wordsOf(column.label).every((word) => OF_ALL.has(word));

const parentsOf = (table: CatalogTable, { tables, relationships }: Catalog) =>
  relationships
    .filter(({ from, to }) => from.table === table.name && to.table !== table.name)
    .flatMap(({ to }) => tables.find(({ name }) => name === to.table) ?? []);

const belongsTo = (table: CatalogTable, heads: ReadonlySet<string>, catalog: Catalog): boolean =>
  parentsOf(table, catalog).some((parent) => heads.has(lastWord(parent)));
