import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import SQLite from 'better-sqlite3';
import { expect } from 'chai';
import pg from 'pg';
import { Webhook } from 'standardwebhooks';

import { call, startService } from '../../bench/service.ts';
import { eventually } from '../fakes/eventually.ts';
import { hasMailServer, startMailServer } from '../fakes/mail-server.ts';
import { type PostReceiver, startPostReceiver } from '../fakes/post-receiver.ts';
import { requirePostgres, temporaryDatabase } from '../fakes/postgres.ts';
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
      (await runsOf(made.id)).some(({ error }) => error === '130 is still past the limit.'),
    );
    await own.upload(SALES, 'sales.csv');
    await eventually(async () =>
      (await runsOf(made.id)).some(
        ({ error }, at) => at < 40 && error === "8 hasn't crossed the limit.",
      ),
    );
    expect(texts()).to.have.length(1);
    await on('DELETE', `/schedules/${made.id}`);
  });

  it('counts the days of a question anew in the next month, also for an alert over the same files', async () => {
    const countFrom = (as_of: string | null) => on('PATCH', '', { as_of });
    await countFrom('2026-11-29');
    await own.upload(
      'place,fee,ordered_on\nRome,21,2026-11-03\nOslo,300,2026-12-08\n',
      'orders.csv',
    );
    const saved = await save('total fee this month', 'Fee');
    const board = await on<{ id: string }>('POST', '/boards', {
      name: 'Fees',
      tiles: [{ saved_id: saved, width: 1 }],
    });
    const weekly = await schedule({ board_id: board.id, when: NEVER, to: toSlack() });
    const when = { type: 'bound', above: 100 };
    const alert = await schedule({ saved_id: saved, when, to: toSlack() });
    await eventually(async () =>
      (await runsOf(alert.id)).some(({ error }) => error === "21 hasn't crossed the limit."),
    );
    await countFrom('2026-12-10');
    await eventually(() => texts().length === 1, 'the alert');
    expect(texts()[0])
      .to.contain('Fee: 300 is above 100.')
      .and.to.contain('*Fee (2026-12-01 to 2026-12-31)*');
    slack.posts.length = 0;
    dueNow(weekly.id);
    await eventually(() => texts().length === 1, 'the board');
    expect(texts()[0]).to.contain('*Fee (2026-12-01 to 2026-12-31)* · Checked\n300');
    for (const { id } of [weekly, alert]) await on('DELETE', `/schedules/${id}`);
    await countFrom(null);
  });

  it('tells when a number of the past months leaves its usual range, in German', async () => {
    const months = (last: number) =>
      `day,amount\n${[10, 11, 9, 10, 12, 11, 10, 9, 10, last, 1]
        .map((amount, at) => `2025-${String(at + 1).padStart(2, '0')}-15,${amount}`)
        .join('\n')}\n`;
    await own.upload(months(11), 'takings.csv');
    const saved = await save('total takings amount by month', 'Takings');
    const made = await schedule({
      saved_id: saved,
      ...{ when: { type: 'unusual', at: '04:00' }, language: 'de', to: toSlack() },
    });
    expect(made).to.deep.include({ past: null, language: 'de' });
    dueNow(made.id);
    const [quiet] = await ended(made.id);
    expect(quiet?.status).to.equal('skipped');
    expect(quiet?.error).to.match(/^Takings, Oct 2025: 11 is within its usual range, \d to \d\d /);
    await own.upload(months(90), 'takings.csv');
    dueNow(made.id);
    await eventually(() => texts().length === 1, 'the alert');
    expect(texts()[0]).to.match(
      /Takings, Okt\.? 2025: 90 liegt über dem üblichen Bereich von \d bis \d\d \(aus 9 früheren Monaten\)\./,
    );
    expect(texts()[0]).to.contain('|In Plumbline öffnen>');
    dueNow(made.id);
    await eventually(
      async () =>
        (await on<Schedule>('GET', `/schedules/${made.id}`)).next_at! > new Date().toISOString(),
    );
    expect(await on('GET', `/schedules/${made.id}`)).to.deep.include({
      past: { values: 8, needed: 8 },
    });
    expect(texts()).to.have.length(1);
    await on('DELETE', `/schedules/${made.id}`);
    const { files } = await on<{ files: { id: number; filename: string }[] }>('GET', '/files');
    const file = files.find(({ filename }) => filename === 'takings.csv');
    await on('DELETE', `/files/${file?.id}`);
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
    expect(refused.error).to.contain("didn't accept the message").and.to.contain('not now');
    mail.refuseWith(0);
    await on('DELETE', `/schedules/${made.id}`);
    await own.upload(SALES, 'sales.csv');
  });

  /** Of the pictures that the last message in Slack links to, as Slack gets them. */
  const fetched = async (url: string) => {
    expect(url.startsWith(`${PUBLIC}/pictures/plumb_share_`)).to.equal(true);
    return fetch(own.service.url + url.slice(PUBLIC.length));
  };
  const imageUrls = () =>
    slack.posts.flatMap(({ body }) =>
      (
        JSON.parse(body) as { attachments: { image_url: string; fallback: string }[] }
      ).attachments.map(({ image_url }) => image_url),
    );

  it('mails the chart of an answer as a picture within the mail', async function () {
    if (!mail) return this.skip();
    mail.mails.length = 0;
    await own.upload(SALES, 'sales.csv');
    const saved = await save('total amount by city', 'Drawn');
    const to = { type: 'email', to: ['ann@example.com'] };
    const made = await schedule({ saved_id: saved, when: NEVER, to });
    await on('POST', `/schedules/${made.id}/test`);
    const [sent] = await eventually(() => mail!.mails.length === 1 && mail!.mails, 'the mail');
    const source = sent!.source.replaceAll('=\r\n', '');
    expect(source).to.contain('multipart/related').and.to.contain('Content-Type: image/png');
    const [, cid] = /<img src=3D"cid:([^"]+)"/.exec(source) ?? [];
    expect(source.toLowerCase()).to.contain(`content-id: <${cid}>`.toLowerCase());
    expect(source).to.match(/alt=3D"[^"]*Rome/);
    const [, base64 = ''] =
      /image\/png[\s\S]*?\r\n\r\n([A-Za-z0-9+/=\r\n]+)/.exec(sent!.source) ?? [];
    const png = Buffer.from(base64, 'base64');
    expect(png.subarray(1, 4).toString()).to.equal('PNG');
    expect(png.readUInt32BE(16)).to.equal(1_280);
    const shots = process.env['PAGE_SHOTS'];
    if (shots) await writeFile(path.join(shots, 'mailed-chart.png'), png);
    await on('DELETE', `/schedules/${made.id}`);
  });

  it('links to a picture that Slack can get, until it was altered or its schedule is gone', async () => {
    const saved = await save('total amount by city', 'Linked');
    const made = await schedule({ saved_id: saved, when: NEVER, to: toSlack() });
    await on('POST', `/schedules/${made.id}/test`);
    await eventually(() => slack.posts.length === 1, 'the message');
    expect(texts()[0]).to.match(/Rome\s+7/);
    const [url = ''] = imageUrls();
    const shown = await fetched(url);
    expect(shown.headers.get('content-type')).to.equal('image/png');
    expect(shown.headers.get('x-robots-tag')).to.equal('noindex, nofollow');
    expect(
      Buffer.from(await shown.arrayBuffer())
        .subarray(1, 4)
        .toString(),
    ).to.equal('PNG');
    const altered = `${url.slice(0, -1)}${url.endsWith('0') ? '1' : '0'}`;
    for (const bad of [altered, url.slice(0, -2), `${PUBLIC}/pictures/plumb_share_00`])
      expect((await fetched(bad)).status).to.equal(404);
    await on('PATCH', `/schedules/${made.id}`, { enabled: false });
    expect((await fetched(url)).status).to.equal(200);
    await on('DELETE', `/schedules/${made.id}`);
    expect((await fetched(url)).status).to.equal(404);
  });

  for (const [what, change, back] of [
    [
      'its rows are other ones',
      () => own.upload('city,amount\nRome,8\nOslo,1\n', 'sales.csv'),
      null,
    ],
    ['a column is hidden', () => hide('amount', true), () => hide('amount', false)],
    ['its question is deleted', (saved: string) => on('DELETE', `/saved/${saved}`), null],
    ['its owner lost access', (_: string, key: string) => revoke(key), null],
    ['its file is deleted', () => removeSales(), null],
  ] as const)
    it(`ends its picture when ${what}`, async () => {
      await own.upload(SALES, 'sales.csv');
      const key = await call<{ id: string; api_key: string }>(
        ...([own.service, 'POST', '/accounts/api-keys'] as const),
        { name: 'drawer', client_id: own.clientId },
      );
      const saved = await save('total amount by city', 'Ending');
      const body = { saved_id: saved, when: NEVER, to: toSlack() };
      const made = await schedule(body, key.api_key);
      await on('POST', `/schedules/${made.id}/test`);
      await eventually(() => slack.posts.length === 1, 'the message');
      const [url = ''] = imageUrls();
      expect((await fetched(url)).status).to.equal(200);
      await change(saved, key.id);
      expect((await fetched(url)).status).to.equal(404);
      await back?.();
      await own.upload(SALES, 'sales.csv');
      await on('DELETE', `/schedules/${made.id}`).catch(() => {});
    });
  const hide = (column: string, hidden: boolean) =>
    call(
      ...([
        own.service,
        'PATCH',
        `/clients/${own.clientId}/schema/tables/sales/columns/${column}?workspace_id=${own.workspaceId}`,
      ] as const),
      { hidden },
    );
  const revoke = (id: string) => call(own.service, 'DELETE', `/accounts/api-keys/${id}`);
  const removeSales = async () => {
    const { files } = await on<{ files: { id: number; filename: string }[] }>('GET', '/files');
    for (const { id, filename } of files)
      if (filename === 'sales.csv') await on('DELETE', `/files/${id}`);
  };

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
    expect(data.parts[0]).to.not.have.any.keys('picture', 'shown');
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
    expect(waiting.error).to.contain('no response within 1 s');
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

  it('stops at the budget, tells it once, and goes on when there is some again', async () => {
    const saved = await save('total amount', 'Budgeted');
    const made = await schedule({ saved_id: saved, when: NEVER, to: toSlack() });
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [path.resolve('bin/plumbline.js'), 'key', 'create', '--account-level'],
      { env: { ...process.env, PLUMBLINE_DATA_DIR: own.service.dataDir } },
    );
    const whole = { url: own.service.url, apiKey: /plumb_live_\w+/.exec(stdout)![0] };
    const budget = { scope_type: 'tenant', scope_id: own.clientId, cap: 0, enforcement: 'block' };
    await call(whole, 'PUT', '/accounts/budgets', { budgets: [budget] });
    for (const count of [1, 2]) {
      dueNow(made.id);
      const [run] = await ended(made.id, count);
      expect(run).to.include({ status: 'failed' });
      expect(run?.error).to.contain('The budget for this tenant is used up');
    }
    expect(texts()).to.have.length(1);
    expect(texts()[0]).to.contain("couldn't be sent").and.to.not.contain('8');
    await call(whole, 'PUT', '/accounts/budgets', { budgets: [] });
    dueNow(made.id);
    expect((await ended(made.id, 3))[0]?.status).to.equal('delivered');
    expect(texts()).to.have.length(2);
    expect(await on<Schedule>('GET', `/schedules/${made.id}`)).to.include({ failing: false });
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

  it('makes the kept results of a board anew, and tells nobody', async () => {
    const saved = await save('total amount', 'Kept');
    const board = await on<{ id: string }>('POST', '/boards', {
      name: 'Kept',
      tiles: [{ saved_id: saved, width: 1 }],
    });
    const rows = async () => {
      const { tiles } = await on<{
        tiles: { saved: { result: { rows: unknown } | null } | null }[];
      }>('GET', `/boards/${board.id}`);
      return tiles[0]?.saved?.result?.rows ?? null;
    };
    expect(await rows()).to.equal(null);
    const to = { type: 'refresh' };
    const made = await schedule({ board_id: board.id, when: { type: 'hourly' }, to });
    expect(new Date(`${made.next_at}Z`).getUTCMinutes()).to.equal(0);
    dueNow(made.id);
    expect((await ended(made.id))[0]?.status).to.equal('delivered');
    expect(await rows()).to.deep.equal([[8]]);
    const changing = await schedule({ board_id: board.id, when: { type: 'change' }, to });
    await own.upload('city,amount\nRome,70\nOslo,1\n', 'sales.csv');
    await eventually(async () => JSON.stringify(await rows()) === '[[71]]', 'the new number');
    expect(slack.posts).to.deep.equal([]);
    const refused = await schedule({
      ...{ saved_id: saved, when: { type: 'bound', above: 1 } },
      to,
    }).catch((error: Error) => error.message);
    expect(refused).to.contain("A refresh can't have a limit");
    for (const { id } of [made, changing]) await on('DELETE', `/schedules/${id}`);
    await own.upload(SALES, 'sales.csv');
  });

  it('lists those of one board or question, page by page', async () => {
    const [one, two] = [await save('total amount', 'One'), await save('total amount', 'Two')];
    const made = [];
    for (const saved_id of [one, two, one])
      made.push(await schedule({ saved_id, when: NEVER, to: toSlack() }));
    const list = (query: string) =>
      on<{ schedules: Schedule[]; next_cursor: string | null }>('GET', `/schedules?${query}`);
    const first = await list(`saved_id=${one}&limit=1`);
    expect(first.schedules.map(({ id }) => id)).to.deep.equal([made[2]?.id]);
    const rest = await list(`saved_id=${one}&limit=1&cursor=${first.next_cursor}`);
    expect(rest.schedules.map(({ id }) => id)).to.deep.equal([made[0]?.id]);
    expect(rest.next_cursor).to.equal(null);
    expect((await list('board_id=brd_none')).schedules).to.deep.equal([]);
    for (const { id } of made) await on('DELETE', `/schedules/${id}`);
  });

  it('lists those of all workspaces of a tenant with owner and last run, and no others', async () => {
    const saved = await save('total amount', 'Listed');
    const body = { saved_id: saved, when: NEVER, to: toSlack() };
    const made = await schedule(body);
    await on('PATCH', `/saved/${saved}`, { shared: true });
    const { token } = await call<{ token: string }>(
      ...([own.service, 'POST', `/clients/${own.clientId}/tokens`] as const),
      { end_user_id: 'ann@example.com', workspace_id: own.workspaceId, scope: 'full' },
    );
    const as = async (method: string, url: string, sent?: object) => {
      const response = await fetch(own.service.url + url, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(sent ? { body: JSON.stringify(sent) } : {}),
      });
      return { status: response.status, body: (await response.json()) as never };
    };
    const ofAnn = (await as('POST', `${base()}/schedules`, body)).body as Schedule;
    const tenant = `/clients/${own.clientId}/schedules`;
    type Listed = { readonly owner: string; readonly last_run: Run | null } & Schedule;
    const list = async (query = '') =>
      call<{ schedules: Listed[]; next_cursor: string | null }>(own.service, 'GET', tenant + query);
    await on('POST', `/schedules/${made.id}/test`);
    await ended(made.id);
    const { schedules } = await list();
    expect(schedules.map(({ id, owner }) => [id, owner])).to.deep.equal([
      [ofAnn.id, 'ann@example.com'],
      [made.id, 'First key'],
    ]);
    expect(schedules.map(({ last_run }) => last_run?.status ?? null)).to.deep.equal([
      null,
      'delivered',
    ]);
    const first = await list('?limit=1');
    expect(await list(`?limit=1&cursor=${first.next_cursor}`)).to.deep.include({
      schedules: [schedules[1]],
    });
    const seen = (await as('GET', tenant)).body as { schedules: Schedule[] };
    expect(seen.schedules.map(({ id }) => id)).to.deep.equal([ofAnn.id]);
    for (const [method, at, sent] of [
      ['GET', ''],
      ['PATCH', '', { enabled: false }],
      ['POST', '/test'],
      ['GET', '/runs'],
      ['DELETE', ''],
    ] as const)
      expect((await as(method, `${base()}/schedules/${made.id}${at}`, sent)).status).to.equal(404);
    expect((await as('GET', '/clients/cli_other/schedules')).status).to.equal(403);
    for (const { id } of schedules) await on('DELETE', `/schedules/${id}`);
  });

  it('keeps both of two changes that are made at once', async () => {
    const saved = await save('total amount', 'Changed');
    const made = await schedule({ saved_id: saved, when: NEVER, to: toSlack() });
    const quiet = { from: '22:00', to: '06:00' };
    for (let round = 0; round < 5; round += 1) {
      const when = { type: 'daily', at: `0${round}:00` };
      const time_zone = round % 2 === 0 ? 'europe/berlin' : 'Asia/Tokyo';
      await Promise.all(
        [{ when }, { time_zone }, { quiet: round % 2 === 0 ? quiet : null }].map((body) =>
          on('PATCH', `/schedules/${made.id}`, body),
        ),
      );
      expect(await on('GET', `/schedules/${made.id}`)).to.deep.include({
        ...{ when, quiet: round % 2 === 0 ? quiet : null },
        time_zone: round % 2 === 0 ? 'Europe/Berlin' : 'Asia/Tokyo',
      });
    }
    await on('DELETE', `/schedules/${made.id}`);
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
      [{ when: NEVER, to }, 'Send either board_id or saved_id'],
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

describe('schedules of a member', () => {
  it('stop with a notice when the member is no admin any more', async () => {
    const slack = await startPostReceiver();
    const own = await openWorkspace({ ...SETTINGS, PLUMBLINE_PEOPLE__ENABLED: 'true' });
    try {
      await own.upload(SALES, 'sales.csv');
      const members = `/clients/${own.clientId}/members`;
      const member = { name: 'Ann', email: 'ann@example.com', role: 'admin' };
      const { member_id, link } = await call<{ member_id: string; link: string }>(
        ...([own.service, 'POST', members, member] as const),
      );
      let cookie = '';
      const asAnn = async <T>(method: string, at: string, body?: object) => {
        const response = await fetch(own.service.url + at, {
          method,
          headers: {
            ...{ 'Content-Type': 'application/json', 'Sec-Fetch-Site': 'same-origin' },
            ...(cookie === '' ? {} : { cookie }),
          },
          ...(body ? { body: JSON.stringify(body) } : {}),
        });
        cookie = response.headers.get('set-cookie')?.split(';')[0] ?? cookie;
        const read = (await response.json()) as T;
        expect(response.ok, JSON.stringify(read)).to.equal(true);
        return read;
      };
      const token = link.split('#')[1];
      await asAnn('POST', '/session/password', { token, password: 'correct horse battery' });
      const root = `/clients/${own.clientId}/workspaces/${own.workspaceId}`;
      const { trace_id } = await asAnn<{ trace_id: string }>(
        'POST',
        `/clients/${own.clientId}/ask`,
        { query: 'total amount', new_session: true, workspace_id: own.workspaceId },
      );
      const { id: saved_id } = await asAnn<{ id: string }>('POST', `${root}/saved`, { trace_id });
      const to = { type: 'slack', url: slack.url };
      const { id } = await asAnn<Schedule>('POST', `${root}/schedules`, {
        ...{ saved_id, when: NEVER, to },
      });
      await asAnn('POST', `${root}/schedules/${id}/test`);
      const byKey = await call<Schedule>(own.service, 'POST', `${root}/schedules`, {
        ...{ saved_id, when: NEVER, to },
      });
      // An admin looks after those of others, too.
      const { schedules } = await asAnn<{ schedules: (Schedule & { owner: string })[] }>(
        ...(['GET', `/clients/${own.clientId}/schedules`] as const),
      );
      expect(schedules.map((one) => [one.id, one.owner])).to.deep.equal([
        [byKey.id, 'First key'],
        [id, 'Ann'],
      ]);
      await asAnn('DELETE', `${root}/schedules/${byKey.id}`);
      await eventually(() => slack.posts.length === 1, 'the message');
      expect(slack.posts[0]?.body).to.contain('total amount');
      await call(own.service, 'PATCH', `${members}/${member_id}`, { role: 'analyst' });
      const at = new Date(Date.now()).toISOString().slice(0, -1);
      const db = new SQLite(path.join(own.service.dataDir, 'plumbline.db'));
      db.prepare('update schedules set next_at = ? where id = ?').run(at, id);
      db.close();
      await eventually(() => slack.posts.length === 2, 'the notice');
      expect(slack.posts[1]?.body).to.contain('was stopped');
      const stopped = await call<Schedule>(own.service, 'GET', `${root}/schedules/${id}`);
      expect(stopped).to.include({ status: 'stopped', next_at: null });
    } finally {
      await own.close();
      await slack.close();
    }
  });
});

describe('schedules of two gateways on one PostgreSQL', () => {
  let database: Awaited<ReturnType<typeof temporaryDatabase>>;
  before(async function () {
    if (!(await requirePostgres())) return this.skip();
    database = await temporaryDatabase();
  });
  after(() => database?.drop());

  it('send each run once, whichever gateway comes first', async () => {
    const slack = await startPostReceiver();
    const env = { ...SETTINGS, PLUMBLINE_STORE__URL: database.url };
    const own = await openWorkspace(env);
    const other = await startService({
      dataDir: own.service.dataDir,
      env: { ...env, PLUMBLINE_SAMPLE__ENABLED: 'false' },
    });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    try {
      await own.upload(SALES, 'sales.csv');
      const root = `/clients/${own.clientId}/workspaces/${own.workspaceId}`;
      const { trace_id } = await call<{ trace_id: string }>(
        ...([own.service, 'POST', `/clients/${own.clientId}/ask`] as const),
        { query: 'total amount', new_session: true, workspace_id: own.workspaceId },
      );
      const { id: saved_id } = await call<{ id: string }>(
        ...([own.service, 'POST', `${root}/saved`, { trace_id }] as const),
      );
      const names = Array.from({ length: 12 }, (_, at) => `Nr ${at}.`);
      for (const name of names)
        await call(own.service, 'POST', `${root}/schedules`, {
          ...{ name, saved_id, when: NEVER, to: { type: 'slack', url: slack.url } },
        });
      for (let round = 1; round <= 3; round += 1) {
        const at = new Date().toISOString().slice(0, -1);
        await client.query('update schedules set next_at = $1', [at]);
        await eventually(() => slack.posts.length >= round * names.length, `round ${round}`);
      }
      const sent = names.map(
        (name) => slack.posts.filter(({ body }) => body.includes(`*${name}*`)).length,
      );
      expect(sent).to.deep.equal(names.map(() => 3));
      const counts = async () =>
        (await client.query('select status, count(*)::int as n from schedule_runs group by status'))
          .rows;
      const all = [{ status: 'delivered', n: 3 * names.length }];
      await eventually(
        async () => JSON.stringify(await counts()) === JSON.stringify(all),
        'records',
      );
    } finally {
      await client.end();
      await other.stop();
      await own.close();
      await slack.close();
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
