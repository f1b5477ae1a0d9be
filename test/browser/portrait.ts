import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from 'playwright-core';

/** A picture of the page into the folder that `PAGE_SHOTS` names, to be looked at; none where it names none. */
export async function portrait(page: Page, name: string): Promise<void> {
  const folder = process.env['PAGE_SHOTS'];
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true });
}
