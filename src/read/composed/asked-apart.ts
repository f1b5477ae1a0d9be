import * as said from '#src/language/en/asked-apart.ts';
import type { Ranking } from '#src/language/meanings.ts';
import { showsSomebody } from '#src/planner/asked-people.ts';
import { same, unique } from '#src/planner/compile/finish.ts';
import { isBirth } from '#src/planner/lexicon/birth.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { isNumeric } from '#src/planner/measured.ts';
import type { Plan } from '#src/planner/plan.ts';
import { columnBehind, columnsIn, tablesByAlias } from '#src/planner/select-blocks.ts';
import type { ColumnRef, Expr, SelectItem, SelectQuery } from '#src/plugin-api/query.ts';
import { isNameOfRows } from '#src/read/ask.ts';
import { placeOf, timeOf } from '#src/read/asked-of-row.ts';
import {
  isNameOf,
  isOnce,
  isVerbAgain,
  namesAll,
  wordsFor,
} from '#src/read/composed/column-words.ts';
import { type OrderBehind, orderBehind } from '#src/read/composed/order-behind.ts';
import { answeredBy, type Composed, type PlanOne, type ReadOne } from '#src/read/composed/parts.ts';
import {
  type AskedRows,
  askedRows,
  columnsOfRows,
  hasName,
  namesOfReferred,
  type ShownColumns,
} from '#src/read/composed/shown-columns.ts';
import {
  aggregateOf,
  computedFor,
  isAlike,
  leavesOut,
  numberNamed,
  withSome,
} from '#src/read/composed/shown-numbers.ts';
import {
  isWhole,
  nounFrom,
  type Part,
  partsOf,
  rowsAsked,
  startOf,
  type Tail,
  tailsOf,
} from '#src/read/composed/tails.ts';
import { lossOf } from '#src/read/losses.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';
import { isTime } from '#src/read/times.ts';

/**
 * `Which mill is the oldest, and how old is it?`, `Members from Oslo (name and age)`, `Is there a hall without seats? Name it.`:
 * what is to be shown is said apart from which rows are asked. The rest is planned as a question of its own, and each thing
 * that is asked for is shown of its rows: their own columns and those of what they refer to, or the number that they were
 * ranked, bounded or counted by. Null where one of them is not found.
 */
export const readAskedApart: ReadOne = (question, plan, schema) => {
  const found = new Reader(plan, schema).read(question, LEVELS);
  return found && lossOf(question, found.query, schema) === null ? found : null;
};

/** Lists one behind the other, at the most. */
const LEVELS = 3;

class Reader {
  private readonly plan: PlanOne;
  private readonly schema: Schema;

  constructor(plan: PlanOne, schema: Schema) {
    const known = new Map<string, Plan>();
    this.plan = (text) => {
      const planned = known.get(text) ?? plan(text);
      known.set(text, planned);
      return planned;
    };
    this.schema = schema;
  }

  read(question: Question, levels: number): Composed | null {
    const order = orderBehind(question);
    const rows = order && this.any(question.textOf(0, order.to), question, levels);
    const ordered = rows && this.ordered(rows, order, question);
    if (ordered) return ordered;
    for (const tail of tailsOf(question)) {
      const base = this.before(question.textOf(0, tail.to), question, tail, levels);
      const found = base && this.shown(question, tail, base);
      if (found) return found;
    }
    return this.opened(question);
  }

  /** `Where are the halls without seats`, `Who are the members from Oslo`: rows, behind what is asked of them. */
  private opened(question: Question): Composed | null {
    const to = question.lastWord + 1;
    const alphabetical = startOf(question, 0, said.ALPHABETICAL);
    if (alphabetical !== null) return this.alphabetical(question.textOf(alphabetical, to));
    const where = startOf(question, 0, said.WHERE_ARE);
    if (where !== null) return this.placed(question.textOf(where, to), question);
    const who = startOf(question, 0, said.WHO_ARE);
    if (who !== null) {
      const found = this.named(question.textOf(who, to));
      return found && showsSomebody(found.query, this.schema) ? found : null;
    }
    const what = startOf(question, 0, said.WHAT_ARE);
    return what !== null && question.is(to - 1, said.CALLED)
      ? this.named(question.textOf(what, to - 1))
      : null;
  }

