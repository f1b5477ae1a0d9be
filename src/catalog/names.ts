import { plural } from '#src/catalog/catalog-names.ts';
import { unitsJoined } from '#src/catalog/unit-signs.ts';

/**
 * The words of an identifier, lower case: `unit_price` → unit, price; `ProductID` → product, id; `custAddr` → cust,
 * addr; `HTTPStatus2024` → http, status, 2024. Letters and digits split except in short codes (`q1`, `co2`).
 */
export function wordsOf(name: string): string[] {
  return unitsJoined(name)
    .normalize('NFC')
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})(?!s?(?:[^\p{L}]|$))/gu, '$1 $2')
    .replace(/(\p{L}{3,})(\p{N})/gu, '$1 $2')
    .replace(/(\p{N}{2,})(\p{L}{3,})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}#%$€]+/u)
    .filter((word) => word !== '');
}

/** An identifier as people read it: `unit_price` → `unit price`; one without words is its own label. */
export function labelOf(name: string): string {
  return wordsOf(name).join(' ') || name;
}

/** Words of a table's name that say what sort of table it is, not what is in it. */
const TABLE_WORDS: ReadonlySet<string> = new Set(
  'dim fact tbl ref reference lookup lu stg mst master table list'.split(' '),
);

/** The words of a table's name that tell what is in it: `dim_customers` → customers. */
export function tellingWords(table: string): string[] {
  const words = wordsOf(table);
  const telling = words.filter((word) => !TABLE_WORDS.has(word));
  return telling.length > 0 ? telling : words;
}

/** Short forms in column and table names, and what they stand for. */
const ABBREVIATIONS: ReadonlyMap<string, string> = new Map([
  ['acct', 'account'],
  ['addr', 'address'],
  ['amt', 'amount'],
  ['appr', 'approved'],
  ['approx', 'approximate'],
  ['appt', 'appointment'],
  ['appts', 'appointments'],
  ['asst', 'assistant'],
  ['attr', 'attribute'],
  ['avg', 'average'],
  ['bal', 'balance'],
  ['bldg', 'building'],
  ['brch', 'branch'],
  ['cat', 'category'],
  ['cd', 'code'],
  ['cls', 'class'],
  ['cmt', 'comment'],
  ['cncl', 'cancel'],
  ['cnt', 'count'],
  ['coord', 'coordinate'],
  ['cre', 'created'],
  ['crs', 'course'],
  ['cstmr', 'customer'],
  ['ctry', 'country'],
  ['curr', 'currency'],
  ['cust', 'customer'],
  ['custs', 'customers'],
  ['deliv', 'delivery'],
  ['dept', 'department'],
  ['desc', 'description'],
  ['descr', 'description'],
  ['dest', 'destination'],
  ['disc', 'discount'],
  ['dist', 'distance'],
  ['div', 'division'],
  ['dlv', 'delivery'],
  ['dob', 'date of birth'],
  ['doc', 'document'],
  ['drv', 'driver'],
  ['dt', 'date'],
  ['dur', 'duration'],
  ['eff', 'effective'],
  ['emp', 'employee'],
  ['enrl', 'enrolment'],
  ['eqp', 'equipment'],
  ['equip', 'equipment'],
  ['est', 'estimated'],
  ['facil', 'facility'],
  ['fname', 'first name'],
  ['freq', 'frequency'],
  ['gend', 'gender'],
  ['govt', 'government'],
  ['grp', 'group'],
  ['hosp', 'hospital'],
  ['hr', 'hour'],
  ['hrly', 'hourly'],
  ['hrs', 'hours'],
  ['ht', 'height'],
  ['img', 'image'],
  ['info', 'information'],
  ['ins', 'insurance'],
  ['inv', 'invoice'],
  ['itm', 'item'],
  ['kms', 'kilometres'],
  ['lang', 'language'],
  ['lat', 'latitude'],
  ['lic', 'license'],
  ['lname', 'last name'],
  ['lng', 'longitude'],
  ['loc', 'location'],
  ['lon', 'longitude'],
  ['long', 'longitude'],
  ['lvl', 'level'],
  ['maint', 'maintenance'],
  ['max', 'maximum'],
  ['mdl', 'model'],
  ['mfg', 'manufacture'],
  ['mfr', 'manufacturer'],
  ['mgmt', 'management'],
  ['mgr', 'manager'],
  ['min', 'minimum'],
  ['mk', 'make'],
  ['mkt', 'market'],
  ['mnt', 'maintenance'],
  ['mnth', 'month'],
  ['mob', 'mobile'],
  ['msg', 'message'],
  ['mth', 'month'],
  ['nbr', 'number'],
  ['nm', 'name'],
  ['no', 'number'],
  ['nr', 'number'],
  ['num', 'number'],
  ['obj', 'object'],
  ['ofc', 'office'],
  ['opn', 'opening'],
  ['ord', 'order'],
  ['ordr', 'order'],
  ['org', 'organization'],
  ['orig', 'original'],
  ['pct', 'percent'],
  ['perc', 'percent'],
  ['ph', 'phone'],
  ['phn', 'phone'],
  ['pkg', 'package'],
  ['pmt', 'payment'],
  ['pop', 'population'],
  ['prc', 'price'],
  ['prev', 'previous'],
  ['prj', 'project'],
  ['prod', 'product'],
  ['prods', 'products'],
  ['proj', 'project'],
  ['pty', 'party'],
  ['purch', 'purchase'],
  ['pwd', 'password'],
  ['qnty', 'quantity'],
  ['qtr', 'quarter'],
  ['qty', 'quantity'],
  ['rcpt', 'receipt'],
  ['rcvd', 'received'],
  ['recd', 'received'],
  ['ref', 'reference'],
  ['req', 'request'],
  ['resp', 'response'],
  ['ret', 'return'],
  ['rev', 'revenue'],
  ['rte', 'route'],
  ['sal', 'salary'],
  ['sched', 'schedule'],
  ['seq', 'sequence'],
  ['sess', 'session'],
  ['spd', 'speed'],
  ['stat', 'status'],
  ['std', 'standard'],
  ['stk', 'stock'],
  ['stu', 'student'],
  ['stud', 'student'],
  ['subj', 'subject'],
  ['svc', 'service'],
  ['tchr', 'teacher'],
  ['tel', 'telephone'],
  ['temp', 'temperature'],
  ['tot', 'total'],
  ['trans', 'transaction'],
  ['trk', 'truck'],
  ['trp', 'trip'],
  ['ttl', 'total'],
  ['txn', 'transaction'],
  ['typ', 'type'],
  ['univ', 'university'],
  ['upd', 'updated'],
  ['usr', 'user'],
  ['val', 'value'],
  ['veh', 'vehicle'],
  ['vend', 'vendor'],
  ['ver', 'version'],
  ['vol', 'volume'],
  ['wgt', 'weight'],
  ['wh', 'warehouse'],
  ['whs', 'warehouse'],
  ['whse', 'warehouse'],
  ['wk', 'week'],
  ['wks', 'weeks'],
  ['wt', 'weight'],
  ['yr', 'year'],
  ['yrs', 'years'],
]);

