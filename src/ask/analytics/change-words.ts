import { growthOf, percentOf } from '#src/ask/analytics/amounts.ts';
import type { ChangeFacts, LookedAt } from '#src/ask/analytics/change-facts.ts';
import { OFFSET } from '#src/ask/analytics/drivers.ts';
import { byName } from '#src/ask/analytics/finding.ts';
import { saidMember } from '#src/ask/analytics/series.ts';
import type { Contribution } from '#src/ask/analytics/statistics/contribution.ts';
import { windowName } from '#src/ask/analytics/windows.ts';
import { capital, listed } from '#src/ask/words.ts';

export interface Words {
  readonly explanation: string;
  readonly figures: readonly string[];
}

/** Members that a text names. */
const NAMED = 3;

/** What changed, from where, and whether anything stands out, in two or three sentences. */
export function explainChange(facts: ChangeFacts): Words {
  const { best } = facts;
  const figures = [...totalFigures(facts)];
  const sentences = [totalSentence(facts)];
  if (best?.drivers) sentences.push(causeSentence(best, facts));
  else sentences.push(nothingSentence(facts), ...largestSentence(facts));
  if (facts.seasonal && facts.total.change !== 0)
    sentences.push(
      `A similar ${facts.total.change < 0 ? 'fall' : 'rise'} happened at the same time in every earlier year in the data.`,
    );
  return { explanation: sentences.filter((one) => one !== '').join(' '), figures };
}

function totalSentence({ question, total, amounts, pair }: ChangeFacts): string {
  const { before, after, change } = total;
  const label = capital(amounts.label);
  const [first, last] = [windowName(pair.before), windowName(pair.after)];
  if (change === 0)
    return `${label} didn't change: ${amounts.text(after)} in both ${first} and ${last}.`;
  const direction = change < 0 ? 'fall' : 'rise';
  const verb = change < 0 ? 'fell' : 'rose';
  const percent = percentText(growthOf(before, change));
  const how = `by ${amounts.text(Math.abs(change))}${percent}, from ${amounts.text(before)} in ${first} to ${amounts.text(after)} in ${last}`;
  return question.asked !== null && question.asked !== direction
    ? `${label} didn't ${question.asked} in ${last}. It ${verb} ${how}.`
    : `${label} ${verb} ${how}.`;
}

const percentText = (percent: number | null) =>
  percent === null ? '' : ` (${percent > 0 ? '+' : ''}${percent}%)`;

function totalFigures({ total, amounts, pair }: ChangeFacts): readonly string[] {
  const percent = growthOf(total.before, total.change);
  const names = `${windowName(pair.before)} and ${windowName(pair.after)}`;
  return [
    `Change between ${names}: ${amounts.text(total.before)} to ${amounts.text(total.after)}, ${amounts.text(Math.abs(total.change))}${percentText(percent)}.`,
  ];
}

function causeSentence({ label, drivers }: LookedAt, { total, amounts }: ChangeFacts): string {
  const { members, explained } = drivers!;
  const said = members.slice(0, NAMED).map((one) => memberText(one, total.change, amounts));
  const one = members.length === 1;
  const who = one ? `${label} ${said[0]}` : `several values of ${label}: ${listed(said)}`;
  const rest = explained > OFFSET ? ', while others offset part of it' : '';
  return one
    ? `Most of the change comes from ${who}, whose change is unusually large compared with the rest${rest}.`
    : `Most of the change comes from ${who}. Their changes are unusually large compared with the rest${rest}.`;
}

/** `West (12,000 to 3,000, 89.1% of the change)`. */
function memberText(
  { member, before, after, contribution }: Contribution,
  change: number,
  { text }: ChangeFacts['amounts'],
): string {
  const share = percentOf(contribution, change);
  const part = share === null ? '' : `, ${share}% of the change`;
  return `${saidMember(member)} (${text(before)} to ${text(after)}${part})`;
}

function nothingSentence({ unusual, best, lookedAt, total }: ChangeFacts): string {
  if (total.change === 0) return '';
  if (unusual === null)
    return 'The data has too few earlier periods to tell whether that is unusual, so no cause is named.';
  if (!unusual)
    return 'A change of this size is normal between two such periods, so no cause stands out.';
  return best
    ? `The change is spread across ${listed(lookedAt)}, so no single cause stands out.`
    : 'The data has no dimension to break this change down by.';
}

/** Where a group was asked for, its largest part is named, without calling it a cause. */
function largestSentence({ question, best, total, amounts }: ChangeFacts): readonly string[] {
  if (question.dimension === null || !best || total.change === 0) return [];
  const direction = Math.sign(total.change);
  const [largest] = best.change.members.toSorted(
    (a, b) => direction * (b.contribution - a.contribution) || byName(a.member, b.member),
  );
  return largest
    ? [
        `By ${best.label}, the largest share of the change comes from ${memberText(largest, total.change, amounts)}.`,
      ]
    : [];
}
