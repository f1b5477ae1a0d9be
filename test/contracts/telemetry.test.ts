import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { pino } from 'pino';
import { configSchema } from '#config/schema.ts';
import { plugin as opentelemetry } from '#plugins/telemetry/opentelemetry/index.ts';
import { systemClock } from '#src/clock.ts';
import type { Plugin } from '#src/plugin-api/plugin.ts';
import type { RequestTrace, Telemetry } from '#src/plugin-api/telemetry.ts';
import { eventually } from '../fakes/eventually.ts';
import { type OtlpReceiver, type ReceiverMood, startOtlpReceiver } from '../fakes/otlp-receiver.ts';
import { waitingForTests } from '../fakes/waiting.ts';

const QUEUE = 60;

interface Kind {
  readonly plugin: Plugin<'telemetry', never>;
  /** Settings with which it sends to an address soon, and holds `QUEUE` spans. */
  readonly settings: (url: string) => object;
}

/** Every plugin that ships. */
const KINDS: Readonly<Record<string, Kind>> = {
  opentelemetry: {
    plugin: opentelemetry as unknown as Kind['plugin'],
    settings: (endpoint) => ({
      ...configSchema.parse({}).opentelemetry,
      ...{ endpoint, delay_ms: 10, queue_spans: QUEUE, batch_spans: 20, timeout_ms: 300 },
      close_ms: 300,
    }),
  },
};

const AT = Date.UTC(2026, 10, 22, 12);
const PARENT = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };

const traceOf = (parent: RequestTrace['parent'] = null): RequestTrace => ({
  parent,
  spans: [
    {
      ...{ name: 'POST /query', kind: 'server', parent: null, startMs: AT, endMs: AT + 12.5 },
      ...{ failed: false, attributes: { 'http.response.status_code': 200 } },
    },
    {
      ...{ name: 'execute', kind: 'internal', parent: 0, startMs: AT + 2, endMs: AT + 9 },
      ...{ failed: false, attributes: {} },
    },
    {
      ...{ name: 'query duckdb', kind: 'client', parent: 1, startMs: AT + 3, endMs: AT + 8 },
      ...{ failed: true, attributes: { 'plumbline.rows': 3 } },
    },
  ],
});

for (const [name, { plugin, settings }] of Object.entries(KINDS))
  describe(`telemetry by ${name}`, () => {
    let receiver: OtlpReceiver;
    let telemetry: Telemetry;
    let logged: string;
    const open = async (url: string) => {
      logged = '';
      const log = pino(
        { level: 'trace' },
        {
          write(line) {
            logged += line;
          },
        },
      );
      const checked = plugin.settings.parse(settings(url)) as never;
      telemetry = await plugin.create(checked, {
        ...{ log, clock: systemClock, dataDir: '', processTag: '', waiting: waitingForTests() },
      });
    };
    beforeEach(async () => {
      receiver = await startOtlpReceiver();
      await open(receiver.url);
    });
    afterEach(async () => {
      await telemetry.close();
      await receiver.close();
    });
    const received = async (count: number) => {
      await eventually(() => receiver.spans.length >= count, 'spans');
      return receiver.spans;
    };

    it('sends the request and its steps, each below the one that it is a part of', async () => {
      telemetry.record(traceOf());
      const [request, step, query] = await received(3);
      expect([request!.name, step!.name, query!.name].sort()).to.deep.equal(
        ['POST /query', 'execute', 'query duckdb'].sort(),
      );
      const named = (name: string) => receiver.spans.find((span) => span.name === name)!;
      expect(named('POST /query').parentSpanId ?? '').to.equal('');
      expect(named('execute').parentSpanId).to.equal(named('POST /query').spanId);
      expect(named('query duckdb').parentSpanId).to.equal(named('execute').spanId);
      expect(new Set(receiver.spans.map(({ traceId }) => traceId)).size).to.equal(1);
      const nanos = BigInt(named('POST /query').endTimeUnixNano) - BigInt(AT) * 1_000_000n;
      expect(Number(nanos)).to.be.closeTo(12_500_000, 1_000);
      expect(named('query duckdb').status?.code).to.equal(2);
      expect(named('execute').status?.code ?? 0).to.equal(0);
    });

    it('goes on with the trace of the caller', async () => {
      telemetry.record(traceOf(PARENT));
      const spans = await received(3);
      for (const { traceId } of spans) expect(traceId).to.equal(PARENT.traceId);
      const request = spans.find((span) => span.name === 'POST /query')!;
      expect(request.parentSpanId).to.equal(PARENT.spanId);
    });

    const MOODS: readonly ReceiverMood[] = ['stalls', 'garbage', 'endless', 'refuses', 'cuts'];
    for (const mood of MOODS)
      it(`takes no time and bounded memory where the receiver ${mood}`, async () => {
        receiver.mood = mood;
        const traces = 2_000;
        const began = performance.now();
        let longest = 0;
        for (let n = 0; n < traces; n++) {
          const from = performance.now();
          telemetry.record(traceOf());
          longest = Math.max(longest, performance.now() - from);
          if (n % 100 === 0) await sleep(1);
        }
        expect(performance.now() - began).to.be.below(10_000);
        expect(longest).to.be.below(500);
        // At most a queue is neither sent nor dropped; who answers 200 has taken it, whatever follows.
        if (mood !== 'garbage' && mood !== 'endless')
          await eventually(() => telemetry.dropped() >= traces * 3 - 2 * QUEUE, 'drops');
        receiver.mood = 'takes';
        await eventually(() => {
          telemetry.record(traceOf());
          return receiver.spans.length > 0;
        }, 'spans after the receiver is well again');
      });

    it('drops what a receiver that is gone cannot take, and a stop does not wait for it', async () => {
      await receiver.close();
      for (let n = 0; n < 200; n++) telemetry.record(traceOf());
      expect(telemetry.dropped()).to.be.greaterThan(0);
      const began = performance.now();
      await telemetry.close();
      expect(performance.now() - began).to.be.below(3_000);
    });

    it('sends credentials of the address as a header, and logs none', async () => {
      await telemetry.close();
      await open(receiver.url.replace('http://', 'http://ann:s3cr%40et-pass@'));
      telemetry.record(traceOf());
      await received(3);
      const expected = `Basic ${Buffer.from('ann:s3cr@et-pass').toString('base64')}`;
      expect(receiver.headers.at(-1)?.authorization).to.equal(expected);
      receiver.mood = 'refuses';
      telemetry.record(traceOf());
      await eventually(() => telemetry.dropped() > 0, 'a drop');
      expect(logged).to.contain("traces couldn't be sent");
      for (const secret of [
        's3cr',
        'ann:',
        'ann@',
        Buffer.from('ann:s3cr@et-pass').toString('base64'),
      ])
        expect(logged).to.not.contain(secret);
    });
  });
