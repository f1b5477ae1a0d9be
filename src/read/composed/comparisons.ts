import { mayBeYear } from '#src/planner/day.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import type { Plan } from '#src/planner/plan.ts';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';
import { type ComparedValues, comparedValues } from '#src/read/composed/compared-values.ts';
import type { Composed, PlanOne } from '#src/read/composed/parts.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';

type Tables = ReadonlyMap<string, CatalogTable>;

/** Two values or years that a question sets against each other. */
interface Compared {
  /** What tells them apart, as a group is asked for. */
  readonly by: string;
  /** Both, as a condition says them. */
  readonly both: string;
  /** What they are compared by; empty where it is not said. */
  readonly measure: string;
  /** The table of the values; null of years. */
  readonly table: string | null;
}

/** `Germany vs France revenue`, `compare orders in 2024 and 2025`: a number of either, beside each other. */
export function readComparison(
  question: Question,
  plan: PlanOne,
  { tables }: Schema,
): Composed | null {
  const compared = comparedIn(question, tables);
  const listed = comparedValues(question, tables);
  // `compare Kiel, Oslo and Genoa`: the last two are not all of them.
  if (compared && compared.measure !== '' && (listed?.texts.length ?? 0) <= 2) {
    const { measure, by, both } = compared;
    return groupsOf(`${measure} by ${by} in ${both}`, plan);
  }
  for (const text of listed?.asked ?? []) {
    const found = groupsOf(text, plan);
    if (found && listed && isOf(listed, found)) return found;
  }
  return null;
}

/** One number of each group of a question. */
function groupsOf(text: string, plan: (question: string) => Plan): Composed | null {
  const planned = plan(text);
  if (planned.kind !== 'query' || planned.query.kind !== 'select') return null;
  const { query, assumptions, confidence } = planned;
  const numbers = query.select.filter(
    ({ expr }) => expr.kind === 'aggregate' || expr.kind === 'fragment',
  );
  if (query.groupBy.length === 0 || numbers.length !== 1 || query.limit !== null) return null;
  return {
    query,
    assumptions: [`The comparison was read as "${text}".`, ...assumptions],
    confidence,
    heldTo: text,
  };
}

/** Whether the groups are those of the column of the values, and of all of these. */
function isOf({ column, texts }: ComparedValues, { query }: Composed): boolean {
  const [group, second] = query.groupBy;
  const where = JSON.stringify(query.where);
  const isGroup = group?.kind === 'column' && group.column === column && !second;
  return isGroup && texts.every((text) => where.includes(JSON.stringify(text)));
}

/** What a question compares, where that is two values of one column, or two years. */
export function comparedIn(question: Question, tables: Tables): Compared | null {
  const { compare, versus, with: links } = question.language.everyday.comparisons;
  const isAsked = question.tokens.some((_, at) => at < 2 && question.is(at, compare));
  const found: Compared[] = [];
  for (let at = 1; at < question.lastWord; at++)
    if (question.is(at, versus) || (isAsked && question.is(at, links)))
      found.push(...(valuesAround(at, question, tables) ?? yearsAround(at, question) ?? []));
  const [one, second] = found;
  return one && !second ? one : null;
}

function valuesAround(at: number, question: Question, tables: Tables): readonly Compared[] | null {
  const behind = question.is(at + 1, question.language.composed.before) ? at + 2 : at + 1;
  for (let from = Math.max(0, at - LONGEST); from < at; from++) {
    const firsts = question.valueRefs(from).filter(({ to }) => to === at);
    const seconds = question.valueRefs(behind).toSorted((a, b) => b.to - a.to);
    for (const second of seconds) {
      const columns = firsts.flatMap(({ options }) =>
        options.filter(
          (one) =>
            !one.and &&
            one.texts.length === 1 &&
            second.options.some(
              (other) =>
                other.table === one.table &&
                other.column === one.column &&
                !other.and &&
                other.texts.length === 1,
            ),
        ),
      );
      const [column, another] = columns;
      if (!column) continue;
      if (another) return null;
      const table = tables.get(column.table)!;
      const own = table.columns.find(({ name }) => name === column.column)!;
      const isName = displayColumns(table).some(({ name }) => name === own.name);
      const measure = around(from, second.to, question);
      return measure === null
        ? null
        : [
            {
              by: isName ? table.label : own.label,
              both: `${question.textOf(from, at)} or ${question.textOf(behind, second.to)}`,
              measure,
              table: table.name,
            },
          ];
    }
  }
  return null;
}

/** Words of a value, at the most. */
const LONGEST = 4;

function yearsAround(at: number, question: Question): readonly Compared[] | null {
  const behind = question.is(at + 1, question.language.composed.before) ? at + 2 : at + 1;
  const isYear = (place: number) =>
    mayBeYear(question.number(place) ?? 0) && question.period(place)?.end === place + 1;
  if (!isYear(at - 1) || !isYear(behind)) return null;
  // `January to March 2025 against 2026`: the years are said of a time that is part of them.
  const isWhole = question.tokens.every((_, place) => {
    const end = question.period(place)?.end;
    return end === undefined || ([at, behind + 1].includes(end) && end - place <= 2);
  });
  if (!isWhole) return null;
  const measure = around(at - 1, behind + 1, question);
  const both = `${question.textOf(at - 1, at)} or ${question.textOf(behind, behind + 1)}`;
  return measure === null ? null : [{ by: YEAR, both, measure, table: null }];
}

const YEAR = 'year';

/** What is said around both; null where it stands on either side. */
function around(from: number, to: number, question: Question): string | null {
  const { compare, around: links } = question.language.everyday.comparisons;
  let start = 0;
  while (start < from && (question.is(start, compare) || question.isArticle(start))) start++;
  let end = from;
  while (end > start && question.is(end - 1, links)) end--;
  let behind = to;
  while (behind <= question.lastWord && question.is(behind, links)) behind++;
  const before = start < end ? question.textOf(start, end) : '';
  const after = behind <= question.lastWord ? question.textOf(behind, question.lastWord + 1) : '';
  return before && after ? null : before || after;
}
