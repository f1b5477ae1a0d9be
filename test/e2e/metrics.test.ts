import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { startService } from '../../bench/service.ts';
import { eventually } from '../fakes/eventually.ts';
import { type FakeModels, startFakeModels } from '../fakes/models/server.ts';
import { freePort } from '../fakes/ports.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

const DASHBOARD = path.resolve(import.meta.dirname, '../../deploy/grafana/plumbline.json');
const PAGE = path.resolve(import.meta.dirname, '../../docs/metrics.md');
const ALERTS = path.resolve(import.meta.dirname, '../../deploy/prometheus/plumbline-alerts.yml');
const SALES = 'city,amount\nRome,7\nOslo,1\nBern,4\n';
const SECRET_WORD = 'zanzibarquux';
const TOKEN = 'a-token-for-prometheus';

interface Sample {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/** Samples of the text format, and the help of each metric. */
function parse(text: string) {
  const samples: Sample[] = [];
  const help = new Map<string, string>();
  const types = new Map<string, string>();
  for (const line of text.split('\n')) {
    const [, kind, about, said] = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? [];
    if (about) (kind === 'HELP' ? help : types).set(about, said ?? '');
    const [, name, labels = '', value] = /^([a-z]\w*)(?:\{(.*)\})? (\S+)$/.exec(line) ?? [];
    if (!name) continue;
    const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)];
    samples.push({
      name,
      labels: Object.fromEntries(pairs.map(([, key, text]) => [key, text])),
      value: Number(value),
    });
  }
  return { samples, help, types };
}

