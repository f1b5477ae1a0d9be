import { isDeepStrictEqual } from 'node:util';
import { expect } from 'chai';
import { eventually } from '../fakes/eventually.ts';
import { boardByApi, inBothThemes, type Place, placeOf, send } from './board-place.ts';
import { openStage, type Stage } from './harness.ts';
import { portrait } from './portrait.ts';

interface Board {
  readonly tiles: readonly { readonly text?: string; readonly width: number }[];
}

describe('Text cards in a browser', () => {
  let stage: Stage;
  let place: Place;
  let board: string;
  before(async function () {
    const opened = await openStage();
    if (!opened) return this.skip();
    stage = opened;
    place = await placeOf(stage);
    board = await boardByApi(place, 'Explained', ['amount by region', 'total amount']);
    await send(place, 'POST', `${place.workspace}/boards/${board}/refresh`);
  });
  after(() => stage?.close());
  const signedIn = () => ({ key: stage.service.apiKey });
  const texts = async () => {
    const { tiles } = await send<Board>(place, 'GET', `${place.workspace}/boards/${board}`);
    return tiles.map(({ text }) => text ?? '#');
  };

  it('are written, moved, changed and removed where they stand, with Undo, and stand in public links', () =>
    stage.journey(async ({ page, context, open, url, expectAccessible }) => {
      const kept = (all: readonly string[]) =>
        eventually(async () => isDeepStrictEqual(await texts(), all), texts);
      await open(`/boards/${board}`);
      await page.getByRole('article').nth(1).waitFor();
      await page.getByRole('button', { name: 'Add text' }).click();
      const area = page.getByRole('textbox', { name: 'Text' });
      await area.fill('Returns are left out.\nThey are on their own board.\n\nAsk <b>Ann</b>.');
      await inBothThemes(page, expectAccessible);
      await portrait(page, 'text-card-form');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const card = page.getByRole('article', { name: 'Returns are left out.' });
      await card.getByText('Ask <b>Ann</b>.', { exact: true }).waitFor();
      expect(await card.getByRole('paragraph').count()).to.equal(2);
      await card.getByRole('button', { name: /^Move/ }).focus();
      await page.keyboard.press('ArrowUp');
      await page.keyboard.press('ArrowUp');
      const written = 'Returns are left out.\nThey are on their own board.\n\nAsk <b>Ann</b>.';
      await kept([written, '#', '#']);
      await inBothThemes(page, expectAccessible);
      await portrait(page, 'text-card');

      const more = card.getByRole('button', { name: /^More actions/ });
      await more.click();
      await page.getByRole('menuitem', { name: 'Edit text' }).click();
      await area.fill('Only sales.');
      await page.keyboard.press('Escape');
      await card.waitFor();
      await more.click();
      await page.getByRole('menuitem', { name: 'Edit text' }).click();
      await area.fill('Only sales.');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      const changed = page.getByRole('article', { name: 'Only sales.' });
      await changed.waitFor();
      await page.getByText('The text was changed.').waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await card.waitFor();
      await kept([written, '#', '#']);

      await more.click();
      await page.getByRole('menuitem', { name: 'Remove from board' }).click();
      await page.getByText('“Returns are left out.” was removed.').waitFor();
      expect(await card.count()).to.equal(0);
      await inBothThemes(page, expectAccessible);
      await portrait(page, 'text-card-removed');
      await page.getByRole('button', { name: 'Undo' }).click();
      await card.waitFor();
      const question = page.getByRole('article', { name: 'total amount' });
      await question.getByRole('button', { name: /^More actions/ }).click();
      await page.getByRole('menuitem', { name: 'Remove from board' }).click();
      await page.getByRole('button', { name: 'Undo' }).click();
      await question.waitFor();
      await kept([written, '#', '#']);
      await page.reload();
      await card.waitFor();
      expect(await texts()).to.deep.equal([written, '#', '#']);

      await open('/');
      await page.getByRole('textbox', { name: /Your question/ }).fill('amount by month');
      await page.keyboard.press('Enter');
      await page.getByRole('article').getByRole('button', { name: 'Add to board' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: 'Add', exact: true }).click();
      await dialog.getByText('Added to “Explained”.').waitFor();
      expect(await texts(), 'pinning keeps the texts').to.deep.equal([written, '#', '#', '#']);

      await open(`/boards/${board}`);
      await page.getByRole('button', { name: 'Share', exact: true }).click();
      await dialog.getByRole('button', { name: 'Create public link' }).click();
      const link = await dialog.getByRole('region', { name: 'Link', exact: true }).textContent();
      const theirs = await context.newPage();
      await theirs.goto(`${url}${new URL(link ?? '').pathname}`);
      await theirs.getByText('Ask <b>Ann</b>.', { exact: true }).waitFor();
      await portrait(theirs, 'text-card-public');
    }, signedIn()));

  for (const [name, options] of [
    ['phone-dark', { colorScheme: 'dark' as const, viewport: { width: 390, height: 844 } }],
    ['german', { locale: 'de-DE' }],
  ] as const)
    it(`look and read well: ${name}`, () =>
      stage.journey(
        async ({ page, open, expectAccessible }) => {
          await open(`/boards/${board}`);
          await page.getByText('Ask <b>Ann</b>.', { exact: true }).waitFor();
          await page.getByRole('img').first().waitFor();
          await page.getByRole('button', { name: /^(Add text|Text hinzufügen)$/ }).click();
          await page.getByRole('textbox', { name: 'Text' }).waitFor();
          await inBothThemes(page, expectAccessible);
          await portrait(page, `text-card-${name}`);
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
          );
          expect(overflow).to.be.at.most(0);
        },
        { ...signedIn(), ...options },
      ));

  it('print with their numbers, in light colours, without what is clicked', () =>
    stage.journey(
      async ({ page, open }) => {
        await open(`/boards/${board}`);
        await page.getByRole('img').first().waitFor();
        await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
        for (const name of ['Refresh all', 'Add text', 'Share', 'Add a filter'])
          expect(await page.getByRole('button', { name, exact: true }).count(), name).to.equal(0);
        expect(await page.getByRole('navigation').count()).to.equal(0);
        await page.getByRole('heading', { name: 'Explained' }).waitFor();
        await page.getByText('Ask <b>Ann</b>.', { exact: true }).waitFor();
        await page.getByText('10,233', { exact: true }).waitFor();
        await page
          .getByText(/^As of/)
          .first()
          .waitFor();
        const ink = await page.evaluate(() => getComputedStyle(document.body).color);
        expect(ink).to.equal('rgb(23, 25, 28)');
        await page.setViewportSize({ width: 720, height: 1_000 });
        await portrait(page, 'board-printed');
        const folder = process.env['PAGE_SHOTS'];
        const file = await page.pdf(folder ? { path: `${folder}/board.pdf`, format: 'A4' } : {});
        expect(file.subarray(0, 4).toString()).to.equal('%PDF');
      },
      { ...signedIn(), colorScheme: 'dark' },
    ));
});
