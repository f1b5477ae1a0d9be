import type { Catalog, CatalogTable } from '#src/plugin-api/catalog.ts';
import type {
  Aggregate,
  DatePart,
  DateUnit,
  DaysBetween,
  Expr,
  Fragment,
  Literal,
  OrderItem,
  Predicate,
  Query,
  SelectItem,
  SelectQuery,
  SetQuery,
  TableSource,
} from '#src/plugin-api/query.ts';
import {
  type CallTexts,
  FUNCTIONS,
  type FunctionLowering,
  type FunctionName,
  loweringOf,
} from '#src/query/functions.ts';

export type MatchMode = Extract<Predicate, { kind: 'match' }>['mode'];

const SECONDS_OF = { hours: 3600, minutes: 60 } as const;

/** What differs between dialects when the IR is written as SQL. Arguments and results are SQL texts. */
export interface LoweringRules {
  /** Which texts of the functions' rows it takes, or its own where they differ from those of most dialects. */
  readonly functions?: FunctionLowering;
  /** An identifier, quoted where the dialect needs it. */
  identifier(name: string): string;
  literal(literal: Literal): string;
  /** The start of the period that `arg` lies in. */
  bucket(unit: DateUnit, arg: string): string;
  part(part: DatePart['part'], arg: string): string;
  /** Whole days from the day of one instant to that of another. */
  days(from: string, to: string): string;
  /** The time from one instant to another in units of so many seconds, with its parts; null where nothing computes it. */
  readonly elapsed: ((from: string, to: string, seconds: number) => string) | null;
  /** A division that keeps fractions and is NULL on a zero divisor. */
  divide(left: string, right: string): string;
  match(mode: MatchMode, expr: string, text: string, negated: boolean): string;
  /**
   * A column of that type of the engine's as a text to be matched: `uuid` and enums are none to some operators. Absent:
   * the engine takes every type for one.
   */
  readonly asText?: (column: string, nativeType: string) => string;
  /**
   * One item of ORDER BY; NULLs come last in both directions. `key` may be the name of a result column; `expr` is what
   * it computes, for servers that take such a name only alone.
   */
  order(key: string, direction: OrderItem['direction'], expr: string): string;
  /** The lines of a SELECT that keeps `count` rows and those that tie with the last of them, in their order. */
  withTies(select: TiedSelect): readonly string[];
  /** The same of a SELECT that keeps them in each part of its window. */
  firstOfParts(select: TiedSelect): readonly string[];
}

/** A SELECT that is to keep ties, as texts. */
export interface TiedSelect {
  /** From SELECT with its whole list (the first line) to HAVING. */
  readonly lines: readonly string[];
  /** The result columns. */
  readonly names: readonly string[];
  readonly count: number;
  /** What rows are ranked over, as it may stand inside the SELECT. */
  readonly window: string;
  /** ORDER BY over the result. */
  readonly orderBy: string;
  /** The same where the rows are ranked one level down, in a column of that name. */
  readonly orderedAround: (rank: string) => string;
}

/** A literal as the dialects of ours write it, texts as `quote` does. */
export function literalText({ type, value }: Literal, quote: (text: string) => string): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  switch (type) {
    case 'integer':
    case 'decimal':
    case 'float':
      return numberText(value);
    case 'date':
      return `DATE ${quote(String(value))}`;
    case 'timestamp':
      return `TIMESTAMP ${quote(String(value).replace('T', ' '))}`;
    case 'time':
      return `TIME ${quote(String(value))}`;
    default:
      return quote(String(value));
  }
}

function numberText(value: string | number): string {
  const digits = String(value);
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(digits)) throw new RangeError(`not a number: ${digits}`);
  return digits.startsWith('-') ? `(${digits})` : digits;
}

/** The pattern of LIKE for a text whose signs are escaped. */
export function likePattern(mode: Exclude<MatchMode, 'equals'>, escaped: string): string {
  if (mode === 'contains') return `%${escaped}%`;
  return mode === 'starts' ? `${escaped}%` : `%${escaped}`;
}

/** Ties kept by a rank around the SELECT, for dialects without a clause for them. */
export function rankedTies(tied: TiedSelect): readonly string[] {
  const { lines, names, count, window, orderedAround } = tied;
  const [select = '', ...rest] = lines;
  let rank = 'tie_rank';
  while (names.some((name) => name.toLowerCase() === rank)) rank += '_';
  return [
    `SELECT ${names.join(', ')}`,
    'FROM (',
    `${select}, RANK() OVER (${window}) AS ${rank}`,
    ...rest,
    ') AS ranked',
    `WHERE ${rank} <= ${count}`,
    orderedAround(rank),
  ];
}

