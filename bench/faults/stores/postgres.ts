import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { temporaryDatabase } from '../../../test/fakes/postgres.ts';
import { attempt, faultsOfRefusal, kill } from './attempt.ts';
import {
  addUpload,
  HARSH,
  type Installation,
  lostAfter,
  lostUploads,
  makeInstallation,
  removeFolder,
} from './installation.ts';
import type { Round } from './sqlite.ts';

const newFolder = () => mkdtemp(path.join(tmpdir(), 'plumbline-stores-'));
const withStore = (url: string) => ({ ...HARSH, PLUMBLINE_STORE__URL: url });

/** An installation on a PostgreSQL database of its own. */
async function onPostgres<T>(
  work: (installation: Installation, url: string) => Promise<T>,
): Promise<T> {
  const database = await temporaryDatabase();
  const folder = await newFolder();
  try {
    const made = await makeInstallation(2, { PLUMBLINE_STORE__URL: database.url }, folder);
    return await work(made, database.url);
  } finally {
    await removeFolder(folder);
    await database.drop();
  }
}

/** A second gateway on the store of one that works, with a folder that `prepare` makes, is refused; the first goes on. */
async function secondGateway(
  expected: RegExp,
  prepare: (installation: Installation, folder: string) => Promise<void>,
): Promise<Round> {
  return onPostgres(async (installation, url) => {
    const env = withStore(url);
    const folder = await newFolder();
    const first = await attempt(installation.folder, env);
    try {
      if (first.kind === 'ended') return { lost: [], wrong: [first.text] };
      await prepare(installation, folder);
      const uploading = addUpload(installation, first.service.url, 'meanwhile', 5_000);
      const second = await attempt(folder, env);
      const wrong = faultsOfRefusal(second, expected);
      if (second.kind === 'ready') await second.service.stop();
      await uploading;
      const lost = await lostUploads(installation, first.service.url);
      await first.service.stop();
      return { lost: [...lost, ...(await lostAfter(installation, env))], wrong };
    } finally {
      if (first.kind === 'ready') await kill(first.service);
      await removeFolder(folder);
    }
  });
}

export interface PostgresFault {
  readonly fault: string;
  run(): Promise<Round>;
}

export const POSTGRES_FAULTS: readonly PostgresFault[] = [
  {
    fault: 'second gateway, folder of its own',
    run: () => secondGateway(/doesn't belong to the data folder/, async () => {}),
  },
  {
    fault: 'second gateway, copy of the folder',
    run: () =>
      secondGateway(/uses a different data folder/, (installation, folder) =>
        cp(installation.folder, folder, { recursive: true, filter: isNoLock }),
      ),
  },
  {
    fault: 'empty PostgreSQL beside uploads',
    run: () =>
      onPostgres(async (installation, url) => {
        const empty = await temporaryDatabase();
        try {
          const outcome = await attempt(installation.folder, withStore(empty.url));
          if (outcome.kind === 'ready') await outcome.service.stop();
          const wrong = faultsOfRefusal(outcome, /is empty/);
          return { lost: await lostAfter(installation, withStore(url)), wrong };
        } finally {
          await empty.drop();
        }
      }),
  },
  {
    fault: "another installation's PostgreSQL",
    run: () =>
      onPostgres((installation, url) =>
        onPostgres(async (other, otherUrl) => {
          const outcome = await attempt(installation.folder, withStore(otherUrl));
          if (outcome.kind === 'ready') await outcome.service.stop();
          const wrong = faultsOfRefusal(outcome, /doesn't belong to the metadata store/);
          const lost = [
            ...(await lostAfter(installation, withStore(url))),
            ...(await lostAfter(other, withStore(otherUrl))),
          ];
          return { lost, wrong };
        }),
      ),
  },
  {
    fault: 'unreachable PostgreSQL',
    run: () =>
      onPostgres(async (installation, url) => {
        const nowhere = withStore('postgres://nobody:secret@127.0.0.1:1/none');
        const outcome = await attempt(installation.folder, nowhere);
        const wrong = faultsOfRefusal(outcome, /can't be reached: .*PLUMBLINE_STORE__URL/);
        if (outcome.kind === 'ended' && outcome.text.includes('secret'))
          wrong.push('it printed the password');
        return { lost: await lostAfter(installation, withStore(url)), wrong };
      }),
  },
  {
    fault: 'kill -9, then a start at once',
    run: () =>
      onPostgres(async (installation, url) => {
        const first = await attempt(installation.folder, withStore(url));
        if (first.kind === 'ended') return { lost: [], wrong: [first.text] };
        await kill(first.service);
        return { lost: await lostAfter(installation, withStore(url)), wrong: [] };
      }),
  },
];

const isNoLock = (file: string) => !path.basename(file).startsWith('lock.');

/**
 * So many first starts at the same moment: one works, the others are refused with a text. On one PostgreSQL and one
 * folder all of them work.
 */
export async function firstStarts(
  count: number,
  { shareFolder, onPostgres: usePostgres }: { shareFolder: boolean; onPostgres: boolean },
): Promise<Round> {
  const database = usePostgres ? await temporaryDatabase() : null;
  const shared = await newFolder();
  const folders = await Promise.all(
    Array.from({ length: count }, () => (shareFolder ? shared : newFolder())),
  );
  const env = database ? withStore(database.url) : HARSH;
  const outcomes = await Promise.all(folders.map((folder) => attempt(folder, env)));
  try {
    const ready = outcomes.filter(({ kind }) => kind === 'ready');
    const wrong = outcomes.flatMap((outcome) =>
      outcome.kind === 'ready'
        ? []
        : faultsOfRefusal(
            outcome,
            /Another Plumbline .*is using|doesn't belong to the data folder/,
          ),
    );
    const expected = shareFolder && usePostgres ? count : 1;
    if (ready.length !== expected) wrong.push(`${ready.length} of ${count} started`);
    return { lost: [], wrong };
  } finally {
    for (const outcome of outcomes) if (outcome.kind === 'ready') await kill(outcome.service);
    for (const folder of new Set([shared, ...folders]))
      await rm(folder, { recursive: true, force: true });
    await database?.drop();
  }
}
