import { isKeyName } from '#src/catalog/column-kind.ts';
import { editDistance } from '#src/catalog/edit-distance.ts';
import { keyOf, wordsOf } from '#src/catalog/name-keys.ts';
import {
  COMPANIES,
  COMPANY,
  DISPLAY_ENDINGS,
  JOINED_NAME,
  WHOLE_NAMES,
} from '#src/language/display-names.ts';
import type { NamedColumns } from '#src/planner/lexicon/senses.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';

/** What the first and the last name of a person are called. */
const PERSON: readonly ReadonlySet<string>[] = [
  ['firstname', 'fname', 'forename', 'givenname'],
  ['lastname', 'lname', 'surname', 'familyname'],
].map((names) => new Set(names));

/** First and last name of a table of people; null where it has none. */
export function personName(table: CatalogTable): NamedColumns | null {
  const [first, last] = PERSON.map((part) => {
    const [own, second] = table.columns.filter((column) => {
      const words = wordsOf(column.label);
      return !column.hidden && part.has(words.join('')) && words.length <= 2;
    });
    return second ? null : own;
  });
  return first && last ? [first, last] : null;
}

const NAME_HEADS = ['name', 'title', 'detail', 'description', 'label'];

/** Whether a column alone does not say which row it is of, where rows have a name: it is no name of whatever kind and no key. */
export function isAlone(table: CatalogTable, { name, label }: CatalogColumn): boolean {
  const names = displayColumns(table).map((one) => one.name);
  const key = table.primaryKey ?? [];
  const isNamed = names.length > 0 && names.every((one) => !key.includes(one));
  return (
    isNamed && ![...names, ...key].includes(name) && !NAME_HEADS.includes(wordsOf(label).at(-1)!)
  );
}

/** What an answer says of the columns that rows are shown by, which are their own or those of the row that each of them is. */
export function shownBy(
  { label }: CatalogTable,
  columns: readonly CatalogColumn[],
  home = label,
): string {
  const of = home === label ? '' : ` of ${home}`;
  return `Rows of ${label} are shown with ${columns.map((column) => column.label).join(' and ')}${of}.`;
}

const displayed = new WeakMap<CatalogTable, readonly CatalogColumn[]>();

/** The columns that show which one a row is: its name where it has one, else its key. */
export function displayColumns(table: CatalogTable): readonly CatalogColumn[] {
  const known = displayed.get(table);
  if (known) return known;
  const found = findDisplayed(table);
  displayed.set(table, found);
  return found;
}

function findDisplayed(table: CatalogTable): readonly CatalogColumn[] {
  const own = new Set(wordsOf(table.label));
  const visible = table.columns.filter((column) => !column.hidden);
  const columns = visible.filter((column) => !namesOthers(column, own, table));
  const person = personName(table);
  for (const head of NAME_HEADS) {
    const exact = columns.filter((column) => {
      const words = wordsOf(column.label);
      const rest = words.filter((word) => !own.has(word));
      return column.type === 'text' && words.at(-1) === head && rest.length <= 1;
    });
    if (exact.length === 1) return exact;
    if (head === 'name' && person) return person;
    if (head === 'name') {
      const self = columns.filter((one) => isCalled(one, table));
      if (self.length === 1) return self;
      // `shed full name` beside a `shed description`
      const whole = columns.filter(({ type, label }) => {
        const rest = wordsOf(label).filter((word) => !own.has(word) && !WHOLE_NAMES.has(word));
        return type === 'text' && rest.length === 1 && rest[0] === head;
      });
      if (whole.length === 1) return whole;
    }
  }
  const named = columns.filter(
    (one) =>
      one.type === 'text' && one.kind !== 'identifier' && wordsOf(one.label).at(-1) === 'name',
  );
  if (named.length === 1) return named;
  const asKey = calledAsKey(table, columns);
  if (asKey) return [asKey];
  const foreign = namedOtherwise(table, columns);
  if (foreign) return [foreign];
  const key = table.primaryKey;
  if (key) return visible.filter((column) => key.includes(column.name));
  return [];
}

/** `school` beside the key `school_id`, in whatever the rows are called. */
function calledAsKey({ primaryKey }: CatalogTable, columns: readonly CatalogColumn[]) {
  const [key, second] = primaryKey ?? [];
  const words = key === undefined || second !== undefined ? [] : wordsOf(key);
  if (words.length < 2 || !isKeyName(words)) return null;
  const thing = words.slice(0, -1).join(' ');
  const found = columns.filter(
    ({ type, label, name }) =>
      type === 'text' && name !== key && wordsOf(label).join(' ') === thing,
  );
  return found.length === 1 ? found[0]! : null;
}

/** `title` of titles; of `appelation` in appellations one of the two is a slip. */
function isCalled({ label }: CatalogColumn, table: CatalogTable): boolean {
  const [own, rows] = [label, table.label].map((name) => keyOf(wordsOf(name))) as [string, string];
  return own === rows || (own.length >= LONG && editDistance(own, rows, 1) <= 1);
}

/** Names of so many letters are not one letter apart by chance. */
const LONG = 7;

/** A column that is called a name in another language, or the company of a customer, and that tells most rows apart. */
function namedOtherwise(
  { rowCount, label: rows }: CatalogTable,
  columns: readonly CatalogColumn[],
): CatalogColumn | null {
  const start = rows.toLowerCase().slice(0, 4);
  const isCompany = wordsOf(rows).some((word) => COMPANIES.has(word));
  for (const ending of [JOINED_NAME, ...DISPLAY_ENDINGS, ...(isCompany ? [COMPANY] : [])]) {
    const found = columns.filter(
      ({ type, kind, label, profile }) =>
        type === 'text' &&
        kind !== 'identifier' &&
        label.toLowerCase().endsWith(ending) &&
        (ending !== JOINED_NAME || label.toLowerCase().startsWith(start)) &&
        (profile === null || profile.distinctCount * 2 > rowCount),
    );
    if (found.length === 1) return found[0]!;
  }
  return null;
}

/**
 * `customer name` of sales, which the sales of a customer share: it names customers; the `description` of payments their
 * kinds. What tells rows apart is their key, or all of their columns.
 */
function namesOthers(
  { name, label, profile }: CatalogColumn,
  own: ReadonlySet<string>,
  { rowCount, primaryKey }: CatalogTable,
): boolean {
  const words = wordsOf(label);
  const head = words.at(-1)!;
  const isKey = primaryKey?.length === 1 && primaryKey[0] === name;
  if (isKey || !NAME_HEADS.includes(head)) return false;
  if (words.length === 1 && (head === 'name' || head === 'title')) return false;
  if (words.length > 1 && words.slice(0, -1).every((word) => own.has(word))) return false;
  return profile !== null && rowCount !== null && profile.distinctCount * 2 <= rowCount;
}
