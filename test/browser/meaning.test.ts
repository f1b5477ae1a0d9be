import { expect } from 'chai';
import { openStage, type Stage } from './harness.ts';
import { portrait } from './portrait.ts';

describe('Meaning in a browser', () => {
  let stage: Stage;
  before(async function () {
    const opened = await openStage();
    if (!opened) return this.skip();
    stage = opened;
  });
  after(() => stage?.close());
  const signedIn = () => ({ key: stage.service.apiKey });

  it('says where there is no data yet', () =>
    stage.journey(
      async ({ page, open, expectAccessible }) => {
        await open('/meaning');
        await page.getByRole('link', { name: 'Go to Data' }).waitFor();
        await expectAccessible();
      },
      { ...signedIn(), expected: [/status of 422/] },
    ));

  it('checks a metric as it is written, shows what it would change before it is saved, and takes it back', () =>
    stage.journey(async ({ page, open, expectAccessible }) => {
      await open('/data');
      await page
        .getByLabel('Choose files')
        .first()
        .setInputFiles({
          name: 'sales.csv',
          mimeType: 'text/csv',
          buffer: Buffer.from('city,status,amount\nBonn,paid,3\nKiel,open,4\nBonn,paid,5\n'),
        });
      await page
        .getByRole('region', { name: 'Tables' })
        .getByRole('link', { name: 'sales' })
        .waitFor();
      await open('/meaning');
      await page.getByRole('button', { name: 'New metric' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByLabel('Name', { exact: true }).fill('net revenue');
      await dialog.getByLabel('Formula').fill('SUM(nothing)');
      await dialog.getByLabel('Filters').fill("status = 'paid'");
      await dialog.getByLabel('Certified by').fill('ann@example.com');
      await expectAccessible();
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await page.getByText('Unsaved changes').waitFor();
      const wrong = page.getByRole('alert', { name: 'Problems' });
      await wrong.getByText('metrics 1').waitFor();
      expect(await page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).to.equal(
        true,
      );
      await expectAccessible();
      await portrait(page, 'meaning-wrong');
      await page.getByRole('button', { name: 'Edit: net revenue' }).click();
      await dialog.getByLabel('Formula').fill('SUM(amount)');
      await dialog.getByRole('button', { name: 'Apply' }).click();
      await wrong.waitFor({ state: 'detached' });
      await page.getByLabel('Question 1').fill('net revenue');
      await page.getByLabel('Question 2').fill('');
      await page.getByLabel('Question 3').fill('');
      await page.getByRole('button', { name: 'Run test' }).click();
      const tried = page.getByRole('region', { name: 'Test on three questions' });
      await tried.getByRole('cell', { name: '8 Verified' }).waitFor();
      await expectAccessible();
      await portrait(page, 'meaning-metrics');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByText('Saved.').waitFor();
      await page.getByRole('button', { name: 'Undo save' }).waitFor();
      await page.getByRole('link', { name: 'YAML' }).click();
      await page.getByLabel('YAML').waitFor();
      expect(await page.getByLabel('YAML').inputValue()).to.contain('net revenue');
      await expectAccessible();
      await portrait(page, 'meaning-yaml');
    }, signedIn()));

  it('shows what is wrong with a document, and keeps the edit', () =>
    stage.journey(
      async ({ page, open, expectAccessible }) => {
        await open('/meaning?part=yaml');
        await page.getByLabel('YAML').fill('metrics: [{name: broken}]');
        await page.getByRole('button', { name: 'Save', exact: true }).click();
        await page.getByRole('alert').waitFor();
        expect(await page.getByLabel('YAML').inputValue()).to.contain('broken');
        await expectAccessible();
      },
      { ...signedIn(), expected: [/status of 422/] },
    ));

  it("shows the model's translations, and why English takes the place of one", () =>
    stage.journey(async ({ page, open, expectAccessible }) => {
      await open('/meaning?part=translations');
      await page.getByText('No model translates for this workspace.').waitFor();
      await page.route('**/translations/*', (route) => {
        const language = route.request().url().split('/').at(-1);
        const text = { kind: 'message', plural_form: null, updated_at: null };
        const said = language === 'pl' ? 'Razem {1}.' : 'Total : {1}.';
        return route.fulfill({
          json: {
            ...{ language, model: 'openai/gpt-5-mini', translated: 1, total: 2 },
            texts: [
              { ...text, english: 'The total is {1}.', translation: said, fault: null },
              { ...text, english: 'In {1}.', translation: null, fault: 'placeholders' },
            ],
          },
        });
      });
      await open('/meaning?part=translations');
      await page.getByText('openai/gpt-5-mini translated 1 of 2 texts.').waitFor();
      await page.getByText("English is used: the placeholders don't match.").waitFor();
      await page.getByLabel('Language').selectOption({ label: 'Polish' });
      await page.getByText('Razem {1}.').waitFor();
      await expectAccessible();
      await portrait(page, 'meaning-translations');
    }, signedIn()));

  it('has nothing for axe to find and nothing that overflows, in German, dark, on a phone', () =>
    stage.journey(
      async ({ page, open, expectAccessible }) => {
        for (const part of ['metrics', 'synonyms', 'rules', 'examples', 'translations', 'yaml']) {
          await open(`/meaning?part=${part}`);
          await page.getByRole('navigation', { name: 'Arten von Definitionen' }).waitFor();
          await page.getByText('Wird geladen').waitFor({ state: 'detached' });
          await expectAccessible();
          expect(
            await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
          ).to.be.at.most(0);
          await portrait(page, `meaning-${part}-390-dark`);
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
