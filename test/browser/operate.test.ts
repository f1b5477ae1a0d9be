import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'chai';
import { eventually } from '../fakes/eventually.ts';
import { accountKey, openStage, type Stage } from './harness.ts';
import { portrait } from './portrait.ts';

describe('Operate in a browser', () => {
  let stage: Stage;
  let receiver: Server;
  const received: string[] = [];
  before(async function () {
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', (piece) => {
        body += piece;
      });
      request.on('end', () => {
        received.push(body);
        response.writeHead(204).end();
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    const opened = await openStage({ env: { PLUMBLINE_WEBHOOKS__ALLOW_PRIVATE_HOSTS: 'true' } });
    if (!opened) return this.skip();
    stage = opened;
  });
  after(async () => {
    receiver?.close();
    await stage?.close();
  });
  const signedIn = () => ({ key: stage.service.apiKey });

  it('says to people without a key what it takes, and where the API does it', () =>
    stage.journey(async ({ page, open, expectAccessible }) => {
      await open('/operate/keys');
      await page.getByRole('heading', { name: 'You need a full-access key for this' }).waitFor();
      await expectAccessible();
      await page.locator('main').getByRole('link', { name: 'Sign in' }).click();
      await page.waitForURL('**/signin?to=%2Foperate%2Fkeys');
    }));

  it('makes a key for a website, shows it once, changes, rotates and revokes it', () =>
    stage.journey(async ({ page, open, expectAccessible, url }) => {
      await open('/operate/keys');
      await page.getByRole('button', { name: 'New key' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('shop window');
      await dialog.getByLabel('Allowed websites').fill('https://shop.example/');
      await expectAccessible();
      await dialog.getByRole('button', { name: 'Create key' }).click();
      const shown = dialog.getByLabel('Key', { exact: true });
      const key = (await shown.textContent()) ?? '';
      expect(key).to.match(/^plumb_live_/);
      await expectAccessible();
      await portrait(page, 'operate-key-made');
      await dialog.getByRole('button', { name: "Done, I've copied it" }).click();
      const row = page.getByRole('row').filter({ hasText: 'shop window' });
      await row.getByText('https://shop.example').waitFor();
      await row.getByText('Ask only').waitFor();
      expect(await page.content()).to.not.contain(key);
      const asking = (origin: string) =>
        fetch(`${url}/whoami`, { headers: { 'x-api-key': key, origin } });
      expect((await asking('https://shop.example')).status).to.equal(200);
      expect((await asking('https://elsewhere.example')).status).to.equal(403);

      await row.getByRole('button', { name: 'Edit' }).click();
      await dialog.getByLabel('Name').fill('shop');
      await dialog.getByRole('button', { name: 'Save' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Rotate: shop', exact: true }).click();
      await dialog.getByLabel('Old key keeps working for').selectOption('hour');
      await dialog.getByRole('button', { name: 'Rotate' }).click();
      const successor = (await shown.textContent()) ?? '';
      expect(successor).to.not.equal(key);
      await page.keyboard.press('Escape');
      await page.getByText('expires').waitFor();
      expect((await asking('https://shop.example')).status).to.equal(200);

      const fresh = page
        .getByRole('row')
        .filter({ hasText: 'shop' })
        .filter({ hasNotText: 'expires' });
      await fresh.getByRole('button', { name: 'Revoke' }).click();
      await dialog.getByRole('button', { name: 'Revoke' }).click();
      await fresh.waitFor({ state: 'detached' });
      const refused = await fetch(`${url}/whoami`, { headers: { 'x-api-key': successor } });
      expect(refused.status).to.equal(401);
    }, signedIn()));

  it('shows what the service says where a key cannot be made so', () =>
    stage.journey(
      async ({ page, open, expectAccessible }) => {
        await open('/operate/keys');
        await page.getByRole('button', { name: 'New key' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Name').fill('wrong');
        await dialog.getByLabel('Allowed websites').fill('not a website');
        await dialog.getByRole('button', { name: 'Create key' }).click();
        await dialog.getByRole('alert').waitFor();
        await expectAccessible();
      },
      { ...signedIn(), expected: [/status of 422/] },
    ));

  it('counts questions by day and by key', () =>
    stage.journey(async ({ page, open, expectAccessible, url }) => {
      const { key, clientId } = await uploaded(stage);
      const asked = await fetch(`${url}/clients/${clientId}/ask`, {
        method: 'POST',
        headers: { 'x-api-key': key, 'content-type': 'application/json' },
        body: JSON.stringify({ query: 'total amount by city' }),
      });
      expect(asked.status).to.equal(200);
      // Answers are written down a moment after they are given.
      await eventually(async () => {
        const read = await fetch(`${url}/accounts/usage?group_by=day`, {
          headers: { 'x-api-key': key },
        });
        return ((await read.json()) as { readonly usage: readonly object[] }).usage.length > 0;
      }, 'the usage');
      await open('/operate/usage');
      await page.getByRole('img', { name: /Questions per day/ }).waitFor();
      await page.getByRole('region', { name: 'Usage' }).getByRole('row').nth(1).waitFor();
      await expectAccessible();
      await portrait(page, 'operate-usage');
      await page.getByLabel('Period').selectOption('quarter');
      await page.getByLabel('Group by').selectOption('key');
      await page.getByRole('columnheader', { name: 'Key' }).waitFor();
    }, signedIn()));

  it('keeps budgets with a key of the whole account alone, as meters, and takes them away', async () => {
    await stage.journey(async ({ page, open }) => {
      await open('/operate/budgets');
      await page.getByText('Only an account-level key can set budgets').waitFor();
      expect(await page.getByRole('button', { name: 'New budget' }).count()).to.equal(0);
    }, signedIn());
    await stage.journey(
      async ({ page, open, expectAccessible }) => {
        await open('/operate/budgets');
        await page.getByText('No budgets').waitFor();
        await page.getByRole('button', { name: 'New budget' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Limit in US dollars').fill('nothing');
        await dialog.getByRole('button', { name: 'Save' }).click();
        await dialog.getByText('Enter a limit above 0').waitFor();
        await dialog.getByLabel('Limit in US dollars').fill('50');
        await dialog.getByRole('button', { name: 'Save' }).click();
        await page.getByText('$0.00 of $50.00').waitFor();
        await expectAccessible();
        await portrait(page, 'operate-budgets');
        await page.getByRole('button', { name: /^Delete/ }).click();
        await dialog.getByRole('button', { name: 'Delete' }).click();
        await page.getByText('No budgets').waitFor();
      },
      { key: accountKey(stage) },
    );
  });

  it('chooses among the tenants of an account, keeps the choice in the address, and asks there alone', async () => {
    const key = accountKey(stage);
    const { url } = stage.service;
    const post = async (path: string, body: BodyInit, type?: string) => {
      const headers = { 'x-api-key': key, ...(type ? { 'content-type': type } : {}) };
      const answer = await fetch(url + path, { method: 'POST', headers, body });
      expect(answer.ok, path).to.equal(true);
      return (await answer.json()) as Readonly<Record<string, string>>;
    };
    const json = (path: string, body: unknown) =>
      post(path, JSON.stringify(body), 'application/json');
    const { client_id } = await json('/accounts/clients', { name: 'Branch' });
    const { workspace_id } = await json(`/clients/${client_id}/workspaces`, { name: 'Shops' });
    const form = new FormData();
    form.append('file', new Blob(['shop,takings\nA,40\nB,2\n']), 'shops.csv');
    await post(`/clients/${client_id}/workspaces/${workspace_id}/files`, form);
    await stage.journey(
      async ({ page, open, ask, expectAccessibleInBoth }) => {
        await open('/data');
        await page.getByLabel('Tenant').selectOption('Branch');
        await page
          .getByRole('region', { name: 'Tables' })
          .getByRole('link', { name: 'shops' })
          .waitFor();
        await page.waitForURL(`**/data?t=${client_id}&w=${workspace_id}`);
        await expectAccessibleInBoth();
        await portrait(page, 'tenants');
        await page.reload();
        await page
          .getByRole('region', { name: 'Tables' })
          .getByRole('link', { name: 'shops' })
          .waitFor();
        await page.getByRole('link', { name: 'Ask', exact: true }).click();
        await page.waitForURL(`**/?t=${client_id}&w=${workspace_id}`);
        await ask('total takings');
        await page.locator('.big').getByText('42', { exact: true }).waitFor();
        // The other tenant has another thread, and none of this one's tables.
        await page.getByLabel('Tenant').selectOption({ index: 0 });
        await page.locator('.big').waitFor({ state: 'detached' });
        await page.waitForURL((address) => address.searchParams.get('t') !== client_id);
      },
      { key },
    );
  });

  it('makes a webhook, sends it a test, replays the delivery and removes it', () =>
    stage.journey(async ({ page, open, expectAccessible }) => {
      const { port } = receiver.address() as AddressInfo;
      await open('/operate/webhooks');
      await page.getByRole('button', { name: 'New webhook' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Endpoint URL').fill(`http://127.0.0.1:${port}/hook`);
      await dialog.getByLabel('file.ready').check();
      await expectAccessible();
      await dialog.getByRole('button', { name: 'Create webhook' }).click();
      await dialog.getByText(/^whsec_/).waitFor();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'Send test event' }).click();
      const deliveries = page.getByRole('region', { name: 'Deliveries' });
      await deliveries.getByText('delivered').waitFor();
      expect(received.at(-1)).to.contain('webhook.test');
      await expectAccessible();
      await portrait(page, 'operate-webhooks');
      await deliveries.getByRole('button', { name: 'Resend' }).first().click();
      await deliveries
        .getByText('204')
        .nth(1)
        .or(deliveries.getByText('2', { exact: true }))
        .first()
        .waitFor();
      await page.getByRole('button', { name: 'Pause' }).click();
      await page.getByText('paused manually').waitFor();
      await page.getByRole('button', { name: /^Delete/ }).click();
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await page.getByText('No webhooks').waitFor();
    }, signedIn()));

  it('tells how far discoveries and files are', () =>
    stage.journey(async ({ page, open, expectAccessible }) => {
      await uploaded(stage);
      await open('/operate/jobs');
      await page.getByRole('region', { name: 'Table discovery' }).getByRole('row').nth(1).waitFor();
      await expectAccessible();
      await portrait(page, 'operate-jobs');
    }, signedIn()));

  it('keeps golden questions, asks them all, and says what came out', () =>
    stage.journey(async ({ page, open, expectAccessible }) => {
      await uploaded(stage);
      await open('/operate/evals');
      const dialog = page.getByRole('dialog');
      for (const [question, sql] of [
        ['total amount', 'SELECT SUM(amount) FROM sales'],
        ['total amount by city', 'SELECT city, SUM(amount) + 1 FROM sales GROUP BY city'],
      ] as const) {
        await page.getByRole('button', { name: 'Add golden question' }).click();
        await dialog.getByLabel('Question').fill(question);
        await dialog.getByLabel('SQL that gives the expected rows').fill(sql);
        await dialog.getByRole('button', { name: 'Add' }).click();
        await dialog.waitFor({ state: 'detached' });
      }
      await page.getByRole('button', { name: 'Run all' }).click();
      await page.getByText('2 of 2 done').waitFor();
      const wrong = page.getByRole('region', { name: 'Incorrect answers' });
      await wrong.getByText('different rows').waitFor();
      expect(await wrong.getByRole('row').count()).to.equal(2);
      await expectAccessible();
      await portrait(page, 'operate-evals');
      await page.getByRole('button', { name: 'Delete “total amount by city”' }).click();
      await page.getByRole('button', { name: 'Run all' }).click();
      await page.getByText('All answers are correct.').waitFor();
    }, signedIn()));

  it('lists who changed what, filtered', () =>
    stage.journey(async ({ page, open, expectAccessible }) => {
      await open('/operate/audit');
      const entries = page.getByRole('region', { name: 'Audit log' });
      await entries.getByText('key.created').first().waitFor();
      await expectAccessible();
      await portrait(page, 'operate-audit');
      await page.getByLabel('Action').fill('budgets.replaced');
      await page.getByLabel('Action').press('Enter');
      await entries.getByText('key.created').first().waitFor({ state: 'detached' });
    }, signedIn()));

  it('works by keyboard alone, in German, dark, on a phone', () =>
    stage.journey(
      async ({ page, open, expectAccessible }) => {
        for (const [place, name] of [
          ['keys', 'Schlüssel'],
          ['usage', 'Nutzung'],
          ['budgets', 'Budgets'],
          ['webhooks', 'Webhooks'],
          ['jobs', 'Jobs'],
          ['audit', 'Audit-Log'],
        ] as const) {
          await open(`/operate/${place}`);
          await page.getByRole('link', { name, exact: true }).waitFor();
          await page.getByText('Wird geladen').waitFor({ state: 'detached' });
          await expectAccessible();
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          ).to.be.at.most(0);
          await portrait(page, `operate-${place}-390-dark`);
        }
        await open('/operate/keys');
        await page.getByRole('button', { name: 'Neuer Schlüssel' }).focus();
        await page.keyboard.press('Enter');
        await page.getByRole('dialog').getByLabel('Name').focus();
        await page.keyboard.type('Tastatur');
        await page.keyboard.press('Enter');
        await page
          .getByRole('dialog')
          .getByText(/^plumb_live_/)
          .first()
          .waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
      },
      {
        ...signedIn(),
        locale: 'de-DE',
        colorScheme: 'dark',
        viewport: { width: 390, height: 844 },
      },
    ));
});

/** A small file in the first workspace of the service, uploaded once. */
async function uploaded({ service }: Stage) {
  const key = service.apiKey ?? '';
  const headers = { 'x-api-key': key };
  const me = (await (await fetch(`${service.url}/whoami`, { headers })).json()) as {
    readonly client_id: string | null;
    readonly clients: readonly { readonly client_id: string }[];
  };
  const clientId = me.client_id ?? me.clients[0]?.client_id ?? '';
  const found = (await (
    await fetch(`${service.url}/clients/${clientId}/workspaces`, { headers })
  ).json()) as { readonly workspaces: readonly { readonly workspace_id: string }[] };
  const workspaceId = found.workspaces[0]?.workspace_id ?? '';
  const form = new FormData();
  form.append('file', new Blob(['city,amount\nBonn,3\nKiel,4\n']), 'sales.csv');
  const answer = await fetch(`${service.url}/clients/${clientId}/workspaces/${workspaceId}/files`, {
    method: 'POST',
    headers,
    body: form,
  });
  expect(answer.ok).to.equal(true);
  return { key, clientId, workspaceId };
}
