import type { SheetMapping, UploadPreview } from '../../api/data.ts';

export type Mapping = Readonly<Record<string, SheetMapping>>;
type Note = UploadPreview['notes'][number];
type Setting = NonNullable<Note['setting']>;
export type PreviewedTable = UploadPreview['tables'][number];

/** What the mapping decides otherwise, with all notes that tell how it is decided now. */
export interface Question {
  readonly key: string;
  readonly setting: Setting;
  /** Keys of the mapping that an answer is written to: one, or each sheet of a union. */
  readonly sheets: readonly string[];
  readonly column: string | null;
  readonly notes: readonly Note[];
  readonly decided: Note['decided'] | null;
}

const BY_COLUMN: readonly Setting[] = ['types', 'date_order'];

/** The notes of a preview that can be answered, one question for each thing to decide. */
export function questionsOf({ notes, tables }: UploadPreview): readonly Question[] {
  const found = new Map<string, Question>();
  for (const note of notes) {
    const { setting, sheet_name, mapping_key = sheet_name, decided = null } = note;
    if (!setting) continue;
    const column = BY_COLUMN.includes(setting) ? (note.column ?? null) : null;
    const key = JSON.stringify([mapping_key, setting, column]);
    const before = found.get(key);
    found.set(key, {
      ...{ key, setting, column },
      sheets: setting === 'union' ? unitedIn(tables) : [mapping_key],
      notes: [...(before?.notes ?? []), note],
      decided: before?.decided ?? decided,
    });
  }
  return [...found.values()];
}

const unitedIn = (tables: readonly PreviewedTable[]): readonly string[] => {
  const names = new Set(
    tables.flatMap(({ derived_from: made }) => (made?.kind === 'union' ? made.of : [])),
  );
  return tables
    .filter(({ table_name, derived }) => !derived && names.has(table_name))
    .map(({ mapping_key }) => mapping_key);
};

const isAnswered = ({ setting, sheets, column }: Question, mapping: Mapping): boolean => {
  const said = mapping[sheets[0] ?? '']?.[setting];
  return column === null ? said !== undefined : typeof said === 'object' && column in said;
};

/**
 * Questions of an earlier preview stay where `mapping` answers them, though nothing is to be noted any more; those of
 * columns that are gone do not.
 */
export function stillAsked(
  earlier: readonly Question[],
  preview: UploadPreview,
  mapping: Mapping,
): readonly Question[] {
  const now = questionsOf(preview);
  const known = new Set(now.map(({ key }) => key));
  const holds = ({ column, sheets }: Question) =>
    column === null ||
    preview.tables.some(
      ({ mapping_key, columns }) =>
        sheets.includes(mapping_key) && columns.some(({ name }) => name === column),
    );
  const stays = (one: Question) => !known.has(one.key) && isAnswered(one, mapping) && holds(one);
  const all = [...earlier.filter(stays), ...now];
  const order = new Map(earlier.map(({ key }, at) => [key, at]));
  const last = earlier.length;
  return all.sort((a, b) => (order.get(a.key) ?? last) - (order.get(b.key) ?? last));
}

/** Says something of a sheet, in the place of what was said of it before; undefined takes it back. */
export function saying(mapping: Mapping, sheets: readonly string[], part: SheetMapping): Mapping {
  const changed = { ...mapping };
  for (const sheet of sheets) {
    const all = Object.entries({ ...changed[sheet], ...part });
    changed[sheet] = Object.fromEntries(all.filter(([, value]) => value !== undefined));
  }
  return changed;
}

/** The mapping with an answer to a question, as the words of the mapping have it. */
export function answering(
  mapping: Mapping,
  { setting, sheets, column }: Pick<Question, 'setting' | 'sheets' | 'column'>,
  answer: string,
): Mapping {
  const said = mapping[sheets[0] ?? ''];
  switch (setting) {
    case 'types':
      return saying(mapping, sheets, {
        types: { ...said?.types, [column ?? '']: answer },
      } as SheetMapping);
    case 'date_order':
      return saying(mapping, sheets, {
        date_order: { ...said?.date_order, [column ?? '']: answer },
      } as SheetMapping);
    case 'header_row':
      return saying(mapping, sheets, { header_row: Number(answer), header_rows: undefined });
    case 'skip':
    case 'unpivot':
    case 'fill_down':
    case 'union':
      return saying(mapping, sheets, { [setting]: answer === 'true' });
    case 'decimal':
    case 'totals':
    case 'table_range':
      return saying(mapping, sheets, { [setting]: answer || undefined } as SheetMapping);
  }
}

/** How a question is decided now, in the words of `answering`. */
export function decidedNow(
  { setting, sheets, column, decided }: Question,
  mapping: Mapping,
  tables: readonly PreviewedTable[],
): string {
  const table = tables.find(({ mapping_key }) => sheets.includes(mapping_key));
  const said = mapping[sheets[0] ?? ''];
  switch (setting) {
    case 'types':
      return table?.columns.find(({ name }) => name === column)?.type ?? 'text';
    case 'date_order':
      return said?.date_order?.[column ?? ''] ?? decided ?? '';
    case 'header_row':
      return String(table?.decisions?.header_row ?? 0);
    case 'skip':
      return String(said?.skip ?? !table);
    case 'fill_down':
      return String(said?.fill_down ?? decided !== 'skip');
    case 'unpivot':
    case 'union':
      return String(said?.[setting] ?? true);
    case 'decimal':
      return said?.decimal ?? decided ?? '';
    case 'totals':
      return said?.totals ?? decided ?? 'skip';
    case 'table_range':
      return said?.table_range ?? '';
  }
}

/** Whether answers leave the row out, since it sums others. */
export function isTotalRow(
  { columns, total_rows }: PreviewedTable,
  row: readonly (string | null)[],
): boolean {
  return total_rows.some(({ column, values }) => {
    const at = columns.findIndex(({ name }) => name === column);
    return at >= 0 && values.includes(row[at] ?? null);
  });
}
