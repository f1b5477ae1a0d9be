import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { expect } from 'chai';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  chromium,
  type Page,
} from 'playwright-core';
import { type StartedService, startService } from '../../bench/service.ts';
import { requireChromium } from '../fakes/chromium.ts';
import { builtPage } from './built-page.ts';
import { portrait } from './portrait.ts';

/** Of Chromium in tests. */
export const ARGUMENTS = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  '--disable-dev-shm-usage',
];

/** For all files of this process. */
let launched: Promise<Browser> | undefined;
globalThis.after?.(() => closeBrowser());

/** Also for scripts, which mocha does not close it for. */
export const closeBrowser = async (): Promise<void> => (await launched)?.close();

/** A service that was really started, with the page built, and the browser, for a file of journeys. */
export interface Stage {
  readonly service: StartedService;
  readonly browser: Browser;
  /**
   * One journey in a context of its own. It fails, beside what `walk` expects, on a violation of the content security
   * policy, an error in the console or the page's script, and a request to another host.
   */
  journey(walk: (visit: Visit) => Promise<void>, options?: JourneyOptions): Promise<void>;
  close(): Promise<void>;
}

export interface JourneyOptions extends BrowserContextOptions {
  /** Console errors that the journey means to cause, e.g. `/status of 503/`. */
  readonly expected?: readonly RegExp[];
  /** Signed in with this key from the beginning. */
  readonly key?: string | null;
}

export interface Visit {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly url: string;
  /** Goes to an address of the page and waits until it is drawn. */
  open(address: string): Promise<void>;
  /** Types a question into the composer and sends it. */
  ask(question: string): Promise<void>;
  /** Violations of WCAG 2.2 AA as axe finds them: expected to be none. */
  expectAccessible(): Promise<void>;
  /** The same in the light and in the dark theme. */
  expectAccessibleInBoth(): Promise<void>;
}

export interface StageOptions {
  readonly env?: Readonly<Record<string, string>>;
}

/** Null where there is no browser: the caller skips, or fails where services are required. */
export async function openStage({ env = {} }: StageOptions = {}): Promise<Stage | null> {
  const executablePath = requireChromium();
  if (executablePath === null) {
    if (process.env['REQUIRE_SERVICES'] === '1')
      throw new Error('There is no Chromium, and REQUIRE_SERVICES=1 lets nothing be skipped.');
    return null;
  }
  await builtPage();
  launched ??= chromium.launch({ executablePath, args: ARGUMENTS });
  const [service, browser] = await Promise.all([
    startService({ env: { PLUMBLINE_WORKERS__PLANNING_THREADS: '1', ...env } }),
    launched,
  ]);
  return {
    service,
    browser,
    journey: (walk, options) => journey({ service, browser }, walk, options),
    close: () => service.stop(),
  };
}

async function journey(
  { service, browser }: Pick<Stage, 'service' | 'browser'>,
  walk: (visit: Visit) => Promise<void>,
  { expected = [], key = null, ...options }: JourneyOptions = {},
): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    ...options,
  });
  context.setDefaultTimeout(20_000);
  const wrong: string[] = [];
  const { origin } = new URL(service.url);
  try {
    await context.addInitScript((sent) => {
      // An empty page, before the first address, has no storage.
      if (sent !== null && location.protocol === 'http:')
        sessionStorage.setItem('plumbline-key', sent);
      document.addEventListener('securitypolicyviolation', (event) =>
        console.error(`policy violated: ${event.violatedDirective} ${event.blockedURI}`),
      );
    }, key);
    context.on('request', (request) => {
      const url = request.url();
      if (!/^(data|blob):/.test(url) && new URL(url).origin !== origin)
        wrong.push(`a request to ${url}`);
    });
    context.on('console', (message) => {
      if (message.type() === 'error') wrong.push(`console: ${message.text()}`);
    });
    context.on('weberror', (error) => wrong.push(`script: ${error.error().stack}`));
    const page = await context.newPage();
    await walk(visit(page, context, service.url));
    expect(wrong.filter((text) => !expected.some((one) => one.test(text)))).to.deep.equal([]);
  } catch (error) {
    for (const page of context.pages()) await portrait(page, 'failed').catch(() => undefined);
    // What the page complained of says more than what was then not found.
    if (error instanceof Error && wrong.length > 0) error.message += `\n${wrong.join('\n')}`;
    throw error;
  } finally {
    await context.close();
  }
}

function visit(page: Page, context: BrowserContext, url: string): Visit {
  return {
    page,
    context,
    url,
    async open(address) {
      await page.goto(url + address);
      await page.locator('main').waitFor();
    },
    async ask(question) {
      const composer = page.getByRole('textbox', { name: /Your question|Ihre Frage/ });
      await composer.fill(question);
      await composer.press('Enter');
    },
    async expectAccessible() {
      expect(await violations(page)).to.deep.equal([]);
    },
    async expectAccessibleInBoth() {
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), colorScheme).to.deep.equal([]);
      }
    },
  };
}

/** Violations of WCAG 2.2 AA that axe finds on a page, shadow trees too: the rule and the elements. */
export async function violations(page: Page): Promise<readonly string[]> {
  // A view that is still being read has no heading yet.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  // Through the debugger, which no policy of the page holds back.
  await page.evaluate(axeSource());
  return page.evaluate(async () => {
    const { axe } = globalThis as unknown as { readonly axe: Axe };
    const { violations } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
    });
    return violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`,
    );
  });
}

interface Axe {
  run(
    root: Document,
    options: { readonly runOnly: readonly string[] },
  ): Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly html: string }[];
    }[];
  }>;
}

let axe: string | undefined;
function axeSource(): string {
  axe ??= readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  return axe;
}

/** Made on the host, as an operator does: no key makes one that reaches more than itself. */
export function accountKey({ service }: Stage): string {
  const made = execFileSync(
    process.execPath,
    ['bin/plumbline.js', 'key', 'create', '--name', 'operator', '--account-level'],
    { env: { ...process.env, PLUMBLINE_DATA_DIR: service.dataDir }, encoding: 'utf8' },
  );
  return /plumb_live_\w+/.exec(made)?.[0] ?? '';
}
