import { addDays } from '#src/planner/day.ts';
import type { Lesson, PlanRequest } from '#src/planner/plan.ts';
import { tablesByAlias } from '#src/planner/select-blocks.ts';
import type { CatalogColumn, CatalogTable, CellValue } from '#src/plugin-api/catalog.ts';
import type { ColumnRef, Expr, Literal, SelectQuery } from '#src/plugin-api/query.ts';
import type { Option, ValueOption } from '#src/read/ask.ts';
import {
  type Alignment,
  align,
  type Fill,
  type Piece,
  type SlotKind,
} from '#src/read/lessons/align.ts';
import { classesOf, classOfWord } from '#src/read/lessons/word-classes.ts';
import { questionOf, schemaOf } from '#src/read/plan.ts';
import type { Question } from '#src/read/question.ts';

/** What of a lesson's query a span of its question says, by the slot that stands for it. */
type Said =
  | { readonly kind: 'column'; readonly refs: readonly ColumnRef[]; readonly column: CatalogColumn }
  | { readonly kind: 'value'; readonly column: ColumnRef; readonly text: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'period'; readonly from: string | null; readonly to: string | null };

interface Taught {
  readonly lesson: Lesson;
  readonly pieces: readonly Piece[];
  readonly said: ReadonlyMap<string, Said>;
}

/** Beyond it a question is no sibling of a lesson; what a sense may cost comes to it for each slot. */
const DEAREST = 0.25;
const DEAREST_SENSE = 0.2;

/**
 * The query of the lessons that a question is a sibling of: the same words with other values, numbers, columns or
 * periods. Null where there is none, or where lessons differ.
 */
export function taughtBy(
  request: PlanRequest,
  lessons: readonly Lesson[],
): { readonly query: SelectQuery; readonly lesson: Lesson } | null {
  const question = questionOf(request);
  if (!question) return null;
  const { tables } = schemaOf(request.catalog);
  const classes = classesOf(question);
  const found = new Map<string, { query: SelectQuery; lesson: Lesson; cost: number }>();
  for (const lesson of lessons) {
    const own = questionOf({ ...request, question: lesson.question });
    const taught = own ? taughtOf(lesson, own, tables) : null;
    if (!taught) continue;
    const dearest = DEAREST + DEAREST_SENSE * taught.said.size;
    for (const alignment of align(taught.pieces, question, classes, dearest)) {
      const query = rewritten(taught, alignment, tables);
      if (query) found.set(JSON.stringify(query), { query, lesson, cost: alignment.cost });
    }
  }
  const [best, next] = [...found.values()].toSorted((a, b) => a.cost - b.cost);
  return best && (!next || next.cost - best.cost > 0.05) ? best : null;
}

/** A lesson's question with slots for all that its query has of it; null where the query has what no word says. */
function taughtOf(
  lesson: Lesson,
  question: Question,
  tables: ReadonlyMap<string, CatalogTable>,
): Taught | null {
  const { query } = lesson;
  const columns = columnsIn(query);
  const literals = literalsIn(query);
  const sources = tablesByAlias(query);
  const said = new Map<string, Said>();
  const pieces: Piece[] = [];
  let isDated = false;
  const slot = (of: SlotKind, one: Said, to: number): number => {
    const name = `${of} ${said.size}`;
    said.set(name, one);
    pieces.push({ kind: 'slot', slot: name, of });
    return to;
  };
  for (let at = 0; at < question.length; ) {
    at = slotAt(at) ?? wordAt(at);
  }
  if (isDated) return null;
  return said.size > 0 ? { lesson, said, pieces } : null;

  function slotAt(at: number): number | null {
    const period = question.period(at);
    if (period) {
      const { from, to } = period.period;
      const one: Said = { kind: 'period', from, to };
      if (literals.some(({ value }) => isBoundOf(one, value)))
        return slot('period', one, period.end);
      // `last month` of an approved statement is another month by now.
      isDated ||= !question.tokens
        .slice(at, period.end)
        .some(({ value: year }) => literals.some(({ value }) => Number(value) === year));
    }
    for (const { to, options } of question.valueRefs(at))
      for (const option of options) {
        const text = option.texts.find((own) =>
          literals.some(
            ({ value, column }) =>
              value === own &&
              column !== null &&
              sources.get(column.alias) === option.table &&
              column.column === option.column,
          ),
        );
        const literal = literals.find(({ value }) => value === text);
        if (text !== undefined && literal?.column)
          return slot('value', { kind: 'value', column: literal.column, text }, to);
      }
    const number = question.number(at);
    if (
      number !== null &&
      (literals.some(({ value }) => Number(value) === number) || query.limit?.count === number)
    )
      return slot('number', { kind: 'number', value: number }, at + 1);
    for (const ref of question.refs(at).toSorted((a, b) => b.to - a.to))
      for (const option of ref.options) {
        if (option.kind !== 'column' || option.columns.length !== 1) continue;
        const [column] = option.columns;
        const refs = columns.filter(
          (one) => sources.get(one.alias) === option.table && one.column === column.name,
        );
        if (refs.length > 0 && tables.has(option.table))
          return slot('column', { kind: 'column', refs, column }, ref.to);
      }
    return null;
  }

  function wordAt(at: number): number {
    const word = question.word(at);
    pieces.push({ kind: 'word', word, of: classOfWord(word, question.language) });
    return at + 1;
  }
}

