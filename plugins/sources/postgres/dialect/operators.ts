import { lookupTable } from '#src/sql/lookup-table.ts';

/** The operation of the neutral tree that an A_Expr of libpg-query's is; null for an unknown kind. */
export function operatorForm(kind: string, name: string): string | null {
  switch (kind) {
    case 'AEXPR_OP':
      return name;
    case 'AEXPR_OP_ANY':
      return `${name} any`;
    case 'AEXPR_OP_ALL':
      return `${name} all`;
    default:
      return FORMS[`${kind} ${name}`] ?? FORMS[kind] ?? null;
  }
}

const FORMS: Readonly<Record<string, string>> = lookupTable({
  AEXPR_DISTINCT: 'is distinct from',
  AEXPR_NOT_DISTINCT: 'is not distinct from',
  AEXPR_NULLIF: 'nullif',
  'AEXPR_IN =': 'in',
  'AEXPR_IN <>': 'not in',
  'AEXPR_LIKE ~~': 'like',
  'AEXPR_LIKE !~~': 'not like',
  'AEXPR_ILIKE ~~*': 'ilike',
  'AEXPR_ILIKE !~~*': 'not ilike',
  'AEXPR_SIMILAR ~': 'similar to',
  'AEXPR_SIMILAR !~': 'not similar to',
  AEXPR_BETWEEN: 'between',
  AEXPR_NOT_BETWEEN: 'not between',
  AEXPR_BETWEEN_SYM: 'between symmetric',
  AEXPR_NOT_BETWEEN_SYM: 'not between symmetric',
});

/** Special forms besides the engine's own operators. */
export const SPECIAL_FORMS: readonly string[] = [
  ...Object.values(FORMS),
  ...['and', 'or', 'not', 'is null', 'is not null', 'is true', 'is not true', 'is false'],
  ...['is not false', 'is unknown', 'is not unknown', 'case', 'case of', 'array', 'row', '[]', '.'],
  ...['collate', 'is json'],
];
