import { wordsOf } from '#src/catalog/names.ts';
import { BY_DEED } from '#src/catalog/reference-names.ts';
import type { Catalog, CatalogTable, Relationship } from '#src/plugin-api/catalog.ts';

/** One relationship walked in one direction. */
export interface Hop {
  readonly from: string;
  readonly to: string;
  /** Column of `from`, column of `to`. */
  readonly pairs: readonly (readonly [string, string])[];
  /** At most one row of `to` for each row of `from`. */
  readonly toOne: boolean;
  /** At most one row of `from` for each row of `to`. */
  readonly fromOne: boolean;
  readonly confidence: number;
}

export type Path = readonly Hop[];

export type PathResult =
  | { readonly kind: 'path'; readonly path: Path; readonly cost: number }
  | { readonly kind: 'none' }
  /** Equally good paths, and what each of them costs. */
  | { readonly kind: 'ambiguous'; readonly among: readonly Path[]; readonly cost: number };

const MAX_HOPS = 5;
const MAX_STEPS = 4_000;
const NONE: PathResult = { kind: 'none' };
const HERE: PathResult = { kind: 'path', path: [], cost: 0 };

/** What tells which of several equally good paths of a graph is meant. */
interface Guide {
  readonly of: JoinGraph;
  /** More is better. */
  favours(path: Path): number;
}

const keysOf = ({ tables }: Catalog): ReadonlyMap<string, string> =>
  new Map(
    tables.flatMap((table) => {
      const key = tellingKey(table);
      return key === null ? [] : [[table.name, key] as const];
    }),
  );

/** The relationships of a catalog as a graph; the best path between two tables is found once and kept. */
export class JoinGraph {
  private readonly hops: Map<string, Hop[]>;
  /** By the table that a path begins at, and the one that it ends at. */
  private readonly found = new Map<string, Map<string, PathResult>>();
  private readonly loose: ReadonlyMap<string, ReadonlySet<string>>;
  private readonly keys: ReadonlyMap<string, string>;
  private readonly catalog: Catalog;
  private readonly guide: Guide | null;

  constructor(catalog: Catalog, guide: Guide | null = null) {
    this.catalog = catalog;
    this.guide = guide;
    this.hops = guide?.of.hops ?? new Map();
    if (!guide) for (const relationship of catalog.relationships) this.add(relationship);
    this.loose = guide?.of.loose ?? looseColumns(catalog);
    this.keys = guide?.of.keys ?? keysOf(catalog);
  }

  /** The same relationships, where the one of several equally good paths is taken that is favoured most. */
  guided(favours: Guide['favours']): JoinGraph {
    return new JoinGraph(this.catalog, { of: this, favours });
  }

  private add({ from, to, cardinality, confidence }: Relationship): void {
    if (from.table === to.table) return;
    const pairs = from.columns.map((column, index) => [column, to.columns[index]!] as const);
    const single = cardinality === 'one-to-one';
    this.push({
      from: from.table,
      to: to.table,
      pairs,
      toOne: true,
      fromOne: single,
      confidence,
    });
    this.push({
      from: to.table,
      to: from.table,
      pairs: pairs.map(([left, right]) => [right, left] as const),
      toOne: single,
      fromOne: true,
      confidence,
    });
  }

  private push(hop: Hop): void {
    const known = this.hops.get(hop.from);
    if (known) known.push(hop);
    else this.hops.set(hop.from, [hop]);
  }

  /** The best path between two tables, ambiguous where two are equally good. */
  path(from: string, to: string): PathResult {
    if (from === to) return HERE;
    let own = this.found.get(from);
    if (!own) {
      own = new Map();
      this.found.set(from, own);
    }
    const known = own.get(to);
    if (known) return known;
    const result = this.guide ? guidedPath(this.guide, from, to) : this.search(from, to);
    own.set(to, result);
    return result;
  }

  /** Number of hops and looseness between two tables; infinite where they do not hang together. */
  distance(from: string, to: string): number {
    const result = this.path(from, to);
    return result.kind === 'path' ? result.cost : result.kind === 'ambiguous' ? 2 : Infinity;
  }

