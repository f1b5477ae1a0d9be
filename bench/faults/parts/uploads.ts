import { setTimeout as sleep } from 'node:timers/promises';
import { type OwnWorkspace, openWorkspace } from '../../../test/e2e/workspace.ts';
import { seeded } from '../../kill/run.ts';
import type { FaultContext, FaultPart, FaultRow } from '../fault.ts';
import { flippedForm } from '../flipped-form.ts';

const UPLOADS = 1_000;
const AT_ONCE = 4;
const TIMEOUT_MS = 60_000;

/** Forms with flipped bytes, most of them in the lines around the file, on both endpoints of uploads. */
export const part: FaultPart = {
  name: 'uploads',
  async run(context) {
    const rows: FaultRow[] = [];
    for (const endpoint of ['', '/async'])
      if (!context.signal.aborted && context.wants(`POST …/files${endpoint}`))
        rows.push(await flipped(endpoint, context));
    return rows;
  },
};

async function flipped(
  endpoint: string,
  { seed, scale, signal, say }: FaultContext,
): Promise<FaultRow> {
  const own = await openWorkspace({ PLUMBLINE_LOG__LEVEL: 'fatal' });
  const random = seeded(seed);
  const count = Math.max(20, Math.round(UPLOADS * scale));
  const statuses = new Map<string, number>();
  let [sent, wrong] = [0, 0];
  const one = async () => {
    while (sent < count && !signal.aborted && lives(own)) {
      const body = flippedForm(sent++, random);
      const status = await send(own, endpoint, body);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (!/^[24]/.test(status)) {
        wrong += 1;
        say(`${endpoint}: ${status} to ${JSON.stringify(body.toString('latin1').slice(0, 300))}`);
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, one));
    const isHealthy = lives(own) && (await answers(own).catch((error) => void say(String(error))));
    say(`${endpoint}: ${sent} sent`);
    return {
      fault: `flipped bytes: POST …/files${endpoint}`,
      ...{ runs: sent, deaths: lives(own) ? 0 : 1 },
      ...{ lost: 0, orphans: 0, effects: 0, wrong: wrong + (isHealthy ? 0 : 1) },
      figures: [...statuses].map(([status, n]) => `${n} × ${status}`).join(', '),
    };
  } finally {
    await own.close();
  }
}

const lives = ({ service }: OwnWorkspace) =>
  service.process.exitCode === null && service.process.signalCode === null;

/** A whole upload and a question over it, right afterwards. */
async function answers(own: OwnWorkspace): Promise<boolean> {
  await own.upload('city,amount\nRome,7\nOslo,1\n', 'healthy_sales.csv');
  for (;;) {
    const { data } = await own.ask('how many healthy sales are there');
    if (data) return data.rows[0]?.[0] === 2;
    await sleep(100);
  }
}

async function send(own: OwnWorkspace, endpoint: string, body: Buffer): Promise<string> {
  try {
    const response = await fetch(own.service.url + own.files + endpoint, {
      method: 'POST',
      body: new Uint8Array(body),
      headers: {
        'x-api-key': own.service.apiKey ?? '',
        'content-type': 'multipart/form-data; boundary=B',
      },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.text();
    return String(response.status);
  } catch (error) {
    return error instanceof Error ? `no answer (${error.cause ?? error.message})` : 'no answer';
  }
}
