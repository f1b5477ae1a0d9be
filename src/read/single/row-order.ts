import { wordsOf } from '#src/catalog/name-keys.ts';
import {
  BESIDE,
  EMPTY_HEADS,
  LISTING,
  LISTING_VERBS,
  NO_ROW_END,
  ORDERING_LABELS,
  PLACING_VERBS,
  ROW_ENDS,
} from '#src/language/en/single-table.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';
import type { Expr, Predicate, SelectItem, SelectQuery } from '#src/plugin-api/query.ts';
import type { Question } from '#src/read/question.ts';
import type { OrderPiece, Piece, ValuePiece } from './pieces.ts';

/** What a reading by places needs of the reader of the sheet. */
export interface SheetReader {
  readonly question: Question;
  readonly table: CatalogTable;
  readonly assumptions: string[];
  /** Verbs that name nothing in the table. */
  readonly verbs: readonly string[];
  conditions(pieces: readonly Piece[]): { where: Predicate[]; rest: Piece[] } | null;
  rows(said: string | null): readonly CatalogColumn[];
  ref(column: CatalogColumn): Expr;
  shown(column: CatalogColumn): SelectItem;
  isOneOf(value: ValuePiece, alias?: string): Predicate;
  select(select: SelectQuery['select'], where?: readonly Predicate[]): SelectQuery;
}

export const isOrderPiece = ({ kind }: Piece): boolean =>
  kind === 'listed' || kind === 'end' || kind === 'beside';

export function orderPieceAt(at: number, question: Question): OrderPiece | null {
  const isVerb = question.is(at, LISTING_VERBS);
  const beside = question.phrase(isVerb ? at + 1 : at, BESIDE);
  if (beside) {
    const { means, to } = beside;
    return { kind: 'beside', ...means, listing: isVerb || means.listing, to };
  }
  const listing = LISTING.find((phrase) => question.starts(at, phrase));
  if (listing) return { kind: 'listed', to: at + listing.length };
  const end = question.phrase(at, ROW_ENDS);
  if (!end || question.is(end.to, NO_ROW_END)) return null;
  const count = question.number(end.to);
  return { kind: 'end', end: end.means, count, to: count === null ? end.to : end.to + 1 };
}

/** What puts the rows in the order that is asked, with what is taken for granted. */
interface Sequence {
  readonly by: CatalogColumn;
  readonly told: string;
}

/**
 * `the first driver listed`, `which name comes after Smith`: the order of the rows in their file, where a word says that
 * it is meant, or where the sheet has nothing else that could put them in one. Else the only time that the rows have.
 */
export function byRowOrder(pieces: readonly Piece[], reader: SheetReader): SelectQuery | null {
  const ends = pieces.filter((one) => one.kind === 'end');
  const besides = pieces.filter((one) => one.kind === 'beside');
  const isListed = pieces.some(({ kind }) => kind === 'listed');
  // `painted after`: rows that are in the order of something else.
  const isPlain = reader.verbs.every((verb) => PLACING_VERBS.has(verb));
  if (ends.length + besides.length !== 1 || !isPlain) return null;
  const rest = pieces.filter((one) => !isOrderPiece(one) || one.kind === 'beside');
  return ends[0] ? atEnd(ends[0], { rest, isListed }, reader) : besideRow(rest, isListed, reader);
}

function atEnd(
  { end, count, to }: Extract<OrderPiece, { kind: 'end' }>,
  { rest, isListed }: { readonly rest: readonly Piece[]; readonly isListed: boolean },
  reader: SheetReader,
): SelectQuery | null {
  const read = reader.conditions(rest);
  if (!read) return null;
  // `the opponent in the last game`: the noun behind the end says what the rows are.
  const columns = read.rest.filter(({ kind }) => kind === 'column');
  const target = targetOf(
    columns.length === 1
      ? read.rest.filter((one) => one.kind !== 'noun' || one.at !== to)
      : read.rest,
  );
  if (target === null) return null;
  const shown = target?.kind === 'column' ? [target.column] : reader.rows(target?.word ?? null);
  const sequence = sequenceOf(reader.table, isListed);
  if (!sequence || shown.length === 0) return null;
  reader.assumptions.push(sequence.told);
  const by = reader.ref(sequence.by);
  return {
    ...reader.select(
      shown.map((one) => reader.shown(one)),
      [...read.where, ...filled(shown, reader)],
    ),
    orderBy: [{ expr: by, direction: end === 'first' ? 'asc' : 'desc' }],
    limit: { count: count ?? 1, withTies: sequence.by !== reader.table.rowOrder },
  };
}

