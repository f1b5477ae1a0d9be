import { dieWithParent } from './die-with-parent.ts';

/** Entry of a loader process: it watches its gateway before anything else is loaded. */
dieWithParent();
await import('./serve-load.ts');
