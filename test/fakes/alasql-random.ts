import fc from 'fast-check';

/** Random SELECTs over the tables of the differential test, as texts; typed, so that most are accepted. */

const pick = <T>(...values: readonly T[]) => fc.constantFrom(...values);

interface Columns {
  readonly numbers: readonly string[];
  readonly texts: readonly string[];
  readonly dates: readonly string[];
  readonly booleans: readonly string[];
}

const SALES: Columns = {
  numbers: ['s.id', 's.amount', 's.qty', 's.customer_id'],
  texts: ['s.region', 's.note'],
  dates: ['s.day', 's.sold_at'],
  booleans: ['s.paid'],
};
const CUSTOMERS: Columns = {
  numbers: ['c.id', 'c.credit', 'c.parent_id'],
  texts: ['c.name', 'c.city'],
  dates: ['c.since'],
  booleans: [],
};
const both = (a: Columns, b: Columns): Columns => ({
  numbers: [...a.numbers, ...b.numbers],
  texts: [...a.texts, ...b.texts],
  dates: [...a.dates, ...b.dates],
  booleans: [...a.booleans, ...b.booleans],
});

type Text = fc.Arbitrary<string>;

interface Expressions {
  readonly number: Text;
  readonly text: Text;
  readonly date: Text;
  readonly condition: Text;
}

function expressions({ numbers, texts, dates, booleans }: Columns): Expressions {
  return fc.letrec<Readonly<Record<keyof Expressions, string>>>((tie) => {
    const number = tie('number');
    const text = tie('text');
    const date = tie('date');
    const condition = tie('condition');
    const two = (a: Text, op: Text, b: Text) =>
      fc.tuple(a, op, b).map(([x, sign, y]) => `(${x} ${sign} ${y})`);
    const chosen = (value: Text) =>
      fc
        .tuple(condition, value, value)
        .map(([c, a, b]) => `CASE WHEN ${c} THEN ${a} ELSE ${b} END`);
    const coalesced = (value: Text) =>
      fc.tuple(value, value).map(([a, b]) => `COALESCE(${a}, ${b})`);
    return {
      number: fc.oneof(
        { maxDepth: 3 },
        pick(...numbers),
        pick('0', '1', '2.50', '-3', '0.1', 'NULL'),
        two(number, pick('+', '-', '*'), number),
        fc.tuple(number, number).map(([a, b]) => `ROUND(${a} * 1.0 / NULLIF(${b}, 0), 2)`),
        number.map((each) => `ABS(${each})`),
        text.map((each) => `LENGTH(${each})`),
        date.map((each) => `EXTRACT(MONTH FROM ${each})`),
        chosen(number),
        coalesced(number),
      ),
      text: fc.oneof(
        { maxDepth: 2 },
        pick(...texts),
        pick("'North'", "'a_b'", "''", "'Ünïcode'"),
        two(text, pick('||'), text),
        text.map((each) => `LOWER(${each})`),
        text.map((each) => `SUBSTRING(${each} FROM 2 FOR 2)`),
        chosen(text),
        coalesced(text),
      ),
      date: fc.oneof(
        { maxDepth: 2 },
        pick(...dates),
        pick("DATE '2024-07-04'", "TIMESTAMP '2024-02-29 12:00:00'"),
        date.map((each) => `CAST(DATE_TRUNC('month', ${each}) AS DATE)`),
        date.map((each) => `(${each} + INTERVAL '1 month')`),
      ),
      condition: fc.oneof(
        { maxDepth: 3 },
        two(number, pick('=', '<>', '<', '<=', '>', '>='), number),
        two(text, pick('=', '<>', '<', '>'), text),
        two(date, pick('<', '>=', '='), date),
        pick(...booleans, 'TRUE', '1 = 2'),
        two(condition, pick('AND', 'OR'), condition),
        condition.map((each) => `NOT ${each}`),
        number.map((each) => `${each} IS NULL`),
        text.map((each) => `${each} IS NOT NULL`),
        fc.tuple(number, number, number).map(([a, b, c]) => `${a} BETWEEN ${b} AND ${c}`),
        fc.tuple(number, number, number).map(([a, b, c]) => `${a} NOT IN (${b}, ${c})`),
        fc.tuple(text, pick("'%o%'", "'_%'", "'n%'")).map(([a, b]) => `${a} ILIKE ${b}`),
        fc
          .tuple(number, pick('IN', 'NOT IN'), pick('a', 'b'))
          .map(([a, word, column]) => `${a} ${word} (SELECT ${column} FROM pairs)`),
        fc
          .tuple(pick('EXISTS', 'NOT EXISTS'), pick(...numbers), pick('a', 'b'))
          .map(
            ([word, outer, inner]) => `${word} (SELECT 1 FROM pairs p WHERE p.${inner} = ${outer})`,
          ),
        fc
          .tuple(number, pick('MAX(p.b)', 'COUNT(*)', 'SUM(p.b)'), pick(...numbers))
          .map(([a, agg, outer]) => `${a} <= (SELECT ${agg} FROM pairs p WHERE p.a = ${outer})`),
      ),
    };
  });
}

