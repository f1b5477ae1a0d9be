import { expect } from 'chai';
import pg from 'pg';
import { requirePostgres, temporaryDatabase } from '../fakes/postgres.ts';
import { openStage, type Stage } from './harness.ts';
import { portrait } from './portrait.ts';

const CUSTOMERS =
  'customer_id,name,email,city\n1,Ann Lee,ann@example.com,Bonn\n2,Bo Ek,bo@example.com,Kiel\n';
const ORDERS =
  'order_id,customer_id,amount,ordered_on\n1,1,10.5,2026-01-03\n2,1,20,2026-02-03\n3,2,5,2026-02-04\n';

const csv = (name: string, text: string) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(text),
});

describe('Data in a browser', function () {
  this.timeout(180_000);
  let stage: Stage;
  before(async function () {
    const opened = await openStage();
    if (!opened) return this.skip();
    stage = opened;
  });
  after(() => stage?.close());
  const signedIn = () => ({ key: stage.service.apiKey });

  it('keeps a dropped file until there is a key, and then uploads it', () =>
    stage.journey(async ({ page, open, expectAccessible }) => {
      await open('/data');
      await page.getByText('Drop files here').waitFor();
      await drop(page, 'kept.csv', 'city,amount\nBonn,3\nKiel,4\n');
      await page.getByText('Your file is kept in this tab').waitFor();
      await expectAccessible();
      await portrait(page, 'data-kept');
      await page.locator('main').getByRole('link', { name: 'Sign in' }).first().click();
      await page.getByLabel('Key', { exact: true }).fill(stage.service.apiKey ?? '');
      await page.getByRole('button', { name: 'Sign in' }).click();
      const card = page.getByRole('article', { name: 'kept.csv' });
      await card.getByText('Ready', { exact: true }).waitFor();
      await page
        .getByRole('region', { name: 'Tables' })
        .getByRole('link', { name: 'kept' })
        .waitFor();
    }));

  it('uploads files, tells what was noticed, reads one differently, and shows its first rows', () =>
    stage.journey(async ({ page, open, expectAccessible }) => {
      await open('/data');
      await page
        .getByLabel('Choose files')
        .first()
        .setInputFiles([
          csv('customers.csv', CUSTOMERS),
          csv('orders.csv', ORDERS),
          csv('report.csv', 'Monthly report\ncity,amount\nBonn,3\nKiel,4\nTotal,7\n'),
        ]);
      const report = page.getByRole('article', { name: 'report.csv' });
      for (const name of ['customers.csv', 'orders.csv', 'report.csv'])
        await page.getByRole('article', { name }).getByText('Ready', { exact: true }).waitFor();
      await page
        .getByRole('region', { name: 'Tables' })
        .getByRole('link', { name: 'orders' })
        .waitFor();
      await expectAccessible();
      await portrait(page, 'data-overview');
      await report.getByRole('button', { name: 'Read it differently' }).click();
      await report.getByLabel('Name of the table').fill('cities');
      await report.getByLabel('Row of the headings').fill('2');
      await expectAccessible();
      await report.getByRole('button', { name: 'Read again' }).click();
      await report.getByRole('link', { name: /cities/ }).waitFor();
      await page
        .getByRole('region', { name: 'Files' })
        .getByRole('link', { name: 'report.csv' })
        .click();
      const rows = page.getByRole('region', { name: 'First rows' });
      await rows.getByRole('cell', { name: 'Bonn' }).waitFor();
      await expectAccessible();
      await portrait(page, 'data-file');
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
      await page.waitForURL('**/data');
      await page
        .getByRole('region', { name: 'Files' })
        .getByRole('link', { name: 'orders.csv' })
        .waitFor();
      expect(
        await page
          .getByRole('region', { name: 'Files' })
          .getByRole('link', { name: 'report.csv' })
          .count(),
      ).to.equal(0);
    }, signedIn()));

  it('says why a file could not be read, and what to do', () =>
    stage.journey(
      async ({ page, open, expectAccessible }) => {
        await open('/data');
        await page
          .getByLabel('Choose files')
          .first()
          .setInputFiles([{ ...csv('broken.xlsx', 'no workbook') }]);
        await page.getByRole('article', { name: 'broken.xlsx' }).getByRole('alert').waitFor();
        await expectAccessible();
        await portrait(page, 'data-failed');
      },
      { ...signedIn(), expected: [/status of 4\d\d/] },
    ));

  it('shows a table with its keys, describes a column, makes it sensitive, hides it and shows it again', () =>
    stage.journey(async ({ page, open, expectAccessible }) => {
      await open('/data/tables/orders');
      await page.getByRole('img', { name: /orders.customer_id points to customers/ }).waitFor();
      await expectAccessible();
      await portrait(page, 'data-table');
      await page.getByRole('button', { name: 'Describe amount' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Description').fill('What was paid, in euros');
      await dialog.getByLabel('Other names').fill('turnover, sales');
      await expectAccessible();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('What was paid, in euros').waitFor();
      await page.getByText('turnover, sales').waitFor();

      await open('/data/tables/customers');
      await page.getByRole('checkbox', { name: 'city is sensitive' }).check();
      await page.getByRole('row').filter({ hasText: 'city' }).getByText('not sampled').waitFor();
      await page.getByRole('button', { name: 'Hide city' }).click();
      await page.getByText('city is hidden').waitFor();
      await page
        .getByRole('checkbox', { name: 'city is sensitive' })
        .waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Show it again' }).click();
      await page.getByRole('checkbox', { name: 'city is sensitive' }).waitFor();
    }, signedIn()));

  it('tests a database before it is connected, and says what is wrong', () =>
    stage.journey(
      async ({ page, open, expectAccessible }) => {
        await open('/data');
        await page.getByRole('button', { name: 'New workspace' }).click();
        await page.getByRole('dialog').getByLabel('Name').fill('Shop');
        await page.getByRole('dialog').getByRole('button', { name: 'Make it' }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.getByRole('link', { name: 'Connect a database' }).click();
        await page.getByLabel('How you have it').selectOption('parts');
        await expectAccessible();
        await page.getByLabel('How you have it').selectOption('url');
        await page.getByLabel('Address').fill('postgres://nobody:x@127.0.0.1:1/none');
        await page.getByRole('button', { name: 'Test the connection' }).click();
        await page.getByRole('alert').waitFor();
        expect(await page.getByRole('button', { name: 'Connect', exact: true }).count()).to.equal(
          0,
        );
        await expectAccessible();
        await portrait(page, 'data-database');
      },
      { ...signedIn(), expected: [/status of (4\d\d|502)/] },
    ));

  it('connects PostgreSQL after a test, and shows its tables with declared keys', async function () {
    if (!(await requirePostgres())) return this.skip();
    const database = await temporaryDatabase();
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    await client.query(
      `create table client (id int primary key, name text);
       create table invoice (id int primary key, client_id int references client, total numeric(9,2));
       insert into client values (1, 'Ann'), (2, 'Bo');
       insert into invoice values (1, 1, 10.50), (2, 2, 5.25)`,
    );
    await client.end();
    try {
      await stage.journey(async ({ page, open, expectAccessible }) => {
        await open('/data');
        await page.getByRole('button', { name: 'New workspace' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByLabel('Name').fill('Warehouse');
        await dialog.getByRole('button', { name: 'Make it' }).click();
        await dialog.waitFor({ state: 'detached' });
        await page.getByRole('link', { name: 'Connect a database' }).click();
        await page.getByLabel('How you have it').selectOption('url');
        await page.getByLabel('Address').fill(database.url);
        await page.getByRole('button', { name: 'Test the connection' }).click();
        await page.getByText(/^It works\./).waitFor();
        await page.getByText('Its user could change data').waitFor();
        await expectAccessible();
        await portrait(page, 'data-database-tested');
        await page.getByRole('button', { name: 'Connect', exact: true }).click();
        await page.getByRole('button', { name: 'Disconnect' }).waitFor();
        await expectAccessible();
        await portrait(page, 'data-database-connected');
        await page.getByRole('link', { name: 'All data' }).click();
        await page.getByRole('link', { name: 'invoice' }).click();
        await page.getByRole('img', { name: /invoice.client_id points to client.id$/ }).waitFor();
      }, signedIn());
    } finally {
      await database.drop();
    }
  });

  it('has nothing for axe to find and nothing that overflows, in German, dark, on a phone', () =>
    stage.journey(
      async ({ page, open, expectAccessible }) => {
        for (const [address, name] of [
          ['/data', 'data'],
          ['/data/tables/orders', 'data-table'],
          ['/data/database', 'data-database'],
        ] as const) {
          await open(address);
          await page.getByRole('heading', { level: 1 }).waitFor();
          await page.getByText('Wird geladen').waitFor({ state: 'detached' });
          await expectAccessible();
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          ).to.be.at.most(0);
          await portrait(page, `${name}-390-dark`);
        }
      },
      {
        ...signedIn(),
        locale: 'de-DE',
        colorScheme: 'dark',
        viewport: { width: 390, height: 844 },
      },
    ));
});

/** Drops a file onto the screen, as a file manager does. */
async function drop(page: import('playwright-core').Page, name: string, text: string) {
  const transfer = await page.evaluateHandle(
    ([filename, content]) => {
      const made = new DataTransfer();
      made.items.add(new File([content], filename, { type: 'text/csv' }));
      return made;
    },
    [name, text] as const,
  );
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
}
