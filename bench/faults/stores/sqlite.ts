import { existsSync } from 'node:fs';
import {
  chmod,
  cp,
  mkdir,
  open,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import SQLite from 'better-sqlite3';
import { attempt, faultsOfRefusal, plumbline } from './attempt.ts';
import {
  addUpload,
  copyOf,
  HARSH,
  type Installation,
  lostAfter,
  removeFolder,
} from './installation.ts';

/** What a round of a fault found: uploads that are gone, and anything else that must not be. */
export interface Round {
  readonly lost: readonly string[];
  readonly wrong: readonly string[];
}

export interface StoreFault {
  readonly fault: string;
  run(installation: Installation, other: Installation, random: () => number): Promise<Round>;
}

const STORE = 'plumbline.db';
const storeOf = ({ folder }: Installation) => path.join(folder, STORE);

/** Does something to the store of a copy, expects a refusal, puts the store back and looks for the uploads. */
const refused = (
  fault: string,
  expected: RegExp | null,
  spoil: (copy: Installation, other: Installation, random: () => number) => Promise<void>,
): StoreFault => ({
  fault,
  async run(installation, other, random) {
    const copy = await copyOf(installation);
    const before = `${storeOf(copy)}.before`;
    try {
      await cp(storeOf(copy), before);
      await spoil(copy, other, random);
      const outcome = await attempt(copy.folder, HARSH);
      const wrong = expected ? faultsOfRefusal(outcome, expected) : textOrStart(outcome);
      if (outcome.kind === 'ready') await outcome.service.stop();
      for (const name of [STORE, `${STORE}-wal`, `${STORE}-shm`])
        await rm(path.join(copy.folder, name), { force: true });
      await rename(before, storeOf(copy));
      return { lost: await lostAfter(copy, {}), wrong };
    } finally {
      await removeFolder(copy.folder);
    }
  },
});

/** Damage that shows only where it is read: the start may succeed, and else has to say what is wrong. */
const textOrStart = (outcome: Awaited<ReturnType<typeof attempt>>) =>
  outcome.kind === 'ready' ? [] : faultsOfRefusal(outcome, /damaged|newer release|cannot be|can't/);

async function flipBytes(file: string, from: number, random: () => number): Promise<void> {
  const handle = await open(file, 'r+');
  try {
    const { size } = await handle.stat();
    for (let n = 0; n < 200; n++) {
      const at = from + Math.floor(random() * (size - from));
      await handle.write(Buffer.from([Math.floor(random() * 256)]), 0, 1, at);
    }
  } finally {
    await handle.close();
  }
}

/** Moves or copies a store with what its last process may have left beside it. */
async function moveStore(
  by: (from: string, to: string) => Promise<void>,
  from: string,
  to: string,
): Promise<void> {
  await mkdir(to, { recursive: true });
  for (const name of [STORE, `${STORE}-wal`, `${STORE}-shm`]) {
    await rm(path.join(to, name), { force: true });
    if (existsSync(path.join(from, name))) await by(path.join(from, name), path.join(to, name));
  }
}

export const SQLITE_FAULTS: readonly StoreFault[] = [
  refused('missing store', /is empty.*\n?.*Restore the store/s, (copy) => rm(storeOf(copy))),
  refused('store of 0 bytes', /is empty/, (copy) => truncate(storeOf(copy), 0)),
  refused('store without rows', /is empty/, async (copy) => {
    await rm(storeOf(copy));
    new SQLite(storeOf(copy)).exec('create table kysely_migration (name text)').close();
  }),
  refused("another installation's store", /doesn't belong to the metadata store/, (copy, other) =>
    cp(storeOf(other), storeOf(copy)),
  ),
  refused('store that is no database', /is damaged/, (copy) =>
    writeFile(storeOf(copy), 'no database, but a text that is long enough to look like one'),
  ),
  refused('store cut in the middle', null, async (copy) =>
    truncate(storeOf(copy), Math.floor((await readFile(storeOf(copy))).length / 2)),
  ),
  refused('store with 200 other bytes', null, (copy, _other, random) =>
    flipBytes(storeOf(copy), 100, random),
  ),
  refused('store of a newer release', /newer release/, async (copy) => {
    const database = new SQLite(storeOf(copy));
    database.exec(
      "insert into kysely_migration (name, timestamp) values ('9999-later', '2030-01-01')",
    );
    database.close();
  }),
  {
    fault: 'older copy of the store',
    async run(installation) {
      const copy = await copyOf({ ...installation, uploads: new Map(installation.uploads) });
      const [older, newer] = [path.join(copy.folder, 'older'), path.join(copy.folder, 'newer')];
      try {
        await moveStore(cp, copy.folder, older);
        const first = await attempt(copy.folder, HARSH);
        if (first.kind === 'ended') return { lost: [], wrong: [first.text] };
        await addUpload(copy, first.service.url, 'later', 7);
        await first.service.stop();
        await moveStore(rename, copy.folder, newer);
        await moveStore(rename, older, copy.folder);
        const second = await attempt(copy.folder, HARSH);
        if (second.kind === 'ready') await second.service.stop();
        await moveStore(rename, newer, copy.folder);
        const wrong = second.kind === 'ready' ? [] : [`an older store: ${second.text}`];
        return { lost: await lostAfter(copy, {}), wrong };
      } finally {
        await removeFolder(copy.folder);
      }
    },
  },
  {
    fault: 'release before ids: adopted, and without its store refused',
    async run(installation) {
      const copy = await copyOf(installation);
      const aside = path.join(copy.folder, 'aside');
      const identity = path.join(copy.folder, 'installation.json');
      try {
        const database = new SQLite(storeOf(copy));
        database.exec('delete from installation; delete from kept_files').close();
        await rm(identity);
        await chmod(path.join(copy.folder, 'originals'), 0o755);
        await moveStore(rename, copy.folder, aside);
        const wrong = faultsOfRefusal(await attempt(copy.folder, HARSH), /is empty/);
        await moveStore(rename, aside, copy.folder);
        const lost = await lostAfter(copy, {});
        if (!existsSync(identity)) wrong.push('the folder got no id');
        const { mode } = await stat(path.join(copy.folder, 'originals'));
        if ((mode & 0o077) !== 0) wrong.push('others can read originals/');
        return { lost, wrong };
      } finally {
        await removeFolder(copy.folder);
      }
    },
  },
  {
    fault: 'folder without its id, attached',
    async run(installation) {
      const copy = await copyOf(installation);
      try {
        await rm(path.join(copy.folder, 'installation.json'));
        const wrong = faultsOfRefusal(await attempt(copy.folder, HARSH), /plumbline attach/);
        const { code, text } = await plumbline(['attach'], copy.folder, HARSH);
        if (code !== 0) wrong.push(text);
        return { lost: await lostAfter(copy, {}), wrong };
      } finally {
        await removeFolder(copy.folder);
      }
    },
  },
  {
    fault: 'folder without its key',
    async run(installation) {
      const copy = await copyOf(installation);
      const key = path.join(copy.folder, 'encryption.key');
      try {
        await rename(key, `${key}.before`);
        const expected = /encryption keys can't decrypt/;
        const wrong = faultsOfRefusal(await attempt(copy.folder, HARSH), expected);
        await rename(`${key}.before`, key);
        return { lost: await lostAfter(copy, {}), wrong };
      } finally {
        await removeFolder(copy.folder);
      }
    },
  },
];
