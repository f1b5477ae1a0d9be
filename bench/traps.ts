/** `npm run bench traps`: the share of planted mistakes that the checks catch, and of sound queries that they doubt. */
import { BLIND_TRAPS } from '../test/unit/ask/traps/blind-traps.ts';
import type { SoundQuery, Trap } from '../test/unit/ask/traps/cases.ts';
import { type Judge, openJudge } from '../test/unit/ask/traps/judge.ts';
import { OTHER_QUESTIONS } from '../test/unit/ask/traps/other-questions.ts';
import { SOUND } from '../test/unit/ask/traps/sound.ts';
import { TRAPS } from '../test/unit/ask/traps/traps.ts';

const percent = (part: number, whole: number) =>
  `${part}/${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`;

async function trapsCaught(judge: Judge, name: string, traps: readonly Trap[]): Promise<void> {
  let caught = 0;
  const outcomes = new Map<string, number>();
  for (const trap of traps) {
    const { outcome, reason } = await judge.judge(trap);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (outcome !== 'answered' && trap.expect.includes(outcome)) caught++;
    else
      console.log(`missed [${trap.schema}, ${trap.mistake}] ${outcome}: ${trap.sql}\n   ${reason}`);
    if (process.argv.includes('--all'))
      console.log(`${outcome} [${trap.mistake}] ${trap.question}: ${reason}`);
  }
  const parts = [...outcomes].map(([outcome, count]) => `${outcome} ${count}`).join(', ');
  console.log(`${name}: caught ${percent(caught, traps.length)}; ${parts}`);
}

async function falseAlarms(judge: Judge, queries: readonly SoundQuery[]): Promise<void> {
  let alarms = 0;
  for (const query of queries) {
    const { outcome, reason } = await judge.judge(query);
    if (outcome === 'answered') continue;
    alarms++;
    console.log(`false alarm [${query.schema}] ${outcome}: ${query.sql}\n   ${reason}`);
  }
  console.log(`sound queries: false alarms ${percent(alarms, queries.length)}`);
}

const judge = await openJudge();
await trapsCaught(judge, 'traps written before the checks', BLIND_TRAPS);
await trapsCaught(judge, 'traps written beside the checks', TRAPS);
await trapsCaught(judge, 'answers to another question', OTHER_QUESTIONS);
await falseAlarms(judge, SOUND);
await judge.close();
