import path from 'node:path';
import SQLite from 'better-sqlite3';
import { expect } from 'chai';
import { Webhook } from 'standardwebhooks';
import { call } from '../../bench/service.ts';
import { eventually } from '../fakes/eventually.ts';
import { hasMailServer, startMailServer } from '../fakes/mail-server.ts';
import { type PostReceiver, startPostReceiver } from '../fakes/post-receiver.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

interface Schedule {
  readonly id: string;
  readonly name: string;
  readonly to: { readonly url?: string };
  readonly status: string;
  readonly reason: string | null;
  readonly failing: boolean;
  readonly next_at: string | null;
}
interface Run {
  readonly id: string;
  readonly status: string;
  readonly is_test: boolean;
  readonly error: string | null;
}

const PUBLIC = 'https://data.example.com/plumbline';
const SETTINGS = {
  PLUMBLINE_PUBLIC_URL: PUBLIC,
  PLUMBLINE_WEBHOOKS__ALLOW_PRIVATE_HOSTS: 'true',
  PLUMBLINE_SCHEDULES__POLL_MS: '50',
  PLUMBLINE_SCHEDULES__CHECK_MS: '100',
  PLUMBLINE_SCHEDULES__TIMEOUT_MS: '1000',
  PLUMBLINE_SCHEDULES__ATTEMPTS: '3',
  PLUMBLINE_JOBS__POLL_MS: '100',
  PLUMBLINE_JOBS__LEASE_MS: '1000',
  PLUMBLINE_JOBS__MAX_RETRY_MS: '1000',
};
const SALES = 'city,amount\nRome,7\nOslo,1\n';
const NEVER = { type: 'weekly', at: '04:00', day: 'monday' };

