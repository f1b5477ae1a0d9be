import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { buildEmbed } from '#src/embed/build.ts';
import { PAGE_PATHS } from './paths.ts';

const source = import.meta.dirname;
const COMPRESSED = /\.(js|css|svg|html)$/;

/** Where the service looks for the built page. */
export const PAGE_FOLDER = path.resolve(source, '../../dist/web');

/**
 * Builds the page into `folder`: index.html, assets with hashed names, embed.js (the component for other pages), a `.br`
 * and a `.gz` beside each file, and page.json with the addresses that the shell is served at. The folder is replaced as
 * a whole at the end, so that a service that starts meanwhile finds the old page or the new one.
 */
export async function buildPage(folder = PAGE_FOLDER): Promise<void> {
  const made = `${folder}.${process.pid}`;
  try {
    await build({
      root: source,
      configFile: false,
      logLevel: 'warn',
      plugins: [
        { name: 'calls-of-screens', enforce: 'pre', resolveId: callsOfScreens },
        { name: 'first-paint', transformIndexHtml: { order: 'post', handler: firstPaint } },
      ],
      oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
      build: {
        outDir: made,
        emptyOutDir: true,
        target: 'es2023',
        cssCodeSplit: false,
        assetsInlineLimit: 0,
        modulePreload: false,
        reportCompressedSize: false,
        rolldownOptions: {
          output: {
            entryFileNames: 'assets/[name]-[hash].js',
            codeSplitting: { groups: [{ debugName: 'shell', name: shellOnly() }] },
          },
        },
      },
    });
    await writeFile(path.join(made, 'page.json'), JSON.stringify({ paths: PAGE_PATHS }));
    await buildEmbed(path.join(made, 'embed.js'));
    await compressAll(made);
    await rm(folder, { recursive: true, force: true });
    await rename(made, folder);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

/** What of Rolldown's context is looked at. */
interface Modules {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
}

/** Names the chunk of all that the first screen needs: one file compresses better than its parts. */
function shellOnly(): (id: string, modules: Modules) => string | null {
  const needed = new Set<string>();
  const visit = (id: string, modules: Modules) => {
    if (needed.has(id)) return;
    needed.add(id);
    for (const one of modules.getModuleInfo(id)?.importedIds ?? []) visit(one, modules);
  };
  return (id, modules) => {
    if (needed.size === 0) visit(path.join(source, 'main.tsx'), modules);
    return needed.has(id) ? 'shell' : null;
  };
}

const SCREENS =
  /src\/web\/api\/(chats|data|meaning|operate|people|saved|schedules|shares|sql)\.ts$/;
const SECOND = '?screens';

/**
 * The generated calls are one module, and a module is in one chunk: that of the first screen, which would hold the calls
 * and the uploads of all. Screens that are loaded when they are due get these modules under a second name, of which they
 * keep what they use.
 */
function callsOfScreens(wanted: string, importer = ''): string | undefined {
  if (wanted === '#src/client/generated/calls.ts' && SCREENS.test(importer))
    return path.resolve(source, '../client/generated/calls.ts') + SECOND;
  return importer.endsWith(SECOND) && /\/(operation|upload)\.ts$/.test(wanted)
    ? path.resolve(path.dirname(importer), wanted) + SECOND
    : undefined;
}

/** Nothing is painted before the script has drawn: no empty page, no flash of the other theme. */
const firstPaint = (html: string) =>
  html.replace('<script type="module" crossorigin', '<script type="module" blocking="render"');

async function compressAll(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && COMPRESSED.test(entry.name));
  await Promise.all(
    files.map(async (entry) => {
      const file = path.join(entry.parentPath, entry.name);
      const content = await readFile(file);
      const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
      await writeFile(`${file}.br`, await promisify(brotliCompress)(content, { params }));
      await writeFile(`${file}.gz`, await promisify(gzip)(content, { level: 9 }));
    }),
  );
}
