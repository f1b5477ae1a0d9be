import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The release of this software, from its package. */
export const RELEASE: string = (
  JSON.parse(readFileSync(path.join(import.meta.dirname, '../package.json'), 'utf8')) as {
    version: string;
  }
).version;
