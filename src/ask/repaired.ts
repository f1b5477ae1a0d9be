import type { SourceContext } from '#src/ask/context.ts';
import { type Draft, guardSql } from '#src/ask/draft.ts';
import { onceAStatement } from '#src/ask/once-a-statement.ts';
import type { Check } from '#src/ask/types.ts';
import type { Asked } from '#src/check/asked.ts';
import { checkStatement } from '#src/check/checks.ts';
import { isBetter, type Repair, repairSql } from '#src/check/repair.ts';

export interface CheckedDraft {
  readonly draft: Draft;
  readonly statement: readonly Check[];
}

interface Judged {
  readonly statement: readonly Check[];
  readonly repair: Repair | null;
}

const judgedOnce = onceAStatement<Judged>();

/** All that the checks look at beside the statement and the catalog. */
const keyOf = ({ question, asAsked, today, seesAll, writtenFor, heldTo }: Asked): string =>
  JSON.stringify([question, asAsked, today, seesAll, writtenFor ?? null, heldTo ?? null]);

/**
 * Checks a statement and mends it once where its own text can be. What was changed is stated as an assumption; a
 * rewrite that the guard refuses, or that leaves as much wrong, is dropped.
 */
export async function checkAndRepair(
  context: SourceContext,
  draft: Draft,
  asked: Asked,
): Promise<CheckedDraft> {
  const { catalog } = context;
  const { facts } = draft.checked;
  const { statement, repair } = judgedOnce(facts, catalog, keyOf(asked), () => ({
    statement: checkStatement({ facts, catalog, asked }),
    repair: repairSql(draft.sql, { facts, catalog, asked }),
  }));
  if (!repair) return { draft, statement };
  const { maxResultRows } = context.deps.limits;
  const guarded = await guardSql(context, repair.sql, maxResultRows);
  if ('refused' in guarded) return { draft, statement };
  const again = checkStatement({ facts: guarded.checked.facts, catalog, asked });
  if (!isBetter(statement, again, facts, guarded.checked.facts)) return { draft, statement };
  const assumptions = [...draft.plan.assumptions, ...repair.assumptions];
  return { draft: { ...guarded, plan: { ...draft.plan, assumptions } }, statement: again };
}