/** A function that the engine of a dialect does not have: the query cannot be written for it. */
export class CannotLower extends Error {
  constructor(what: string) {
    super(`The database can't calculate the ${what}, so Plumbline calculates it afterward.`);
  }
}

/**
 * Writes the IR as SQL of one dialect, formatted for people, with catalog names. Throws `CannotLower` where the dialect
 * lacks a function of the query.
 */
export function lowerQuery(query: Query, rules: LoweringRules, catalog?: Catalog): string {
  const bare = query.kind === 'select' && columnsStandAlone(query) ? query.from.alias : null;
  return new Writer(rules, bare, catalog).query(query, '');
}

class Writer {
  private readonly rules: LoweringRules;
  /** The alias that columns need not name, because no other source is in sight. */
  private readonly bare: string | null;
  private readonly tables: Catalog['tables'];
  /** Tables by alias, which is unique in the whole query. */
  private readonly sources = new Map<string, CatalogTable | undefined>();

  constructor(rules: LoweringRules, bare: string | null, catalog: Catalog | undefined) {
    this.rules = rules;
    this.bare = bare;
    this.tables = catalog?.tables ?? [];
  }

  query(query: Query, indent: string): string {
    return query.kind === 'set' ? this.set(query, indent) : this.select(query, indent);
  }

  private set(query: SetQuery, indent: string): string {
    const word = `${query.op.toUpperCase()}${query.all ? ' ALL' : ''}`;
    const sides = [query.left, query.right].map((side) =>
      side.kind === 'set' || side.orderBy.length > 0 || side.limit
        ? this.nested(side, indent)
        : this.query(side, indent),
    );
    const lines = [sides.join(`\n${indent}${word}\n${indent}`)];
    return this.orderAndLimit(lines, query, [], indent).join(`\n${indent}`);
  }

  private select(query: SelectQuery, indent: string): string {
    for (const { table, alias } of [query.from, ...query.joins.map(({ source }) => source)])
      this.sources.set(
        alias,
        this.tables.find(({ name }) => name === table),
      );
    // Ranks for ties count rows before DISTINCT applies, so distinct rows are grouped there instead.
    const grouped = query.distinct && query.limit?.withTies === true;
    const groupBy = grouped ? query.select.map((item) => item.expr) : query.groupBy;
    const lines = [
      `SELECT ${query.distinct && !grouped ? 'DISTINCT ' : ''}${this.items(query.select, indent)}`,
      `FROM ${this.source(query.from)}`,
    ];
    for (const join of query.joins) {
      const on = join.on.map(
        (pair) => `${this.expr(pair.left, indent)} = ${this.expr(pair.right, indent)}`,
      );
      const word = join.type === 'left' ? 'LEFT JOIN' : 'JOIN';
      lines.push(`${word} ${this.source(join.source)} ON ${on.join(' AND ')}`);
    }
    if (query.where.length > 0) lines.push(`WHERE ${this.conjunction(query.where, indent)}`);
    if (groupBy.length > 0)
      lines.push(`GROUP BY ${groupBy.map((expr) => this.expr(expr, indent)).join(', ')}`);
    if (query.having.length > 0) lines.push(`HAVING ${this.conjunction(query.having, indent)}`);
    return this.orderAndLimit(lines, query, query.select, indent).join(`\n${indent}`);
  }

  private orderAndLimit(
    lines: readonly string[],
    { orderBy, limit }: Pick<Query, 'orderBy' | 'limit'>,
    select: readonly SelectItem[],
    indent: string,
  ): readonly string[] {
    const shown = this.ordered(orderBy, indent, (expr) => this.orderKey(expr, select, indent));
    const ordered = shown ? [`ORDER BY ${shown}`] : [];
    if ((limit?.withTies || limit?.within) && ordered[0]) {
      const names = select.map((item) => this.rules.identifier(item.as));
      const tied = { lines, names, count: limit.count, orderBy: ordered[0] };
      const { within } = limit;
      if (!within) {
        const window = `ORDER BY ${this.ordered(orderBy, indent)}`;
        const orderedAround = (rank: string) => `ORDER BY ${rank}`;
        return this.rules.withTies({ ...tied, window, orderedAround });
      }
      const parts = within.partitionBy.map((key) => this.expr(key, indent)).join(', ');
      const window = `PARTITION BY ${parts} ORDER BY ${this.ordered(within.orderBy, indent)}`;
      const orderedAround = (rank: string) =>
        `ORDER BY ${this.orderedByNames(orderBy, select, rank)}`;
      return this.rules.firstOfParts({ ...tied, window, orderedAround });
    }
    return [...lines, ...ordered, ...(limit ? [`LIMIT ${limit.count}`] : [])];
  }

