import { createHash, randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FileSource } from '#src/files/types.ts';
import type { FileUrls } from '#src/files/urls/types.ts';
import type { Store } from '#src/store/schema.ts';
import type { Settle } from '#src/store/settle.ts';

const SOURCE: FileSource = {
  url: 'https://data.example.com/sales.csv',
  refresh: 'daily',
  status: 'active',
  error: null,
  checked_at: null,
  next_at: '2026-11-02T00:00:00.000',
};
const CSV = 'a,b\n1,2\n';

/** The same small file at every URL. */
export function createFakeFileUrls(store: Store): FileUrls {
  const settled = async <T>(settle: Settle<T>, made: T) => {
    await store.transaction().execute((trx) => settle(trx, made));
    return made;
  };
  return {
    async fetch(_address, { filename }) {
      const target = path.join(tmpdir(), `plumbline-fetched-${randomUUID()}`);
      await writeFile(target, CSV);
      return {
        ...{ filename: filename ?? 'sales.csv', path: target, byteSize: CSV.length },
        ...{ sha256: createHash('sha256').update(CSV).digest('hex'), force: false, mapping: null },
      };
    },
    source: async () => async () => undefined,
    set: (_address, _id, _request, _signal, settle) => settled(settle, SOURCE),
    unset: (_address, _id, settle) => settled(settle, { deleted: 'src_1' }),
    refresh: (_address, _id, settle) => settled(settle, SOURCE),
  };
}