/** The lesson's query with what the question says in place of what the lesson said; null where it does not fit. */
function rewritten(
  { lesson, said }: Taught,
  { fills }: Alignment,
  tables: ReadonlyMap<string, CatalogTable>,
): SelectQuery | null {
  const { query } = lesson;
  const sources = tablesByAlias(query);
  const columns = new Map<string, string>();
  const values = new Map<string, string>();
  const numbers = new Map<number, number>();
  const days = new Map<string, string>();
  for (const [slot, one] of said) {
    const fill = fills.get(slot);
    if (!fill || !takes(one, fill)) return null;
  }
  return changed(query);

  function takes(one: Said, fill: Fill): boolean {
    if (one.kind === 'number') {
      if (fill.kind !== 'number') return false;
      numbers.set(one.value, fill.value);
      return true;
    }
    if (one.kind === 'period') {
      if (fill.kind !== 'period') return false;
      const { from, to } = fill.period;
      if ((from === null) !== (one.from === null) || (to === null) !== (one.to === null))
        return false;
      if (one.from && from) days.set(one.from, from);
      if (one.to && to) {
        days.set(one.to, to);
        days.set(addDays(one.to, -1), addDays(to, -1));
      }
      return true;
    }
    if (one.kind === 'value') {
      const options: readonly ValueOption[] = fill.kind === 'value' ? fill.value.options : [];
      const own = options.find(
        ({ table, column }) =>
          table === sources.get(one.column.alias) && column === one.column.column,
      );
      const [text, second] = own?.texts ?? [];
      if (text === undefined || second !== undefined) return false;
      values.set(one.text, text);
      return true;
    }
    const [ref] = one.refs;
    const table = sources.get(ref!.alias);
    const option =
      fill.kind === 'column' ? fill.ref.options.find((own) => isColumnOf(own, table!)) : undefined;
    if (option?.kind !== 'column') return false;
    const [column] = option.columns;
    // What is added up is put in the place of what is added up, what groups in that of what groups.
    if (column.kind !== one.column.kind || column.hidden || !tables.has(table!)) return false;
    columns.set(`${ref!.alias}\0${ref!.column}`, column.name);
    return true;
  }

  function changed(one: SelectQuery): SelectQuery {
    const renamed = new Map([...columns].map(([key, name]) => [key.split('\0')[1]!, name]));
    const visit = (node: unknown): unknown => {
      if (Array.isArray(node)) return node.map(visit);
      if (node === null || typeof node !== 'object') return node;
      const own = node as { readonly kind?: string };
      if (own.kind === 'column') {
        const { alias, column } = node as ColumnRef;
        return { ...own, column: columns.get(`${alias}\0${column}`) ?? column };
      }
      if (own.kind === 'literal') return literal(node as Literal);
      return Object.fromEntries(Object.entries(node).map(([key, value]) => [key, visit(value)]));
    };
    const joins = one.joins;
    const made = visit({ ...one, joins: [] }) as SelectQuery;
    const count = one.limit && (numbers.get(one.limit.count) ?? one.limit.count);
    return {
      ...made,
      joins,
      select: made.select.map((item) => ({ ...item, as: nameOf(item.as, renamed) })),
      limit: one.limit && count ? { ...one.limit, count } : null,
    };
  }

  function literal(one: Literal): Literal {
    const { value } = one;
    if (typeof value === 'string') {
      const day = value.slice(0, 10);
      const other = values.get(value) ?? (days.has(day) ? days.get(day)! + value.slice(10) : value);
      return { ...one, value: other };
    }
    return typeof value === 'number' ? { ...one, value: numbers.get(value) ?? value } : one;
  }
}

/** The name of a result column, where it was named for a column that is another one now. */
function nameOf(name: string, renamed: ReadonlyMap<string, string>): string {
  for (const [from, to] of renamed) if (name.includes(from)) return name.replace(from, to);
  return name;
}

const isColumnOf = (option: Option, table: string): boolean =>
  option.kind === 'column' && option.table === table && option.columns.length === 1;

const isBoundOf = (
  { from, to }: { readonly from: string | null; readonly to: string | null },
  value: CellValue,
): boolean => {
  if (typeof value !== 'string') return false;
  const day = value.slice(0, 10);
  return day === from || day === to || (to !== null && day === addDays(to, -1));
};

interface SaidLiteral {
  readonly value: CellValue;
  readonly column: ColumnRef | null;
}

function literalsIn({ where, having }: SelectQuery): readonly SaidLiteral[] {
  return [...where, ...having].flatMap((one): readonly SaidLiteral[] => {
    if (one.kind === 'compare' && one.right.kind === 'literal')
      return [{ value: one.right.value, column: columnIn(one.left) }];
    if (one.kind === 'in')
      return one.values.map(({ value }) => ({ value, column: columnIn(one.expr) }));
    return [];
  });
}

const columnIn = (expr: Expr): ColumnRef | null => (expr.kind === 'column' ? expr : null);

function columnsIn({ select, groupBy, orderBy, where }: SelectQuery): readonly ColumnRef[] {
  const found: ColumnRef[] = [];
  const visit = (expr: Expr): void => {
    if (expr.kind === 'column') found.push(expr);
    if (expr.kind === 'aggregate' && expr.arg) visit(expr.arg);
  };
  for (const { expr } of [...select, ...orderBy]) visit(expr);
  for (const expr of groupBy) visit(expr);
  for (const one of where) if (one.kind === 'compare') visit(one.left);
  return found;
}
