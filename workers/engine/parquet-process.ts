import { dieWithParent } from './die-with-parent.ts';

/** Entry of a process that makes one Parquet file of rows: it watches its gateway before anything else is loaded. */
dieWithParent();
await import('./write-parquet.ts');
