import { KINDS } from '#src/language/en/name-heads.ts';
import { Declined, type Frame } from '#src/planner/frame.ts';
import type { Mention } from '#src/planner/lattice.ts';
import type { Assignment } from '#src/planner/resolve.ts';

const isKinds = (of: Mention): boolean => KINDS.has(of.lemma);

/** `kinds of products`: each of them once. */
export const withKindsOnce = (frame: Frame): Frame => {
  const [thing] = frame.select;
  return frame.select.length === 1 && thing!.aggregate === null && isKinds(thing!.of)
    ? { ...frame, distinct: true }
    : frame;
};

/** `kinds of orders` where only products have a type: what orders consist of are no kinds of them. */
export function refuseKindsOfOthers({ select, entity }: Frame, senses: Assignment): void {
  for (const { of, ctx } of select) {
    const rows = ctx ?? entity;
    if (!isKinds(of) || !rows) continue;
    const [kinds, whole] = [senses.get(of), senses.get(rows)];
    if (!kinds || !whole || kinds.table === whole.table) continue;
    throw new Declined('not_in_data', `Which column has the ${of.text}? Write its name.`, of.text);
  }
}
