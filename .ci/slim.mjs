// Plain JavaScript: npm runs this at the end of `npm ci`, with whatever Node there is.
import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const packages = fileURLToPath(new URL('../node_modules', import.meta.url));

/** 135 MB that packages bring and nothing here reads: what their makers compile from, debug and test with. */
const UNREAD = [
  // C headers of the pinned Node.
  ...namesIn('node/node_modules')
    .filter((name) => name.startsWith('node-'))
    .map((name) => `node/node_modules/${name}/include`),
  'better-sqlite3/deps',
  ...namesIn('better-sqlite3/prebuilds')
    .filter((name) => !name.startsWith(process.platform) || !name.endsWith(`-${process.arch}.node`))
    .map((name) => `better-sqlite3/prebuilds/${name}`),
  'wink-lexicon/.nyc_output',
  'alasql/modules',
  'bintrees/test',
  ...readdirSync(packages, { recursive: true }).filter((name) => name.endsWith('.map')),
];
for (const name of UNREAD) rmSync(path.join(packages, name), { recursive: true, force: true });

/** Nothing where the folder is not there: an installation for running alone lacks some. */
function namesIn(folder) {
  try {
    return readdirSync(path.join(packages, folder));
  } catch {
    return [];
  }
}