  private alphabetical(text: string): Composed | null {
    const base = selectOf(this.plan(text));
    const [first] = base?.query.select ?? [];
    if (!base || base.query.limit !== null || first?.expr.kind !== 'column') return null;
    const orderBy = base.query.select.flatMap(({ expr }) =>
      expr.kind === 'column' ? [{ expr, direction: 'asc' as const }] : [],
    );
    return { ...base, query: { ...base.query, orderBy } };
  }

  private named(text: string): Composed | null {
    const base = selectOf(this.plan(text));
    const [shown] = base ? askedRows(base.query, this.schema) : [];
    if (!shown || shown.query.groupBy.length > 0) return null;
    const { table } = shown;
    const names = displayColumns(table);
    const isNamed = base!.query.select.every(
      ({ expr }) =>
        expr.kind === 'column' &&
        (!shown.isEach ||
          names.some(({ name, kind }) => name === expr.column && kind !== 'identifier')),
    );
    return isNamed ? base : null;
  }

  private placed(text: string, question: Question): Composed | null {
    const base = selectOf(this.plan(text));
    const [rows] = base ? askedRows(base.query, this.schema) : [];
    if (!rows?.isEach) return null;
    const place = placeOf(rows.table.name, question);
    const found = place === null ? null : this.columns(place, rows);
    return found && withShown(base!, found.query, found.items, found.assumptions, true);
  }

  /** What words ask for, by whatever they say behind the rows. */
  private any(text: string, question: Question, levels: number): Composed | null {
    const planned = selectOf(this.plan(text));
    return planned ?? (levels > 1 ? this.read(question.saying(text), levels - 1) : null);
  }

  private ordered(base: Composed, order: OrderBehind, question: Question): Composed | null {
    for (const rows of askedRows(base.query, this.schema)) {
      const by = this.keyOf(order, rows, question);
      const found = by && this.orderedBy(by, order, base);
      if (found) return found;
    }
    return null;
  }

  private orderedBy(by: Key, order: OrderBehind, base: Composed): Composed | null {
    const { expr, query } = by;
    const direction = by.isTurned ? turned(order.direction) : order.direction;
    const [first] = query.orderBy;
    if (query.limit !== null)
      return first && same(first.expr, expr) && first.direction === direction ? base : null;
    const isShown = query.select.some((item) => same(item.expr, expr));
    const isGrouped = query.groupBy.length > 0;
    const mayGroup = order.key.kind === 'named' && order.key.mayGroup === true;
    if (mayGroup && (isGrouped || !isShown)) return null;
    const isOfGroups = aggregateOf(expr) !== null || query.groupBy.some((one) => same(one, expr));
    if (!isShown && (query.distinct || (isGrouped && !isOfGroups))) return null;
    const ties = query.select.flatMap((item) =>
      item.expr.kind === 'column' && !same(item.expr, expr)
        ? [{ expr: item.expr, direction: 'asc' as const }]
        : [],
    );
    const assumptions = [...new Set([...base.assumptions, ...by.assumptions])];
    return { ...base, assumptions, query: { ...query, orderBy: [{ expr, direction }, ...ties] } };
  }

  /** What rows are put in order by. */
  private keyOf({ key }: OrderBehind, rows: AskedRows, question: Question): Key | null {
    switch (key.kind) {
      case 'named':
        return this.keyNamed(key, rows, question);
      case 'done': {
        const time = timeOf(rows.table.name, key.verb, question);
        return time === null ? null : this.keyCalled(time, rows, question);
      }
      default:
        return key.rows === null || isNameOf(rows.table, key.rows, question)
          ? this.keyRanked(key.means, rows, question)
          : null;
    }
  }