const FROM: readonly (readonly [string, Columns])[] = [
  ['sales s', SALES],
  ['customers c', CUSTOMERS],
  ['sales s JOIN customers c ON s.customer_id = c.id', both(SALES, CUSTOMERS)],
  ['sales s LEFT JOIN customers c ON s.customer_id = c.id', both(SALES, CUSTOMERS)],
  ['customers c LEFT JOIN sales s ON c.id = s.customer_id AND s.qty > 2', both(SALES, CUSTOMERS)],
  ['sales s, customers c', both(SALES, CUSTOMERS)],
];

const where = (condition: Text) =>
  fc.option(condition, { freq: 3 }).map((each) => (each === null ? '' : ` WHERE ${each}`));

function plain([from, columns]: (typeof FROM)[number]): Text {
  const { number, text, date, condition } = expressions(columns);
  const items = fc.array(fc.oneof(number, text, date, condition), { minLength: 1, maxLength: 4 });
  return fc
    .tuple(pick('', 'DISTINCT '), items, where(condition))
    .map(
      ([distinct, list, filter]) => `SELECT ${distinct}${list.join(', ')} FROM ${from}${filter}`,
    );
}

function grouped([from, columns]: (typeof FROM)[number]): Text {
  const { number, text, date, condition } = expressions(columns);
  const aggregate = fc.oneof(
    fc.constant('COUNT(*)'),
    fc.tuple(pick('SUM', 'AVG', 'MIN', 'MAX', 'COUNT'), number).map(([fn, arg]) => `${fn}(${arg})`),
    fc.tuple(pick('COUNT', 'MIN', 'MAX'), text).map(([fn, arg]) => `${fn}(${arg})`),
    fc.tuple(pick('SUM', 'COUNT'), number).map(([fn, arg]) => `${fn}(DISTINCT ${arg})`),
    fc.tuple(number, condition).map(([arg, test]) => `SUM(${arg}) FILTER (WHERE ${test})`),
  );
  const keys = fc.uniqueArray(fc.oneof(pick(...columns.texts, ...columns.numbers), text, date), {
    maxLength: 2,
  });
  const having = fc.option(
    fc.tuple(aggregate, pick('IS NOT NULL', 'IS NULL')).map(([a, test]) => ` HAVING ${a} ${test}`),
    { freq: 2 },
  );
  return fc
    .tuple(keys, fc.array(aggregate, { minLength: 1, maxLength: 3 }), where(condition), having)
    .map(([by, list, filter, test]) => {
      const groupBy = by.length > 0 ? ` GROUP BY ${by.map((_, at) => at + 1).join(', ')}` : '';
      return `SELECT ${[...by, ...list].join(', ')} FROM ${from}${filter}${groupBy}${test ?? ''}`;
    });
}

/** A statement; the result's order is open. */
export const randomSelect: Text = pick(...FROM).chain((from) =>
  fc.oneof(
    plain(from),
    grouped(from),
    fc
      .tuple(plain(from), pick('COUNT(*)', 'COUNT(x.v)', 'MAX(x.v)'))
      .map(
        ([inner, agg]) =>
          `SELECT ${agg} FROM (${inner.replace(/SELECT (?:DISTINCT )?/, 'SELECT 1 AS v, ')}) x`,
      ),
  ),
);
