import { lemma } from '#src/catalog/fold.ts';
import { expandWords, labelOf, tellingWords, wordsOf } from '#src/catalog/names.ts';

/** Groups of words that mean the same of business data; one of them in a name makes the others its synonyms. */
const GROUPS: readonly (readonly string[])[] = [
  ['revenue', 'sales', 'turnover'],
  ['quantity', 'units', 'pieces'],
  ['customer', 'client'],
  ['employee', 'staff', 'worker'],
  ['product', 'item', 'article'],
  ['store', 'shop', 'outlet'],
  ['supplier', 'vendor'],
  ['salary', 'pay', 'wage'],
  ['cost', 'expense'],
  ['profit', 'earnings'],
  ['category', 'type', 'kind'],
  ['country', 'nation'],
  ['city', 'town'],
  ['postcode', 'zip code', 'postal code'],
  ['phone', 'telephone', 'phone number'],
  ['email', 'e-mail', 'email address'],
  ['manager', 'boss', 'supervisor'],
  ['department', 'division'],
  ['birthday', 'date of birth', 'birth date'],
  ['gender', 'sex'],
  ['movie', 'film'],
  ['car', 'automobile'],
  ['discount', 'rebate'],
  ['tax', 'vat'],
  ['rating', 'score'],
  ['nationality', 'citizenship'],
  ['capacity', 'seats'],
  ['stock', 'inventory'],
  ['invoice', 'bill'],
  ['purchase', 'order'],
  ['aircraft', 'plane', 'airplane'],
  ['teacher', 'instructor'],
  ['student', 'pupil'],
  ['doctor', 'physician'],
  ['song', 'track'],
  ['author', 'writer'],
];

const GROUPS_OF: ReadonlyMap<string, readonly (readonly string[])[]> = (() => {
  const found = new Map<string, (readonly string[])[]>();
  for (const group of GROUPS) {
    for (const term of group) {
      const key = termKey(term);
      found.set(key, [...(found.get(key) ?? []), group]);
    }
  }
  return found;
})();

function termKey(term: string): string {
  return wordsOf(term).map(lemma).join(' ');
}

/**
 * Other ways to say a column's or table's name, which is called by a label: the name as it is written, its short forms written out,
 * and the business synonyms of the whole name (`revenue` → sales, turnover). Words inside a longer name are left alone: `sales target`
 * is no `revenue target`. `labels` are the names that others in reach bear already: they are nobody's synonym.
 */
export function synonymsOf(
  name: string,
  labels: ReadonlySet<string>,
  label = labelOf(name),
): string[] {
  const plain = labelOf(name);
  const long = expandWords(wordsOf(name)).join(' ');
  const groups = [...new Set([label, plain, long].map(termKey))].flatMap(
    (key) => GROUPS_OF.get(key) ?? [],
  );
  const others = [long, ...groups.flat()].filter((term) => !labels.has(termKey(term)));
  const found = [plain, ...others].filter((term) => termKey(term) !== termKey(label));
  return [...new Set(found)];
}

/** The same for a table, whose name may also be said without what sort of table it is: `dim_customer` → customer. */
export function tableSynonymsOf(
  name: string,
  labels: ReadonlySet<string>,
  label = labelOf(name),
): string[] {
  const telling = tellingWords(name).join(' ');
  const own = synonymsOf(name, labels, label);
  if (telling === labelOf(name)) return own;
  const all = [telling, ...synonymsOf(telling, labels)].filter(
    (term) => termKey(term) !== termKey(label),
  );
  return [...new Set([...withoutTaken(all, labels), ...own])];
}

/** Whether a synonym is the name itself: as it is written, its short forms written out, or without what sort of table it is. */
export function isWrittenOut(name: string, synonym: string): boolean {
  const forms = [wordsOf(name), expandWords(wordsOf(name)), tellingWords(name)];
  return forms.some((words) => termKey(words.join(' ')) === termKey(synonym));
}

/** The synonyms that are not the name of something else; its own name, which it may share, stays. */
export function withoutTaken(
  terms: readonly string[],
  labels: ReadonlySet<string>,
  own = '',
): string[] {
  const plain = termKey(labelOf(own));
  return terms.filter((term) => termKey(term) === plain || !labels.has(termKey(term)));
}

/** Labels as `synonymsOf` compares them. */
export function takenLabels(names: readonly string[]): ReadonlySet<string> {
  return new Set(names.map((name) => termKey(labelOf(name))));
}
