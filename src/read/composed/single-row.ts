import { wordsOf } from '#src/catalog/name-keys.ts';
import { unique } from '#src/planner/compile/finish.ts';
import { displayColumns } from '#src/planner/lexicon/display.ts';
import { holdsPeople } from '#src/planner/lexicon/people.ts';
import type { Plan } from '#src/planner/plan.ts';
import { Aliases } from '#src/planner/scope.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Join, Predicate, SelectItem, SelectQuery } from '#src/plugin-api/query.ts';
import { isNameOfRows } from '#src/read/ask.ts';
import { column } from '#src/read/composed/group-rows.ts';
import type { Composed, PlanOne, ReadOne } from '#src/read/composed/parts.ts';
import type { Question } from '#src/read/question.ts';
import type { Schema } from '#src/read/resolve.ts';

/** One row that a question tells by its number, and where. */
export interface NumberedRow {
  readonly table: CatalogTable;
  readonly key: CatalogColumn;
  readonly number: number;
  readonly from: number;
  readonly to: number;
}

/** The row that is asked for, by conditions on its own table. */
interface AskedRow {
  readonly table: CatalogTable;
  readonly where: (alias: string) => readonly Predicate[];
  readonly told: string;
}

/**
 * `Details of order 10005`, `everything about Ann Berg`, `what is in order 10005`, `when was order 10005 delivered`: rows by their
 * number or name, with what they refer to.
 */
export const readSingleRow: ReadOne = (question, plan, schema) => {
  const numbered = numberedRow(question, schema);
  const details = detailsAsked(question, numbered, schema);
  if (details) return detailsOf(details, schema);
  if (!numbered) return null;
  return (
    contentsAsked(question, numbered, schema) ??
    bought(question, numbered, plan, schema) ??
    asCondition(question, numbered, plan)
  );
};

/** `order 10005`: the only place where the name of single rows stands before a number that their keys may have. */
export function numberedRow(question: Question, { tables }: Schema): NumberedRow | null {
  const found: NumberedRow[] = [];
  for (let at = 0; at < question.length; at++)
    for (const { to, options } of question.refs(at)) {
      const own = options.filter(isNameOfRows);
      const [option, second] = own;
      const table = option && !second && tables.get(option.table);
      if (!table || question.isPlural(to - 1)) continue;
      const behind = question.past(to, question.language.everyday.numbered);
      const number = question.number(behind);
      const key = number === null ? null : numberOf(table, number);
      // `Coach 2`, where somebody is called so.
      const isValue = question.valueRefs(at).some((ref) => ref.to > behind);
      if (
        number !== null &&
        !isValue &&
        key &&
        Number.isInteger(number) &&
        question.tokens[behind]!.kind === 'number'
      )
        found.push({ table, key, number, from: at, to: behind + 1 });
    }
  const [one, second] = found;
  return one && !second ? one : null;
}

/** The column that tells single rows by a number which it may hold: the key, or what is called the rows' number. */
function numberOf(
  { columns, primaryKey, label }: CatalogTable,
  number: number,
): CatalogColumn | null {
  const own = wordsOf(label);
  const mayHold = ({ profile }: CatalogColumn) =>
    profile !== null && Number(profile.min) <= number && number <= Number(profile.max);
  const isNumber = (one: CatalogColumn) =>
    wordsOf(one.label).at(-1) === 'number' &&
    wordsOf(one.label).every((word) => word === 'number' || own.includes(word));
  const found = columns.filter(
    (one) =>
      !one.hidden &&
      one.type === 'integer' &&
      ((primaryKey?.length === 1 && primaryKey[0] === one.name) ||
        (one.profile?.unique && isNumber(one))) &&
      mayHold(one),
  );
  const [key, second] = found;
  return key && !second ? key : null;
}

function detailsAsked(
  question: Question,
  numbered: NumberedRow | null,
  schema: Schema,
): AskedRow | null {
  const { detailsOf: openers, showRow } = question.language.everyday;
  const end = question.lastWord + 1;
  const opener = openers.find((phrase) => question.starts(0, phrase));
  const shown = opener ?? showRow.find((phrase) => question.starts(0, phrase));
  const behind = shown?.length ?? 0;
  const from = question.isArticle(behind) ? behind + 1 : behind;
  if (numbered?.from === from && numbered.to === end) return byNumber(numbered);
  return opener && from < end ? namedRow(from, end, question, schema) : null;
}

const byNumber = ({ table, key, number }: NumberedRow): AskedRow => ({
  table,
  where: (alias) => [equals(alias, key.name, number)],
  told: `The row of ${table.label} is the one with ${key.label} ${number}.`,
});

const equals = (alias: string, name: string, value: number | string): Predicate => ({
  ...{ kind: 'compare', op: '=', left: column(alias, name) },
  right: { kind: 'literal', type: typeof value === 'number' ? 'integer' : 'text', value },
});

