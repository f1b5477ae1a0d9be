import { plural } from '#src/catalog/catalog-names.ts';
import { MONTH_NAMES } from '#src/language/en/periods.ts';
import { same } from '#src/planner/compile/finish.ts';
import { addUnits, isDay, monthOf, type PeriodUnit, startOf, yearOf } from '#src/planner/day.ts';
import { sourcesOf } from '#src/planner/select-blocks.ts';
import { withoutTotalRowConditions } from '#src/planner/total-rows.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type {
  Aggregate,
  Arithmetic,
  Expr,
  Join,
  Literal,
  Predicate,
  Query,
  SelectQuery,
} from '#src/plugin-api/query.ts';
import { FUNCTIONS, ordinal, wordBefore } from '#src/query/functions.ts';

/** Says in one sentence what a query computes, in the labels of the catalog. */
export function restate(query: Query, catalog: Catalog): string {
  if (query.kind === 'set') {
    const word = { union: ' or', intersect: ', also in:', except: ', but not in:' }[query.op];
    const right = restate(query.right, catalog);
    return `${restate(query.left, catalog)}${word} ${right.charAt(0).toLowerCase()}${right.slice(1)}`;
  }
  return new Speaker(catalog, new Map()).sentence(withoutTotalRowConditions(query, catalog));
}

/**
 * The same, telling apart what reads alike there: each column of another table with the rows that it is of, and the rows that
 * others are joined to.
 */
export function restateInFull(query: SelectQuery, catalog: Catalog): string {
  const said = withoutTotalRowConditions(query, catalog);
  return new Speaker(catalog, new Map(), { inFull: true }).sentence(said);
}

const COMPARE = {
  '=': 'is',
  '<>': 'is not',
  '<': 'is below',
  '<=': 'is at most',
  '>': 'is above',
  '>=': 'is at least',
};
const MATCH = { contains: 'contains', starts: 'starts with', ends: 'ends with', equals: 'is' };
const NO_MATCH = {
  contains: 'does not contain',
  starts: 'does not start with',
  ends: 'does not end with',
  equals: 'is not',
};
const BETWEEN = { '+': 'plus', '-': 'less', '*': 'times', '/': 'divided by' };
const ENDS = {
  number: { asc: 'lowest', desc: 'highest' },
  time: { asc: 'earliest', desc: 'latest' },
  text: { asc: 'first', desc: 'last' },
};

/** `average`, `90th percentile of`: what stands before the thing that is computed over. */
const calledBefore = ({ fn, second }: Aggregate) =>
  FUNCTIONS[fn].second === 'fraction' && second?.kind === 'literal'
    ? `${ordinal(Number(second.value) * 100)} ${wordBefore(fn)}`
    : wordBefore(fn);

/** Groups without keys that only tell those of one name apart, where their names are shown. */
function groupsTold({ groupBy, select }: SelectQuery): readonly Expr[] {
  const shown = groupBy.filter((expr) => select.some((item) => same(item.expr, expr)));
  return shown.length > 0 ? shown : groupBy;
}

/** What is divided by a number of rows of its own: the conditions of the query are those of the dividend alone. */
function partOfWhole({ select, groupBy }: SelectQuery): Arithmetic | null {
  const [only, second] = select;
  const isPart = only?.expr.kind === 'arithmetic' && only.expr.op === '/' && !second;
  return isPart && groupBy.length === 0 && only.expr.right.kind === 'subquery' ? only.expr : null;
}

class Speaker {
  private readonly catalog: Catalog;
  private readonly tableOf: Map<string, string>;
  /** What rows are to others that refer to them, by their alias, where rows of their table are spoken of twice. */
  private readonly roleOf = new Map<string, string>();
  private readonly inFull: boolean;

  constructor(catalog: Catalog, outer: ReadonlyMap<string, string>, { inFull = false } = {}) {
    this.catalog = catalog;
    this.tableOf = new Map(outer);
    this.inFull = inFull;
  }

