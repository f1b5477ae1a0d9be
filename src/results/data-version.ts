import { createHash } from 'node:crypto';
import type { Attachment } from '#src/plugin-api/catalog.ts';

/** Names the immutable files that a generation reads; the same for every state of a database, which has none. */
export function dataVersion(attachments: readonly Attachment[]): string {
  const paths = attachments.map(({ path }) => path).sort();
  return createHash('sha256').update(JSON.stringify(paths)).digest('hex').slice(0, 32);
}
