/**
 * The words of an identifier, lower case: `unit_price` → unit, price; `ProductID` → product, id; `custAddr` → cust,
 * addr; `HTTPStatus2024` → http, status, 2024. Letters and digits split except in short codes (`q1`, `co2`).
 */
export function wordsOf(name: string): string[] {
  return name
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
  ['approx', 'approximate'],
  ['appt', 'appointment'],
  ['appts', 'appointments'],
  ['attr', 'attribute'],
  ['avg', 'average'],
  ['bal', 'balance'],
  ['bldg', 'building'],
  ['cat', 'category'],
  ['cd', 'code'],
  ['cls', 'class'],
  ['cnt', 'count'],
  ['coord', 'coordinate'],
  ['cstmr', 'customer'],
  ['ctry', 'country'],
  ['curr', 'currency'],
  ['cust', 'customer'],
  ['custs', 'customers'],
  ['dept', 'department'],
  ['desc', 'description'],
  ['descr', 'description'],
  ['dest', 'destination'],
  ['disc', 'discount'],
  ['dist', 'distance'],
  ['dob', 'date of birth'],
  ['doc', 'document'],
  ['drv', 'driver'],
  ['dt', 'date'],
  ['dur', 'duration'],
  ['emp', 'employee'],
  ['fname', 'first name'],
  ['freq', 'frequency'],
  ['govt', 'government'],
  ['grp', 'group'],
  ['hr', 'hour'],
  ['hrs', 'hours'],
  ['img', 'image'],
  ['info', 'information'],
  ['inv', 'invoice'],
  ['itm', 'item'],
  ['lang', 'language'],
  ['lat', 'latitude'],
  ['lic', 'license'],
  ['lname', 'last name'],
  ['lng', 'longitude'],
  ['loc', 'location'],
  ['lon', 'longitude'],
  ['long', 'longitude'],
  ['max', 'maximum'],
  ['mdl', 'model'],
  ['mfg', 'manufacture'],
  ['mfr', 'manufacturer'],
  ['mgr', 'manager'],
  ['min', 'minimum'],
  ['mkt', 'market'],
  ['msg', 'message'],
  ['mth', 'month'],
  ['nbr', 'number'],
  ['nm', 'name'],
  ['no', 'number'],
  ['nr', 'number'],
  ['num', 'number'],
  ['obj', 'object'],
  ['ord', 'order'],
  ['ordr', 'order'],
  ['org', 'organization'],
  ['orig', 'original'],
  ['pct', 'percent'],
  ['perc', 'percent'],
  ['pkg', 'package'],
  ['pmt', 'payment'],
  ['pop', 'population'],
  ['prev', 'previous'],
  ['prod', 'product'],
  ['prods', 'products'],
  ['pty', 'party'],
  ['pwd', 'password'],
  ['qnty', 'quantity'],
  ['qtr', 'quarter'],
  ['qty', 'quantity'],
  ['rcpt', 'receipt'],
  ['recd', 'received'],
  ['ref', 'reference'],
  ['rev', 'revenue'],
  ['rte', 'route'],
  ['sal', 'salary'],
  ['sched', 'schedule'],
  ['seq', 'sequence'],
  ['spd', 'speed'],
  ['stat', 'status'],
  ['std', 'standard'],
  ['stu', 'student'],
  ['subj', 'subject'],
  ['svc', 'service'],
  ['tel', 'telephone'],
  ['temp', 'temperature'],
  ['tot', 'total'],
  ['trk', 'truck'],
  ['trp', 'trip'],
  ['ttl', 'total'],
  ['txn', 'transaction'],
  ['univ', 'university'],
  ['usr', 'user'],
  ['val', 'value'],
  ['veh', 'vehicle'],
  ['vol', 'volume'],
  ['wh', 'warehouse'],
  ['whs', 'warehouse'],
  ['wt', 'weight'],
  ['yr', 'year'],
  ['yrs', 'years'],
]);

/** Short forms that are common words too: expanded only beside other words. */
const ONLY_IN_COMPANY: ReadonlySet<string> = new Set(
  'cat cd cls hr long max min no pop rev sal stat temp val wh'.split(' '),
);

/** What a short form stands for: cust → customer. */
export const longForm = (word: string): string | null => ABBREVIATIONS.get(word) ?? null;

/** The short forms of a word: status → stat. */
export const shortForms = (word: string): readonly string[] =>
  [...ABBREVIATIONS].flatMap(([short, long]) => (long === word ? [short] : []));

/** The words with their short forms written out: cust, addr → customer, address. */
export function expandWords(words: readonly string[]): string[] {
  return words.flatMap((word, index) => {
    if (words[index + 1] === 'name' && word === 'f') return ['first'];
    if (words[index + 1] === 'name' && word === 'l') return ['last'];
    const long = ABBREVIATIONS.get(word);
    if (!long) return [word];
    if (words.length === 1 && ONLY_IN_COMPANY.has(word)) return [word];
    if (index > 0 && (word === 'min' || word === 'max')) return [word];
    return long.split(' ');
  });
}