  sentence(query: SelectQuery): string {
    const base = this.enter(query);
    const part = partOfWhole(query);
    const shown = part ? this.expr(part.left, base) : this.shown(query, base);
    const grouped = groupsTold(query)
      .map((expr) => this.expr(expr, base))
      .join(', ');
    return [
      shown.charAt(0).toUpperCase() + shown.slice(1),
      query.select.some(({ expr }) => countsRows(expr)) ? '' : `of ${base}`,
      this.inFull && query.joins.length > 0 ? this.joined(query) : '',
      query.where.length > 0 ? `where ${this.all(query.where, base)}` : '',
      grouped ? `for each ${grouped}` : '',
      query.having.length > 0 ? `where ${this.all(query.having, base)}` : '',
      part ? `divided by ${this.expr(part.right, base)}` : '',
    ]
      .filter(Boolean)
      .join(' ')
      .concat(this.ordered(query, base));
  }

  /** `name, different brands`, as the rows of a list show them. */
  private shown({ select, distinct }: SelectQuery, base: string): string {
    const shown = select.map((item) => this.expr(item.expr, base));
    const [only, second] = shown;
    if (!distinct || only === undefined) return shown.join(', ');
    const isPlain = second === undefined && select[0]!.expr.kind === 'column' && !this.inFull;
    return `different ${isPlain ? plural(only) : shown.join(', ')}`;
  }

  /** `, the 3 with the highest salary, then the first name`; `, ordered by name`. */
  private ordered({ orderBy, limit }: SelectQuery, base: string): string {
    const within = limit?.within;
    const keys = (within?.orderBy ?? orderBy).map(({ expr, direction }) => ({
      label: this.expr(expr, base).replace(/^the /, ''),
      end: ENDS[this.kindOf(expr)][direction],
      isUsual: direction === 'asc',
    }));
    if (!limit) {
      const said = keys.map(({ label, end, isUsual }) =>
        isUsual ? label : `${label}, ${end} first`,
      );
      return said.length > 0 ? `, ordered by ${said.join(', then ')}` : '';
    }
    const which = limit.count === 1 ? 'the one' : `the ${limit.count}`;
    if (keys.length === 0)
      return `, ${limit.count === 1 ? 'one of them' : `${limit.count} of them`}`;
    const parts = within?.partitionBy.map((expr) => this.expr(expr, base)).join(' and ');
    const each = parts ? ` of each ${parts}` : '';
    return `, ${which} with the ${keys.map(({ label, end }) => `${end} ${label}`).join(', then the ')}${each}`;
  }

  private kindOf(expr: Expr): keyof typeof ENDS {
    if (expr.kind === 'bucket') return 'time';
    if (expr.kind === 'aggregate' && expr.arg && FUNCTIONS[expr.fn].result === 'argument')
      return this.kindOf(expr.arg);
    if (expr.kind !== 'column') return 'number';
    const type = this.columnOf(expr.alias, expr.column)?.type;
    if (type === 'date' || type === 'timestamp') return 'time';
    return type === 'integer' || type === 'decimal' || type === 'float' ? 'number' : 'text';
  }

  private enter(query: SelectQuery): string {
    const sources = sourcesOf(query);
    for (const source of sources) this.tableOf.set(source.alias, source.table);
    for (const { source, on } of query.joins) {
      const [key, more] = on;
      const isTwice = sources.some(
        ({ alias, table }) => table === source.table && alias !== source.alias,
      );
      if (!isTwice || !key || more) continue;
      const refers = key.left.alias === source.alias ? key.right : key.left;
      const label = this.columnOf(refers.alias, refers.column)?.label ?? refers.column;
      this.roleOf.set(source.alias, roleIn(label));
    }
    return this.label(query.from.table);
  }

