import type { Refusal } from '#src/plugin-api/dialect.ts';
import type { SelectRules } from '#src/sql/select/rules.ts';
import { RULES } from './rules.ts';

/** What only reads who asks and how the session is set: views use it to filter their rows. */
const VIEW_FUNCTIONS: ReadonlySet<string> = new Set(
  'current_user current_role session_user user current_database current_schema current_setting clock_timestamp'.split(
    ' ',
  ),
);

/** What a view may do beyond a statement: who reads its columns is asked of these rules, too. */
export const VIEW_RULES: SelectRules = {
  ...RULES,
  functions: {
    ...RULES.functions,
    scalar: new Set([...RULES.functions.scalar, ...VIEW_FUNCTIONS]),
  },
};

/** The first function or operator below a node of the neutral tree that a statement may not use. */
export function callProblem(node: unknown): Refusal | null {
  if (typeof node !== 'object' || node === null) return null;
  const own = 'kind' in node ? ownProblem(node as { readonly kind: unknown }) : null;
  if (own) return own;
  for (const each of Object.values(node)) {
    const problem = callProblem(each);
    if (problem) return problem;
  }
  return null;
}

function ownProblem(node: {
  readonly kind: unknown;
  readonly name?: unknown;
  readonly op?: unknown;
}): Refusal | null {
  const { scalar, aggregate, window, table } = RULES.functions;
  const name = String(node.name);
  if (
    node.kind === 'call' &&
    ![scalar, aggregate, window, table, VIEW_FUNCTIONS].some((each) => each.has(name))
  )
    return { code: 'function_not_allowed', text: `The view calls ${name}().` };
  if (node.kind === 'operation' && !RULES.operators.has(String(node.op)))
    return { code: 'function_not_allowed', text: `The view uses the operator ${String(node.op)}.` };
  return null;
}
