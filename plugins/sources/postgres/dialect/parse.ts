import createModule, { type PgQueryModule } from 'libpg-query/wasm/libpg-query.js';
import { Refused } from '#src/plugin-api/refused.ts';

/**
 * PostgreSQL 18's own parser (libpg-query), in WebAssembly. The package's `parse` keeps one instance for good; but an
 * overflow of the stack leaves an instance with a part of its own stack lost, and after some fifty of them it reads
 * nothing any more or overwrites its own data. So an instance that failed in any way but with a syntax error is thrown
 * away here.
 */

/** Memory of an instance never shrinks; one that grew larger than this (bytes) is replaced. */
const MAX_HEAP = 256 * 1024 * 1024;

let instance: Promise<PgQueryModule> | null = null;

/** The tree of a text as libpg-query's JSON. Throws `Refused` for a text that PostgreSQL cannot read. */
export async function parsePostgres(sql: string): Promise<unknown> {
  instance ??= createModule();
  const module = await instance;
  try {
    const tree = parseWith(module, sql);
    if (module.HEAPU8.length > MAX_HEAP) instance = null;
    return tree;
  } catch (error) {
    if (error instanceof Refused) throw error;
    instance = null;
    if (error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError'))
      throw new Refused('too_deep', 'The statement is nested too deeply. Split it into steps.');
    throw error;
  }
}

function parseWith(module: PgQueryModule, sql: string): unknown {
  const bytes = module.lengthBytesUTF8(sql) + 1;
  const query = module._malloc(bytes);
  module.stringToUTF8(sql, query, bytes);
  const result = module._wasm_parse_query_raw(query);
  const tree = module.getValue(result, 'i32');
  const error = module.getValue(result + 8, 'i32');
  const message = error ? module.UTF8ToString(module.getValue(error, 'i32')) : null;
  const text = error ? '' : module.UTF8ToString(tree);
  module._wasm_free_parse_result(result);
  module._free(query);
  if (message !== null)
    throw new Refused('syntax', `PostgreSQL can't parse the statement: ${message}.`);
  return JSON.parse(text);
}
