import { notAllowed } from './refused.ts';

/** A name of a table where it stands: given (an alias, a WITH), the table's own, or before a column. */
export interface SpelledName {
  /** Place of its token. */
  readonly place: number;
  readonly name: string;
  readonly role: 'given' | 'table' | 'qualifier';
}

/**
 * Servers differ in whether `Orders` and `orders` are one name. Here they are, so all of one name are written alike:
 * gives the spelling for each place that has another one. Refuses names that were given twice with a difference in case
 * only, because a server that tells them apart means two tables.
 */
export function commonSpellings(names: readonly SpelledName[]): ReadonlyMap<number, string> {
  const changes = new Map<number, string>();
  for (const group of Map.groupBy(names, (each) => each.name.toLowerCase()).values()) {
    const given = new Set(group.filter((each) => each.role === 'given').map((each) => each.name));
    if (given.size > 1) notAllowed(`Two names that differ only in case (${[...given].join(', ')})`);
    const [spelling = group[0]!.name] = given;
    for (const { place, name } of group) if (name !== spelling) changes.set(place, spelling);
  }
  return changes;
}
