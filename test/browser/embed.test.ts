import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { expect } from 'chai';
import { type Browser, chromium, type Page } from 'playwright-core';
import { call } from '../../bench/service.ts';
import { type OwnWorkspace, openWorkspace } from '../e2e/workspace.ts';
import { requireChromium } from '../fakes/chromium.ts';
import { builtPage } from './built-page.ts';
import { ARGUMENTS, violations } from './harness.ts';

/** Bytes of brotli, with every chart. */
const MOST_BYTES = 40_000;
const SPENDS = 'year,spend\n2023,1234.5\n2024,2000\n';
const SALES = `region,revenue\n${['North,120', 'South,80', 'East,200', 'North,30', 'West,55'].join('\n')}\n`;

/** The pages that docs/integrate.md gives to be copied: with the component, and one that draws by itself. */
const [PAGE, OWN_PAGE] = ['embed.html', 'own-page.html'].map((name) =>
  readFileSync(path.resolve(import.meta.dirname, '../../docs/examples', name), 'utf8'),
) as [string, string];

/** What a page of the website saw go wrong: errors of the console, of its script, of its policy. */
interface Opened {
  readonly page: Page;
  readonly wrong: string[];
}

describe('<plumbline-ask> on a page of another site', () => {
  let own: OwnWorkspace;
  let browser: Browser;
  let site: Server;
  /** Attributes of the element, in the place of those that the document shows. */
  let attributes = '';
  /** Answers of the website's own server at /token, one after another. */
  let tokens: string[] = [];
  const origin = () => `http://localhost:${(site.address() as AddressInfo).port}`;

  before(async function () {
    const executablePath = requireChromium();
    if (!executablePath) {
      if (process.env['REQUIRE_SERVICES'] === '1')
        throw new Error('There is no Chromium, and REQUIRE_SERVICES=1 lets nothing be skipped.');
      return this.skip();
    }
    await builtPage();
    site = createServer((req, res) => {
      if (req.url === '/token') {
        res.setHeader('Content-Type', 'application/json');
        return res.end(JSON.stringify({ token: tokens.shift() }));
      }
      const { url } = own.service;
      if (req.url?.startsWith('/own?')) {
        const key = new URL(req.url, url).searchParams.get('key') ?? '';
        const page = OWN_PAGE.replace('https://plumbline.example', url).replace(
          'plumb_live_…',
          key,
        );
        res.setHeader('Content-Security-Policy', `default-src 'self' 'unsafe-inline' ${url}`);
        res.setHeader('Content-Type', 'text/html');
        return res.end(page);
      }
      const policy = `default-src 'none'; script-src ${url}; connect-src ${url}`;
      res.setHeader(
        'Content-Security-Policy',
        attributes.includes('token-url') ? `${policy} 'self'` : policy,
      );
      res.setHeader('Content-Type', 'text/html');
      res.end(
        PAGE.replace('https://plumbline.example', url).replace(
          'api-key="plumb_live_…"',
          attributes,
        ),
      );
    });
    site.listen(0, 'localhost');
    await once(site, 'listening');
    own = await openWorkspace();
    await own.upload(SALES, 'sales.csv');
    await own.upload(SPENDS, 'spends.csv');
    browser = await chromium.launch({ executablePath, args: ARGUMENTS });
  });
  after(async () => {
    await browser?.close();
    site?.closeAllConnections();
    site?.close();
    await own?.close();
  });

  const askOnlyKey = async (allowed: string): Promise<string> => {
    const { api_key } = await call<{ readonly api_key: string }>(
      own.service,
      'POST',
      '/accounts/api-keys',
      {
        name: 'website',
        scope: 'query',
        client_id: own.clientId,
        workspace_id: own.workspaceId,
        allowed_origins: [allowed],
      },
    );
    return api_key;
  };

  async function visit(
    wanted: string,
    walk: (opened: Opened) => Promise<void>,
    colorScheme: 'light' | 'dark' = 'light',
  ): Promise<void> {
    attributes = wanted;
    const context = await browser.newContext({ colorScheme, reducedMotion: 'reduce' });
    context.setDefaultTimeout(20_000);
    const wrong: string[] = [];
    try {
      await context.addInitScript(() =>
        document.addEventListener('securitypolicyviolation', (event) =>
          console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`),
        ),
      );
      context.on('console', (message) => {
        if (message.type() === 'error') wrong.push(message.text());
      });
      context.on('weberror', (error) => wrong.push(String(error.error().stack)));
      const page = await context.newPage();
      await page.goto(origin());
      await walk({ page, wrong });
    } finally {
      await context.close();
    }
  }

  const shown = (page: Page) => page.locator('plumbline-ask section');

  it('needs not be there: a page of its own script asks with the same key', async () => {
    const key = await askOnlyKey(origin());
    await visit('', async ({ page, wrong }) => {
      wrong.length = 0;
      await page.goto(`${origin()}/own?key=${key}`);
      await page.getByRole('button', { name: 'Ask' }).click();
      await page.getByRole('status').getByText('East').waitFor();
      expect(await page.getByRole('row').allInnerTexts()).to.include('East\t200');
      await page.getByRole('textbox').fill('phase of the moon');
      await page.getByRole('button', { name: 'Ask' }).click();
      await page.getByRole('row').first().waitFor({ state: 'detached' });
      expect(await page.getByRole('status').textContent()).to.match(/\w+/);
      expect(wrong).to.deep.equal([]);
    });
  });

  it('answers with verdict, chart and rows for an ask-only key, as the document says it', async () => {
    await visit(`api-key="${await askOnlyKey(origin())}"`, async ({ page, wrong }) => {
      const field = page.getByRole('textbox', { name: 'Ask a question about your data' });
      expect(await field.inputValue()).to.equal('total revenue by region');
      await field.press('Enter');
      await shown(page).locator('.verdict').waitFor();
      expect(await shown(page).locator('.verdict').textContent()).to.be.oneOf([
        'Verified',
        'Checked',
      ]);
      expect(await shown(page).locator('figure svg').count()).to.equal(1);
      const rows = await shown(page).locator('tbody tr').allInnerTexts();
      const read = Object.fromEntries(
        rows.map((row) => row.split('\t').map((cell) => cell.trim())),
      );
      expect(read).to.deep.equal({ North: '150', South: '80', East: '200', West: '55' });
      expect(await violations(page)).to.deep.equal([]);
      expect(wrong).to.deep.equal([]);
    });
  });

  it('follows the dark system and the German page, and goes on in the same conversation', async () => {
    const given = `theme="auto" lang="de" api-key="${await askOnlyKey(origin())}"`;
    await visit(
      given,
      async ({ page, wrong }) => {
        await page.getByRole('button', { name: 'Fragen' }).click();
        await shown(page).locator('.verdict').waitFor();
        expect(await shown(page).locator('.verdict').textContent()).to.be.oneOf([
          'Bestätigt',
          'Geprüft',
        ]);
        const ground = await page
          .locator('plumbline-ask')
          .evaluate((element) => getComputedStyle(element).backgroundColor);
        expect(ground).to.equal('rgb(23, 26, 29)');
        expect(await violations(page)).to.deep.equal([]);
        const first = await sessionOf(page, 'total revenue by region');
        expect(await sessionOf(page, 'how many sales')).to.equal(first);
        expect(wrong).to.deep.equal([]);
      },
      'dark',
    );
  });

  it('writes cells by their kind of column, and follows the language', async () => {
    await visit(`api-key="${await askOnlyKey(origin())}"`, async ({ page, wrong }) => {
      await sessionOf(page, 'total spend by year');
      const cells = () => shown(page).locator('td').allInnerTexts();
      expect(await cells()).to.have.members(['2023', '1,234.5', '2024', '2,000.0']);
      await page.locator('plumbline-ask').evaluate((element) => {
        element.setAttribute('lang', 'de');
      });
      expect(await cells()).to.have.members(['2023', '1.234,5', '2024', '2.000,0']);
      await page.getByRole('button', { name: 'Fragen' }).waitFor();
      expect(wrong).to.deep.equal([]);
    });
  });

  it('says what to do where the key does not allow the site', async () => {
    await visit(`api-key="${await askOnlyKey('https://shop.example')}"`, async ({ page }) => {
      await page.getByRole('button', { name: 'Ask' }).click();
      expect(await page.getByRole('alert').textContent()).to.equal(
        `This key doesn't accept calls from ${origin()}. Add the site to the key's allowed_origins.`,
      );
      expect(await page.getByRole('button').textContent()).to.equal('Ask');
      expect(await violations(page)).to.deep.equal([]);
    });
  });

  it('takes tokens of the site, and asks for another where one is refused', async () => {
    const { token } = await call<{ readonly token: string }>(
      own.service,
      'POST',
      `/clients/${own.clientId}/tokens`,
      { end_user_id: 'ada', workspace_id: own.workspaceId },
    );
    tokens = ['expired', token];
    await visit(`token-url="/token" client-id="${own.clientId}"`, async ({ page }) => {
      await page.getByRole('button', { name: 'Ask' }).click();
      await shown(page).locator('.verdict').waitFor();
      expect(tokens).to.deep.equal([]);
    });
  });

  it('is one script of at most 40 kB (brotli)', async () => {
    const { size } = await stat(path.join(await builtPage(), 'embed.js.br'));
    console.log(`      embed.js: ${size} bytes`);
    expect(size).to.be.at.most(MOST_BYTES);
  });
});

/** Asks by the element's method, and gives the conversation that the answer belongs to. */
const sessionOf = (page: Page, question: string): Promise<string | null | undefined> =>
  page.evaluate(async (text) => {
    const element = document.querySelector('plumbline-ask') as unknown as {
      ask(question: string): Promise<{ readonly sessionId: string | null } | null>;
    };
    return (await element.ask(text))?.sessionId;
  }, question);
