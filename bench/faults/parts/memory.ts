import type { FaultContext, FaultPart, FaultRow } from '../fault.ts';
import {
  askForAll,
  KINDS,
  type Kind,
  type LongReply,
  type LongTextService,
  openLongTexts,
  peakMemory,
  send,
  watchHealth,
} from '../long-texts.ts';

/** A table of long texts, as a tenant may have it. */
const TEXTS = { rows: 1_000, chars: 320_000 };
const ASKED_AT_ONCE = 64;
const SLOW_READERS = 32;
/** A slow reader waits so long before each block that it takes (milliseconds). */
const SLOW_MS = 50;
const LARGE_BODIES = 200;
/** Just below the default of `http.max_document_bytes`. */
const BODY_BYTES = 7 * 1024 * 1024;
/** The default of `ask.max_answer_bytes`, and what may stand around the rows. */
const MAX_ANSWER = 8 * 1024 * 1024 + 128 * 1024;

/** Asks for long texts from many clients at once, in a heap of 512 MB, and sends large bodies at once. */
export const part: FaultPart = {
  name: 'memory',
  async run(context) {
    const rows: FaultRow[] = [];
    for (const kind of KINDS) {
      if (context.signal.aborted) break;
      context.say(`a table of ${TEXTS.rows} × ${TEXTS.chars} characters on ${kind}`);
      rows.push(...(await overKind(kind, context)));
    }
    return rows;
  },
};

async function overKind(kind: Kind, context: FaultContext): Promise<FaultRow[]> {
  const own = await openLongTexts(kind, TEXTS);
  const many = (count: number) => Math.max(2, Math.round(count * context.scale));
  try {
    const rows = [
      await flood(own, `${kind}: long answers at once`, async () => {
        const asked = Array.from({ length: many(ASKED_AT_ONCE) }, () => askForAll(own));
        return Promise.all([...asked, ...exportsMeanwhile(own)]);
      }),
      await flood(own, `${kind}: streams and slow readers`, () =>
        Promise.all(
          Array.from({ length: many(SLOW_READERS) }, (_, reader) =>
            reader % 2 === 0 ? askForAll(own, SLOW_MS) : stream(own),
          ),
        ),
      ),
    ];
    if (kind !== 'duckdb') return rows;
    const bodies = await flood(own, 'large bodies at once', () =>
      Promise.all(Array.from({ length: many(LARGE_BODIES) }, () => largeBody(own))),
    );
    return [...rows, bodies];
  } finally {
    await own.close();
  }
}

/** Runs a flood and counts what became of it; `/healthz` is measured beside it. */
async function flood(
  own: LongTextService,
  fault: string,
  run: () => Promise<readonly LongReply[]>,
): Promise<FaultRow> {
  const health = watchHealth(own.service.url);
  const began = performance.now();
  let replies: readonly LongReply[] = [];
  let broken = 0;
  try {
    replies = await run();
  } catch {
    // A reply that breaks off: the gateway died, or cut off who read as it should.
    broken = 1;
  }
  const seconds = (performance.now() - began) / 1_000;
  const waits = [...(await health.stop())].sort((a, b) => a - b);
  const { exitCode, signalCode } = own.service.process;
  const statuses = Map.groupBy(replies, outcomeOf);
  const counts = [...statuses].map(([outcome, { length }]) => `${length} × ${outcome}`);
  const at = (share: number) => (waits[Math.floor(waits.length * share)] ?? 0).toFixed(0);
  return {
    fault,
    runs: replies.length,
    deaths: exitCode === null && signalCode === null ? 0 : 1,
    ...{ lost: 0, orphans: 0, effects: 0 },
    wrong: broken + (statuses.get('wrong')?.length ?? 0),
    figures: `${counts.join(', ')}; ${seconds.toFixed(1)} s; /healthz p50 ${at(0.5)}, p99 ${at(0.99)} ms; peak ${peakMemory(own.service)} MiB`,
  };
}

/** What a reply is, in a word; `wrong`: an answer that is too long, or an error without a word of what to do. */
function outcomeOf({ status, bytes, tail, retryAfter }: LongReply): string {
  if (status === 503) return Number(retryAfter) > 0 ? '503' : 'wrong';
  if (status === 422 || status === 200) {
    const error = /"error_type":"(\w+)"|event: error/.exec(tail);
    if (error) return error[1] ?? 'error event';
    if (/event: done|"truncated":true/.test(tail)) return bytes <= MAX_ANSWER ? 'cut' : 'wrong';
    return String(status);
  }
  return 'wrong';
}

const stream = (own: LongTextService): Promise<LongReply> =>
  send(own, `/clients/${own.clientId}/ask/stream`, {
    body: {
      ...{ query: 'show title and body of letters', new_session: true },
      workspace_id: own.workspaceId,
    },
    pauseMs: SLOW_MS,
  });

/** Exports of an answer that was asked for before, as files of each kind that streams. */
function exportsMeanwhile(own: LongTextService): Promise<LongReply>[] {
  const asked = askForAll(own);
  return ['csv', 'json'].map(async (format) => {
    const { tail } = await asked;
    const token = /"result_token":"([^"]+)"/.exec(tail)?.[1];
    if (!token) return asked;
    return send(own, `/clients/${own.clientId}/results/${token}/export?format=${format}`);
  });
}

/** A semantics document with many rules: most of it is looked at before it is refused or taken. */
function largeBody(own: LongTextService): Promise<LongReply> {
  const rule = 'x'.repeat(1_000);
  const rules = Array.from({ length: Math.floor(BODY_BYTES / 1_003) }, () => rule);
  const path = `/clients/${own.clientId}/workspaces/${own.workspaceId}/semantics`;
  return send(own, path, { method: 'PUT', body: { rules } });
}
