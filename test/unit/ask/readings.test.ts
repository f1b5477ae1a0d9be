import { expect } from 'chai';
import { droppedCondition } from '#src/ask/readings/dropped-conditions.ts';
import { computedColumns, pairByLineage } from '#src/ask/readings/same-columns.ts';
import { asPeriods, type Rows, sameRows } from '#src/ask/readings/same-rows.ts';
import { readsAsEnglish } from '#src/check/asked-for/question-language.ts';
import { translatedNames } from '#src/check/translated-names.ts';
import { facts, filter, type ShortOutput, select } from './facts.ts';
import { retailCatalog } from './retail.ts';

const catalog = retailCatalog();
const statement = (outputs: readonly ShortOutput[], ...filters: ReturnType<typeof filter>[]) =>
  facts(select({ sources: ['orders'], outputs, filters }));

describe('two readings of a question', () => {
  const REVENUE = { name: 'a', sum: 'orders.revenue' } as const;
  const COST = { name: 'b', sum: 'orders.shipping' } as const;
  const COUNT = { name: 'n', count: '*' } as const;
  const REGION = { name: 'region', column: 'orders.region' } as const;
  type Case = readonly [
    string,
    readonly ShortOutput[],
    readonly ShortOutput[],
    Rows,
    Rows,
    boolean,
  ];
  const CASES: readonly Case[] = [
    ['the same numbers', [REVENUE, COST], [REVENUE, COST], [[1, 2]], [[1, 2]], true],
    ['swapped numbers', [REVENUE, COST], [COST, REVENUE], [[1, 2]], [[2, 1]], false],
    ['numbers under swapped names', [REVENUE, COST], [COST, REVENUE], [[1, 2]], [[1, 2]], false],
    [
      'a name before or behind its number',
      [REGION, COUNT],
      [COUNT, REGION],
      [['x', 3]],
      [[3, 'x']],
      true,
    ],
    ['a further number', [REGION, COST], [REGION, REVENUE, COST], [['x', 2]], [['x', 1, 2]], true],
    ['equal values of two columns', [REVENUE], [COST, REVENUE], [[2]], [[2, 2]], true],
  ];
  for (const [what, one, other, left, right, agree] of CASES)
    it(`${agree ? 'agree' : 'do not agree'} on ${what}`, () => {
      const pair = pairByLineage(statement(one), statement(other));
      expect(sameRows(left, right, pair)).to.equal(agree);
      expect(sameRows(right, left, pairByLineage(statement(other), statement(one)))).to.equal(
        agree,
      );
    });
});

describe('an answer that another one confirms', () => {
  it('shows no number that the other does not', () => {
    const name = { name: 'region', column: 'orders.region' } as const;
    const count = { name: 'n', count: '*' } as const;
    expect(computedColumns(statement([name]))).to.equal(0);
    expect(computedColumns(statement([name, count]))).to.equal(1);
  });
});

describe('periods that two statements write in two forms', () => {
  it('are the same periods', () => {
    const same = (one: string | number, other: string | number, unit: string) =>
      sameRows(asPeriods([[one]], [unit]), asPeriods([[other]], [unit]));
    expect(same('2025-03-01 00:00:00', '2025-03-01', 'month')).to.equal(true);
    expect(same('2025-03', '2025-03-01', 'month')).to.equal(true);
    expect(same(2025, '2025-01-01', 'year')).to.equal(true);
    expect(same('2025-03-01', '2025-04-01', 'month')).to.equal(false);
    expect(same('2025-03-01 12:00:00', '2025-03-01', 'day')).to.equal(false);
    expect(sameRows(asPeriods([['2025-01-01']], [null]), asPeriods([[2025]], ['year']))).to.equal(
      false,
    );
  });
});

describe('numbers that one of two statements rounds', () => {
  it('are compared as they are rounded', () => {
    expect(sameRows([[1.23]], [[1.2345]], undefined, 2)).to.equal(true);
    expect(sameRows([[1.24]], [[1.2345]], undefined, 2)).to.equal(false);
    expect(sameRows([[-2.35]], [[-2.345]], undefined, 2)).to.equal(true);
    expect(sameRows([[1.23]], [[1.2345]])).to.equal(false);
  });
});

describe('a repaired statement', () => {
  const [paid, year] = [
    filter('orders.status', '=', 'payé'),
    filter('orders.region', '=', 'Europe'),
  ];
  const COUNT = [{ name: 'n', count: '*' }] as const;
  it('that has lost a condition says so', () => {
    const found = droppedCondition(
      statement(COUNT, paid, year),
      statement(COUNT, year),
      'No value.',
    );
    expect(found).to.include({ outcome: 'warning' });
    expect(found!.detail).to.contain('status');
  });
  it('that holds another value, or lost what nobody asked for, says nothing', () => {
    const mended = filter('orders.status', '=', 'paid');
    expect(droppedCondition(statement(COUNT, paid), statement(COUNT, mended), '')).to.equal(null);
    const problem = 'The SQL keeps only rows whose status is "payé", which isn\'t in the question.';
    expect(droppedCondition(statement(COUNT, paid), statement(COUNT), problem)).to.equal(null);
  });
});

describe('the language of a question', () => {
  const ENGLISH = [
    'total revenue by region',
    'revenue Europe',
    'which customers never ordered anything',
    'revenue last month',
    'Wie is that the revenue of the orders',
  ];
  const OTHER = [
    'Wie viele Kunden haben wir in Deutschland?',
    'Ilu klientów jest z Niemiec?',
    'Total de productos vendidos por país',
    'Versand je Land',
    '商品別の数量の合計',
    'Qual è la tariffa più alta?',
  ];
  for (const question of [...ENGLISH, ...OTHER])
    it(`is told: ${question}`, () => {
      expect(readsAsEnglish(question, catalog)).to.equal(ENGLISH.includes(question));
    });
  it('is no hindrance to the names of countries and currencies', () => {
    expect(translatedNames('Germany')).to.include.members(['deutschland', 'niemcy', 'allemagne']);
    expect(translatedNames('Deutschland')).to.include('germany');
    expect(translatedNames('EUR')).to.include('euro');
    expect(translatedNames('trade')).to.deep.equal([]);
  });
});
