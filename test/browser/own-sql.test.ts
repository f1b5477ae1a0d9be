import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { openStage, type Stage } from './harness.ts';
import { portrait } from './portrait.ts';

describe('your own SQL in a browser', () => {
  let stage: Stage;
  let clientId: string;
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
    const form = new FormData();
    form.set('file', new Blob(['city,amount\nRome,7\nOslo,1\nRome,2\n']), 'sales.csv');
    const workspace = me.workspaces[0]?.workspace_id;
    await call(stage.service, 'POST', `/clients/${clientId}/workspaces/${workspace}/files`, form);
  });
  after(() => stage?.close());

  it('edits the SQL of an answer with completion, runs it as the next turn, and teaches it', () =>
    stage.journey(
      async ({ page, open, ask, expectAccessibleInBoth }) => {
        const scripts: string[] = [];
        page.on('request', (request) => scripts.push(request.url()));
        await open('/');
        await ask('total amount by city');
        const first = page.getByRole('article').first();
        await first.getByRole('button', { name: /Verified|Checked/ }).waitFor();
        await first.getByRole('tab', { name: 'SQL' }).click();
        await first.getByRole('button', { name: 'Edit' }).waitFor();
        expect(scripts.filter((url) => url.includes('sql-editor'))).to.deep.equal([]);
        await first.getByRole('button', { name: 'Edit' }).click();
        const editor = first.getByRole('textbox', { name: 'SQL of this answer' });
        await editor.waitFor();
        await portrait(page, 'sql-editor');
        await expectAccessibleInBoth();
        await editor.press('ControlOrMeta+a');
        await page.keyboard.type('SELECT city FROM sales WHERE am');
        await page.getByRole('option', { name: /amount/ }).waitFor();
        await page.keyboard.press('Escape');
        await page.keyboard.type('ount > 5');
        await page.keyboard.press('ControlOrMeta+Enter');
        const second = page.getByRole('article').nth(1);
        await second.getByRole('button', { name: 'Your SQL' }).waitFor();
        await second.getByRole('cell', { name: 'Rome' }).first().waitFor();
        // The old card shows its own SQL again, and the new one is what is read.
        await editor.waitFor({ state: 'detached' });
        expect(await second.evaluate((card) => card === document.activeElement)).to.equal(true);
        expect((await second.boundingBox())?.y).to.be.within(0, 200);
        await portrait(page, 'sql-answer');
        await expectAccessibleInBoth();
        await second.getByRole('button', { name: 'Save as example' }).click();
        await second.getByText('Thanks. Your SQL is now an example.').waitFor();
        await page.reload();
        await page.getByRole('article').nth(1).getByText('Your SQL').first().waitFor();
      },
      { key: stage.service.apiKey },
    ));

  it('keeps what was written where the SQL is refused, and says why', () =>
    stage.journey(
      async ({ page, open, ask, expectAccessibleInBoth }) => {
        await open('/');
        await ask('count of rows in sales');
        const first = page.getByRole('article').first();
        await first.getByRole('tab', { name: 'SQL' }).click();
        await first.getByRole('button', { name: 'Edit' }).click();
        const editor = first.getByRole('textbox', { name: 'SQL of this answer' });
        await editor.press('ControlOrMeta+a');
        await page.keyboard.type('DROP TABLE sales');
        await first.getByRole('button', { name: 'Run' }).click();
        await first.getByRole('alert').getByText('SELECT').waitFor();
        expect(await editor.textContent()).to.contain('DROP TABLE sales');
        expect(await page.getByRole('article').count()).to.equal(1);
        await expectAccessibleInBoth();
      },
      { key: stage.service.apiKey },
    ));

  it('offers no editor to who may not run SQL', () =>
    stage.journey(async ({ page, open, ask }) => {
      await open('/');
      await ask('total revenue by region in 2025');
      const card = page.getByRole('article').first();
      await card.getByRole('tab', { name: 'SQL' }).click();
      await card.getByText('SELECT').first().waitFor();
      expect(await card.getByRole('button', { name: 'Edit' }).count()).to.equal(0);
    }));
});
