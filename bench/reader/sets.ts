import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Planner } from '../../src/planner/plan.ts';
import { plan as planByRules } from '../../src/read/plan.ts';
import { generateSampleCsvs } from '../../src/sample/generate.ts';
import type { AskedOver } from '../../test/unit/planner/answered.ts';
import type { Case } from '../everyday/cases/case.ts';
import { DEALER } from '../everyday/cases/dealer.ts';
import { FLEET } from '../everyday/cases/fleet.ts';
import { HOTEL } from '../everyday/cases/hotel.ts';
import { LETTING } from '../everyday/cases/letting.ts';
import { MAILORDER } from '../everyday/cases/mailorder.ts';
import { nativeIn } from '../everyday/cases/native-languages.ts';
import { PERSONNEL } from '../everyday/cases/personnel.ts';
import { PRACTICE } from '../everyday/cases/practice.ts';
import { SAMPLE } from '../everyday/cases/sample.ts';
import { SAMPLE_GERMAN } from '../everyday/cases/sample-german.ts';
import { sampleIn } from '../everyday/cases/sample-languages.ts';
import { SHOP } from '../everyday/cases/shop.ts';
import { VENUE } from '../everyday/cases/venue.ts';
import { WHOLESALE } from '../everyday/cases/wholesale.ts';
import { AS_OF, COMPANIES, csvOf } from '../everyday/data.ts';
import { FLEET_TALKS } from '../everyday/talks/fleet.ts';
import { LETTING_TALKS } from '../everyday/talks/letting.ts';
import { PERSONNEL_TALKS } from '../everyday/talks/personnel.ts';
import { PRACTICE_TALKS } from '../everyday/talks/practice.ts';
import { SAMPLE_TALKS } from '../everyday/talks/sample.ts';
import { SHOP_TALKS } from '../everyday/talks/shop.ts';
import type { Talk } from '../everyday/talks/talk.ts';
import { VENUE_TALKS } from '../everyday/talks/venue.ts';
import { type SetQuestion, unscored } from '../judge/judge.ts';
import type { Data } from './catalogs.ts';

/** A question of the net. */
export interface Item {
  readonly id: string;
  readonly question: string;
  /** How its rows are judged: a question of a reading set, statements any of whose rows are right, or not at all. */
  readonly expected:
    | { readonly kind: 'set'; readonly line: SetQuestion }
    | { readonly kind: 'rows'; readonly sql: readonly string[] }
    | { readonly kind: 'none' };
  /** It goes on from the questions before it since the last one that does not. */
  readonly follows?: true;
  /** Who plans it, where that is not the whole planner. */
  readonly planner?: Planner;
}

/** Questions over the same data. */
export interface Job {
  readonly set: string;
  readonly heldOut: boolean;
  readonly data: Data;
  /** The present instant. */
  readonly now: string;
  /** The SQLite file that statements of a reading set are run on. */
  readonly gold?: string;
  readonly items: readonly Item[];
}

const NOW = '2026-11-21T12:00:00Z';
const SAMPLE_DAY = '2026-10-31T12:00:00Z';
const STRANGERS_DAY = '2026-11-26T12:00:00Z';
const HERE = path.join(import.meta.dirname, '..');

const EVERYDAY: readonly (readonly [string, readonly Case[], 'held out'?])[] = [
  ['sample', SAMPLE],
  ['shop', SHOP],
  ['fleet', FLEET],
  ['wholesale', WHOLESALE],
  ['venue', VENUE],
  ['letting', LETTING],
  ['sample in German', SAMPLE_GERMAN],
  ['sample in French', sampleIn('fr')],
  ['sample in Spanish', sampleIn('es')],
  ['sample in Italian', sampleIn('it')],
  ['sample in Portuguese', sampleIn('pt')],
  ['sample in Dutch', sampleIn('nl')],
  ['dealer', DEALER],
  ['mailorder', MAILORDER],
  ['sample by natives in French', nativeIn('fr')],
  ['sample by natives in Spanish', nativeIn('es')],
  ['sample by natives in Italian', nativeIn('it'), 'held out'],
  ['sample by natives in Portuguese', nativeIn('pt')],
  ['sample by natives in Dutch', nativeIn('nl'), 'held out'],
  ['hotel', HOTEL, 'held out'],
  ['practice', PRACTICE],
  ['personnel', PERSONNEL],
];

