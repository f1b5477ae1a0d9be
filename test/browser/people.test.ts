import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { type StartedService, startService } from '../../bench/service.ts';
import { requireChromium } from '../fakes/chromium.ts';
import {
  CLIENT_ID,
  CLIENT_SECRET,
  type OidcServer,
  startOidcServer,
} from '../fakes/oidc-server.ts';
import { openStage, type Stage } from './harness.ts';
import { portrait } from './portrait.ts';

const PASSWORD = 'correct horse battery';

describe('signing in, in a browser', () => {
  let stage: Stage;
  before(async function () {
    const opened = await openStage({
      env: {
        PLUMBLINE_PEOPLE__ENABLED: 'true',
        PLUMBLINE_PUBLIC_URL: 'http://plumbline.invalid',
      },
    });
    if (!opened) return this.skip();
    stage = opened;
  });
  after(() => stage?.close());

  const signInWithKey = async (page: Page) => {
    await page.getByRole('button', { name: 'Sign in with an API key' }).click();
    await page.getByLabel('API key', { exact: true }).fill(stage.service.apiKey ?? '');
    await page.getByRole('button', { name: 'Sign in', exact: true }).last().click();
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor({ state: 'detached' });
  };
  const isSignedOut = (page: Page) =>
    page.getByRole('alert').filter({ hasText: 'Your session ended' }).first().waitFor();

  it('lasts over tabs, reloads and links, and keeps no key in the browser', () =>
    stage.journey(async ({ page, open, context, url, expectAccessibleInBoth }) => {
      await open('/signin?to=%2Fdata');
      await expectAccessibleInBoth();
      await portrait(page, 'signin');
      await signInWithKey(page);
      await page.waitForURL(/\/data\b/);
      await page.reload();
      await page.getByText("You're using sample data").waitFor({ state: 'detached' });
      const other = await context.newPage();
      await other.goto(`${url}/operate/keys`);
      await other.getByRole('button', { name: 'New key' }).waitFor();
      const [tab] = await Promise.all([
        context.waitForEvent('page'),
        page
          .getByRole('navigation', { name: 'Main' })
          .getByRole('link', { name: 'Boards' })
          .click({ modifiers: ['Control'] }),
      ]);
      await tab.getByRole('heading', { name: 'Boards' }).waitFor();
      const stored = await page.evaluate(() =>
        JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
      );
      expect(stored).to.not.contain('plumb_live');
      const cookies = await context.cookies();
      expect(cookies).to.have.length(1);
      expect(cookies[0]).to.include({ httpOnly: true, sameSite: 'Lax', secure: false });
    }));

  it('ends in all tabs, says so, and leaves what is on screen', () =>
    stage.journey(
      async ({ page, open, ask, context, url }) => {
        await open('/signin');
        await signInWithKey(page);
        await open('/');
        const other = await context.newPage();
        await other.goto(`${url}/operate/people`);
        await other.getByRole('region', { name: 'Sessions' }).waitFor();
        await ask('what data do I have');
        await page.locator('article').first().waitFor();
        const row = other.getByRole('row').filter({ hasText: 'this session' });
        await row.getByRole('button', { name: /^End/ }).click();
        await isSignedOut(other);
        await ask('how many rows');
        await isSignedOut(page);
        expect(await page.getByText('what data do I have').count()).to.be.greaterThan(0);
        await page.getByRole('alert').getByRole('link', { name: 'Sign in' }).first().click();
        await signInWithKey(page);
        await page.getByRole('alert').waitFor({ state: 'detached' });
      },
      { expected: [/status of 401/, /status of 422/] },
    ));

  it('invites a person, who sets a password, asks alone, and manages nothing', () =>
    stage.journey(async ({ page, open, url, expectAccessibleInBoth }) => {
      await open('/signin?to=%2Foperate%2Fpeople');
      await signInWithKey(page);
      await page.getByRole('button', { name: 'Invite a person' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name').fill('Ann Archer');
      await dialog.getByLabel('Email address').fill('ann@example.com');
      await expectAccessibleInBoth();
      await portrait(page, 'people-invite');
      await dialog.getByRole('button', { name: 'Create invitation' }).click();
      const link = (await dialog.getByRole('region', { name: 'Link' }).textContent()) ?? '';
      expect(link).to.match(/^http:\/\/plumbline\.invalid\/invite#[\w-]{43}$/);
      await portrait(page, 'people-link');
      await dialog.getByRole('button', { name: "Done, I've copied it" }).click();
      await page.getByRole('row').filter({ hasText: 'Ann Archer' }).waitFor();
      await expectAccessibleInBoth();
      await portrait(page, 'people');

      const hers = await stage.browser.newContext({ colorScheme: 'dark' });
      const ann = await hers.newPage();
      await ann.goto(url + new URL(link).pathname + new URL(link).hash);
      await ann.getByRole('heading', { name: 'Welcome to Local' }).waitFor();
      await ann.getByLabel('New password').fill('too short');
      await ann.getByRole('button', { name: 'Set password and sign in' }).click();
      await ann.getByRole('alert').filter({ hasText: 'This password is too short' }).waitFor();
      await portrait(ann, 'invite-dark');
      await ann.getByLabel('New password').fill(PASSWORD);
      await ann.getByRole('button', { name: 'Set password and sign in' }).click();
      await ann.waitForURL((at) => at.pathname === '/');
      await ann.getByText('Ann Archer').first().waitFor();
      await ann.goto(`${url}/operate/keys`);
      await ann.getByText('Ann Archer').first().waitFor();
      await ann.getByRole('heading', { name: 'Only admins can do this' }).waitFor();

      await ann.goto(`${url}/signin`);
      await ann.getByRole('button', { name: 'Sign out', exact: true }).click();
      await ann.getByLabel('Email address').fill('ann@example.com');
      await ann.getByLabel('Password').fill(PASSWORD);
      await ann.getByRole('button', { name: 'Sign in', exact: true }).first().click();
      await ann.getByText('Ann Archer').first().waitFor();
      await hers.close();
    }));

  it('goes to no other site after signing in', () =>
    stage.journey(async ({ page, open, url }) => {
      for (const to of [
        'https://evil.example/',
        '//evil.example/',
        '/\\evil.example/',
        'javascript:1',
        '/\t/evil.example/',
        '/..//evil.example/',
      ]) {
        await open(`/signin?to=${encodeURIComponent(to)}`);
        await signInWithKey(page);
        await page.waitForURL((at) => at.pathname === '/');
        expect(new URL(page.url()).origin).to.equal(new URL(url).origin);
        // What the page still reads would be refused without the session.
        await page.goto('about:blank');
        await page.context().clearCookies();
      }
    }));
});

const NAME = `<img src=x onerror="document.title='owned'"> Ann`;

describe('signing in at a provider, in a browser', () => {
  let stage: Stage;
  let server: OidcServer;
  let first: StartedService;
  before(async function () {
    if (requireChromium() === null) return this.skip();
    server = await startOidcServer();
    // The tenant is known once it was started.
    const dataDir = await mkdtemp(path.join(tmpdir(), 'plumbline-provider-'));
    first = await startService({ dataDir });
    const headers = { 'X-API-Key': first.apiKey ?? '' };
    const me = await (await fetch(`${first.url}/whoami`, { headers })).json();
    await first.stop();
    const { port } = new URL(first.url);
    const provider = {
      ...{ name: 'work', label: 'Work', issuer: server.issuer, tenant: me.client_id },
      ...{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, create_members: true },
      ...{ email_domains: ['example.com'], default_role: 'analyst' },
    };
    const opened = await openStage({
      env: {
        PLUMBLINE_DATA_DIR: dataDir,
        PLUMBLINE_PORT: port,
        PLUMBLINE_PUBLIC_URL: `http://127.0.0.1:${port}`,
        PLUMBLINE_PEOPLE__ENABLED: 'true',
        PLUMBLINE_PEOPLE__OIDC: JSON.stringify([provider]),
      },
    });
    if (!opened) return this.skip();
    stage = opened;
  });
  after(async () => {
    await stage?.close();
    await server?.close();
    if (first) await rm(first.dataDir, { recursive: true, force: true });
  });

  const visit = async (walk: (page: Page, complaints: readonly string[]) => Promise<void>) => {
    const context = await stage.browser.newContext({ locale: 'en-US' });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    await walk(page, complaints);
    await context.close();
  };
  const address = (to: string) => `${stage.service.url}${to}`;

  it('shows its button, accessibly', () =>
    stage.journey(async ({ page, open, expectAccessibleInBoth }) => {
      await open('/signin');
      await page.getByRole('button', { name: 'Sign in with Work' }).waitFor();
      await expectAccessibleInBoth();
      await portrait(page, 'signin-provider');
    }));

  it('goes there and comes back to where one was, as a member whose name is only a text', () =>
    visit(async (page, complaints) => {
      server.says.claims = { name: NAME };
      await page.goto(address('/signin?to=%2Fboards'));
      await page.getByRole('button', { name: 'Sign in with Work' }).click();
      await page.waitForURL((url) => url.pathname === '/boards');
      await page.goto(address('/signin'));
      await page.getByText(`You're signed in as ${NAME} (ann@example.com).`).waitFor();
      expect(await page.title()).to.equal('Sign in · Plumbline');
      expect(complaints).to.deep.equal([]);
      await page.goBack();
      expect(page.url(), 'what is used once stands in no history').to.not.contain('code=');
      await page.goto(address('/signin'));
      await page.getByRole('button', { name: 'Sign out on all devices' }).click();
      await page.getByRole('button', { name: 'Sign in with Work' }).waitFor();
      expect(await page.context().cookies()).to.deep.equal([]);
    }));

  it('says why somebody may not come in', () =>
    visit(async (page) => {
      server.says.claims = { email_verified: false };
      await page.goto(address('/signin'));
      await page.getByRole('button', { name: 'Sign in with Work' }).click();
      await page.getByRole('alert').filter({ hasText: "hasn't verified" }).waitFor();
      expect(page.url()).to.equal(address('/signin/callback'));
      await portrait(page, 'signin-refused');
      await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click();
      await page.getByRole('button', { name: 'Sign in with Work' }).waitFor();
    }));
});
