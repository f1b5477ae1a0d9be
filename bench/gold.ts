/**
 * `npm run bench gold -- --set DIR [--questions FILE] [--databases NAME,…] [--german FILE] [--out LOST.jsonl]`
 *
 * What the path from a model's reply to the answer loses: a fake model gives the gold SQL of each question, and the
 * rows of the answer are compared with those that the same SQL gives on the engine file itself. Statements that the
 * engine itself refuses do not count, and columns that a rule marked as sensitive or hid are made readable, as the owner of
 * the data may. Where the built-in planner reads the question otherwise and its answer is shown with a warning that says so,
 * nothing is lost on the way: that is counted apart, and so are its lists of the same rows, each once. Prints what is lost by its reason, and why the rows of the right
 * statement are warned of. With `--german` (lines `id<TAB>question`) these questions are asked in German, and the languages that
 * answers are explained in are counted.
 */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { askedLanguage } from '../src/texts/asked-language.ts';
import { startFakeModels } from '../test/fakes/models/server.ts';
import { openEngineFiles } from './engine-files.ts';
import { engineNames, rename, runGold } from './gold-sql.ts';
import { readQuestions } from './questions.ts';
import { call, startService, uploadFolder, type Workspace } from './service.ts';

interface Question {
  readonly id: string | number;
  readonly db_id: string;
  readonly question: string;
  readonly gold_sql: string;
}
interface Envelope {
  readonly result: string;
  readonly sql?: string;
  readonly explanation: string;
  readonly truncated?: boolean;
  readonly data?: { readonly rows: readonly (readonly unknown[])[] } | null;
  readonly attempts?: number;
  readonly verification?: { readonly status: string; readonly reason: string };
}
interface Schema {
  readonly tables: readonly {
    readonly table_name: string;
    readonly columns: readonly { readonly name: string; readonly sensitive: boolean }[];
  }[];
}
interface Status {
  readonly hidden_columns?: readonly {
    readonly workspace_id: string;
    readonly table: string;
    readonly column: string;
  }[];
}
interface Lost {
  readonly id: string | number;
  readonly question: string;
  readonly sql: string;
  readonly ran: string | null;
  readonly reason: string;
}

const { values: options } = parseArgs({
  options: {
    set: { type: 'string', default: '/tmp/bench/dev' },
    questions: { type: 'string' },
    databases: { type: 'string' },
    german: { type: 'string' },
    out: { type: 'string' },
  },
});
const file = options.questions ?? path.join(options.set, 'questions.jsonl');
const all = await readQuestions<Question>(file, options.databases);
const questions = options.german ? inGerman(all, options.german) : all;
const fakes = await startFakeModels();
const gold = new Map<string, string>();
fakes.answer = ({ messages }) => {
  const asked = /Question: (.*)$/s.exec(messages[0]!.text)?.[1] ?? '';
  const sql = gold.get(asked.trim()) ?? '';
  const rest = { restatement: '', assumptions: [], clarification: '' };
  return JSON.stringify({ ...rest, answerable: sql !== '', sql });
};
const service = await startService({
  env: {
    PLUMBLINE_ASK__MAX_ROWS: '10000',
    PLUMBLINE_SAMPLE__ENABLED: 'false',
    PLUMBLINE_MODEL__PROVIDER: 'openai-compatible',
    PLUMBLINE_MODEL__MODEL: 'gold',
    PLUMBLINE_MODEL__BASE_URL: `${fakes.url}/v1`,
    PLUMBLINE_MODEL__PLANNING: 'model-first',
    PLUMBLINE_MODEL__FIRST_TOKEN_TIMEOUT_MS: '30000',
    PLUMBLINE_LOG__LEVEL: 'fatal',
  },
});
const lost: Lost[] = [];
/** Answers of the built-in planner in place of the model's, which say that the two differ. */
const readOtherwise: Lost[] = [];
const statuses = new Map<string, number>();
/** Explanations by the language that they are recognized as. */
const explained = new Map<string, string[]>();
/** Answers with the rows of the right statement that warn of something. */
const warned: Lost[] = [];
let listedOnce = 0;
let refused = 0;
let unprotected = 0;
let asked = 0;
try {
  const me = await call<{ client_id: string | null; clients?: { client_id: string }[] }>(
    service,
    'GET',
    '/whoami',
  );
  const clientId = me.client_id ?? me.clients![0]!.client_id;
  for (const [database, own] of Map.groupBy(questions, (one) => one.db_id))
    await askAll(clientId, database, own);
} finally {
  await service.stop();
  await fakes.close();
}
report();

async function askAll(clientId: string, database: string, own: readonly Question[]): Promise<void> {
  const folder = path.join(options.set, 'csv', database);
  const workspace = await uploadFolder(service, clientId, folder, database);
  if (!workspace) return;
  await unprotect(workspace);
  const engine = await openEngineFiles(path.join(service.dataDir, 'engine', workspace.workspaceId));
  const names = await engineNames(engine);
  const queue = [...own];
  const work = async () => {
    for (let one = queue.shift(); one; one = queue.shift()) {
      const direct = await runGold(engine, rename(one.gold_sql, names));
      if (!direct.rows) {
        refused += 1;
        continue;
      }
      asked += 1;
      gold.set(one.question.trim(), direct.sql!);
      const body = { q: one.question, workspace_id: workspace.workspaceId };
      const answer = await call<Envelope>(service, 'POST', '/query', body).catch(
        (error: unknown): Envelope => ({ result: 'error', explanation: String(error) }),
      );
      const reason = lossOf(answer, direct.rows);
      const status = answer.verification?.status ?? answer.result;
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      const { id, question } = one;
      const language = askedLanguage(answer.explanation) ?? 'unclear';
      explained.set(language, [...(explained.get(language) ?? []), answer.explanation]);
      if (!reason) {
        if (status === 'warning')
          warned.push({
            ...{ id, question, sql: direct.sql!, ran: answer.sql ?? null },
            reason: answer.verification?.reason ?? '',
          });
        continue;
      }
      const into = isReadOtherwise(answer) ? readOtherwise : lost;
      into.push({ id, question, sql: direct.sql!, ran: answer.sql ?? null, reason });
    }
  };
  await Promise.all([work(), work(), work()]);
  engine.closeSync();
  process.stderr.write(`${database}: ${own.length} asked, ${lost.length} lost so far\n`);
}

