#!/usr/bin/env node
// Runs the blind cases against a work tree of Plumbline and judges the answers.
//   node run.mjs --tree DIR --set open|heldout [--part all|questions|sql] [--item N] [--only ID,ID] [--out FILE] [--verbose]
// --item takes 1 to 10 or "everyday", also several with commas. --out keeps the printed text, and FILE.jsonl one result a line.
// Needs nothing but Node 20 or newer. Starts the service on free ports of loopback with its data in a temporary folder.
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const HERE = dirname(fileURLToPath(import.meta.url));
const options = { tree: new URL('../..', import.meta.url).pathname, set: 'open', part: 'all' };
for (let i = 2; i < process.argv.length; i++) {
  const name = process.argv[i].replace(/^--/, '');
  if (name === 'verbose') options.verbose = true;
  else if (['tree', 'set', 'part', 'item', 'only', 'out'].includes(name))
    options[name] = process.argv[++i];
  else {
    console.error(`unknown option --${name}`);
    process.exit(2);
  }
}
const tree = resolve(options.tree);
const items = options.item?.split(',');
const only = options.only?.split(',');
const read = (file) => {
  const path = join(HERE, options.set, file);
  return existsSync(path)
    ? readFileSync(path, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
    : [];
};
const wanted = (c) => (!items || items.includes(String(c.item))) && (!only || only.includes(c.id));
const lines = [];
const print = (text = '') => {
  lines.push(text);
  console.log(text);
};
const results = [];
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// ------------------------------------------------------------------ service
async function startService(settings = {}) {
  const data = mkdtempSync(join(tmpdir(), 'plumbline-cases-'));
  const node =
    ['node_modules/node/bin/node', 'node_modules/.bin/node']
      .map((p) => join(tree, p))
      .find(existsSync) ?? process.execPath;
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith('PLUMBLINE_')),
  );
  const child = spawn(node, ['bin/plumbline.js', 'start'], {
    cwd: tree,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...env,
      PLUMBLINE_PORT: '0',
      PLUMBLINE_DATA_DIR: data,
      PLUMBLINE_LOG__LEVEL: 'warn',
      ...settings,
    },
  });
  let text = '';
  let errors = '';
  child.stdout.on('data', (d) => {
    text += d;
  });
  child.stderr.on('data', (d) => {
    errors += d;
  });
  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      const ended = new Promise((done) => child.once('exit', done));
      const timer = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await ended;
      clearTimeout(timer);
    }
    rmSync(data, { recursive: true, force: true });
  };
  for (let i = 0; ; i++) {
    const url = /ready at (http\S+)/.exec(text)?.[1];
    const key = /API key[^:]*: (\S+)/.exec(text)?.[1];
    if (url && key) {
      const call = async (method, path, body, form) => {
        const response = await fetch(url + path, {
          method,
          headers: { 'X-API-Key': key, ...(body ? { 'Content-Type': 'application/json' } : {}) },
          body: form ?? (body ? JSON.stringify(body) : undefined),
          signal: AbortSignal.timeout(120_000),
        });
        const raw = await response.text();
        try {
          return { status: response.status, body: JSON.parse(raw) };
        } catch {
          return { status: response.status, body: { error: raw } };
        }
      };
      const who = await call('GET', '/whoami');
      return { call, client: who.body.client_id, stop };
    }
    if (child.exitCode !== null || i > 1200) {
      await stop();
      throw new Error(`the service did not start:\n${text}\n${errors}`);
    }
    await sleep(100);
  }
}

