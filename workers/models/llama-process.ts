import { dieWithParent } from '../engine/die-with-parent.ts';

/** Entry of the process of a model file: it watches its gateway before anything else is loaded. */
dieWithParent();
await import('./serve-llama.ts');
