import { BIG_ROWS, openBigTable, scrollFrames, workOf } from '../test/browser/big-table.ts';
import { closeBrowser, openStage } from '../test/browser/harness.ts';

/**
 * Lengths of frames while a table of 100,000 rows is scrolled by six rows a frame, in a Chromium of this machine:
 * `npm run bench table-frames -- [rounds] [frames a round]`. Budget of the page: p95 33 ms, no frame over 50 ms beyond jumps.
 */
const [rounds = 5, frames = 300] = process.argv.slice(2).map(Number);
const stage = await openStage();
if (!stage) throw new Error('There is no Chromium.');
try {
  await stage.journey(async (visit) => {
    const { table } = await openBigTable(visit);
    console.log(`${BIG_ROWS} rows, ${frames} frames a round, six rows a frame; milliseconds`);
    const debug = await visit.page.context().newCDPSession(visit.page);
    await debug.send('Performance.enable');
    for (let round = 1; round <= rounds; round += 1) {
      const before = await workOf(debug);
      const times = (await visit.page.evaluate(scrollFrames, frames)).toSorted((a, b) => a - b);
      const at = (part: number) => (times[Math.floor((times.length - 1) * part)] ?? 0).toFixed(1);
      const work = ((await workOf(debug)) - before) / times.length;
      const over = times.filter((time) => time > 50).length;
      console.log(
        `round ${round}: p50 ${at(0.5)}  p95 ${at(0.95)}  p99 ${at(0.99)}  max ${at(1)}  over 50 ms: ${over}  the page's own work a frame: ${work.toFixed(1)}`,
      );
    }
    await table.waitFor();
  });
} finally {
  await stage.close();
  await closeBrowser();
}
