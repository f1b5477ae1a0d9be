import { isKeyName } from '#src/catalog/column-kind.ts';
import { lemma } from '#src/catalog/fold.ts';
import { expandWords, tellingWords, wordsOf } from '#src/catalog/names.ts';
import { PEOPLE_NOUNS } from '#src/language/en/people.ts';

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
const GENERIC_KEYS: ReadonlySet<string> = new Set(
  'id key code number no nr uuid guid pk identifier name title type description date day week month quarter year time'.split(
    ' ',
  ),
);
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
  'report',
]);
/** Words behind a table's thing that add nothing: `claim_headers` holds claims. */
const TABLE_ENDINGS: ReadonlySet<string> = new Set(['header', 'info', 'information', 'profile']);
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
  'reviewer',
  'editor',
  'deputy',
  'assistant',
  'approver',
  'sender',
  'recipient',
  'receiver',
  'requester',
  'reporter',
  'organizer',
  'organiser',
  'host',
  'chair',
  'chairman',
  'president',
  'secretary',
  'treasurer',
  'inspector',
  'teacher',
  'tutor',
  'lecturer',
  'trainer',
  'seller',
  'buyer',
  ...`actor actress librarian foreman referee umpire driver pilot mechanic technician nurse doctor vet surgeon cashier clerk
  salesperson salesman saleswoman keeper guide mentor counselor counsellor judge performer singer player scorer winner loser writer
  producer composer conductor translator helper substitute lead checker auditor planner operator handler officer guard custodian
  steward chef cook engineer architect developer designer tester analyst consultant recruiter interviewer caller volunteer sponsor
  donor referrer registrar marker examiner therapist photographer painter artist candidate applicant delegate chairwoman
  chairperson vice`.split(/\s+/),
]);
const PERSON_TABLES: ReadonlySet<string> = new Set([
  'personnel',
  'crew',
  'individual',
  'employee',
  'staff',
  'person',
  'people',
  'user',
  'worker',
  'member',
  'faculty',
]);

/** What a name is worth that only says who did it: `approved_by`, `examiner_id` where teachers are kept. */
export const BY_DEED = 0.58;

/** Tables of days, and of what each day is: a week of the year, a holiday. */
const CALENDARS: ReadonlySet<string> = new Set(['calendar', 'date', 'day']);

/** Words of a name, and what they are without spaces: each is compared with thousands of others. */
interface Words {
  readonly list: readonly string[];
  readonly joined: string;
  /** Without the ending of a plural. */
  readonly glued: string;
}

function wordsFrom(list: readonly string[]): Words {
  const joined = list.join('');
  return { list, joined, glued: joined.replace(/s$/, '') };
}

/** A name split for comparison: words in the singular, and the words without what makes them a key. */
export interface ReferenceName {
  readonly words: Words;
  readonly stem: Words;
  /** Ends as keys do: `_id`, `_code`. */
  readonly isKey: boolean;
  /** In the plural, as counts are: `home_games`. */
  readonly isPlural: boolean;
}

/** What follows the thing that a key is of, and says which one: `member_in_charge_id`. */
const QUALIFIERS: ReadonlySet<string> = new Set([
  'in',
  'of',
  'for',
  'at',
  'by',
  'to',
  'from',
  'on',
]);

export function referenceName(column: string): ReferenceName {
  const split = expandWords(wordsOf(column));
  // `club_id_1`, `club_id_2`: two references to one table.
  const numbered = /^\d{1,2}$/.test(split.at(-1) ?? '') && KEY_WORDS.has(split.at(-2) ?? '');
  const raw = numbered && split.length > 2 ? split.slice(0, -1) : split;
  const list = raw.map(lemma);
  const words = wordsFrom(list);
  const last = raw.at(-1) ?? '';
  if (list.length > 1 && KEY_WORDS.has(list.at(-1)!))
    return { words, stem: wordsFrom(list.slice(0, -1)), isKey: true, isPlural: false };
  if (last.length >= 4 && last.endsWith('id') && isKeyName(raw)) {
    const stem = wordsFrom([...list.slice(0, -1), lemma(last.slice(0, -2))]);
    return { words, stem, isKey: true, isPlural: false };
  }
  return { words, stem: words, isKey: false, isPlural: list.at(-1) !== last };
}

