import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { accountKey, openStage, type Stage, type Visit } from './harness.ts';
import { portrait } from './portrait.ts';

/** Keys, tenants and workspaces as the page has them in its links. */
describe('places of the page in a browser', () => {
  let stage: Stage;
  /** Of the tenant of the first start: `General`, and `Shops`, which has data. */
  let clientId: string;
  let shops: string;
  before(async function () {
    const opened = await openStage();
    if (!opened) return this.skip();
    stage = opened;
    const me = await call<{ client_id: string }>(stage.service, 'GET', '/whoami');
    clientId = me.client_id;
    const made = await call<{ workspace_id: string }>(
      stage.service,
      'POST',
      `/clients/${clientId}/workspaces`,
      { name: 'Shops' },
    );
    shops = made.workspace_id;
    const form = new FormData();
    form.append('file', new Blob(['shop,takings\nA,40\nB,2\n']), 'shops.csv');
    await call(stage.service, 'POST', `/clients/${clientId}/workspaces/${shops}/files`, form);
  });
  after(() => stage?.close());

  const makeKey = async () => {
    const key = await call<{ id: string; api_key: string }>(
      stage.service,
      'POST',
      '/accounts/api-keys',
      { name: 'short-lived', client_id: clientId },
    );
    return {
      key: key.api_key,
      revoke: () => call(stage.service, 'DELETE', `/accounts/api-keys/${key.id}`),
    };
  };
  const hrefs = (page: Visit['page']) =>
    page
      .locator('a[href^="/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''));

  it('are named by every link, and by the one that is copied', () =>
    stage.journey(
      async ({ page, context, open, ask }) => {
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        await open('/data');
        await page.getByRole('combobox', { name: 'Workspace' }).selectOption('Shops');
        await page.getByRole('link', { name: 'shops', exact: true }).waitFor();
        const placed = `t=${clientId}&w=${shops}`;
        for (const href of await hrefs(page)) expect(href).to.include(placed);
        await open(`/?${placed}`);
        await ask('total takings');
        const card = page.getByRole('article');
        await card.locator('.big').getByText('42', { exact: true }).waitFor();
        await page.waitForURL(`**/c/*?${placed}`);
        await card.getByRole('button', { name: /[Ll]ink/ }).click();
        const copied = await page.evaluate(() => navigator.clipboard.readText());
        expect(copied)
          .to.match(/\/a\/[^/]+\?/)
          .and.include(placed);
      },
      { key: stage.service.apiKey },
    ));

  it('are those of the link for a colleague whose key reaches more, and after signing in', async () => {
    const colleague = accountKey(stage);
    await call({ ...stage.service, apiKey: colleague }, 'POST', '/accounts/clients', {
      name: 'Aaa first',
    });
    await stage.journey(async ({ page, open }) => {
      await open(`/data?t=${clientId}&w=${shops}`);
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Sign in' })
        .click();
      await page.getByLabel('API key', { exact: true }).fill(colleague);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('link', { name: 'shops', exact: true }).waitFor();
      expect(new URL(page.url()).search).to.equal(`?t=${clientId}&w=${shops}`);
      // Back brings the place with it.
      await page
        .getByRole('navigation', { name: 'Main' })
        .getByRole('link', { name: 'Ask', exact: true })
        .click();
      await page.getByRole('combobox', { name: 'Workspace' }).selectOption('General');
      await page.waitForURL((url) => url.searchParams.get('w') !== shops);
      await page.goBack();
      await page.getByRole('link', { name: 'shops', exact: true }).waitFor();
    });
  });

  it('say so where the key does not reach the workspace of a link', () =>
    stage.journey(
      async ({ page, open, expectAccessibleInBoth }) => {
        await open(`/data?t=${clientId}&w=ws_of_somebody`);
        await page.getByText(/workspace in this link/).waitFor();
        await expectAccessibleInBoth();
        expect(page.url()).to.include('w=ws_of_somebody');
      },
      { key: stage.service.apiKey },
    ));

  it('keep what is on screen when the key is revoked, say so, and come back with another', async () => {
    const { key, revoke } = await makeKey();
    await stage.journey(
      async ({ page, open, expectAccessibleInBoth }) => {
        await open(`/data?t=${clientId}&w=${shops}`);
        await page.getByRole('link', { name: 'shops', exact: true }).waitFor();
        await revoke();
        await page.getByRole('link', { name: 'Boards', exact: true }).click();
        const notice = page
          .getByRole('alert')
          .filter({ hasText: 'Your session ended or its key was revoked' });
        await notice.waitFor();
        expect(await page.getByText('No data yet').count()).to.equal(0);
        await expectAccessibleInBoth();
        await portrait(page, 'key-lost');
        await page.goBack();
        await page.getByRole('heading', { name: 'Data', level: 1 }).waitFor();
        await notice.getByRole('link', { name: 'Sign in' }).click();
        await page.getByLabel('API key', { exact: true }).fill(stage.service.apiKey ?? '');
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('link', { name: 'shops', exact: true }).waitFor();
        await notice.waitFor({ state: 'detached' });
      },
      { key, expected: [/status of 401/] },
    );
  });

  it('open with a revoked key say that it no longer works, and show no empty workspace', async () => {
    const { key, revoke } = await makeKey();
    await revoke();
    await stage.journey(
      async ({ page, open }) => {
        await open(`/data?t=${clientId}&w=${shops}`);
        await page.getByRole('alert').filter({ hasText: 'or its key was revoked' }).waitFor();
        expect(await page.getByText('No data yet').count()).to.equal(0);
      },
      { key, expected: [/status of 401/] },
    );
  });
});
