import { expect } from 'chai';
import type { AnswerTrace } from '#src/ask/types.ts';
import { whyNoExample } from '#src/feedback/approvable.ts';
import {
  type FeedbackRecord,
  listFeedback,
  readFeedback,
  saveFeedback,
} from '#src/feedback/records.ts';
import type { NewFeedback } from '#src/feedback/types.ts';
import { overStores, type TestStore } from '../../fakes/stores.ts';
import { principal } from '../ask/harness.ts';
import { seedWorkspaces } from '../ask/store.ts';

const about = {
  trace_id: 'tr_1',
  client_id: 'cli',
  workspace_id: 'wsp',
  key_id: 'key',
  answered_at: '2026-02-01T00:00:00.000',
};
const said = (over: Partial<FeedbackRecord> = {}): FeedbackRecord => ({
  endUserId: null,
  rating: 'up',
  comment: null,
  correctSql: null,
  example: null,
  at: '2026-02-01T01:00:00.000',
  ...over,
});

overStores('feedback that is kept', (open) => {
  let store: TestStore;
  beforeEach(async () => {
    store = await open();
    await seedWorkspaces(store.db);
  });
  afterEach(() => store.dispose());

  it('is one for each answer and person, and the last one counts', async () => {
    await saveFeedback(store.db, about, said({ endUserId: 'ann', comment: 'Wrong year' }));
    const example = { question: 'q', sql: 'SELECT 1' };
    await saveFeedback(store.db, about, said({ example }));
    const last = said({ endUserId: 'ann', rating: 'down', at: '2026-02-01T02:00:00.000' });
    await saveFeedback(store.db, about, last);
    expect(await listFeedback(store.db, 'tr_1', null)).to.deep.equal([said({ example }), last]);
    expect(await listFeedback(store.db, 'tr_1', 'ann')).to.deep.equal([last]);
    expect(await readFeedback(store.db, 'tr_1', null)).to.deep.equal(said({ example }));
    expect(await readFeedback(store.db, 'tr_1', 'ben')).to.equal(null);
  });
});

describe('what becomes an approved example', () => {
  const answer = (over: object = {}, details: object = {}) =>
    ({
      result: 'success',
      sql: 'SELECT 1',
      ...over,
      details: { agent: 'Text2SQL', prior_turns: 0, ...details },
    }) as unknown as AnswerTrace;
  const up: NewFeedback = { rating: 'up', comment: null, correctSql: null };
  const corrected: NewFeedback = { rating: 'down', comment: null, correctSql: 'SELECT 2' };
  const key = principal().key;
  const asking = principal({ key: { ...key, scope: 'query' } });
  const filtered = principal({ policy: { filter: { region: 'Asia' }, hash: 'h' } });

  it('is an answer rated up, or a correction of any', () => {
    expect(whyNoExample(principal(), answer(), up)).to.equal(null);
    expect(whyNoExample(principal(), answer(), corrected)).to.equal(null);
    expect(whyNoExample(principal(), answer({ result: 'error', sql: null }), corrected)).to.equal(
      null,
    );
  });

  const cases: readonly (readonly [string, typeof asking, AnswerTrace, NewFeedback, RegExp])[] = [
    ['of an ask-only key', asking, answer(), up, /full-access/],
    ['corrected with an ask-only key', asking, answer(), corrected, /full-access/],
    ['under a row filter', filtered, answer(), up, /row filter/],
    ['corrected under a row filter', filtered, answer(), corrected, /row filter/],
    ['rated down only', principal(), answer(), { ...up, rating: 'down' }, /rated incorrect/],
    ['after other turns', principal(), answer({}, { prior_turns: 1 }), up, /new chat/],
    ['corrected after other turns', principal(), answer({}, { prior_turns: 1 }), corrected, /new/],
    ['of an earlier version', principal(), answer({}, { prior_turns: undefined }), up, /earlier/],
    ['not executed', principal(), answer({ result: 'dry_run' }), up, /correct_sql/],
    ['declined', principal(), answer({ result: 'error', sql: null }), up, /correct_sql/],
    [
      'of several statements',
      principal(),
      answer({}, { agent: 'Analytics' }),
      up,
      /one SQL statement/,
    ],
  ];
  for (const [name, who, trace, feedback, why] of cases)
    it(`is no answer ${name}`, () => {
      expect(whyNoExample(who, trace, feedback)).to.match(why);
    });
});
