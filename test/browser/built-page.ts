import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { buildPage, PAGE_FOLDER } from '#src/web/build.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** What the page is made of. */
const SOURCES = ['src/web', 'src/embed', 'src/charts', 'src/client', 'package-lock.json'];

const newest = (file: string): number =>
  statSync(file).isDirectory()
    ? Math.max(...readdirSync(file).map((name) => newest(path.join(file, name))))
    : statSync(file).mtimeMs;

let built: Promise<string> | undefined;

/** The folder of the built page; builds it where a source is newer. */
export function builtPage(): Promise<string> {
  built ??= (async () => {
    const mark = path.join(PAGE_FOLDER, 'page.json');
    const sources = SOURCES.map((name) => path.join(root, name)).filter(existsSync);
    if (!existsSync(mark) || statSync(mark).mtimeMs < Math.max(...sources.map(newest)))
      await buildPage();
    return PAGE_FOLDER;
  })();
  return built;
}
