import { lemmaKeyOf } from '#src/catalog/fold.ts';
import { expandWords, wordsOf } from '#src/catalog/names.ts';

/** Names of one thing, folded; they hold in columns whose name has one of the words. */
interface AliasGroup {
  readonly columns: ReadonlySet<string>;
  readonly names: readonly string[];
}

const GENDER = new Set(['gender', 'sex']);
const MONTH = new Set(['month']);
const WEEKDAY = new Set(['day', 'weekday']);
const PLACE = new Set([
  'country',
  'nation',
  'nationality',
  'location',
  'state',
  'region',
  'market',
]);
const STATE = new Set(['state', 'province']);

const HOW = new Set(['status', 'stat', 'state', 'stage', 'phase', 'condition', 'outcome']);
const KIND = new Set([
  ...['type', 'typ', 'kind', 'category', 'cat', 'class', 'cls', 'segment', 'group', 'tier'],
  ...['contract', 'level', 'size', 'grade', 'priority', 'prio'],
]);

/** Short forms of how rows are, and of the kinds that they are of. */
const STATES_IN_SHORT =
  'canc:cncl:cxl:cancelled:canceled avail:available act:active inact:inactive maint:maintenance pend:pending compl:completed resv:reserved conf:confirmed deliv:delivered appr:approved rej:rejected unavail:unavailable susp:suspended sched:scheduled proc:processing';
const KINDS_IN_SHORT =
  'priv:private corp:corporate bus:business econ:eco:economy lux:luxury std:standard prem:premium perm:permanent temp:temporary med:medium res:residential comm:commercial ind:individual govt:gov:government int:intl:international dom:domestic';

const inShort = (columns: ReadonlySet<string>, rows: string): readonly AliasGroup[] =>
  rows.split(' ').map((row) => ({ columns, names: row.split(':') }));

/** United States Postal Service, Publication 28, appendix B: states and the district. */
const US_STATES =
  'al:alabama ak:alaska az:arizona ar:arkansas ca:california co:colorado ct:connecticut de:delaware fl:florida ga:georgia hi:hawaii id:idaho il:illinois in:indiana ia:iowa ks:kansas ky:kentucky la:louisiana me:maine md:maryland ma:massachusetts mi:michigan mn:minnesota ms:mississippi mo:missouri mt:montana ne:nebraska nv:nevada nh:new_hampshire nj:new_jersey nm:new_mexico ny:new_york nc:north_carolina nd:north_dakota oh:ohio ok:oklahoma or:oregon pa:pennsylvania ri:rhode_island sc:south_carolina sd:south_dakota tn:tennessee tx:texas ut:utah vt:vermont va:virginia wa:washington wv:west_virginia wi:wisconsin wy:wyoming dc:district_of_columbia';

const MONTHS =
  'january february march april may june july august september october november december';
const WEEKDAYS = 'monday tuesday wednesday thursday friday saturday sunday';

const GROUPS: readonly AliasGroup[] = [
  { columns: GENDER, names: ['f', 'female', 'woman'] },
  { columns: GENDER, names: ['m', 'male', 'man'] },
  { columns: PLACE, names: ['united states', 'united states of america', 'usa', 'us'] },
  { columns: PLACE, names: ['united kingdom', 'uk'] },
  { columns: PLACE, names: ['united arab emirates', 'uae'] },
  { columns: PLACE, names: ['russia', 'russian federation'] },
  { columns: PLACE, names: ['south korea', 'republic of korea', 'korea republic'] },
  { columns: PLACE, names: ['netherlands', 'the netherlands', 'holland'] },
  { columns: PLACE, names: ['czech republic', 'czechia'] },
  ...MONTHS.split(' ').map((name) => ({ columns: MONTH, names: [name, name.slice(0, 3)] })),
  ...WEEKDAYS.split(' ').map((name) => ({ columns: WEEKDAY, names: [name, name.slice(0, 3)] })),
  ...inShort(HOW, STATES_IN_SHORT),
  ...inShort(KIND, KINDS_IN_SHORT),
  ...US_STATES.split(' ').map((pair) => ({
    columns: STATE,
    names: pair.replaceAll('_', ' ').split(':'),
  })),
];

/** Shorter names are words of every question (`in`, `or`, `me`): nobody finds a value by them. */
const MIN_ALIAS_LENGTH = 3;
const ALWAYS: ReadonlySet<string> = new Set(['uk', 'us']);

const BY_KEY: ReadonlyMap<string, readonly AliasGroup[]> = (() => {
  const found = new Map<string, AliasGroup[]>();
  for (const group of GROUPS) {
    for (const name of group.names) {
      const key = lemmaKeyOf(name);
      found.set(key, [...(found.get(key) ?? []), group]);
    }
  }
  return found;
})();

/**
 * Other names of a value that people ask for it by, as lemma keys: `F` in a column of genders → female, woman; `CA` in
 * a column of states → california; `USA` in a column of countries → unitedstate, unitedstateofamerica; `canc` in a column of
 * states of rows → cancelled.
 */
export function aliasKeysOf(column: string, valueKey: string): string[] {
  const groups = BY_KEY.get(valueKey);
  if (!groups) return [];
  const words = expandWords(wordsOf(column));
  return groups
    .filter((group) => words.some((word) => group.columns.has(word)))
    .flatMap((group) => group.names)
    .filter((name) => name.length >= MIN_ALIAS_LENGTH || ALWAYS.has(name))
    .map(lemmaKeyOf)
    .filter((key) => key !== valueKey);
}

/** `Dr Umar Adler` → umaradler: the lemma key of a name without the title before it; null of any other value. */
export function titlelessKeyOf(value: string): string | null {
  const name = TITLED.exec(value)?.[1];
  return name ? lemmaKeyOf(name) : null;
}

const TITLED =
  /^(?:dr|prof|professor|mr|mrs|ms|mx|sir|dame|rev|capt|sgt)\b\.?\s+(\p{L}[\p{L}'’.-]*(?: \p{L}[\p{L}'’.-]*){0,4})$/iu;