/** Short forms that are common words too: expanded only beside other words. */
const ONLY_IN_COMPANY: ReadonlySet<string> = new Set(
  'cat cd cls div est hr ins long max min mob no ph pop ret rev sal stat temp trans val ver wh'.split(
    ' ',
  ),
);

/** Of these the ones that a lone name is beside other short forms, in a table whose columns are named so: `cat` of `veh`. */
const TERSE_ALONE: ReadonlySet<string> = new Set(
  'cat cd cls ph pop ret rev sal stat temp val'.split(' '),
);

/** Short forms that may stand for something else: names are only called by what they mean beside others that are surer. */
const UNSURE: ReadonlySet<string> = new Set(
  'attr avg cd cls curr disc dist div est hr hrs ht info ins inv lat lic long max mfg min mk mob no num obj ord org orig ph pkg pop prev prod ref req resp ret rev sal sched seq spd stat std sess temp tot trans val ver vol wh wk wt'.split(
    ' ',
  ),
);

/** What a short form stands for where the word behind it says what it is of. */
const BEFORE: ReadonlyMap<string, string> = new Map([
  ['no of', 'number'],
  ['reg dt', 'registration'],
  ['reg date', 'registration'],
  ['reg no', 'registration'],
  ['exp dt', 'expiry'],
  ['exp date', 'expiry'],
  ['del dt', 'delivery'],
  ['st dt', 'start'],
]);

/** What a short form stands for behind a word of time: `day_rt` is a rate. */
const BEHIND_TIME: ReadonlyMap<string, string> = new Map([['rt', 'rate']]);
const TIMES: ReadonlySet<string> = new Set(
  'hour hourly day daily night nightly week weekly month monthly'.split(' '),
);

/** Whether a name has a short form that stands for one thing only. */
export const isShortened = (name: string): boolean =>
  wordsOf(name).some(
    (word) => ABBREVIATIONS.has(word) && !UNSURE.has(word) && !ONLY_IN_COMPANY.has(word),
  );

/** What a short form stands for: cust → customer. */
export const longForm = (word: string): string | null => ABBREVIATIONS.get(word) ?? null;

/** The short forms of a word: status → stat. */
export const shortForms = (word: string): readonly string[] =>
  [...ABBREVIATIONS].flatMap(([short, long]) => (long === word ? [short] : []));

/** The words with their short forms written out: cust, addr → customer, address. */
export const expandWords = (words: readonly string[]): string[] =>
  words.flatMap((_, index) => writtenOut(words, index, true));

/** Words of a name as its label has them: short forms that may mean something else stay, but in terse tables. */
export const labelWords = (words: readonly string[], isTerse: boolean): string[] =>
  words.flatMap((word, index) => {
    if (isTerse && words.length === 1 && TERSE_ALONE.has(word)) return longForm(word)!.split(' ');
    const isSure = !UNSURE.has(word) || BEFORE.has(`${word} ${words[index + 1]}`);
    return isSure || isTerse ? writtenOut(words, index, isTerse) : [word];
  });

/** `depts` → departments, of short forms that stand for one thing only. */
function manyOf(word: string): string | undefined {
  const one = word.slice(0, -1);
  const long =
    word.endsWith('s') && !UNSURE.has(one) && !ONLY_IN_COMPANY.has(one) && ABBREVIATIONS.get(one);
  return long ? plural(long) : undefined;
}

function writtenOut(words: readonly string[], index: number, isTerse: boolean): readonly string[] {
  const word = words[index]!;
  const next = words[index + 1];
  if (next === 'name' && word === 'f') return ['first'];
  if (next === 'name' && word === 'l') return ['last'];
  const before = BEFORE.get(`${word} ${next}`);
  if (before) return [before];
  const behind = index > 0 && TIMES.has(words[index - 1]!) ? BEHIND_TIME.get(word) : undefined;
  if (behind) return [behind];
  const long = ABBREVIATIONS.get(word) ?? manyOf(word);
  if (!long) return [word];
  if (words.length === 1 && ONLY_IN_COMPANY.has(word)) return [word];
  if (index > 0 && (word === 'min' || word === 'max')) return [word];
  return isTerse || !UNSURE.has(word) ? long.split(' ') : [word];
}
