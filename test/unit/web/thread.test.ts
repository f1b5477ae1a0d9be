import { expect } from 'chai';
import type { AskEvent } from '#src/client/ask-stream.ts';
import {
  endedTurn,
  newTurn,
  stateOf,
  type Turn,
  type TurnEnd,
  turnOfKept,
  withTurnEvent,
} from '#src/web/state/thread.ts';

const LINEAGE = {
  tables: ['orders'],
  measures: [],
  period: '2031',
  filters: ['region is East'],
  grouped_by: [],
  row_limit: null,
  text: 'Rows from orders; 2031; where region is East',
};
const verification = (status: 'checked' | 'warning' | 'not_applicable') => ({
  status,
  metrics: [],
  reason: '',
  checks: [],
});
const done = (more: object = {}): AskEvent => ({
  event: 'done',
  data: {
    agent: 'Text2SQL',
    duration_ms: 65,
    output_mode: 'both',
    trace_id: 'tr_1',
    result: 'success',
    verification: verification('checked'),
    ...more,
  },
});
const result = (rows: readonly (readonly (string | number | null)[])[]): AskEvent => ({
  event: 'result',
  data: { columns: ['city'], rows, total_rows: rows.length, truncated: false, lineage: LINEAGE },
});
const session: AskEvent = { event: 'session', data: { session_id: 'ses_1' } };
const stage: AskEvent = { event: 'status', data: { stage: 'executing', trace_id: 'tr_1' } };
const words: AskEvent = { event: 'explanation', data: { text: 'One row.' } };
const declined = (more: object): AskEvent => ({
  event: 'error',
  data: { message: 'Not in the data.', kind: 'decline', ...more },
});

const turnAfter = (question: string, events: readonly AskEvent[], end?: TurnEnd): Turn => {
  const turn = events.reduce(withTurnEvent, newTurn('t', question, 0));
  return end ? endedTurn(turn, end) : turn;
};
const refused = (status: number, code = '', retryAfter: number | null = null): TurnEnd => ({
  kind: 'refused',
  ...{ status, code, message: 'No.', requestId: 'req_1', retryAfter },
});

