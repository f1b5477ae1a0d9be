/**
 * `npm run bench [NAME [-- ARGUMENTS]]` runs `bench/NAME.ts` or `bench/NAME/run.ts`; without a name it lists what there
 * is to run. What needs a package of `bench/package.json` asks for `npm ci --prefix bench` where it is not installed.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const FOLDER = import.meta.dirname;
const [name, ...args] = process.argv.slice(2);
const file = [`${name}.ts`, `${name}/run.ts`]
  .map((of) => path.join(FOLDER, of))
  .find((of) => existsSync(of));
if (file && name !== 'run') {
  process.exitCode = spawnSync(process.execPath, [file, ...args], { stdio: 'inherit' }).status ?? 1;
} else {
  if (name) console.error(`There is no bench called ${name}.`);
  console.log('npm run bench NAME [-- ARGUMENTS], where NAME is one of:\n');
  console.log(usages().join('\n'));
  process.exitCode = name ? 1 : 0;
}

/** The first line of usage of each file that says how it is run. */
function usages(): string[] {
  return readdirSync(FOLDER, { recursive: true, encoding: 'utf8' })
    .filter((of) => of.endsWith('.ts') && of !== 'run.ts' && !of.includes('node_modules'))
    .flatMap((of) => {
      const [comment = ''] = readFileSync(path.join(FOLDER, of), 'utf8').split('*/', 1);
      const usage = /`npm run bench ([^`]+)`/.exec(comment)?.[1];
      return usage ? [`  ${usage.replaceAll(/[\s*]+/g, ' ')}`] : [];
    })
    .toSorted();
}
