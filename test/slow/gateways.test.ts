import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect } from 'chai';
import { attempt, kill } from '../../bench/faults/stores/attempt.ts';
import { HARSH, makeInstallation } from '../../bench/faults/stores/installation.ts';
import { seeded } from '../../bench/kill/run.ts';
import { call, type StartedService } from '../../bench/service.ts';
import { requirePostgres, temporaryDatabase } from '../fakes/postgres.ts';

/** Longer runs: `CHAOS_SECONDS=600 CHAOS_SEED=7 npm test -- test/slow/gateways.test.ts`. */
const SECONDS = Number(process.env['CHAOS_SECONDS'] ?? 40);
const SEED = Number(process.env['CHAOS_SEED'] ?? 1);
/** Questions that the plan allows, over all gateways. */
const QUOTA = 60;
/** The table that each client uploads and counts. */
const TABLES = ['gadgets', 'widgets', 'sprockets'] as const;
const PATIENCE_MS = 60_000;

interface Call {
  readonly client: number;
  readonly kind: 'upload' | 'question' | 'trace';
  /** Milliseconds since the load began. */
  readonly from: number;
  readonly to: number;
  /** Null: no answer came. */
  readonly status: number | null;
  /** Rows that were uploaded, or counted by the answer. */
  readonly rows: number | null;
}

