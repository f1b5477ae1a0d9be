import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openStage, type Stage } from './harness.ts';
import { portrait } from './portrait.ts';

const CSV = 'region,revenue,secret_note\nNorth,120.50,a\nSouth,80.25,b\nEast,45.00,c\n';

describe('sharing, in a browser', () => {
  let stage: Stage;
  before(async function () {
    const opened = await openStage();
    if (!opened) return this.skip();
    stage = opened;
  });
  after(() => stage?.close());

  const call = (path: string, init: RequestInit = {}) =>
    fetch(stage.service.url + path, {
      ...init,
      headers: { 'X-API-Key': stage.service.apiKey ?? '', ...init.headers },
    });
  const json = async (path: string, method = 'GET', body?: unknown) => {
    const type = { 'Content-Type': 'application/json' };
    const sent = body === undefined ? {} : { body: JSON.stringify(body), headers: type };
    const response = await call(path, { method, ...sent });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
  /** A workspace of its own with one file. */
  const withFile = async (name: string) => {
    const { body: me } = await json('/whoami');
    const at = `/clients/${me.client_id}/workspaces`;
    const { body: made } = await json(at, 'POST', { name });
    const workspace = `${at}/${made.workspace_id}`;
    const form = new FormData();
    form.append('file', new Blob([CSV]), 'sales.csv');
    expect((await call(`${workspace}/files`, { method: 'POST', body: form })).status).to.equal(200);
    const place = `t=${me.client_id}&w=${made.workspace_id}`;
    return { client: `/clients/${me.client_id}`, workspace, id: made.workspace_id, place };
  };
  const ask = async ({ client, id }: Awaited<ReturnType<typeof withFile>>) => {
    const question = { query: 'total revenue by region', workspace_id: id, new_session: true };
    const { body } = await json(`${client}/ask`, 'POST', question);
    expect(body.result).to.equal('success');
    return body.trace_id as string;
  };
  const stranger = async (walk: (page: Page) => Promise<void>, colorScheme: 'light' | 'dark') => {
    const context = await stage.browser.newContext({ colorScheme });
    const page = await context.newPage();
    await walk(page);
    await context.close();
  };

  it('gives a stranger the rows as they were, and takes them back', () =>
    stage.journey(
      async ({ page, open, url, expectAccessibleInBoth }) => {
        const place = await withFile('Public');
        const trace = await ask(place);
        await open(`/a/${trace}?${place.place}`);
        await page.getByRole('button', { name: 'Share' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('button', { name: 'Create public link' }).click();
        const link =
          (await dialog.getByRole('region', { name: 'Link', exact: true }).textContent()) ?? '';
        expect(link).to.match(/\/s\/plumb_share_[0-9a-f]{48}$/);
        await dialog.getByRole('region', { name: 'Public links' }).waitFor();
        await expectAccessibleInBoth();
        await portrait(page, 'share-dialog');

        await stranger(async (theirs) => {
          const response = await theirs.goto(link);
          expect(response?.headers()).to.include({
            'cache-control': 'no-store',
            'x-robots-tag': 'noindex, nofollow',
            'referrer-policy': 'no-referrer',
          });
          await theirs.getByRole('heading', { name: /total revenue by region/i }).waitFor();
          await theirs.getByText('Snapshot from').waitFor();
          await theirs.getByRole('cell', { name: 'North' }).waitFor();
          expect(await theirs.getByText('SELECT').count()).to.equal(0);
          expect(await theirs.getByRole('navigation').count()).to.equal(0);
          await portrait(theirs, 'snapshot-dark');
        }, 'dark');

        const token = link.split('/').at(-1) ?? '';
        const read = await json(`/snapshots/${token}`);
        expect(read.status).to.equal(200);
        expect(JSON.stringify(read.body)).to.not.contain('SELECT');
        expect(JSON.stringify(read.body)).to.not.contain(place.id);
        await dialog.getByRole('button', { name: /^Revoke/ }).click();
        await dialog.getByRole('region', { name: 'Public links' }).waitFor({ state: 'detached' });
        expect((await json(`/snapshots/${token}`)).status).to.equal(404);
        await stranger(async (theirs) => {
          await theirs.goto(`${url}/s/${token}`);
          await theirs.getByRole('heading', { name: 'This link has expired' }).waitFor();
          await portrait(theirs, 'snapshot-ended');
        }, 'light');
      },
      { key: stage.service.apiKey },
    ));

  it('ends a snapshot with its column, file or workspace, for good', async () => {
    const place = await withFile('Ending');
    const tokens = async () => {
      const { status, body } = await json(`${place.workspace}/snapshots`, 'POST', {
        trace_id: await ask(place),
        show_sql: true,
      });
      expect(status).to.equal(201);
      const token = String(body.url).split('/').at(-1);
      const read = await json(`/snapshots/${token}`);
      expect(read.body.cards[0].sql).to.contain('SELECT');
      return { status: async () => (await json(`/snapshots/${token}`)).status };
    };
    const { client, workspace, id } = place;
    const column = `${client}/schema/tables/sales/columns/revenue?workspace_id=${id}`;
    const hidden = await tokens();
    expect((await json(column, 'PATCH', { hidden: true })).status).to.equal(200);
    // Nobody opens the link in between.
    await json(column, 'PATCH', { hidden: false });
    expect(await hidden.status(), 'shown again').to.equal(404);

    const other = await tokens();
    const unread = `${client}/schema/tables/sales/columns/secret_note?workspace_id=${id}`;
    await json(unread, 'PATCH', { hidden: true });
    expect(await other.status(), 'another column').to.equal(200);
    const { body: files } = await json(`${workspace}/files`);
    await json(`${workspace}/files/${files.files[0].id}`, 'DELETE');
    const again = new FormData();
    again.append('file', new Blob([CSV]), 'sales.csv');
    await call(`${workspace}/files`, { method: 'POST', body: again });
    expect(await other.status(), 'the file came again').to.equal(404);
  });

  it('is refused under a row filter, unless an admin allows it', async () => {
    const place = await withFile('Filtered');
    const semantics = await json(`${place.workspace}/semantics`, 'PUT', {
      row_filter: "region = 'North'",
    });
    expect(semantics.status, JSON.stringify(semantics.body)).to.equal(200);
    const share = async (more: object) =>
      json(`${place.workspace}/snapshots`, 'POST', { trace_id: await ask(place), ...more });
    const refused = await share({});
    expect(refused.status).to.equal(403);
    expect(refused.body.detail).to.contain('row filter');
    const allowed = await share({ allow_row_filter: true });
    expect(allowed.status).to.equal(201);
  });

  it('asks a shared answer again for people of the tenant, and asks strangers to sign in', () =>
    stage.journey(
      async ({ page, open, url, expectAccessibleInBoth }) => {
        const place = await withFile('Tenant');
        const trace = await ask(place);
        await open(`/a/${trace}?${place.place}`);
        await page.getByRole('button', { name: 'Share' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Create link' }).click();
        const dialog = page.getByRole('dialog');
        const link =
          (await dialog.getByRole('region', { name: 'Link', exact: true }).textContent()) ?? '';
        expect(link).to.contain(place.place);
        await stranger(async (theirs) => {
          await theirs.goto(link);
          await theirs.getByRole('heading', { name: 'Sign in to see this answer' }).waitFor();
          expect(await theirs.getByText('North').count()).to.equal(0);
          expect(await theirs.getByText("can't access").count()).to.equal(0);
          await portrait(theirs, 'shared-stranger');
          await theirs.goto(`${url}/a/${trace}?${place.place}`);
          await theirs.getByRole('heading', { name: 'Sign in to see this answer' }).waitFor();
        }, 'light');
        await page.goto(link);
        await page.getByText('with the rows you have access to').waitFor();
        await page.getByRole('cell', { name: 'North' }).waitFor();
        await expectAccessibleInBoth();
        await portrait(page, 'shared-answer');
      },
      { key: stage.service.apiKey },
    ));
});
