/**
 * `npm run bench conversations -- [--only COMPANY,…] [--why]`
 *
 * Holds conversations of four turns and more with a service of our own, without a model, over the sample company and
 * six made ones (bench/everyday/data.ts), each in one session, and judges the rows of every turn by statements over
 * the same files, as bench everyday does. First turns and follow-ups are counted apart. A turn without an answer is
 * followed by the next one as it stands: what refers to it must not be answered past it in silence. Where an answer
 * says which earlier one it changes, it is counted apart. `--why` lists what is not right, of the companies
 * that are open to whoever develops.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { type Cell, holds } from './everyday/judge.ts';
import { openCompany } from './everyday/open-company.ts';
import { FLEET_TALKS } from './everyday/talks/fleet.ts';
import { LETTING_TALKS } from './everyday/talks/letting.ts';
import { PERSONNEL_TALKS } from './everyday/talks/personnel.ts';
import { PRACTICE_TALKS } from './everyday/talks/practice.ts';
import { SAMPLE_TALKS } from './everyday/talks/sample.ts';
import { SHOP_TALKS } from './everyday/talks/shop.ts';
import type { Talk } from './everyday/talks/talk.ts';
import { VENUE_TALKS } from './everyday/talks/venue.ts';
import { call, startService } from './service.ts';

const SETS: readonly (readonly [string, readonly Talk[], 'open' | 'held out'])[] = [
  ['sample', SAMPLE_TALKS, 'open'],
  ['shop', SHOP_TALKS, 'open'],
  ['fleet', FLEET_TALKS, 'open'],
  ['venue', VENUE_TALKS, 'open'],
  ['letting', LETTING_TALKS, 'open'],
  ['practice', PRACTICE_TALKS, 'held out'],
  ['personnel', PERSONNEL_TALKS, 'held out'],
];

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, why: { type: 'boolean', default: false } },
});

interface Envelope {
  readonly result: string;
  readonly session_id: string | null;
  readonly sql?: string | null;
  readonly explanation: string;
  readonly assumptions?: readonly string[];
  readonly data?: { readonly rows: readonly (readonly Cell[])[] } | null;
}

const OUTCOMES = ['right', 'wrong', 'asked', 'declined', 'refused', 'past'] as const;
/**
 * `refused`: what nothing answers, and was not answered; `past`: what changes an answer from before a turn that got none,
 * and says so, and what follows it.
 */
type Outcome = (typeof OUTCOMES)[number];
type Tally = Record<Outcome, number>;
interface Counted {
  readonly first: Tally;
  readonly following: Tally;
}

/** What an answer says that changes an answer from before a turn without one. */
const SAID_PAST = /changes the earlier question/;
const saysPast = ({ explanation, assumptions = [] }: Envelope) =>
  [explanation, ...assumptions].some((text) => SAID_PAST.test(text));

const empty = (): Tally => ({ right: 0, wrong: 0, asked: 0, declined: 0, refused: 0, past: 0 });
const add = (to: Tally, more: Tally) => {
  for (const key of OUTCOMES) to[key] += more[key];
};

const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-conversations-'));
const service = await startService();
try {
  const { client_id } = await call<{ client_id: string }>(service, 'GET', '/whoami');
  const all: Counted = { first: empty(), following: empty() };
  const apart: Counted = { first: empty(), following: empty() };
  for (const [name, talks, kind] of SETS) {
    if (options.only && !options.only.split(',').includes(name)) continue;
    const counted = await converse(client_id, name, talks, kind === 'open');
    report(`${name} (${kind}), ${talks.length} conversations`, counted);
    for (const total of kind === 'open' ? [all] : [all, apart]) {
      add(total.first, counted.first);
      add(total.following, counted.following);
    }
  }
  report('held out', apart);
  report('all', all);
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}

async function converse(
  client: string,
  name: string,
  talks: readonly Talk[],
  open: boolean,
): Promise<Counted> {
  const { workspaceId, gold } = await openCompany(service, client, folder, name);
  const counted: Counted = { first: empty(), following: empty() };
  for (const talk of talks) {
    let session: string | null = null;
    let past = false;
    for (const [index, { q, sql }] of talk.entries()) {
      const expected = await Promise.all(sql.map(gold));
      const envelope: Envelope = await call<Envelope>(service, 'POST', `/clients/${client}/ask`, {
        ...{ query: q, workspace_id: workspaceId },
        ...(session ? { session_id: session } : { new_session: true }),
      });
      session ??= envelope.session_id;
      const judged = outcomeOf(envelope, expected);
      if (judged === 'right') past = false;
      else past ||= judged === 'wrong' && saysPast(envelope);
      const outcome = past && judged === 'wrong' ? 'past' : judged;
      (index === 0 ? counted.first : counted.following)[outcome]++;
      if (options.why && open && outcome !== 'right' && outcome !== 'refused') {
        const before = talk.slice(0, index).map((turn) => turn.q);
        process.stdout.write(
          `  ${outcome.padEnd(8)} ${[...before, q].join(' → ')}\n           ${(envelope.sql ?? envelope.explanation).replaceAll(/\s+/g, ' ').slice(0, 240)}\n`,
        );
      }
    }
  }
  return counted;
}

function outcomeOf(
  { result, data }: Envelope,
  expected: readonly (readonly (readonly Cell[])[])[],
): Outcome {
  if (result !== 'success')
    return expected.length === 0 ? 'refused' : result === 'clarification' ? 'asked' : 'declined';
  return expected.some((rows) => holds(data?.rows ?? [], rows)) ? 'right' : 'wrong';
}

function report(title: string, { first, following }: Counted): void {
  const told = ({ right, wrong, asked, declined, refused, past }: Tally) => {
    const all = right + wrong + asked + declined + past;
    const share = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`;
    return `of ${all}: right ${right}, wrong ${wrong}, asked ${asked}, declined ${declined}, answered ${share(right + wrong, all)}, right of these ${share(right, right + wrong)}, refused ${refused}, past a turn without an answer and said so ${past}`;
  };
  process.stdout.write(`${title}\n  first      ${told(first)}\n  follow-ups ${told(following)}\n`);
}
