import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Loaded into every process and thread of a covered test file: writes the numbers of the mutants that its code came
 * by into the folder of `MUTANT_COVERAGE`, while it runs too, as a thread may be ended without an event.
 */
const file = path.join(process.env.MUTANT_COVERAGE, randomUUID());
let known = 0;
function write() {
  const met = Object.keys(globalThis.__stryker__?.mutantCoverage?.static ?? {});
  if (met.length === known) return;
  known = met.length;
  writeFileSync(file, met.join('\n'));
}
setInterval(write, 100).unref();
process.on('exit', write);
