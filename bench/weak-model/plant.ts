import type { DuckDBConnection } from '@duckdb/node-api';
import { createRandom, type Random } from '../../src/sample/random.ts';
import { type MistakeKind, MUTATIONS } from './mutations.ts';
import type { RightStatement } from './right-statements.ts';
import { parseStatement, printStatement } from './statement-tree.ts';
import { readWorld, type World } from './world.ts';

/** Named columns and rows, as DuckDB's JSON or an answer's `data` has them. */
export interface Shown {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}

export interface Planted {
  readonly kind: MistakeKind;
  readonly sql: string;
}

/** Statements of one kind that are made of one right statement. */
const EACH = 1;
/** Statements of a kind that are tried until one gives other rows. */
const TRIES = 6;

/** Wrong statements made of right ones of a world; the same for a seed. Those that give the same rows are left out. */
export async function plantedIn(
  connection: DuckDBConnection,
  statements: readonly RightStatement[],
  seed: number,
): Promise<ReadonlyMap<RightStatement, readonly Planted[]>> {
  const world = await readWorld(connection);
  const random = createRandom(seed);
  const planted = new Map<RightStatement, readonly Planted[]>();
  for (const statement of statements)
    planted.set(statement, await plantedFrom(connection, world, statement, random));
  return planted;
}

async function plantedFrom(
  connection: DuckDBConnection,
  world: World,
  { sql }: RightStatement,
  random: Random,
): Promise<readonly Planted[]> {
  const right = await shownBy(connection, sql);
  if (!right) throw new Error(`a right statement does not run: ${sql}`);
  const root = await parseStatement(connection, sql);
  const planted: Planted[] = [];
  for (const [kind, mutate] of Object.entries(MUTATIONS) as [
    MistakeKind,
    (typeof MUTATIONS)[MistakeKind],
  ][]) {
    const candidates = [...mutate({ tree: root, world })];
    let made = 0;
    for (let tried = 0; tried < TRIES && made < EACH && candidates.length > 0; tried++) {
      const [tree] = candidates.splice(random.below(candidates.length), 1);
      if (!tree) continue;
      const wrong = await printStatement(connection, tree);
      const rows = await shownBy(connection, wrong);
      if (!rows || isSame(right, rows, kind === 'other direction')) continue;
      made += 1;
      planted.push({ kind, sql: wrong });
    }
  }
  return planted;
}

/** What a statement shows; null where the engine refuses it. */
export async function shownBy(connection: DuckDBConnection, sql: string): Promise<Shown | null> {
  try {
    const reader = await connection.runAndReadAll(sql);
    return { columns: reader.columnNames(), rows: reader.getRowsJson() };
  } catch {
    return null;
  }
}

/**
 * Whether two results say the same: the same rows, and where they are `ordered`, the values of one column in the same
 * order, since rows that tie may stand either way. Columns are told by their names where both have the same names, else by
 * their place.
 */
export function isSame(one: Shown, other: Shown, ordered = false): boolean {
  const names = one.columns.map((name) => name.toLowerCase());
  const others = other.columns.map((name) => name.toLowerCase());
  if (names.length !== others.length) return false;
  const areNamedAlike = names.toSorted().join() === others.toSorted().join();
  const order = areNamedAlike ? names.map((name) => others.indexOf(name)) : [...names.keys()];
  const [left, right] = [textsOf(one.rows, [...names.keys()]), textsOf(other.rows, order)];
  const sorted = (texts: readonly string[]) => texts.toSorted().join('\n');
  if (sorted(left) !== sorted(right)) return false;
  if (!ordered || new Set(left).size < 2) return true;
  return names.some((_, at) => isInOneOrder(one.rows, at, other.rows, order[at]!));
}

/** Whether a column has the same values in the same order in both, and more than one. */
function isInOneOrder(rows: Rows, at: number, others: Rows, place: number): boolean {
  const own = textsOf(rows, [at]);
  return own.join('\n') === textsOf(others, [place]).join('\n') && new Set(own).size > 1;
}

/**
 * Whether one of two results is the other with columns left out: the same rows as far as both show them. A built-in
 * answer names the customers; a statement may show what they are picked by beside them.
 */
export function isPartOf(one: Shown, other: Shown): boolean {
  const [small, large] = one.columns.length < other.columns.length ? [one, other] : [other, one];
  const width = small.columns.length;
  if (width === 0 || width === large.columns.length || small.rows.length !== large.rows.length)
    return false;
  const sorted = ({ rows }: Shown, at: number) => textsOf(rows, [at]).toSorted().join('\n');
  const places = [...large.columns.keys()];
  const fits = small.columns.map((_, at) =>
    places.filter((place) => sorted(small, at) === sorted(large, place)),
  );
  const whole = textsOf(small.rows, [...small.columns.keys()])
    .toSorted()
    .join('\n');
  const picks = fits.reduce<readonly (readonly number[])[]>(
    (before, own) =>
      before.flatMap((taken) =>
        own.filter((place) => !taken.includes(place)).map((place) => [...taken, place]),
      ),
    [[]],
  );
  return picks.some((pick) => textsOf(large.rows, pick).toSorted().join('\n') === whole);
}

type Rows = Shown['rows'];

const textsOf = (rows: Rows, order: readonly number[]) =>
  rows.map((row) => JSON.stringify(order.map((at) => cell(row[at]))));

/** Numbers to nine digits; instants without their empty time of day. */
function cell(value: unknown): unknown {
  if (value === null || value === '' || typeof value === 'boolean') return value;
  const number = Number(value);
  if (Number.isFinite(number)) return Number(number.toPrecision(9));
  return String(value)
    .replace('T', ' ')
    .replace(/ 00:00:00(\.0+)?$/, '');
}