describe('a turn of the thread', () => {
  const cases: readonly [string, Turn, object][] = [
    ['waits at first', turnAfter('q', []), { kind: 'waiting', stage: null }],
    [
      'says what is done',
      turnAfter('q', [session, stage]),
      { kind: 'waiting', stage: 'executing' },
    ],
    [
      'shows rows before their verdict',
      turnAfter('q', [session, stage, result([['Rome']])]),
      { kind: 'answer', verdict: 'pending' },
    ],
    [
      'has the verdict of the last done',
      turnAfter('q', [session, stage, result([['Rome']]), words, done()]),
      { kind: 'answer', verdict: 'checked' },
    ],
    [
      'calls what describes the data so',
      turnAfter('q', [result([['t']]), done({ verification: verification('not_applicable') })]),
      { kind: 'answer', verdict: 'catalog' },
    ],
    [
      'keeps the rows of a stream that broke, unchecked',
      turnAfter('q', [session, result([['Rome']])], { kind: 'cut' }),
      { kind: 'answer', verdict: 'partial' },
    ],
    [
      'has nothing of a stream that broke early',
      turnAfter('q', [session], { kind: 'cut' }),
      { kind: 'cut' },
    ],
    ['is stopped', turnAfter('q', [session], { kind: 'stopped' }), { kind: 'stopped' }],
    [
      'is whole although the connection broke behind its end',
      turnAfter('q', [result([['Rome']]), done()], { kind: 'cut' }),
      { kind: 'answer', verdict: 'checked' },
    ],
    [
      'names what narrowed a question without rows',
      turnAfter('orders in East in 2031', [
        result([]),
        done({ verification: verification('warning') }),
      ]),
      {
        kind: 'empty',
        verdict: 'warning',
        without: [
          { label: 'region is East', question: 'orders in 2031' },
          { label: '2031', question: 'orders in East' },
        ],
      },
    ],
    [
      'asks back',
      turnAfter('q', [
        done({
          result: 'clarification',
          clarification: { question: 'Which?', options: [{ label: 'a', question: 'q of a' }] },
        }),
      ]),
      { kind: 'clarify', question: 'Which?', choices: [{ label: 'a', question: 'q of a' }] },
    ],
    [
      'offers the words of the data in the place of others',
      turnAfter('Reveneu by regoin', [
        declined({
          hint: 'Say it otherwise.',
          suggestions: [
            { raw: 'reveneu', resolved: 'revenue' },
            { raw: 'other', resolved: 'x' },
          ],
        }),
        done({ result: 'error' }),
      ]),
      {
        kind: 'declined',
        reason: 'Not in the data.',
        hint: 'Say it otherwise.',
        term: null,
        choices: [{ label: 'revenue by regoin', question: 'revenue by regoin' }],
      },
    ],
    [
      'fails with the id of its trace',
      turnAfter('q', [
        stage,
        { event: 'error', data: { message: 'Broke.', kind: 'internal' } },
        done(),
      ]),
      { kind: 'error', message: 'Broke.', reference: 'tr_1' },
    ],
    [
      'is refused for the key',
      turnAfter('q', [], refused(401)),
      { kind: 'permission', message: 'No.', isKeyLost: true },
    ],
    [
      'is refused for the scope',
      turnAfter('q', [], refused(403)),
      { kind: 'permission', message: 'No.', isKeyLost: false },
    ],
    [
      'has to wait',
      turnAfter('q', [], refused(429, 'rate_limited', 12)),
      { kind: 'busy', message: 'No.', retryAfter: 12 },
    ],
    [
      'has no data',
      turnAfter('q', [], refused(422, 'no_data')),
      { kind: 'noData', message: 'No.' },
    ],
    [
      'is over budget',
      turnAfter('q', [], refused(402)),
      { kind: 'budget', message: 'No.', spent: null, cap: null },
    ],
    [
      'fails with the id of its request',
      turnAfter('q', [], refused(500)),
      { kind: 'error', message: 'No.', reference: 'req_1' },
    ],
  ];
  for (const [name, turn, state] of cases)
    it(name, () => expect(stateOf(turn)).to.deep.equal(state));

  for (const [message, term] of [
    ['"Margin" doesn\'t match any table, column or value in the data.', 'Margin'],
    ['„margin“ wurde nicht verstanden: Nichts in den Daten heißt so.', 'margin'],
    ['There is no "revenue" here.', null],
  ] as const)
    it(`names what a question says and the data doesn't: ${term}`, () => {
      const turn = turnAfter('margin by shop', [declined({ message }), done({ result: 'error' })]);
      expect(stateOf(turn)).to.deep.include({ kind: 'declined', term });
    });

  it('takes regular expressions in words as words', () => {
    const turn = turnAfter('what (is) [a+b]* worth', [
      declined({ suggestions: [{ raw: '[a+b]*', resolved: 'sum' }] }),
      done({ result: 'error' }),
    ]);
    expect(stateOf(turn)).to.deep.include({
      choices: [{ label: 'what (is) sum worth', question: 'what (is) sum worth' }],
    });
  });

  it('comes back from what the service keeps, with rows or without', () => {
    const told = {
      ...{ traceId: 'tr_1', question: 'q', askedAt: 5, sessionId: 'ses_1', sql: 'SELECT 1' },
      durationMs: 65.4,
    };
    const envelope = {
      ...{ type: 'text2sql', result: 'success', sql: 'SELECT 1', explanation: 'One row.' },
      ...{ lineage: LINEAGE, verification: verification('checked'), assumptions: [] },
      ...{ suggestions: [], model_used: 'built-in', cost_usd: 0, agent: 'Text2SQL' },
    };
    const kept = (answer: object | null) => turnOfKept({ ...told, answer: answer as never });
    const whole = kept({ ...envelope, data: { columns: ['a'], rows: [[1]] } });
    expect(stateOf(whole)).to.deep.equal({ kind: 'answer', verdict: 'checked' });
    expect(whole.answer.result).to.deep.include({ rows: [[1]], total_rows: 1 });
    expect(whole.answer.done).to.deep.include({ duration_ms: 65, cost_usd: 0, trace_id: 'tr_1' });
    const bare = kept({ ...envelope, data: { columns: ['a'], rows: null } });
    expect([bare.areRowsGone, bare.answer.explanation]).to.deep.equal([true, 'One row.']);
    expect(stateOf(kept(null))).to.deep.equal({ kind: 'cut' });
    const error = {
      result: 'error',
      error: 'Not in the data.',
      error_type: 'DECLINED',
      explanation: '',
    };
    expect(stateOf(kept(error))).to.deep.include({ kind: 'declined', reason: 'Not in the data.' });
  });
});
