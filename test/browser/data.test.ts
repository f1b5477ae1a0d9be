import { expect } from 'chai';
import pg from 'pg';
import type { Page } from 'playwright-core';
import { utils, write } from 'xlsx';
import { startFileServer } from '../fakes/file-server.ts';
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

describe('Data in a browser', () => {
  let stage: Stage;
  before(async function () {
    const opened = await openStage({ env: { PLUMBLINE_FILE_URLS__ALLOW_PRIVATE_HOSTS: 'true' } });
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
      await page.getByText('Your file is waiting in this tab').waitFor();
      await expectAccessible();
      await portrait(page, 'data-kept');
      await page.locator('main').getByRole('link', { name: 'Sign in' }).first().click();
      await page.getByLabel('API key', { exact: true }).fill(stage.service.apiKey ?? '');
      await page.getByRole('button', { name: 'Sign in' }).click();
      const card = page.getByRole('article', { name: 'kept.csv' });
      await card.getByText('Ready', { exact: true }).waitFor();
      await page
        .getByRole('region', { name: 'Tables' })
        .getByRole('link', { name: 'kept' })
        .waitFor();
    }));

  it('stores a file without a doubt at once, takes it back, and brings its former version back', () =>
    stage.journey(
      async ({ page, open, expectAccessibleInBoth }) => {
        const bodies: string[] = [];
        page.on('request', (request) => {
          const isForm = request.headers()['content-type']?.startsWith('multipart/form-data');
          if (isForm) bodies.push(request.url());
        });
        await open('/data');
        const choose = page.getByLabel('Choose files').first();
        await choose.setInputFiles([csv('ferry.csv', 'route,fare\nA,3\nB,4\nA,5\n')]);
        const first = page.getByRole('article', { name: 'ferry.csv' }).last();
        await first.getByText('Added · 3 rows').waitFor();
        await first.getByRole('button', { name: 'show all ferries' }).waitFor();
        await expectAccessibleInBoth();
        await portrait(page, 'data-added');
        await first.getByRole('button', { name: 'Undo' }).click();
        await first.getByText('Questions no longer use this file').waitFor();
        const tables = page.getByRole('region', { name: 'Tables' });
        await tables.getByRole('link', { name: 'ferry' }).waitFor({ state: 'detached' });
        await first.getByRole('button', { name: 'Save it after all' }).click();
        await first.getByText('Added · 3 rows').waitFor();

        await choose.setInputFiles([csv('ferry.csv', 'route,fare\nC,9\n')]);
        const second = page.getByRole('article', { name: 'ferry.csv' }).first();
        await second.getByText('Version 2 replaces version 1 · 1 row').waitFor();
        await second.getByText('Where do its rows go?').waitFor();
        await portrait(page, 'data-replaced');
        await second.getByRole('button', { name: 'Undo' }).click();
        await second.getByText('Questions use version 1 again').waitFor();
        // The bytes of each file left once, whatever was done with them.
        expect(bodies).to.have.length(2);
        await first.getByRole('button', { name: 'show all ferries' }).click();
        await page.waitForURL(/\/c\//);
        await page.getByRole('cell', { name: 'B', exact: true }).waitFor();
      },
      { ...signedIn(), expected: [] },
    ));

  it('adds a file from a URL, refreshes it, shows no token of it, and says what went wrong', () =>
    stage.journey(
      async ({ page, open, expectAccessibleInBoth }) => {
        const server = await startFileServer();
        const add = async (where: string) => {
          await page.getByRole('button', { name: 'Add from a URL' }).click();
          const dialog = page.getByRole('dialog', { name: 'Add from a URL' });
          await dialog.getByLabel('URL').fill(`http://127.0.0.1:${server.port}${where}`);
          return dialog;
        };
        try {
          await open('/data');
          const dialog = await add('/named?token=s3cr3t');
          await dialog.getByLabel('Refresh').selectOption('Every day');
          await expectAccessibleInBoth();
          await portrait(page, 'data-url');
          await dialog.getByRole('button', { name: 'Add file' }).click();
          const card = page.getByRole('article', { name: 'Umsätze 2026.csv' });
          await card.getByText('Added · 2 rows').waitFor();
          await page.getByRole('link', { name: 'Umsätze 2026.csv' }).click();
          await page.getByText('/named?token=…').waitFor();
          await page.getByText('Every day · last checked').waitFor();
          expect(await page.getByText('s3cr3t').count()).to.equal(0);
          await expectAccessibleInBoth();
          await portrait(page, 'data-source');
          await page.getByRole('button', { name: 'Stop refreshing' }).click();
          await page.getByText('Every day').waitFor({ state: 'detached' });

          await open('/data');
          await (await add('/page')).getByRole('button', { name: 'Add file' }).click();
          await page.getByRole('alert').getByText('a web page (HTML)').waitFor();
        } finally {
          await server.close();
        }
      },
      { ...signedIn(), expected: [/status of 400/] },
    ));

  it('makes a file of a table that is pasted, and asks how it is called', () =>
    stage.journey(async ({ page, open, expectAccessibleInBoth }) => {
      await open('/data');
      await page.getByRole('button', { name: 'Paste a table' }).waitFor();
      await page.evaluate(() => {
        const data = new DataTransfer();
        data.setData('text/plain', 'stop\tcost\r\n"Nord,\nPier 2"\t1.234,50\r\nSüd\t0,75\r\n');
        dispatchEvent(new ClipboardEvent('paste', { clipboardData: data }));
      });
      const dialog = page.getByRole('dialog', { name: 'Paste a table' });
      await dialog.getByText('4 lines').waitFor();
      await dialog.getByLabel('Name').fill('pier costs');
      await expectAccessibleInBoth();
      await portrait(page, 'data-paste');
      await page.keyboard.press('Enter');
      const card = page.getByRole('article', { name: 'pier costs.csv' });
      await card.getByRole('link', { name: /pier_costs/ }).click();
      await page.getByText('0.75 to 1234.5').waitFor();
    }, signedIn()));

  it('stays signed in where the sample is found only then', () =>
    stage.journey(async ({ page, open }) => {
      const signedIn = Promise.withResolvers<void>();
      await page.route('**/sample', async (route) => {
        await signedIn.promise;
        await route.continue();
      });
      await open('/signin?to=/data');
      await page.getByLabel('API key', { exact: true }).fill(stage.service.apiKey ?? '');
      await page.getByRole('button', { name: 'Sign in' }).click();
      const tables = page.getByRole('heading', { name: 'Tables' });
      await tables.waitFor();
      const found = page.waitForResponse('**/sample');
      signedIn.resolve();
      await (await found).finished();
      await page.evaluate(() => new Promise((drawn) => setTimeout(drawn, 200)));
      expect(await tables.isVisible()).to.equal(true);
    }));

  it('takes a file that is dropped on Ask, answers the notes of a messy workbook, and gives the right number', () =>
    stage.journey(async ({ page, open, ask, expectAccessible }) => {
      await open('/');
      await page.waitForFunction(takesFiles);
      await drop(page, 'sales report.xlsx', messyWorkbook());
      await page.waitForURL(/\/data\b/);
      const card = page.getByRole('article', { name: 'sales report.xlsx' });
      const sales = card.getByRole('region', { name: /^First rows of (sales|turnover)/ });
      await sales.getByRole('cell', { name: '2024-01-02' }).waitFor();
      await sales.getByText('total row, left out of answers').waitFor();
      await expectAccessible();
      await portrait(page, 'data-notes');

      const questions = card.getByRole('list', { name: 'Questions about this file' });
      await questions
        .getByRole('group', { name: 'Date format: date' })
        .getByText('Day first')
        .click();
      await sales.getByRole('cell', { name: '2024-02-01' }).waitFor();
      await questions.getByRole('group', { name: 'This sheet' }).getByText('Import').click();
      const targets = card.getByRole('region', { name: 'First rows of targets' });
      await targets.getByRole('cell', { name: '25', exact: true }).waitFor();
      await targets.getByLabel('Type of target').selectOption('Text');
      await questions.getByLabel('Header row').selectOption('No header row');
      await sales.getByRole('columnheader', { name: /column_1/ }).waitFor();
      await questions.getByLabel('Header row').selectOption('Row 3');
      await sales.getByRole('columnheader', { name: /takings/ }).waitFor();
      await card.getByText('More settings').first().click();
      await card.getByLabel('Table name').first().fill('turnover');
      await card.getByRole('heading', { name: /^turnover/ }).waitFor();
      await expectAccessible();
      await portrait(page, 'data-notes-answered');
      await card.getByRole('button', { name: 'Save' }).click();
      await card.getByText('Ready', { exact: true }).waitFor();

      await card.getByRole('link', { name: 'Ask about this data' }).click();
      // Read as the notes had it, the first of February would be the second of January.
      await ask('total takings in February 2024');
      await page.locator('.big').getByText('10', { exact: true }).waitFor();

      await open('/data');
      await page
        .getByRole('region', { name: 'Files' })
        .getByRole('link', { name: 'sales report.xlsx' })
        .click();
      await page.getByRole('button', { name: 'Answer the questions' }).click();
      await page
        .getByRole('group', { name: 'Total rows' })
        .getByText('Treat like other rows')
        .click();
      await page.getByText('count like all other rows').waitFor();
      await expectAccessible();
      await portrait(page, 'data-file-notes');
      await page.getByRole('button', { name: 'Update preview' }).click();
      await page.getByRole('button', { name: 'Answer the questions' }).waitFor();
      await open('/');
      await ask('total takings');
      await page.locator('.big').getByText('120', { exact: true }).waitFor();
    }, signedIn()));

  it('shows no cell of a column that seems to hold secrets, lists it as hidden, and shows it again', () =>
    stage.journey(async ({ page, open, expectAccessibleInBoth }) => {
      await open('/data');
      await page.waitForFunction(takesFiles);
      await drop(
        page,
        'members.csv',
        'member_id,city,password\n1,Bonn,hunter-a\n2,Kiel,hunter-b\n',
      );
      const card = page.getByRole('article', { name: 'members.csv' });
      await card.getByText('Ready', { exact: true }).waitFor();
      await card.getByRole('button', { name: 'Change import settings' }).click();
      await card.getByText('looks like a secret').waitFor();
      await card.getByRole('cell', { name: 'Kiel' }).waitFor();
      expect(await page.getByText('hunter-').count()).to.equal(0);
      await portrait(page, 'data-secret-preview');
      await card.getByRole('button', { name: 'Save' }).click();
      await card.getByText('Ready', { exact: true }).waitFor();
      const hidden = page.getByRole('region', { name: 'Hidden columns' });
      await hidden.getByRole('cell', { name: 'members' }).waitFor();
      await expectAccessibleInBoth();
      await portrait(page, 'data-hidden-columns');
      await hidden.getByRole('button', { name: 'Unhide password' }).click();
      await hidden.waitFor({ state: 'detached' });
      await open('/data/tables/members');
      await page.getByRole('cell', { name: 'password' }).first().waitFor();
    }, signedIn()));

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
      await report.getByRole('button', { name: 'Change import settings' }).click();
      await report.getByText('More settings').click();
      await report.getByLabel('Table name').fill('cities');
      await report.getByRole('heading', { name: /^cities/ }).waitFor();
      await expectAccessible();
      await report.getByRole('button', { name: 'Save' }).click();
      await report.getByRole('link', { name: /cities/ }).waitFor();
      await page
        .getByRole('region', { name: 'Files' })
        .getByRole('link', { name: 'report.csv' })
        .click();
      const rows = page.getByRole('region', { name: 'First rows' });
      await rows.getByRole('cell', { name: 'Bonn' }).waitFor();
      await expectAccessible();
      await portrait(page, 'data-file');
      await page.getByRole('button', { name: 'Delete' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
      await page.waitForURL(/\/data\b/);
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

  it('adds the rows of a file to one that is stored, shows first what comes of it, and says what does not fit', () =>
    stage.journey(
      async ({ page, open, ask, expectAccessible }) => {
        await open('/data');
        const choose = page.getByLabel('Choose files').first();
        await choose.setInputFiles([csv('tolls.csv', 'bridge,toll\nOst,3\nWest,4\n')]);
        const first = page.getByRole('article', { name: 'tolls.csv' });
        await first.getByText('Ready', { exact: true }).waitFor();

        await choose.setInputFiles([csv('february.csv', 'toll,bridge\n10,Ost\n')]);
        const second = page.getByRole('article', { name: 'february.csv' });
        await second.getByLabel('Added to the rows of tolls.csv').check();
        const rows = second.getByRole('region', { name: 'First rows of tolls' });
        for (const cell of ['West', '10'])
          await rows.getByRole('cell', { name: cell, exact: true }).waitFor();
        await expectAccessible();
        await portrait(page, 'data-append');
        await second.getByRole('button', { name: 'Add rows' }).click();
        await second.getByText('1 row added to tolls.csv').waitFor();
        await second.getByRole('link', { name: 'Ask about this data' }).click();
        await ask('total toll');
        await page.locator('.big').getByText('17', { exact: true }).waitFor();

        await open('/data');
        await choose.setInputFiles([csv('words.csv', 'bridge,toll\nOst,much\nWest,little\n')]);
        const other = page.getByRole('article', { name: 'words.csv' });
        await other.getByText('Ready', { exact: true }).waitFor();
        await other.getByLabel('Added to the rows of tolls.csv').check();
        await other.getByText('Failed', { exact: true }).waitFor();
        await other.getByRole('alert').getByText(/toll/).waitFor();
        await expectAccessible();
        await other.getByLabel('Into a new file').check();
        await other.getByRole('region', { name: 'First rows of words' }).waitFor();
      },
      { ...signedIn(), expected: [/status of 409/] },
    ));

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
      await page.getByRole('img', { name: /orders.customer_id references customers/ }).waitFor();
      await expectAccessible();
      await portrait(page, 'data-table');
      await page.getByRole('button', { name: 'Edit amount' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Description').fill('What was paid, in euros');
      await dialog.getByLabel('Synonyms').fill('turnover, sales');
      await expectAccessible();
      await dialog.getByRole('button', { name: 'Save' }).click();
      await page.getByText('What was paid, in euros').waitFor();
      await page.getByText('turnover, sales').waitFor();

      await open('/data/tables/customers');
      await page.getByRole('checkbox', { name: 'Mark city as sensitive' }).check();
      await page
        .getByRole('row')
        .filter({ hasText: 'city' })
        .getByText('no sample values')
        .waitFor();
      await page.getByRole('button', { name: 'Hide city' }).click();
      await page.getByText('city is hidden').waitFor();
      await page
        .getByRole('checkbox', { name: 'Mark city as sensitive' })
        .waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'Unhide' }).click();
      await page.getByRole('checkbox', { name: 'Mark city as sensitive' }).waitFor();
    }, signedIn()));

  it('tests a database before it is connected, and says what is wrong', () =>
    stage.journey(
      async ({ page, open, expectAccessible }) => {
        await open('/data');
        await page.getByRole('button', { name: 'New workspace' }).click();
        await page.getByRole('dialog').getByLabel('Name').fill('Shop');
        await page.getByRole('dialog').getByRole('button', { name: 'Create' }).click();
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.getByRole('link', { name: 'Connect a database' }).click();
        await page.getByLabel('How to connect').selectOption('parts');
        await expectAccessible();
        await page.getByLabel('How to connect').selectOption('url');
        await page.getByLabel('Connection URL').fill('postgres://nobody:x@127.0.0.1:1/none');
        await page.getByRole('button', { name: 'Test connection' }).click();
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
        await dialog.getByRole('button', { name: 'Create' }).click();
        await dialog.waitFor({ state: 'detached' });
        await page.getByRole('link', { name: 'Connect a database' }).click();
        await page.getByLabel('How to connect').selectOption('url');
        await page.getByLabel('Connection URL').fill(database.url);
        await page.getByRole('button', { name: 'Test connection' }).click();
        await page.getByText(/^Connection works\./).waitFor();
        await page.getByText('This user can change data').waitFor();
        // As the server of the machine has it: its certificate, or that there is none.
        await page
          .getByRole('region', { name: /SHA-256 fingerprint/ })
          .or(page.getByText("This connection isn't encrypted."))
          .first()
          .waitFor();
        await expectAccessible();
        await portrait(page, 'data-database-tested');
        await page.getByRole('button', { name: 'Connect', exact: true }).click();
        await page.getByRole('button', { name: 'Disconnect' }).waitFor();
        await expectAccessible();
        await portrait(page, 'data-database-connected');
        await page.getByRole('link', { name: 'All data' }).click();
        await page.getByRole('link', { name: 'invoice' }).click();
        await page.getByRole('img', { name: /invoice.client_id references client.id$/ }).waitFor();
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
async function drop(page: Page, name: string, content: string | Buffer) {
  const transfer = await page.evaluateHandle(
    ([filename, bytes]) => {
      const made = new DataTransfer();
      made.items.add(new File([Uint8Array.from(bytes)], filename));
      return made;
    },
    [name, [...Buffer.from(content)]] as const,
  );
  await page.dispatchEvent('main', 'drop', { dataTransfer: transfer });
}

/** In the page: whether a file that is dropped would be taken. */
function takesFiles(): boolean {
  const dataTransfer = new DataTransfer();
  dataTransfer.items.add(new File([''], 'any'));
  const event = new DragEvent('dragover', { bubbles: true, cancelable: true, dataTransfer });
  document.querySelector('main')?.dispatchEvent(event);
  return event.defaultPrevented;
}

/** A title above the header, dates that can be read in two ways, a row of sums, and a hidden sheet. */
function messyWorkbook(): Buffer {
  const book = utils.book_new();
  const sales = [
    ['Sales report 2024'],
    [],
    ['Region', 'Date', 'Takings'],
    ['North', '01/02/2024', 10],
    ['South', '03/04/2024', 20],
    ['North', '05/06/2024', 30],
    ['Total', null, 60],
  ];
  const targets = [
    ['Region', 'Target'],
    ['North', 25],
    ['South', 35],
  ];
  utils.book_append_sheet(book, utils.aoa_to_sheet(sales), 'Sales');
  utils.book_append_sheet(book, utils.aoa_to_sheet(targets), 'Targets');
  book.Workbook = { Sheets: [{ Hidden: 0 }, { Hidden: 1 }] };
  return write(book, { type: 'buffer', bookType: 'xlsx' });
}
