import { plural } from '#src/catalog/catalog-names.ts';
import { wordsOf } from '#src/catalog/name-keys.ts';
import type { OwnForm, OwnRole } from '#src/language/meanings.ts';
import type { Phrase } from '#src/language/tables.ts';
import { displayColumns, shownBy } from '#src/planner/lexicon/display.ts';
import { holdsPeople } from '#src/planner/lexicon/people.ts';
import type { Plan } from '#src/planner/plan.ts';
import { Aliases } from '#src/planner/scope.ts';
import { aliasesIn, withAliases } from '#src/planner/select-blocks.ts';
import type { CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Expr, Predicate, SelectItem, SelectQuery } from '#src/plugin-api/query.ts';
import { isNameOfRows } from '#src/read/ask.ts';
import { column } from '#src/read/composed/group-rows.ts';
import type { Composed, Open, PlanOne } from '#src/read/composed/parts.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';

/** A column by which rows refer to rows of their own table. */
interface OwnReference {
  readonly table: CatalogTable;
  readonly column: string;
  readonly key: string;
  readonly label: string;
  readonly role: OwnRole;
}

type Spans = ReadonlyMap<string, readonly [from: number, to: number]>;

/**
 * `Who reports to Ann Berg`, `who is Tom's boss`, `subcategories of Kitchen`: rows by a reference to their own table, which is
 * read by its role.
 */
export function readSelfReference(
  question: Question,
  plan: PlanOne,
  schema: Schema,
): Composed | Open | null {
  const references = referencesOf(schema, question);
  if (references.length === 0) return null;
  for (const { kind, form } of question.language.everyday.ownForms) {
    const found = references.flatMap((one) => {
      const spans = matched(form, one, question);
      return spans ? (BUILD[kind]({ one, spans, question, plan, schema }) ?? []) : [];
    });
    const [only, second] = found;
    if (only) return second ? null : only;
  }
  const isOpen = references.some(
    (one) => saysWhoFollows(one, question) || saysOfOthers(one, question),
  );
  return isOpen ? NOT_READ : null;
}

/** `reports to`: whoever does it is asked, never whom the rows that are named do it to. */
const saysWhoFollows = ({ role }: OwnReference, question: Question): boolean =>
  question.tokens.some(
    (_, at) =>
      question.is(at, role.follows) && question.is(at + 1, question.language.everyday.followed),
  );

/** `films without a sequel`, `who did Ann refer`: the column tells of what a film is one, and who did it, never what it has or did. */
function saysOfOthers(one: OwnReference, question: Question): boolean {
  const { partOf, doneBy } = question.language.everyday;
  if (ownRoleOf(one.label, one.table, question) === null) return false;
  const { down, verbs, done } = one.role;
  return question.tokens.some(
    (_, at) =>
      (question.is(at, down) && !question.is(at + 1, partOf)) ||
      (question.is(at, done) && question.word(at + 1) === doneBy && at + 1 < question.lastWord) ||
      (question.is(at, verbs) && !question.is(at, done) && !question.asksWho),
  );
}

const NOT_READ: Open = {
  ...{ kind: 'decline', reason: 'unsupported_question', suggestions: [] },
  text: 'It\'s not clear who is related to whom. Ask "who reports to" or "who manages" with a single name.',
};

function referencesOf({ tables, references }: Schema, question: Question): OwnReference[] {
  return [...references].flatMap(([from, to]) => {
    const [name, own] = from.split('\0') as [string, string];
    const [other, key] = to.split('\0') as [string, string];
    const table = tables.get(name)!;
    const { label } = table.columns.find((one) => one.name === own)!;
    const said = [...label.toLowerCase().split(' '), ...wordsOf(label)];
    const { ownRoles } = question.language.everyday;
    const role =
      ownRoles.find(({ of }) => said.some((word) => of.has(word))) ??
      ownRoleOf(label, table, question);
    return name === other && role ? [{ table, column: own, key, label, role }] : [];
  });
}

const NO_WORDS: ReadonlySet<string> = new Set();
const NO_ROLE: OwnRole = {
  ...{ of: NO_WORDS, up: NO_WORDS, down: NO_WORDS, below: NO_WORDS },
  ...{ verbs: NO_WORDS, done: NO_WORDS, follows: NO_WORDS },
};