const TALKS: readonly (readonly [string, readonly Talk[], 'held out'?])[] = [
  ['sample', SAMPLE_TALKS],
  ['shop', SHOP_TALKS],
  ['fleet', FLEET_TALKS],
  ['venue', VENUE_TALKS],
  ['letting', LETTING_TALKS],
  ['practice', PRACTICE_TALKS, 'held out'],
  ['personnel', PERSONNEL_TALKS, 'held out'],
];

/** Where the evaluation data and the kept catalogs lie. */
export interface Places {
  readonly bench: string;
  readonly kept: string;
}

/** All jobs of the net, by set. Sets whose data is not there are left out. */
export async function jobsOf(places: Places): Promise<readonly Job[]> {
  return [
    ...readingJobs(places),
    ...webTableJobs(places),
    ...(await companyJobs(places)),
    ...strangerJobs(),
    ...(await unitTestJobs()),
  ];
}

function readLines<T>(file: string): T[] {
  if (!existsSync(file)) return [];
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes)
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}

type Line = SetQuestion & { readonly question: string };

const itemOf = (line: Line): Item => ({
  id: String(line.id),
  question: line.question,
  expected: { kind: 'set', line },
});

/** Databases that nobody looks at question by question: no file of open questions is about them. */
function readingJobs({ bench }: Places): Job[] {
  const files: readonly (readonly [string, string])[] = [
    ['reading', 'questions.jsonl'],
    ['synonyms', 'questions.syn.jsonl'],
  ];
  const fresh = ['open', 'held-out'].flatMap((name) =>
    readLines<Line>(path.join(HERE, 'fresh', `${name}.jsonl.gz`)),
  );
  const open = new Set(
    readLines<Line>(path.join(HERE, 'fresh/open.jsonl.gz')).map(({ db_id }) => db_id),
  );
  return ['dev', 'train'].flatMap((part) =>
    [...files, ['fresh', ''] as const].flatMap(([set, file]) => {
      const lines = set === 'fresh' ? fresh : readLines<Line>(path.join(bench, part, file));
      const scored = lines.filter((line) => !unscored(line, true));
      return [...Map.groupBy(scored, ({ db_id }) => db_id)].flatMap(([database, own]) => {
        const folder = path.join(bench, part, 'csv', database);
        if (!existsSync(folder)) return [];
        const kept = set === 'synonyms' ? own.filter((_, at) => at % 6 === 0) : own;
        return {
          ...{ set, heldOut: !open.has(database), now: NOW },
          data: { kind: 'files' as const, folder },
          gold: path.join(bench, part, 'databases', `${database}.sqlite`),
          items: kept.map(itemOf),
        };
      });
    }),
  );
}

function webTableJobs({ bench }: Places): Job[] {
  const lines = readLines<Line>(path.join(bench, 'dev/questions.wtq.jsonl'));
  return [...Map.groupBy(lines, ({ db_id }) => db_id)].flatMap(([table, own]) => {
    const folder = path.join(bench, 'dev/csv', table);
    if (!existsSync(folder)) return [];
    const items = own.map(itemOf);
    return {
      ...{ set: 'web tables', heldOut: false, now: NOW, items },
      data: { kind: 'uploaded' as const, folder },
    };
  });
}

