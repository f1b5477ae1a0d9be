import { createHash } from 'node:crypto';
import type { Attachment } from '#src/plugin-api/catalog.ts';

/** Names the versions of files that a generation reads, wherever they lie; the same for every state of a database, which has none. */
export function dataVersion(attachments: readonly Attachment[]): string {
  const names = attachments.map(({ name }) => name).sort();
  return createHash('sha256').update(JSON.stringify(names)).digest('hex').slice(0, 32);
}
