/** `npm run bench analytics`: planted causes that are found, and controls of which is said that nothing stands out. `-- --seed 7`: another company with the same causes; `-- --all`: every answer. */
import { COMPANY_TODAY, generateCompany } from '../test/fixtures/analytics/generate.ts';
import { PLANTED } from '../test/fixtures/analytics/questions.ts';
import { outcomeOf } from '../test/unit/ask/analytics/planted.ts';
import { openCompany } from '../test/unit/ask/analytics/world.ts';

const at = process.argv.indexOf('--seed');
const seed = at < 0 ? undefined : Number(process.argv[at + 1]);
const company = await openCompany((folder) => generateCompany(folder, seed), COMPANY_TODAY);
const counts = new Map<string, number>();
const times: number[] = [];
for (const planted of PLANTED) {
  const from = performance.now();
  const answer = await company.ask(planted.question);
  times.push(performance.now() - from);
  const outcome = outcomeOf(answer, planted);
  counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  if (!['found', 'said none'].includes(outcome) || process.argv.includes('--all'))
    console.log(`${outcome}: ${planted.question}\n   ${answer.explanation}`);
}
const causes = PLANTED.filter(({ finds }) => finds !== null).length;
const of = (outcome: string) => counts.get(outcome) ?? 0;
console.log(`planted: found ${of('found')}/${causes}`);
console.log(`controls: said none ${of('said none')}/${PLANTED.length - causes}`);
console.log(
  `missed ${of('missed')}, false alarms ${of('false alarm')}, declined ${of('declined')}, with a number from nowhere ${of('untraced')}`,
);
times.sort((a, b) => a - b);
console.log(
  `milliseconds: median ${Math.round(times[Math.floor(times.length / 2)]!)}, most ${Math.round(times.at(-1)!)}`,
);
await company.close();
