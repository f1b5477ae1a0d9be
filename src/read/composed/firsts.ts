import type { Phrase } from '#src/language/tables.ts';
import { same, unique } from '#src/planner/compile/finish.ts';
import type { Path } from '#src/planner/joins.ts';
import { displayColumns, shownBy } from '#src/planner/lexicon/display.ts';
import type { Plan, QueryPlan } from '#src/planner/plan.ts';
import { sourcesOf } from '#src/planner/select-blocks.ts';
import { tiesCut, tiesOfGroups } from '#src/planner/ties-told.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Expr, OrderItem, SelectItem, SelectQuery } from '#src/plugin-api/query.ts';
import { isNameOfRows, type Option, type Ref } from '#src/read/ask.ts';
import { aliasOf, along, asGroups, column, rankedTable } from '#src/read/composed/group-rows.ts';
import type { Composed, ReadOne } from '#src/read/composed/parts.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';

/** What a word of rank may rank: `the smallest wage`. */
function rankedBy(from: number, question: Question): readonly Ref[] {
  const ranking = question.phrase(from, question.language.rankings);
  return ranking ? question.refs(ranking.to) : [];
}

/** Where the groups of a question stand. */
interface EachOf {
  readonly at: number;
  readonly to: number;
  readonly groups: readonly Ref[];
  /** What is done there, or right behind the rows: it may tell apart what the rows are ranked by, and not only them. */
  readonly isOfRanked: boolean;
}

/** First rows that a question asks for, while groups are added to them. */
interface Firsts {
  readonly query: SelectQuery;
  /** The table whose rows they are; null where they are values. */
  readonly rows: string | null;
  readonly partitionBy: readonly Expr[];
  readonly shown: readonly SelectItem[];
  readonly told: readonly string[];
}

/**
 * `The 3 most expensive products in each category`: the first rows that the question without its groups asks for, taken of
 * each group.
 */
export const readFirstOfEach: ReadOne = (question, plan, schema) => {
  const each = eachOf(question);
  const asked = each && plan(withoutGroups(each, question));
  const query = asked && firstRows(asked);
  if (!each || !query || ranksSizeByTime(query, question, schema)) return null;
  let firsts: Firsts | null = {
    ...{ query, rows: rankedTable(query, schema), partitionBy: [], shown: [], told: [] },
  };
  for (const group of each.groups) firsts = firsts && withGroup(firsts, group, each, schema);
  return firsts && composed(firsts, asked, schema);
};

/** The only groups that a question has behind `in each` or the like. */
function eachOf(question: Question): EachOf | null {
  const { ofEach, withinEach, and } = question.language.composed;
  const found: EachOf[] = [];
  for (let at = 0; at < question.length; at++) {
    const phrase = ofEach.find((one) => question.starts(at, one)) ?? sharedAt(at, question);
    if (!phrase) continue;
    const groups: Ref[] = [];
    let to = at + phrase.length;
    for (let from = to; groups.length < MOST_GROUPS; from = to + 1) {
      const ref = longest(question.refs(from));
      if (!ref) break;
      groups.push(ref);
      to = ref.to;
      if (!question.is(to, and) || !endsBehind(longest(question.refs(to + 1)), question)) break;
    }
    // `riders of each team and the oldest rider`: two things are asked.
    const isList = question.is(to, and);
    if (groups.length === 0 || (at > 0 && (isList || !endsGroups(to, question)))) return null;
    const isRanked = question.tokens
      .slice(0, at)
      .some((_, index) => question.language.rankedBy.some((one) => question.starts(index, one)));
    found.push({
      at,
      to,
      groups,
      isOfRanked: !isRanked || withinEach.some((one) => question.starts(at, one)),
    });
    at = to - 1;
  }
  const [each, second] = found;
  return each && !second ? each : null;
}

/** `the smallest wage of their kitchen`: what rows share that are ranked right before it, which is none of what they are ranked by. */
function sharedAt(at: number, question: Question): Phrase | null {
  const phrase = question.language.sharing.find((one) => question.starts(at, one));
  const rows = phrase && longest(question.refs(at + phrase.length));
  if (!rows || question.isPlural(rows.to - 1)) return null;
  const owners = rows.options.filter(isNameOfRows).map(({ table }) => table);
  const ranked = question.tokens.slice(0, at).flatMap((_, from) => rankedBy(from, question));
  const isRanked = ranked.some(
    ({ to, options }) => to === at && !options.some(({ table }) => owners.includes(table)),
  );
  return owners.length > 0 && isRanked ? phrase : null;
}