  private keyNamed(part: Part, rows: AskedRows, question: Question): Key | null {
    const isRows = isNameOf(rows.table, part, question);
    const computed = isRows ? null : numberNamed(question, part, rows.query, this.schema);
    if (computed) return { expr: computed, query: rows.query, assumptions: [] };
    const words = question.textOf(nounFrom(question, part.from), part.to);
    return isRows ? null : this.keyCalled(words, rows, question);
  }

  private keyCalled(words: string, rows: AskedRows, question: Question): Key | null {
    const found = this.columns(words, rows) ?? onlyColumn(question.saying(words), rows);
    const [item, second] = found?.items ?? [];
    return found && item && !second
      ? { expr: item.expr, query: found.query, assumptions: found.assumptions }
      : null;
  }

  private keyRanked(means: Ranking, rows: AskedRows, question: Question): Key | null {
    const { query, alias, table, isEach } = rows;
    const own = (names: readonly string[]): Expr | null => {
      for (const name of names) {
        const columns = question
          .named(name)
          .flatMap((one) => (one.kind === 'column' && one.table === table.name ? one.columns : []));
        const refs = [...new Set(columns.map((one) => one.name))].map(
          (column): ColumnRef => ({ kind: 'column', alias, column }),
        );
        const shown = refs.filter((one) => query.select.some(({ expr }) => same(expr, one)));
        const [only, second] = shown.length > 0 ? shown : refs;
        if (only) return second ? null : only;
      }
      return null;
    };
    const key = (expr: Expr | null, isTurned?: true): Key | null =>
      expr && { expr, query, assumptions: [], ...(isTurned && { isTurned }) };
    if (means.of.length > 0) {
      const named = isEach ? own(means.of) : null;
      if (named) return key(named);
      return isEach && means.since ? key(this.onlyTime(rows, means.since, question), true) : null;
    }
    if (means.time) return key(this.onlyTime(rows, null, question));
    return key(this.onlyNumber(rows));
  }

  /** The only time of rows: of those that are shown, else of all. */
  private onlyTime(
    { query, alias, table, isEach }: AskedRows,
    names: readonly string[] | null,
    question: Question,
  ): Expr | null {
    const called = new Set(
      names?.flatMap((name) =>
        question
          .named(name)
          .flatMap((one) => (one.kind === 'column' && one.table === table.name ? one.columns : []))
          .map(({ name: own }) => own),
      ),
    );
    const isCalled = (name: string) => names === null || called.has(name);
    const times = table.columns.filter(
      (one) => !one.hidden && isTime(one) && (names !== null || !isBirth(one)),
    );
    const refs = times.map(({ name }): ColumnRef => ({ kind: 'column', alias, column: name }));
    const shown = refs.filter((one) => query.select.some(({ expr }) => same(expr, one)));
    const own = refs.filter(({ column }) => isCalled(column));
    const [found] = [shown, ...(isEach ? [own, refs] : [])].filter(({ length }) => length === 1);
    return found?.[0] ?? null;
  }

  /** The only number that is shown, or that rows are ranked by. */
  private onlyNumber({ query }: AskedRows): Expr | null {
    const sources = tablesByAlias(query);
    const shown = query.select.flatMap(({ expr }) => {
      if (aggregateOf(expr) !== null) return [expr];
      const found = columnBehind(expr, sources, this.schema.tables)?.column;
      return found?.kind === 'measure' && isNumeric(found.type) && !isTime(found) ? [expr] : [];
    });
    const ranked = query.limit ? query.orderBy.slice(0, 1).map(({ expr }) => expr) : [];
    const [only, second] = shown.length > 0 ? shown : ranked;
    const isRanked = ranked.length > 0 && shown.some((expr) => isAlike(expr, ranked[0]!));
    return isRanked ? ranked[0]! : only && !second ? only : null;
  }

  /** What the words before a list ask for. */
  private before(text: string, question: Question, tail: Tail, levels: number): Composed | null {
    const own = question.saying(text);
    const rows = rowsAsked(own, tail.isApart);
    const planned = selectOf(this.plan(rows ?? text));
    if (planned) return planned;
    return levels > 1 ? this.read(own, levels - 1) : null;
  }

