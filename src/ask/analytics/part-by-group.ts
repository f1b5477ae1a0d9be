import {
  amountsOf,
  percentOf,
  SHARE_BOUNDS,
  SHARES_COMPUTED,
  shareText,
} from '#src/ask/analytics/amounts.ts';
import type { Analysis } from '#src/ask/analytics/analysis.ts';
import { byName, type Finding } from '#src/ask/analytics/finding.ts';
import { labelled, type PartQuestion, planPart } from '#src/ask/analytics/part.ts';
import { unsupported } from '#src/ask/analytics/reads.ts';
import { memberName, partOf, saidMember } from '#src/ask/analytics/series.ts';
import { capital } from '#src/ask/words.ts';

/** Members that a table of shares shows at the most. */
const MAX_MEMBERS = 1_000;

interface Member {
  readonly member: string;
  readonly part: number;
  readonly whole: number;
  /** In percent of the member's own whole, to one digit; null where it has none. */
  readonly share: number | null;
}

/** What those of a kind are of all within each member of a dimension: the share of cancelled orders of each region. */
export async function analysePartByGroup(
  analysis: Analysis,
  question: PartQuestion,
  dimension: string,
): Promise<Finding> {
  const { context, catalog, reads } = analysis;
  const { part, whole, names } = await planPart(context, catalog, question, dimension);
  const some = await reads.rows(part.query, part.phrase);
  await reads.checkValues(some);
  const all = await reads.rows(whole.query, whole.phrase);
  if (some.isCut || all.isCut) throw unsupported('There are too many groups. Ask for fewer.');
  const measureAt = part.groups.length;
  const members = membersOf(valuesOf(some.rows, measureAt), valuesOf(all.rows, measureAt), names);
  const cells = all.rows.map((row) => row[measureAt] ?? null);
  const amounts = amountsOf(labelled(part), { read: some, measureAt }, catalog, cells);
  const named = (word: string, { member, share, part: own, whole: total }: Member) => {
    const shared = members.filter((one) => one.share === share).length > 1 ? ' and others' : '';
    return `the ${word} share is ${shareText(own, total)}, for ${saidMember(member)} (${amounts.text(own)} of ${amounts.text(total)})${shared}`;
  };
  const when = question.period ? ` ${question.period.text}` : '';
  const title = `Share of ${names[0]} in ${names[1]} by ${dimension}${when}`;
  const ranked = members.filter(({ share }) => share !== null);
  const [first, last] = [ranked[0], ranked.at(-1)];
  const said = [
    ...(first ? [named('highest', first)] : [`there are no ${names[1]}`]),
    ...(first && last && last.share !== first.share ? [named('lowest', last)] : []),
  ];
  return {
    query: part.query,
    main: some,
    table: {
      columns: [
        [dimension.replaceAll(' ', '_'), 'text'],
        [names[0].replaceAll(' ', '_'), amounts.type],
        [names[1].replaceAll(' ', '_'), amounts.type],
        ['share_percent', 'float'],
      ],
      rows: members.map((one) => [
        one.member,
        amounts.cell(one.part),
        amounts.cell(one.whole),
        one.share,
      ]),
    },
    drawn: {
      columns: [
        ...names.map((name) => ({ name: name.replaceAll(' ', '_'), ...amounts.info })),
        { name: 'share_percent', unit: '%', scale: 1, additive: false },
      ],
      facts: { only: [dimension.replaceAll(' ', '_'), 'share_percent'] },
    },
    explanation: `${title}: ${said.join('; ')}.`,
    figures: [`${title}.`, SHARE_BOUNDS],
    assumptions: [
      ...new Set([...part.assumptions, ...whole.assumptions]),
      `Each share is "${part.phrase}" divided by "${whole.phrase}" for the same ${dimension}.`,
      SHARES_COMPUTED,
    ],
    standsOut: null,
  };
}

/** The amount of each member; those of one name together. */
function valuesOf(
  rows: readonly (readonly unknown[])[],
  measureAt: number,
): ReadonlyMap<string, number> {
  const values = new Map<string, number>();
  for (const row of rows as Parameters<typeof partOf>[0][]) {
    const member = memberName(row.slice(0, measureAt));
    values.set(member, (values.get(member) ?? 0) + partOf(row, measureAt, false).top);
  }
  return values;
}

/** The members of the whole with their part, which is 0 where none of theirs is of the kind; largest share first. */
function membersOf(
  parts: ReadonlyMap<string, number>,
  wholes: ReadonlyMap<string, number>,
  names: readonly [part: string, whole: string],
): readonly Member[] {
  if (wholes.size > MAX_MEMBERS) throw unsupported('There are too many groups. Ask for fewer.');
  const members = [...wholes].map(([member, whole]) => {
    const part = parts.get(member) ?? 0;
    return { member, part, whole, share: percentOf(part, whole) };
  });
  const isPart = members.every(({ part, whole }) => part >= 0 && part <= whole);
  if (!isPart || [...parts.keys()].some((member) => !wholes.has(member)))
    throw unsupported(
      `${capital(names[0])} isn't part of ${names[1]} within each group, so there's no share to calculate. Name the part and the whole.`,
    );
  return members.toSorted(
    (a, b) => (b.share ?? -1) - (a.share ?? -1) || byName(a.member, b.member),
  );
}