  /** The items of an ORDER BY, each named as `keyOf` does. */
  private ordered(
    items: readonly OrderItem[],
    indent: string,
    keyOf = (expr: Expr) => this.expr(expr, indent),
  ): string {
    return items
      .map(({ expr, direction }) =>
        this.rules.order(keyOf(expr), direction, this.expr(expr, indent)),
      )
      .join(', ');
  }

  /** The same around a SELECT, by its result columns; what it does not show is what its rows are ranked by. */
  private orderedByNames(
    items: readonly OrderItem[],
    select: readonly SelectItem[],
    rank: string,
  ): string {
    return items
      .map(({ expr, direction }) => {
        const text = JSON.stringify(expr);
        const shown = select.find((item) => JSON.stringify(item.expr) === text);
        if (!shown) return rank;
        const name = this.rules.identifier(shown.as);
        return this.rules.order(name, direction, name);
      })
      .join(', ');
  }

  /** What the select list computes is named by its result column, where no other one has that name. */
  private orderKey(expr: Expr, select: readonly SelectItem[], indent: string): string {
    const text = this.expr(expr, indent);
    const computed = select.find(
      (item) => item.expr.kind !== 'column' && this.expr(item.expr, indent) === text,
    );
    const isNamedSo = ({ as }: SelectItem) => as.toLowerCase() === computed?.as.toLowerCase();
    const isClear = computed && select.filter(isNamedSo).length === 1;
    return isClear ? this.rules.identifier(computed.as) : text;
  }

  private items(select: readonly SelectItem[], indent: string): string {
    if (select.length === 0) return '1';
    return select
      .map((item) => {
        const text = this.expr(item.expr, indent);
        return keepsName(item) ? text : `${text} AS ${this.rules.identifier(item.as)}`;
      })
      .join(', ');
  }

  private source(source: TableSource): string {
    const table = this.rules.identifier(source.table);
    return source.alias === source.table
      ? table
      : `${table} AS ${this.rules.identifier(source.alias)}`;
  }

  private conjunction(parts: readonly Predicate[], indent: string): string {
    return parts.map((part) => this.conjunct(part, indent)).join(`\n${indent}  AND `);
  }

  private conjunct(part: Predicate, indent: string): string {
    const text = this.predicate(part, indent);
    return part.kind === 'or' || (part.kind === 'fragment' && LOOSE.test(text))
      ? `(${text})`
      : text;
  }

  private expr(expr: Expr, indent: string): string {
    switch (expr.kind) {
      case 'column': {
        const column = this.rules.identifier(expr.column);
        return expr.alias === this.bare ? column : `${this.rules.identifier(expr.alias)}.${column}`;
      }
      case 'literal':
        return this.rules.literal(expr);
      case 'aggregate': {
        const args = expr.when ? [this.predicate(expr.when, indent)] : [];
        if (!expr.when || expr.arg) args.push(this.argument(expr, indent));
        if (expr.second) args.push(this.expr(expr.second, indent));
        return this.call(expr.fn, { args, distinct: expr.distinct, partitionBy: '', orderBy: '' });
      }
      case 'window': {
        const keys = expr.partitionBy.map((key) => this.expr(key, indent));
        const order = expr.orderBy.map((item) => {
          const key = this.expr(item.expr, indent);
          return this.rules.order(key, item.direction, key);
        });
        return this.call(expr.fn, {
          args: expr.arg ? [this.expr(expr.arg, indent)] : [],
          distinct: false,
          partitionBy: keys.join(', '),
          orderBy: order.join(', '),
        });
      }
      case 'bucket':
        return this.rules.bucket(expr.unit, this.expr(expr.arg, indent));
      case 'part':
        return this.rules.part(expr.part, this.expr(expr.arg, indent));
      case 'days':
        return this.elapsed(expr, indent);
      case 'arithmetic': {
        const left = this.operand(expr.left, indent);
        const right = this.operand(expr.right, indent);
        return expr.op === '/' ? this.rules.divide(left, right) : `${left} ${expr.op} ${right}`;
      }
      case 'subquery':
        return this.nested(expr.query, indent);
      case 'fragment':
        return this.fragment(expr, indent);
      case 'output':
        return this.rules.identifier(expr.name);
    }
  }

  private elapsed({ from, to, in: unit }: DaysBetween, indent: string): string {
    const [start, end] = [this.expr(from, indent), this.expr(to, indent)];
    if (!unit) return this.rules.days(start, end);
    if (!this.rules.elapsed) throw new CannotLower(`${unit} between two times`);
    return this.rules.elapsed(start, end, SECONDS_OF[unit]);
  }

