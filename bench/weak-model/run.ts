/**
 * `npm run bench weak-model [-- --seed N] [--kind KIND] [--world NAME] [--language TAG] [--planning model-first|cross-check] [--out MISSED.jsonl]`
 *
 * What a weak model gets past the checks. Right statements over the sample company and six small ones are made wrong in
 * sixteen ways (`mutations.ts`); each that gives other rows is what a local server, which speaks the protocol of a model
 * provider, answers the right question with, however often it is asked. With `--language` those of the sample company that
 * are said in it are asked for in it. Prints by kind how the answers ended, then what
 * the checks say of the right statements.
 */
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { generateSampleCsvs } from '../../src/sample/generate.ts';
import { startFakeModels } from '../../test/fakes/models/server.ts';
import { openEngineFiles } from '../engine-files.ts';
import { call, startService, uploadFolder } from '../service.ts';
import { printTable } from '../stats.ts';
import { MUTATIONS } from './mutations.ts';
import { isPartOf, isSame, type Planted, plantedIn, type Shown } from './plant.ts';
import { RIGHT_STATEMENTS, type RightStatement } from './right-statements.ts';
import { SAID_IN, TAGS, type Tag } from './said-in.ts';

const FIXTURES = path.resolve(import.meta.dirname, '../../test/fixtures');
const SEED = 20_261_122;

interface Envelope {
  readonly result: string;
  readonly explanation: string;
  readonly sql?: string;
  readonly data?: Shown | null;
  readonly verification?: { readonly status: string; readonly reason: string };
}

/**
 * How an answer to a planted statement ended. `mended` shows the rows of the right one, `narrower` shows them, too, with
 * fewer or more columns: the built-in planner's own answer.
 */
type Ending = 'declined' | 'warning' | 'mended' | 'narrower' | 'checked' | 'verified';

interface Judged extends Planted {
  readonly right: RightStatement;
  readonly ending: Ending;
  readonly reason: string;
  /** What was run for the answer. */
  readonly ran: string | null;
}

const { values: options } = parseArgs({
  options: {
    seed: { type: 'string', default: String(SEED) },
    kind: { type: 'string' },
    world: { type: 'string' },
    language: { type: 'string' },
    planning: { type: 'string', default: 'model-first' },
    out: { type: 'string' },
  },
});

const asked = statementsIn(options.language);
const fakes = await startFakeModels();
const written = new Map<string, string>();
fakes.answer = ({ messages }) => {
  const asked = /Question: (.*)$/s.exec(messages[0]?.text ?? '')?.[1]?.trim() ?? '';
  const sql = written.get(asked) ?? '';
  const rest = { restatement: '', assumptions: [], clarification: '' };
  return JSON.stringify({ ...rest, answerable: sql !== '', sql });
};
const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-weak-model-'));
const service = await startService({
  env: {
    PLUMBLINE_SAMPLE__ENABLED: 'false',
    PLUMBLINE_MODEL__PROVIDER: 'openai-compatible',
    PLUMBLINE_MODEL__MODEL: 'weak',
    PLUMBLINE_MODEL__BASE_URL: `${fakes.url}/v1`,
    PLUMBLINE_MODEL__PLANNING: options.planning,
    PLUMBLINE_MODEL__KEPT_REPLIES: '0',
    PLUMBLINE_MODEL__FIRST_TOKEN_TIMEOUT_MS: '30000',
    PLUMBLINE_LOG__LEVEL: 'fatal',
  },
});
const judged: Judged[] = [];
const doubted: (readonly [RightStatement, Envelope])[] = [];
try {
  await generateSampleCsvs(path.join(folder, 'sample'));
  const me = await call<{ client_id: string }>(service, 'GET', '/whoami');
  for (const [world, statements] of Map.groupBy(asked, (one) => one.world))
    if (options.world === undefined || options.world === world)
      await askWorld(me.client_id, world, statements);
} finally {
  await service.stop();
  await fakes.close();
  await rm(folder, { recursive: true, force: true });
}
report();

