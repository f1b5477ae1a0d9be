/**
 * Where Node keeps what it has compiled (see bin/plumbline.js), for the environment of a process or thread that gets
 * nothing else of the gateway's. Without it each of them strips and compiles its files again, which takes two to three
 * times the processor time of its start, and 12 MiB for Node's parser of TypeScript. Processes of the DuckDB engine go
 * without it: nothing at all of the environment is theirs.
 */
export function compiledCode(): Readonly<Record<string, string>> {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}
