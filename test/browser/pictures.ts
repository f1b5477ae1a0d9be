/**
 * `npm run pictures`: makes the pictures of the README and the tutorial (docs/images) from a service that was really
 * started, in Chromium. They are WebP, so that all of them together stay small.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { closeBrowser, openStage, type Visit } from './harness.ts';
import { portrait } from './portrait.ts';

const FOLDER = path.resolve(import.meta.dirname, '../../docs/images');
const WORKBOOK = path.resolve(import.meta.dirname, '../../docs/examples/bakery.xlsx');
const SIZE = { width: 1280, height: 800 };

const stage = await openStage();
if (!stage) throw new Error('There is no Chromium.');
try {
  await mkdir(FOLDER, { recursive: true });
  await stage.journey(
    async (visit) => {
      await visit.open('/');
      await answered(visit, 'total revenue by region in 2025');
      await take(visit.page, 'answer');
    },
    { viewport: SIZE },
  );
  await stage.journey(
    async (visit) => {
      const { page, open } = visit;
      await open('/data');
      await page
        .locator('input[type=file]')
        .first()
        .setInputFiles({
          name: 'bakery.xlsx',
          mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
          buffer: await readFile(WORKBOOK),
        });
      await page.getByRole('link', { name: 'sales' }).first().waitFor();
      await take(page, 'upload');
      await open('/');
      await answered(visit, 'revenue by city');
      await take(page, 'own-file');
      await visit.ask('best branch');
      await page.locator('[data-choice="1"]').waitFor();
      await take(page, 'asks-back');
    },
    { viewport: SIZE, key: stage.service.apiKey },
  );
} finally {
  await stage.close();
  await closeBrowser();
}

/** Asks, and waits until the answer is drawn with its verdict. */
async function answered({ page, ask }: Visit, question: string): Promise<void> {
  await ask(question);
  const card = page.getByRole('article', { name: new RegExp(question) });
  await card.getByRole('button', { name: 'Checked' }).waitFor();
  await card.getByRole('img').first().waitFor();
}

/** Writes what the page shows as WebP; Chromium itself packs it. */
async function take(page: Page, name: string): Promise<void> {
  await page.waitForTimeout(700);
  await portrait(page, name);
  const png = (await page.screenshot()).toString('base64');
  const sheet = await page.context().newPage();
  const packed = await sheet.evaluate(async (data) => {
    const bytes = Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0));
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
    const canvas = new OffscreenCanvas(image.width, image.height);
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    const blob = await canvas.convertToBlob({ type: 'image/webp', quality: 0.8 });
    let letters = '';
    for (const byte of new Uint8Array(await blob.arrayBuffer()))
      letters += String.fromCharCode(byte);
    return btoa(letters);
  }, png);
  await sheet.close();
  await writeFile(path.join(FOLDER, `${name}.webp`), Buffer.from(packed, 'base64'));
}
