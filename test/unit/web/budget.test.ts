import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'chai';
import { builtPage } from '../../browser/built-page.ts';

/** Bytes that a browser gets at the most (brotli), by the name of the file. */
const BUDGETS: readonly (readonly [RegExp, number])[] = [
  [/^shell-.*\.js$/, 38_500],
  [/^style-.*\.css$/, 7_000],
  [/^charts-.*\.js$/, 30_000],
  [/^de-.*\.js$/, 5_000],
  [/^data-.*\.js$/, 18_000],
  [/^boards-.*\.js$/, 8_000],
  [/^meaning-.*\.js$/, 12_000],
  [/^operate-.*\.js$/, 12_000],
];

describe('the built page', () => {
  it('keeps to its budget of bytes', async () => {
    const assets = path.join(await builtPage(), 'assets');
    const names = (await readdir(assets)).filter((name) => /\.(js|css)$/.test(name));
    const over: string[] = [];
    for (const [pattern, most] of BUDGETS) {
      const found = names.filter((name) => pattern.test(name));
      expect(found, String(pattern)).to.have.length(1);
      const { size } = await stat(path.join(assets, `${found[0]}.br`));
      if (size > most) over.push(`${found[0]}: ${size} of ${most} bytes`);
    }
    expect(over).to.deep.equal([]);
  });

  it('names no other host in its files', async () => {
    const assets = path.join(await builtPage(), 'assets');
    for (const name of (await readdir(assets)).filter((one) => /\.(js|css)$/.test(one))) {
      const text = await readFile(path.join(assets, name), 'utf8');
      const hosts = [...text.matchAll(/https?:\/\/[\w.-]+/g)].map(([url]) => url);
      // Names of XML, and where a library's error text says to report it.
      const texts = ['http://www.w3.org', 'https://github.com'];
      expect(hosts.filter((url) => !texts.includes(url))).to.deep.equal([]);
    }
  });
});