describe('measurements', () => {
  let fakes: FakeModels;
  let own: OwnWorkspace;
  before(async () => {
    fakes = await startFakeModels();
    fakes.answer = () =>
      JSON.stringify({
        ...{ restatement: '', answerable: true, assumptions: [], clarification: '' },
        sql: 'SELECT city, amount FROM sales ORDER BY amount DESC',
      });
    own = await openWorkspace({
      PLUMBLINE_MODEL__PROVIDER: 'openai',
      PLUMBLINE_MODEL__MODEL: 'gpt-5-mini',
      PLUMBLINE_MODEL__API_KEY: 'sk-secret',
      PLUMBLINE_MODEL__BASE_URL: `${fakes.url}/v1`,
      PLUMBLINE_MODEL__RETRIES: '0',
      PLUMBLINE_MODEL__FIRST_TOKEN_TIMEOUT_MS: '1500',
      PLUMBLINE_MODEL__BREAKER_FAILURES: '1',
      PLUMBLINE_METRICS__TOKEN: TOKEN,
      PLUMBLINE_METRICS__REFRESH_MS: '100',
      PLUMBLINE_LOG__LEVEL: 'fatal',
    });
    await own.upload(SALES, 'sales.csv');
  });
  after(async () => {
    await own.close();
    await fakes.close();
  });

  const read = async () => {
    const response = await fetch(`${own.service.url}/metrics`, {
      headers: { authorization: `Bearer ${TOKEN}` },
    });
    expect(response.status).to.equal(200);
    return parse(await response.text());
  };
  /** The sum of a metric over the samples with these labels. */
  const sumOf = async (name: string, labels: Record<string, string> = {}) =>
    (await read()).samples
      .filter((one) => one.name === name)
      .filter((one) => Object.entries(labels).every(([key, text]) => one.labels[key] === text))
      .reduce((sum, { value }) => sum + value, 0);

  it('counts questions, their steps, queries, caches and model calls', async () => {
    await own.ask('total amount by city');
    await own.ask('total amount by city');
    await own.ask(`${SECRET_WORD} of the flurble`);
    expect(await sumOf('plumbline_questions_total')).to.equal(3);
    expect(await sumOf('plumbline_questions_total', { outcome: 'success' })).to.be.at.least(2);
    expect(await sumOf('plumbline_question_duration_seconds_count')).to.equal(3);
    expect(await sumOf('plumbline_questions_at_work')).to.equal(0);
    for (const stage of ['plan', 'guard', 'execute', 'model'])
      expect(
        await sumOf('plumbline_question_stage_duration_seconds_count', { stage }),
        stage,
      ).to.be.greaterThan(0);
    const engine = { engine: 'duckdb', outcome: 'ok' };
    expect(await sumOf('plumbline_engine_query_duration_seconds_count', engine)).to.be.at.least(1);
    expect(await sumOf('plumbline_engine_rows_total')).to.be.at.least(3);
    expect(await sumOf('plumbline_engine_processes')).to.be.at.least(1);
    const again = { cache: 'plans', outcome: 'hit' };
    expect(await sumOf('plumbline_cache_lookups_total', again)).to.be.at.least(1);
    expect(
      await sumOf('plumbline_model_call_duration_seconds_count', { model: 'gpt-5-mini' }),
    ).to.be.at.least(1);
    expect(await sumOf('plumbline_model_tokens_total', { kind: 'output' })).to.be.at.least(80);
    expect(await sumOf('plumbline_model_cost_usd_total')).to.be.greaterThan(0);
    expect(await sumOf('plumbline_store_query_duration_seconds_count')).to.be.greaterThan(10);
    expect(await sumOf('plumbline_http_connections')).to.be.at.least(1);
    expect(await sumOf('plumbline_places', { queue: 'questions' })).to.be.greaterThan(1);
    expect(await sumOf('plumbline_places_held')).to.equal(0);
    expect(await sumOf('plumbline_part_ready', { part: 'engine' })).to.equal(1);
    expect(await sumOf('nodejs_eventloop_lag_p99_seconds')).to.be.at.least(0);
  });

  it('shows places that are held and waited for while questions are at work', async () => {
    const before = await sumOf('plumbline_places_held', { queue: 'questions' });
    expect(before).to.equal(0);
    fakes.fail('stall');
    const asking = own.ask(`how wobbly is ${SECRET_WORD} across cities`).catch(() => null);
    await eventually(
      async () => (await sumOf('plumbline_places_held', { queue: 'questions' })) === 1,
    );
    expect(await sumOf('plumbline_questions_at_work')).to.equal(1);
    await asking;
    expect(await sumOf('plumbline_places_held', { queue: 'questions' })).to.equal(0);
    // The call that stalled is the failure in a row that the breaker allows none of.
    expect(await sumOf('plumbline_model_breaker_open', { model: 'gpt-5-mini' })).to.equal(1);
  });

  it('tells jobs and budgets by kind, never by whom', async () => {
    await eventually(async () => (await sumOf('plumbline_job_duration_seconds_count')) > 0);
    expect(await sumOf('plumbline_jobs', { state: 'failed' })).to.equal(0);
    expect(await sumOf('plumbline_jobs_oldest_due_age_seconds')).to.be.within(0, 60);
  });

  it('keeps to the conventions of Prometheus, and holds nothing of tenants, questions or data', async () => {
    const { samples, help, types } = await read();
    const ours = [...types].filter(([name]) => name.startsWith('plumbline_'));
    expect(ours.length).to.be.greaterThan(30);
    for (const [name, type] of ours) {
      expect(help.get(name), name).to.match(/^\S.{15,}$/);
      if (type === 'counter') expect(name).to.match(/_total$/);
      else expect(name).to.not.match(/_total$/);
      if (type === 'histogram') expect(name).to.match(/_seconds$/);
      expect(name).to.not.match(/_(ms|milliseconds|kb|mb|minutes)(_|$)/);
    }
    const known = {
      ids: [own.clientId, own.workspaceId, own.service.apiKey!],
      words: [SECRET_WORD, 'Rome', 'sales', 'amount'],
    };
    const labels = samples.flatMap(({ labels }) => Object.values(labels));
    for (const told of [...known.ids, ...known.words])
      expect(labels.filter((text) => text.includes(told))).to.deep.equal([]);
    const names = new Set(samples.flatMap(({ labels }) => Object.keys(labels)));
    for (const name of ['client_id', 'workspace', 'tenant', 'account', 'key', 'user', 'question'])
      expect([...names]).to.not.include(name);
  });

  it('lets a model that calls itself anything add one line', async () => {
    const { samples } = await read();
    const models = new Set(samples.flatMap(({ labels }) => labels['model'] ?? []));
    expect([...models].every((name) => ['gpt-5-mini', 'other'].includes(name))).to.equal(true);
  });

  it('asks for its token where there is one', async () => {
    const status = async (headers: Record<string, string>) =>
      (await fetch(`${own.service.url}/metrics`, { headers })).status;
    expect(await status({})).to.equal(401);
    expect(await status({ authorization: 'Bearer wrong' })).to.equal(401);
    expect(await status({ 'x-api-key': own.service.apiKey! })).to.equal(401);
    expect(await status({ authorization: `Bearer ${TOKEN}` })).to.equal(200);
  });

  it('has every metric that the dashboard draws, and documents all that it has', async () => {
    const { types } = await read();
    const text = await readFile(DASHBOARD, 'utf8');
    const { panels } = JSON.parse(text) as {
      panels: { type: string; title: string; targets?: { expr: string }[] }[];
    };
    expect(panels.filter(({ type }) => type !== 'row').length).to.be.greaterThan(25);
    const drawn = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n');
    const names = new Set(drawn.match(/\b(?:plumbline|nodejs|process)_\w+/g));
    const missing = [...names].filter(
      (name) => !types.has(name) && !types.has(name.replace(/_(bucket|count|sum)$/, '')),
    );
    expect(missing).to.deep.equal([]);
    const ours = [...types.keys()].filter((name) => name.startsWith('plumbline_'));
    const page = await readFile(PAGE, 'utf8');
    const alerts = (await readFile(ALERTS, 'utf8')).match(/\bplumbline_\w+/g) ?? [];
    expect(alerts.length).to.be.greaterThan(10);
    const unknown = alerts.filter(
      (name) => !types.has(name) && !types.has(name.replace(/_(bucket|count|sum)$/, '')),
    );
    expect(unknown).to.deep.equal([]);
    expect(ours.filter((name) => !page.includes(`\`${name}\``))).to.deep.equal([]);
    expect(ours.filter((name) => !drawn.includes(name))).to.deep.equal([]);
  });

  it('is asked for while the service starts and stops without harm', async () => {
    const port = await freePort();
    const scrapes: (number | 'refused')[] = [];
    let over = false;
    const scraping = (async () => {
      while (!over) {
        scrapes.push(
          await fetch(`http://127.0.0.1:${port}/metrics`, {
            signal: AbortSignal.timeout(5_000),
          }).then(
            async (response) => {
              await response.text();
              return response.status;
            },
            (error: unknown) => {
              if (error instanceof Error && error.name === 'TimeoutError') throw error;
              return 'refused' as const;
            },
          ),
        );
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    })();
    const service = await startService({
      env: { PLUMBLINE_PORT: String(port), PLUMBLINE_SAMPLE__ENABLED: 'false' },
    });
    try {
      await eventually(() => scrapes.includes(200));
    } finally {
      await service.stop();
      over = true;
      await scraping;
    }
    expect(service.process.exitCode).to.equal(0);
    expect(new Set(scrapes)).to.include(503);
    expect(scrapes.every((one) => one === 200 || one === 503 || one === 'refused')).to.equal(true);
  });
});
