import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { encode } from 'gpt-tokenizer';
import { questionPrompt, systemPrompt } from '../src/ask/model/prompt.ts';
import { NO_ROW_POLICY } from '../src/principal.ts';
import { plan } from '../src/read/plan.ts';
import { catalogFromCsvFolder } from '../test/fakes/offline-catalog.ts';
import { hitsOf } from '../workers/plan-host.ts';
import { median } from './stats.ts';

/**
 * `npm run bench tokens -- --set DIR [--questions FILE]`: what the questions of a set cost a model: calls with the
 * built-in planner first, prompt tokens (o200k) by difficulty, and how much of a prompt is the stable part that
 * providers keep, and prompts by number of tables (from 1,024 tokens at OpenAI and Gemini 2.5, from 1,024 to 4,096 at Anthropic by model).
 */
const { values: options } = parseArgs({
  options: { set: { type: 'string', default: '/tmp/bench/dev' }, questions: { type: 'string' } },
});

interface Line {
  readonly db_id: string;
  readonly question: string;
  readonly difficulty?: string;
}

interface Cost {
  readonly tables: number;
  readonly prompt: number;
  readonly stable: number;
  readonly called: boolean;
}

const CACHED_FROM = 1_024;
const now = new Date('2026-11-21T12:00:00Z');
const file = options.questions ?? path.join(options.set, 'questions.jsonl');
const lines = readFileSync(file, 'utf8')
  .split('\n')
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Line);
const tokens = (text: string) => encode(text, { disallowedSpecial: new Set() }).length;

const costs = new Map<string, Cost[]>();
for (const [database, questions] of Map.groupBy(lines, (line) => line.db_id)) {
  const folder = path.join(options.set, 'csv', database);
  if (!existsSync(folder)) continue;
  const { catalog, values, close } = await catalogFromCsvFolder(folder);
  const stable = tokens(systemPrompt({ catalog, tableTokens: 65 }, NO_ROW_POLICY));
  for (const { question, difficulty = 'other' } of questions) {
    const hits = hitsOf(question, values, true);
    const variable = tokens(
      questionPrompt({ question, today: '2026-11-21', hits, examples: [], history: [] }),
    );
    const planned = plan({ question, catalog, values, history: [], now });
    const tables = catalog.tables.length;
    const cost = { tables, prompt: stable + variable, stable, called: planned.kind !== 'query' };
    costs.set(difficulty, [...(costs.get(difficulty) ?? []), cost]);
  }
  await close();
}

for (const [difficulty, of] of [...costs, ['all', [...costs.values()].flat()] as const]) {
  const prompts = of.map(({ prompt }) => prompt).sort((a, b) => a - b);
  const kept = of.filter(({ stable }) => stable >= CACHED_FROM).length / of.length;
  const called = of.filter((one) => one.called).length / of.length;
  console.log(
    `${difficulty}: ${of.length} questions, prompt median ${median(prompts)} tokens, p90 ${prompts[Math.floor(prompts.length * 0.9)]}, most ${prompts.at(-1)}; stable part ${(100 * median(of.map(({ prompt, stable }) => stable / prompt))).toFixed(0)} % at the median, at least ${CACHED_FROM} tokens in ${(100 * kept).toFixed(0)} %; a model is called for ${(100 * called).toFixed(0)} % where the built-in planner reads first`,
  );
}

for (const [from, to] of [
  [1, 4],
  [5, 8],
  [9, 11],
  [12, 40],
] as const) {
  const own = [...costs.values()].flat().filter(({ tables }) => tables >= from && tables <= to);
  const prompts = own.map(({ prompt }) => prompt);
  if (prompts.length > 0)
    console.log(
      `${from} to ${to} tables: ${prompts.length} questions, prompt median ${median(prompts)} tokens, most ${Math.max(...prompts)}`,
    );
}