async function makeWorkspaces(service, datasets) {
  const made = {};
  for (const dataset of datasets) {
    const folder = join(HERE, 'data', dataset);
    const files = readdirSync(folder)
      .filter((f) => f.endsWith('.csv'))
      .sort();
    const workspace = await service.call('POST', `/clients/${service.client}/workspaces`, {
      name: dataset,
    });
    const id = workspace.body.workspace_id;
    made[dataset] = { id };
    for (const file of files) {
      const form = new FormData();
      form.append('file', new Blob([readFileSync(join(folder, file))], { type: 'text/csv' }), file);
      const upload = await service.call(
        'POST',
        `/clients/${service.client}/workspaces/${id}/files`,
        undefined,
        form,
      );
      if (upload.status >= 300) {
        made[dataset].failed = `upload of ${file}: ${upload.status} ${JSON.stringify(upload.body)}`;
        print(`! ${dataset}: ${made[dataset].failed}`);
      }
    }
    for (let i = 0; !made[dataset].failed; i++) {
      const status = await service.call(
        'GET',
        `/clients/${service.client}/schema/status?workspace_id=${id}`,
      );
      if (
        status.body.status === 'ready' &&
        (status.body.table_count ?? files.length) >= files.length
      )
        break;
      if (status.body.status === 'failed' || i > 600) {
        made[dataset].failed = `schema ${JSON.stringify(status.body)}`;
        print(`! ${dataset}: ${made[dataset].failed}`);
      }
      await sleep(100);
    }
  }
  return made;
}

// ------------------------------------------------------------------ judging
const number = (x) =>
  typeof x === 'number'
    ? x
    : typeof x === 'string' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(x)
      ? Number(x)
      : null;
const cellText = (x) => String(x).replace(/[T ]00:00(:00(\.0+)?)?Z?$/, '');
function sameCell(a, b) {
  if (a === null || b === null) return a === b;
  const x = number(a);
  const y = number(b);
  if (x !== null && y !== null)
    return (
      Math.abs(x - y) <=
      Math.max(0.006 * (Number.isInteger(x) && Number.isInteger(y) ? 0 : 1), 1e-9 * Math.abs(y))
    );
  return cellText(a) === cellText(b);
}
/** Whether the right rows are among the columns of the answer (further columns do not matter). */
function sameRows(answer, right, ordered) {
  if (!right || answer.length !== right.length) return false;
  if (right.length === 0) return true;
  const width = right[0].length;
  const has = answer[0].length;
  if (has < width || has > 12) return false;
  const fits = (columns) => {
    const shown = answer.map((row) => columns.map((c) => row[c]));
    if (ordered)
      return right.every((row, i) => row.every((cell, j) => sameCell(shown[i][j], cell)));
    const left = [...shown];
    return right.every((row) => {
      const at = left.findIndex((r) => row.every((cell, j) => sameCell(r[j], cell)));
      if (at >= 0) left.splice(at, 1);
      return at >= 0;
    });
  };
  const choose = (chosen) => {
    if (chosen.length === width) return fits(chosen);
    for (let c = 0; c < has; c++) if (!chosen.includes(c) && choose([...chosen, c])) return true;
    return false;
  };
  return choose([]);
}
const words = (answer) =>
  [answer.explanation, ...(answer.assumptions ?? [])].filter(Boolean).join(' ');

/** One of: right, unsaid, wrong+<verification status>, declined, asked, told, fault. */
function judge(c, response) {
  const answer = response.body ?? {};
  if (response.status !== 200) return 'fault';
  if (answer.result === 'error')
    return ['DECLINED', 'AMBIGUOUS'].includes(answer.error_type) ||
      !/QUERY_ERROR|TIMEOUT|INTERNAL/.test(answer.error_type ?? '')
      ? 'declined'
      : 'fault';
  if (answer.result !== 'success') return 'asked';
  if (!answer.data?.rows) return 'told';
  const status = answer.verification?.status ?? 'none';
  if (c.expect === 'ask_or_decline') return `wrong+${status}`;
  if (![c.rows, ...(c.alt ?? [])].some((right) => sameRows(answer.data.rows, right, c.ordered)))
    return `wrong+${status}`;
  if (c.must_say) {
    const insensitive = c.must_say.startsWith('(?i)');
    if (
      !new RegExp(c.must_say.replace(/^\(\?i\)/, ''), insensitive ? 'iu' : 'u').test(words(answer))
    )
      return 'unsaid';
  }
  return 'right';
}
const passes = (c, verdict) =>
  verdict === 'right' || (c.expect !== 'answer' && ['declined', 'asked', 'told'].includes(verdict));
