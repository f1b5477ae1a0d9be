import { expect } from 'chai';
import { openStage, type Stage } from './harness.ts';

describe('the shell in a browser', () => {
  let stage: Stage;
  before(async function () {
    const opened = await openStage();
    if (!opened) return this.skip();
    stage = opened;
  });
  after(() => stage?.close());

  it('draws every screen without a key, and has no address that is lost by Back', () =>
    stage.journey(async ({ page, open }) => {
      await open('/');
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const name of ['Boards', 'Data', 'Definitions', 'Admin']) {
        await page.getByRole('link', { name, exact: true }).click();
        await page.getByRole('heading', { level: 1, name }).waitFor();
        expect(await page.title()).to.equal(`${name} · Plumbline`);
      }
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: 'Definitions' }).waitFor();
      await page.reload();
      await page.getByRole('heading', { level: 1, name: 'Definitions' }).waitFor();
    }));

  it('is German where the browser is, and dark where it was chosen', () =>
    stage.journey(
      async ({ page, open, expectAccessible }) => {
        await open('/');
        expect(await page.locator('html').getAttribute('lang')).to.equal('de');
        await page
          .getByRole('button', { name: 'Zwischen hellem und dunklem Design wechseln' })
          .click();
        expect(await page.locator('html').getAttribute('data-theme')).to.equal('dark');
        await page.reload();
        expect(await page.locator('html').getAttribute('data-theme')).to.equal('dark');
        await expectAccessible();
        await page.getByRole('button', { name: 'Einstellungen' }).click();
        await page.getByLabel('Sprache', { exact: true }).selectOption('en');
        await page.getByRole('heading', { name: 'Settings' }).waitFor();
        await expectAccessible();
        await page.keyboard.press('Escape');
        expect(
          await page.evaluate(() => document.activeElement?.getAttribute('aria-label')),
        ).to.equal('Settings');
      },
      { locale: 'de-DE' },
    ));

  it('signs in with a key for all tabs, and comes back to where it was', () =>
    stage.journey(
      async ({ page, open, context, url }) => {
        await open('/data');
        // The screen itself has such a link, too.
        const menu = page.getByRole('navigation', { name: 'Main' });
        await menu.getByRole('link', { name: 'Sign in' }).click();
        await page.getByLabel('API key', { exact: true }).fill('plumb_live_nonsense');
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.getByRole('alert').filter({ hasText: 'Invalid or revoked API key' }).waitFor();
        await page.getByLabel('API key', { exact: true }).fill(stage.service.apiKey ?? '');
        await page.getByRole('button', { name: 'Sign in' }).click();
        await page.waitForURL(/\/data\b/);
        await page.reload();
        await page.getByText("You're using sample data").waitFor({ state: 'detached' });
        const other = await context.newPage();
        await other.goto(`${url}/data`);
        await other.getByText("You're using sample data").waitFor({ state: 'detached' });
        expect(page.url()).to.not.contain('plumb_live');
      },
      { expected: [/status of 401/] },
    ));

  it('is a drawer under the menu where it is narrow', () =>
    stage.journey(
      async ({ page, open, expectAccessible }) => {
        await open('/');
        await page.getByRole('button', { name: 'Menu' }).click();
        await expectAccessible();
        await page.getByRole('link', { name: 'Boards' }).click();
        await page.getByRole('heading', { level: 1, name: 'Boards' }).waitFor();
        expect(await page.locator('dialog[open]').count()).to.equal(0);
        expect(
          await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
        ).to.be.at.most(0);
      },
      { viewport: { width: 390, height: 844 } },
    ));

  it('fails a journey that violates the policy, reaches another host or throws', async () => {
    const wrongs: readonly [string, RegExp][] = [
      ["document.body.setAttribute('style', 'color: red')", /style/],
      ["document.body.insertAdjacentHTML('beforeend', '<b>x</b>')", /TrustedHTML|trusted/i],
      ["fetch('http://localhost:9/').catch(() => 0)", /a request to|connect-src/],
      ["setTimeout(() => { throw new Error('loose') })", /loose/],
    ];
    for (const [script, reason] of wrongs) {
      const failure = await stage
        .journey(async ({ page, open }) => {
          await open('/');
          await page.evaluate(script).catch(() => undefined);
          await page.waitForTimeout(200);
        })
        .then(
          () => 'nothing was found',
          (error: Error) => error.message,
        );
      expect(failure, script).to.match(reason);
    }
  });

  it('is used over a slow network, and by who comes while the service starts', () =>
    stage.journey(
      async ({ page, context, open, ask }) => {
        const debug = await context.newCDPSession(page);
        await debug.send('Network.emulateNetworkConditions', {
          ...{ offline: false, latency: 300, downloadThroughput: 50_000, uploadThroughput: 20_000 },
        });
        let refused = 0;
        await page.route('**/sample', (route) => {
          refused += 1;
          return refused > 1
            ? route.continue()
            : route.fulfill({ status: 503, headers: { 'Retry-After': '5' }, json: { detail: '' } });
        });
        await open('/');
        await page.getByText('Plumbline is starting').waitFor();
        await page.getByRole('button', { name: /top 5 products/ }).waitFor();
        await ask('top 5 products by revenue');
        await page.getByRole('article').getByRole('button', { name: 'Checked' }).waitFor();
      },
      { expected: [/status of 503/] },
    ));
});
