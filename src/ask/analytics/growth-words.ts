import type { Amounts } from '#src/ask/analytics/amounts.ts';
import type { Words } from '#src/ask/analytics/change-words.ts';
import type { GrowthFrame, GrowthRow } from '#src/ask/analytics/growth-frame.ts';
import { windowName } from '#src/ask/analytics/windows.ts';
import { capital } from '#src/ask/words.ts';
import { addUnits, type Day } from '#src/planner/day.ts';

/** What grew most and least, and how the period that is not over stands. */
export function explainGrowth(
  rows: readonly GrowthRow[],
  frame: GrowthFrame,
  amounts: Amounts,
  dimension: string | null,
): Words {
  const label = capital(amounts.label);
  const said = (row: GrowthRow) => sentence(row, frame, amounts);
  const known = rows.filter(({ percent, isComplete }) => percent !== null && isComplete);
  const sorted = known.toSorted((a, b) => b.percent! - a.percent!);
  const [most, least] = [sorted[0], sorted.at(-1)];
  const ongoing = dimension === null ? rows.filter((row) => isOngoing(row, frame)) : [];
  const sentences = [
    rows.length > 1
      ? `${label} by ${dimension === null ? '' : `${dimension} and `}${frame.unit}, ${spanOf(frame)}.`
      : '',
    ...(most ? [`${rows.length > 1 ? 'Highest growth' : label}: ${said(most)}.`] : []),
    ...(least && least !== most
      ? [`${least.percent! < 0 ? 'Steepest decline' : 'Lowest growth'}: ${said(least)}.`]
      : []),
    ...ongoing.map((row) => `So far: ${said(row)}.`),
    ...(most || ongoing.length > 0 ? [] : ["There's no earlier period to compare with."]),
  ].filter((one) => one !== '');
  const figures = [most, least, ...ongoing].filter((row) => row !== undefined).map(said);
  return {
    explanation: sentences.join(' '),
    figures: [`Periods: ${spanOf(frame)}.`, ...new Set(figures.map((one) => `${capital(one)}.`))],
  };
}

const isOngoing = ({ day, change }: GrowthRow, { unfinished }: GrowthFrame) =>
  day === unfinished?.day && change !== null;

/** `West, 2025: +9.6% (from 1,000 in 2024 to 1,096)`. */
function sentence(
  { member, day, value, previous, percent, change }: GrowthRow,
  frame: GrowthFrame,
  { text }: Amounts,
): string {
  const { unfinished } = frame;
  const earlier =
    day === unfinished?.day ? windowName(unfinished.before) : nameOf(frame.against(day), frame);
  const grown = percent === null ? text(change) : `${percent > 0 ? '+' : ''}${percent}%`;
  const who = member === '' ? '' : `${member}, `;
  return `${who}${nameOf(day, frame)} ${grown} (from ${text(previous)} in ${earlier} to ${text(value)})`;
}

const nameOf = (day: Day, { unit }: GrowthFrame) =>
  windowName({ from: day, to: addUnits(day, unit, 1) });

function spanOf(frame: GrowthFrame): string {
  const { days } = frame;
  const [first, last] = [nameOf(days[0]!, frame), nameOf(days.at(-1)!, frame)];
  return first === last ? first : `${first} to ${last}`;
}