/** What the name of a column says of rows that refer: `sequel of` another film they are its sequels, `referred by` a donor they were. */
function ownRoleOf(
  label: string,
  { label: rows }: CatalogTable,
  { language, tokens }: Question,
): OwnRole | null {
  const { partOf, doneBy } = language.everyday;
  const { stem } = language.names;
  const own = new Set([...wordsOf(rows), KEY]);
  const [noun, link, ...more] = wordsOf(label).filter((word) => !own.has(word));
  if (noun === undefined || link === undefined || more.length > 0) return null;
  if (partOf.has(link)) return { ...NO_ROLE, down: new Set([noun, plural(noun)]) };
  const done = label.toLowerCase().split(' ')[0]!;
  if (link !== doneBy || !language.verbs.isParticiple(done)) return null;
  const forms = tokens.map(({ lower }) => lower).filter((one) => stem(one) === stem(done));
  return { ...NO_ROLE, verbs: new Set(forms), done: new Set([done]) };
}

/** What a name ends in that refers. */
const KEY = 'id';

function matched(form: Phrase, one: OwnReference, question: Question): Spans | null {
  const end = question.lastWord + 1;
  const go = (part: number, at: number, spans: Spans): Spans | null => {
    const slot = form[part];
    if (slot === undefined) return at === end ? spans : null;
    if (at >= end) return null;
    if (!slot.startsWith('{'))
      return question.word(at) === slot ? go(part + 1, at + 1, spans) : null;
    for (const to of endsOf(slot, at, one, question)) {
      const found = go(part + 1, to, new Map(spans).set(slot, [at, to]));
      if (found) return found;
    }
    return null;
  };
  return go(0, 0, new Map());
}

/** Where what fills a slot may end. */
function endsOf(
  slot: string,
  at: number,
  one: OwnReference,
  question: Question,
): readonly number[] {
  const { role } = one;
  const last = question.lastWord + 1;
  switch (slot) {
    case '{x}':
    case '{h}': {
      const ends: number[] = [];
      for (let to = at + 1; to <= Math.min(last, at + LONGEST); to++) ends.push(to);
      return ends;
    }
    case '{rows}':
      return rowsEnds(at, one, question);
    case '{up}': {
      const isOwn = wordsOf(one.label).includes(question.tokens[at]?.lemma ?? '');
      if (!question.is(at, role.up) && !(isOwn && question.is(at, role.of))) return [];
      return [...rowsEnds(at + 1, one, question), at + 1];
    }
    case '{down}': {
      const from = question.is(at, question.language.everyday.direct) ? at + 1 : at;
      if (question.is(from, role.below)) return rowsEnds(from + 1, one, question);
      if (question.is(from, role.down)) return [from + 1];
      const word = question.word(from);
      const prefix = [...role.below].find((below) => word.startsWith(below));
      const rest = prefix && wordsOf(word.slice(prefix.length).replace(/^-/, ''))[0];
      return rest && rest === wordsOf(one.table.label).at(-1) ? [from + 1] : [];
    }
    case '{verbs}':
      return question.is(at, role.verbs) ? [at + 1] : [];
    case '{done}':
      return question.is(at, role.done) ? [at + 1] : [];
    case '{follows}': {
      const from = question.is(at, question.language.everyday.direct) ? at + 1 : at;
      if (!question.is(from, role.follows)) return [];
      return [
        from + 1,
        ...(question.is(from + 1, question.language.everyday.direct) ? [from + 2] : []),
      ];
    }
    default:
      return [];
  }
}

/** Words of a row or of what is asked of rows, at the most. */
const LONGEST = 7;

function rowsEnds(at: number, { table }: OwnReference, question: Question): readonly number[] {
  const own = question
    .refs(at)
    .filter(({ options }) => options.some((one) => isNameOfRows(one) && one.table === table.name))
    .map(({ to }) => to);
  const isStaff = holdsPeople(table) && question.is(at, question.language.everyday.staff);
  return [...new Set([...own, ...(isStaff ? [at + 1] : [])])];
}

interface Asked {
  readonly one: OwnReference;
  readonly spans: Spans;
  readonly question: Question;
  readonly plan: PlanOne;
  readonly schema: Schema;
}

/** `managers`, where it is the title of some. */
function isTitle({ question, spans }: Asked): boolean {
  const [from, to] = spans.get('{up}') ?? [0, 0];
  return to > from && question.valueRefs(from).some((ref) => ref.to === to);
}