const MOST_GROUPS = 2;

const longest = (refs: readonly Ref[]): Ref | null =>
  refs.toSorted((one, other) => other.to - one.to)[0] ?? null;

const endsBehind = (ref: Ref | null, question: Question): boolean =>
  ref !== null && endsGroups(ref.to, question);

const endsGroups = (to: number, question: Question): boolean =>
  to > question.lastWord ||
  question.isPunctuation(to) ||
  question.isFunctionWord(to) ||
  question.period(to) !== null;

function withoutGroups({ at, to }: EachOf, question: Question): string {
  const behind = question.isPunctuation(to) ? to + 1 : to;
  const end = question.lastWord + 1;
  return [
    at > 0 ? question.textOf(0, at) : '',
    behind < end ? question.textOf(at > 0 ? to : behind, end) : '',
  ]
    .join(' ')
    .trim();
}

/** The query of a plan that takes first rows, and computes nothing but what these are ranked by. */
function firstRows(plan: Plan): SelectQuery | null {
  if (plan.kind !== 'query' || plan.query.kind !== 'select') return null;
  const { query } = plan;
  const { limit, orderBy, distinct, select } = query;
  const [by] = orderBy;
  if (!limit || limit.withTies || !by || distinct) return null;
  const isComputed = ({ expr }: SelectItem) => expr.kind !== 'column' && expr.kind !== 'bucket';
  return select.filter(isComputed).every(({ expr }) => same(expr, by.expr)) ? query : null;
}

/** What a name can be that tells rows apart, and how it is reached from them. */
interface Way {
  readonly option: Option;
  readonly query: SelectQuery;
  readonly from: string;
  readonly path: Path;
  /** Less is nearer. */
  readonly rank: number;
}

/** First rows with one group more; null where it is not clear what that is, or each has one row alone. */
function withGroup(firsts: Firsts, ref: Ref, each: EachOf, schema: Schema): Firsts | null {
  const least = Math.min(...ref.options.map(({ cost }) => cost));
  const options = ref.options.filter(({ cost }) => cost <= least + SAME_COST);
  const ways = options
    .flatMap((option) => waysTo(option, firsts, each, schema))
    .toSorted((one, other) => one.rank - other.rank);
  const [way, next] = ways;
  if (!way || next?.rank === way.rank) return null;
  const { option, path, from } = way;
  const table = schema.tables.get(option.table)!;
  if (tellsEach(option, firsts, schema)) return null;
  const { query, alias } = along(path, from, way.query);
  const keys = option.kind === 'column' ? option.columns : columnsOf(table, table.primaryKey ?? []);
  const shown = option.kind === 'column' ? option.columns : displayColumns(table);
  if (keys.length === 0 || shown.length === 0) return null;
  if (option.kind === 'column' && option.columns.some(({ kind }) => kind === 'measure'))
    return null;
  const partitionBy = keys.map(({ name }) => column(alias, name));
  if (partitionBy.some((key) => query.groupBy.some((one) => same(one, key)))) return null;
  const rival = ways.some((one) => one.option.table !== option.table);
  const told = [
    ...(option.kind === 'table' ? [shownBy(table, shown)] : []),
    ...(rival ? [`"${ref.text}" refers to the one in ${table.label}.`] : []),
  ];
  return {
    query,
    rows: firsts.rows,
    partitionBy: [...firsts.partitionBy, ...partitionBy],
    shown: [...firsts.shown, ...shown.map(({ name }) => ({ expr: column(alias, name), as: name }))],
    told: [...firsts.told, ...told],
  };
}

/** Senses that cost no more than this apart are equally sure. */
const SAME_COST = 0.05;

const columnsOf = (table: CatalogTable, names: readonly string[]): readonly CatalogColumn[] =>
  table.columns.filter(({ name }) => names.includes(name));

function waysTo(option: Option, { query, rows }: Firsts, each: EachOf, schema: Schema): Way[] {
  const { graph } = schema;
  const own = rows && aliasOf(rows, query);
  const path = rows && (rows === option.table ? [] : graph.toOne(rows, option.table));
  if (own && path) return [{ option, query, from: own, path, rank: path.length === 0 ? 0 : 1 }];
  if (!each.isOfRanked || query.having.length > 0) return [];
  const grouped = query.groupBy.length > 0 ? query : asGroups(query, schema);
  const base = grouped?.from;
  const far = base && (base.table === option.table ? [] : graph.toOne(base.table, option.table));
  return far ? [{ option, query: grouped, from: base.alias, path: far, rank: 2 }] : [];
}

