import { readFileSync, writeFileSync } from 'node:fs';

/**
 * `node .ci/complete-lock.mjs`, after a dependency was added or removed. npm leaves packages of other platforms out of
 * package-lock.json where the registry in use does not serve them, and `npm ci` then refuses the file everywhere. This
 * adds them by name, version and platform, as npm writes them.
 */
const FILE = new URL('../package-lock.json', import.meta.url);
const PLATFORM = /(android|darwin|linux|win32)-(arm64|x64)(-musl)?$/;

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
lock.packages = Object.fromEntries(Object.entries(packages).sort(([a], [b]) => (a < b ? -1 : 1)));
writeFileSync(FILE, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} packages of other platforms added to package-lock.json`);
