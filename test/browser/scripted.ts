import type { Page } from 'playwright-core';

/** The next answers' streams in the hands of a test: what the page gets, when, and how it ends. */
export interface Script {
  /** One event of the stream, as the service writes it. */
  send(event: string, data: unknown): Promise<void>;
  end(): Promise<void>;
  /** The connection breaks. */
  cut(): Promise<void>;
  /** How many questions the page has sent. */
  asked(): Promise<number>;
}

/** What the page's `fetch` is replaced by for questions; runs in the page. */
function takeOver(): void {
  const real = globalThis.fetch;
  const state = { count: 0, controller: null as ReadableStreamDefaultController | null };
  const control = {
    send: (text: string) => state.controller?.enqueue(new TextEncoder().encode(text)),
    end: () => state.controller?.close(),
    cut: () => state.controller?.error(new TypeError('network error')),
    asked: () => state.count,
  };
  Object.assign(globalThis, { plumblineScript: control });
  globalThis.fetch = async (input, init) => {
    if (!String(input).endsWith('/ask/stream')) return real(input, init);
    state.count += 1;
    const body = new ReadableStream({
      start(controller) {
        state.controller = controller;
        init?.signal?.addEventListener('abort', () => controller.error(init.signal?.reason));
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
  };
}

type Control = Record<'send' | 'end' | 'cut' | 'asked', (text?: string) => number>;

/** Before the page is opened. */
export async function scripted(page: Page): Promise<Script> {
  await page.addInitScript(takeOver);
  const run = (name: keyof Control, text?: string) =>
    page.evaluate(
      ([which, what]) =>
        (globalThis as unknown as { readonly plumblineScript: Control }).plumblineScript[
          which as keyof Control
        ](what),
      [name, text] as const,
    );
  return {
    async send(event, data) {
      await run('send', `event: ${event}\r\ndata: ${JSON.stringify(data)}\r\n\r\n`);
    },
    async end() {
      await run('end');
    },
    async cut() {
      await run('cut');
    },
    asked: () => run('asked'),
  };
}

const LINEAGE = {
  tables: ['orders'],
  measures: ['total amount'],
  period: 'all dates',
  filters: [],
  grouped_by: ['city'],
  row_limit: null,
  text: 'Total amount from orders; by city',
};

export interface MadeAnswer {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | number | boolean | null)[])[];
  readonly totalRows?: number;
  readonly token?: string;
  readonly words?: string;
}

/** The events of an answer up to its result. */
export async function sendResult(script: Script, made: MadeAnswer): Promise<void> {
  await script.send('session', { session_id: 'ses_made' });
  await script.send('status', { stage: 'building_context', trace_id: 'tr_made' });
  await script.send('sql', { sql: "SELECT city, SUM(amount) FROM orders WHERE a = 'x'" });
  await script.send('status', { stage: 'executing' });
  await script.send('result', {
    columns: made.columns,
    rows: made.rows,
    total_rows: made.totalRows ?? made.rows.length,
    truncated: (made.totalRows ?? made.rows.length) > made.rows.length,
    lineage: LINEAGE,
    ...(made.token ? { result_token: made.token } : {}),
  });
}

/** A whole answer. */
export async function sendAnswer(script: Script, made: MadeAnswer): Promise<void> {
  await sendResult(script, made);
  await script.send('explanation', { text: made.words ?? 'Two rows.' });
  await sendDone(script);
  await script.end();
}

export const sendDone = (script: Script): Promise<void> =>
  script.send('done', {
    agent: 'Text2SQL',
    duration_ms: 65,
    session_id: 'ses_made',
    output_mode: 'both',
    trace_id: 'tr_made',
    result: 'success',
    verification: {
      status: 'checked',
      metrics: [],
      reason: '2 checks passed.',
      checks: [
        { name: 'numbers_from_data', outcome: 'passed', detail: 'All is computed from the data.' },
        { name: 'truncation', outcome: 'passed', detail: 'All rows were read.' },
        { name: 'period', outcome: 'skipped', detail: 'No period was asked for.' },
      ],
    },
    assumptions: ['Amounts are summed.'],
    suggestions: [],
    cost_usd: 0,
    model_used: 'built-in',
  });
