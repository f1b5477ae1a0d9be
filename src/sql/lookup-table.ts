/**
 * A table for texts of callers: names in SQL, words of questions, codes of servers. An object literal finds
 * `constructor` and `__proto__`, too, since every object has those; this one has nothing but its entries.
 */
export const lookupTable = <V>(entries: Readonly<Record<string, V>>): Readonly<Record<string, V>> =>
  Object.freeze(Object.assign(Object.create(null) as Record<string, V>, entries));