  /** What a list asks for, shown of the rows before it. */
  private shown(question: Question, tail: Tail, base: Composed): Composed | null {
    if (tail.isApart && leavesOut(question, tail, base.query))
      return { ...base, query: withSome(base.query) };
    for (const rows of askedRows(base.query, this.schema)) {
      const found = this.shownOf(rows, question, tail, base);
      if (found) return found;
    }
    return null;
  }

  private shownOf(
    rows: AskedRows,
    question: Question,
    { from, end, isAlone: isOnly, isLabel }: Tail,
    base: Composed,
  ): Composed | null {
    let { query } = base;
    const items: SelectItem[] = [];
    const told: string[] = [];
    const parts = partsOf(question, from, end);
    for (let at = 0; at < parts.length; ) {
      const found = this.part(question, parts, at, { ...rows, query });
      if (!found) return null;
      query = found.query;
      items.push(...found.items);
      told.push(...found.assumptions);
      at = found.next;
    }
    if (items.length === 0) items.push(...query.select);
    // `Show how many.`: of the rows, which a number alone does not tell.
    const isAlone = isOnly && items.some(({ expr }) => expr.kind === 'column');
    if (isAlone && !isLabel && !showsNoMore(rows, items)) return null;
    if (base.query.distinct && isAlone && !holdsAll(items, query)) return null;
    const numbers = query.select.filter(
      ({ expr }) => aggregateOf(expr) !== null && !items.some((one) => isAlike(one.expr, expr)),
    );
    if (!isAlone || numbers.length === 0) return withShown(base, query, items, told, isAlone);
    // `Use the names of the ranks`: of the groups, beside what is computed of them.
    return isLabel ? withShown(base, query, [...items, ...numbers], told, true) : null;
  }

  /** What one part of a list asks for, or several that share a head. */
  private part(
    question: Question,
    parts: readonly Part[],
    at: number,
    rows: AskedRows,
  ): {
    readonly query: SelectQuery;
    readonly items: readonly SelectItem[];
    readonly assumptions: readonly string[];
    readonly next: number;
  } | null {
    const own = parts[at]!;
    const alone = (items: readonly SelectItem[]) => ({
      ...{ query: rows.query, items, assumptions: [], next: at + 1 },
    });
    if (isWhole(question, own, said.ROWS_AGAIN)) return alone(rows.query.select);
    if (isOnce(question, own, rows)) {
      const isList = rows.query.groupBy.length === 0 && rows.query.limit === null;
      return isList ? { ...alone([]), query: { ...rows.query, distinct: true } } : null;
    }
    const computed = computedFor(question, own, rows, this.schema);
    if (computed)
      return computed.expr.kind === 'subquery' && !rows.isTold ? null : alone([computed]);
    for (let to = parts.length; to > at; to--) {
      const words = wordsFor(question, own.from, parts[to - 1]!.to, rows, this.schema);
      const found = this.columnsFor(
        words,
        { from: own.from, to: parts[to - 1]!.to },
        rows,
        question,
      );
      if (found && found.items.length >= to - at) return { ...found, next: to };
    }
    return null;
  }

  /** The columns that the words of a part of a list name. */
  private columnsFor(
    words: string | null,
    { from, to }: Part,
    rows: AskedRows,
    question: Question,
  ) {
    const named = words === null ? null : question.saying(words);
    return (
      this.referred(words, rows, question) ??
      (named && namesAll(named) ? this.columns(words!, rows) : null) ??
      this.spokenOf(question, from, to, rows) ??
      (named && onlyColumn(named, rows))
    );
  }

