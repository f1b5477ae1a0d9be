import { expect } from 'chai';
import { openStage, type Stage } from './harness.ts';
import { portrait } from './portrait.ts';

describe('What is no question, in a browser', () => {
  let stage: Stage;
  before(async function () {
    const opened = await openStage();
    if (!opened) return this.skip();
    stage = opened;
  });
  after(() => stage?.close());

  it('is answered by the page: a greeting with questions, another chart with the chart or the reason', () =>
    stage.journey(async ({ page, open, ask, expectAccessibleInBoth }) => {
      const asked: string[] = [];
      page.on('request', (request) => {
        if (request.url().endsWith('/ask/stream')) asked.push(request.postData() ?? '');
      });
      await open('/');
      await page.getByRole('button', { name: 'revenue by month in 2025' }).waitFor();
      const reply = page.getByRole('status').filter({ hasText: /\w/ });
      await ask('What can you do?');
      await reply.getByText('Ask about your data in plain words').waitFor();
      await expectAccessibleInBoth();
      await portrait(page, 'chat-hello');
      await ask('make it a pie chart');
      await reply.getByText("There's no answer with a chart here yet.").waitFor();

      await ask('revenue by month in 2025');
      const card = page.getByRole('article').first();
      await card.getByRole('img', { name: /^Line chart/ }).waitFor();
      expect(await page.locator('.reply').count()).to.equal(0);
      await ask('make it a pie chart');
      await reply
        .getByText("The last answer can't be shown as Shares. Shares can have at most six parts")
        .waitFor();
      await reply.getByText('Charts that fit: Line chart, Column chart.').waitFor();
      await ask('show it as columns');
      await card.getByRole('img', { name: /^Column chart/ }).waitFor();
      expect(new URL(page.url()).searchParams.get('kind')).to.equal('columns');

      await ask('total revenue by region');
      const second = page.getByRole('article').nth(1);
      await second.getByRole('img', { name: /^Bar chart/ }).waitFor();
      await ask('make it a pie chart');
      await second.getByRole('img', { name: /^Shares/ }).waitFor();
      await reply.getByText('The last answer is now shown as Shares. Parts of a whole').waitFor();
      await expectAccessibleInBoth();
      await portrait(page, 'chat-pie');
      await page.locator('.reply').getByRole('button', { name: 'Close' }).click();
      expect(await page.locator('.reply').count()).to.equal(0);
      await ask('show it as a table');
      await second.getByRole('columnheader', { name: /region/ }).waitFor();
      expect(asked, 'only questions are asked').to.have.length(2);
      expect(await page.getByRole('article').count()).to.equal(2);
    }));

  it('is answered in German, on a phone', () =>
    stage.journey(
      async ({ page, open, ask, expectAccessibleInBoth }) => {
        await open('/');
        await page.getByRole('button', { name: 'Umsatz nach Monat im Jahr 2025' }).waitFor();
        await ask('Hallo');
        await page.getByText('Fragen Sie in eigenen Worten').waitFor();
        await portrait(page, 'chat-hello-phone-german');
        await ask('total revenue by region');
        await page.getByRole('img', { name: /^Balkendiagramm/ }).waitFor();
        await ask('mach daraus ein Kreisdiagramm');
        await page.getByRole('img', { name: /^Anteile/ }).waitFor();
        await expectAccessibleInBoth();
        await portrait(page, 'chat-pie-phone-german');
      },
      { locale: 'de-DE', colorScheme: 'dark', viewport: { width: 390, height: 844 } },
    ));
});
