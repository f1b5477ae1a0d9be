/**
 * `npm run bench wordings/strangers -- [--only SET,…] [--half even|odd] [--why]`
 *
 * Asks a service of our own, without a model, 1,200 wordings of 150 questions over six made companies, written on 26 November
 * 2026 by two writers who had not seen the code, each in eight wordings with careful SQL. Prints what is right, wrong, asked back
 * and declined; of questions that the data cannot answer, and of ambiguous ones, how many are answered all the same. The
 * even half was looked at while the planner was mended, the odd one was not. `--why` lists all that is not right.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Cell, holds } from '../everyday/judge.ts';
import { goldOf } from '../everyday/open-company.ts';
import { call, startService, uploadFolder } from '../service.ts';

const AS_OF = '2026-11-26';
const FOLDER = path.join(import.meta.dirname, 'strangers');

interface Asked {
  readonly kind: 'answer' | 'cannot' | 'ambiguous';
  readonly sql?: string;
  /** Statements that are right as well. */
  readonly also?: readonly string[];
  readonly wordings: readonly string[];
}

interface Envelope {
  readonly result: string;
  readonly sql?: string | null;
  readonly explanation: string;
  readonly data?: { readonly rows: readonly (readonly Cell[])[] } | null;
  readonly warnings?: readonly { readonly code: string }[] | null;
}

type Outcome = 'right' | 'wrong' | 'asked' | 'declined';

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    half: { type: 'string' },
    why: { type: 'boolean', default: false },
  },
});

type Tally = Record<Asked['kind'], Record<Outcome, number>>;
const none = (): Record<Outcome, number> => ({ right: 0, wrong: 0, asked: 0, declined: 0 });
const empty = (): Tally => ({ answer: none(), cannot: none(), ambiguous: none() });

const service = await startService();
try {
  const { client_id } = await call<{ client_id: string }>(service, 'GET', '/whoami');
  const all = empty();
  for (const set of readdirSync(FOLDER)) {
    if (options.only && !options.only.split(',').includes(set)) continue;
    const tally = await askSet(client_id, set);
    report(set, tally);
    for (const kind of Object.keys(all) as (keyof Tally)[])
      for (const outcome of Object.keys(all[kind]) as Outcome[])
        all[kind][outcome] += tally[kind][outcome];
  }
  report('all', all);
} finally {
  await service.stop();
}

async function askSet(client: string, set: string): Promise<Tally> {
  const folder = path.join(FOLDER, set);
  const workspace = (await uploadFolder(service, client, folder, set))!;
  await call(service, 'PATCH', `/clients/${client}/workspaces/${workspace.workspaceId}`, {
    as_of: AS_OF,
  });
  const tables = readdirSync(folder).flatMap((file) =>
    file.endsWith('.csv') ? [path.basename(file, '.csv')] : [],
  );
  const gold = await goldOf(folder, tables);
  const questions = (
    JSON.parse(readFileSync(path.join(folder, 'questions.json'), 'utf8')) as Asked[]
  ).filter((_, at) => !options.half || (at % 2 === 0) === (options.half === 'even'));
  const tally = empty();
  for (const { kind, sql, also = [], wordings } of questions) {
    const expected = await Promise.all((sql ? [sql, ...also] : []).map(gold));
    if (options.why) process.stdout.write(`\n${kind}: ${sql?.replaceAll(/\s+/g, ' ') ?? ''}\n`);
    for (const q of wordings) {
      const envelope = await call<Envelope>(service, 'POST', '/query', {
        q,
        workspace_id: workspace.workspaceId,
      });
      const outcome = outcomeOf(envelope, kind, expected);
      tally[kind][outcome]++;
      if (options.why && outcome !== 'right') process.stdout.write(told(q, outcome, envelope));
    }
  }
  return tally;
}

function outcomeOf(
  { result, data }: Envelope,
  kind: Asked['kind'],
  expected: readonly (readonly (readonly Cell[])[])[],
): Outcome {
  if (result === 'clarification') return kind === 'ambiguous' ? 'right' : 'asked';
  if (result !== 'success') return kind === 'cannot' ? 'right' : 'declined';
  return expected.some((rows) => holds(data?.rows ?? [], rows)) ? 'right' : 'wrong';
}

function told(q: string, outcome: Outcome, { sql, explanation, warnings }: Envelope): string {
  const codes = (warnings ?? []).map(({ code }) => code).join(' ');
  const how = `${sql ?? ''} :: ${explanation}`.replaceAll(/\s+/g, ' ').slice(0, 420);
  return `  ${outcome.padEnd(8)} ${q}\n           ${how} ${codes}\n`;
}

function report(title: string, { answer, cannot, ambiguous }: Tally): void {
  const { right, wrong, asked, declined } = answer;
  const share = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`;
  const all = right + wrong + asked + declined;
  process.stdout.write(
    `${title.padEnd(12)} of ${all}: right ${right}, wrong ${wrong}, asked ${asked}, declined ${declined}` +
      ` | answered ${share(right + wrong, all)}, right of these ${share(right, right + wrong)}` +
      ` | not in the data: refused ${cannot.right}, asked ${cannot.asked}, answered ${cannot.wrong}` +
      ` | ambiguous: asked ${ambiguous.right}, declined ${ambiguous.declined}, answered ${ambiguous.wrong}\n`,
  );
}
