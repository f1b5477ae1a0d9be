/** A statement that changes one part at a time, as a conversation does. */
export interface Gold {
  /** What is shown beside the groups. */
  readonly value: string;
  /** Other columns that tell the same rows. */
  readonly or: readonly string[];
  readonly from: string;
  /** Conditions by what they are about: a new one of the same kind takes the place of the old. */
  readonly where: Readonly<Record<string, string>>;
  readonly groups: readonly string[];
  readonly order: string | null;
  readonly limit: number | null;
}

export const gold = (value: string, from: string, ...or: readonly string[]): Gold => ({
  ...{ value, or, from, where: {}, groups: [], order: null, limit: null },
});
export const held = (to: Gold, about: string, condition: string): Gold => ({
  ...to,
  where: { ...to.where, [about]: condition },
});
export const by = (to: Gold, ...groups: readonly string[]): Gold => ({ ...to, groups });
export const of = (to: Gold, value: string): Gold => ({ ...to, value, or: [] });
/** The first groups by what is computed. */
export const top = (to: Gold, limit: number, direction: 'ASC' | 'DESC' = 'DESC'): Gold => ({
  ...{ ...to, order: `${to.value} ${direction}`, limit },
});
/** The first rows by a column. */
export const first = (to: Gold, limit: number, order: string): Gold => ({ ...to, order, limit });

export const sqlOf = ({ value, from, where, groups, order, limit }: Gold): string =>
  [
    // Keys only keep apart what is called the same.
    `SELECT ${[...groups.filter((group) => !/id$/i.test(group)), value].join(', ')} FROM ${from}`,
    Object.keys(where).length > 0 ? `WHERE ${Object.values(where).join(' AND ')}` : '',
    groups.length > 0 ? `GROUP BY ${groups.join(', ')}` : '',
    order === null ? '' : `ORDER BY ${order}`,
    limit === null ? '' : `LIMIT ${limit}`,
  ].join(' ');

/** What a question of a conversation asks for. */
export interface Turn {
  readonly q: string;
  /** Statements any of whose rows are right; none: nothing answers it, or nobody can know what is meant. */
  readonly sql: readonly string[];
}

export type Talk = readonly Turn[];

type Expected = Gold | string | readonly (Gold | string)[];

/** Questions, each followed by what it asks for; an empty list where no answer is right. */
export function talk(...said: readonly (string | Expected)[]): Talk {
  const turns: Turn[] = [];
  for (let at = 0; at < said.length; at += 2) {
    const expected = said[at + 1] as Expected;
    const all = (Array.isArray(expected) ? expected : [expected]) as readonly (Gold | string)[];
    turns.push({
      q: said[at] as string,
      sql: all.flatMap((one) =>
        typeof one === 'string'
          ? [one]
          : [one.value, ...one.or].map((value) => sqlOf({ ...one, value })),
      ),
    });
  }
  return turns;
}

/** A half-open span of days. */
export const span = (column: string, from: string, to: string): string =>
  `${column} >= '${from}' AND ${column} < '${to}'`;
export const year = (column: string, one: number): string =>
  span(column, `${one}-01-01`, `${one + 1}-01-01`);
export const month = (column: string): string => `strftime(${column}::DATE, '%Y-%m')`;
