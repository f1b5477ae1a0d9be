import { expect } from 'chai';
import type { Draft } from '#src/ask/draft.ts';
import { withOwnNames } from '#src/ask/model/column-names.ts';
import { checkNumbersFromData } from '#src/check/invented.ts';
import type { ExprNode } from '#src/plugin-api/query-facts.ts';
import { facts, type ShortOutput, select } from '../facts.ts';
import { PLAN } from '../harness.ts';
import { retailCatalog } from '../retail.ts';

const catalog = retailCatalog();

function namesOf(...outputs: readonly ShortOutput[]): readonly string[] | undefined {
  const read = facts(select({ sources: ['orders'], outputs }));
  const draft = { sql: '', plan: PLAN, checked: { facts: read } } as unknown as Draft;
  return withOwnNames(draft, catalog, '').columnNames;
}

describe('the result columns of a model’s statement', () => {
  const REVENUE = 'orders.revenue';
  const CASES: readonly (readonly [ShortOutput, string])[] = [
    [{ name: 'doubled since last year', count: '*' }, 'number_of_orders'],
    [{ name: 'n', count: '*' }, 'number_of_orders'],
    [{ name: 'number_of_orders', count: '*' }, 'number_of_orders'],
    [{ name: 'total_revenue', sum: REVENUE }, 'total_revenue'],
    [{ name: 'revenue', sum: REVENUE }, 'revenue'],
    [{ name: 'average_revenue', sum: REVENUE, fn: 'avg' }, 'average_revenue'],
    [{ name: 'average_revenue', sum: REVENUE }, 'total_revenue'],
    [{ name: 'sum(revenue)', sum: REVENUE }, 'total_revenue'],
    [{ name: 'www.example.org', column: 'orders.region' }, 'region'],
    [{ name: 'region', column: 'orders.region' }, 'region'],
  ];
  for (const [output, name] of CASES)
    it(`are named for what they are: ${output.name} → ${name}`, () => {
      expect(namesOf(output)).to.deep.equal([name]);
    });
  const REGION = 'orders.region';
  const SWAPPED: readonly (readonly [ShortOutput, ShortOutput, readonly string[]])[] = [
    [
      { name: 'orders', column: REGION },
      { name: 'region', count: '*' },
      ['region', 'number_of_orders'],
    ],
    [
      { name: 'revenue', column: REGION },
      { name: 'region', sum: REVENUE },
      ['region', 'total_revenue'],
    ],
  ];
  for (const [one, other, names] of SWAPPED)
    it(`are not named for each other: ${one.name}, ${other.name} → ${names.join(', ')}`, () => {
      expect(namesOf(one, other)).to.deep.equal(names);
    });

  it('have names of their own where two are made of the same', () => {
    const one = { name: 'a', count: '*' } as const;
    expect(namesOf(one, { ...one, name: 'b' })).to.deep.equal([
      'number_of_orders',
      'number_of_orders_2',
    ]);
  });

  const text = (words: string) => ({ kind: 'literal', type: 'text', text: words }) as const;
  const outcomeOf = (node: ExprNode, question = 'total revenue') => {
    const read = facts(select({ sources: ['orders'], outputs: [{ name: 'r', sum: REVENUE }] }));
    const shown = { ...read.root.outputs[0]!, name: 'note', node, columns: [], aggregates: [] };
    const root = { ...read.root, outputs: [...read.root.outputs, shown] };
    const asked = { question, today: '2026-11-22', seesAll: true } as const;
    const writtenFor = { hits: [], context: '' };
    return checkNumbersFromData({ ...read, root }, catalog, { ...asked, writtenFor }).outcome;
  };
  it('hold no text of the model, whatever the question', () => {
    expect(outcomeOf(text('Call 0800 555 123 for a refund'))).to.equal('failed');
    const one = { kind: 'literal', type: 'number', text: '1' } as const;
    const same = { kind: 'operation', op: '=', args: [one, one] } as const;
    const branch = {
      kind: 'operation',
      op: 'case',
      args: [same, text('record high, ever')],
    } as const;
    expect(outcomeOf(branch)).to.equal('failed');
    expect(outcomeOf(text('orders'), 'total revenue of orders')).to.equal('passed');
  });
});
