import { dieWithParent } from '#workers/engine/die-with-parent.ts';

/** Entry of a process that reads one uploaded file: it watches its gateway before anything else is loaded. */
dieWithParent();
await import('#workers/ingest/serve-reading.ts');