  /** A path on which each row of `from` has at most one row of `to`; null where there is none. */
  toOne(from: string, to: string): Path | null {
    const result = this.path(from, to);
    return result.kind === 'path' && result.path.every((hop) => hop.toOne) ? result.path : null;
  }

  /**
   * Whether one table names the key of the other in a column whose values lead nowhere: ways over other tables do not
   * say what that column does.
   */
  private isSevered(from: string, to: string): boolean {
    const names = (one: string, other: string) =>
      this.loose.get(one)?.has(this.keys.get(other) ?? '') === true;
    return names(from, to) || names(to, from);
  }

  private search(from: string, to: string): PathResult {
    if (this.isSevered(from, to)) return NONE;
    let best: Path[] = [];
    let bestCost = Infinity;
    let steps = 0;
    const visit = (table: string, trail: Hop[]): void => {
      if (steps++ > MAX_STEPS || trail.length >= MAX_HOPS || trail.length > bestCost) return;
      for (const hop of this.hops.get(table) ?? []) {
        if (hop.to === from || trail.some((one) => one.to === hop.to)) continue;
        if (sharesParent(trail.at(-1), hop)) continue;
        const next = [...trail, hop];
        if (hop.to !== to) {
          visit(hop.to, next);
          continue;
        }
        const cost = costOf(next);
        if (cost < bestCost - 1e-9) {
          best = [next];
          bestCost = cost;
        } else if (cost < bestCost + 1e-9) best.push(next);
      }
    };
    visit(from, []);
    if (best.length === 0) return NONE;
    if (best.length === 1) return { kind: 'path', path: best[0]!, cost: bestCost };
    const sure = best.toSorted((a, b) => confidenceOf(b) - confidenceOf(a));
    if (confidenceOf(sure[0]!) > confidenceOf(sure[1]!) + 0.1 && !isRival(sure[0]!, sure[1]!))
      return { kind: 'path', path: sure[0]!, cost: bestCost };
    return { kind: 'ambiguous', among: best, cost: bestCost };
  }
}

function guidedPath({ of, favours }: Guide, from: string, to: string): PathResult {
  const plain = of.path(from, to);
  if (plain.kind !== 'ambiguous') return plain;
  const [first, second] = plain.among
    .map((path) => ({ path, score: favours(path) }))
    .toSorted((a, b) => b.score - a.score);
  return first!.score > second!.score
    ? { kind: 'path', path: first!.path, cost: plain.cost }
    : plain;
}

/** By table: its columns, in lower case, that are in no relationship. */
function looseColumns({ tables, relationships }: Catalog): Map<string, Set<string>> {
  const loose = new Map(
    tables.map(({ name, columns }) => [
      name,
      new Set(columns.map((column) => column.name.toLowerCase())),
    ]),
  );
  for (const end of relationships.flatMap(({ from, to }) => [from, to]))
    for (const column of end.columns) loose.get(end.table)?.delete(column.toLowerCase());
  return loose;
}

/** The key of a table, in lower case, where it is one column whose name says more than `id` or `name`. */
function tellingKey({ primaryKey, columns }: CatalogTable): string | null {
  const [key, second] = primaryKey ?? [];
  if (key === undefined || second !== undefined) return null;
  const column = columns.find(({ name }) => name.toLowerCase() === key.toLowerCase());
  return column?.kind === 'identifier' && wordsOf(key).length > 1 ? key.toLowerCase() : null;
}

/** Surely tied by other rows: patients meet doctors in appointments, and are attended by them in admissions. */
const RIVAL = 0.8;

const isRival = (path: Path, other: Path): boolean =>
  confidenceOf(other) >= RIVAL && path.some(({ to }, index) => other[index]!.to !== to);

/** By roles, what belongs to rows is told where nothing else ties them: a department has employees beside its head. */
const costOf = (path: Path): number =>
  path.reduce((sum, { confidence }) => sum + (confidence === BY_DEED ? COST_OF_ROLE : 1), 0);

/** More than that of two plain references. */
const COST_OF_ROLE = 2.1;

/** Rows that merely share a parent (two staff of one department) do not belong to each other. */
const sharesParent = (last: Hop | undefined, next: Hop) =>
  last?.toOne === true && !last.fromOne && !next.toOne;

const confidenceOf = (path: Path) => path.reduce((product, hop) => product * hop.confidence, 1);