function besideRow(
  pieces: readonly Piece[],
  isListed: boolean,
  reader: SheetReader,
): SelectQuery | null {
  const at = pieces.findIndex(({ kind }) => kind === 'beside');
  const [beside, next] = pieces.slice(at);
  const value = next?.kind === 'column' ? pieces[at + 2] : next;
  if (beside?.kind !== 'beside' || value?.kind !== 'value') return null;
  if (next?.kind === 'column' && next.column !== value.column) return null;
  const behind = next === value ? at + 2 : at + 3;
  // `was in service before`: a time that is named puts the rows in order.
  const named = pieces[at - 1];
  const isNamed =
    at > 1 && named?.kind === 'column' && isTime(named.column) && tellsPlaces(named.column);
  const target = targetOf([...pieces.slice(0, isNamed ? at - 1 : at), ...pieces.slice(behind)]);
  const sequence = isNamed
    ? inOrderOf(named.column)
    : sequenceOf(reader.table, isListed || beside.listing);
  if (target === null || !sequence || reader.question.rowsWith(value) !== 1) return null;
  const isMany = target !== undefined && reader.question.isPlural(target.to - 1);
  if (isMany && !beside.one && !(isListed || beside.listing)) return null;
  const shown = target?.kind === 'column' ? target.column : value.column;
  if (shown !== value.column && target?.kind !== 'column') return null;
  reader.assumptions.push(sequence.told);
  const order = sequence.by;
  const op = beside.side === 'after' ? '>' : '<';
  const beyond: Predicate = {
    kind: 'compare',
    op,
    left: reader.ref(order),
    right: placeOf(value, order, reader),
  };
  return {
    ...reader.select([reader.shown(shown)], [beyond, ...filled([shown], reader)]),
    orderBy: [
      { expr: reader.ref(order), direction: beside.side === 'after' || isMany ? 'asc' : 'desc' },
    ],
    limit: isMany && !beside.one ? null : { count: 1, withTies: order !== reader.table.rowOrder },
  };
}

/** Where a row is in the order. */
function placeOf(value: ValuePiece, by: CatalogColumn, reader: SheetReader): Expr {
  const alias = 'named_row';
  const query = reader.select([{ expr: { kind: 'column', alias, column: by.name }, as: by.name }]);
  const where = [reader.isOneOf(value, alias)];
  return { kind: 'subquery', query: { ...query, from: { ...query.from, alias }, where } };
}

type Target = Extract<Piece, { kind: 'column' | 'noun' }>;

/** The one thing that is asked, undefined where none is named; null where there are more. */
function targetOf(pieces: readonly Piece[]): Target | undefined | null {
  const telling = pieces.filter((one) => one.kind !== 'noun' || !EMPTY_HEADS.has(one.word));
  const [target, other] = telling;
  if (other) return null;
  if (!target) return pieces[0] === undefined ? undefined : null;
  return target.kind === 'column' || target.kind === 'noun' ? target : null;
}

/** Cells without a value are no answer. */
const filled = (columns: readonly CatalogColumn[], reader: SheetReader): readonly Predicate[] =>
  columns
    .filter(({ profile }) => profile?.nullCount !== 0)
    .map((one) => ({ kind: 'null', expr: reader.ref(one), negated: true }));

function sequenceOf(table: CatalogTable, isListed: boolean): Sequence | null {
  const { rowOrder, columns } = table;
  if (!rowOrder) return null;
  const inFile = { by: rowOrder, told: 'Rows are in the order of the file.' };
  const visible = columns.filter(({ hidden }) => !hidden);
  const ordering = visible.filter(
    ({ kind, label }) =>
      kind === 'time' || wordsOf(label).some((word) => ORDERING_LABELS.has(word)),
  );
  if (isListed || ordering.length === 0) return inFile;
  const [by, other] = ordering.filter((one) => isTime(one) || one.type === 'integer');
  return by && !other && tellsPlaces(by) ? inOrderOf(by) : null;
}

const inOrderOf = (by: CatalogColumn): Sequence => ({
  by,
  told: `Rows are sorted by ${by.label}.`,
});

/** A time or number that each row has for itself: of the week, of the pick. Rows of one year are in no order that is known. */
const tellsPlaces = ({ profile, sensitive }: CatalogColumn): boolean =>
  profile?.unique === true && profile.nullCount === 0 && !sensitive;

const isTime = ({ type, label, profile }: CatalogColumn): boolean =>
  type === 'date' ||
  type === 'timestamp' ||
  (type === 'integer' && (isYears(profile) || wordsOf(label).includes('year')));

const isYears = (profile: CatalogColumn['profile']): boolean =>
  [profile?.min, profile?.max].every((end) => end != null && /^(1[5-9]|20)\d\d$/.test(end));