const short = (x, n = 300) => {
  const t = typeof x === 'string' ? x : JSON.stringify(x);
  return t && t.length > n ? `${t.slice(0, n)}…` : t;
};

function table(title, head, rows) {
  const width = head.map((h, i) => Math.max(h.length, ...rows.map((r) => String(r[i]).length)));
  print(title);
  for (const row of [head, ...rows])
    print(
      '  ' +
        row
          .map((x, i) => (i === 0 ? String(x).padEnd(width[i]) : String(x).padStart(width[i])))
          .join('  '),
    );
  print();
}
const tally = (list, name) => list.filter((r) => r.verdict === name).length;
const byItem = (a, b) => (Number(a) || 99) - (Number(b) || 99);

// ------------------------------------------------------------------ questions
async function runQuestions() {
  const cases = read('questions.jsonl').filter(wanted);
  if (!cases.length) return;
  const service = await startService();
  try {
    const workspaces = await makeWorkspaces(service, [...new Set(cases.map((c) => c.dataset))]);
    const queue = [...cases];
    const done = [];
    const worker = async () => {
      for (let c = queue.shift(); c; c = queue.shift()) {
        const workspace = workspaces[c.dataset];
        let response;
        const before = [];
        try {
          if (workspace.failed) response = { status: 0, body: { error: workspace.failed } };
          else if (c.turns) {
            let session;
            for (const turn of c.turns) {
              if (response) {
                const { result, explanation, error } = response.body;
                const said = short(explanation ?? error ?? '', 160);
                before.push(`${short(turn, 80)} → ${result ?? response.status}: ${said}`, '');
              }
              response = await service.call('POST', `/clients/${service.client}/ask`, {
                query: turn,
                workspace_id: workspace.id,
                ...(session ? { session_id: session } : { new_session: true }),
              });
              session ??= response.body.session_id;
            }
          } else
            response = await service.call('POST', '/query', { q: c.q, workspace_id: workspace.id });
        } catch (error) {
          response = { status: 0, body: { error: String(error) } };
        }
        done.push({
          c,
          response,
          verdict: judge(c, response),
          known: (c.wrong ?? []).some((w) => sameRows(response.body?.data?.rows ?? [], w)),
        });
      }
    };
    await Promise.all([worker(), worker(), worker()]);
    done.sort((a, b) => byItem(a.c.item, b.c.item) || a.c.id.localeCompare(b.c.id));
    const wrongs = (list, status) =>
      list.filter(
        (r) =>
          r.verdict.startsWith('wrong+') &&
          (status ? r.verdict === `wrong+${status}` : !/checked|verified|warning/.test(r.verdict)),
      ).length;
    const groups = [...new Set(done.map((r) => String(r.c.item)))].sort(byItem);
    const row = (name, list) => [
      name,
      list.length,
      list.filter((r) => passes(r.c, r.verdict)).length,
      tally(list, 'right'),
      wrongs(list, 'checked') + wrongs(list, 'verified'),
      wrongs(list, 'warning') + wrongs(list),
      tally(list, 'unsaid'),
      tally(list, 'declined'),
      tally(list, 'asked'),
      tally(list, 'told'),
      tally(list, 'fault'),
      list.filter(
        (r) => r.c.expect === 'answer' && ['declined', 'asked', 'told'].includes(r.verdict),
      ).length,
    ];
    print(`tree ${tree}, set ${options.set}: ${done.length} questions`);
    print();
    table(
      'Questions',
      [
        'item',
        'n',
        'pass',
        'right',
        'WRONG checked',
        'wrong warned',
        'unsaid',
        'declined',
        'asked',
        'told',
        'fault',
        'over-declined',
      ],
      [
        ...groups.map((i) =>
          row(
            i,
            done.filter((r) => String(r.c.item) === i),
          ),
        ),
        row('all', done),
      ],
    );
    print(
      'pass: right, or no answer where none is needed. unsaid: right rows whose words do not say what they must. told: an answer without rows. over-declined: of questions that should be answered.',
    );
    print();
    for (const { c, response, verdict, known } of done) {
      const answer = response.body ?? {};
      const pass = passes(c, verdict);
      results.push({
        id: c.id,
        item: c.item,
        dataset: c.dataset,
        verdict,
        pass,
        expect: c.expect,
        question: c.q ?? c.turns,
        status: response.status,
        answer,
      });
      if (pass && !options.verbose) continue;
      print(
        `${pass ? 'ok  ' : 'FAIL'} ${c.id} [${c.dataset}] ${verdict}${known ? ' (the known wrong rows)' : ''} · expected ${c.expect}`,
      );
      print(`     Q: ${c.turns ? c.turns.join('  ⏎  ') : c.q}`);
      print(`     why: ${c.why}`);
      if (c.rows && c.expect !== 'ask_or_decline') print(`     right: ${short(c.rows)}`);
      if (answer.data?.rows)
        print(`     rows:  ${short(answer.data.columns)} ${short(answer.data.rows)}`);
      if (answer.sql) print(`     sql:   ${short(answer.sql.replace(/\s+/g, ' '), 500)}`);
      print(`     says:  ${short(answer.explanation ?? answer.error ?? '', 400)}`);
      if (answer.assumptions?.length) print(`     assumes: ${short(answer.assumptions, 300)}`);
      if (answer.verification && answer.verification.status !== 'checked')
        print(`     ${answer.verification.status}: ${short(answer.verification.reason, 300)}`);
      print();
    }
  } finally {
    await service.stop();
  }
}

