import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import { lockDataFolder } from '#src/data-folder.ts';
import { StartError } from '#src/start-error.ts';

describe('the data folder', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-folder-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const refusal = async (dataDir: string) => {
    const error = await lockDataFolder(dataDir).then(
      () => null,
      (caught: unknown) => caught,
    );
    expect(error).to.be.instanceOf(StartError);
    return (error as StartError).message;
  };

  for (const name of ['.', 'engine', 'originals', 'spool'])
    it(`is refused where a file stands in the place of a folder: ${name}`, async () => {
      const place = path.join(folder, 'data', name);
      if (name !== '.') await (await lockDataFolder(path.join(folder, 'data'))).release();
      await writeFile(place.replace(/\/$/, ''), '');
      expect(await refusal(path.join(folder, 'data'))).to.equal(
        `${path.resolve(place)} is a file, but Plumbline needs a folder there. Move the file and start again.`,
      );
    });

  it('is given to the next one when its holder has released it, and its holder is named', async () => {
    const first = await lockDataFolder(folder);
    expect(await refusal(folder)).to.match(
      new RegExp(`^Another Plumbline \\(process ${process.pid}\\) is using the data folder`),
    );
    first.stopping(60_000);
    setTimeout(() => first.release(), 50);
    (await lockDataFolder(folder)).release();
  });
});
