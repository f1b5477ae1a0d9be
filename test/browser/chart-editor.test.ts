import { expect } from 'chai';
import {
  boardByApi,
  inBothThemes,
  type Place,
  placeOf,
  sales,
  send,
  upload,
} from './board-place.ts';
import { openStage, type Stage } from './harness.ts';
import { portrait } from './portrait.ts';

describe('Charts that are edited, in a browser', () => {
  let stage: Stage;
  let place: Place;
  before(async function () {
    const opened = await openStage();
    if (!opened) return this.skip();
    stage = opened;
    place = await placeOf(stage);
    await upload(place, sales());
  });
  after(() => stage?.close());
  const signedIn = () => ({ key: stage.service.apiKey });

  it('keep kind, title and colours in the address, the copied link and the public one', () =>
    stage.journey(
      async ({ page, context, open, ask, url, expectAccessible }) => {
        await open('/');
        await ask('total amount by region');
        const card = page.getByRole('article').first();
        await card.getByRole('img', { name: /^Bar chart/ }).waitFor();
        await card.getByRole('button', { name: 'Edit chart' }).click();
        const sheet = page.getByRole('dialog', { name: 'Edit chart' });
        expect(
          await sheet.getByLabel('Chart type').locator('option').allTextContents(),
        ).to.deep.equal(['Bar chart', 'Shares']);
        await sheet.getByLabel('Chart type').selectOption('Shares');
        await sheet.getByLabel('Chart title').fill('Who <i>buys</i>');
        await sheet.getByRole('radio', { name: 'Warm' }).check();
        await sheet.getByRole('img', { name: /^“Who <i>buys<\/i>” Shares/ }).waitFor();
        await inBothThemes(page, expectAccessible);
        await portrait(page, 'chart-editor');
        await sheet.getByRole('button', { name: 'Cancel' }).click();
        await card.getByRole('img', { name: /^Bar chart/ }).waitFor();
        await card.getByRole('button', { name: 'Edit chart' }).click();
        await sheet.getByLabel('Chart type').selectOption('Shares');
        await sheet.getByLabel('Chart title').fill('Who <i>buys</i>');
        await sheet.getByRole('radio', { name: 'Warm' }).check();
        await sheet.getByRole('button', { name: 'Apply' }).click();
        const drawn = (of: typeof page) =>
          of.getByRole('img', { name: /^“Who <i>buys<\/i>” Shares/ });
        await drawn(page).waitFor();
        await card.getByText('“Who <i>buys</i>”', { exact: true }).waitFor();
        const sentence = await card.locator('.words').textContent();
        expect(sentence, 'the answer stays').to.contain('West (3,951)');
        await inBothThemes(page, expectAccessible);
        await portrait(page, 'chart-edited');
        await page.reload();
        await drawn(page).waitFor();
        // The address is that of the newest answer: those before it stay as they were drawn.
        await ask('how many sales');
        await page.reload();
        await drawn(page).waitFor();
        await card.getByRole('button', { name: 'Copy link' }).click();
        await card.getByText('Link copied').waitFor();
        const link = await page.evaluate(() => navigator.clipboard.readText());
        await page.goto(link);
        await drawn(page).waitFor();

        await page.getByRole('button', { name: 'Share' }).click();
        await page.getByRole('dialog').getByRole('button', { name: 'Create public link' }).click();
        const shared = await page
          .getByRole('dialog')
          .getByRole('region', { name: 'Link', exact: true })
          .textContent();
        const theirs = await context.newPage();
        await theirs.goto(`${url}${new URL(shared ?? '').pathname}`);
        await drawn(theirs).waitFor();
        await portrait(theirs, 'chart-edited-public');

        await page.goto(`${url}/a/${new URL(link).pathname.split('/').at(-1)}?kind=line&y=nothing`);
        await page.getByRole('img', { name: /^Bar chart/ }).waitFor();
      },
      { ...signedIn(), permissions: ['clipboard-read', 'clipboard-write'] },
    ));

  it('of a card are drawn so for everybody who reads its board', async () => {
    const id = await boardByApi(place, 'Drawn', ['amount by region', 'amount by month and region']);
    await send(place, 'POST', `${place.workspace}/boards/${id}/refresh`);
    for (const [name, options, [edit, kind, shares, table, apply, title, more]] of [
      [
        'phone-dark',
        { colorScheme: 'dark' as const, viewport: { width: 390, height: 844 } },
        ['Edit chart', 'Chart type', 'Shares', 'Table', 'Apply', 'Chart title', /^More actions/],
      ],
      [
        'german',
        { locale: 'de-DE' },
        [
          'Diagramm bearbeiten',
          'Diagrammtyp',
          'Anteile',
          'Tabelle',
          'Übernehmen',
          'Diagrammtitel',
          /^Weitere Aktionen/,
        ],
      ],
    ] as const)
      await stage.journey(
        async ({ page, open, expectAccessible }) => {
          await open(`/boards/${id}`);
          const card = page.getByRole('article', { name: 'amount by region', exact: true });
          const openSheet = async () => {
            await card.getByRole('button', { name: more }).click();
            await page.getByRole('menuitem', { name: edit }).click();
          };
          await openSheet();
          const sheet = page.getByRole('dialog', { name: edit });
          await sheet.getByLabel(kind).selectOption(shares);
          await sheet.getByLabel(title).fill(`T ${name}`);
          await inBothThemes(page, expectAccessible);
          await portrait(page, `chart-editor-${name}`);
          await sheet.getByRole('button', { name: apply }).click();
          const drawn = card.getByRole('img', { name: new RegExp(`^.T ${name}. ${shares}`) });
          await drawn.waitFor();
          await page.reload();
          await drawn.waitFor();
          await inBothThemes(page, expectAccessible);
          await portrait(page, `chart-card-${name}`);
          await openSheet();
          await sheet.getByLabel(kind).selectOption(table);
          await sheet.getByRole('button', { name: apply }).click();
          await card.getByRole('cell', { name: 'West' }).waitFor();
        },
        { ...signedIn(), ...options },
      );
  });
});