/** Whether each of the groups has one of the rows alone: they are the rows themselves, or belong to one of them. */
function tellsEach(option: Option, { rows, query }: Firsts, { graph, tables }: Schema): boolean {
  if (option.kind === 'table') {
    const ranked = rows === null ? tablesGrouped(query) : [rows];
    return ranked.some((one) => one === option.table || graph.toOne(option.table, one) !== null);
  }
  const table = tables.get(option.table)!;
  const names = displayColumns(table);
  const tellsRow = (one: CatalogColumn) =>
    names.includes(one) || one.profile?.unique || table.primaryKey?.join() === one.name;
  return rows === option.table && option.columns.some(tellsRow);
}

/** The tables that values stand in which rows are grouped by. */
const tablesGrouped = (query: SelectQuery): readonly string[] =>
  query.groupBy.flatMap((expr) => {
    const source = sourcesOf(query).find(
      (one) => expr.kind === 'column' && one.alias === expr.alias,
    );
    return source ? [source.table] : [];
  });

function composed(firsts: Firsts, asked: Plan, schema: Schema): Composed | null {
  const { assumptions, confidence } = asked as QueryPlan;
  const { partitionBy, told } = firsts;
  const { count } = firsts.query.limit!;
  const ranked = ranking(firsts.query, schema);
  const { query } = ranked;
  const [by, ...rest] = query.orderBy;
  const select = unique([...firsts.shown, ...query.select]);
  const shows = (expr: Expr) => select.some((item) => same(item.expr, expr));
  const isGrouped = query.groupBy.length > 0;
  const more = [...partitionBy, ...firsts.shown.map(({ expr }) => expr)].filter(
    (expr) => !query.groupBy.some((one) => same(one, expr)),
  );
  const orderBy: readonly OrderItem[] = [
    ...firsts.shown.map(({ expr }): OrderItem => ({ expr, direction: 'asc' })),
    by!,
    ...rest.filter(({ expr }) => shows(expr) && !firsts.shown.some((one) => same(one.expr, expr))),
  ];
  return {
    query: {
      ...query,
      select,
      groupBy: isGrouped
        ? [
            ...query.groupBy,
            ...more.filter((one, at) => !more.slice(0, at).some((two) => same(one, two))),
          ]
        : [],
      orderBy,
      limit: { count, withTies: true, within: { partitionBy, orderBy: [by!] } },
    },
    assumptions: [
      ...assumptions.filter((one) => one !== tiesCut(count)),
      ...told,
      ...ranked.told,
      tiesOfGroups(count),
    ],
    confidence,
  };
}

/** Rows without what they are ranked by are the first of nothing. */
function ranking(
  query: SelectQuery,
  schema: Schema,
): { readonly query: SelectQuery; readonly told: readonly string[] } {
  const [by] = query.orderBy;
  const known = rankedColumn(query, schema);
  if (!by || !known || known.profile?.nullCount === 0) return { query, told: [] };
  const where = [...query.where, { kind: 'null' as const, expr: by.expr, negated: true }];
  return { query: { ...query, where }, told: [`Rows without ${known.label} are left out.`] };
}

/** The column that rows are ranked by, where nothing is computed for it. */
function rankedColumn(query: SelectQuery, { tables }: Schema): CatalogColumn | undefined {
  const [by] = query.orderBy;
  if (by?.expr.kind !== 'column') return undefined;
  const { alias, column: name } = by.expr;
  const source = sourcesOf(query).find((one) => one.alias === alias);
  return tables.get(source?.table ?? '')?.columns.find((one) => one.name === name);
}

/** `the smallest rating`, ranked by the only date of ratings: no date is small. */
function ranksSizeByTime(query: SelectQuery, question: Question, schema: Schema): boolean {
  const by = rankedColumn(query, schema);
  if (by?.kind !== 'time') return false;
  const places = question.tokens.map((_, at) => at);
  const isNamed = places.some((at) =>
    question.canBe(
      at,
      (one) => one.kind === 'column' && one.evidence === 'name' && one.columns[0] === by,
    ),
  );
  const saysSize = places.some((at) => {
    const means = question.phrase(at, question.language.rankings)?.means;
    return means && means.of.length === 0 && !means.time;
  });
  return saysSize && !isNamed;
}