  /** `the schools`, where each player has one. */
  private referred(words: string | null, rows: AskedRows, question: Question) {
    if (words === null) return null;
    const own = question.saying(words);
    const [first] = own
      .nouns(0)
      .flatMap((at) => own.refs(at))
      .filter(({ to }) => to === own.length);
    const tables = first?.options.filter(isNameOfRows) ?? [];
    const [only, second] = tables;
    const isOther = only && !second && only.table !== rows.table.name;
    const hasOwn = first?.options.some(
      (one) =>
        one.kind === 'column' &&
        one.table === rows.table.name &&
        one.evidence === 'name' &&
        one.columns.every(({ kind }) => kind !== 'identifier'),
    );
    return isOther && !hasOwn ? namesOfReferred(only.table, rows, this.schema) : null;
  }

  /** `founded before 1900 … their founding year`: the year that was compared. */
  private spokenOf(question: Question, from: number, to: number, rows: AskedRows) {
    const start = nounFrom(question, from);
    if (to - start < 2 || !isVerbAgain(question, start, from)) return null;
    const found = this.columns(question.textOf(start + 1, to), rows);
    const { where, orderBy } = rows.query;
    const used = columnsIn([where, orderBy]);
    return found?.items.every(({ expr }) => used.some((one) => same(one, expr))) ? found : null;
  }

  private columns(words: string, rows: AskedRows) {
    return columnsOfRows(words, rows, this.plan, this.schema);
  }
}

/** What rows are put in order by, with what leads to it. */
interface Key {
  readonly expr: Expr;
  readonly query: SelectQuery;
  readonly assumptions: readonly string[];
  /** Of what is told by its opposite: the oldest were built first. */
  readonly isTurned?: true;
}

const turned = (direction: 'asc' | 'desc'): 'asc' | 'desc' =>
  direction === 'asc' ? 'desc' : 'asc';

/** What a plan answers; null where it is not sure enough that more is built upon it. */
const selectOf = (plan: Plan): Composed | null =>
  plan.kind === 'query' && plan.confidence >= SURE ? answeredBy(plan) : null;

const SURE = 0.7;

/** The only column of rows that words are the name of, or a part of it: `share`, of the share in percent. */
function onlyColumn(
  words: Question,
  { query, alias, table, isEach }: AskedRows,
): ShownColumns | null {
  const found = words
    .nouns(0)
    .flatMap((at) => words.refs(at))
    .filter(({ to }) => to === words.length)
    .flatMap(({ options }) => options)
    .flatMap((one) =>
      one.kind === 'column' &&
      one.table === table.name &&
      (one.evidence === 'name' || one.evidence === 'part')
        ? one.columns
        : [],
    );
  const [only, second] = new Set(found.map(({ name }) => name));
  if (!isEach || only === undefined || second !== undefined) return null;
  const expr: ColumnRef = { kind: 'column', alias, column: only };
  return { query, items: [{ expr, as: only }], assumptions: [] };
}

/** Whether nothing but what rows are called by, and what is computed of them, is shown beside some columns. */
function showsNoMore({ query, alias, table }: AskedRows, items: readonly SelectItem[]): boolean {
  const names = displayColumns(table).map(({ name }) => name);
  return query.select.every(
    ({ expr }) =>
      expr.kind !== 'column' ||
      items.some((one) => same(one.expr, expr)) ||
      (expr.alias === alias ? names.includes(expr.column) : !hasName(table)),
  );
}

const holdsAll = (items: readonly SelectItem[], { select }: SelectQuery): boolean =>
  select.every(({ expr }) => items.some((one) => same(one.expr, expr)));

/** A query that shows more, or something else. */
function withShown(
  base: Composed,
  query: SelectQuery,
  items: readonly SelectItem[],
  told: readonly string[],
  isAlone: boolean,
): Composed {
  const select = unique(isAlone ? items : [...query.select, ...items]);
  const added = select.flatMap(({ expr }) =>
    expr.kind === 'column' && !query.groupBy.some((one) => same(one, expr)) ? [expr] : [],
  );
  const groupBy = query.groupBy.length > 0 ? [...query.groupBy, ...added] : [];
  const assumptions = [...new Set([...base.assumptions, ...told])];
  return { ...base, query: { ...query, select, groupBy }, assumptions };
}
