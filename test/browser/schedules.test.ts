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
        await dialog.getByText("Filters chosen on this page don't apply to messages.").waitFor();
        await dialog.getByLabel('Time').fill('07:30');
        await dialog.getByLabel('Slack incoming webhook URL').fill(slack.url);
        await portrait(page, 'schedule-new');
        await expectAccessibleInBoth();
        await dialog.getByRole('button', { name: 'Save schedule' }).click();
        await dialog.getByText(/^Next: /).waitFor();
        await dialog.getByText(/^Every week, Monday 07:30 \(\S+\) · Slack$/).waitFor();
        await dialog.getByRole('button', { name: 'Edit' }).click();
        const card = dialog.locator('section.card');
        await card.getByLabel('Day', { exact: true }).selectOption('Tuesday');
        await card.getByLabel('Time').fill('09:15');
        await card.getByText('Leave it empty to keep the stored URL.').waitFor();
        await portrait(page, 'schedule-edit');
        await expectAccessibleInBoth();
        await card.getByRole('button', { name: 'Save schedule' }).click();
        await dialog.getByText(/^Every week, Tuesday 09:15 /).waitFor();
        await dialog.getByRole('button', { name: 'Send a test' }).click();
        await expectPost(slack, 1);
        expect(slack.posts[0]?.body).to.contain('This is a test.');
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
        await dialog.getByText('An alert of type "bound" needs above or below.').waitFor();
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

  for (const [language, width, text] of [
    [
      'en-US',
      1440,
      {
        ...{ more: 'More actions for “Amount”', alert: 'Alert…', title: 'Alert for “Amount”' },
        ...{ when: 'When', unusual: 'When the number is unusual', check: 'Check' },
        ...{ weekly: 'Every week', day: 'Day', tuesday: 'Tuesday', time: 'Time' },
        ...{ url: 'Slack incoming webhook URL', save: 'Save schedule', test: 'Send a test' },
        early: 'Not enough earlier values yet (0 of 8).',
      },
    ],
    [
      'de-DE',
      390,
      {
        ...{ more: 'Weitere Aktionen für „Amount“', alert: 'Alarm…', title: 'Alarm für „Amount“' },
        ...{ when: 'Wann', unusual: 'Wenn die Zahl ungewöhnlich ist', check: 'Prüfen' },
        ...{ weekly: 'Jede Woche', day: 'Tag', tuesday: 'Dienstag', time: 'Uhrzeit' },
        ...{ url: 'URL des eingehenden Slack-Webhooks', save: 'Zeitplan speichern' },
        ...{ test: 'Test senden', early: 'Noch nicht genug frühere Werte (0 von 8).' },
      },
    ],
  ] as const)
    it(`watches for an unusual number, and says how much of its past is known, in ${language} at ${width}`, () =>
      stage.journey(
        async ({ page, open, expectAccessibleInBoth }) => {
          await open(`/boards/${board}`);
          await page.getByRole('button', { name: text.more }).click();
          await page.getByRole('menuitem', { name: text.alert }).click();
          const dialog = page.getByRole('dialog', { name: text.title });
          await dialog.getByLabel(text.when, { exact: true }).selectOption(text.unusual);
          await dialog.getByLabel(text.check, { exact: true }).selectOption(text.weekly);
          await dialog.getByLabel(text.day, { exact: true }).selectOption(text.tuesday);
          await dialog.getByLabel(text.time).fill('06:15');
          await dialog.getByLabel(text.url).fill(slack.url);
          await portrait(page, `schedule-unusual-${width}-${language}`);
          await expectAccessibleInBoth();
          await dialog.getByRole('button', { name: text.save }).click();
          const kept = dialog.locator('section.card').filter({ hasText: text.unusual });
          await kept.waitFor();
          const { schedules } = await call<{ schedules: { id: string; when: object }[] }>(
            ...([stage.service, 'GET', `${at}/schedules`] as const),
          );
          const [made] = schedules;
          expect(made?.when).to.deep.equal({ type: 'unusual', at: '06:15', day: 'tuesday' });
          slack.posts.length = 0;
          await kept.getByRole('button', { name: text.test }).click();
          await expectPost(slack, 1);
          expect(slack.posts[0]?.body).to.contain(text.early);
          await call(stage.service, 'DELETE', `${at}/schedules/${made?.id}`);
        },
        { key: stage.service.apiKey, locale: language, viewport: { width, height: 1000 } },
      ));

  for (const [language, width, text] of [
    [
      'en-US',
      1440,
      {
        ...{ tab: 'Schedules', run: 'Run now', log: 'Log', pause: 'Pause', resume: 'Resume' },
        ...{ remove: 'Delete', sent: 'Sent', paused: 'Paused', none: 'Nothing is scheduled yet.' },
      },
    ],
    [
      'de-DE',
      390,
      {
        ...{ tab: 'Zeitpläne', run: 'Jetzt ausführen', log: 'Protokoll', pause: 'Pausieren' },
        ...{ resume: 'Fortsetzen', remove: 'Löschen', sent: 'Gesendet', paused: 'Pausiert' },
        none: 'Noch nichts geplant.',
      },
    ],
  ] as const)
    it(`lists, runs, pauses and removes all schedules under Admin, in ${language} at ${width}`, () =>
      stage.journey(
        async ({ page, open, expectAccessibleInBoth }) => {
          const { schedules } = await call<{ schedules: { id: string }[] }>(
            ...([stage.service, 'GET', `${at}/schedules`] as const),
          );
          for (const { id } of schedules)
            await call(stage.service, 'DELETE', `${at}/schedules/${id}`);
          const body = { board_id: board, when: { type: 'daily', at: '08:00' } };
          for (const name of ['Sales every morning', 'Numbers for Ben'])
            await call(stage.service, 'POST', `${at}/schedules`, {
              ...{ ...body, name, to: { type: 'slack', url: slack.url } },
            });
          await open('/operate/usage');
          await page.getByRole('link', { name: text.tab, exact: true }).click();
          const row = page.getByRole('row', { name: /Numbers for Ben/ });
          await row.waitFor();
          slack.posts.length = 0;
          await row.getByRole('button', { name: `${text.run}: Numbers for Ben` }).click();
          await expectPost(slack, 1);
          await page.locator('ul.runs').getByText(text.sent).waitFor();
          await row.getByRole('button', { name: `${text.pause}: Numbers for Ben` }).click();
          await row.getByText(text.paused).waitFor();
          await portrait(page, `admin-schedules-${width}-${language}`);
          await expectAccessibleInBoth();
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          ).to.be.at.most(0);
          await row.getByRole('button', { name: `${text.resume}: Numbers for Ben` }).click();
          await row.getByText(text.paused).waitFor({ state: 'detached' });
          for (const name of ['Numbers for Ben', 'Sales every morning']) {
            await page.getByRole('button', { name: `${text.remove}: ${name}` }).click();
            const dialog = page.getByRole('dialog');
            await dialog.getByRole('button', { name: text.remove, exact: true }).click();
            await page.getByRole('row', { name }).waitFor({ state: 'detached' });
          }
          await page.getByText(text.none).waitFor();
          await portrait(page, `admin-schedules-none-${width}-${language}`);
        },
        { key: stage.service.apiKey, locale: language, viewport: { width, height: 844 } },
      ));

  it('speaks German', () =>
    stage.journey(
      async ({ page, open, expectAccessible }) => {
        await open(`/boards/${board}`);
        await page.getByRole('button', { name: 'Zeitplan…' }).click();
        const dialog = page.getByRole('dialog', { name: 'Zeitplan für „Sales“' });
        await dialog.getByLabel('Tag', { exact: true }).selectOption({ label: 'Montag' });
        await expectAccessible();
        await portrait(page, 'schedule-german');
        expect(await dialog.getByLabel('Senden an').inputValue()).to.equal('slack');
      },
      { key: stage.service.apiKey, locale: 'de-DE' },
    ));
});

async function expectPost({ posts }: PostReceiver, count: number): Promise<void> {
  await eventually(() => posts.length >= count, 'the message');
}