  private argument({ arg }: Aggregate, indent: string): string {
    return arg ? this.expr(arg, indent) : '*';
  }

  private call(name: FunctionName, call: Omit<CallTexts, 'divide'>): string {
    const write = loweringOf(name, this.rules.functions);
    if (!write) throw new CannotLower(FUNCTIONS[name].word);
    return write({ ...call, divide: this.rules.divide });
  }

  private operand(expr: Expr, indent: string): string {
    const text = this.expr(expr, indent);
    const isParts = expr.kind === 'arithmetic' || (expr.kind === 'days' && expr.in !== undefined);
    return isParts || expr.kind === 'fragment' ? `(${text})` : text;
  }

  /** What a text is looked for in. */
  private textOperand(expr: Expr, indent: string): string {
    const text = this.operand(expr, indent);
    if (expr.kind !== 'column') return text;
    const columns = this.sources.get(expr.alias)?.columns;
    const column = columns?.find(({ name }) => name === expr.column);
    return (column && this.rules.asText?.(text, column.nativeType)) ?? text;
  }

  private fragment({ parts }: Fragment, indent: string): string {
    return parts
      .map((part) => (typeof part === 'string' ? part : this.expr(part, indent)))
      .join('');
  }

  private nested(query: Query, indent: string): string {
    const inner = `${indent}  `;
    return `(\n${inner}${this.query(query, inner)}\n${indent})`;
  }

  /** The rows that IN takes; MySQL and MariaDB take a LIMIT there only one level further down. */
  private listed(query: Query, indent: string): string {
    if (query.kind === 'set' || !query.limit) return this.nested(query, indent);
    const inner = `${indent}  `;
    const names = query.select.map(({ as }) => this.rules.identifier(as)).join(', ');
    return `(\n${inner}SELECT ${names}\n${inner}FROM ${this.nested(query, inner)} AS picked\n${indent})`;
  }

  private predicate(predicate: Predicate, indent: string): string {
    const not = 'negated' in predicate && predicate.negated ? 'NOT ' : '';
    switch (predicate.kind) {
      case 'compare':
        return `${this.operand(predicate.left, indent)} ${predicate.op} ${this.operand(predicate.right, indent)}`;
      case 'range': {
        const expr = this.operand(predicate.expr, indent);
        const ends: string[] = [];
        if (predicate.from) ends.push(`${expr} >= ${this.rules.literal(predicate.from)}`);
        if (predicate.to) ends.push(`${expr} < ${this.rules.literal(predicate.to)}`);
        return ends.length > 0 ? ends.join(' AND ') : `${expr} IS NOT NULL`;
      }
      case 'in': {
        const values = predicate.values.map((value) => this.rules.literal(value));
        return `${this.operand(predicate.expr, indent)} ${not}IN (${values.join(', ')})`;
      }
      case 'match': {
        const expr = this.textOperand(predicate.expr, indent);
        return this.rules.match(predicate.mode, expr, predicate.text, predicate.negated);
      }
      case 'fragment':
        return this.fragment(predicate, indent);
      case 'null':
        return `${this.operand(predicate.expr, indent)} IS ${not}NULL`;
      case 'exists':
        return `${not}EXISTS ${this.nested(predicate.query, indent)}`;
      case 'inQuery':
        return `${this.operand(predicate.expr, indent)} ${not}IN ${this.listed(predicate.query, indent)}`;
      case 'and':
        return predicate.parts.map((part) => this.conjunct(part, indent)).join(' AND ');
      case 'or':
        return predicate.parts.map((part) => `(${this.predicate(part, indent)})`).join(' OR ');
      case 'not':
        return `NOT (${this.predicate(predicate.part, indent)})`;
    }
  }
}

/** What binds less than AND in one of the dialects. */
const LOOSE = /\bx?or\b|\|\|/i;

const keepsName = (item: SelectItem) => item.expr.kind === 'column' && item.expr.column === item.as;

/**
 * Whether the columns need no alias before them: one table, nothing nested, and no result column that takes the name
 * of another column (some engines would read `max(price) AS price` for `price` in WHERE or GROUP BY).
 */
function columnsStandAlone(query: SelectQuery): boolean {
  if (query.joins.length > 0) return false;
  const taken = new Set(
    query.select.filter((item) => !keepsName(item)).map((item) => item.as.toLowerCase()),
  );
  const fits = (node: unknown): boolean => {
    if (node === null || typeof node !== 'object') return true;
    if ('query' in node) return false;
    if ('kind' in node && node.kind === 'column' && 'column' in node)
      return !taken.has(String(node.column).toLowerCase());
    return Object.values(node).every(fits);
  };
  return fits(query);
}
