import { open } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { pathToFileURL } from 'node:url';

const PACKAGE = 'node-llama-cpp';
/** The version that this was tried with. */
const TRIED = '3.21.1';
const MAGIC = 'GGUF';
const MIB = 1024 * 1024;

/** URL of the package's entry. Fails with a text that says how to install it. */
export function findPackage(folder: string | null): string {
  const from = folder === null ? import.meta.filename : path.join(path.resolve(folder), 'any.js');
  try {
    return pathToFileURL(createRequire(from).resolve(PACKAGE)).href;
  } catch (error) {
    const where = folder === null ? '' : ` in ${folder} (llama_cpp.packages)`;
    throw new Error(
      `The package ${PACKAGE} isn't installed${where}. Run "npm install --ignore-scripts ${PACKAGE}@${TRIED}" in Plumbline's folder, or set llama_cpp.packages to the folder where you installed it`,
      { cause: error },
    );
  }
}

/** Fails with a text that says what to change where a model's file cannot be what the settings say. */
export async function inspectFile(file: string, memoryMb: number): Promise<void> {
  const handle = await open(file).catch((error: NodeJS.ErrnoException) => {
    const why = error.code === 'ENOENT' ? "doesn't exist" : `can't be read (${error.code})`;
    throw new Error(`The file ${file} ${why}. Set model.file to a GGUF file`, { cause: error });
  });
  try {
    const stat = await handle.stat();
    const { buffer, bytesRead } = stat.isFile()
      ? await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0)
      : { buffer: Buffer.alloc(0), bytesRead: 0 };
    if (buffer.toString('latin1', 0, bytesRead) !== MAGIC)
      throw new Error(`${file} isn't a GGUF file. Set model.file to one`);
    const mb = Math.ceil(stat.size / MIB);
    if (mb > memoryMb)
      throw new Error(
        `${file} is ${mb} MiB, but llama_cpp.memory_mb allows ${memoryMb} MiB. Raise it, or choose a smaller file`,
      );
  } finally {
    await handle.close();
  }
}
