import { dieWithParent } from './die-with-parent.ts';

/** Entry of a query process: it watches its gateway before anything else is loaded. */
dieWithParent();
await import('./serve-queries.ts');
