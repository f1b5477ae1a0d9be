import { readFileSync, writeFileSync } from 'node:fs';
import semver from 'semver';

/**
 * `node .ci/complete-lock.mjs`, after a dependency was added or removed. Two things about package-lock.json:
 *
 * - npm leaves packages of other platforms out where the registry in use does not serve them, and `npm ci` then refuses
 *   the file everywhere. This adds them by name, version and platform, as npm writes them.
 * - Each package's `engines` is compared with the Node that is pinned here, which runs everything, and then left out:
 *   `npm ci` would compare it with the Node that npm runs on, and warn of what does not matter.
 */
const FILE = new URL('../package-lock.json', import.meta.url);
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

const node = packages['node_modules/node'].version;
for (const [at, entry] of Object.entries(packages)) {
  const range = entry.engines?.node;
  if (range && !semver.satisfies(node, range))
    throw new Error(`${at} needs Node ${range}, and ${node} is pinned`);
  if (at !== '') delete entry.engines;
}

lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms added to package-lock.json`);
