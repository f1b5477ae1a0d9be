import { crashPointFrom } from '#src/crash-point.ts';
import { ADDRESS, openFiles, received } from '../unit/files/harness.ts';

/**
 * A service of its own that uploads or deletes one file and is killed at the point that `PLUMBLINE_CRASH_AT` names:
 * `node files-crash-child.ts DATA_DIR upload FILENAME CONTENT`, `… append …`, `node files-crash-child.ts DATA_DIR delete FILENAME`.
 */
const [dataDir = '', action, filename = '', content = ''] = process.argv.slice(2);
const files = await openFiles(dataDir, { atCrashPoint: crashPointFrom(process.env) });
if (action === 'upload' || action === 'append') {
  const append = action === 'append' ? { append: { to: null, filename } } : {};
  const upload = await received(dataDir, filename, content, append);
  await files.service.upload(ADDRESS, upload, new AbortController().signal);
} else {
  const records = await files.service.list(ADDRESS);
  await files.service.remove(ADDRESS, records.find((file) => file.filename === filename)!.id);
}
await files.close();
