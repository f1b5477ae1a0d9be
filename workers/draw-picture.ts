/**
 * Thread that makes a PNG of one chart and ends (`src/schedules/rasterizer.ts`). No font of the machine is read: DejaVu
 * Sans has the letters of all European languages, and looks the same everywhere.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/** What is used of `@resvg/resvg-wasm` 2.6. */
interface ResvgModule {
  initWasm(code: Uint8Array): Promise<void>;
  readonly Resvg: new (
    svg: string,
    options: Readonly<Record<string, unknown>>,
  ) => { render(): { asPng(): Uint8Array } };
}

const require = createRequire(import.meta.url);
const bytesOf = async (file: string) => new Uint8Array(await readFile(file));
const [code, ...fontBuffers] = await Promise.all([
  bytesOf(require.resolve('@resvg/resvg-wasm/index_bg.wasm')),
  bytesOf(require.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-400-normal.woff2')),
  bytesOf(require.resolve('@fontsource/dejavu-sans/files/dejavu-sans-latin-700-normal.woff2')),
]);
const { initWasm, Resvg } = require('@resvg/resvg-wasm') as ResvgModule;
await initWasm(code);
const { svg, zoom } = workerData as { readonly svg: string; readonly zoom: number };
const drawn = new Resvg(svg, {
  fitTo: { mode: 'zoom', value: zoom },
  font: { fontBuffers, defaultFontFamily: 'DejaVu Sans' },
});
parentPort?.postMessage(drawn.render().asPng());