/** A row by its name, of the only table that has it: `Ann Berg`, `client Acme`. */
function namedRow(
  from: number,
  end: number,
  question: Question,
  { tables }: Schema,
): AskedRow | null {
  const named = question
    .refs(from)
    .flatMap(({ to, options }) =>
      options.flatMap((one) =>
        one.kind === 'table' && one.evidence === 'name' ? [{ to, table: one.table }] : [],
      ),
    );
  const starts = [{ to: from, table: null }, ...named];
  const found = starts.flatMap(({ to, table: said }) =>
    question
      .valueRefs(to)
      .filter((ref) => ref.to === end)
      .flatMap(({ options }) => options)
      .flatMap((option): AskedRow[] => {
        const { table: name, column: own, texts, and, separators } = option;
        const table = tables.get(name)!;
        const shown = displayColumns(table).map((one) => one.name);
        if ((said !== null && said !== name) || separators || !shown.includes(own)) return [];
        if (shown.length > 1 !== (and !== undefined)) return [];
        const parts = [{ column: own, texts }, ...(and ? [and] : [])];
        if (parts.some((part) => part.texts.length !== 1)) return [];
        const text = parts.map((part) => part.texts[0]!).join(' ');
        return [
          {
            table,
            where: (alias) => parts.map((part) => equals(alias, part.column, part.texts[0]!)),
            told: `"${text}" means the row of ${table.label} with that name.`,
          },
        ];
      }),
  );
  const [one, second] = found;
  return one && !second ? one : null;
}

/** All columns of a row, and what the rows are called that it refers to. */
function detailsOf({ table, where, told }: AskedRow, schema: Schema): Composed {
  const rows = withParents(table, schema, () => true);
  return {
    query: {
      ...{ kind: 'select', from: rows.from, joins: rows.joins, where: where(rows.from.alias) },
      ...{ groupBy: [], having: [], distinct: false, orderBy: [], limit: null },
      select: rows.select,
    },
    assumptions: [told, ...belonging(table, schema)],
    confidence: CONFIDENCE,
  };
}

const CONFIDENCE = 0.9;

/** Where the rows stand that belong to one, which are asked for by themselves. */
function belonging({ name }: CatalogTable, { tables, references }: Schema): readonly string[] {
  const below = [...references].flatMap(([from, to]) => {
    const [own] = from.split('\0') as [string];
    return to.split('\0')[0] === name && own !== name ? [tables.get(own)!.label] : [];
  });
  const labels = [...new Set(below)];
  return labels.length > 0 ? [`Related rows in ${labels.join(', ')} aren't shown.`] : [];
}

/** The columns of a table, each reference beside the name of the row that it refers to. */
function withParents(
  table: CatalogTable,
  { tables, references }: Schema,
  shows: (own: CatalogColumn) => boolean,
): Pick<SelectQuery, 'from' | 'joins' | 'select'> {
  const aliases = new Aliases();
  const alias = aliases.next(table.name);
  const joins: Join[] = [];
  const select: SelectItem[] = [];
  for (const own of table.columns.filter(({ hidden, sensitive }) => !hidden && !sensitive)) {
    if (shows(own)) select.push({ expr: column(alias, own.name), as: own.name });
    const [to, key] = references.get(`${table.name}\0${own.name}`)?.split('\0') ?? [];
    const parent = to === undefined ? undefined : tables.get(to);
    const names = parent ? displayColumns(parent).filter(({ name }) => name !== key) : [];
    if (!parent || names.length === 0) continue;
    const above = aliases.next(parent.name);
    joins.push({
      type: 'left',
      source: { table: parent.name, alias: above },
      on: [{ left: column(alias, own.name), right: column(above, key!) }],
    });
    const said = own.label.replace(/ id$/i, '').replaceAll(' ', '_');
    select.push(...names.map(({ name }) => ({ expr: column(above, name), as: `${said}_${name}` })));
  }
  return { from: { table: table.name, alias }, joins, select: unique(select) };
}

