import { columnOf, labelOf } from '#src/catalog/catalog-names.ts';
import { isIndexed } from '#src/catalog/personal-columns.ts';
import type { Check } from '#src/check/types.ts';
import type { Suggestion } from '#src/planner/plan.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { BaseColumn, QueryFacts, SelectFacts } from '#src/plugin-api/query-facts.ts';
import { isFiltered, type RowPolicy } from '#src/principal.ts';
import { allBlocks } from '#src/sql/blocks.ts';
import { textComparisons } from '#src/sql/nodes.ts';
import type { LiteralFinding, TextLiteral } from '#workers/plan-protocol.ts';

const EQUALITIES: ReadonlySet<string> = new Set(['=', 'in', '<>', 'not in']);
const NAME = 'unmatched_literal';
/** The index finds values by their letters and digits. */
const NAMEABLE = /[\p{L}\p{N}]/u;

/**
 * The literals that text columns are compared with and that the value index can judge: the index holds all values of
 * the column, and the caller sees all rows (under a row filter a look-up would tell what others have).
 */
export function literalsToFind(
  facts: QueryFacts,
  { catalog, policy }: { readonly catalog: Catalog; readonly policy: RowPolicy },
  limits: { readonly maxIndexedValues: number; readonly maxIndexedLength: number },
): readonly TextLiteral[] {
  if (isFiltered(policy, catalog) || catalog.valueIndexes.length === 0) return [];
  return allBlocks(facts.root)
    .flatMap(comparedTexts)
    .flatMap(({ column, values }) => {
      const known = column && columnOf(catalog, column);
      if (!column || known?.type !== 'text' || known.hidden || known.sensitive) return [];
      if (!isIndexed(known)) return [];
      const distinct = known.profile?.distinctCount ?? Number.POSITIVE_INFINITY;
      if (distinct > limits.maxIndexedValues) return [];
      return values
        .filter((value) => value.length <= limits.maxIndexedLength && NAMEABLE.test(value))
        .map((value) => ({ table: column.table, column: column.column, value }));
    });
}

interface ComparedText {
  readonly column: BaseColumn | null;
  readonly values: readonly string[];
}

/** Every place where a column is set beside texts: conjuncts, and what stands inside CASE, FILTER and OR. */
function comparedTexts(block: SelectFacts): readonly ComparedText[] {
  const conditions = [
    ...block.filters,
    ...block.having,
    ...block.joins.flatMap((join) => join.conditions ?? []),
  ];
  const whole = conditions.filter(({ op }) => op !== null && EQUALITIES.has(op));
  const parts = [...conditions.filter(({ op }) => op === null), ...block.outputs];
  return [...whole, ...parts.flatMap(({ node }) => textComparisons(node))];
}

export interface LiteralVerdict {
  readonly check: Check;
  readonly suggestions: readonly Suggestion[];
}

/** The look-up itself failed: the answer stands, and says that its values were not looked up. */
export const UNCHECKED_LITERALS: LiteralVerdict = {
  check: {
    name: NAME,
    outcome: 'warning',
    detail: "The values in the question weren't looked up.",
  },
  suggestions: [],
};

/** Whether each literal is a value of its column; where none of a column's is, the answer would be about nothing. */
export function checkLiterals(
  findings: readonly LiteralFinding[],
  catalog: Catalog,
): LiteralVerdict {
  if (findings.length === 0)
    return {
      check: { name: NAME, outcome: 'skipped', detail: 'No text values are compared.' },
      suggestions: [],
    };
  const missing = findings.filter(({ found }) => !found);
  if (missing.length === 0)
    return {
      check: {
        name: NAME,
        outcome: 'passed',
        detail: 'Every value in the question is in the data.',
      },
      suggestions: [],
    };
  const hopeless = missing.some(
    (one) => !findings.some((other) => other.found && same(one, other)),
  );
  return {
    check: {
      name: NAME,
      outcome: hopeless ? 'failed' : 'warning',
      detail: missing.map((one) => missingText(one, labelOf(catalog, one))).join(' '),
    },
    suggestions: missing.flatMap(({ value, near }) =>
      near === null ? [] : { raw: value, resolved: near },
    ),
  };
}

const same = (a: TextLiteral, b: TextLiteral) => a.table === b.table && a.column === b.column;

function missingText({ value, near }: LiteralFinding, label: string): string {
  const text = `No ${label} is "${value}".`;
  return near === null ? text : `${text} Did you mean "${near}"?`;
}
