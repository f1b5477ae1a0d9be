import { expect } from 'chai';
import type { Page } from 'playwright-core';
import { openStage, type Stage } from './harness.ts';
import { portrait } from './portrait.ts';

describe('drilling into an answer in a browser', () => {
  let stage: Stage;
  before(async function () {
    const opened = await openStage();
    if (!opened) return this.skip();
    stage = opened;
  });
  after(() => stage?.close());

  const done = async (page: Page, nth: number) => {
    const card = page.getByRole('article').nth(nth);
    await card
      .getByRole('button', { name: /Verified|Checked|Bestätigt|Geprüft/ })
      .first()
      .waitFor();
    return card;
  };

  it('goes from a bar to its months, from a month to its rows, and keeps each step in the chat', () =>
    stage.journey(async ({ page, open, ask, expectAccessibleInBoth }) => {
      await open('/');
      await ask('total revenue by region in 2025');
      const first = await done(page, 0);
      const mark = first.locator('.chart [data-row="0"]');
      await mark.hover();
      await first.locator('.tip').waitFor();
      await mark.click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'By month' }).waitFor();
      await portrait(page, 'drill-menu');
      await expectAccessibleInBoth();
      await dialog.getByRole('button', { name: 'By month' }).click();
      const second = await done(page, 1);
      expect(await second.getByRole('heading').first().textContent()).to.match(
        /^total revenue by region in 2025, only \w+, by month$/,
      );
      await second.getByRole('tab', { name: 'Table' }).click();
      await second.locator('tbody tr[data-row="0"] td').first().click();
      await page.getByRole('dialog').getByRole('button', { name: 'The underlying rows' }).click();
      const third = await done(page, 2);
      await third.locator('tbody tr[data-row="0"]').waitFor();
      expect(await third.getByRole('button', { name: 'Drill down' }).count()).to.equal(0);
      await portrait(page, 'drill-rows');
      await expectAccessibleInBoth();
      await page.reload();
      await done(page, 2);
    }));

  it('needs no pointer', () =>
    stage.journey(async ({ page, open, ask }) => {
      await open('/');
      await ask('total revenue by region in 2025');
      const first = await done(page, 0);
      await first.getByRole('button', { name: 'Drill down' }).press('Enter');
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Which rows').selectOption({ index: 1 });
      await dialog.getByRole('button', { name: /^Only / }).press('Enter');
      const second = await done(page, 1);
      await second.locator('.big').waitFor();
    }));

  for (const [width, height] of [
    [1024, 768],
    [390, 844],
  ] as const)
    it(`has room at ${width} pixels, in German`, () =>
      stage.journey(
        async ({ page, open, ask, expectAccessibleInBoth }) => {
          await open('/');
          await ask('total revenue by region in 2025');
          const first = await done(page, 0);
          await first.getByRole('button', { name: 'Aufschlüsseln' }).click();
          await page.getByRole('dialog').getByRole('button', { name: 'Nach Monat' }).waitFor();
          await portrait(page, `drill-${width}`);
          await expectAccessibleInBoth();
          const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(wide).to.be.at.most(0);
        },
        { viewport: { width, height }, locale: 'de-DE' },
      ));
});
