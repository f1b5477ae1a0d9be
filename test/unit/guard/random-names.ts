/**
 * Random statements whose names are hard to tell apart: tables that share their column names, aliases named like tables
 * and columns, WITH, derived tables, LATERAL, USING, NATURAL, correlation, whole rows, result columns named like
 * columns. Over `t1(a, b)`, `t2(b, c, a)` and `t3(c, t1)`. Some fail on a server; the others have one meaning.
 */
export function randomNames(seed: number): string {
  return new Names(seed).query(0, []);
}

/** What an alias shows. */
interface Shown {
  readonly alias: string;
  readonly columns: readonly string[];
}

const TABLES: Readonly<Record<string, readonly string[]>> = {
  t1: ['a', 'b'],
  t2: ['b', 'c', 'a'],
  t3: ['c', 't1'],
};
const COLUMNS = ['a', 'b', 'c', 't1', 's'];
const ALIASES = ['t1', 't2', 'x', 'y', 'a', 'b', 'w'];
const MAX_DEPTH = 3;

class Names {
  private state: number;
  private readonly withs: Shown[] = [];

  constructor(seed: number) {
    this.state = seed;
  }

  /** A SELECT in reach of the aliases of the queries around it. */
  query(depth: number, around: readonly Shown[]): string {
    const known = this.withs.length;
    const head = depth < MAX_DEPTH && this.chance(0.2) ? this.with(depth, around) : '';
    const sources: Shown[] = [];
    const from = this.from(depth, around, sources);
    const scope = [...sources, ...around];
    const items = this.many(1, 3, () => this.item(depth, scope));
    const where = this.chance(0.5)
      ? ` WHERE ${this.expr(depth, scope)} ${this.pick(['=', '<>', '<'])} ${this.expr(depth, scope)}`
      : '';
    const key = this.reference(sources);
    const grouped = this.chance(0.2);
    const list = grouped ? `${key}${this.as(0.5)}, count(*)` : items.join(', ');
    const group = grouped ? ` GROUP BY ${this.pick([key, '1', this.pick(COLUMNS)])}` : '';
    const order = this.chance(0.3)
      ? ` ORDER BY ${this.pick(['1', this.pick(COLUMNS), this.reference(scope), `${this.pick(COLUMNS)} + 0`])}`
      : '';
    this.withs.length = known;
    return `${head}SELECT ${list} FROM ${from}${where}${group}${order}`;
  }

  private with(depth: number, around: readonly Shown[]): string {
    const name = this.pick(['w', 't1', 't2', 'x']);
    const columns = this.chance(0.5) ? [this.pick(COLUMNS)] : [];
    const body = `SELECT ${this.reference([{ alias: 't2', columns: TABLES['t2']! }])} AS ${columns[0] ?? 'a'} FROM t2`;
    const sql = this.chance(0.5) ? body : this.query(depth + 1, around);
    this.withs.push({ alias: name, columns: columns.length > 0 ? columns : ['a'] });
    return `WITH ${name}${columns.length > 0 ? `(${columns.join()})` : ''} AS (${sql}) `;
  }

  private from(depth: number, around: readonly Shown[], sources: Shown[]): string {
    const first = this.source(depth, around, sources);
    return this.many(0, 2, () => this.joined(depth, around, sources)).reduce(
      (left, join) => `${left}${join}`,
      first,
    );
  }

  private joined(depth: number, around: readonly Shown[], sources: Shown[]): string {
    const source = this.source(depth, [...sources, ...around], sources);
    const side = this.pick(['', 'LEFT ', 'RIGHT ', 'FULL ']);
    const pair = () => `${this.reference(sources)} = ${this.reference(sources)}`;
    return this.pick([
      () => `, ${source}`,
      () => ` CROSS JOIN ${source}`,
      () => ` ${side}JOIN ${source} USING (${this.pick(['a', 'b', 'c'])})`,
      () => ` ${side}JOIN ${source} ON ${pair()}`,
      () => ` NATURAL ${side}JOIN ${source}`,
    ])();
  }

  private source(depth: number, reach: readonly Shown[], sources: Shown[]): string {
    const alias = this.pick(ALIASES);
    if (depth < MAX_DEPTH && this.chance(0.25)) {
      const lateral = this.chance(0.5);
      const sql = this.query(depth + 1, lateral ? reach : []);
      sources.push({ alias, columns: ['a', 'b'] });
      return `${lateral ? 'LATERAL ' : ''}(${sql}) AS ${alias}`;
    }
    const found = this.chance(0.3) ? this.withs.at(-1) : undefined;
    const name = found?.alias ?? this.pick(Object.keys(TABLES));
    const columns = found?.columns ?? TABLES[name]!;
    if (this.chance(0.4)) {
      sources.push({ alias: name, columns });
      return name;
    }
    const renamed = this.chance(0.2) ? [this.pick(COLUMNS)] : [];
    sources.push({ alias, columns: [...renamed, ...columns.slice(renamed.length)] });
    return `${name} AS ${alias}${renamed.length > 0 ? `(${renamed.join()})` : ''}`;
  }

  private item(depth: number, scope: readonly Shown[]): string {
    if (this.chance(0.1)) return this.pick(['*', `${scope[0]?.alias}.*`]);
    return `${this.expr(depth, scope)}${this.as(0.5)}`;
  }

  private as(share: number): string {
    return this.chance(share) ? ` AS ${this.pick(COLUMNS)}` : '';
  }

  private expr(depth: number, scope: readonly Shown[]): string {
    if (depth < MAX_DEPTH && this.chance(0.2))
      return this.pick([
        () => `(SELECT count(*) FROM (${this.query(depth + 1, scope)}) AS q)`,
        () => `(SELECT max(${this.pick(COLUMNS)}) FROM ${this.pick(Object.keys(TABLES))})`,
        () => `(${this.query(depth + 1, scope)} LIMIT 1)`,
      ])();
    if (this.chance(0.05)) return `row_to_json(${this.pick(scope)?.alias ?? 't1'})::text`;
    return this.reference(scope);
  }

  /** Mostly a column that is in reach. */
  private reference(scope: readonly Shown[]): string {
    const shown = scope.length > 0 ? this.pick(scope) : null;
    if (!shown || this.chance(0.1)) return `${this.pick(ALIASES)}.${this.pick(COLUMNS)}`;
    const column = this.pick(shown.columns);
    return this.chance(0.5) ? column : `${shown.alias}.${column}`;
  }

  private many<T>(least: number, most: number, make: () => T): T[] {
    return Array.from({ length: least + Math.floor(this.next() * (most - least + 1)) }, make);
  }

  private pick<T>(list: readonly T[]): T {
    return list[Math.floor(this.next() * list.length)]!;
  }

  private chance(share: number): boolean {
    return this.next() < share;
  }

  /** mulberry32: the same statement for the same seed. */
  private next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }
}
