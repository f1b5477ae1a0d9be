import { expect } from 'chai';
import { openBigTable, scrollFrames, workOf } from './big-table.ts';
import { openStage, type Stage } from './harness.ts';
import { scripted, sendAnswer, sendDone, sendResult } from './scripted.ts';

const TWO = {
  columns: ['city', 'amount'],
  rows: [
    ['Rome', 7],
    ['Oslo', 1],
  ],
} as const;

describe('what can become of a question, in a browser', () => {
  let stage: Stage;
  before(async function () {
    const opened = await openStage();
    if (!opened) return this.skip();
    stage = opened;
  });
  after(() => stage?.close());

  it('shows rows that came before a cut as not checked, and sends nothing again', () =>
    stage.journey(async ({ page, open, ask, expectAccessibleInBoth }) => {
      const script = await scripted(page);
      await open('/');
      await ask('amount by city');
      await sendResult(script, TWO);
      await script.cut();
      const card = page.getByRole('article');
      await card.getByText('Not checked').first().waitFor();
      await card.getByRole('cell', { name: 'Rome' }).waitFor();
      await expectAccessibleInBoth();
      expect(await script.asked()).to.equal(1);
      await card.getByRole('button', { name: 'Ask again' }).click();
      await page.getByRole('article').nth(1).waitFor();
      expect(await script.asked()).to.equal(2);
      await sendAnswer(script, TWO);
      await page.getByRole('article').nth(1).getByRole('button', { name: 'Checked' }).waitFor();
    }));

  it('says after a reload in the middle that the answer was cut, and does not ask', () =>
    stage.journey(async ({ page, open, ask }) => {
      const script = await scripted(page);
      await open('/');
      await ask('amount by city');
      await sendResult(script, TWO);
      await page.waitForURL('**/c/ses_made');
      await page.reload();
      await page.getByRole('article').getByText('Not checked').first().waitFor();
      expect(await script.asked()).to.equal(0);
    }));

  it('waits without a word at first, then says what is done, then is quiet', () =>
    stage.journey(async ({ page, open, ask }) => {
      const script = await scripted(page);
      await open('/');
      await ask('amount by city');
      expect(await page.getByText('Looking at your data').count()).to.equal(0);
      await script.send('status', { stage: 'executing', trace_id: 'tr_made' });
      await page.getByText('Running the query').waitFor();
      const live = page.locator('[aria-live="polite"]');
      expect(await live.textContent()).to.equal('Working on it');
      await sendAnswer(script, { ...TWO, words: 'Rome has 7.' });
      await page.getByRole('button', { name: 'Checked' }).waitFor();
      await page.waitForFunction(
        () => document.querySelector('[aria-live="polite"]')?.textContent !== 'Working on it',
      );
      expect(await live.textContent()).to.equal('Checked. Rome has 7. 2 rows');
      expect(await page.getByRole('log').getAttribute('aria-live')).to.equal('off');
    }));

  it('moves nothing while an answer comes slowly', () =>
    stage.journey(async ({ page, open, ask }) => {
      const script = await scripted(page);
      await page.addInitScript(() => {
        const shifts: string[] = [];
        Object.assign(globalThis, { shifts });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) {
            const { value, hadRecentInput, sources } = entry as unknown as {
              readonly value: number;
              readonly hadRecentInput: boolean;
              readonly sources: readonly { readonly node: Node | null }[];
            };
            const moved = sources.map(({ node }) =>
              node instanceof Element ? node.outerHTML.slice(0, 80) : node?.nodeName,
            );
            if (!hadRecentInput) shifts.push(`${value.toFixed(5)}: ${moved.join(' | ')}`);
          }
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await open('/');
      await ask('amount by city');
      await page.waitForTimeout(700);
      await script.send('status', { stage: 'executing', trace_id: 'tr_made' });
      await page.waitForTimeout(400);
      await sendResult(script, TWO);
      await page.waitForTimeout(900);
      await script.send('explanation', {
        text: 'Amount by city: 2 rows. The highest is 7.00 (Rome); the lowest is 1.00 (Oslo).',
      });
      await page.waitForTimeout(400);
      await sendDone(script);
      await script.end();
      await page.getByRole('button', { name: 'Checked' }).waitFor();
      await page.waitForTimeout(300);
      const shifts = await page.evaluate(
        () => (globalThis as unknown as { readonly shifts: string[] }).shifts,
      );
      expect(shifts).to.deep.equal([]);
    }));

  it('says of each refusal who can do what', () =>
    stage.journey(
      async ({ page, open, ask, expectAccessibleInBoth }) => {
        const replies: readonly [number, Record<string, string>, unknown, RegExp][] = [
          [429, { 'Retry-After': '12' }, 'Too many questions.', /Try again in 12 s/],
          [503, { 'Retry-After': '5' }, 'The model is down.', /Try again in 5 s/],
          [403, {}, 'Ask-only keys cannot do this.', /Ask an admin/],
          [422, { 'X-Error-Code': 'no_data' }, 'No data.', /has no data yet/],
          [500, { 'X-Request-Id': 'req-7' }, 'It broke.', /Reference req-7/],
        ];
        await open('/');
        for (const [status, headers, detail, said] of replies) {
          await page.route('**/ask/stream', (route) =>
            route.fulfill({ status, headers, json: { detail } }),
          );
          await ask(`question ${status}`);
          await page.getByRole('article').last().getByText(said).waitFor();
          await page.unroute('**/ask/stream');
          await page.getByRole('textbox', { name: 'Your question' }).fill('');
        }
        await expectAccessibleInBoth();
      },
      { expected: [/status of (429|503|403|422|500)/] },
    ));

  it('draws a used-up budget with what still works', () =>
    stage.journey(async ({ page, open, ask, expectAccessibleInBoth }) => {
      const script = await scripted(page);
      await open('/');
      await ask('amount by city');
      await script.send('error', {
        error: 'budget_exceeded',
        status: 402,
        message: 'The budget of the month is used up.',
        blocking_scope: { scope_type: 'tenant', scope_id: '*', cap: 50, spent: 50, pct_used: 1 },
        alerts: [],
      });
      await script.send('done', {
        agent: 'none',
        duration_ms: 3,
        budget_blocked: true,
        output_mode: 'both',
        trace_id: 'tr_made',
        result: 'error',
      });
      await script.end();
      await page.getByText('Budget used up').waitFor();
      await page.getByText(/50.00 of 50.00 used/).waitFor();
      await expectAccessibleInBoth();
    }));

  it('keeps everything while the connection is lost, and goes on when it is back', () =>
    stage.journey(
      async ({ page, open, ask, context }) => {
        await open('/');
        await ask('total revenue by region in 2025');
        await page.getByRole('article').getByRole('button', { name: 'Checked' }).waitFor();
        await context.setOffline(true);
        await page.getByText("You're offline. Your draft is saved.").waitFor();
        await ask('only East');
        await page
          .getByRole('article')
          .nth(1)
          .getByText(/ready to send again/)
          .waitFor();
        expect(await page.getByRole('textbox', { name: 'Your question' }).inputValue()).to.equal(
          'only East',
        );
        await context.setOffline(false);
        await page.getByText("You're offline. Your draft is saved.").waitFor({ state: 'detached' });
        await page.getByRole('article').first().getByRole('button', { name: 'Checked' }).waitFor();
        expect(await page.getByRole('article').count()).to.equal(2);
      },
      { expected: [/ERR_INTERNET_DISCONNECTED/] },
    ));

  it('reads a hostile answer as text', () =>
    stage.journey(async ({ page, open, ask }) => {
      const script = await scripted(page);
      await open('/');
      await ask('<script>alert(1)</script> & "quotes"');
      await sendAnswer(script, {
        columns: ['<i>name</i>', 'مبلغ'],
        rows: [
          ['<img src=x onerror=alert(1)>', 1],
          ['javascript:alert(1)', null],
          ['\u202eevil', 3],
        ],
        words: '<a href="javascript:alert(1)">click</a> هذا نص 1,000.50',
      });
      const card = page.getByRole('article');
      await card.getByText('<a href="javascript:alert(1)">click</a>').waitFor();
      await card.getByRole('cell', { name: '<img src=x onerror=alert(1)>' }).waitFor();
      await card.getByRole('cell', { name: 'empty', exact: true }).waitFor();
      expect(
        await page.locator('main img, main script, main a[href^="javascript"]').count(),
      ).to.equal(0);
    }));

  it('scrolls a hundred thousand rows, reading pages as they are needed', () =>
    stage.journey(async ({ page, open, ask }) => {
      const { table, offsets } = await openBigTable({ page, open, ask });
      expect(await table.getAttribute('aria-rowcount')).to.equal('100001');
      const debug = await page.context().newCDPSession(page);
      await debug.send('Performance.enable');
      const rounds: { readonly p95: number; readonly work: number }[] = [];
      for (let round = 0; round < 4; round += 1) {
        const before = await workOf(debug);
        const frames = await page.evaluate(scrollFrames, 60);
        const work = ((await workOf(debug)) - before) / frames.length;
        const sorted = frames.toSorted((a, b) => a - b);
        rounds.push({ p95: sorted[Math.floor(sorted.length * 0.95)] ?? 0, work });
      }
      const told = rounds.map(({ p95, work }) => `p95 ${p95.toFixed(1)} (work ${work.toFixed(1)})`);
      // The work is what the page itself does in a frame; smooth is what stays below 16 ms.
      console.log(`      frames in ms: ${told.join(', ')}`);
      // A jump: what is there is read, and nothing in between.
      await page.evaluate(() => {
        const box = document.querySelector('.tw');
        if (box) box.scrollTop = 33 * 70_000;
      });
      await table.getByRole('cell', { name: 'name 70005', exact: true }).waitFor();
      expect(offsets.length).to.be.lessThan(12);
      expect(await table.getByRole('row').count()).to.be.lessThan(60);
    }));
});
