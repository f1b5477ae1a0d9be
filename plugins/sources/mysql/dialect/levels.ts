/** How tightly operators bind, from the manuals of MySQL 8.4 and MariaDB 10.11. */
export const LEVEL = {
  or: 1,
  xor: 2,
  and: 3,
  not: 4,
  comparison: 5,
  bitOr: 6,
  bitAnd: 7,
  shift: 8,
  sum: 9,
  product: 10,
  bitXor: 11,
  sign: 12,
  bang: 13,
  collate: 14,
} as const;
