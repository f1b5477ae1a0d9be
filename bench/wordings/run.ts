/**
 * `npm run bench wordings -- [--half even|odd] [--why]`
 *
 * Questions over the sample, each in ten to fourteen wordings by somebody who had not seen the code (26 November 2026): how many
 * are answered, and how many by the statement that most wordings of the same question give, orders aside. The even half was
 * looked at while the planner was mended; of the odd one only what was wrong at its first run. `--why` prints each other statement and each decline.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { lowerDuckdb } from '../../plugins/sources/duckdb/dialect/lower.ts';
import { plan } from '../../src/read/planner.ts';
import { generateSampleCsvs } from '../../src/sample/generate.ts';
import { catalogFromCsvFolder } from '../../test/fakes/offline-catalog.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const { values: options } = parseArgs({
  options: { half: { type: 'string' }, why: { type: 'boolean', default: false } },
});
const groups = (
  JSON.parse(readFileSync(new URL('sample.json', import.meta.url), 'utf8')) as string[][]
).filter((_, at) => !options.half || (at % 2 === 0) === (options.half === 'even'));

const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-wordings-'));
await generateSampleCsvs(folder);
const sample = await catalogFromCsvFolder(folder);
const { catalog, values } = sample;
let [asked, answered, agreeing, askedBack] = [0, 0, 0, 0];
for (const wordings of groups) {
  const found = wordings.map((question) => {
    const planned = plan({ question, catalog, values, history: [], now: NOW });
    const statement =
      planned.kind === 'query' ? lowerDuckdb(planned.query).replace(/\nORDER BY[^\n]*/, '') : null;
    const why =
      planned.kind === 'query' ? '' : planned.kind === 'clarify' ? planned.question : planned.text;
    return { question, statement, why, isAsked: planned.kind === 'clarify' };
  });
  const given = found.flatMap(({ statement }) => statement ?? []);
  const [most] = [...Map.groupBy(given, (one) => one).values()].toSorted(
    (a, b) => b.length - a.length,
  );
  asked += wordings.length;
  answered += given.length;
  agreeing += most?.length ?? 0;
  askedBack += found.filter(({ isAsked }) => isAsked).length;
  console.log(`${given.length} of ${wordings.length}, ${most?.length ?? 0} alike: ${wordings[0]}`);
  if (!options.why) continue;
  for (const { question, statement, why } of found)
    if (statement === null) console.log(`   ${question}: ${why}`);
    else if (statement !== most?.[0])
      console.log(`   ${question}: ${statement.replaceAll(/\s+/g, ' ')}`);
}
console.log(
  `${asked} wordings: answered ${answered} (${((100 * answered) / asked).toFixed(1)} %), ${agreeing} alike, asked back ${askedBack}`,
);
await sample.close();
rmSync(folder, { recursive: true });
