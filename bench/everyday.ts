/**
 * `npm run bench everyday -- [--only COMPANY,…] [--why]`
 *
 * Asks a service of our own, without a model, everyday questions over the sample company and seven made ones whose
 * names differ in style, each in several wordings, and judges the rows by statements over the same files: columns
 * beyond those asked and the order of rows and columns do not matter. Prints what is right, wrong, asked back and
 * declined; of declines, how many offer nothing to go on with; of pairs of wordings that mean the same, how many are
 * answered and declined. `--why` lists all that is not right, of the companies that are open to whoever develops.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Case } from './everyday/cases/case.ts';
import { DEALER } from './everyday/cases/dealer.ts';
import { FLEET } from './everyday/cases/fleet.ts';
import { HOTEL } from './everyday/cases/hotel.ts';
import { LETTING } from './everyday/cases/letting.ts';
import { MAILORDER } from './everyday/cases/mailorder.ts';
import { nativeIn } from './everyday/cases/native-languages.ts';
import { PERSONNEL } from './everyday/cases/personnel.ts';
import { PRACTICE } from './everyday/cases/practice.ts';
import { SAMPLE } from './everyday/cases/sample.ts';
import { SAMPLE_GERMAN } from './everyday/cases/sample-german.ts';
import { sampleIn } from './everyday/cases/sample-languages.ts';
import { SHOP } from './everyday/cases/shop.ts';
import { VENUE } from './everyday/cases/venue.ts';
import { WHOLESALE } from './everyday/cases/wholesale.ts';
import { type Cell, holds } from './everyday/judge.ts';
import { openCompany } from './everyday/open-company.ts';
import { call, startService } from './service.ts';

const SETS: readonly (readonly [string, readonly Case[], 'open' | 'held out'])[] = [
  ['sample', SAMPLE, 'open'],
  ['shop', SHOP, 'open'],
  ['fleet', FLEET, 'open'],
  ['wholesale', WHOLESALE, 'open'],
  ['venue', VENUE, 'open'],
  ['letting', LETTING, 'open'],
  ['sample in German', SAMPLE_GERMAN, 'open'],
  ['sample in French', sampleIn('fr'), 'open'],
  ['sample in Spanish', sampleIn('es'), 'open'],
  ['sample in Italian', sampleIn('it'), 'open'],
  ['sample in Portuguese', sampleIn('pt'), 'open'],
  ['sample in Dutch', sampleIn('nl'), 'open'],
  ['dealer', DEALER, 'open'],
  ['mailorder', MAILORDER, 'open'],
  ['sample by natives in French', nativeIn('fr'), 'open'],
  ['sample by natives in Spanish', nativeIn('es'), 'open'],
  ['sample by natives in Italian', nativeIn('it'), 'held out'],
  ['sample by natives in Portuguese', nativeIn('pt'), 'open'],
  ['sample by natives in Dutch', nativeIn('nl'), 'held out'],
  ['hotel', HOTEL, 'held out'],
  ['practice', PRACTICE, 'open'],
  ['personnel', PERSONNEL, 'open'],
];

const { values: options } = parseArgs({
  options: { only: { type: 'string' }, why: { type: 'boolean', default: false } },
});

interface Envelope {
  readonly result: string;
  readonly sql?: string | null;
  readonly explanation: string;
  readonly data?: { readonly rows: readonly (readonly Cell[])[] } | null;
  readonly clarification?: { readonly options?: readonly unknown[] } | null;
  readonly suggestions?: readonly unknown[] | null;
}

type Outcome = 'right' | 'wrong' | 'asked' | 'declined';

interface Tally extends Record<Outcome, number> {
  /** Questions that the data does not answer, and that were not. */
  refused: number;
  /** Declines that offer nothing to go on with. */
  deadEnds: number;
  /** Pairs of wordings of which one is answered and the other is not, and all pairs. */
  torn: number;
  pairs: number;
}

const empty = (): Tally => ({
  ...{ right: 0, wrong: 0, asked: 0, declined: 0, refused: 0 },
  ...{ deadEnds: 0, torn: 0, pairs: 0 },
});

const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-everyday-'));
const service = await startService();
try {
  const { client_id } = await call<{ client_id: string }>(service, 'GET', '/whoami');
  const all = empty();
  for (const [name, cases, kind] of SETS) {
    if (options.only && !options.only.split(',').includes(name)) continue;
    const tally = await askCompany(client_id, name, cases, kind);
    report(`${name} (${kind})`, tally);
    for (const key of Object.keys(all) as (keyof Tally)[]) all[key] += tally[key];
  }
  report('all', all);
} finally {
  await service.stop();
  await rm(folder, { recursive: true, force: true });
}

async function askCompany(
  client: string,
  name: string,
  cases: readonly Case[],
  kind: 'open' | 'held out',
): Promise<Tally> {
  const { workspaceId, gold } = await openCompany(service, client, folder, name);
  const tally = empty();
  for (const one of cases) {
    const expected = await Promise.all(one.sql.map(gold));
    const outcomes: Outcome[] = [];
    for (const q of one.asks) {
      const envelope = await call<Envelope>(service, 'POST', '/query', {
        q,
        workspace_id: workspaceId,
      });
      const outcome = outcomeOf(envelope, expected, one);
      outcomes.push(outcome);
      if (expected.length === 0 && outcome !== 'wrong') tally.refused++;
      else tally[outcome]++;
      const offers = (envelope.suggestions ?? []).length > 0;
      if (outcome === 'declined' && !offers) tally.deadEnds++;
      if (options.why && kind === 'open' && outcome !== 'right')
        process.stdout.write(
          `  ${outcome.padEnd(8)} ${q}\n           ${(envelope.sql ?? envelope.explanation).replaceAll(/\s+/g, ' ').slice(0, 240)}\n`,
        );
    }
    if (expected.length === 0 || one.mayAsk) continue;
    outcomes.forEach((first, index) => {
      for (const second of outcomes.slice(index + 1)) {
        tally.pairs++;
        if ((first === 'right') !== (second === 'right')) tally.torn++;
      }
    });
  }
  return tally;
}

function outcomeOf(
  { result, data }: Envelope,
  expected: readonly (readonly (readonly Cell[])[])[],
  { mayAsk }: Case,
): Outcome {
  if (result === 'clarification') return mayAsk ? 'right' : 'asked';
  if (result !== 'success') return 'declined';
  return expected.some((rows) => holds(data?.rows ?? [], rows)) ? 'right' : 'wrong';
}

function report(title: string, tally: Tally): void {
  const { right, wrong, asked, declined, refused, deadEnds, torn, pairs } = tally;
  const answerable = right + wrong + asked + declined;
  const share = (part: number, of: number) => `${((100 * part) / Math.max(1, of)).toFixed(1)} %`;
  process.stdout.write(
    `${title.padEnd(22)} of ${answerable}: right ${right}, wrong ${wrong}, asked ${asked}, declined ${declined}` +
      ` | answered ${share(right + wrong, answerable)}, right of these ${share(right, right + wrong)}` +
      ` | not in the data and refused ${refused} | declines with nothing to go on ${deadEnds} | pairs torn ${share(torn, pairs)} of ${pairs}\n`,
  );
}
