import { Declined, Unread } from '#src/planner/frame.ts';
import type { Hop, JoinGraph, Path } from '#src/planner/joins.ts';
import { isMetricName } from '#src/planner/lexicon/metrics.ts';
import type {
  ColumnRef,
  Join,
  Predicate,
  SelectQuery,
  TableSource,
} from '#src/plugin-api/query.ts';

/** Gives each table of a query an alias of its own. */
export class Aliases {
  private readonly used: Set<string>;

  /** @param taken - Aliases that are in use. */
  constructor(taken: Iterable<string> = []) {
    this.used = new Set([...taken].map((alias) => alias.toLowerCase()));
  }

  next(table: string): string {
    let alias = table;
    for (let number = 2; this.used.has(alias.toLowerCase()); number++) alias = `${table}_${number}`;
    this.used.add(alias.toLowerCase());
    return alias;
  }
}

/** The sources of one SELECT while it grows: a base table and what is joined to it. */
export class Scope {
  readonly from: TableSource;
  readonly joins: Join[] = [];
  readonly where: Predicate[] = [];
  private readonly aliasOf = new Map<string, string>();
  private readonly graph: JoinGraph;
  private readonly aliases: Aliases;

  constructor(base: string, graph: JoinGraph, aliases: Aliases) {
    this.graph = graph;
    this.aliases = aliases;
    this.from = { table: base, alias: aliases.next(base) };
    this.aliasOf.set(base, this.from.alias);
  }

  get base(): string {
    return this.from.table;
  }

  has(table: string): boolean {
    return this.aliasOf.has(table);
  }

  alias(table: string): string | null {
    return this.aliasOf.get(table) ?? null;
  }

  column(table: string, column: string): ColumnRef {
    if (isMetricName(column))
      throw new Declined('unsupported_question', 'A metric has no value for a single row.');
    const alias = this.aliasOf.get(table);
    if (!alias) throw new Error(`Table ${table} is not in scope`);
    return { kind: 'column', alias, column };
  }

  /** Joins a table that has at most one row for each row here; says whether that could be done. */
  reach(table: string): boolean {
    if (this.has(table)) return true;
    const path = this.pathTo(table);
    if (!path?.every((hop) => hop.toOne)) return false;
    for (const hop of path) this.join(hop);
    return true;
  }

  /** Adds a condition, once. */
  require(predicate: Predicate): void {
    const text = JSON.stringify(predicate);
    if (!this.where.some((one) => JSON.stringify(one) === text)) this.where.push(predicate);
  }

  /** The best path to a table from the base. */
  pathTo(table: string): Path | null {
    const result = this.graph.path(this.base, table);
    if (result.kind === 'ambiguous')
      throw new Unread(
        'ambiguous',
        `There are several join paths from ${this.base} to ${table}.`,
        table,
      );
    return result.kind === 'path' ? result.path : null;
  }

  join(hop: Hop): void {
    if (this.has(hop.to)) return;
    const left = this.aliasOf.get(hop.from)!;
    const alias = this.aliases.next(hop.to);
    this.aliasOf.set(hop.to, alias);
    this.joins.push({
      type: 'inner',
      source: { table: hop.to, alias },
      on: hop.pairs.map(([from, to]) => ({
        left: { kind: 'column', alias: left, column: from },
        right: { kind: 'column', alias, column: to },
      })),
    });
  }

  /** Opens a subquery over the far side of a hop, tied to the rows of this scope. */
  nested(hop: Hop): Scope {
    const inner = new Scope(hop.to, this.graph, this.aliases);
    for (const [from, to] of hop.pairs) {
      inner.where.push({
        kind: 'compare',
        op: '=',
        left: inner.column(hop.to, to),
        right: this.column(hop.from, from),
      });
    }
    return inner;
  }

  /** The SELECT of this scope, without select list, groups and order. */
  skeleton(): SelectQuery {
    return {
      kind: 'select',
      from: this.from,
      joins: this.joins,
      where: this.where,
      groupBy: [],
      having: [],
      select: [],
      distinct: false,
      orderBy: [],
      limit: null,
    };
  }
}
