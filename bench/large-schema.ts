/**
 * `npm run bench large-schema`: planning over 50 tables of 20,000 rows that refer to one another, whose 1,000,000 names are
 * indexed: prints how long the catalog takes, the median, 99th percentile and most of 200 questions (ms), and that of one
 * with 4,096 characters.
 */
import { plan } from '../src/read/planner.ts';
import { catalogFromSql } from '../test/fakes/offline-catalog.ts';
import { median } from './stats.ts';

const ROWS = 20_000;
const THINGS =
  `order invoice client product store ticket agent region branch vendor shipment contract project task visit claim policy loan
   account payment device sensor route driver vehicle trip hotel room booking guest course student teacher exam grade clinic
   patient doctor drug member team match player event venue band album song file folder`.split(
    /\s+/,
  );
const NOW = new Date('2025-06-01T12:00:00Z');

const statements = THINGS.map((thing, at) => {
  const tie = at > 0 ? `, 1 + i % ${ROWS} AS ${THINGS[at - 1]}_id` : '';
  return `CREATE TABLE ${thing}s AS SELECT i AS ${thing}_id${tie},
    '${thing.slice(0, 3)} ' || md5((i * ${at + 7})::VARCHAR)[:8] AS ${thing}_name,
    ['open', 'closed', 'late', 'paid'][1 + i % 4] AS status, DATE '2023-01-01' + (i % 900)::INT AS ${thing}_date,
    (i * 37 % 1000)::DOUBLE AS amount FROM range(1, ${ROWS + 1}) t(i)`;
});
const began = performance.now();
const data = await catalogFromSql(statements);
const seconds = Math.round((performance.now() - began) / 1000);

const planned = (question: string) =>
  plan({ question, catalog: data.catalog, values: data.values, history: [], now: NOW });
const questions = THINGS.flatMap((thing, at) => {
  const other = THINGS[at + 1];
  return at % 2 === 1 || other === undefined
    ? []
    : [
        `how many ${thing}s are open`,
        `total amount of ${other}s by ${thing}`,
        `top 5 ${thing}s by amount in 2024`,
        `${thing}s without ${other}s`,
        `average amount of ${thing}s per month in 2024`,
        `which ${thing}s have more than 3 ${other}s`,
        `late ${other}s by status last year`,
        `show me the names of ${thing}s and their ${other} names, sorted by date`,
      ];
});
const timed = (question: string): { readonly ms: number; readonly isAnswered: boolean } => {
  const from = performance.now();
  const { kind } = planned(question);
  return { ms: performance.now() - from, isAnswered: kind === 'query' };
};
for (const question of questions.slice(0, 8)) planned(question);
const all = questions.map(timed);
const times = all.map(({ ms }) => ms).toSorted((a, b) => a - b);
const long = 'show me the names of orders and the amounts of open invoices in 2024 and '
  .repeat(60)
  .slice(0, 4096);
console.log(`${THINGS.length} tables of ${ROWS} rows: catalog and index in ${seconds} s`);
console.log(
  `${all.length} questions, ${all.filter(({ isAnswered }) => isAnswered).length} answered: p50 ${median(times).toFixed(1)} ms, p99 ${times[Math.floor(0.99 * times.length)]!.toFixed(1)}, most ${times.at(-1)!.toFixed(1)}`,
);
console.log(`4,096 characters: ${timed(long).ms.toFixed(1)} ms`);
console.log(`resident memory ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
await data.close();
