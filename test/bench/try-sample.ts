import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import { plan } from '#src/planner/planner.ts';
import * as sample from '#src/sample/generate.ts';
import { starterQuestions } from '#src/catalog/starter-questions.ts';
import { catalogFromCsvFolder } from '../fakes/offline-catalog.ts';
console.log(Object.keys(sample));
const folder = process.env['SAMPLE'] ?? (await mkdtemp(path.join(tmpdir(), 'sample-')));
if (!process.env['SAMPLE']) await (sample as any).writeSampleFiles?.(folder) ?? await (Object.values(sample)[0] as any)(folder, new AbortController().signal);
const c = await catalogFromCsvFolder(folder);
for (const t of c.catalog.tables) console.log(t.name, t.columns.map((k) => `${k.name}:${k.type}:${k.kind}`).join(' '));
for (const r of c.catalog.relationships) console.log(r.from.table, r.from.columns.join(), '->', r.to.table);
const qs = [...starterQuestions(c.catalog as any), ...(process.argv.slice(2))];
for (const q of qs) {
  const p = plan({ question: q, catalog: c.catalog, values: c.values, history: [], now: new Date('2026-10-31') });
  console.log('Q', q);
  if (p.kind === 'query') { console.log('  ', lowerDuckdb(p.query).replace(/\s+/g, ' ')); console.log('  ', p.restatement, '|', p.assumptions.join(' ')); console.log('  ', JSON.stringify((await c.run(lowerDuckdb(p.query))).slice(0, 3))); }
  else console.log('  ', JSON.stringify(p));
}
await c.close(); await rm(folder, { recursive: true, force: true });