  /** The table whose rows a block has one by one: of vets with their visits, visits. */
  private rowsOf(query: SelectQuery): string {
    const sources = sourcesOf(query);
    const tableOf = new Map(sources.map(({ alias, table }) => [alias, table]));
    const refersTo = ({ left, right }: Join['on'][number]): boolean =>
      this.catalog.relationships.some(
        ({ from, to }) =>
          from.table === tableOf.get(left.alias) &&
          from.columns.includes(left.column) &&
          to.table === tableOf.get(right.alias) &&
          to.columns.includes(right.column),
      );
    const ends = query.joins.flatMap(({ on }) =>
      on.flatMap(({ left, right }) => [
        ...(refersTo({ left, right }) ? [right.alias] : []),
        ...(refersTo({ left: right, right: left }) ? [left.alias] : []),
      ]),
    );
    const [only, second] = sources.filter(({ alias }) => !ends.includes(alias));
    return only && !second ? only.table : query.from.table;
  }

  /** `with orders and items, if any,`: the rows that others are joined to. */
  private joined({ joins }: SelectQuery): string {
    const joined = joins.map(
      ({ type, source }) => `${this.label(source.table)}${type === 'left' ? ', if any,' : ''}`,
    );
    return `with ${joined.join(' and ')}`;
  }

  private label(table: string): string {
    return this.catalog.tables.find((one) => one.name === table)?.label ?? table;
  }

  private all(predicates: readonly Predicate[], base: string): string {
    return predicates.map((one) => this.predicate(one, base)).join(' and ');
  }

  private expr(expr: Expr, base: string): string {
    switch (expr.kind) {
      case 'column':
        return this.column(expr.alias, expr.column, base);
      case 'literal':
        return literal(expr);
      case 'aggregate': {
        const word = expr.fn === 'count' ? FUNCTIONS.count.label : calledBefore(expr);
        if (expr.when) {
          const counted = expr.arg ? `different ${this.expr(expr.arg, base)}` : base;
          return `number of ${counted} where ${this.predicate(expr.when, base)}`;
        }
        if (!expr.arg) return `${word} ${base}`;
        const arg = this.expr(expr.arg, base);
        if (!expr.distinct) return `${word} ${arg}`;
        const isPlain = expr.arg.kind === 'column' && !this.inFull;
        return `${word} different ${isPlain ? plural(arg.replace(/(?<=.) id$/i, '')) : arg}`;
      }
      case 'window':
        return `${wordBefore(expr.fn)}${expr.arg ? ` ${this.expr(expr.arg, base)}` : ''}`;
      case 'bucket':
        return `${expr.unit} of ${this.expr(expr.arg, base)}`;
      case 'part':
        return `${expr.part} of ${this.expr(expr.arg, base)}`;
      case 'days':
        return `${expr.in ?? 'days'} from ${this.expr(expr.from, base)} to ${this.expr(expr.to, base)}`;
      case 'arithmetic':
        return `${this.operand(expr.left, base)} ${BETWEEN[expr.op]} ${this.operand(expr.right, base)}`;
      case 'subquery':
        return this.inner(expr.query);
      case 'fragment':
        return expr.metric;
      case 'output':
        return expr.name;
    }
  }

  private inner(query: Query): string {
    if (query.kind === 'set') return restate(query, this.catalog);
    const inner = new Speaker(this.catalog, this.tableOf, { inFull: this.inFull });
    inner.enter(query);
    const base = this.label(this.rowsOf(query));
    const shown = inner.shown(query, base);
    const where = query.where.filter((one) => !ties(one));
    const kept = where.length > 0 ? ` where ${inner.all(where, base)}` : '';
    const picked = query.limit ? inner.ordered(query, base) : '';
    const the = shown.startsWith('the ') ? '' : 'the ';
    return kept || picked ? `(${the}${shown}${kept}${picked})` : `${the}${shown}`;
  }

  /** In brackets where it is computed itself. */
  private operand(expr: Expr, base: string): string {
    const text = this.expr(expr, base);
    return expr.kind === 'arithmetic' ? `(${text})` : text;
  }

  private column(alias: string, column: string, base: string): string {
    const name = this.tableOf.get(alias) ?? alias;
    const table = this.catalog.tables.find((one) => one.name === name);
    const label = this.columnOf(alias, column)?.label ?? column;
    const owner = table?.label ?? name;
    const role = this.roleOf.get(alias);
    if (role) return `${label} of ${role}`;
    return this.inFull && owner !== base ? `${label} of ${owner}` : label;
  }