for (const count of [2, 3])
  describe(`${count} gateways on one store and one folder, of which one is killed now and then`, () => {
    let database: Awaited<ReturnType<typeof temporaryDatabase>>;
    let folder: string;
    const gateways: StartedService[] = [];
    before(async function () {
      if (!(await requirePostgres())) return this.skip();
      database = await temporaryDatabase();
      folder = await mkdtemp(path.join(tmpdir(), 'plumbline-several-'));
    });
    after(async () => {
      for (const gateway of gateways) await kill(gateway);
      if (folder) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
      await database?.drop();
    });

    it('lose nothing that was acknowledged, answer nothing older, and allow no question too many', async () => {
      const random = seeded(SEED + count);
      const env = {
        ...HARSH,
        PLUMBLINE_STORE__URL: database.url,
        // One that is only slow is not to be taken for dead.
        PLUMBLINE_STORE__LEASE_MS: '60000',
        PLUMBLINE_PLANS__SELF_HOSTED__QUESTIONS_PER_MONTH: String(QUOTA),
        // However busy the machine is.
        PLUMBLINE_ASK__RECORD_TIMEOUT_MS: '60000',
      };
      const { apiKey, files } = await makeInstallation(0, env, folder);
      const tenant = files.split('/')[2];
      const start = async (again = 2): Promise<StartedService> => {
        const outcome = await attempt(folder, env);
        if (outcome.kind === 'ready') return outcome.service;
        // A machine that is too busy starts no engine in time.
        if (again === 0 || !outcome.text.includes('engine')) throw new Error(outcome.text);
        return start(again - 1);
      };
      gateways.push(...(await Promise.all(Array.from({ length: count }, () => start()))));

      const workspaces: string[] = [];
      for (const name of TABLES) {
        const at = { url: gateways[0]!.url, apiKey };
        const made = await call<{ workspace_id: string }>(
          at,
          'POST',
          `/clients/${tenant}/workspaces`,
          { name },
        );
        workspaces.push(made.workspace_id);
      }
      const filesOf = (nth: number) => `/clients/${tenant}/workspaces/${workspaces[nth]}/files`;

      const history: Call[] = [];
      const began = performance.now();
      const since = () => performance.now() - began;
      const isOver = () => since() > SECONDS * 1_000;
      const any = () => gateways[Math.floor(random() * gateways.length)]!.url;
      const send = (pathname: string, body?: FormData | string) =>
        fetch(any() + pathname, {
          method: body === undefined ? 'GET' : 'POST',
          headers: {
            'x-api-key': apiKey,
            ...(typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
          },
          ...(body === undefined ? {} : { body }),
          signal: AbortSignal.timeout(PATIENCE_MS),
        });
      const note = async (
        about: Pick<Call, 'client' | 'kind'>,
        work: () => Promise<Pick<Call, 'status' | 'rows'>>,
      ) => {
        const from = since();
        const found = await work().catch(() => ({ status: null, rows: null }));
        history.push({ ...about, from, ...found, to: since() });
        return found;
      };
      const client = async (nth: number) => {
        for (let rows = 1; !isOver(); rows++) {
          await note({ client: nth, kind: 'upload' }, async () => {
            const form = new FormData();
            const lines = Array.from({ length: rows }, (_, n) => `${n},text ${n}`).join('\n');
            form.set('file', new Blob([`number,text\n${lines}\n`]), `${TABLES[nth]}.csv`);
            const { status } = await send(filesOf(nth), form);
            return { status, rows };
          });
          const q = `how many ${TABLES[nth]} are there`;
          let trace = '';
          const asked = await note({ client: nth, kind: 'question' }, async () => {
            const reply = await send(
              '/query',
              JSON.stringify({ q, workspace_id: workspaces[nth] }),
            );
            const answer = (await reply.json()) as {
              data?: { rows: number[][] };
              trace_id?: string;
            };
            trace = answer.trace_id ?? '';
            return { status: reply.status, rows: answer.data?.rows[0]?.[0] ?? null };
          });
          if (asked.rows !== null)
            await note({ client: nth, kind: 'trace' }, async () => {
              const reply = await send(`/clients/${tenant}/results/${trace}`);
              return { status: reply.status, rows: null };
            });
          await sleep(random() * 100);
        }
      };
      const killing = async () => {
        while (!isOver()) {
          await sleep(2_000 + random() * 5_000);
          const at = Math.floor(random() * gateways.length);
          await kill(gateways[at]!);
          gateways[at] = await start();
        }
      };
      await Promise.all([killing(), ...TABLES.map((_, nth) => client(nth))]);

      process.stdout.write(`      ${summaryOf(history)}\n`);
      expect(faultsOf(history)).to.deep.equal([]);
      const answered = history.filter(({ kind, rows }) => kind === 'question' && rows !== null);
      expect(answered.length).to.be.within(1, QUOTA);
      for (const [nth, table] of TABLES.entries()) {
        const listed = (await (await send(filesOf(nth))).json()) as {
          files: { filename: string; status: string; tables: { row_count: number }[] }[];
        };
        const file = listed.files.find(({ filename }) => filename === `${table}.csv`);
        const last = acknowledged(history, nth).at(-1)?.rows ?? 0;
        expect(file?.tables[0]?.row_count ?? 0, table).to.be.at.least(last);
      }
      for (const gateway of gateways) await gateway.stop();
      expect(await readdir(path.join(folder, 'gateways'))).to.deep.equal([]);
    });
  });

const acknowledged = (history: readonly Call[], nth: number) =>
  history.filter(
    ({ client, kind, status }) => client === nth && kind === 'upload' && status === 200,
  );

/** What a client saw that must not be: an answer from before what it was told is there, or a status of a fault. */
function faultsOf(history: readonly Call[]): string[] {
  const faults: string[] = [];
  for (const call of history) {
    const { client, kind, status, rows, from } = call;
    const before = acknowledged(history, client).filter(({ to }) => to <= from);
    const least = before.at(-1)?.rows ?? 0;
    if (kind === 'question' && rows !== null && rows < least)
      faults.push(`client ${client} counted ${rows} rows, ${least} were acknowledged`);
    if (kind === 'trace' && status !== null && status !== 200 && status !== 503)
      faults.push(`client ${client} read the rows of an answer: ${status}`);
    if (status === 500) faults.push(`client ${client}: ${kind} 500`);
  }
  return faults;
}

function summaryOf(history: readonly Call[]): string {
  const counts = new Map<string, number>();
  for (const { kind, status } of history) {
    const name = `${kind} ${status ?? 'cut off'}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return [...counts].map(([name, times]) => `${times} × ${name}`).join(', ');
}
