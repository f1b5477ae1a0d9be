import { squash } from '#src/catalog/fold.ts';
import { keyOf, wordsOf } from '#src/catalog/name-keys.ts';
import { PEOPLE_NOUNS } from '#src/language/en/people.ts';
import { displayColumns, personName } from '#src/planner/lexicon/display.ts';
import { flagOf } from '#src/planner/lexicon/flags.ts';
import type { Builder } from '#src/planner/lexicon/index-builder.ts';
import type { SaidAmounts } from '#src/planner/lexicon/said-amounts.ts';
import { BARE, EXACT, HEAD, IN_TABLE, INNER, SYNONYM } from '#src/planner/lexicon/scores.ts';
import type { NamedColumns } from '#src/planner/lexicon/senses.ts';
import { type Form, formsOf, synonymsOf } from '#src/planner/lexicon/synonyms.ts';
import { FUNCTION_WORDS } from '#src/planner/words.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import { withoutUnit } from '#src/query/units.ts';

/** What may follow the thing in a column's name: `department name` is the department. */
const LABELS = new Set('name title code id number type description'.split(' '));

/** What a key may be called behind what it is the key of. */
const KEY_HEADS: ReadonlySet<string> = new Set(['code', 'number', 'no', 'key']);

/** Words that go with a verb, and name nothing by themselves. */
const PARTICLES: ReadonlySet<string> = new Set(
  'up out off down on in at by to for of with'.split(' '),
);

const AVERAGES = new Set(['avg', 'average', 'mean']);

/** Words that belong to what follows, where they stand between a table and something else: `trips for each region`. */
const LINKS: ReadonlySet<string> = new Set([...FUNCTION_WORDS, 'since', 'until']);

/** The ways to say a table before a column of it: `student name`. */
function tableForms(table: CatalogTable, { parts }: SaidAmounts): Form[] {
  const forms = formsOf(table, parts);
  const { words } = forms[0]!;
  return words.length > 1 ? [...forms, { words: [words.at(-1)!], drafted: false }] : forms;
}

export function indexColumns(builder: Builder, table: CatalogTable, amounts: SaidAmounts): void {
  const forms = tableForms(table, amounts);
  for (const column of table.columns) {
    if (column.hidden) continue;
    const words = wordsOf(column.label);
    indexForms(builder, table, column, { words, drafted: false }, forms, EXACT);
    const others = synonymsOf(column, amounts.unitless);
    for (const synonym of others) indexForms(builder, table, column, synonym, forms, SYNONYM);
    // `dist km`, and written out: `distance km`.
    const written = others.filter(({ drafted }) => !drafted).map((one) => one.words);
    for (const one of [words, ...written]) {
      indexParts(builder, table, column, one, forms);
      // `salary min` beside a `salary max` is no salary in minutes.
      const isLeast = one.at(-1) === 'min' && column.unit !== 'min';
      const bare = isLeast ? null : withoutUnit(one);
      // `average latency` may also be computed, of whatever has that name.
      if (bare && !AVERAGES.has(bare[0]!) && column.kind === 'measure')
        indexForms(builder, table, column, { words: bare, drafted: false }, forms, IN_TABLE);
    }
    indexFlag(builder, table, column, words, forms);
    if (words.length > 1 && words.at(-1) === 'count')
      builder.addColumn(keyOf(['number', ...words.slice(0, -1)]), table, [column], SYNONYM);
  }
  indexPersonName(builder, table, forms);
  indexShown(builder, table, forms);
}

/** What shows a row is its name, whatever the column is called. */
function indexShown(builder: Builder, table: CatalogTable, forms: readonly Form[]): void {
  const [first, ...more] = displayColumns(table);
  if (!first) return;
  const shown: NamedColumns = [first, ...more];
  const keyed = shown.some((column) => table.primaryKey?.includes(column.name));
  if (keyed && shown.every((one) => wordsOf(one.label).at(-1) !== 'name')) return;
  builder.addColumn('name', table, shown, 0.8);
  for (const form of forms)
    builder.addColumn(keyOf([...form.words, 'name']), table, shown, 0.8, form.drafted);
}

