import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { eventually } from '../fakes/eventually.ts';
import { type OtlpReceiver, startOtlpReceiver } from '../fakes/otlp-receiver.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

const SALES = 'city,amount\nRomezanzi,7\nOslo,1\nBern,4\n';
const TRACE = '0af7651916cd43dd8448eb211c80319c';

describe('traces of a service', () => {
  let receiver: OtlpReceiver;
  let own: OwnWorkspace;
  const open = async (env: Record<string, string> = {}) => {
    receiver = await startOtlpReceiver();
    own = await openWorkspace({
      PLUMBLINE_TELEMETRY__PLUGIN: 'opentelemetry',
      PLUMBLINE_OPENTELEMETRY__ENDPOINT: receiver.url,
      PLUMBLINE_OPENTELEMETRY__DELAY_MS: '20',
      ...env,
    });
    await own.upload(SALES, 'sales.csv');
  };
  afterEach(async () => {
    await own.close();
    await receiver.close();
  });
  const ask = async (q: string, traceparent?: string) => {
    const response = await fetch(`${own.service.url}/query`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-api-key': own.service.apiKey!,
        ...(traceparent === undefined ? {} : { traceparent }),
      },
      body: JSON.stringify({ q, workspace_id: own.workspaceId }),
    });
    expect(response.status).to.equal(200);
    return (await response.json()) as { result: string; trace_id: string };
  };
  const spansOf = async (traceId: string) => {
    await eventually(
      () => receiver.spans.some((span) => span.traceId === traceId && span.name === 'POST /query'),
      'the trace',
    );
    return receiver.spans.filter((span) => span.traceId === traceId);
  };

  it('name the steps of a question below its request, and nothing that was said', async () => {
    await open();
    const answer = await ask('total amount by city', `00-${TRACE}-b7ad6b7169203331-01`);
    const spans = await spansOf(TRACE);
    const names = spans.map(({ name }) => name);
    expect(names).to.include.members(['POST /query', 'plan', 'guard', 'execute', 'query duckdb']);
    const byId = new Map(spans.map((span) => [span.spanId, span]));
    const query = spans.find(({ name }) => name === 'query duckdb')!;
    const execute = byId.get(query.parentSpanId ?? '');
    expect(execute?.name).to.be.oneOf(['execute', 'breakdown']);
    const request = spans.find(({ name }) => name === 'POST /query')!;
    expect(request.parentSpanId).to.equal('b7ad6b7169203331');
    expect(JSON.stringify(request.attributes)).to.contain(answer.trace_id);
    const sent = receiver.bodies.join('\n');
    for (const told of [
      'total amount',
      'SELECT',
      'Romezanzi',
      'sales',
      own.clientId,
      own.workspaceId,
    ])
      expect(sent).to.not.contain(told);
    expect(sent).to.not.contain(own.service.apiKey!);
  });

  it('hold question and SQL where the operator wants them', async () => {
    await open({ PLUMBLINE_TELEMETRY__INCLUDE_CONTENT: 'true' });
    await ask('total amount by city', `00-${TRACE}-b7ad6b7169203331-01`);
    await spansOf(TRACE);
    const sent = receiver.bodies.join('\n');
    expect(sent).to.contain('total amount by city').and.contain('SELECT');
    expect(sent).to.not.contain('Romezanzi');
  });

  it('are made as the caller says, and of nonsense as if it said nothing', async () => {
    await open();
    const other = TRACE.replace('0af', '1bf');
    await ask('how many sales', `00-${other}-b7ad6b7169203331-00`);
    const nonsense = [
      'a'.repeat(10_000),
      `00-${'0'.repeat(32)}-b7ad6b7169203331-01`,
      `ff-${other}-b7ad6b7169203331-01`,
      `00-${other}-b7ad6b7169203331-01-${randomBytes(2_000).toString('hex')}`,
      '00-..-..-01, 00-x',
    ];
    for (const header of nonsense) await ask('how many sales', header);
    await eventually(
      () => receiver.spans.filter(({ name }) => name === 'POST /query').length === nonsense.length,
      'a trace for each',
    );
    expect(receiver.spans.filter(({ traceId }) => traceId === other)).to.deep.equal([]);
    for (const { name, parentSpanId } of receiver.spans)
      if (name === 'POST /query') expect(parentSpanId ?? '').to.equal('');
    expect(receiver.bodies.join('').length).to.be.below(200_000);
  });

  it('make no question slower or fail where the receiver stalls or is gone', async () => {
    await open({ PLUMBLINE_OPENTELEMETRY__QUEUE_SPANS: '50' });
    const median = async () => {
      const times: number[] = [];
      for (let n = 0; n < 30; n++) {
        const from = performance.now();
        expect((await ask('total amount by city')).result).to.equal('success');
        times.push(performance.now() - from);
      }
      return times.sort((a, b) => a - b)[15]!;
    };
    const well = await median();
    receiver.mood = 'stalls';
    const stalled = await median();
    await receiver.close();
    const gone = await median();
    expect(stalled).to.be.below(well * 3 + 50);
    expect(gone).to.be.below(well * 3 + 50);
    const text = await (await fetch(`${own.service.url}/metrics`)).text();
    expect(Number(/plumbline_telemetry_spans_dropped_total (\d+)/.exec(text)?.[1])).to.be.above(0);
    const began = performance.now();
    await own.service.stop();
    expect(performance.now() - began).to.be.below(12_000);
  });
});