// ------------------------------------------------------------------ statements of a model
/** A model server (OpenAI chat completions) that replies with the planted statement of the current case. */
async function startFake() {
  const state = { current: null, calls: [] };
  const server = http.createServer((request, response) => {
    let raw = '';
    request.on('data', (d) => {
      raw += d;
    });
    request.on('end', () => {
      let body = {};
      try {
        body = JSON.parse(raw || '{}');
      } catch {
        /* an empty body */
      }
      if (!request.url.includes('chat/completions')) {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ object: 'list', data: [{ id: 'fake', object: 'model' }] }));
        return;
      }
      const text = (body.messages ?? [])
        .map((m) =>
          typeof m.content === 'string'
            ? m.content
            : (m.content ?? []).map((p) => p.text ?? '').join(''),
        )
        .join('\n');
      const c = state.current;
      let content;
      const statement = /answerable/.test(text);
      if (statement) {
        const nth = state.calls.filter((call) => call.statement).length;
        const sql = c.replies ? c.replies[Math.min(nth, c.replies.length - 1)] : c.sql;
        content = JSON.stringify({
          restatement: c.question,
          answerable: true,
          sql,
          assumptions: c.assumptions ?? [],
        });
      } else content = c?.prose ?? 'n/a';
      state.calls.push({ statement, text });
      const base = { id: 'chatcmpl-1', created: 1, model: body.model ?? 'fake' };
      const usage = { prompt_tokens: 900, completion_tokens: 60, total_tokens: 960 };
      if (body.stream) {
        response.writeHead(200, { 'content-type': 'text/event-stream' });
        const chunk = (part) =>
          response.write(
            `data: ${JSON.stringify({ ...base, object: 'chat.completion.chunk', ...part })}\n\n`,
          );
        chunk({
          choices: [{ index: 0, delta: { role: 'assistant', content }, finish_reason: null }],
        });
        chunk({ choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] });
        chunk({ choices: [], usage });
        response.end('data: [DONE]\n\n');
      } else {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({
            ...base,
            object: 'chat.completion',
            choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
            usage,
          }),
        );
      }
    });
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    state,
    url: `http://127.0.0.1:${server.address().port}/v1`,
    stop: () =>
      new Promise((done) => {
        server.closeAllConnections();
        server.close(done);
      }),
  };
}

