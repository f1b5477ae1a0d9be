import { expect } from 'chai';
import { askedBack } from '#src/ask/model/draft-plan.ts';
import { type ModelReply, readReply } from '#src/ask/model/reply.ts';
import { hitsOf } from '#workers/plan-host.ts';

const EMPTY: ModelReply = {
  ...{ answerable: true, restatement: '', sql: 'SELECT 1', assumptions: [], clarification: '' },
  options: [],
};

describe("a model's reply", () => {
  for (const [title, text, read] of [
    ['in a fence', '```json\n{"answerable": true, "sql": "SELECT 1"}\n```', EMPTY],
    [
      'with null for what it does not say',
      '{"answerable": true, "sql": "SELECT 1;", "restatement": null, "assumptions": null, "clarification": null, "options": null}',
      EMPTY,
    ],
    [
      'with words and braces after it',
      'Here: {"answerable": true, "sql": "SELECT 1"} Use {x} to change it.',
      EMPTY,
    ],
    [
      'with braces in its texts',
      '{"answerable": true, "sql": "SELECT 1", "restatement": "a } b { \\" c"}',
      { ...EMPTY, restatement: 'a } b { " c' },
    ],
    ['after an object of another kind', '{"thought": 1} {"sql": "SELECT 1"}', EMPTY],
    [
      'with one assumption as a text',
      '{"sql": "SELECT 1", "assumptions": "all years"}',
      { ...EMPTY, assumptions: ['all years'] },
    ],
    ['that is a statement alone', 'SELECT 1;\n', EMPTY],
    ['that is a statement in a fence', 'Sure!\n```sql\nSELECT 1;\n```\nDone.', EMPTY],
    [
      'that gives only a reason',
      '{"clarification": "No such data."}',
      { ...EMPTY, answerable: false, sql: '', clarification: 'No such data.' },
    ],
    ['of words alone', 'I cannot help with that.', null],
    ['of braces alone', '{'.repeat(100_000), null],
    ['that is cut', '{"answerable": true, "sql": "SELECT', null],
    ['that says nothing', '{}', null],
  ] as const)
    it(`${title} is read`, () => {
      expect(readReply(text)).to.deep.equal(read);
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
