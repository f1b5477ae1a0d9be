import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { openStage, type Stage } from './harness.ts';

describe('asking in a browser', () => {
  let stage: Stage;
  let clientId: string;
  let workspaceId: string;
  before(async function () {
    const opened = await openStage();
    if (!opened) return this.skip();
    stage = opened;
    const me = await call<{ client_id: string; workspaces: { workspace_id: string }[] }>(
      stage.service,
      'GET',
      '/whoami',
    );
    clientId = me.client_id;
    workspaceId = me.workspaces[0]?.workspace_id ?? '';
    const form = new FormData();
    form.set(
      'file',
      new Blob([
        'city,amount,note\nRome,7,<b>bold</b>\nOslo,1,"=1+1"\nתל אביב,4,\n<img src=x onerror=alert(1)>,2,plain\n',
      ]),
      'sales.csv',
    );
    await call(stage.service, 'POST', `/clients/${clientId}/workspaces/${workspaceId}/files`, form);
  });
  after(() => stage?.close());

  it('goes from the sample to a checked chart with its proof in one click, without a key', () =>
    stage.journey(async ({ page, open }) => {
      await open('/');
      await page.getByRole('button', { name: /top 5 products by revenue/ }).click();
      const card = page.getByRole('article', { name: /top 5 products by revenue/ });
      await card.getByRole('button', { name: 'Checked' }).waitFor();
      await card.getByRole('img', { name: /^Bar chart/ }).waitFor();
      await card.locator('.headline').waitFor();
      await page.waitForURL('**/c/ses_*');
      const proof = page.getByRole('complementary', { name: 'How this was calculated' });
      expect(await proof.count()).to.equal(0);
      await card.getByRole('button', { name: /^\d+ checks passed · not certified$/ }).click();
      await proof.waitFor();
      expect(await proof.getByRole('listitem').count()).to.be.greaterThan(5);
      await card.getByRole('tab', { name: 'Table' }).click();
      expect(await card.getByRole('row').count()).to.equal(6);
      expect(page.url()).to.contain('view=table');
      await card.getByRole('tab', { name: 'SQL' }).click();
      await card.getByText('SELECT').first().waitFor();
      expect(await page.title()).to.match(/^top 5 products by revenue · Plumbline$/);
    }));

  it('keeps a chat on reload, by Back and Forward, and asks nothing twice', () =>
    stage.journey(async ({ page, open, ask }) => {
      let questions = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/ask/stream')) questions += 1;
      });
      await open('/');
      await ask('total revenue by region in 2025');
      await page.getByRole('button', { name: 'Checked' }).first().waitFor();
      await ask('only East');
      await page
        .getByRole('article')
        .nth(1)
        .getByRole('button', { name: /Verified|Checked|Check this/ })
        .waitFor();
      await page.reload();
      await page.getByRole('article').nth(1).waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: /Ask your data/ }).waitFor();
      await page.goForward();
      await page.getByRole('heading', { name: 'only East' }).waitFor();
      expect(questions).to.equal(2);
    }));

  it('answers a question back by a click, and by its number', () =>
    stage.journey(async ({ page, open, ask }) => {
      await open('/');
      await ask('revenue by city in 2025');
      await page.getByRole('heading', { name: 'What does "city" mean?' }).waitFor();
      await page.getByRole('button', { name: /Customer's city/ }).click();
      const answered = page.getByRole('article', { name: "revenue by customer's city in 2025" });
      await answered.getByRole('button', { name: /Verified|Checked|Check this/ }).waitFor();
      await ask('revenue by city in 2024');
      const clarify = page.getByRole('article', { name: 'revenue by city in 2024' });
      await clarify.getByRole('heading', { name: 'What does "city" mean?' }).waitFor();
      await clarify.focus();
      await page.keyboard.press('2');
      await page.getByRole('article', { name: "revenue by store's city in 2024" }).waitFor();
    }));

  it('makes a decline a way on', () =>
    stage.journey(async ({ page, open, ask }) => {
      await open('/');
      await ask('reveneu by regoin');
      const declined = page.getByRole('article', { name: 'reveneu by regoin' });
      await declined.getByText("Couldn't answer that").waitFor();
      await declined.getByRole('button', { name: /Total revenue by channel/ }).click();
      await page
        .getByRole('article', { name: 'total revenue by channel', exact: true })
        .getByRole('button', { name: /Verified|Checked|Check this/ })
        .waitFor();
      await declined.getByRole('button', { name: /What data do I have/ }).click();
      await page
        .getByRole('article', { name: 'what data is there' })
        .getByText('About your data')
        .first()
        .waitFor();
    }));

  it('says of no rows what narrowed the question', () =>
    stage.journey(async ({ page, open, ask }) => {
      await open('/');
      await ask('orders in 2031');
      await page.getByText('No results').first().waitFor();
      await page.getByRole('button', { name: 'without “2031”' }).click();
      await page.getByRole('article', { name: 'orders', exact: true }).waitFor();
    }));

  it('stops, and has the question back in the composer', () =>
    stage.journey(async ({ page, open, ask }) => {
      await open('/');
      await page.route('**/ask/stream', () => undefined);
      await ask('total revenue');
      await page.getByRole('article').getByRole('button', { name: 'Stop' }).click();
      await page.getByRole('article').getByText('You stopped this').waitFor();
      expect(await page.getByRole('textbox', { name: 'Your question' }).inputValue()).to.equal(
        'total revenue',
      );
    }));

  it('fills a question from the address, and never sends it', () =>
    stage.journey(async ({ page, open }) => {
      let questions = 0;
      page.on('request', (request) => {
        if (request.url().endsWith('/ask/stream')) questions += 1;
      });
      await open('/?q=total%20revenue%20by%20region');
      const composer = page.getByRole('textbox', { name: 'Your question' });
      await page.waitForFunction(
        () => document.querySelector<HTMLTextAreaElement>('#question')?.value !== '',
      );
      expect(await composer.inputValue()).to.equal('total revenue by region');
      await page.waitForTimeout(500);
      expect(questions).to.equal(0);
    }));

  it('is used by the keyboard alone', () =>
    stage.journey(async ({ page, open }) => {
      await open('/');
      await page.locator('#question:enabled').focus();
      await page.keyboard.type('total revenue by region in 2025');
      await page.keyboard.press('Enter');
      const card = page.getByRole('article');
      await card.getByRole('button', { name: 'Checked' }).waitFor();
      expect(await page.evaluate(() => document.activeElement?.id)).to.equal('question');
      await page.keyboard.press('ArrowUp');
      expect(await page.getByRole('textbox', { name: 'Your question' }).inputValue()).to.equal(
        'total revenue by region in 2025',
      );
      await card.focus();
      await page.keyboard.press('s');
      expect(await card.getByRole('tab', { name: 'SQL' }).getAttribute('aria-selected')).to.equal(
        'true',
      );
      await card.getByRole('tab', { name: 'SQL' }).focus();
      await page.keyboard.press('ArrowLeft');
      expect(await card.getByRole('tab', { name: 'Table' }).getAttribute('aria-selected')).to.equal(
        'true',
      );
      await card.focus();
      await page.keyboard.press('p');
      await page.waitForFunction(() => document.activeElement?.id === 'proof');
      await page.keyboard.press('Escape');
      await page.locator('#proof').waitFor({ state: 'detached' });
      expect(await card.evaluate((one) => one === document.activeElement)).to.equal(true);
      await page.keyboard.press('p');
      await page.reload();
      await page.locator('#proof').waitFor();
      await page.keyboard.press('Control+k');
      await page.getByRole('combobox').fill('boards');
      await page.keyboard.press('Enter');
      await page.getByRole('heading', { level: 1, name: 'Boards' }).waitFor();
    }));

  it('signed in, keeps chats in the history, and links to one answer of the tenant', () =>
    stage.journey(
      async ({ page, open, ask, context, url }) => {
        await open('/');
        await ask('total amount by city');
        const card = page.getByRole('article');
        await card.getByRole('button', { name: /Verified|Checked|Check this/ }).waitFor();
        await card.getByRole('tab', { name: 'Table' }).click();
        // What the data holds is text, whatever it looks like.
        await card.getByRole('cell', { name: '<img src=x onerror=alert(1)>' }).waitFor();
        expect(await page.locator('main img').count()).to.equal(0);
        expect(await card.getByRole('cell', { name: 'תל אביב' }).getAttribute('dir')).to.equal(
          'auto',
        );
        await page
          .getByRole('region', { name: 'Chats' })
          .getByRole('link', { name: 'total amount by city' })
          .waitFor();
        await card.getByRole('button', { name: 'Copy link to this answer' }).click();
        await page.getByText('Link copied').waitFor();
        const link = await page.evaluate(() => navigator.clipboard.readText());
        expect(link).to.match(/\/a\/tr_\w+\?t=\w+&w=\w+$/);
        const other = await context.newPage();
        await other.goto(link);
        await other
          .getByRole('article')
          .getByRole('button', { name: /Verified|Checked|Check this/ })
          .waitFor();
        await other
          .getByRole('cell', { name: 'Rome' })
          .or(other.getByText('Rome').first())
          .first()
          .waitFor();
        await other.goto(`${url}/a/tr_nothing`);
        await other.getByRole('alert').getByText('Chat not found').waitFor();
      },
      {
        key: stage.service.apiKey,
        permissions: ['clipboard-read', 'clipboard-write'],
        expected: [/status of 404/],
      },
    ));

  it('sorts, and copies what the cells hold', () =>
    stage.journey(
      async ({ page, open, ask }) => {
        await open('/');
        await ask('total amount by city');
        const card = page.getByRole('article');
        await card.getByRole('button', { name: /Verified|Checked|Check this/ }).waitFor();
        await card.getByRole('tab', { name: 'Table' }).click();
        const amount = card.getByRole('columnheader', { name: /amount/ });
        const first = () => card.getByRole('row').nth(1).textContent();
        await amount
          .getByRole('button', { name: /amount/ })
          .first()
          .click();
        expect(await amount.getAttribute('aria-sort')).to.equal('descending');
        expect(await first()).to.contain('Rome');
        await amount
          .getByRole('button', { name: /amount/ })
          .first()
          .click();
        expect(await amount.getAttribute('aria-sort')).to.equal('ascending');
        expect(await first()).to.contain('Oslo');
        expect(page.url()).to.match(/sort=2\b/);
        await card.getByRole('button', { name: 'Copy', exact: true }).click();
        await page.getByRole('menuitem', { name: 'Table for spreadsheets' }).click();
        await page.getByText('Copied').waitFor();
        const copied = await page.evaluate(() => navigator.clipboard.readText());
        expect(copied.split('\n')[0]).to.equal('city\ttotal_amount');
        expect(copied.split('\n')).to.include('Rome\t7');
        await card.getByRole('button', { name: 'Download' }).click();
        const [file] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('menuitem', { name: 'CSV' }).click(),
        ]);
        expect(file.suggestedFilename()).to.equal('total-amount-by-city.csv');
      },
      { key: stage.service.apiKey, permissions: ['clipboard-read', 'clipboard-write'] },
    ));

  it('takes what is not right, with words and a statement', () =>
    stage.journey(
      async ({ page, open, ask }) => {
        await open('/');
        await ask('total amount');
        const card = page.getByRole('article');
        await card.getByRole('button', { name: /Verified|Checked|Check this/ }).waitFor();
        await card.getByRole('button', { name: 'Correct', exact: true }).click();
        await card.getByText(/^Thanks/).waitFor();
        await card.getByRole('button', { name: 'Incorrect' }).click();
        await page.getByLabel('The number is wrong').check();
        await page.getByLabel('Comment').fill('Only Rome counts.');
        await page
          .getByLabel('Correct SQL (optional)')
          .fill("SELECT SUM(amount) FROM sales WHERE city = 'Rome'");
        await page.getByRole('button', { name: 'Send' }).click();
        await card.locator('button[aria-label="Incorrect"][aria-pressed="true"]').waitFor();
        await card.getByText(/^Thanks/).waitFor();
        await card.getByRole('button', { name: 'Marked incorrect' }).waitFor();
        await card.getByRole('button', { name: 'Ask again' }).waitFor();
      },
      { key: stage.service.apiKey },
    ));

  it('keeps what is on screen when its key is revoked, and says so', async () => {
    const made = await call<{ api_key: string; id?: string; key_id?: string }>(
      stage.service,
      'POST',
      '/accounts/api-keys',
      { name: 'short-lived', client_id: clientId },
    );
    const listed = await call<{ api_keys?: { id: string; name: string }[] }>(
      stage.service,
      'GET',
      '/accounts/api-keys',
    );
    const keys = Object.values(listed).find((one) => Array.isArray(one)) as
      | { id?: string; key_id?: string; name: string }[]
      | undefined;
    const found = keys?.find(({ name }) => name === 'short-lived');
    await stage.journey(
      async ({ page, open, ask }) => {
        await open('/');
        await ask('total amount');
        await page
          .getByRole('article')
          .getByRole('button', { name: /Verified|Checked|Check this/ })
          .waitFor();
        await call(stage.service, 'DELETE', `/accounts/api-keys/${found?.id ?? found?.key_id}`);
        await ask('total amount by city');
        const refused = page.getByRole('article').nth(1);
        await refused.getByText('No permission').waitFor();
        await page
          .getByRole('article')
          .first()
          .getByRole('button', { name: /Verified|Checked|Check this/ })
          .waitFor();
        await refused.getByRole('button', { name: /Sign in/ }).click();
        await page.getByText(/You were signed out/).waitFor();
      },
      { key: made.api_key, expected: [/status of 401/] },
    );
  });

  it('defines the word that a question says and the data does not have', () =>
    stage.journey(
      async ({ page, open, ask }) => {
        await open('/');
        await ask('margin by city');
        await page.getByRole('button', { name: 'Define this term' }).click();
        const form = page.getByRole('dialog');
        await form.getByRole('heading', { name: 'New metric' }).waitFor();
        expect(await form.getByLabel('Name').inputValue()).to.equal('margin');
      },
      { key: stage.service.apiKey, expected: [/status of 400/] },
    ));

  it('asks with an ask-only key for the person at this browser, and offers no managing', async () => {
    const { api_key } = await call<{ api_key: string }>(
      stage.service,
      'POST',
      '/accounts/api-keys',
      { name: 'asks', scope: 'query', client_id: clientId },
    );
    await stage.journey(
      async ({ page, open, ask }) => {
        await open('/data');
        await page.getByText('Your current key can only ask').waitFor();
        expect(await page.locator('input[type="file"]').count()).to.equal(0);
        await open('/');
        expect(await page.getByText('Upload a file').count()).to.equal(0);
        expect(await page.getByRole('link', { name: 'Admin' }).count()).to.equal(0);
        await ask('total amount by city');
        await page
          .getByRole('article')
          .getByRole('button', { name: /Verified|Checked|Check this/ })
          .waitFor();
        await ask('delivery time');
        const declined = page.getByRole('article').nth(1);
        await declined.getByRole('button', { name: /What data do I have/ }).waitFor();
        expect(await declined.getByRole('button', { name: /Define this term/ }).count()).to.equal(
          0,
        );
      },
      { key: api_key, expected: [/status of 400/] },
    );
  });

  it('keeps two tabs apart', () =>
    stage.journey(async ({ page, open, ask, context, url }) => {
      await open('/');
      const other = await context.newPage();
      await other.goto(url);
      await ask('total revenue by region in 2025');
      await page.getByRole('article').getByRole('button', { name: 'Checked' }).waitFor();
      await other.getByRole('heading', { name: /Ask your data/ }).waitFor();
      await other.getByRole('textbox', { name: 'Your question' }).fill('top 5 products by revenue');
      await other.keyboard.press('Enter');
      await other.getByRole('article').getByRole('button', { name: 'Checked' }).waitFor();
      expect(await page.getByRole('article').count()).to.equal(1);
      expect(new URL(other.url()).pathname).to.not.equal(new URL(page.url()).pathname);
    }));
});