describe('schedules', () => {
  let own: OwnWorkspace;
  let slack: PostReceiver;
  let mail: Awaited<ReturnType<typeof startMailServer>> | null = null;
  before(async () => {
    slack = await startPostReceiver();
    mail = hasMailServer() ? await startMailServer() : null;
    own = await openWorkspace({ ...SETTINGS, ...(mail ? { PLUMBLINE_MAIL__URL: mail.url } : {}) });
    await own.upload(SALES, 'sales.csv');
  });
  after(async () => {
    await own?.close();
    await slack?.close();
    await mail?.close();
  });
  beforeEach(() => {
    slack.posts.length = 0;
    slack.answer((res) => void res.end('ok'));
  });

  const base = () => `/clients/${own.clientId}/workspaces/${own.workspaceId}`;
  const on = <T>(method: string, at: string, body?: unknown, key = own.service.apiKey) =>
    call<T>({ url: own.service.url, apiKey: key }, method, `${base()}${at}`, body);
  const save = async (question: string, name: string) => {
    const { trace_id } = await call<{ trace_id: string }>(
      own.service,
      'POST',
      `/clients/${own.clientId}/ask`,
      { query: question, new_session: true, workspace_id: own.workspaceId },
    );
    return (await on<{ id: string }>('POST', '/saved', { trace_id, name })).id;
  };
  const schedule = (body: object, key?: string) =>
    on<Schedule>('POST', '/schedules', body, key ?? own.service.apiKey);
  const toSlack = () => ({ type: 'slack', url: slack.url });
  const runsOf = async (id: string) =>
    (await on<{ runs: Run[] }>('GET', `/schedules/${id}/runs?limit=50`)).runs;
  const ended = (id: string, count = 1) =>
    eventually(async () => {
      const runs = (await runsOf(id)).filter(({ status }) => status !== 'pending');
      return runs.length >= count && runs;
    }, `${count} runs`);
  /** Moves the clock of a schedule, as time does. */
  const dueNow = (id: string, daysAgo = 0) => {
    const db = new SQLite(path.join(own.service.dataDir, 'plumbline.db'));
    const at = new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, -1);
    db.prepare('update schedules set next_at = ? where id = ?').run(at, id);
    db.close();
  };
  const texts = () => slack.posts.map(({ body }) => (JSON.parse(body) as { text: string }).text);

  it('sends a board to Slack once for all that was missed, with a link and never the address', async () => {
    const saved = await save('total amount by city', 'Sales <by> city');
    const board = await on<{ id: string }>('POST', '/boards', {
      name: 'Sales',
      tiles: [{ saved_id: saved, width: 1 }],
    });
    const made = await schedule({ board_id: board.id, when: NEVER, to: toSlack() });
    expect(made).to.deep.include({ name: 'Sales', status: 'active', failing: false });
    expect(JSON.stringify(made)).to.not.contain('secret');
    dueNow(made.id, 30);
    await ended(made.id);
    expect(texts()).to.have.length(1);
    const [sent = ''] = texts();
    expect(sent).to.contain(`${PUBLIC}/boards/${board.id}?t=${own.clientId}&w=${own.workspaceId}`);
    expect(sent)
      .to.contain('*Sales &lt;by&gt; city*')
      .and.to.match(/Rome\s+7/);
    const after = await on<Schedule>('GET', `/schedules/${made.id}`);
    expect(new Date(`${after.next_at}Z`).getUTCDay()).to.equal(1);
    expect((await runsOf(made.id)).map(({ status }) => status)).to.deep.equal(['delivered']);
    await on('DELETE', `/schedules/${made.id}`);
  });

  it('tells of a number when it crosses its bound, and not again while it stays beyond it', async () => {
    const saved = await save('total amount', 'Amount');
    const made = await schedule({
      saved_id: saved,
      when: { type: 'bound', above: 100 },
      to: toSlack(),
    });
    await ended(made.id);
    expect(texts()).to.deep.equal([]);
    await own.upload('city,amount\nRome,70\nOslo,50\n', 'sales.csv');
    await eventually(() => texts().length === 1, 'the alert');
    expect(texts()[0]).to.contain('Amount: 120 is above 100.');
    await own.upload('city,amount\nRome,80\nOslo,50\n', 'sales.csv');
    await eventually(async () =>
      (await runsOf(made.id)).some(({ error }) => error === '130 is still beyond it.'),
    );
    await own.upload(SALES, 'sales.csv');
    await eventually(async () =>
      (await runsOf(made.id)).some(
        ({ error }, at) => at < 40 && error === '8 is within the bound.',
      ),
    );
    expect(texts()).to.have.length(1);
    await on('DELETE', `/schedules/${made.id}`);
  });

  it('mails rows that changed, as text and as a table, and only then', async function () {
    if (!mail) return this.skip();
    const saved = await save('total amount by city', 'By "city"');
    const made = await schedule({
      saved_id: saved,
      when: { type: 'change' },
      to: { type: 'email', to: ['ann@example.com', 'ben@example.com'] },
    });
    await ended(made.id);
    expect(mail.mails).to.deep.equal([]);
    await own.upload('city,amount\n<b>Rome</b>,9\nOslo,1\n', 'sales.csv');
    const [sent] = await eventually(() => mail!.mails.length === 1 && mail!.mails, 'the mail');
    expect(sent?.to).to.deep.equal(['ann@example.com', 'ben@example.com']);
    const source = sent!.source.replaceAll('=\r\n', '');
    expect(source).to.contain('Auto-Submitted: auto-generated');
    expect(source).to.contain('multipart/alternative').and.to.contain('&lt;b&gt;Rome&lt;/b&gt;');
    expect(source).to.contain('data.example.com/plumbline/a/tr_');
    expect(source).to.match(/Message-ID: <run_\w+@plumbline>/i);
    // A version with the same rows is no change.
    await own.upload('city,amount\nOslo,1\n<b>Rome</b>,9\n', 'sales.csv');
    await eventually(async () =>
      (await runsOf(made.id)).some(({ error }) => error === 'The rows are unchanged.'),
    );
    mail.refuseWith(550);
    const tested = await on<Run>('POST', `/schedules/${made.id}/test`);
    const refused = await eventually(async () =>
      (await runsOf(made.id)).find(({ id, status }) => id === tested.id && status === 'failed'),
    );
    expect(refused.error).to.contain("didn't take the message").and.to.contain('not now');
    mail.refuseWith(0);
    await on('DELETE', `/schedules/${made.id}`);
    await own.upload(SALES, 'sales.csv');
  });

  it('hands a message to a webhook, signed, with the exact rows', async () => {
    const hooks = await startPostReceiver();
    const saved = await save('total amount by city', 'By city');
    const hook = await call<{ id: string; secret: string }>(
      own.service,
      'POST',
      '/accounts/webhooks',
      { url: hooks.url, events: ['file.failed'] },
    );
    const to = { type: 'webhook', webhook_id: hook.id };
    const made = await schedule({ saved_id: saved, when: NEVER, to });
    await on('POST', `/schedules/${made.id}/test`);
    const [post] = await eventually(() => hooks.posts.length > 0 && hooks.posts, 'the post');
    new Webhook(hook.secret).verify(post!.body, post!.headers as Record<string, string>);
    const { type, data } = JSON.parse(post!.body) as {
      type: string;
      data: { schedule_id: string; parts: { columns: string[]; rows: unknown[][] }[] };
    };
    expect(type).to.equal('schedule.run');
    expect(data.schedule_id).to.equal(made.id);
    expect(data.parts[0]?.rows).to.deep.include.members([['Rome', 7]]);
    await call(own.service, 'DELETE', `/accounts/webhooks/${hook.id}`);
    await on('POST', `/schedules/${made.id}/test`);
    const [gone] = await ended(made.id, 2);
    expect(gone).to.include({ status: 'failed', error: 'The webhook was deleted or disabled.' });
    await on('DELETE', `/schedules/${made.id}`);
    await hooks.close();
  });

  it('follows no redirect, and asks no address of the inside', async () => {
    slack.answer((res) => {
      res.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end();
    });
    const saved = await save('total amount', 'Redirected');
    const made = await schedule({ saved_id: saved, when: NEVER, to: toSlack() });
    await on('POST', `/schedules/${made.id}/test`);
    const [run] = await ended(made.id);
    expect(run).to.include({ status: 'failed', error: 'Slack answered 302.' });
    expect(slack.posts).to.have.length(1);
    for (const url of [
      'http://169.254.169.254/x',
      'http://[fd00:ec2::254]/',
      'ftp://x.example',
      'x',
    ]) {
      const body = { saved_id: saved, when: NEVER, to: { type: 'slack', url } };
      const refused = await schedule(body).catch((error: Error) => error.message);
      expect(refused, url).to.match(/: 400 /);
    }
    await on('DELETE', `/schedules/${made.id}`);
  });

  it('tries a receiver that stalls again, and gives up after its attempts', async () => {
    slack.answer(() => {});
    const saved = await save('total amount', 'Stalled');
    const made = await schedule({ saved_id: saved, when: NEVER, to: toSlack() });
    await on('POST', `/schedules/${made.id}/test`);
    const waiting = await eventually(async () =>
      (await runsOf(made.id)).find(({ error }) => error),
    );
    expect(waiting.error).to.contain('no answer within 1 s');
    const [run] = await ended(made.id);
    expect(run?.status).to.equal('failed');
    expect(slack.posts).to.have.length(3);
    expect(await on<Schedule>('GET', `/schedules/${made.id}`)).to.include({ failing: true });
    await on('DELETE', `/schedules/${made.id}`);
  });

  it('delivers what a killed process had begun to deliver, and records it once', async () => {
    slack.answer(() => {});
    const saved = await save('total amount', 'Killed');
    const made = await schedule({ saved_id: saved, when: NEVER, to: toSlack() });
    dueNow(made.id);
    await eventually(() => slack.posts.length === 1, 'the first post');
    own.service.process.kill('SIGKILL');
    slack.answer((res) => void res.end('ok'));
    own = await own.restart({ ...SETTINGS, ...(mail ? { PLUMBLINE_MAIL__URL: mail.url } : {}) });
    const runs = await ended(made.id);
    expect(runs.map(({ status }) => status)).to.deep.equal(['delivered']);
    expect(new Set(texts())).to.have.property('size', 1);
    await on('DELETE', `/schedules/${made.id}`);
  });

  it('tells once that its data is gone, and goes on when it is there again', async () => {
    await own.upload('town,sold\nBari,3\n', 'towns.csv');
    const { files } = await on<{ files: { id: number; filename: string }[] }>('GET', '/files');
    const towns = files.find(({ filename }) => filename === 'towns.csv');
    const saved = await save('total sold', 'Sold');
    const made = await schedule({ saved_id: saved, when: NEVER, to: toSlack() });
    await on('DELETE', `/files/${towns?.id}`);
    for (const count of [1, 2, 3]) {
      dueNow(made.id);
      await ended(made.id, count);
    }
    expect(texts()).to.have.length(1);
    expect(texts()[0]).to.contain("couldn't be sent");
    expect((await runsOf(made.id)).map(({ status }) => status)).to.deep.equal(
      Array(3).fill('failed'),
    );
    await own.upload('town,sold\nBari,3\n', 'towns.csv');
    dueNow(made.id);
    const [last] = await ended(made.id, 4);
    expect(last?.status).to.equal('delivered');
    expect(await on<Schedule>('GET', `/schedules/${made.id}`)).to.include({ failing: false });
    await on('DELETE', `/schedules/${made.id}`);
  });

  it('goes on after its key was rotated, and stops with a notice when that is revoked', async () => {
    const keys = '/accounts/api-keys';
    const key = await call<{ id: string; api_key: string }>(own.service, 'POST', keys, {
      name: 'owner',
      client_id: own.clientId,
    });
    const saved = await save('total amount', 'Owned');
    const made = await schedule({ saved_id: saved, when: NEVER, to: toSlack() }, key.api_key);
    const next = await call<{ id: string }>(own.service, 'POST', `${keys}/${key.id}/rotate`, {
      grace_seconds: 0,
    });
    dueNow(made.id);
    expect((await ended(made.id))[0]?.status).to.equal('delivered');
    await call(own.service, 'DELETE', `${keys}/${next.id}`);
    dueNow(made.id);
    expect((await ended(made.id, 2))[0]).to.include({ status: 'failed' });
    expect(texts().at(-1)).to.contain('was stopped').and.to.contain('no longer has access');
    expect(await on<Schedule>('GET', `/schedules/${made.id}`)).to.deep.include({
      ...{ status: 'stopped', next_at: null },
      reason: 'Its owner no longer has access to this data.',
    });
    await on('DELETE', `/schedules/${made.id}`);
  });

  it('runs for the person of a token that was made with a key, who alone sees it', async () => {
    const saved = await save('total amount', 'Of Ann');
    await on('PATCH', `/saved/${saved}`, { shared: true });
    const { token } = await call<{ token: string }>(
      own.service,
      'POST',
      `/clients/${own.clientId}/tokens`,
      { end_user_id: 'ann@example.com', workspace_id: own.workspaceId, scope: 'full' },
    );
    const as = async <T>(method: string, at: string, body?: object) => {
      const response = await fetch(`${own.service.url}${base()}${at}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body ? { body: JSON.stringify(body) } : {}),
      });
      return (await response.json()) as T;
    };
    const body = { saved_id: saved, when: NEVER, to: toSlack() };
    const made = await as<Schedule>('POST', '/schedules', body);
    dueNow(made.id);
    expect((await ended(made.id))[0]?.status).to.equal('delivered');
    const others = await schedule(body);
    const seen = await as<{ schedules: Schedule[] }>('GET', '/schedules');
    expect(seen.schedules.map(({ id }) => id)).to.deep.equal([made.id]);
    for (const { id } of [made, others]) await on('DELETE', `/schedules/${id}`);
  });

  it('waits until the quiet hours are over', async () => {
    const saved = await save('total amount', 'Quiet');
    const hour = (add: number) =>
      new Date(Date.now() + add * 3_600_000).toISOString().slice(11, 16);
    const quiet = { from: hour(-1), to: hour(2) };
    const made = await schedule({ saved_id: saved, when: NEVER, quiet, to: toSlack() });
    dueNow(made.id);
    await eventually(async () => (await runsOf(made.id)).length === 1);
    dueNow(made.id);
    const changed = await eventually(async () => {
      const now = await on<Schedule>('GET', `/schedules/${made.id}`);
      return now.next_at! > new Date().toISOString() && now;
    });
    expect(changed.status).to.equal('active');
    expect((await runsOf(made.id)).map(({ status }) => status)).to.deep.equal(['pending']);
    expect(slack.posts).to.deep.equal([]);
    await on('DELETE', `/schedules/${made.id}`);
  });

  it('refuses what it could not send, with what to do', async () => {
    const saved = await save('total amount', 'Refused');
    const to = toSlack();
    for (const [body, why] of [
      [{ when: NEVER, to }, 'Send board_id or saved_id'],
      [{ saved_id: saved, when: NEVER, time_zone: 'Mars/Base', to }, "isn't a time zone"],
      [{ saved_id: saved, when: { type: 'bound' }, to }, 'above or below'],
      [{ saved_id: 'sav_none', when: NEVER, to }, '404'],
      [{ saved_id: saved, when: { type: 'daily', at: '25:00' }, to }, 'such as 08:00'],
      [{ saved_id: saved, when: NEVER, to: { type: 'email', to: [] } }, 'at least one recipient'],
      [{ saved_id: saved, when: NEVER, to: { type: 'email', to: ['a@b\nBcc: x@y.z'] } }, '422'],
      [{ saved_id: saved, when: NEVER, to: { type: 'webhook', webhook_id: 'wh_none' } }, '404'],
    ] as const) {
      const refused = await schedule(body).then(
        () => 'made',
        (error: Error) => error.message,
      );
      expect(refused).to.contain(why);
    }
  });
});

describe('schedules without public_url', () => {
  it('are refused with one sentence', async () => {
    const own = await openWorkspace();
    try {
      const at = `/clients/${own.clientId}/workspaces/${own.workspaceId}/schedules`;
      const body = {
        board_id: 'brd_1',
        when: NEVER,
        to: { type: 'slack', url: 'https://hooks.slack.com/services/x' },
      };
      const refused = await call(own.service, 'POST', at, body).catch(
        (error: Error) => error.message,
      );
      expect(refused).to.contain('422').and.to.contain('set public_url first');
    } finally {
      await own.close();
    }
  });
});
