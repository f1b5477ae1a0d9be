import { AppError } from '#src/errors.ts';
import { mergedUnread } from '#src/files/unread-cells.ts';
import type { SpillColumn } from '#src/plugin-api/data-source.ts';
import type { ParsedColumn, ParsedTable, ParseNote, SheetMapping } from '#workers/protocol.ts';

/** Digits of a BIGINT, those that a DECIMAL holds, and those that always come back from a DOUBLE. */
const INTEGER_DIGITS = 19;
const MAX_DECIMAL_DIGITS = 38;
const DOUBLE_DIGITS = 15;
/** Names that a refusal lists. */
const LISTED = 20;

/** Rows that are added to those of a table, and their file's name. */
interface Added {
  readonly filename: string;
  readonly table: ParsedTable;
}

type Mapping = Readonly<Record<string, SheetMapping>>;

/**
 * The mapping that another file is read with whose rows are added to these tables: the order of day and month and the
 * decimal sign are those of what stands, as far as its cells show them.
 */
export function mappingLike(tables: readonly ParsedTable[], mapping: Mapping): Mapping {
  // A file may leave out sheets of those that stand.
  const like: Record<string, SheetMapping> = Object.fromEntries(
    Object.entries(mapping).map(([key, said]) => [key, { ...said, kept: true }]),
  );
  for (const { mappingKey, sheetName, columnDetails, derived } of tables) {
    if (derived) continue;
    const said = mapping[mappingKey] ?? mapping[sheetName] ?? {};
    const orders: Record<string, 'dmy' | 'mdy'> = {};
    const marks = new Set<'point' | 'comma'>();
    for (const { name, readBy } of columnDetails)
      if (readBy === 'dmy' || readBy === 'mdy') orders[name] = readBy;
      else if (readBy) marks.add(readBy);
    const [decimal] = marks;
    like[mappingKey] = {
      ...(marks.size === 1 && decimal ? { decimal } : {}),
      ...said,
      ...{ date_order: { ...orders, ...said.date_order }, kept: true },
    };
  }
  return like;
}

/**
 * The types that columns of an added table have to be read with to be those of what stands: as text where that is text,
 * though they look like something else, and the other way round. By mapping key.
 */
export function mappingToFit(
  stand: readonly ParsedTable[],
  added: readonly ParsedTable[],
  mapping: Mapping,
): Mapping | null {
  let differs = false;
  const fitting: Record<string, SheetMapping> = { ...mapping };
  for (const table of added) {
    const before = stand.find((one) => isNamed(one, table.tableName));
    if (!before || table.derived) continue;
    const types = table.columns.flatMap((column, at) => {
      const place = placeOf(before, column.name);
      const own = before.columns[place];
      if (!own || table.columnDetails[at]!.isEmpty || before.columnDetails[place]!.isEmpty)
        return [];
      return familyOf(own.type) === familyOf(column.type) ? [] : [[column.name, own.type] as const];
    });
    if (types.length === 0) continue;
    differs = true;
    const said = mapping[table.mappingKey] ?? {};
    fitting[table.mappingKey] = {
      ...said,
      types: { ...Object.fromEntries(types), ...said.types },
    };
  }
  return differs ? fitting : null;
}

const familyOf = (type: SpillColumn['type']) =>
  type === 'integer' || type === 'decimal' || type === 'float'
    ? 'number'
    : type === 'date' || type === 'timestamp'
      ? 'day'
      : type;

const isNamed = ({ tableName }: ParsedTable, name: string) =>
  tableName.toLowerCase() === name.toLowerCase();

const placeOf = ({ columns }: ParsedTable, name: string) =>
  columns.findIndex((column) => column.name.toLowerCase() === name.toLowerCase());

/** What of an added file does not fit is refused with `upload_does_not_fit`: nothing of it is taken then. */
function refuse(filename: string, why: string): never {
  throw new AppError(
    'upload_does_not_fit',
    `"${filename}" wasn't added: ${why}. Nothing was changed.`,
  );
}

/** Fails where tables of an added file are none of those that stand, or where one is missing that is made of them. */
export function requireSameTables(
  stand: readonly ParsedTable[],
  added: readonly ParsedTable[],
  filename: string,
): void {
  const unknown = added.filter((table) => !stand.some((one) => isNamed(one, table.tableName)));
  if (unknown.length > 0)
    refuse(
      filename,
      `it has the ${unknown.length === 1 ? 'table' : 'tables'} ${listed(unknown.map(({ tableName }) => tableName))}, but the existing file has ${listed(stand.map(({ tableName }) => tableName))}`,
    );
  const missing = stand.filter(
    ({ derived, tableName }) =>
      derived?.of.some((name) => added.some((one) => isNamed(one, name))) &&
      !added.some((one) => isNamed(one, tableName)),
  );
  if (missing.length > 0)
    refuse(
      filename,
      `it can't produce the ${missing.length === 1 ? 'table' : 'tables'} ${listed(missing.map(({ tableName }) => tableName))} of the existing file, because its columns or sheets differ`,
    );
}

const listed = (names: readonly string[]) =>
  names.length <= LISTED
    ? names.join(', ')
    : `${names.slice(0, LISTED).join(', ')} and ${names.length - LISTED} more`;

