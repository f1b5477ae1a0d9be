import { expect } from 'chai';
import type { UploadPreview } from '#src/client/generated/types.ts';
import {
  answering,
  decidedNow,
  isTotalRow,
  questionsOf,
  stillAsked,
} from '#src/web/views/data/questions.ts';

const table = (name: string, key: string, rest: Partial<UploadPreview['tables'][number]> = {}) => ({
  table_name: name,
  sheet_name: key.split('#')[0] ?? key,
  mapping_key: key,
  row_count: 3,
  column_count: 2,
  columns: [
    { name: 'day', type: 'date' as const, header: 'Day', unit: null, hidden: false },
    { name: 'sum', type: 'integer' as const, header: 'Sum', unit: null, hidden: false },
  ],
  rows: [],
  total_rows: [],
  decisions: { header_row: 3 },
  ...rest,
});
const preview = (rest: Partial<UploadPreview>): UploadPreview => ({
  filename: 'a.xlsx',
  preview: true,
  tables: [table('a', 'A')],
  notes: [],
  mapping: {},
  ...rest,
});

describe('the questions about a file', () => {
  it('are one for each thing to decide, however many notes tell of it', () => {
    const asked = questionsOf(
      preview({
        notes: [
          { sheet_name: 'A', row: 1, note: 'title', setting: 'header_row' },
          { sheet_name: 'A', row: 3, note: 'header', setting: 'header_row' },
          { sheet_name: 'A', note: 'renamed' },
          { sheet_name: 'A', column: 'day', note: 'either', setting: 'date_order', decided: 'mdy' },
          { sheet_name: 'A', column: 'sum', note: 'bad', setting: 'types' },
          { sheet_name: 'A', mapping_key: 'A#2', note: 'header', setting: 'header_row' },
        ],
      }),
    );
    expect(asked.map(({ setting, sheets, column }) => [setting, sheets[0], column])).to.deep.equal([
      ['header_row', 'A', null],
      ['date_order', 'A', 'day'],
      ['types', 'A', 'sum'],
      ['header_row', 'A#2', null],
    ]);
    expect(asked[0]?.notes).to.have.length(2);
  });

  it('of a union are answered for each of its sheets', () => {
    const shown = preview({
      tables: [
        table('jan', 'Jan'),
        table('feb', 'Feb'),
        table('other', 'Other'),
        table('all', 'a.xlsx', {
          decisions: undefined,
          derived: true,
          derived_from: { kind: 'union', of: ['jan', 'feb'] },
        }),
      ],
      notes: [{ sheet_name: 'a.xlsx', note: 'one shape', setting: 'union' }],
    });
    const [union] = questionsOf(shown);
    if (!union) throw new Error('nothing is asked');
    expect(decidedNow(union, {}, shown.tables)).to.equal('true');
    expect(answering({ Jan: { skip: false } }, union, 'false')).to.deep.equal({
      Jan: { skip: false, union: false },
      Feb: { union: false },
    });
  });

  it('stay where they are answered, and go with their column or where they were never answered', () => {
    const before = preview({
      notes: [
        { sheet_name: 'A', column: 'sum', note: 'bad', setting: 'types' },
        { sheet_name: 'A', row: 9, note: 'below', setting: 'table_range' },
        { sheet_name: 'A', note: 'sums', setting: 'totals', decided: 'skip' },
      ],
    });
    const asked = questionsOf(before);
    const mapping = { A: { types: { sum: 'text' as const } } };
    const after = preview({
      notes: [{ sheet_name: 'A', note: 'sums', setting: 'totals', decided: 'skip' }],
    });
    const settings = (shown: UploadPreview) =>
      stillAsked(asked, shown, mapping).map(({ setting }) => setting);
    expect(settings(after)).to.deep.equal(['types', 'totals']);
    const renamed = preview({ tables: [table('a', 'A', { columns: [] })] });
    expect(settings(renamed)).to.deep.equal([]);
  });

  it('are decided as the mapping says, else as the service found', () => {
    const [order] = questionsOf(
      preview({
        notes: [
          { sheet_name: 'A', column: 'day', note: 'x', setting: 'date_order', decided: 'mdy' },
        ],
      }),
    );
    if (!order) throw new Error('nothing is asked');
    const { tables } = preview({});
    expect(decidedNow(order, {}, tables)).to.equal('mdy');
    const mapping = answering({}, order, 'dmy');
    expect(mapping).to.deep.equal({ A: { date_order: { day: 'dmy' } } });
    expect(decidedNow(order, mapping, tables)).to.equal('dmy');
  });

  it('show which rows answers leave out', () => {
    const summed = table('a', 'A', { total_rows: [{ column: 'day', values: ['Total', null] }] });
    expect(isTotalRow(summed, ['Total', '3'])).to.equal(true);
    expect(isTotalRow(summed, [null, '3'])).to.equal(true);
    expect(isTotalRow(summed, ['2024-01-01', '3'])).to.equal(false);
  });
});