function indexForms(
  builder: Builder,
  table: CatalogTable,
  column: CatalogColumn,
  { words, drafted }: Form,
  forms: readonly Form[],
  score: number,
): void {
  builder.addColumn(keyOf(words), table, [column], score, drafted);
  // `num30` is one word of a question.
  const written = squash(words.join(' '));
  if (words.length > 1 && written !== squash(keyOf(words)))
    builder.addColumn(written, table, [column], score, drafted);
  for (const form of forms) {
    const full = keyOf([...form.words, ...words]);
    // `tickets opened on 2026-03-01` are tickets, `on` being said of the day.
    if (!LINKS.has(words.at(-1)!))
      builder.addColumn(full, table, [column], score * 0.98, drafted || form.drafted);
    const { length } = form.words;
    const inside = words.length > length && form.words.every((word, at) => words[at] === word);
    if (inside) {
      const rest = words.slice(length);
      builder.addColumn(keyOf(rest), table, [column], score * IN_TABLE, drafted);
    }
  }
  const key = table.primaryKey;
  if (key?.length === 1 && key[0] === column.name && column.kind === 'identifier') {
    // `codes of vehicles` of a key that is called `vhc code`, rather than those of their depots.
    const head = words.length > 1 && KEY_HEADS.has(words.at(-1)!) ? [words.at(-1)!] : [];
    const heads = new Set(['id', ...head]);
    for (const said of heads) builder.addColumn(said, table, [column], score * IN_TABLE);
    if (!table.columns.some((one) => wordsOf(one.label).includes('number'))) {
      builder.addColumn('number', table, [column], 0.7);
      for (const form of forms)
        builder.addColumn(keyOf([...form.words, 'number']), table, [column], 0.7, form.drafted);
    }
    for (const said of heads)
      for (const form of forms)
        builder.addColumn(keyOf([...form.words, said]), table, [column], score * 0.9, form.drafted);
  }
}

/** Shorter ways to say a long name: `price` for `price in dollars`, `department` for `department name`. */
function indexParts(
  builder: Builder,
  table: CatalogTable,
  column: CatalogColumn,
  words: readonly string[],
  forms: readonly Form[],
): void {
  const rows = new Set(forms.map((form) => keyOf(form.words)));
  for (let from = 0; from < words.length; from++) {
    for (let to = from + 1; to <= words.length; to++) {
      const part = words.slice(from, to);
      if (part.length === words.length) continue;
      // `signed up` is not `picked up at`.
      if (part.every((word) => PARTICLES.has(word))) continue;
      // `max output per hour` is no hour.
      if (words.slice(0, from).includes('per')) continue;
      const bare = part.every((word) => BARE.has(word));
      if (bare && to < words.length) continue;
      const rest = words.slice(to);
      // `attraction type code` is the code of a type, and no attraction.
      const ofKind = rest.length > 1 && rest[0] === 'type';
      const named = from === 0 && !ofKind && rest.every((word) => LABELS.has(word));
      // `employees` are no salaries, where these are called `employee salary` in a table of employees; a `first rental` is a date.
      if (!named && column.kind !== 'time' && rows.has(keyOf(part))) continue;
      // `sales` are no `sales rep`, who is somebody.
      if (!named && rest.length > 0 && PEOPLE_NOUNS.has(rest.at(-1)!)) continue;
      const penalty = column.kind === 'identifier' ? 0.1 : 0;
      const base = named ? 0.7 : to === words.length ? HEAD : INNER;
      builder.addColumn(keyOf(part), table, [column], base - penalty - (bare ? 0.05 : 0));
    }
  }
}

const FLAG_STARTS = new Set(['is', 'was', 'are', 'has', 'have', 'had']);
const FLAG_ENDS = new Set(['flag', 'indicator', 'yn']);

/** `active` for `is active` and `active flag`, `parking` for `has parking`. */
function indexFlag(
  builder: Builder,
  table: CatalogTable,
  column: CatalogColumn,
  words: readonly string[],
  forms: readonly Form[],
): void {
  const from = FLAG_STARTS.has(words[0]!) ? 1 : 0;
  const to = FLAG_ENDS.has(words.at(-1)!) ? -1 : words.length;
  const said = words.slice(from, to);
  if (said.length === 0 || said.length === words.length || !flagOf(column)) return;
  builder.addColumn(keyOf(said), table, [column], IN_TABLE);
  for (const form of forms)
    builder.addColumn(keyOf([...form.words, ...said]), table, [column], IN_TABLE, form.drafted);
}

/** A person's name in two columns is "name" too. */
function indexPersonName(builder: Builder, table: CatalogTable, forms: readonly Form[]): void {
  const parts = personName(table);
  if (!parts) return;
  for (const key of ['name', 'full name', 'first and last name', 'first name and last name'])
    builder.addColumn(key, table, parts, IN_TABLE + 0.02);
  for (const form of forms) {
    builder.addColumn(keyOf([...form.words, 'name']), table, parts, 0.95, form.drafted);
    builder.addColumn(keyOf([...form.words, 'full', 'name']), table, parts, 0.95, form.drafted);
  }
}
