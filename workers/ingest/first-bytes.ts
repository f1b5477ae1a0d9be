import { closeSync, openSync, readSync } from 'node:fs';

/** The first bytes of a file, at most `count`, each as one character (Latin-1). */
export function firstBytes(path: string, count: number): string {
  const buffer = Buffer.alloc(count);
  const file = openSync(path, 'r');
  try {
    return buffer.toString('latin1', 0, readSync(file, buffer, 0, count, 0));
  } finally {
    closeSync(file);
  }
}