/** The right statements; those of a language are asked for in it. */
function statementsIn(language: string | undefined): readonly RightStatement[] {
  if (language === undefined) return RIGHT_STATEMENTS;
  const tag = TAGS.find((one): one is Tag => one === language);
  if (!tag) throw new Error(`--language is one of ${TAGS.join(', ')}`);
  return RIGHT_STATEMENTS.flatMap((one) => {
    const said = one.world === 'sample' ? SAID_IN[one.question] : undefined;
    return said ? [{ ...one, question: said[tag] }] : [];
  });
}

async function askWorld(
  clientId: string,
  world: string,
  statements: readonly RightStatement[],
): Promise<void> {
  const csv = path.join(folder, world);
  if (world !== 'sample') await cp(path.join(FIXTURES, world), csv, { recursive: true });
  const workspace = await uploadFolder(service, clientId, csv, world);
  if (!workspace) throw new Error(`${world} was not uploaded`);
  const engine = await openEngineFiles(path.join(service.dataDir, 'engine', workspace.workspaceId));
  const planted = await plantedIn(engine, statements, Number(options.seed));
  engine.closeSync();
  const ask = (right: RightStatement, sql: string) => {
    written.set(right.question, sql);
    const body = { q: right.question, workspace_id: workspace.workspaceId };
    return call<Envelope>(service, 'POST', '/query', body);
  };
  for (const [right, wrong] of planted) {
    const answer = await ask(right, right.sql);
    const status = answer.verification?.status;
    if (status !== 'checked' && status !== 'verified') doubted.push([right, answer]);
    for (const one of wrong.filter(({ kind }) => (options.kind ?? kind) === kind)) {
      const given = await ask(right, one.sql);
      const ordered = one.kind === 'other direction';
      const [meant, shown] = [answer.data, given.data];
      const isRight = meant && shown && isSame(meant, shown, ordered);
      const isNarrower = meant && shown && isPartOf(shown, meant);
      const reason = given.verification?.reason ?? given.explanation;
      const ending = isRight ? 'mended' : isNarrower ? 'narrower' : endingOf(given);
      judged.push({ ...one, right, reason, ending, ran: given.sql ?? null });
    }
  }
}

function endingOf({ result, verification }: Envelope): Ending {
  const status = verification?.status;
  if (result !== 'success') return 'declined';
  return status === 'warning' || status === 'verified' ? status : 'checked';
}

function report(): void {
  for (const heldOut of [false, true]) {
    const own = judged.filter(({ right }) => right.heldOut === heldOut);
    const right = asked.filter(
      (one) => one.heldOut === heldOut && (options.world ?? one.world) === one.world,
    );
    if (right.length === 0) continue;
    const row = (name: string, of: readonly Judged[]) => {
      const count = (ending: Ending) => String(of.filter((one) => one.ending === ending).length);
      return {
        mistake: name,
        planted: String(of.length),
        declined: count('declined'),
        warning: count('warning'),
        mended: count('mended'),
        narrower: count('narrower'),
        checked: count('checked'),
        verified: count('verified'),
        'checked %': percent(Number(count('checked')), of.length),
      };
    };
    const kinds = Object.keys(MUTATIONS).map((kind) =>
      row(
        kind,
        own.filter((one) => one.kind === kind),
      ),
    );
    const name = heldOut ? 'held out' : 'open';
    printTable(`Wrong statements that give other rows (${name})`, [...kinds, row('all', own)]);
    const alarms = doubted.filter(([right]) => right.heldOut === heldOut);
    console.log(
      `\nright statements (${name}): ${alarms.length} of ${right.length} doubted (${percent(alarms.length, right.length)} %)`,
    );
    for (const [{ question, world }, { explanation, verification }] of alarms)
      console.log(`  [${world}] ${question}: ${verification?.reason || explanation}`);
  }
  if (options.out) {
    const missed = judged.filter(({ ending }) => ending === 'checked' || ending === 'verified');
    const lines = missed.map(({ kind, right, sql, ran }) => {
      const { world, heldOut, question } = right;
      return `${JSON.stringify({ kind, world, heldOut, question, sql, ran })}\n`;
    });
    void writeFile(options.out, lines.join(''));
  }
}

function percent(part: number, whole: number): string {
  return ((100 * part) / Math.max(1, whole)).toFixed(1);
}