/** [verdict, pass] of a planted statement. */
function judgeSql(c, response, sentBack) {
  const answer = response.body ?? {};
  const status = answer.verification?.status ?? 'none';
  const answered = response.status === 200 && answer.result === 'success' && answer.data?.rows;
  if (response.status !== 200)
    return [`http ${response.status}`, c.kind !== 'right' && response.status === 503];
  if (!answered) {
    const none =
      answer.result === 'error' ? 'declined' : answer.result === 'success' ? 'told' : 'asked';
    return [none, c.kind !== 'right'];
  }
  const right = sameRows(answer.data.rows, c.rows, c.ordered);
  const shown = JSON.stringify([
    words(answer),
    answer.data,
    answer.breakdown,
    answer.lineage,
    answer.suggestions,
  ]);
  if (c.must_not_say && new RegExp(c.must_not_say, 'iu').test(shown)) return ['LEAK', false];
  if (c.kind === 'label' || c.kind === 'prose') return ['clean', true];
  if (c.kind === 'permuted') {
    // Here the order of columns counts: two readings with swapped columns must not verify each other.
    const exact =
      answer.data.rows.length === c.rows.length &&
      c.rows.every((row, i) => row.every((cell, j) => sameCell(answer.data.rows[i][j], cell)));
    return exact ? ['right', true] : [`wrong+${status}`, status !== 'verified'];
  }
  if (c.kind === 'right') {
    if (!right) return [`lost+${status}`, false];
    if (sentBack) return ['sent back', false];
    if (status === 'warning') return ['warned', false];
    return [answer.model_used === 'built-in' ? 'kept by planner' : 'kept', true];
  }
  return right ? ['right', true] : [`wrong+${status}`, status === 'warning'];
}

