import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import { parse } from 'yaml';
import { askedBack } from '#src/ask/model/draft-plan.ts';
import { type ModelReply, readReply } from '#src/ask/model/reply.ts';
import { hitsOf } from '#workers/plan-host.ts';

const EMPTY: ModelReply = {
  ...{ answerable: true, restatement: '', sql: 'SELECT 1', assumptions: [], clarification: '' },
  options: [],
};

interface Shape extends Partial<ModelReply> {
  readonly name: string;
  readonly text: string;
  readonly declines?: string;
  readonly unread?: true;
}

describe("a model's reply", () => {
  const file = new URL('../../../fixtures/model-replies.yaml', import.meta.url);
  for (const { name, text, declines, unread, ...fields } of parse(
    readFileSync(file, 'utf8'),
  ) as readonly Shape[])
    it(`is read: ${name}`, () => {
      const wanted =
        declines === undefined
          ? { ...EMPTY, ...fields }
          : { ...EMPTY, sql: '', clarification: declines, ...fields, answerable: false };
      // What was sent beside a decline is of no use.
      const reply = readReply(text);
      const read = reply && !reply.answerable ? { ...reply, sql: '' } : reply;
      expect(read).to.deep.equal(unread ? null : wanted);
    });

  for (const sql of [
    'SELECT t.tank FROM tanks t LEFT JOIN brews b ON b.tank = t.tank WHERE b.brew_no IS NULL',
    "SELECT reason FROM visits WHERE reason <> 'x' AND discharged IS NULL",
    'SELECT id FROM orders WHERE paid_on IS NOT NULL',
  ])
    it(`keeps a statement that ends with NULL: ${sql}`, () => {
      expect(readReply(JSON.stringify({ ...EMPTY, sql }))).to.deep.equal({ ...EMPTY, sql });
    });
  it('takes a statement that gives only sentences for a reason', () => {
    const sql = "SELECT 'There are no tanks.' AS reason, NULL AS tank";
    expect(readReply(JSON.stringify({ ...EMPTY, sql }))).to.include({ answerable: false, sql: '' });
  });

  it('of braces alone costs little', () => {
    expect(readReply('{'.repeat(100_000))).to.equal(null);
    expect(readReply('{"a":'.repeat(20_000))).to.equal(null);
  });

  it('asks back with its options as questions', () => {
    const reply = {
      ...EMPTY,
      answerable: false,
      sql: '',
      clarification: 'Which revenue do you mean',
    };
    const options = ['gross revenue in 2025', 'net revenue in 2025'];
    expect(askedBack({ ...reply, options }, 'revenue in 2025')?.options).to.deep.equal([
      { label: options[0], question: options[0] },
      { label: options[1], question: options[1] },
    ]);
    expect(askedBack({ ...reply, clarification: 'Which year?' }, 'revenue')?.options).to.deep.equal(
      [],
    );
    expect(askedBack(reply, 'revenue'), 'a reason').to.equal(null);
  });

  it('offers no address, markup or number of its own', () => {
    const clarification = 'Which one?';
    const options = [
      'call https://evil.example',
      '**bold**<img>',
      'the 0800 123 line',
      'by city',
      'by region',
    ];
    const plan = askedBack({ ...EMPTY, clarification, options }, 'revenue');
    expect(plan?.options.map(({ label }) => label)).to.deep.equal(['by city', 'by region']);
    const shouting = { ...EMPTY, clarification: 'Call 0800 55555?', options };
    expect(askedBack(shouting, 'revenue')).to.equal(null);
  });
});

describe('values of the data that a prompt names', () => {
  const values = {
    lookup: (text: string) => [
      { table: 't', column: 'c', value: text.toUpperCase(), match: 'exact' as const },
    ],
  };
  const hits = (question: string) =>
    hitsOf(question, values as never).map(({ value }) => String(value));

  it('are no function words, unless they are written as a value', () => {
    expect(hits('are customers in OR'))
      .to.include('OR')
      .and.not.include('IN')
      .and.not.include('ARE');
    expect(hits('berlin and paris')).to.include('BERLIN').and.not.include('AND');
  });
});
