/**
 * `npm run build`: writes what the package holds into dist/app, on the Node that is pinned here.
 *
 * Node strips no types of files below node_modules, so the package holds JavaScript: the sources with their types blanked
 * out, as Node itself does it when it runs them. Lines and columns stay those of the sources, so no source maps are
 * needed. Folders stay as they are, and a package.json beside them says what `#src/…` means there (docs/adr/0020-package.md).
 */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const app = path.join(root, 'dist/app');
const FOLDERS = ['src', 'config', 'plugins', 'workers'];
/** Built by Vite, and run in browsers alone. */
const FOR_BROWSERS = ['src/web/', 'src/embed/'];
const ALASQL = 'vendor/alasql/alasql.cjs';
/** What other packages may import: their types are written too. */
const OFFERED = [
  'src/client/index.ts',
  'src/plugin-api/index.ts',
  'src/sql/index.ts',
  'src/places.ts',
];

process.removeAllListeners('warning');
rmSync(app, { recursive: true, force: true });
compile();
describe();
copyPage();
copyAlasql();
writeTypes();

/** Strips the types of every source, and names the files that their imports mean. */
function compile() {
  let count = 0;
  for (const folder of FOLDERS)
    for (const entry of readdirSync(path.join(root, folder), {
      recursive: true,
      withFileTypes: true,
    })) {
      const from = path.join(entry.parentPath, entry.name);
      const name = path.relative(root, from);
      if (!entry.isFile() || FOR_BROWSERS.some((one) => name.startsWith(one))) continue;
      if (name.endsWith('.d.ts')) continue;
      const to = path.join(app, name);
      mkdirSync(path.dirname(to), { recursive: true });
      if (!name.endsWith('.ts')) cpSync(from, to);
      else {
        const code = stripTypeScriptTypes(readFileSync(from, 'utf8'), { mode: 'strip' });
        writeFileSync(to.replace(/\.ts$/, '.js'), withJsEndings(code));
        count += 1;
      }
    }
  console.log(`${count} sources compiled`);
}

/** Strings that are specifiers of modules of ours: `./x.ts`, `#src/x.ts`. */
function withJsEndings(code) {
  return code.replaceAll(
    /(['"`])((?:#(?:src|config|plugins|workers)|\.{1,2})\/[^'"`\s]*)\.ts\1/g,
    '$1$2.js$1',
  );
}

function describe() {
  const { name, version, license, imports } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  );
  const exports = Object.fromEntries(
    OFFERED.map((file) => [
      `./${path.basename(path.dirname(file)) === 'src' ? path.basename(file, '.ts') : path.basename(path.dirname(file))}`,
      `./${file.replace(/\.ts$/, '.js')}`,
    ]),
  );
  imports['#alasql'] = `./${ALASQL}`;
  const about = { name, version, license, private: true, type: 'module', imports, exports };
  writeFileSync(path.join(app, 'package.json'), `${JSON.stringify(about, null, 2)}\n`);
}

/** The page and the script of the embedded component, as `npm run build:page` left them. */
function copyPage() {
  const page = path.join(root, 'dist/web');
  if (!existsSync(path.join(page, 'page.json')))
    throw new Error('The page is not built: run "npm run build:page" first.');
  cpSync(page, path.join(app, 'dist/web'), { recursive: true });
}

/** One file, and its licence: it runs without what its package depends on (250 MB of React Native). */
function copyAlasql() {
  const from = path.join(root, 'node_modules/alasql');
  mkdirSync(path.join(app, 'vendor/alasql'), { recursive: true });
  cpSync(path.join(from, 'dist/alasql.fs.js'), path.join(app, ALASQL));
  cpSync(path.join(from, 'LICENSE'), path.join(app, 'vendor/alasql/LICENSE'));
}

function writeTypes() {
  const tsc = path.join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout } = spawnSync(
    process.execPath,
    [tsc, '-p', 'tsconfig.types.json', '--outDir', app],
    { cwd: root, encoding: 'utf8' },
  );
  if (status !== 0) throw new Error(`the types were not written:\n${stdout}`);
  for (const entry of readdirSync(app, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.d.ts')) continue;
    const file = path.join(entry.parentPath, entry.name);
    writeFileSync(file, withJsEndings(readFileSync(file, 'utf8')));
  }
}