/** `what is in order 10005`: the rows without a name that belong to it. */
function contentsAsked(question: Question, row: NumberedRow, schema: Schema): Composed | null {
  const phrase = question.language.everyday.contentsOf.find((one) => question.starts(0, one));
  const behind = phrase?.length ?? 0;
  const from = question.isArticle(behind) ? behind + 1 : behind;
  if (!phrase || row.from !== from || row.to !== question.lastWord + 1) return null;
  const found = [...schema.references].flatMap(([reference, to]) => {
    const [name, own] = reference.split('\0') as [string, string];
    const table = schema.tables.get(name)!;
    const isPart = to === `${row.table.name}\0${row.key.name}` && !hasName(table);
    return isPart && refersToMore(table, schema) ? [{ table, own }] : [];
  });
  const [part, second] = found;
  if (!part || second) return null;
  const key = part.table.primaryKey ?? [];
  const rows = withParents(
    part.table,
    schema,
    ({ name, kind }) => name !== part.own && kind !== 'identifier' && !key.includes(name),
  );
  return {
    query: {
      ...{ kind: 'select', from: rows.from, joins: rows.joins },
      where: [equals(rows.from.alias, part.own, row.number)],
      ...{ groupBy: [], having: [], distinct: false, orderBy: [], limit: null },
      select: rows.select.filter(({ as }) => !as.startsWith(`${part.own}_`)),
    },
    assumptions: [
      `The parts are the ${part.table.label} with ${part.own.replaceAll('_', ' ')} ${row.number}.`,
    ],
    confidence: CONFIDENCE,
  };
}

const hasName = (table: CatalogTable): boolean =>
  displayColumns(table).some(({ name }) => !table.primaryKey?.includes(name));

const refersToMore = ({ name }: CatalogTable, { references }: Schema): boolean =>
  [...references.keys()].filter((from) => from.startsWith(`${name}\0`)).length > 1;

/** `what did customer 5 buy`: the only things with a name that rows without one tie them to. */
function bought(
  question: Question,
  row: NumberedRow,
  plan: PlanOne,
  schema: Schema,
): Composed | null {
  const form = question.language.everyday.bought.find(
    ({ before, after }) =>
      question.starts(0, before) &&
      row.from === before.length &&
      after.some(
        (verb) => question.starts(row.to, verb) && row.to + verb.length === question.lastWord + 1,
      ),
  );
  const [things, second] = form && holdsPeople(row.table) ? thingsOf(schema) : [];
  if (!things || second) return null;
  return asked(plan(`${things.label} of ${said(row)}`), row);
}

/** Things with a name that rows without one each have one of. */
function thingsOf({ tables, references }: Schema): readonly CatalogTable[] {
  const found = [...references].flatMap(([from, to]) => {
    const [own] = from.split('\0') as [string];
    const [name] = to.split('\0') as [string];
    const thing = tables.get(name)!;
    const isSold =
      own !== name && !hasName(tables.get(own)!) && hasName(thing) && !holdsPeople(thing);
    return isSold ? [thing] : [];
  });
  return [...new Set(found)];
}

export const said = ({ table, key, number }: NumberedRow): string =>
  `${table.label} whose ${key.label} is ${number}`;

/** The question with its row told by a condition. */
function asCondition(question: Question, row: NumberedRow, plan: PlanOne): Composed | null {
  const end = question.lastWord + 1;
  // `coaches of coach 2`: rows of one table are tied to each other.
  const isNamedAgain = question.tokens.some(
    (_, at) =>
      (at < row.from || at >= row.to) &&
      question.canBe(at, ({ kind, table }) => kind === 'table' && table === row.table.name),
  );
  if (isNamedAgain) return null;
  // `customer 5 products`: what is his is asked.
  const isOwner = question.canBe(row.to, ({ evidence }) => evidence === 'name');
  if (isOwner) return timeAsked(question, row, plan) ?? ownedAsked(question, row, plan);
  const before = row.from > 0 && question.isArticle(row.from - 1) ? row.from - 1 : row.from;
  const text = [
    before > 0 ? question.textOf(0, before) : '',
    said(row),
    row.to < end ? question.textOf(row.to, end) : '',
  ];
  return asked(plan(text.join(' ').trim()), row) ?? timeAsked(question, row, plan);
}

/** `show customer 5 orders` */
function ownedAsked(question: Question, row: NumberedRow, plan: PlanOne): Composed | null {
  const end = question.lastWord + 1;
  const isLast = question.refs(row.to).some(({ to }) => to === end);
  if (!isLast) return null;
  const before = row.from > 0 ? `${question.textOf(0, row.from)} ` : '';
  return asked(plan(`${before}${question.textOf(row.to, end)} of ${said(row)}`), row);
}

/** `when was order 10005 delivered`: the date that the verb names. */
function timeAsked(question: Question, row: NumberedRow, plan: PlanOne): Composed | null {
  const { whenWas, dateHeads } = question.language.everyday;
  const opener = whenWas.find((phrase) => question.starts(0, phrase));
  const start = opener?.length ?? 0;
  const from = question.isArticle(start) ? start + 1 : start;
  if (!opener || row.from !== from || row.to !== question.lastWord) return null;
  return asked(plan(`${question.word(row.to)} ${dateHeads[0]} of ${said(row)}`), row);
}

function asked(planned: Plan, row: NumberedRow): Composed | null {
  if (planned.kind !== 'query' || planned.query.kind !== 'select') return null;
  const { query, assumptions, confidence } = planned;
  return { query, assumptions: [...assumptions, byNumber(row).told], confidence };
}