/** A table's name with the words that tell what is in it, in the singular: `dim_customers` → customer. */
export interface TableName {
  readonly name: string;
  readonly words: Words;
}

export function tableName(name: string): TableName {
  return { name, words: wordsFrom(expandWords(tellingWords(name)).map(lemma)) };
}

/** `ref_calendar`, `dim_date`: its key is the day itself, which columns of any name refer to. */
export const isCalendar = ({ words }: TableName): boolean =>
  words.list.every((word) => CALENDARS.has(word));

export interface ReferenceCandidate {
  /** Column that may refer. */
  readonly from: ReferenceName;
  readonly fromTable: TableName;
  /** Key that may be referred to. */
  readonly to: ReferenceName;
  readonly toTable: TableName;
}

/**
 * How surely the name of a column says that it refers to a key, 0 (not at all) to 1: `customer_id` → `customers.id`
 * 1, same telling name 0.9, role before it (`home_team_id` → `teams.id`) 0.85, numbered (`team_1`) 0.8, without an
 * ending (`customer`) or by the end of the table's name (`status_id` → `order_status`) 0.75, short form (`stuid` →
 * `student`), with a qualifier behind it (`member_in_charge_id`), or a key without a telling name in a table named after
 * the other (`person_friends.name` → `persons.name`) 0.7, a person's role or a row's role in its own table 0.65, initial (`s_id` → `student`) 0.6.
 */
export function referenceScore(candidate: ReferenceCandidate): number {
  const { from, to, fromTable, toTable } = candidate;
  const table = toTable.words;
  if (fromTable.name === toTable.name) return selfScore(from, to, table);
  if (same(from.words, to.words) && !isGeneric(to))
    return same(from.stem, table) ? 1 : isInitial(to.stem, table) ? 0.92 : 0.9;
  if (same(from.words, to.words) && isBranch(fromTable.words, table)) return 0.7;
  if (isNamedAfter(from.stem, fromTable)) return 0;
  return from.isKey ? keyScore(from, to, toTable) : plainScore(from, to, toTable);
}

function selfScore(from: ReferenceName, to: ReferenceName, table: Words): number {
  if (isDoneBy(from)) return BY_DEED;
  if (from.isKey && !isGeneric(to) && endsWith(from.words, to.words)) return 0.85;
  if (from.isKey && endsWith(from.stem, table)) return 0.85;
  const isPartOfOther = from.stem.list.length > 1 && from.stem.list.at(-1) === 'of';
  // `dam_tag`, of the `tag` of cows.
  const isOfKey = !isGeneric(to) && !same(from.words, to.words) && endsWith(from.words, to.words);
  const isRole = from.stem.list.some((word) => SELF_ROLES.has(word));
  return isPartOfOther || isRole || isOfKey ? 0.65 : 0;
}

/** `referred_by`: somebody did it. */
const isDoneBy = ({ stem: { list } }: ReferenceName): boolean =>
  list.length === 2 && list[1] === 'by';

/** Whether rows are people: an expense is approved by none of the expenses. */
export const arePeople = ({ words }: TableName): boolean => {
  const last = words.list.at(-1)!;
  return PERSON_TABLES.has(last) || PERSON_ROLES.has(last) || PEOPLE_NOUNS.has(last);
};