/** The questions that there is a German wording of, in it. */
function inGerman(english: readonly Question[], file: string): readonly Question[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const german = new Map(lines.map((line) => line.split('\t') as [string, string]));
  return english.flatMap((one) => {
    const question = german.get(String(one.id));
    return question ? [{ ...one, question }] : [];
  });
}

/** Lets every column be read: a rule keeps some (an SSN) from all statements, whoever writes them. */
async function unprotect({ clientId, workspaceId }: Workspace): Promise<void> {
  const at = `/clients/${clientId}/schema`;
  const show = async (table: string, column: string, shown: object) => {
    const where = `${at}/tables/${table}/columns/${column}?workspace_id=${workspaceId}`;
    await call(service, 'PATCH', where, shown);
    unprotected += 1;
  };
  const status = await call<Status>(service, 'GET', `${at}/status`);
  for (const { workspace_id, table, column } of status.hidden_columns ?? [])
    if (workspace_id === workspaceId) await show(table, column, { hidden: false });
  const { tables } = await call<Schema>(service, 'GET', `${at}?workspace_id=${workspaceId}`);
  for (const { table_name, columns } of tables)
    for (const { name } of columns.filter(({ sensitive }) => sensitive))
      await show(table_name, name, { sensitive: false });
}

/** Why an answer is not that of the statement; null where it is. */
function lossOf(answer: Envelope, rows: Rows): string | null {
  if (answer.result !== 'success' || !answer.data) return `${answer.result}: ${answer.explanation}`;
  if (answer.truncated) return 'truncated';
  if (canonical(answer.data.rows) === canonical(rows)) return null;
  if (isListedOnce(answer, rows)) {
    listedOnce += 1;
    return null;
  }
  return `other rows, ${answer.verification?.status}: ${answer.verification?.reason}`;
}

/** Whether an answer that nothing warns of has the rows of a statement that repeats some of them. */
function isListedOnce({ data, verification }: Envelope, rows: Rows): boolean {
  const shown = data?.rows ?? [];
  // Columns may stand in another order.
  const distinct = (of: Rows) =>
    [...new Set(of.map((row) => JSON.stringify(row.map((one) => String(cell(one))).sort())))]
      .sort()
      .join('\n');
  return (
    verification?.status === 'checked' &&
    shown.length < rows.length &&
    distinct(shown) === distinct(rows)
  );
}

function isReadOtherwise({ result, verification }: Envelope): boolean {
  return (
    result === 'success' &&
    verification?.status === 'warning' &&
    verification.reason.includes('independent second query')
  );
}

type Rows = readonly (readonly unknown[])[];

/** Rows in any order; numbers to six digits, times without their zeros. */
function canonical(rows: Rows): string {
  return rows
    .map((row) => JSON.stringify(row.map(cell)))
    .sort()
    .join('\n');
}

function cell(value: unknown): unknown {
  if (typeof value === 'boolean' || value === null || value === '') return value;
  const number = Number(value);
  if (Number.isFinite(number)) return Number(number.toPrecision(9));
  return String(value)
    .replace('T', ' ')
    .replace(/(\.\d*?)0+$/, '$1')
    .replace(/\.$/, '');
}

function report(): void {
  const kept = asked - lost.length - readOtherwise.length;
  console.log(
    `${questions.length} questions; the engine refuses the statements of ${refused}; of the other ${asked} the path keeps ${kept} (${listedOnce} of them list each row once), shows another reading with a warning for ${readOtherwise.length}, and loses ${lost.length} (${((100 * lost.length) / asked).toFixed(2)} %)`,
  );
  console.log(
    `${unprotected} columns that a rule had marked as sensitive or hidden were made readable`,
  );
  console.log(
    `verification: ${[...statuses].map(([name, count]) => `${name} ${count}`).join(', ')}`,
  );
  if (options.german) {
    console.log(
      `explained in: ${[...explained].map(([is, of]) => `${is} ${of.length}`).join(', ')}`,
    );
    for (const text of [...explained].flatMap(([is, of]) => (is === 'de' ? [] : of)))
      console.log(`  explained\t${text}`);
  }
  const read = warned.filter(({ reason }) => reason.includes('could also mean')).length;
  console.log(
    `right rows with a warning: ${warned.length}, ${read} of them where the planner reads the question otherwise`,
  );
  for (const { question, reason } of warned) console.log(`  warned\t${question}\t${reason}`);
  const reasons = Map.groupBy(lost, ({ reason }) =>
    reason.replace(/"[^"]*"|\d+/g, '…').slice(0, 110),
  );
  for (const [reason, of] of [...reasons].sort((a, b) => b[1].length - a[1].length).slice(0, 40))
    console.log(`${of.length}\t${reason}\te.g. ${of[0]!.id}`);
  if (options.out)
    void writeFile(
      options.out,
      [...lost, ...readOtherwise, ...warned].map((one) => `${JSON.stringify(one)}\n`).join(''),
    );
}
