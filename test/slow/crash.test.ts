import { once } from 'node:events';
import { expect } from 'chai';
import type { CrashPoint } from '#src/files/crash-point.ts';
import { call } from '../../bench/service.ts';
import { type OwnWorkspace, openWorkspace } from '../e2e/workspace.ts';

const OLD = 'city,amount\nBerlin,10\nParis,2\n';
const NEW = 'city,amount\nRome,7\nOslo,1\nBern,4\n';

/**
 * What the whole service shows after `kill -9` at a moment of a replacement or a deletion, and a new start: one after the
 * other, the next moment in the place of a start of its own.
 */
const MOMENTS: readonly (readonly [
  point: CrashPoint,
  change: 'replace' | 'delete',
  rows: number | null,
])[] = [
  ['engine-committed', 'replace', 2],
  ['before-publish', 'replace', 2],
  ['after-publish', 'replace', 3],
  ['delete-before-publish', 'delete', 3],
  ['delete-after-publish', 'delete', null],
];

describe('the whole service when it is killed', () => {
  let own: OwnWorkspace;
  before(async () => {
    own = await openWorkspace();
    await own.upload(OLD, 'sales.csv');
    own = await own.restart({ PLUMBLINE_CRASH_AT: MOMENTS[0]![0] });
  });
  after(() => own.close());

  for (const [at, [point, change, rows]] of MOMENTS.entries())
    it(`shows ${rows === null ? 'nothing' : `${rows} rows`} after a kill at "${point}"`, async () => {
      const ended = once(own.service.process, 'exit');
      const { files } = await call<{ files: { id: number }[] }>(own.service, 'GET', own.files);
      const changed =
        change === 'replace'
          ? own.upload(NEW, 'sales.csv')
          : call(own.service, 'DELETE', `${own.files}/${files[0]!.id}`);
      await changed.catch(() => {});
      expect((await ended)[1]).to.equal('SIGKILL');
      const next = MOMENTS[at + 1];
      own = await own.restart(next ? { PLUMBLINE_CRASH_AT: next[0] } : {});
      const answered = await own
        .ask('how many sales are there')
        .then(({ data }) => data.rows, String);
      if (rows === null) expect(answered).to.match(/422/);
      else expect(answered).to.deep.equal([[rows]]);
    });

  it('has the trace of every turn that a chat keeps, after a kill right behind the answer', async () => {
    own = await own.restart();
    const { service, clientId, workspaceId } = own;
    const path = `/clients/${clientId}`;
    await own.upload(NEW, 'sales.csv');
    const body = { query: 'total amount', new_session: true, workspace_id: workspaceId };
    type Asked = { readonly session_id: string; readonly trace_id: string };
    const asked = await call<Asked>(service, 'POST', `${path}/ask`, body);
    const ended = once(service.process, 'exit');
    service.process.kill('SIGKILL');
    await ended;
    own = await own.restart();
    const { turns } = await call<{ turns: { trace_id: string }[] }>(
      own.service,
      'GET',
      `${path}/chats/${asked.session_id}`,
    );
    expect(turns.map(({ trace_id }) => trace_id)).to.deep.equal([asked.trace_id]);
    const trace = await call<Asked>(own.service, 'GET', `${path}/answers/${asked.trace_id}`);
    expect(trace.trace_id).to.equal(asked.trace_id);
  });

  it('takes the file again after all of them', async () => {
    await own.upload(NEW, 'sales.csv');
    expect((await own.ask('total amount')).data.rows).to.deep.equal([[12]]);
  });
});
