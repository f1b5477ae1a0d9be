import { isKeyName } from '#src/catalog/column-kind.ts';
import { lemma } from '#src/catalog/fold.ts';
import { expandWords, wordsOf } from '#src/catalog/names.ts';

/** Words that turn a thing into its key: `customer_id`, `country_code`, `order_no`. */
const KEY_WORDS: ReadonlySet<string> = new Set([
  'id',
  'key',
  'code',
  'number',
  'uuid',
  'guid',
  'fk',
  'pk',
  'identifier',
]);
/** A key named so says nothing of its table. */
const GENERIC_KEYS: ReadonlySet<string> = new Set([
  'id',
  'key',
  'code',
  'number',
  'uuid',
  'guid',
  'name',
  'title',
  'pk',
  'identifier',
  'date',
  'description',
  'type',
]);
/** Words of a table name that say what sort of table it is, not what is in it. */
const TABLE_WORDS: ReadonlySet<string> = new Set([
  'dim',
  'fact',
  'tbl',
  'ref',
  'reference',
  'lookup',
  'lu',
  'stg',
  'mst',
  'master',
  'table',
  'list',
]);
/** What one row of a table can be to another row of it. */
const SELF_ROLES: ReadonlySet<string> = new Set([
  'parent',
  'manager',
  'supervisor',
  'boss',
  'mentor',
  'superior',
  'reply',
  'predecessor',
  'successor',
  'previous',
  'next',
  'original',
  'replaced',
  'reports',
]);
/** Roles that people have, and tables that hold people. */
const PERSON_ROLES: ReadonlySet<string> = new Set([
  'manager',
  'supervisor',
  'head',
  'boss',
  'owner',
  'author',
  'creator',
  'assignee',
  'contact',
  'advisor',
  'instructor',
  'agent',
  'leader',
  'captain',
  'coach',
  'director',
  'representative',
  'rep',
]);
const PERSON_TABLES: ReadonlySet<string> = new Set([
  'employee',
  'staff',
  'person',
  'people',
  'user',
  'worker',
  'member',
  'faculty',
]);

/** A name split for comparison: words in the singular, and the words without what makes them a key. */
export interface ReferenceName {
  readonly words: readonly string[];
  readonly stem: readonly string[];
}

export function referenceName(column: string): ReferenceName {
  const raw = expandWords(wordsOf(column));
  const words = raw.map(lemma);
  const last = raw.at(-1) ?? '';
  if (words.length > 1 && KEY_WORDS.has(words.at(-1)!)) return { words, stem: words.slice(0, -1) };
  if (last.length >= 4 && last.endsWith('id') && isKeyName(raw)) {
    return { words, stem: [...words.slice(0, -1), lemma(last.slice(0, -2))] };
  }
  return { words, stem: words };
}

export function tableWords(table: string): string[] {
  const words = expandWords(wordsOf(table)).map(lemma);
  const telling = words.filter((word) => !TABLE_WORDS.has(word));
  return telling.length > 0 ? telling : words;
}

export interface ReferenceCandidate {
  /** Column that may refer. */
  readonly from: ReferenceName;
  readonly fromTable: string;
  /** Key that may be referred to. */
  readonly to: ReferenceName;
  readonly toTable: string;
}

/**
 * How surely the name of a column says that it refers to a key, 0 (not at all) to 1: `customer_id` → `customers.id`
 * 1, same telling name 0.9, role before it (`home_team_id` → `teams.id`) 0.85, end of the table's name (`status_id` →
 * `order_status`) 0.75, short form (`stuid` → `student`) 0.7, a person's role or a row's role in its own table 0.65.
 */
export function referenceScore({ from, fromTable, to, toTable }: ReferenceCandidate): number {
  const table = tableWords(toTable);
  const isKey = from.stem.length < from.words.length || from.stem.join() !== from.words.join();
  const self = fromTable === toTable;
  if (!self && same(from.stem, table)) return isKey ? 1 : 0.75;
  if (!self && same(from.words, to.words) && !isGeneric(to)) return 0.9;
  if (isKey && !isGeneric(to) && endsWith(from.words, to.words)) return 0.85;
  if (endsWith(from.stem, table)) return isKey ? 0.85 : 0.7;
  if (isNumbered(from.stem, table)) return 0.8;
  if (self) return isKey && from.stem.some((word) => SELF_ROLES.has(word)) ? 0.65 : 0;
  if (isKey && endsWith(table, from.stem)) return 0.75;
  if (isKey && isShortForm(from.stem, table)) return 0.7;
  if (isKey && PERSON_ROLES.has(from.stem.at(-1) ?? '') && PERSON_TABLES.has(table.at(-1) ?? ''))
    return 0.65;
  return 0;
}

const same = (a: readonly string[], b: readonly string[]) =>
  a.length > 0 && a.join('') === b.join('');

function endsWith(words: readonly string[], end: readonly string[]): boolean {
  return end.length > 0 && words.length > end.length && same(words.slice(-end.length), end);
}

function isGeneric({ words }: ReferenceName): boolean {
  return words.length === 1 && GENERIC_KEYS.has(words[0]!);
}

/** `team_1`, `team_1_id`, `player2` for `teams`, `players`. */
function isNumbered(stem: readonly string[], table: readonly string[]): boolean {
  if (!/^\d+$/.test(stem.at(-1) ?? '')) return false;
  const named = stem.slice(0, -1);
  return same(named, table) || endsWith(named, table);
}

function isShortForm(stem: readonly string[], table: readonly string[]): boolean {
  return (
    stem.length === 1 &&
    table.length === 1 &&
    stem[0]!.length >= 3 &&
    table[0]!.startsWith(stem[0]!)
  );
}