/** Everyday questions, conversations and wordings over the sample and the made companies. */
async function companyJobs({ kept }: Places): Promise<Job[]> {
  const folders = new Map<string, string>();
  for (const [name, make] of Object.entries(COMPANIES)) {
    const folder = path.join(kept, 'companies', name);
    mkdirSync(folder, { recursive: true });
    for (const [table, sheet] of Object.entries(make()))
      writeFileSync(path.join(folder, `${table}.csv`), csvOf(sheet));
    folders.set(name, folder);
  }
  const sample = path.join(kept, 'companies/sample');
  mkdirSync(sample, { recursive: true });
  await generateSampleCsvs(sample);
  const over = (name: string) => {
    const folder = folders.get(name);
    return {
      data: { kind: 'uploaded' as const, folder: folder ?? sample },
      now: folder ? `${AS_OF}T12:00:00Z` : SAMPLE_DAY,
    };
  };
  const everyday = EVERYDAY.map(([name, cases, held]) => ({
    ...{ set: 'everyday', heldOut: held !== undefined, ...over(name) },
    items: cases.flatMap(({ asks, sql }, at) =>
      asks.map((question, of) => ({
        id: `${name} ${at}.${of}`,
        question,
        expected: { kind: 'rows' as const, sql },
      })),
    ),
  }));
  const talks = TALKS.map(([name, own, held]) => ({
    ...{ set: 'conversations', heldOut: held !== undefined, ...over(name) },
    items: own.flatMap((turns, at) =>
      turns.map(({ q, sql }, of) => ({
        ...{ id: `${name} ${at}.${of}`, question: q },
        expected: { kind: 'rows' as const, sql },
        ...(of > 0 && { follows: true as const }),
      })),
    ),
  }));
  const groups = JSON.parse(
    readFileSync(path.join(HERE, 'wordings/sample.json'), 'utf8'),
  ) as string[][];
  const wordings: Job = {
    ...{ set: 'wordings', heldOut: false, ...over('sample'), now: NOW },
    items: groups.flatMap((wordings, at) =>
      wordings.map((question, of) => ({
        ...{ id: `${at}.${of}`, question },
        expected: { kind: 'none' as const },
      })),
    ),
  };
  return [...everyday, ...talks, wordings];
}

interface Stranger {
  readonly kind: 'answer' | 'cannot' | 'ambiguous';
  readonly sql?: string;
  readonly also?: readonly string[];
  readonly wordings: readonly string[];
}

function strangerJobs(): Job[] {
  const all = path.join(HERE, 'wordings/strangers');
  return readdirSync(all).map((name) => {
    const folder = path.join(all, name);
    const asked = JSON.parse(
      readFileSync(path.join(folder, 'questions.json'), 'utf8'),
    ) as Stranger[];
    return {
      ...{ set: 'strangers', heldOut: false, now: STRANGERS_DAY },
      data: { kind: 'uploaded', folder },
      items: asked.flatMap(({ sql, also = [], wordings }, at) =>
        wordings.map((question, of) => ({
          ...{ id: `${name} ${at}.${of}`, question },
          expected: { kind: 'rows' as const, sql: sql ? [sql, ...also] : [] },
        })),
      ),
    };
  });
}

/** Questions of the unit tests that stand beside the SQL of their rows, and those that have no answer. */
async function unitTestJobs(): Promise<Job[]> {
  const { ASKED } = await import('../../test/unit/planner/answered.ts');
  const folder = path.join(HERE, '../test/unit');
  const nothing = () => {};
  Object.assign(globalThis, {
    describe: (_title: string, suite: () => void) => suite(),
    ...{ it: nothing, before: nothing, after: nothing, beforeEach: nothing, afterEach: nothing },
  });
  for (const room of ['planner', 'read'])
    for (const file of readdirSync(path.join(folder, room)).sort())
      if (file.endsWith('.test.ts')) await import(path.join(folder, room, file));
  return ASKED.map(jobOfTest);
}

function jobOfTest({ title, data, asked }: AskedOver): Job {
  const planner = asked.plan ?? planByRules;
  const items = [
    ...asked.answered.map(([question, sql]) => ({ question, sql: [sql] })),
    ...asked.open.map((question) => ({ question, sql: [] })),
  ];
  return {
    ...{ set: 'unit tests', heldOut: false, now: NOW },
    data:
      data.kind === 'fixture'
        ? { kind: 'files', folder: path.join(HERE, '../test/fixtures', data.folder) }
        : data,
    items: items.map(({ question, sql }) => ({
      ...{ id: `${title}: ${question}`, question, planner },
      expected: { kind: 'rows' as const, sql },
    })),
  };
}
