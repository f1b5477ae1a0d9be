/**
 * Where Node keeps what it has compiled (see bin/plumbline.js), for the environment of a process or thread that gets
 * nothing else of the gateway's. Without it each of them strips and compiles its files again, which takes two to three
 * times the processor time of its start, and 12 MiB for Node's parser of TypeScript.
 */
export function compiledCode(): Readonly<Record<string, string>> {
  const folder = folderOfCode();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}

/** The same as arguments of Node, for a process whose environment stays empty. */
export function compiledCodeArguments(): readonly string[] {
  const folder = folderOfCode();
  if (folder === undefined) return [];
  const code = `import { enableCompileCache } from 'node:module'; enableCompileCache(${JSON.stringify(folder)})`;
  return ['--import', `data:text/javascript,${encodeURIComponent(code)}`];
}

/** None where an operator wants none kept (docs/operations.md). */
const folderOfCode = (): string | undefined =>
  process.env['NODE_DISABLE_COMPILE_CACHE'] === '1' ? undefined : process.env['NODE_COMPILE_CACHE'];
