import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';

/** Builds `<plumbline-ask>` into `file`: one classic script, which any page may load. */
export async function buildEmbed(file: string): Promise<void> {
  const made = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2022',
      lib: {
        entry: path.join(import.meta.dirname, 'element.ts'),
        formats: ['iife'],
        name: 'plumblineEmbed',
        fileName: 'embed',
      },
    },
  });
  const [output] = [made].flat();
  if (!output || !('output' in output)) throw new TypeError('nothing was built');
  const [chunk] = output.output;
  if (!chunk || !('code' in chunk)) throw new TypeError('no script was built');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, chunk.code);
}
