import type { CDPSession, Locator } from 'playwright-core';
import type { Visit } from './harness.ts';
import { scripted, sendAnswer } from './scripted.ts';

/** Rows of the made answer. */
export const BIG_ROWS = 100_000;

const COLUMNS = ['order_id', 'name', 'amount', 'city', 'paid', 'day', 'third', 'note'];

const rowOf = (at: number) => [
  at,
  `name ${at}`,
  at * 1.5,
  at % 7 === 0 ? null : `city ${at % 90}`,
  at % 2 === 0,
  '2025-03-01',
  at / 3,
  `a longer text of row ${at} that is cut`,
];
const rowsFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_none, step) => rowOf(from + step));

/** An answer of 100,000 rows of eight columns, in pages of 1,000, with the pages that were asked for. */
export async function openBigTable({
  page,
  open,
  ask,
}: Pick<Visit, 'page' | 'open' | 'ask'>): Promise<{
  readonly table: Locator;
  readonly offsets: readonly number[];
}> {
  const script = await scripted(page);
  const offsets: number[] = [];
  await page.route('**/results/made_token?*', async (route) => {
    const offset = Number(new URL(route.request().url()).searchParams.get('offset'));
    offsets.push(offset);
    await route.fulfill({
      json: {
        ...{ columns: COLUMNS, rows: rowsFrom(offset, 1_000), total_rows: BIG_ROWS },
        ...{ offset, next_offset: offset + 1_000 },
      },
    });
  });
  await open('/');
  await ask('all orders');
  await sendAnswer(script, {
    ...{ columns: COLUMNS, rows: rowsFrom(0, 1_000), totalRows: BIG_ROWS, token: 'made_token' },
  });
  const table = page.getByRole('article').getByRole('table');
  await table.waitFor();
  return { table, offsets };
}

/** Scrolls the table by six rows a frame; gives the length of each frame in milliseconds. Runs in the page. */
export async function scrollFrames(steps = 60): Promise<number[]> {
  const box = document.querySelector('.tw');
  const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
  const times: number[] = [];
  let before = await frame();
  for (let step = 0; box && step < steps; step += 1) {
    box.scrollTop += 198;
    const now = await frame();
    times.push(now - before);
    before = now;
  }
  return times;
}

/** Milliseconds that the page has spent on script, style and layout. */
export async function workOf(debug: CDPSession): Promise<number> {
  const { metrics } = await debug.send('Performance.getMetrics');
  const parts = ['ScriptDuration', 'RecalcStyleDuration', 'LayoutDuration'];
  return metrics
    .filter(({ name }) => parts.includes(name))
    .reduce((sum, { value }) => sum + value * 1_000, 0);
}