async function runSql() {
  const cases = read('sql.jsonl').filter(wanted);
  if (!cases.length) return;
  const fake = await startFake();
  const done = [];
  try {
    for (const explanations of ['template', 'model']) {
      const part = cases.filter((c) => (c.kind === 'prose') === (explanations === 'model'));
      if (!part.length) continue;
      const service = await startService({
        PLUMBLINE_MODEL__PROVIDER: 'openai-compatible',
        PLUMBLINE_MODEL__BASE_URL: fake.url,
        PLUMBLINE_MODEL__MODEL: 'fake',
        PLUMBLINE_MODEL__API_KEY: 'none',
        PLUMBLINE_MODEL__PLANNING: 'model-first',
        PLUMBLINE_MODEL__EXPLANATIONS: explanations,
        PLUMBLINE_MODEL__KEPT_REPLIES: '0',
      });
      try {
        const workspaces = await makeWorkspaces(service, [...new Set(part.map((c) => c.dataset))]);
        for (const c of part) {
          fake.state.current = c;
          fake.state.calls = [];
          let response;
          try {
            response = await service.call('POST', '/query', {
              q: c.question,
              workspace_id: workspaces[c.dataset].id,
            });
          } catch (error) {
            response = { status: 0, body: { error: String(error) } };
          }
          const calls = fake.state.calls;
          const flat = (t) => t.replace(/\\[nt"]/g, ' ').replace(/[\s"\\]+/g, ' ');
          const repair = calls
            .slice(1)
            .find(
              (call) => call.statement && flat(call.text).includes(flat(c.replies?.[0] ?? c.sql)),
            );
          const [verdict, pass] = judgeSql(c, response, Boolean(repair));
          done.push({
            c,
            response,
            verdict,
            pass,
            calls: calls.length,
            told: repair?.text.slice(-400),
          });
        }
      } finally {
        await service.stop();
      }
    }
  } finally {
    await fake.stop();
  }
  done.sort((a, b) => a.c.item - b.c.item || a.c.id.localeCompare(b.c.id));
  print(`tree ${tree}, set ${options.set}: ${done.length} statements of a model`);
  print();
  const groups = [...new Set(done.map((r) => `${r.c.item} ${r.c.kind}`))];
  const count = (list, test) => list.filter((r) => test(r.verdict)).length;
  const row = (name, list) => [
    name,
    list.length,
    list.filter((r) => r.pass).length,
    count(list, (v) => /^(kept|right|clean)/.test(v)),
    count(list, (v) => /^(wrong|lost)\+(checked|verified|none)/.test(v)),
    count(list, (v) => v === 'wrong+warning'),
    count(list, (v) => v === 'sent back'),
    count(list, (v) => v === 'warned'),
    count(list, (v) => v === 'LEAK'),
    count(list, (v) => ['declined', 'asked', 'told'].includes(v)),
    count(list, (v) => /^http/.test(v)),
  ];
  table(
    'Statements of a model',
    [
      'item kind',
      'n',
      'pass',
      'right',
      'WRONG checked',
      'wrong warned',
      'right sent back',
      'right warned',
      'LEAK',
      'no answer',
      'fault',
    ],
    [
      ...groups.map((g) =>
        row(
          g,
          done.filter((r) => `${r.c.item} ${r.c.kind}` === g),
        ),
      ),
      row('all', done),
    ],
  );
  print(
    'pass: a right statement is kept without being sent back or doubted; a wrong one gives right rows, a warning or no answer; a label or prose shows nothing planted.',
  );
  print();
  for (const { c, response, verdict, pass, calls, told } of done) {
    const answer = response.body ?? {};
    results.push({
      id: c.id,
      item: c.item,
      kind: c.kind,
      dataset: c.dataset,
      verdict,
      pass,
      question: c.question,
      status: response.status,
      calls,
      answer,
    });
    if (pass && !options.verbose) continue;
    print(
      `${pass ? 'ok  ' : 'FAIL'} ${c.id} [${c.dataset}] ${c.kind}: ${verdict} · ${calls} call(s), by ${answer.model_used ?? '-'}`,
    );
    print(`     Q: ${c.question}`);
    print(`     why: ${c.why}`);
    print(`     planted: ${c.replies ? c.replies.join('  ⏎  ') : c.sql}`);
    if (c.prose) print(`     prose: ${c.prose}`);
    print(`     right: ${short(c.rows)}`);
    if (answer.data?.rows)
      print(`     rows:  ${short(answer.data.columns)} ${short(answer.data.rows)}`);
    if (answer.sql) print(`     sql:   ${short(answer.sql.replace(/\s+/g, ' '), 500)}`);
    print(`     says:  ${short(answer.explanation ?? answer.error ?? '', 400)}`);
    if (answer.assumptions?.length) print(`     assumes: ${short(answer.assumptions)}`);
    if (answer.verification)
      print(`     ${answer.verification.status}: ${short(answer.verification.reason, 300)}`);
    if (told) print(`     sent back with: ${short(told.replace(/\s+/g, ' '), 500)}`);
    print();
  }
}

const from = Date.now();
if (options.part !== 'sql') await runQuestions();
if (options.part !== 'questions') await runSql();
const failed = results.filter((r) => !r.pass).length;
print(
  `${results.length} cases, ${results.length - failed} pass, ${failed} fail, ${Math.round((Date.now() - from) / 1000)} s`,
);
if (options.out) {
  writeFileSync(options.out, `${lines.join('\n')}\n`);
  writeFileSync(`${options.out}.jsonl`, `${results.map((r) => JSON.stringify(r)).join('\n')}\n`);
}
process.exitCode = failed ? 1 : 0;
