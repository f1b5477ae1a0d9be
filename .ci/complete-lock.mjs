import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import semver from 'semver';

/**
 * `node .ci/complete-lock.mjs`, after a dependency was added or removed. Two things about package-lock.json:
 *
 * - npm leaves packages of other platforms out where the registry in use does not serve them, and `npm ci` then refuses
 *   the file everywhere. This adds them by name, version and platform, as npm writes them, and asks the registry for
 *   the hash of each package that has none: without one `npm ci` takes whatever it is given.
 * - Each package's `engines` is compared with the Node that is pinned here, which runs everything, and then left out:
 *   `npm ci` would compare it with the Node that npm runs on, and warn of what does not matter. The same for the locks
 *   of the bench and of what tests use (test/services).
 */
const FILE = new URL('../package-lock.json', import.meta.url);
const OTHERS = ['../bench', '../test/services'].map(
  (folder) => new URL(`${folder}/package-lock.json`, import.meta.url),
);
const PLATFORM =
  /(aix|android|darwin|freebsd|linux|netbsd|openbsd|openharmony|sunos|win32)-(arm|arm64|ia32|loong64|mips64el|ppc64|riscv64|s390x|x64)(-musl\w*)?(?:-(?:eabi|gnu\w*|msvc))?$/;

const lock = JSON.parse(readFileSync(FILE, 'utf8'));
const { packages } = lock;
let added = 0;
for (const [at, { dev, optionalDependencies = {} }] of Object.entries(packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    const key = `node_modules/${name}`;
    const platform = PLATFORM.exec(name);
    if (packages[key] || packages[`${at}/${key}`] || !platform) continue;
    const [, os, cpu, musl] = platform;
    packages[key] = {
      version,
      cpu: [cpu],
      ...(dev ? { dev } : {}),
      ...(musl ? { libc: ['musl'] } : {}),
      optional: true,
      os: [os],
    };
    added += 1;
  }
}

const bare = Object.entries(packages).filter(
  ([at, one]) => at !== '' && !one.link && !one.integrity,
);
for (const [at, entry] of bare) {
  const name = entry.name ?? at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length);
  const of = `${name}@${entry.version}`;
  const asked = spawnSync('npm', ['view', of, 'dist.integrity'], { encoding: 'utf8' });
  const integrity = asked.stdout.trim();
  if (!/^sha512-/.test(integrity)) throw new Error(`${of}: the registry tells no hash of it`);
  entry.integrity = integrity;
}

const node = packages['node_modules/node'].version;
lock.packages = withoutEngines(packages);
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(
  `${added} packages of other platforms and ${bare.length} hashes added to package-lock.json`,
);

for (const file of OTHERS) {
  const other = JSON.parse(readFileSync(file, 'utf8'));
  other.packages = withoutEngines(other.packages);
  writeFileSync(file, `${JSON.stringify(other, null, 2)}\n`);
}

/** Sorted by name, as npm writes them. */
function withoutEngines(all) {
  for (const [at, entry] of Object.entries(all)) {
    const range = entry.engines?.node;
    if (range && !semver.satisfies(node, range))
      throw new Error(`${at} needs Node ${range}, and ${node} is pinned`);
    if (at !== '') delete entry.engines;
  }
  return Object.fromEntries(Object.entries(all).sort(([a], [b]) => (a < b ? -1 : 1)));
}
