import { expect } from 'chai';
import {
  askForAll,
  KINDS,
  type LongReply,
  type LongTextService,
  openLongTexts,
  QUESTION,
  send,
} from '../../bench/faults/long-texts.ts';
import { call } from '../../bench/service.ts';
import { requirePostgres } from '../fakes/postgres.ts';

const TEXTS = { rows: 400, chars: 80_000 };
const AT_ONCE = 32;
/** The default of `ask.max_answer_bytes`, and what may stand around the rows. */
const MAX_ANSWER = 8 * 1024 * 1024 + 128 * 1024;

/** Answers in shortened form, a 503 that says when to come again, or an error that says what to do. */
function isOrderly({ status, bytes, tail, retryAfter }: LongReply): boolean {
  if (status === 503) return Number(retryAfter) > 0;
  if (status !== 200 || bytes > MAX_ANSWER) return false;
  return (
    /"truncated":true.*"result_token":"/.test(tail) ||
    /"error_type":"(?:RESULT_TOO_LARGE|TIMEOUT)"/.test(tail)
  );
}

describe(`${AT_ONCE} answers of long texts at once, in a heap of 512 MB`, () => {
  for (const kind of KINDS)
    describe(`from ${kind}`, () => {
      let own: LongTextService;
      before(async function () {
        if (kind === 'postgres' && !(await requirePostgres())) return this.skip();
        // Less of each result is kept than by default, so that the test takes seconds; the bench keeps all. What they
        // would hold together is twice the heap.
        own = await openLongTexts(kind, TEXTS, { PLUMBLINE_RESULTS__MAX_SPOOL_BYTES: '24000000' });
      });
      after(() => own?.close());

      it('are cut to the bytes of an answer and say so, and pages hold whole cells', async () => {
        const answer = await call<Record<string, unknown> & { data: { rows: string[][] } }>(
          own.service,
          'POST',
          '/query',
          { q: QUESTION, workspace_id: own.workspaceId },
        );
        const { rows } = answer.data;
        expect(answer).to.include({ result: 'success', truncated: true });
        expect(Buffer.byteLength(JSON.stringify(answer))).to.be.at.most(MAX_ANSWER);
        expect(rows.length).to.be.within(100, 399);
        expect(rows[0]![1]).to.have.length(32_769).and.match(/…$/);
        expect((answer['cut_cells'] as unknown[])[0]).to.deep.equal({
          row: 0,
          column: 1,
          chars: TEXTS.chars,
        });
        expect(answer['explanation']).to.match(/The first \d+ of .* too large for one answer/);
        const token = String(answer['result_token']);
        const page = await call<{ rows: string[][]; next_offset: number }>(
          own.service,
          'GET',
          `/clients/${own.clientId}/results/${token}?limit=1000`,
        );
        expect(page.rows[0]![1]).to.have.length(TEXTS.chars);
        expect(page.rows[0]![1]!.startsWith(rows[0]![1]!.slice(0, -1))).to.equal(true);
        expect(page.rows.length).to.be.within(90, 110);
        expect(page.next_offset).to.equal(page.rows.length);
      });

      it('leave the process alive, with an orderly reply to each', async () => {
        const replies = await Promise.all(Array.from({ length: AT_ONCE }, () => askForAll(own)));
        const disorderly = replies.filter((reply) => !isOrderly(reply));
        expect(
          disorderly.map(({ status, tail }) => `${status} ${tail.slice(0, 200)}`),
        ).to.deep.equal([]);
        expect(own.service.process.exitCode).to.equal(null);
        expect((await send(own, '/healthz')).status).to.equal(200);
        expect(isOrderly(await askForAll(own))).to.equal(true);
      });
    });
});