/** Scores of a name that ends as keys do. */
function keyScore({ words, stem }: ReferenceName, to: ReferenceName, toTable: TableName): number {
  const table = toTable.words;
  if (same(stem, table)) return 1;
  if (!isGeneric(to) && endsWith(words, to.words)) return 0.85;
  if (endsWith(stem, table)) return 0.85;
  if (isNumbered(stem, table)) return 0.8;
  const lastOfTable = table.list.at(-1)!;
  if (startsWith(stem, table) && QUALIFIERS.has(stem.list[table.list.length]!)) return 0.7;
  if (TABLE_ENDINGS.has(lastOfTable) && same(stem, wordsFrom(table.list.slice(0, -1)))) return 0.8;
  const last = stem.list.at(-1) ?? '';
  if (PERSON_ROLES.has(last) && PERSON_TABLES.has(lastOfTable)) return 0.65;
  if (PERSON_ROLES.has(last) && arePeople(toTable)) return BY_DEED;
  if (!isGeneric(to) && to.stem.list.at(-1) !== lastOfTable) return 0;
  if (endsWith(table, stem)) return 0.75;
  return shortFormScore(stem.list, table.list);
}

/** Scores of a name without such an ending: `customer`, `host_city`, `team_1`, and `cow_tag` of the `tag` of cows. */
function plainScore(from: ReferenceName, to: ReferenceName, toTable: TableName): number {
  const { stem, isPlural } = from;
  const table = toTable.words;
  if (isPlural) return 0;
  if (same(stem, wordsFrom([...table.list, ...to.words.list]))) return 0.9;
  if (isDoneBy(from) && arePeople(toTable)) return BY_DEED;
  if (same(stem, table)) return 0.75;
  if (isNumbered(stem, table)) return 0.75;
  if (endsWith(stem, table)) return 0.7;
  const isRole = PERSON_ROLES.has(stem.list.at(-1)!) && PERSON_TABLES.has(table.list.at(-1)!);
  if (isRole) return 0.65;
  return PERSON_ROLES.has(stem.list.at(-1)!) && arePeople(toTable) ? BY_DEED : 0;
}

function shortFormScore(stem: readonly string[], table: readonly string[]): number {
  const [short, long] = [stem[0]!, table[0]!];
  if (stem.length !== 1 || table.length !== 1 || !long.startsWith(short)) return 0;
  if (short.length === 1) return 0.6;
  return short.length >= 3 && short.length <= 5 ? 0.7 : 0;
}

/** Whether a key is its own table's, also where one name is glued: `resultTypeId` of `resulttypes`. */
const isNamedAfter = (stem: Words, { words }: TableName) => stem.glued === words.glued;

const same = (a: Words, b: Words) => a.list.length > 0 && a.joined === b.joined;

function endsWith(words: Words, end: Words): boolean {
  const length = end.list.length;
  if (length === 0 || words.list.length <= length || !words.joined.endsWith(end.joined))
    return false;
  return words.list.slice(-length).join('') === end.joined;
}

const startsWith = (words: Words, start: Words): boolean =>
  start.list.length > 0 &&
  words.list.length > start.list.length &&
  start.list.every((word, at) => words.list[at] === word);

/** `f` of `files`: a key of this table rather than of another that has it, too. */
const isInitial = ({ joined }: Words, table: Words): boolean =>
  joined.length === 1 && table.joined.startsWith(joined);

/** `person_friends` and `person_details` of `persons`, also where the name is glued: they may have its key under its name. */
const isBranch = (from: Words, table: Words): boolean =>
  table.glued.length > 3 &&
  from.joined.length > table.glued.length &&
  from.joined.startsWith(table.glued);

function isGeneric({ words: { list } }: ReferenceName): boolean {
  return list.length === 1 && GENERIC_KEYS.has(list[0]!);
}

/** `team_1`, `team_1_id`, `player2` for `teams`, `players`. */
function isNumbered({ list }: Words, table: Words): boolean {
  if (!/^\d+$/.test(list.at(-1) ?? '')) return false;
  const named = wordsFrom(list.slice(0, -1));
  return same(named, table) || endsWith(named, table);
}
