import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import type { Page } from 'playwright-core';
import {
  boardByApi,
  inBothThemes,
  MONTHS,
  type Place,
  placeOf,
  REGIONS,
  sales,
  send,
  upload,
} from './board-place.ts';
import { openStage, type Stage, type Visit } from './harness.ts';
import { portrait } from './portrait.ts';

const TOTAL = 54 * 100 + 3 * 7 * 153 + 18 * 90;

describe('Boards in a browser', () => {
  let stage: Stage;
  let place: Place;
  before(async function () {
    const opened = await openStage();
    if (!opened) return this.skip();
    stage = opened;
    place = await placeOf(stage);
  });
  after(() => stage?.close());
  const signedIn = () => ({ key: stage.service.apiKey });

  it('tell visitors without a key what they are, and Pin does, too', () =>
    stage.journey(async ({ page, open, ask, expectAccessible }) => {
      await open('/boards');
      await page.getByRole('heading', { name: 'Sign in to use boards' }).waitFor();
      await inBothThemes(page, expectAccessible);
      await open('/');
      await ask('total revenue by region in 2025');
      await page.getByRole('article').getByRole('button', { name: 'Add to board' }).click();
      await page.getByRole('dialog').getByText('Sign in with a key to add answers').waitFor();
      await inBothThemes(page, expectAccessible);
      await page.getByRole('dialog').getByRole('link', { name: 'Sign in' }).click();
      await page.waitForURL('**/signin?to=*');
    }));

  it('keep what is pinned: a new version of the file changes the number, a moved schema is said', () =>
    stage.journey(async (visit) => {
      const { page, open, ask, expectAccessible } = visit;
      await upload(place, sales());
      await open('/boards');
      await page.getByText('No boards yet.').waitFor();
      await inBothThemes(page, expectAccessible);
      await portrait(page, 'boards-none');
      await open('/');
      await ask('total amount');
      const dialog = page.getByRole('dialog');
      await page.getByRole('article').getByRole('button', { name: 'Add to board' }).click();
      await dialog.getByLabel('Card title').fill('All sales');
      await dialog.getByLabel('Board name').fill('Monday');
      await dialog.getByText('“this year” moves with the date').waitFor();
      await inBothThemes(page, expectAccessible);
      await portrait(page, 'boards-pin');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.getByText('Added to “Monday”.').waitFor();
      await inBothThemes(page, expectAccessible);
      await dialog.getByRole('link', { name: 'Open board' }).click();
      const card = page.getByRole('article', { name: 'All sales' });
      await card.getByText(TOTAL.toLocaleString('en-US'), { exact: true }).waitFor();
      await card.getByText(/^As of/).waitFor();
      await card.getByText('Checked', { exact: true }).waitFor();
      await inBothThemes(page, expectAccessible);

      await upload(place, sales({ raise: 1_000 }));
      await page.reload();
      const raised = (TOTAL + 18 * 1_000).toLocaleString('en-US');
      await card.getByText(raised, { exact: true }).waitFor();
      expect(await card.getByText(TOTAL.toLocaleString('en-US')).count(), 'no old number').to.equal(
        0,
      );

      await pinned(visit, 'amount by region', { board: 'Monday' });
      await upload(place, sales({ raise: 1_000, region: 'area' }));
      await open('/boards');
      await page.getByRole('link', { name: 'Monday' }).click();
      const moved = page.getByRole('article', { name: 'amount by region' });
      await moved.getByText("The data's structure changed", { exact: true }).waitFor();
      await moved.getByText(/region no longer exists/).waitFor();
      await inBothThemes(page, expectAccessible);
      await portrait(page, 'boards-moved');
      await upload(place, sales());
    }, signedIn()));

  it('are arranged by keys, by the pointer and by the menu, and stay so', () =>
    stage.journey(async (visit) => {
      const { page, open, expectAccessible } = visit;
      await upload(place, sales());
      await pinned(visit, 'amount by month', { newBoard: 'Sales' });
      await pinned(visit, 'amount by region', { board: 'Sales' });
      await pinned(visit, 'amount by month and region', { board: 'Sales' });
      await pinned(visit, 'total amount', { board: 'Sales' });
      await pinned(visit, 'show sales', { board: 'Sales' });
      await page.getByRole('dialog').getByRole('link', { name: 'Open board' }).click();
      const order = async () =>
        (await page.getByRole('article').getByRole('heading').allTextContents()).join(' | ');
      await page.getByRole('article').nth(4).waitFor();
      expect(await order()).to.equal(
        'amount by month | amount by region | amount by month and region | total amount | show sales',
      );
      const grip = page.getByRole('button', { name: /^Move “total amount”/ });
      await grip.focus();
      for (const key of ['ArrowLeft', 'ArrowUp', 'ArrowUp']) await page.keyboard.press(key);
      await page.getByText('“total amount” moved to position 1 of 5.').waitFor();
      expect(
        await grip.evaluate((one) => document.activeElement === one),
        'the focus stays with the card',
      ).to.equal(true);
      await page
        .getByRole('button', { name: /^Move “show sales”/ })
        .dragTo(page.getByRole('article', { name: 'amount by region', exact: true }));
      const wide = page.getByRole('article', { name: 'amount by month and region' });
      await wide.getByRole('button', { name: /^More actions for/ }).click();
      await inBothThemes(page, expectAccessible);
      await keeping(page, '"width":2', page.getByRole('menuitem', { name: 'Make wide' }).click());
      const expected =
        'total amount | amount by month | show sales | amount by region | amount by month and region';
      expect(await order()).to.equal(expected);
      await page.reload();
      await page.getByRole('article').nth(4).waitFor();
      expect(await order(), 'after a reload').to.equal(expected);
      await inBothThemes(page, expectAccessible);
      await portrait(page, 'boards-board');

      await wide.getByRole('button', { name: /^More actions for/ }).click();
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('By region, month by month');
      await inBothThemes(page, expectAccessible);
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      const renamed = page.getByRole('article', { name: 'By region, month by month' });
      await renamed.getByRole('button', { name: /^More actions for/ }).click();
      await page.getByRole('menuitem', { name: 'Remove from board' }).click();
      await renamed.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Add a question' }).click();
      await page
        .getByRole('dialog')
        .getByLabel('Question')
        .selectOption({ label: 'By region, month by month' });
      await inBothThemes(page, expectAccessible);
      await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
      await renamed.waitFor();

      await page.getByRole('button', { name: 'Rename' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Sales of the year');
      await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
      await page.getByRole('heading', { name: 'Sales of the year' }).waitFor();
      await open('/boards');
      const row = page.getByRole('row').filter({ hasText: 'Sales of the year' });
      await row.getByText('5', { exact: true }).waitFor();
      await inBothThemes(page, expectAccessible);
      await portrait(page, 'boards-list');
      await row.getByRole('button', { name: /^Delete/ }).click();
      await inBothThemes(page, expectAccessible);
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await row.waitFor({ state: 'detached' });
      await page
        .getByRole('region', { name: 'Saved questions' })
        .getByText('By region, month by month')
        .waitFor();
    }, signedIn()));

  it('keep the kind of chart that was chosen, as the address and the files do', () =>
    stage.journey(async ({ page, open, ask }) => {
      await upload(place, sales());
      await open('/');
      await ask('amount by month');
      const card = page.getByRole('article');
      await card.getByRole('img', { name: /^Line chart/ }).waitFor();
      await card.getByRole('button', { name: 'Edit chart' }).click();
      const kinds = page.getByLabel('Chart type');
      expect(await kinds.locator('option').allTextContents()).to.deep.equal([
        ...['Line chart', 'Column chart'],
      ]);
      await kinds.selectOption('Column chart');
      await page.getByRole('button', { name: 'Apply' }).click();
      const columns = card.getByRole('img', { name: /^Column chart/ });
      await columns.waitFor();
      expect(new URL(page.url()).searchParams.get('kind')).to.equal('columns');
      await page.reload();
      await columns.waitFor();
      for (const [format, begin] of [
        ['SVG', '<svg'],
        ['PNG', '\x89PNG'],
      ] as const) {
        await card.getByRole('button', { name: 'Download' }).click();
        const loading = page.waitForEvent('download');
        await page.getByRole('menuitem', { name: format }).click();
        const file = await readFile(await (await loading).path());
        expect(file.subarray(0, 4).toString('latin1'), format).to.equal(begin);
        if (format === 'SVG') expect(file.toString()).to.contain('aria-label="Column chart');
        // Twice as many pixels as it has units: its size stands in its head.
        else expect(file.readUInt32BE(16)).to.equal(1_920);
      }
      await card.getByRole('button', { name: 'Add to board' }).click();
      const dialog = page.getByRole('dialog');
      const choice = dialog.getByLabel('Board', { exact: true });
      await dialog.getByLabel('Card title').waitFor();
      if ((await choice.count()) > 0) await choice.selectOption({ label: 'New board' });
      await dialog.getByLabel('Board name').fill('Columns');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.getByRole('link', { name: 'Open board' }).click();
      await page.getByRole('img', { name: /^Column chart/ }).waitFor();
    }, signedIn()));

  it('and an answer whose measure is signed is verified when it is asked again', () =>
    stage.journey(async ({ page, open, ask, expectAccessible }) => {
      await upload(place, sales());
      await open('/');
      await ask('total amount in North');
      const card = page.getByRole('article').first();
      await card.getByText('Checked', { exact: true }).waitFor();
      await card.getByRole('button', { name: /checks passed/ }).click();
      await page.getByRole('button', { name: 'Certify as metric' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('SUM(amount) from sales').waitFor();
      expect(await dialog.getByLabel(/^region = /).isChecked(), 'of this question alone').to.equal(
        false,
      );
      expect(await dialog.getByLabel('Metric name').inputValue()).to.equal('amount');
      await dialog.getByLabel('Certified by').fill('ann@example.com');
      await inBothThemes(page, expectAccessible);
      await portrait(page, 'ask-sign');
      await dialog.getByRole('button', { name: 'Certify', exact: true }).click();
      await dialog.getByText('“amount” is certified.').waitFor();
      await inBothThemes(page, expectAccessible);
      await dialog.getByRole('button', { name: 'Ask again' }).click();
      await page.getByRole('article').nth(1).getByText('Verified', { exact: true }).waitFor();
      await send(place, 'PUT', `${place.workspace}/semantics`, {});
    }, signedIn()));

  it('are read by others of the tenant once they are shared, and changed by nobody but their maker', async () => {
    const id = await boardByApi(place, 'For all', ['amount by region']);
    const other = await askOnlyKey(place);
    const asOther = { key: other, expected: [/status of 40[04]/] };
    await stage.journey(async ({ page, open, expectAccessible }) => {
      await open(`/boards/${id}`);
      await page.getByRole('heading', { name: 'Board not found' }).waitFor();
      await inBothThemes(page, expectAccessible);
    }, asOther);
    await stage.journey(async ({ page, open }) => {
      await open(`/boards/${id}`);
      await keeping(
        page,
        '"shared":true',
        page.getByLabel('Share with everyone in this tenant').check(),
      );
    }, signedIn());
    await stage.journey(async ({ page, open, expectAccessible }) => {
      await open('/boards');
      await page.getByRole('link', { name: 'For all' }).click();
      await page.getByText('Only its owner can change it').waitFor();
      const card = page.getByRole('article', { name: 'amount by region' });
      await card.getByRole('img', { name: /^Bar chart/ }).waitFor();
      await inBothThemes(page, expectAccessible);
      for (const name of ['Rename', 'Delete', 'Add a question'])
        expect(await page.getByRole('button', { name }).count(), name).to.equal(0);
      expect(await page.getByRole('button', { name: /^Move/ }).count()).to.equal(0);
      await card.getByRole('button', { name: /^More actions for/ }).click();
      expect(await page.getByRole('menuitem').allTextContents()).to.deep.equal([
        'Refresh',
        'Ask again',
      ]);
    }, asOther);
  });

  it('are narrowed by a period and by values, which the address carries, and say where a filter stops', async () => {
    await upload(place, 'item,pieces\nnut,5\nbolt,7\n', 'stock.csv');
    await upload(place, sales());
    const questions = ['total amount', 'amount by region', 'total pieces'];
    const id = await boardByApi(place, 'Narrowed', questions);
    const in2026 = MONTHS.flatMap((day, month) =>
      day.startsWith('2026') ? REGIONS.map((_, at) => 100 + month * 7 + at * 30) : [],
    ).reduce((sum, one) => sum + one, 0);
    const north2026 = MONTHS.flatMap((day, month) =>
      day.startsWith('2026') ? [100 + month * 7] : [],
    ).reduce((sum, one) => sum + one, 0);
    const shown = (value: number) => value.toLocaleString('en-US');
    await stage.journey(async ({ page, open, expectAccessible }) => {
      await open(`/boards/${id}`);
      await page.getByRole('button', { name: 'Add a filter' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByText('sales.sold_on · 2 of 3 cards').waitFor();
      await dialog.getByRole('checkbox', { name: /^Sold on/ }).check();
      await dialog.getByRole('checkbox', { name: /^Region/ }).check();
      await inBothThemes(page, expectAccessible);
      await portrait(page, 'boards-filters');
      await dialog.getByRole('button', { name: 'Save' }).click();
      const period = page.getByLabel('Sold on', { exact: true });
      await period.selectOption('Choose days…');
      await page.getByLabel('Sold on: From').fill('2026-01-01');
      const total = page.getByRole('article', { name: 'total amount' });
      await total.getByText(shown(in2026), { exact: true }).waitFor();
      await total.getByText('Filtered by sales.sold_on').waitFor();
      const stock = page.getByRole('article', { name: 'total pieces' });
      await stock.getByText('Not filtered').waitFor();
      expect(await stock.getByText('12', { exact: true }).count(), 'no number').to.equal(0);
      expect(new URL(page.url()).searchParams.get('f.sold-on')).to.equal('2026-01-01..');

      await page.getByRole('button', { name: 'Region: All' }).focus();
      await page.keyboard.press('Enter');
      await dialog.getByRole('checkbox', { name: 'North' }).waitFor();
      await inBothThemes(page, expectAccessible);
      await portrait(page, 'boards-values');
      await dialog.getByRole('checkbox', { name: 'North' }).focus();
      await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
      await total.getByText(shown(north2026), { exact: true }).waitFor();
      await inBothThemes(page, expectAccessible);
      await portrait(page, 'boards-narrowed');
      await page.reload();
      await total.getByText(shown(north2026), { exact: true }).waitFor();
      expect(await page.getByText(shown(TOTAL), { exact: true }).count()).to.equal(0);
      await page.goBack();
      await total.getByText(shown(in2026), { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await stock.getByText('12', { exact: true }).waitFor();
      expect(new URL(page.url()).search).to.not.contain('f.');
    }, signedIn());
    const link = `/boards/${id}?f.region=North&f.region=Nowhere&f.sold-on=last_year`;
    for (const [name, options] of [
      ['dark-phone', { colorScheme: 'dark' as const, viewport: { width: 390, height: 844 } }],
      ['german', { locale: 'de-DE', viewport: { width: 1024, height: 768 } }],
    ] as const)
      await stage.journey(
        async ({ page, open, expectAccessible }) => {
          await open(link);
          await page
            .getByRole('article')
            .getByText(/^(Filtered by|Gefiltert nach)/)
            .first()
            .waitFor();
          await expectAccessible();
          await portrait(page, `boards-narrowed-${name}`);
          await page.getByRole('button', { name: /^Region/ }).click();
          await page
            .getByRole('dialog')
            .getByText(/no longer in the data|nicht mehr in den Daten/)
            .waitFor();
          await expectAccessible();
          await portrait(page, `boards-values-${name}`);
        },
        { ...signedIn(), ...options },
      );
  });

  for (const [language, width, heading] of [
    ['en-US', 1440, 'Sign in to see this board'],
    ['de-DE', 390, 'Melden Sie sich an, um dieses Board zu sehen'],
  ] as const)
    it(`tell a stranger with a link what to do, in ${language} at ${width}`, async () => {
      const id = await boardByApi(place, 'By link', ['total amount']);
      await stage.journey(
        async ({ page, open, expectAccessible }) => {
          await open(`/boards/${id}?t=${place.clientId}`);
          await page.getByRole('heading', { name: heading }).waitFor();
          await inBothThemes(page, expectAccessible);
        },
        { locale: language, viewport: { width, height: 844 } },
      );
    });

  for (const [language, width, text] of [
    [
      'en-US',
      1440,
      { when: 'When', only: 'When the number is unusual', days: /these days are fixed/ },
    ],
    [
      'de-DE',
      390,
      { when: 'Wann', only: 'Wenn die Zahl ungewöhnlich ist', days: /diese Tage sind fest/ },
    ],
  ] as const)
    it(`say what an alert can watch, and which days stay, in ${language} at ${width}`, async () => {
      const id = await boardByApi(place, 'Watched', ['amount by month', 'total amount in June']);
      await stage.journey(
        async ({ page, open, expectAccessible }) => {
          await open(`/boards/${id}`);
          const months = page.getByRole('article', { name: 'amount by month' });
          await months.getByRole('img').first().waitFor();
          await page
            .getByRole('article', { name: /^total amount in June \(\d{4}-06-01 to/ })
            .getByText(text.days)
            .waitFor();
          await months
            .getByRole('button', { name: /amount by month/ })
            .last()
            .click();
          await page.getByRole('menuitem', { name: /Alert…|Alarm…/ }).click();
          const when = page.getByRole('dialog').getByLabel(text.when, { exact: true });
          expect(await when.inputValue()).to.equal('unusual');
          expect(await when.getByRole('option').allTextContents())
            .to.contain(text.only)
            .and.have.length(5);
          await inBothThemes(page, expectAccessible);
        },
        { ...signedIn(), locale: language, viewport: { width, height: 844 } },
      );
    });

  it('say what went wrong: a change elsewhere, a service that is away', async () => {
    const id = await boardByApi(place, 'Twice open', ['amount by region', 'total amount']);
    await stage.journey(
      async ({ page, open, expectAccessible }) => {
        await open(`/boards/${id}`);
        const first = page.getByRole('article').first();
        await first.getByText(/^As of/).waitFor();
        await send(place, 'PATCH', `${place.workspace}/boards/${id}`, { name: 'Renamed there' });
        await page.getByRole('button', { name: /^Move “amount by region”/ }).focus();
        await page.keyboard.press('ArrowDown');
        await page.getByRole('alert').getByText('Someone else changed this board').waitFor();
        await page.getByRole('heading', { name: 'Renamed there' }).waitFor();
        await inBothThemes(page, expectAccessible);
        await page.route('**/refresh', (route) => route.abort());
        await first.getByRole('button', { name: /^More actions for/ }).click();
        await page.getByRole('menuitem', { name: 'Refresh' }).click();
        await first.getByText("Couldn't refresh this answer.").waitFor();
        await inBothThemes(page, expectAccessible);
        await page.route('**/boards/*', (route) =>
          route.request().resourceType() === 'document' ? route.continue() : route.abort(),
        );
        await page.reload();
        await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
        await page.unroute('**/boards/*');
        await page.getByRole('button', { name: 'Try again' }).click();
        await page.getByRole('article').nth(1).waitFor();
      },
      { ...signedIn(), expected: [/status of 409/, /net::ERR_FAILED/] },
    );
  });

  for (const [name, options] of [
    ['dark', { colorScheme: 'dark' as const }],
    ['phone', { viewport: { width: 390, height: 844 } }],
    ['german', { locale: 'de-DE', viewport: { width: 1024, height: 768 } }],
  ] as const)
    it(`look and read well: ${name}`, async () => {
      const questions = ['amount by month', 'total amount', 'amount by region', 'show sales'];
      const id = await boardByApi(place, 'Sales of this year and the one before', questions);
      await send(place, 'POST', `${place.workspace}/boards/${id}/refresh`);
      await stage.journey(
        async ({ page, open, expectAccessible }) => {
          await open(`/boards/${id}`);
          await page.getByRole('article').nth(3).waitFor();
          await page.getByRole('img').first().waitFor();
          await inBothThemes(page, expectAccessible);
          await portrait(page, `boards-board-${name}`);
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(overflow).to.be.at.most(0);
          await page.evaluate(() => {
            document.documentElement.dir = 'rtl';
          });
          await inBothThemes(page, expectAccessible);
          await open('/boards');
          await page.getByRole('table').first().waitFor();
          await inBothThemes(page, expectAccessible);
          await portrait(page, `boards-list-${name}`);
        },
        { ...signedIn(), ...options },
      );
    });
});

/** Asks a question and pins its answer; the dialog stays open. */
async function pinned(
  { page, open, ask }: Visit,
  question: string,
  { board, newBoard }: { readonly board?: string; readonly newBoard?: string },
): Promise<void> {
  await open('/');
  await ask(question);
  await page.getByRole('article').getByRole('button', { name: 'Add to board' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Card title').waitFor();
  if (board) await dialog.getByLabel('Board', { exact: true }).selectOption({ label: board });
  if (newBoard) {
    const choice = dialog.getByLabel('Board', { exact: true });
    if ((await choice.count()) > 0) await choice.selectOption({ label: 'New board' });
    await dialog.getByLabel('Board name').fill(newBoard);
  }
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await dialog.getByText(/Added to/).waitFor();
}

/** Does something, and waits until the board keeps what that sent. */
async function keeping(page: Page, sent: string, act: Promise<unknown>): Promise<void> {
  const kept = page.waitForResponse(
    (response) =>
      response.request().method() === 'PATCH' &&
      response.request().postData()?.includes(sent) === true &&
      response.ok(),
  );
  await Promise.all([kept, act]);
}

async function askOnlyKey(place: Place): Promise<string> {
  const body = { name: 'reader', scope: 'query', client_id: place.clientId };
  return (await send<{ api_key: string }>(place, 'POST', '/accounts/api-keys', body)).api_key;
}
