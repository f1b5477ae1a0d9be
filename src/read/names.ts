import { isClip, isClipOf, SHORTEST_CLIP } from '#src/catalog/clips.ts';
import { isEnglish } from '#src/catalog/dictionary.ts';
import { keyOf, wordsOf } from '#src/catalog/name-keys.ts';
import type { Language } from '#src/language/language.ts';
import type { NameHead } from '#src/language/meanings.ts';
import { flagOf } from '#src/planner/lexicon/flags.ts';
import type { Lexicon } from '#src/planner/lexicon/lexicon.ts';
import { holdsPeople } from '#src/planner/lexicon/people.ts';
import { HEAD } from '#src/planner/lexicon/scores.ts';
import { synonymsOf } from '#src/planner/lexicon/synonyms.ts';
import { saysWho } from '#src/planner/lost-role.ts';
import { tellingWords } from '#src/planner/telling-words.ts';
import type { Catalog, CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import { kindOfUnit, saidUnits } from '#src/query/units.ts';
import type { Evidence, Option } from '#src/read/ask.ts';
import { isTime, isYears } from '#src/read/times.ts';
import { type ValueForms, valueFormsOf } from '#src/read/value-forms.ts';

/** What words of the catalog stand for, however they are put: in any order, derived, by another word, or short. */
export interface Names {
  /** Words of the longest name. */
  readonly longest: number;
  /** All that a span of lemmas can name, surest first. */
  lookup(lemmas: readonly string[]): readonly Option[];
  /** The short form of names that a word is the long form of, where it is that of no other one and no word of the data. */
  clipOf(lemma: string): Clip | null;
  /** Whether a column tells which row of a table is meant, in one that only ties it to others. */
  refersTo(option: Option, table: string): boolean;
  /** Columns whose name holds a word. */
  holding(lemma: string): readonly Option[];
  /** The time of a table's rows, where they have a single one. */
  timeOf(table: string): readonly Option[];
  hasTimes(table: string): boolean;
  /** Whether rows of a table are of kinds that a column tells. */
  hasKinds(table: string): boolean;
  /** Tables whose names hold a word that is derived from a verb, among others: `registered` → student_registrations. */
  tablesOfVerb(verb: string): readonly Option[];
  /** What columns are called that say who did something, or to whom it was done: `assigned` → assignee. */
  columnsOfDoers(verb: string): readonly string[];
  /** The times of a table that a verb tells of: `opened` → open_year. */
  timesCalled(
    table: string,
    verb: string,
    isOne?: (column: CatalogColumn) => boolean,
  ): readonly Option[];
  /** The time of a table's rows, where they have a single one, which is just called a date or a year. */
  plainTimeOf(table: string): readonly Option[];
  /** Columns whose names end in words, with their small ones: `moved in`, of `date_moved_in`. */
  endingIn(text: string): readonly Option[];
  /** The tables of people. */
  readonly people: readonly Option[];
  /** Values that are said otherwise than they are written. */
  readonly forms: ValueForms;
  /** The columns of the first and the last name of people, where they are kept apart. */
  readonly persons: readonly PersonColumns[];
}

interface Clip {
  readonly text: string;
  /** Whether it tells little by itself: three letters, or four within names of columns. */
  readonly isWeak: boolean;
}

interface PersonColumns {
  readonly table: string;
  readonly first: string;
  readonly last: string;
}

interface Named {
  readonly table: CatalogTable;
  /** Null: the table itself. */
  readonly column: CatalogColumn | null;
  readonly cost: number;
  /** The words of the table and those of the column. */
  readonly joint?: true;
}

/** So many letters of a word tell it wherever they stand. */
const SURE_CLIP = 5;
/** Above it a span of the lexicon is a name, below it a part of one. */
const WHOLE = 0.85;
const COSTS: Readonly<Record<Evidence, number>> = {
  name: 0,
  part: 0.35,
  derived: 0.45,
  synonym: 0.8,
  related: 1,
};
/** `salary employee` is one of the employees, not what they earn: the last word of a compound says what it is. */
function isHeadedByRows({ table, column }: Named, told: readonly string[]): boolean {
  const last = told.at(-1)!;
  if (!column || told.length < 2 || !wordsOf(table.label).includes(last)) return false;
  return wordsOf(column.label).at(-1) !== last;
}

const MAX_OPTIONS = 30;
/** Of a second word of a name that is said otherwise. */
const SECOND_COST = 0.2;
/** Of a head that a name lacks. */
const HEAD_COST = 0.1;
/** Of a name that says what was done, too: `year` of `year opened`. */
const DONE_COST = 0.25;
/** Of a word that stands within a name: it tells little of what that is. */
const INNER_COST = 0.7;

/** @param related - Words that a dictionary relates to one; they name what nothing else does. */
export function namesOf(
  catalog: Catalog,
  lexicon: Lexicon,
  language: Language,
  related: (word: string) => readonly string[] = () => [],
): Names {
  const { kindsOf } = language.functionWords;
  const { kindNames } = language.names;
  const { loose, containers, coded, countsOf, parting, synonyms, stem } = language.names;
  const { isAgent, isAkin, heads, wholeName, personParts, phraseSynonyms, rowHeads, agents } =
    language.names;
  const bags = new Map<string, Named[]>();
  const stems = new Map<string, Named[]>();
  let longest = lexicon.longest;
  const add = (map: Map<string, Named[]>, key: string, named: Named) => {
    if (key === '') return;
    const known = map.get(key);
    if (!known) map.set(key, [named]);
    else if (!known.some((one) => one.table === named.table && one.column === named.column))
      known.push(named);
  };
  const index = (words: readonly string[], named: Named) => {
    const told = words.filter((word) => !loose.has(word));
    longest = Math.max(longest, told.length + 2);
    add(bags, bagOf(told), named);
    add(stems, bagOf(told.map(stem)), named);
  };
  const { isParticiple, isVerbForm } = language.verbs;
  const isDone = (word: string) => isParticiple(word) || isVerbForm(word);
  const labels = new Set(catalog.tables.map(({ label }) => wordsOf(label).join(' ')));
  /** Of `fault_log` where there are faults, too, both words. */
  const ownWords = ({ label }: CatalogTable): readonly string[] => {
    const told = wordsOf(label).filter((word) => !containers.has(word));
    return labels.has(told.join(' ')) ? wordsOf(label) : told;
  };
  for (const table of catalog.tables) {
    const own = ownWords(table);
    index(own, { table, column: null, cost: 0 });
    for (const words of writtenForms(table)) index(words, { table, column: null, cost: 0.02 });
    for (const column of table.columns) {
      if (column.hidden) continue;
      const words = wordsOf(column.label);
      index(words, { table, column, cost: 0 });
      for (const written of writtenForms(column)) index(written, { table, column, cost: 0.02 });
      const lettered = words.filter((word) => word.length > 1);
      if (lettered.length > 0 && lettered.length < words.length)
        index(lettered, { table, column, cost: 0.1 });
      const whole = [...own, ...words.filter((word) => !own.includes(word))];
      // `tutors accept new pupils` says something of them.
      const isSaid = flagOf(column) !== null && language.verbs.isBaseVerb(words[0]!);
      if (!isSaid) index(whole, { table, column, cost: 0.02, joint: true });
      const rest = words.filter((word) => !own.includes(word));
      if (rest.length > 0 && rest.length < words.length) index(rest, { table, column, cost: 0.1 });
      // `year opened`, `date deposit made` of deposits: the year, and the date.
      const undone = rest.filter((word) => !isDone(word));
      if (undone.length === 1 && undone.length < rest.length && heads.has(undone[0]!))
        index(undone, { table, column, cost: DONE_COST });
      const told = rest.filter((word) => !coded.has(word));
      if (told.length > 0 && told.length < rest.length && rest.length < words.length)
        index(told, { table, column, cost: 0.2 });
      if (words.length > 1 && agents.has(words.at(-1)!))
        add(stems, bagOf(words.slice(0, -1).map(stem)), { table, column, cost: 0.1 });
      const bare = words.filter((word) => !coded.has(word));
      if (bare.length > 0 && bare.length < words.length) index(bare, { table, column, cost: 0.15 });
    }
  }
  const optionsOf = (found: readonly Named[] | undefined, evidence: Evidence): Option[] =>
    (found ?? []).map(({ table, column, cost }) =>
      column
        ? {
            kind: 'column',
            table: table.name,
            columns: [column],
            cost: cost + COSTS[evidence],
            evidence,
          }
        : { kind: 'table', table: table.name, cost: cost + COSTS[evidence], evidence },
    );
  /** Words of names that are no words of English, which others may begin with: `enr`, `pos`. */
  const short = [
    ...new Set(
      catalog.tables
        .flatMap(({ label, columns }) => [label, ...columns.map((column) => column.label)])
        .flatMap(wordsOf)
        .filter((word) => /^\p{L}{3,5}$/u.test(word) && !isEnglish(word)),
    ),
  ];
  const shortened = (told: readonly string[]): readonly Option[] =>
    told.flatMap((word, at) =>
      short
        .filter((one) => word.length > one.length + 1 && word.startsWith(one))
        .flatMap((one) => optionsOf(bags.get(bagOf(told.with(at, one))), 'derived')),
    );
  const { dimensions, measuring } = language.names;
  /** `duration` of a column `run_seconds`, where the rows have no other one in such a unit. */
  const measuredIn = (kinds: readonly string[]): readonly Option[] =>
    catalog.tables.flatMap((table) => {
      const rows = new Set(wordsOf(table.label));
      const [column, second] = table.columns.filter(
        ({ hidden, unit }) => !hidden && unit !== null && kinds.includes(kindOfUnit(unit) ?? ''),
      );
      const isPlain = wordsOf(column?.label ?? '').every(
        (word) => rows.has(word) || measuring.has(word) || saidUnits(word).length > 0,
      );
      return column && !second && isPlain ? optionsOf([{ table, column, cost: 0 }], 'derived') : [];
    });
  const lookup = (lemmas: readonly string[]): readonly Option[] => {
    const kinds = dimensions.get(lemmas.join(' '));
    const found = lookupAny(lemmas);
    if (!kinds) return found;
    const named = new Set(
      found.flatMap(({ kind, evidence, table }) =>
        kind === 'column' && evidence === 'name' ? [table] : [],
      ),
    );
    // `duration` is no `length_m`.
    const fits = (one: Option) =>
      one.kind === 'table' ||
      one.columns.every(({ unit }) => unit === null || kinds.includes(kindOfUnit(unit) ?? ''));
    const isNamed = (one: Option) => one.evidence === 'name' || fits(one);
    return merged(
      found.filter(isNamed),
      measuredIn(kinds).filter(({ table }) => !named.has(table)),
    );
  };
  const lookupAny = (lemmas: readonly string[]): readonly Option[] => {
    const sure = ofLexicon(lexicon, lemmas);
    const told = lemmas.filter((word) => !loose.has(word));
    if (wholeName.every((word, at) => lemmas.at(at - wholeName.length) === word))
      return merged(sure, personsOf(lemmas.slice(0, -wholeName.length)));
    // `number of cards` counts them: only a name in that order is meant.
    const counts = lemmas[1] === 'of' && countsOf.has(lemmas[0]!);
    if (told.length === 0) return sure;
    // `amount of money requested`: a number that is called so.
    if (counts && lemmas[0] === 'amount' && lemmas.length > 2)
      return merged(sure, lookup(lemmas.slice(2)).filter(isNumberCalled));
    if (counts) return sure;
    // `description of photos` is a column and the rows that it is said of, which the rules put together.
    const parted = lemmas.some((word) => parting.has(word));
    // `type of the policy`: that of the policies, and no name by itself.
    const owner = kindsOf.has(lemmas[0]!) && lemmas[1] === 'of' ? bagOf(told.slice(1)) : null;
    const own = (found: readonly Named[] | undefined) =>
      parted
        ? found?.filter(
            ({ joint, table }) =>
              !joint && (owner === null || bagOf(wordsOf(table.label)) !== owner),
          )
        : found?.filter((one) => !isHeadedByRows(one, told));
    const bag = optionsOf(own(bags.get(bagOf(told))), 'name');
    const named = merged(sure, bag);
    if (named.some(({ evidence }) => evidence === 'name')) return named;
    // What is reviewed is no reviewer.
    const derived = optionsOf(own(stems.get(bagOf(told.map(stem)))), 'derived').filter(
      isNoOtherAgent(told),
    );
    const known = merged(merged(named, [...derived, ...deedsOf(told)]), partOfTable(told));
    if (known.length > 0) return known;
    const begun = shortened(told);
    if (begun.length > 0) return merged([], begun);
    if (told.length > 3) return parted ? [] : containing(told);
    const short = parted ? [] : looselyNamed(told);
    if (short.length > 0) return short;
    const wider = parted ? [] : containing(told);
    if (wider.length > 0) return wider;
    const phrased = (phraseSynonyms.get(told.join(' ')) ?? []).flatMap((other) =>
      merged(ofLexicon(lexicon, other), optionsOf(own(bags.get(bagOf(other))), 'name')),
    );
    if (phrased.length > 0)
      return merged(
        [],
        phrased.map((one) => ({ ...one, cost: one.cost + COSTS.part, evidence: 'part' })),
      );
    // `names of clients` where rows are called so: another word for them stands in no name of a column.
    const said = parted
      ? lemmas.slice(
          0,
          lemmas.findIndex((word) => parting.has(word)),
        )
      : told;
    const others = otherwise(told, said.filter((word) => !loose.has(word)).length).flatMap(
      ({ words, cost }) =>
        optionsOf(own(bags.get(bagOf(words))), 'synonym').map((one) => ({
          ...one,
          cost: one.cost + cost,
        })),
    );
    if (parted) return merged(known, others);
    if (others.length > 0 || told.length > 1) return merged(known, others);
    return merged(
      [],
      told.flatMap((word, at) =>
        related(word).flatMap((other) =>
          optionsOf(own(bags.get(bagOf(told.with(at, other)))), 'related'),
        ),
      ),
    );
  };
  /** The words with a span of them, between two places, said otherwise, and where that ends. */
  const replaced = (told: readonly string[], from: number, to: number) =>
    told.slice(from, to).flatMap((word, index) => {
      const at = from + index;
      const phrases = told.slice(at, to).flatMap((_, last) => {
        const span = told.slice(at, at + last + 1);
        const others = span.length < told.length ? phraseSynonyms.get(span.join(' ')) : undefined;
        return (others ?? []).map((other) => ({ other, length: span.length }));
      });
      const single = [...(synonyms.get(word) ?? [])].map((one) => ({ other: [one], length: 1 }));
      return [...single, ...phrases].map(({ other, length }) => ({
        words: told.toSpliced(at, length, ...other),
        end: at + other.length,
      }));
    });
  /** Names that say one of the first words otherwise, or two of all: `goods colours` of `product_color`. */
  const otherwise = (told: readonly string[], first: number) => {
    const once = replaced(told, 0, first).map((one) => ({ ...one, cost: 0 }));
    const twice =
      first < told.length
        ? []
        : once.flatMap(({ words, end }) => replaced(words, end, words.length));
    return [...once, ...twice.map((one) => ({ ...one, cost: SECOND_COST }))];
  };
  /** Columns that share all words with a span but those that only say of what kind they are: `post code` of `zip_postcode`. */
  const looselyNamed = (told: readonly string[]): readonly Option[] => {
    // `total amount` adds up, whatever is called a total.
    if (told.length < 2 || countsOf.has(told[0]!)) return [];
    const bare = told.filter((word) => !heads.has(word));
    const kind = told.find((word) => heads.has(word));
    const short =
      kind !== undefined && bare.length > 0 && bare.length < told.length
        ? [
            ...optionsOf(bags.get(bagOf(bare)), 'derived'),
            ...optionsOf(stems.get(bagOf(bare.map(stem))), 'derived'),
          ]
        : [];
    const head = heads.get(kind ?? '') ?? 'any';
    const fits = FITS[head];
    const found = short.filter((one) => one.kind === 'column' && one.columns.every(fits));
    if (found.length > 0) return merged([], found);
    const counted = head === 'number' || head === 'measure' ? numbersCalled(bare, head) : [];
    if (counted.length > 0) return counted;
    // `claim date` of `date claim made`: the name holds all of it, and the kind that it is.
    const wanted = new Set(told.map(stem));
    return merged(
      [],
      optionsOf(
        (byStem.get([...wanted][0]!) ?? []).filter(({ stems: own }) =>
          [...wanted].every((word) => own.has(word)),
        ),
        'part',
      ),
    );
  };
  /** `enrollment number` of a column `enr`: numbers that are called so more or less. */
  const numbersCalled = (bare: readonly string[], head: 'number' | 'measure') => {
    const fits = (column: CatalogColumn) =>
      head === 'measure' ? FITS.measure(column) : column.kind !== 'time';
    return bare.length === 0 || bare.some((word) => countsOf.has(word) || heads.has(word))
      ? []
      : lookup(bare).flatMap((one): readonly Option[] =>
          one.kind === 'column' && one.columns.every(fits) && one.cost < INNER_COST
            ? [{ ...one, cost: one.cost + HEAD_COST, evidence: 'part' }]
            : [],
        );
  };
  /** `web accelerators` of a table `web_client_accelerator`: rows whose name holds all of two words and more. */
  const containing = (told: readonly string[]): readonly Option[] => {
    const found =
      told.length < 2
        ? []
        : tableWords.filter(({ stems: own }) => told.every((word) => own.has(stem(word))));
    if (found.length === 1) return optionsOf([{ ...found[0]!, column: null, cost: 0 }], 'part');
    return told.length > 1 && rowHeads.has(told.at(-1)!)
      ? optionsOf(bags.get(bagOf(told.slice(0, -1))), 'part').filter(({ kind }) => kind === 'table')
      : [];
  };
  /** `counties` of a table `county_public_safety` whose key is `county_id`. */
  /** Rows of what a short verb tells of: `rated`, of ratings. */
  const deedsOf = (told: readonly string[]): readonly Option[] =>
    (told.length === 1 ? language.verbs.deedsOf(told[0]!) : []).flatMap((noun) =>
      optionsOf(bags.get(noun), 'derived').filter(({ kind }) => kind === 'table'),
    );
  const partOfTable = (told: readonly string[]): readonly Option[] => {
    const [word] = told;
    const found = catalog.tables.filter(({ label, primaryKey, columns }) => {
      const words = wordsOf(label);
      const key = columns.find(({ name }) => primaryKey?.length === 1 && name === primaryKey[0]);
      const named = wordsOf(key?.label ?? '');
      return words.length > 1 && words[0] === word && named.length === 2 && named[0] === word;
    });
    return told.length === 1 && found.length === 1
      ? [{ ...{ kind: 'table', table: found[0]!.name }, cost: 0.4, evidence: 'part' }]
      : [];
  };
  /** Tables that tie others together, and have nothing to count or to date of their own. */
  const onlyTies = new Set(
    catalog.tables
      .filter(({ name, columns }) => {
        const ends = catalog.relationships.filter(({ from }) => from.table === name);
        return (
          new Set(ends.map(({ to }) => to.table)).size > 1 &&
          columns.every(({ kind }) => kind !== 'measure' && kind !== 'time')
        );
      })
      .map(({ name }) => name),
  );
  const clips = clipsOf(catalog);
  const clipOf = (word: string): Clip | null => {
    // `signups` are no longer form of `signup`, which is a word.
    const [clip, second] = clips.filter(
      ({ text }) => isClipOf(text, word) && stem(text) !== stem(word),
    );
    if (!clip || second) return null;
    const isOwn = ({ label }: { readonly label: string }) => wordsOf(label).includes(clip.text);
    const isOther = [...(synonyms.get(word) ?? [])].some(
      (one) => holding.has(one) || tableWords.some(({ words }) => words.includes(one)),
    );
    const named = lookup([word]).every((one) =>
      isOwn(one.kind === 'table' ? tablesByName.get(one.table)! : one.columns[0]),
    );
    return named && !isOther ? clip : null;
  };
  const isNoOtherAgent = (told: readonly string[]) => (one: Option) =>
    one.kind === 'column' || told.some(isAgent) || !isAgent(headOf(one.table));
  const headOf = (table: string): string => wordsOf(tablesByName.get(table)!.label).at(-1) ?? '';
  const tablesOf = new Map<string, readonly Option[]>();
  const tableWords = catalog.tables.map((table) => ({
    table,
    words: wordsOf(table.label),
    stems: new Set(wordsOf(table.label).map(stem)),
  }));
  /** The columns that make up the name of a person, however they are called beside: `customer_first_name`. */
  const persons = catalog.tables.flatMap((table): Option[] => {
    const visible = table.columns.filter(({ hidden, type }) => !hidden && type === 'text');
    const parts = personParts.map((part) =>
      visible.filter((column) => bagOf(wordsOf(column.label).slice(-2)) === bagOf(part)),
    );
    const columns = parts.flatMap((found) => (found.length === 1 ? found : []));
    const [first, ...more] = columns;
    return first && columns.length === parts.length
      ? [
          {
            kind: 'column',
            table: table.name,
            columns: [first, ...more],
            cost: 0.05,
            evidence: 'name',
          },
        ]
      : [];
  });
  const personsOf = (before: readonly string[]): readonly Option[] =>
    persons.filter((one) => {
      const own = new Set(wordsOf(tablesByName.get(one.table)!.label));
      return before.every((word) => own.has(word));
    });
  const tablesByName = new Map(catalog.tables.map((table) => [table.name, table]));
  const labelled = catalog.tables.flatMap((table) =>
    table.columns
      .filter(({ hidden }) => !hidden)
      .map((column) => ({
        ...{ table, column, cost: 0.15 },
        stems: new Set(wordsOf(column.label).map(stem)),
      })),
  );
  const byStem = new Map<string, (typeof labelled)[number][]>();
  for (const one of labelled)
    for (const word of one.stems) byStem.set(word, [...(byStem.get(word) ?? []), one]);
  const cache = new Map<string, readonly Option[]>();
  const clipped = new Map<string, Clip | null>();
  const holding = Map.groupBy(
    catalog.tables.flatMap((table) =>
      table.columns
        .filter(({ hidden }) => !hidden)
        .flatMap((column) => wordsOf(column.label).map((word) => ({ word, table, column }))),
    ),
    ({ word }) => word,
  );
  const timeOf = (name: string): readonly Option[] => {
    const visible = tablesByName.get(name)!.columns.filter(({ hidden }) => !hidden);
    const dates = visible.filter(({ kind }) => kind === 'time');
    const years = visible.filter(
      (column) =>
        isYears(column) && wordsOf(column.label).some((word) => heads.get(word) === 'year'),
    );
    const [time, second] = dates.length === 1 || years.length === 0 ? dates : years;
    return time && !second
      ? [{ kind: 'column', table: name, columns: [time], cost: 0.1, evidence: 'name' }]
      : [];
  };
  return {
    forms: valueFormsOf(catalog, language),
    people: catalog.tables.filter(holdsPeople).map(({ name }) => ({
      ...{ kind: 'table', table: name, cost: COSTS.derived, evidence: 'derived' },
    })),
    persons: persons.flatMap((one) => {
      const [first, last] = one.kind === 'column' ? one.columns : [];
      return first && last ? [{ table: one.table, first: first.name, last: last.name }] : [];
    }),
    holding: (word) =>
      (holding.get(word) ?? []).map(({ table, column }) => ({
        ...{ kind: 'column', table: table.name, columns: [column], evidence: 'name' },
        cost: wordsOf(column.label).length === 1 ? 0 : 0.2,
      })),
    clipOf: (word) => {
      const known = clipped.get(word);
      if (known !== undefined) return known;
      clipped.set(word, clipOf(word));
      return clipped.get(word)!;
    },
    refersTo: (option, name) =>
      option.kind === 'column' &&
      catalog.relationships.some(
        ({ from, to }) =>
          to.table === name &&
          from.table === option.table &&
          onlyTies.has(option.table) &&
          option.columns.some((column) => from.columns.includes(column.name)),
      ),
    hasKinds: (name) =>
      tablesByName
        .get(name)!
        .columns.some(
          ({ hidden, label }) => !hidden && wordsOf(label).some((word) => kindNames.has(word)),
        ),
    hasTimes: (name) =>
      tablesByName.get(name)!.columns.some(({ hidden, kind }) => !hidden && kind === 'time'),
    timeOf,
    plainTimeOf: (name) =>
      timeOf(name).filter(
        (one) =>
          one.kind === 'column' &&
          tellingWords(tablesByName.get(name)!, one.columns[0]).length === 0,
      ),
    endingIn: (text) =>
      labelled
        .filter(({ column: { label } }) => ` ${label.toLowerCase()}`.endsWith(` ${text}`))
        .map(({ table, column }) => ({
          ...{ kind: 'column', table: table.name, columns: [column], cost: 0.05, evidence: 'name' },
        })),
    tablesOfVerb: (verb) => {
      const known = tablesOf.get(verb);
      if (known) return known;
      const nouns = language.verbs.deedsOf(verb);
      const found = tableWords
        .filter(({ words }) => words.some((word) => isAkin(word, verb) || nouns.includes(word)))
        .map(
          ({ table }): Option => ({
            ...{ kind: 'table', table: table.name, cost: COSTS.derived, evidence: 'derived' },
          }),
        );
      tablesOf.set(verb, found);
      return found;
    },
    columnsOfDoers: (verb) => [
      ...new Set(
        catalog.tables
          .flatMap(({ columns }) => columns)
          .filter(({ hidden, type }) => !hidden && type === 'text')
          .filter((column) => saysWho(column, verb))
          .map(({ label }) => label),
      ),
    ],
    timesCalled: (name, verb, isOne = isTime) =>
      tablesByName
        .get(name)!
        .columns.filter(
          (column) =>
            !column.hidden &&
            isOne(column) &&
            wordsOf(column.label).some((word) => isAkin(word, verb)),
        )
        .map((column) => ({
          ...{ kind: 'column', table: name, columns: [column], cost: 0.05, evidence: 'derived' },
        })),
    longest: Math.min(longest, 6),
    lookup(lemmas) {
      const key = lemmas.join(' ');
      const known = cache.get(key);
      if (known) return known;
      const found = lookup(lemmas).toSorted((a, b) => a.cost - b.cost);
      if (cache.size > 20_000) cache.clear();
      cache.set(key, found.slice(0, MAX_OPTIONS));
      return cache.get(key)!;
    },
  };
}

/** The short forms in names of a catalog. */
function clipsOf({ tables }: Catalog): readonly Clip[] {
  const columns = tables.flatMap((table) => table.columns.filter(({ hidden }) => !hidden));
  const whole = new Set([
    ...tables.flatMap(({ label }) => wordsOf(label)),
    ...columns.map(({ label }) => label),
  ]);
  const texts = new Set([...whole, ...columns.flatMap(({ label }) => wordsOf(label))]);
  return [...texts].filter(isClip).map((text) => ({
    text,
    isWeak: text.length <= SHORTEST_CLIP || (text.length < SURE_CLIP && !whole.has(text)),
  }));
}

/** A name as the data has it, where it is called otherwise: `cust nm` of customer names. */
const writtenForms = (named: CatalogTable | CatalogColumn) =>
  synonymsOf(named).flatMap(({ words, drafted }) => (drafted ? [] : [words]));

const isNumberCalled = (one: Option): boolean =>
  one.kind === 'column' && one.evidence === 'name' && one.columns.every(FITS.measure);

/** The columns that the head of a name can be said of, which their own name lacks: `founded year` of `founded`. */
const FITS: Readonly<Record<NameHead, (column: CatalogColumn) => boolean>> = {
  number: ({ kind }) => kind !== 'measure' && kind !== 'time',
  text: ({ type }) => type === 'text',
  category: ({ type, kind, profile }) =>
    type === 'text' && kind === 'dimension' && !profile?.unique,
  // The year of a day is computed, and no column by itself.
  year: ({ kind, type }) =>
    type === 'integer' || (kind === 'time' && type !== 'date' && type !== 'timestamp'),
  time: ({ kind }) => kind === 'time',
  measure: ({ kind }) => kind === 'measure',
  any: () => true,
};

const bagOf = (words: readonly string[]): string => [...words].sort().join(' ');

function ofLexicon(lexicon: Lexicon, lemmas: readonly string[]): Option[] {
  const senses = lexicon.lookup(keyOf(lemmas));
  if (!senses) return [];
  const evidence = (score: number): Evidence => (score >= WHOLE ? 'name' : 'part');
  // The end of a name says what it is (`price` of `unit price`), other parts of it little.
  const cost = (score: number) =>
    (1 - score) * (score >= WHOLE ? 0.6 : score > HEAD - 0.1 ? 0.9 : 1.6);
  return [
    ...senses.tables.map(
      ({ table, score }): Option => ({
        kind: 'table',
        table: table.name,
        cost: cost(score),
        evidence: evidence(score),
      }),
    ),
    ...senses.columns.map(
      ({ table, columns, score }): Option => ({
        kind: 'column',
        table: table.name,
        columns,
        cost: cost(score),
        evidence: evidence(score),
      }),
    ),
  ];
}

function merged(first: readonly Option[], then: readonly Option[]): readonly Option[] {
  const idOf = (one: Option) =>
    one.kind === 'table'
      ? one.table
      : `${one.table}\0${one.columns.map(({ name }) => name).join('\0')}`;
  const found = new Map<string, Option>();
  for (const one of [...first, ...then]) {
    const known = found.get(idOf(one));
    if (!known || known.cost > one.cost) found.set(idOf(one), one);
  }
  return [...found.values()];
}
