import { readFile } from 'node:fs/promises';
import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { openStage, type Stage } from './harness.ts';
import { portrait } from './portrait.ts';

const ROWS = 2_500;
/** Amounts of 990 and above. */
const LARGE = `${Array.from({ length: ROWS }, (_, n) => (n * 37) % 1_000).filter((one) => one >= 990).length} of 2,500 rows`;
const CITIES = ['Rome', "L'Aquila", 'Oslo', ''];

describe('the columns of a table in a browser', () => {
  let stage: Stage;
  before(async function () {
    const opened = await openStage();
    if (!opened) return this.skip();
    stage = opened;
    const me = await call<{ client_id: string; workspaces: { workspace_id: string }[] }>(
      stage.service,
      'GET',
      '/whoami',
    );
    const files = `/clients/${me.client_id}/workspaces/${me.workspaces[0]?.workspace_id}/files`;
    const rows = Array.from(
      { length: ROWS },
      (_, n) => `A${n},"${CITIES[n % 4]}",${(n * 37) % 1_000}`,
    );
    const form = new FormData();
    form.set('file', new Blob([`code,city,amount\n${rows.join('\n')}\n`]), 'sales.csv');
    await call(stage.service, 'POST', files, form);
  });
  after(() => stage?.close());

  it('sorts and filters all rows of a long result, hides columns, and says what is left', () =>
    stage.journey(
      async ({ page, open, ask, expectAccessibleInBoth }) => {
        await open('/');
        await ask('show all sales');
        const card = page.getByRole('article').first();
        await card.getByRole('tab', { name: 'Table' }).click();
        const options = async (column: string) => {
          await card.getByRole('button', { name: `Options for ${column}` }).click();
          return page.getByRole('dialog', { name: new RegExp(`Column “${column}”`, 'i') });
        };
        const amount = await options('amount');
        await portrait(page, 'column-dialog');
        await expectAccessibleInBoth();
        await amount.getByRole('button', { name: 'Sort descending' }).click();
        await card.getByRole('cell', { name: '999', exact: true }).first().waitFor();
        expect(page.url()).to.contain('sort=-');
        const filter = await options('amount');
        await filter.getByLabel('Value').fill('990');
        await filter.getByRole('button', { name: 'Apply filter' }).click();
        await card.getByText(LARGE).waitFor();
        const city = await options('city');
        await city.getByLabel('Condition').selectOption({ label: 'is' });
        await city.getByLabel('Value').fill("L'Aquila");
        await city.getByRole('button', { name: 'Apply filter' }).click();
        await card.getByText(/^1?\d of 2,500 rows/).waitFor();
        await (await options('code')).getByRole('button', { name: 'Hide' }).click();
        await card.getByRole('button', { name: 'Show 1 hidden column' }).waitFor();
        await portrait(page, 'columns-filtered');
        await expectAccessibleInBoth();
        await card.getByRole('button', { name: /Remove filter: city is L'Aquila/i }).click();
        await card.getByText(LARGE).waitFor();
      },
      { key: stage.service.apiKey },
    ));

  it('does the same with the rows that are here, and gives every result as a workbook', () =>
    stage.journey(
      async ({ page, open, ask }) => {
        await open('/');
        await ask('total amount by city');
        const card = page.getByRole('article').first();
        await card.getByRole('tab', { name: 'Table' }).click();
        await card.getByRole('button', { name: 'Options for city' }).click();
        const dialog = page.getByRole('dialog', { name: /Column “city”/i });
        await dialog.getByLabel('Value').fill('o');
        await dialog.getByRole('button', { name: 'Apply filter' }).click();
        await card.getByText('2 of 4 rows').waitFor();
        await card.getByRole('button', { name: 'Options for city' }).click();
        await dialog.getByRole('button', { name: 'Copy column' }).click();
        const copied = await page.evaluate(() => navigator.clipboard.readText());
        expect(copied.split('\n').sort()).to.deep.equal(['Oslo', 'Rome', 'city']);
        await card.getByRole('button', { name: 'Download' }).click();
        const coming = page.waitForEvent('download');
        await page.getByRole('menuitem', { name: 'XLSX' }).click();
        const file = await readFile(await (await coming).path());
        expect(file.subarray(0, 2).toString()).to.equal('PK');
      },
      {
        key: stage.service.apiKey,
        viewport: { width: 390, height: 844 },
        permissions: ['clipboard-read', 'clipboard-write'],
      },
    ));
});