const BUILD: Readonly<Record<OwnForm, (asked: Asked) => Composed | null>> = {
  up: (asked) => {
    const { one } = asked;
    const named = rowsNamed(asked);
    if (!named) return null;
    const own = one.table.name;
    const aliases = new Aliases(aliasesIn(named));
    const above = aliases.next(own);
    return answer(asked, {
      ...named,
      joins: [...named.joins, tie(one, named.from.alias, above, 'inner')],
      select: shown(one, above),
    });
  },
  down: (asked) => {
    const named = rowsNamed(asked);
    const base = named && headOf(asked);
    if (!named || !base) return null;
    return answer(asked, { ...base, where: [...base.where, refersTo(asked.one, base, named)] }, [
      ofOneStep(asked.one),
    ]);
  },
  count: (asked) => {
    const named = rowsNamed(asked);
    if (!named) return null;
    const base = allOf(asked.one);
    return answer(
      asked,
      {
        ...base,
        select: [{ expr: COUNT, as: 'count' }],
        where: [refersTo(asked.one, base, named)],
      },
      [ofOneStep(asked.one)],
      false,
    );
  },
  groups: (asked) => answer(asked, grouped(asked.one), [ofOneStep(asked.one)]),
  most: (asked) =>
    answer(asked, { ...mostOf(grouped(asked.one)), limit: { count: 1, withTies: true } }, [
      ofOneStep(asked.one),
    ]),
  ups: (asked) => {
    if (isTitle(asked)) return null;
    const base = allOf(asked.one);
    return answer(asked, { ...base, where: [isReferredTo(asked.one, base, false)] });
  },
  downs: (asked) => answer(asked, referring(asked.one)),
  countDowns: (asked) =>
    answer(asked, { ...referring(asked.one), select: [{ expr: COUNT, as: 'count' }] }, [], false),
  rootless: (asked) => {
    const base = allOf(asked.one);
    const expr = column(base.from.alias, asked.one.column);
    return answer(asked, { ...base, where: [{ kind: 'null', expr, negated: false }] });
  },
  childless: (asked) => {
    if (isTitle(asked)) return null;
    const base = allOf(asked.one);
    return answer(asked, { ...base, where: [isReferredTo(asked.one, base, true)] });
  },
  pairs: (asked) => {
    const { one } = asked;
    const base = allOf(one);
    const above = new Aliases(aliasesIn(base)).next(one.table.name);
    const [role] = one.role.up;
    const others = shown(one, above).map((item) => ({ ...item, as: `${role}_${item.as}` }));
    return answer(asked, {
      ...base,
      joins: [tie(one, base.from.alias, above, 'left')],
      select: [...base.select, ...others],
      orderBy: others.map(({ expr }) => ({ expr, direction: 'asc' })),
    });
  },
};

const COUNT: Expr = { kind: 'aggregate', fn: 'count', arg: null, distinct: false };

function answer(
  { one, spans, question }: Asked,
  query: SelectQuery,
  told: readonly string[] = [],
  isShown = true,
): Composed {
  const [from, to] = spans.get('{up}') ?? spans.get('{verbs}') ?? spans.get('{down}') ?? [0, 0];
  const said = to > from ? question.textOf(from, to) : null;
  const isNamed = said !== null && wordsOf(said).every((word) => wordsOf(one.label).includes(word));
  const display = displayColumns(one.table);
  return {
    query,
    assumptions: [
      ...(said && !isNamed ? [`"${said}" uses the ${one.label} of ${one.table.label}.`] : []),
      ...told,
      ...(isShown ? [shownBy(one.table, display)] : []),
    ],
    confidence: CONFIDENCE,
  };
}

const CONFIDENCE = 0.9;

const ofOneStep = ({ label, table }: OwnReference): string =>
  `Only ${table.label} directly under that row (${label}) are included, not those further down.`;

const shown = ({ table }: OwnReference, alias: string): readonly SelectItem[] =>
  displayColumns(table).map(({ name }) => ({ expr: column(alias, name), as: name }));

function allOf(one: OwnReference): SelectQuery {
  const alias = one.table.name;
  return {
    ...{ kind: 'select', from: { table: alias, alias }, joins: [], where: [], groupBy: [] },
    ...{ having: [], distinct: false, orderBy: [], limit: null },
    select: shown(one, alias),
  };
}

/** The rows that refer to another. */
function referring(one: OwnReference): SelectQuery {
  const base = allOf(one);
  const expr = column(base.from.alias, one.column);
  return { ...base, where: [{ kind: 'null', expr, negated: true }] };
}

