import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { eventually } from '../fakes/eventually.ts';
import { type PostReceiver, startPostReceiver } from '../fakes/post-receiver.ts';
import { openStage, type Stage } from './harness.ts';
import { portrait } from './portrait.ts';

describe('schedules in a browser', () => {
  let stage: Stage;
  let slack: PostReceiver;
  let at: string;
  let board: string;
  before(async function () {
    const opened = await openStage({
      env: {
        PLUMBLINE_PUBLIC_URL: 'https://data.example.com',
        PLUMBLINE_WEBHOOKS__ALLOW_PRIVATE_HOSTS: 'true',
        PLUMBLINE_JOBS__POLL_MS: '100',
      },
    });
    if (!opened) return this.skip();
    stage = opened;
    slack = await startPostReceiver();
    const on = <T>(method: string, path: string, body?: unknown) =>
      call<T>(stage.service, method, path, body);
    const me = await on<{ client_id: string; workspaces: { workspace_id: string }[] }>(
      'GET',
      '/whoami',
    );
    const workspace = me.workspaces[0]?.workspace_id;
    at = `/clients/${me.client_id}/workspaces/${workspace}`;
    const form = new FormData();
    form.set('file', new Blob(['city,amount\nRome,7\nOslo,1\n']), 'sales.csv');
    await on('POST', `${at}/files`, form);
    const { trace_id } = await on<{ trace_id: string }>('POST', `/clients/${me.client_id}/ask`, {
      query: 'total amount',
      new_session: true,
    });
    const { id } = await on<{ id: string }>('POST', `${at}/saved`, { trace_id, name: 'Amount' });
    const made = await on<{ id: string }>('POST', `${at}/boards`, {
      name: 'Sales',
      tiles: [{ saved_id: id, width: 1 }],
    });
    board = made.id;
  });
  after(async () => {
    await slack?.close();
    await stage?.close();
  });

  it('sets a board up for every Monday, sends a test, and shows how it went', () =>
    stage.journey(
      async ({ page, open, expectAccessibleInBoth }) => {
        await open(`/boards/${board}`);
        await page.getByRole('button', { name: 'Schedule…' }).click();
        const dialog = page.getByRole('dialog', { name: 'Schedule “Sales”' });
        await dialog.getByText('Nothing is scheduled yet.').waitFor();
        await dialog.getByLabel('Time').fill('07:30');
        await dialog.getByLabel('Slack incoming webhook URL').fill(slack.url);
        await portrait(page, 'schedule-new');
        await expectAccessibleInBoth();
        await dialog.getByRole('button', { name: 'Save schedule' }).click();
        await dialog.getByText(/^Next: /).waitFor();
        await dialog.getByRole('button', { name: 'Send a test' }).click();
        await expectPost(slack, 1);
        await dialog.getByRole('button', { name: 'Pause' }).click();
        await dialog.getByText('Paused').waitFor();
        await dialog.getByText(/· Sent/).waitFor();
        await portrait(page, 'schedule-sent');
        await expectAccessibleInBoth();
        await dialog.getByRole('button', { name: 'Delete' }).click();
        await dialog.getByText('Nothing is scheduled yet.').waitFor();
      },
      { key: stage.service.apiKey },
    ));

  it('sets an alert on the number of a card, and says what is wrong with one', () =>
    stage.journey(
      async ({ page, open }) => {
        await open(`/boards/${board}`);
        await page.getByRole('button', { name: 'More actions for “Amount”' }).click();
        await page.getByRole('menuitem', { name: 'Alert…' }).click();
        const dialog = page.getByRole('dialog', { name: 'Alert for “Amount”' });
        await dialog.getByLabel('Slack incoming webhook URL').fill(slack.url);
        await dialog.getByRole('button', { name: 'Save schedule' }).click();
        await dialog.getByText('A bound needs above or below.').waitFor();
        await dialog.getByLabel('Above').fill('5');
        await dialog.getByRole('button', { name: 'Save schedule' }).click();
        await dialog.getByText('When the number crosses a limit').last().waitFor();
        await portrait(page, 'schedule-alert');
      },
      {
        key: stage.service.apiKey,
        expected: [/status of 422/],
        viewport: { width: 390, height: 844 },
      },
    ));

  it('speaks German', () =>
    stage.journey(
      async ({ page, open, expectAccessible }) => {
        await open(`/boards/${board}`);
        await page.getByRole('button', { name: 'Zeitplan…' }).click();
        const dialog = page.getByRole('dialog', { name: 'Zeitplan für „Sales“' });
        await dialog.getByLabel('Tag', { exact: true }).selectOption({ label: 'Montag' });
        await expectAccessible();
        expect(await dialog.getByLabel('Senden an').inputValue()).to.equal('slack');
      },
      { key: stage.service.apiKey, locale: 'de-DE' },
    ));
});

async function expectPost({ posts }: PostReceiver, count: number): Promise<void> {
  await eventually(() => posts.length >= count, 'the message');
}
