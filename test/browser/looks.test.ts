import { expect } from 'chai';
import { openStage, type Stage, type Visit } from './harness.ts';

const SIZES = [
  { name: 'a phone', width: 390, height: 844 },
  { name: '320 px', width: 320, height: 640 },
  { name: 'a tablet', width: 1024, height: 768 },
  { name: 'a desk', width: 1440, height: 900 },
  { name: '200 % of zoom', width: 720, height: 450 },
];

describe('how the page looks and reads', () => {
  let stage: Stage;
  before(async function () {
    const opened = await openStage();
    if (!opened) return this.skip();
    stage = opened;
  });
  after(() => stage?.close());

  const answered = async ({ page, open, ask }: Visit) => {
    await open('/');
    await ask('total revenue by region in 2025');
    await page.getByRole('article').locator('.bar').waitFor();
  };
  const overflow = ({ page }: Visit) =>
    page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );

  for (const colorScheme of ['light', 'dark'] as const) {
    it(`has nothing for axe to find in ${colorScheme}: start, answer, views, choices, dialogs`, () =>
      stage.journey(
        async (visit) => {
          const { page, open, ask, expectAccessible } = visit;
          await open('/');
          await expectAccessible();
          await answered(visit);
          await expectAccessible();
          for (const view of ['Table', 'SQL']) {
            await page.getByRole('tab', { name: view }).click();
            await expectAccessible();
          }
          await page.getByRole('button', { name: 'Copy', exact: true }).click();
          await expectAccessible();
          await page.keyboard.press('Escape');
          await page.getByRole('button', { name: 'Incorrect' }).click();
          await page.getByRole('heading', { name: "What's wrong?" }).waitFor();
          await expectAccessible();
          await page.keyboard.press('Escape');
          await page.keyboard.press('Control+k');
          await page.getByRole('combobox').waitFor();
          await expectAccessible();
          await page.keyboard.press('Escape');
          await ask('revenue by city in 2025');
          await page.getByRole('heading', { name: /What does/ }).waitFor();
          await ask('delivery time');
          await page.getByText("Couldn't answer that", { exact: true }).waitFor();
          await expectAccessible();
        },
        { colorScheme },
      ));
  }

  for (const { name, ...viewport } of SIZES) {
    it(`fits ${name}, also from right to left`, () =>
      stage.journey(
        async (visit) => {
          const { page } = visit;
          await answered(visit);
          expect(await overflow(visit)).to.be.at.most(0);
          await page.evaluate(() => {
            document.documentElement.dir = 'rtl';
          });
          expect(await overflow(visit)).to.be.at.most(0);
        },
        { viewport },
      ));
  }

  it('opens the proof as a sheet where it is narrow, and gives the focus back', () =>
    stage.journey(
      async (visit) => {
        const { page, expectAccessible } = visit;
        await answered(visit);
        await page.getByRole('button', { name: 'Checked' }).click();
        const sheet = page.getByRole('dialog', { name: 'How this was calculated' });
        await sheet.getByText('All values are calculated from the data.').waitFor();
        expect(page.url()).to.contain('proof=1');
        await expectAccessible();
        await page.keyboard.press('Escape');
        await page.waitForURL((url) => !url.search.includes('proof=1'));
        await sheet.waitFor({ state: 'detached' });
        expect(await page.evaluate(() => document.activeElement?.textContent)).to.equal('Checked');
        const small = await page.evaluate(() =>
          [...document.querySelectorAll('main button, header button, header a')]
            .filter((one) => one.getClientRects().length > 0)
            .filter((one) => one.getBoundingClientRect().height < 32)
            .map((one) => one.outerHTML.slice(0, 120)),
        );
        expect(small.filter((html) => !/class="(sort|pin)/.test(html))).to.deep.equal([]);
      },
      { viewport: { width: 390, height: 844 } },
    ));

  it('is wholly German, but for the words of an answer, which say that they are English', () =>
    stage.journey(
      async (visit) => {
        const { page, expectAccessible } = visit;
        await answered(visit);
        const card = page.getByRole('article');
        await card.getByRole('button', { name: 'Geprüft' }).waitFor();
        expect(await card.locator('.headline').getAttribute('lang')).to.equal('en');
        await card.getByRole('tab', { name: 'Tabelle' }).click();
        await card.getByRole('cell', { name: '137.977,52' }).waitFor();
        await page.getByText('Sie können auf Deutsch oder Englisch fragen.').waitFor();
        expect(await overflow(visit)).to.be.at.most(0);
        await expectAccessible();
      },
      { locale: 'de-DE' },
    ));

  it('has borders where colours are forced', () =>
    stage.journey(
      async (visit) => {
        await answered(visit);
        const border = await visit.page
          .getByRole('button', { name: 'Checked' })
          .evaluate((chip) => getComputedStyle(chip).borderTopWidth);
        expect(border).to.equal('1px');
      },
      { forcedColors: 'active' },
    ));

  it('is ready to be asked within a second', () =>
    stage.journey(async ({ page, open }) => {
      const times: number[] = [];
      for (let tries = 0; tries < 3; tries += 1) {
        const began = performance.now();
        await open('/');
        await page.locator('#question:enabled').waitFor();
        times.push(performance.now() - began);
      }
      console.log(`      ready after ${times.map(Math.round).join(', ')} ms`);
      expect(Math.min(...times)).to.be.at.most(1_000);
    }));
});