const tie = (
  { table, column: own, key }: OwnReference,
  below: string,
  above: string,
  type: 'inner' | 'left',
): SelectQuery['joins'][number] => ({
  type,
  source: { table: table.name, alias: above },
  on: [{ left: column(below, own), right: column(above, key) }],
});

function grouped(one: OwnReference): SelectQuery {
  const base = allOf(one);
  const above = new Aliases(aliasesIn(base)).next(one.table.name);
  const items = shown(one, above);
  const names = items.map(({ expr }) => expr);
  const key = column(above, one.key);
  const isKey = names.some((expr) => expr.kind === 'column' && expr.column === one.key);
  return {
    ...base,
    joins: [tie(one, base.from.alias, above, 'inner')],
    groupBy: isKey ? names : [key, ...names],
    select: [...items, { expr: COUNT, as: 'count' }],
    orderBy: [
      { expr: COUNT, direction: 'desc' },
      ...names.map((expr) => ({ expr, direction: 'asc' as const })),
    ],
  };
}

/** Groups in the order of their number alone, so that all that tie are shown. */
const mostOf = (query: SelectQuery): SelectQuery => ({
  ...query,
  orderBy: query.orderBy.slice(0, 1),
});

/** Rows of a query that refer to the rows of another. */
function refersTo(one: OwnReference, base: SelectQuery, named: SelectQuery): Predicate {
  const inner = new Aliases(aliasesIn(base)).next(one.table.name);
  const keys = { ...named, select: [{ expr: column(named.from.alias, one.key), as: one.key }] };
  return {
    ...{ kind: 'inQuery', expr: column(base.from.alias, one.column), negated: false },
    query: withAliases(keys, () => inner),
  };
}

function isReferredTo(one: OwnReference, base: SelectQuery, negated: boolean): Predicate {
  const inner = new Aliases(aliasesIn(base)).next(one.table.name);
  return {
    ...{ kind: 'exists', negated },
    query: {
      ...allOf(one),
      from: { table: one.table.name, alias: inner },
      select: [{ expr: { kind: 'literal', type: 'integer', value: 1 }, as: 'one' }],
      where: [
        {
          ...{ kind: 'compare', op: '=', left: column(inner, one.column) },
          right: column(base.from.alias, one.key),
        },
      ],
    },
  };
}

/** The rows that a name or a title tells. */
function rowsNamed({ one, spans, question, plan }: Asked): SelectQuery | null {
  const [from, to] = spans.get('{x}') ?? [0, 0];
  const start = question.isArticle(from) ? from + 1 : from;
  if (start >= to) return null;
  for (let at = start; at < to; at++)
    if (question.isFunctionWord(at) || question.isPunctuation(at)) return null;
  const own = question
    .valueRefs(start)
    .filter((ref) => ref.to === to)
    .flatMap(({ options }) => options)
    .filter(
      (option) =>
        option.table === one.table.name &&
        displayColumns(one.table).some(({ name }) => name === option.column),
    );
  const [value, second] = own;
  const base = allOf(one);
  if (value && !second && value.texts.length === 1 && !value.and && !value.separators)
    return {
      ...base,
      where: [
        {
          ...{ kind: 'compare', op: '=', left: column(base.from.alias, value.column) },
          right: { kind: 'literal', type: 'text', value: value.texts[0]! },
        },
      ],
    };
  const planned = plan(`${one.table.label} ${question.textOf(start, to)}`);
  return plainRows(planned, one);
}

/** Rows of the table alone, told apart by conditions. */
function plainRows(planned: Plan, { table }: OwnReference): SelectQuery | null {
  if (planned.kind !== 'query' || planned.query.kind !== 'select') return null;
  const { query } = planned;
  const isPlain =
    query.from.table === table.name &&
    query.joins.length + query.groupBy.length + query.having.length === 0 &&
    query.limit === null &&
    query.where.length > 0 &&
    aliasesIn(query).size === 1;
  return isPlain ? query : null;
}

/** What is asked of the rows that refer: all of them, where nothing more is said. */
function headOf({ one, spans, question, plan }: Asked): SelectQuery | null {
  const span = spans.get('{h}');
  const base = allOf(one);
  if (!span) return base;
  const [from, to] = span;
  if (rowsEnds(from, one, question).includes(to)) return base;
  const planned = plan(question.textOf(from, to));
  if (planned.kind !== 'query' || planned.query.kind !== 'select') return null;
  const { query } = planned;
  const isOfRows =
    query.from.table === one.table.name && query.limit === null && query.having.length === 0;
  return isOfRows ? query : null;
}