  private columnOf(alias: string, column: string) {
    const name = this.tableOf.get(alias) ?? alias;
    const table = this.catalog.tables.find((one) => one.name === name);
    return table?.columns.find((one) => one.name === column);
  }

  private predicate(predicate: Predicate, base: string): string {
    switch (predicate.kind) {
      case 'compare':
        return `${this.expr(predicate.left, base)} ${COMPARE[predicate.op]} ${this.expr(predicate.right, base)}`;
      case 'range': {
        return `${this.expr(predicate.expr, base)} is ${within(predicate.from, predicate.to)}`;
      }
      case 'in':
        return `${this.expr(predicate.expr, base)} is ${predicate.negated ? 'none' : 'one'} of ${predicate.values.map(literal).join(', ')}`;
      case 'match':
        return `${this.expr(predicate.expr, base)} ${(predicate.negated ? NO_MATCH : MATCH)[predicate.mode]} "${predicate.text}"`;
      case 'null':
        return `${this.expr(predicate.expr, base)} is ${predicate.negated ? 'known' : 'missing'}`;
      case 'fragment':
        return `it counts toward ${predicate.metric}`;
      case 'exists':
        return this.related(predicate.query, predicate.negated);
      case 'inQuery':
        return `${this.expr(predicate.expr, base)} is ${predicate.negated ? 'not ' : ''}in ${this.inner(predicate.query)}`;
      case 'and':
        return predicate.parts.map((part) => this.predicate(part, base)).join(' and ');
      case 'or':
        return `(${predicate.parts.map((part) => this.predicate(part, base)).join(' or ')})`;
      case 'not':
        return `not (${this.predicate(predicate.part, base)})`;
    }
  }

  private related(query: SelectQuery, negated: boolean): string {
    const inner = new Speaker(this.catalog, this.tableOf, { inFull: this.inFull });
    inner.enter(query);
    const base = this.label(this.rowsOf(query));
    const where = query.where.filter((one) => !ties(one));
    const rows = `there are ${negated ? 'no ' : ''}${plural(base)}`;
    const joined = this.inFull && query.joins.length > 0 ? ` ${inner.joined(query)}` : '';
    return where.length > 0 ? `${rows}${joined} (${inner.all(where, base)})` : `${rows}${joined}`;
  }
}

/** `boss id` → the boss; `sequel of` → what each is sequel of. */
function roleIn(label: string): string {
  const role = label.replace(/(?<=.) id$/i, '');
  return / of$/i.test(role) ? `what each is ${role}` : `the ${role}`;
}

/** Whether it counts the rows themselves, and so says which they are. */
const countsRows = (expr: Expr): boolean =>
  expr.kind === 'aggregate' && expr.arg === null
    ? !expr.when
    : expr.kind === 'arithmetic' && (countsRows(expr.left) || countsRows(expr.right));

/** Whether a predicate only ties a subquery to the rows around it. */
const ties = (one: Predicate) =>
  one.kind === 'compare' &&
  one.op === '=' &&
  one.left.kind === 'column' &&
  one.right.kind === 'column';

const literal = (one: Literal) =>
  typeof one.value === 'string' && !isDay(one.value) ? `"${one.value}"` : String(one.value);

/** `in 2025`, `in March 2025`, `on 2025-03-04`, `from 2025-03-04 to before 2025-06-01`. */
function within(from: Literal | null, to: Literal | null): string {
  const [start, end] = [from, to].map((one) => (typeof one?.value === 'string' ? one.value : ''));
  if (start && end && isDay(start) && isDay(end)) {
    const is = (unit: PeriodUnit) =>
      startOf(unit, start) === start && addUnits(start, unit, 1) === end;
    if (is('year')) return `in ${yearOf(start)}`;
    if (is('month')) return `in ${MONTH_NAMES[monthOf(start) - 1]} ${yearOf(start)}`;
    if (is('day')) return `on ${start}`;
  }
  const ends = [from ? `from ${literal(from)}` : '', to ? `before ${literal(to)}` : ''];
  return ends.filter(Boolean).join(' to ');
}