/** A table with the rows of another file; where its rows lie is still to be said. */
export function joined(
  stand: ParsedTable,
  { filename, table }: Added,
  notes: ParseNote[],
): ParsedTable {
  const extra = (one: ParsedTable, other: ParsedTable) =>
    one.columns.filter(
      ({ name }, at) => one.columnDetails[at]!.asWrittenOf === null && placeOf(other, name) < 0,
    );
  const [missing, unknown] = [extra(stand, table), extra(table, stand)];
  const named = (columns: readonly SpillColumn[]) =>
    `the ${columns.length === 1 ? 'column' : 'columns'} ${listed(columns.map(({ name }) => name))}`;
  const of = `the table ${stand.tableName}`;
  if (missing.length > 0 && unknown.length > 0)
    refuse(filename, `${of} has ${named(missing)}, the file has ${named(unknown)} instead`);
  if (missing.length > 0) refuse(filename, `it lacks ${named(missing)} of ${of}`);
  if (unknown.length > 0) refuse(filename, `it has ${named(unknown)}, which ${of} doesn't have`);
  const columns: SpillColumn[] = [];
  const columnDetails: ParsedColumn[] = [];
  const told = (column: string, note: string) =>
    notes.push({ sheet_name: stand.sheetName, column, note });
  for (const [at, column] of stand.columns.entries()) {
    const detail = stand.columnDetails[at]!;
    const place = placeOf(table, column.name);
    const other = table.columns[place];
    const otherDetail = table.columnDetails[place];
    if (!other || !otherDetail) {
      columns.push(column);
      columnDetails.push(detail);
      continue;
    }
    const type = widened(column, detail, other, otherDetail);
    if (typeof type === 'string')
      refuse(filename, `column ${column.name} of the table ${stand.tableName} ${type}`);
    if (type.type !== column.type && !detail.isEmpty)
      told(
        column.name,
        `The column changed from ${column.type} to ${type.type} when "${filename}" was added`,
      );
    columns.push({ ...type, name: column.name });
    const unit = unitOf(detail, otherDetail);
    if (unit === undefined)
      refuse(
        filename,
        `column ${column.name} of the table ${stand.tableName} has the unit ${detail.unit ?? 'none'}, and ${otherDetail.unit ?? 'none'} in the file`,
      );
    const { isEmpty: _, readBy: __, ...rest } = detail;
    const readBy = detail.readBy ?? otherDetail.readBy;
    const unread = mergedUnread([detail, otherDetail]);
    columnDetails.push({
      ...rest,
      unit,
      guess: detail.guess ?? otherDetail.guess,
      ...(readBy ? { readBy } : {}),
      ...(unread ? { unread } : {}),
      ...(detail.isEmpty && otherDetail.isEmpty ? { isEmpty: true as const } : {}),
    });
  }
  for (const [at, column] of table.columns.entries())
    if (placeOf(stand, column.name) < 0) {
      columns.push(column);
      columnDetails.push(table.columnDetails[at]!);
    }
  return {
    ...stand,
    columns,
    columnDetails,
    rowCount: stand.rowCount + table.rowCount,
    totalRows: totalsOf(stand, { filename, table }),
  };
}

/** The type that holds the cells of both; a text says why there is none. */
function widened(
  stand: SpillColumn,
  detail: ParsedColumn,
  added: SpillColumn,
  addedDetail: ParsedColumn,
): SpillColumn | string {
  if (addedDetail.isEmpty) return stand;
  if (detail.isEmpty) return added;
  const family = familyOf(stand.type);
  if (family !== familyOf(added.type)) {
    const { name } = stand;
    return `has values of type ${stand.type}, but the file has others. Correct them, or read both as text: "types": {"${name}": "text"} in the mapping`;
  }
  if (family === 'day') return stand.type === 'timestamp' ? stand : added;
  if (family !== 'number') return stand;
  const sizes = [stand, added].map(sizeOf);
  const whole = Math.max(...sizes.map((size) => size.whole));
  const scale = Math.max(...sizes.map((size) => size.scale));
  if (stand.type === 'float' || added.type === 'float') {
    const exact = [stand, added].filter(({ type }) => type === 'decimal').map(sizeOf);
    if (exact.some((size) => size.whole + size.scale > DOUBLE_DIGITS))
      return 'has floats in one file and numbers with too many digits for a float in the other';
    return { name: stand.name, type: 'float' };
  }
  if (stand.type === 'integer' && added.type === 'integer') return stand;
  if (whole + scale > MAX_DECIMAL_DIGITS)
    return `would need more than ${MAX_DECIMAL_DIGITS} digits`;
  return { name: stand.name, type: 'decimal', precision: whole + scale, scale };
}

function sizeOf({ type, precision = 0, scale = 0 }: SpillColumn): {
  readonly whole: number;
  readonly scale: number;
} {
  return type === 'integer'
    ? { whole: INTEGER_DIGITS, scale: 0 }
    : { whole: precision - scale, scale };
}

/** The unit of both; undefined where they differ. A currency may stand at some amounts only, a share and a number are not the same. */
function unitOf(one: ParsedColumn, other: ParsedColumn): string | null | undefined {
  if (one.isEmpty || other.isEmpty || one.unit === other.unit)
    return one.isEmpty ? other.unit : one.unit;
  if (one.unit !== null && other.unit !== null) return undefined;
  const unit = one.unit ?? other.unit;
  return unit === '%' || unit === 'UTC' ? undefined : unit;
}

/** Rows that sum others in both: where only one has them, rows of the other would be left out by their name. */
function totalsOf(
  { totalRows: before, tableName }: ParsedTable,
  { filename, table: { totalRows: added } }: Added,
): ParsedTable['totalRows'] {
  if (before === null || added === null) return null;
  const textOf = (rows: typeof before) =>
    JSON.stringify(rows.map(({ column, values }) => [column, [...values].sort()]).sort());
  if (textOf(before) === textOf(added)) return before;
  return refuse(
    filename,
    `its total rows differ from those of the table ${tableName}. Remove them from the file, or set "totals": "keep" in the mapping to count them like other rows`,
  );
}
