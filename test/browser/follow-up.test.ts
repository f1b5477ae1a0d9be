import { expect } from 'chai';
import { openStage, type Stage } from './harness.ts';
import { portrait } from './portrait.ts';

describe('follow-ups and proof in a browser', () => {
  let stage: Stage;
  before(async function () {
    const opened = await openStage();
    if (!opened) return this.skip();
    stage = opened;
  });
  after(() => stage?.close());

  for (const [locale, width, texts] of [
    [
      'en-US',
      1440,
      {
        line: /^\d+ checks passed · not certified$/,
        told: /^(?:New question|Changes: total revenue by region in 2025)$/,
        other: /as a new question|instead$/,
      },
    ],
    [
      'de-DE',
      390,
      {
        line: /^\d+ Prüfungen bestanden · nicht zertifiziert$/,
        told: /^(?:Neue Frage|Ändert: total revenue by region in 2025)$/,
        other: /^Als neue Frage|^Stattdessen/,
      },
    ],
  ] as const)
    it(`says how a question was read, and reads it the other way with one click (${locale})`, () =>
      stage.journey(
        async ({ page, open, ask, expectAccessibleInBoth }) => {
          await open('/');
          await ask('total revenue by region in 2025');
          const first = page.getByRole('article').first();
          await first.getByRole('button', { name: texts.line }).waitFor();
          expect(await page.locator('#proof').count()).to.equal(0);
          expect(await first.getByText(texts.told).count()).to.equal(0);
          await ask('number of orders');
          const second = page.getByRole('article').nth(1);
          await second.getByText(texts.told).waitFor();
          await portrait(page, `follow-up-${width}`);
          // What is half below the sticky header is no small target.
          await page.evaluate(() => scrollTo(0, 0));
          await expectAccessibleInBoth();
          await second.getByRole('button', { name: texts.other }).click();
          const third = page.getByRole('article').nth(2);
          await third.getByText(texts.told).waitFor();
          expect(await third.getByText(texts.told).textContent()).to.not.equal(
            await second.getByText(texts.told).textContent(),
          );
          await third.getByRole('button', { name: texts.line }).click();
          await page.locator(width > 1_000 ? '#proof' : 'dialog[open]').waitFor();
          await portrait(page, `proof-${width}`);
          await expectAccessibleInBoth();
        },
        { locale, viewport: { width, height: 900 } },
      ));
});
