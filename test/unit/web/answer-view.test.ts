import { expect } from 'chai';
import type { Cell, Chart, ColumnInfo } from '#src/charts/types.ts';
import { newTurn, type Turn, withTurnEvent } from '#src/web/state/thread.ts';
import { answerViewOf } from '#src/web/views/ask/answer-view.ts';

interface Made {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly chart: Partial<Chart> | null;
  readonly checks?: readonly string[];
  readonly breakdown?: object;
}

function answered({ columns, rows, chart, checks = [], breakdown }: Made): Turn {
  const columns_info = columns.map(
    (name, at): ColumnInfo => ({
      ...{ name, grain: null, unit: /percent/.test(name) ? '%' : null, scale: null },
      kind: typeof rows[0]?.[at] === 'number' ? 'measure' : 'category',
      additive: true,
    }),
  );
  const whole = chart && { x: null, series: null, y: [], reason: '', ...chart };
  const passed = checks.map((name) => ({ name, outcome: 'passed' as const, detail: '' }));
  const told = { columns_info, chart: whole };
  const result = { columns, rows, total_rows: rows.length, truncated: false, ...told };
  const done = {
    ...{ agent: 'Text2SQL', duration_ms: 1, output_mode: 'both', trace_id: 'tr_1' },
    ...{ result: 'success', breakdown, ...told },
    verification: { status: 'checked', metrics: [], reason: '', checks: passed },
  };
  return [
    { event: 'sql', data: { sql: 'SELECT 1' } },
    { event: 'result', data: result },
    { event: 'done', data: done },
  ].reduce((turn, event) => withTurnEvent(turn, event as never), newTurn('t', 'q', 0));
}

const WHY: Made = {
  columns: ['region', 'June 2026', 'July 2026', 'change', 'growth_percent'],
  rows: [
    ['West', 12331.49, 4442.67, -7888.82, -64],
    ['East', 10981.22, 10527.55, -453.67, -4.1],
  ],
  chart: { kind: 'diverging', x: 'region', y: ['change'] },
  checks: ['contributions_add_up'],
};

describe('what is shown of an answer', () => {
  it('is the number where the answer is one, with its groups below', () => {
    const one = answered({
      columns: ['total'],
      rows: [[1234.5]],
      chart: { kind: 'number', y: ['total'] },
    });
    const alone = answerViewOf(one, 'en');
    expect([alone.big, alone.first, alone.views]).to.deep.equal([
      { text: '1,234.5', note: null },
      null,
      ['table', 'sql'],
    ]);
    const bars = { kind: 'bars', x: 'region', y: ['total'], series: null, reason: '' } as const;
    const grouped = answered({
      columns: ['total'],
      rows: [[1234.5]],
      chart: { kind: 'number', y: ['total'], breakdown: bars },
      breakdown: { columns: ['region', 'total'], rows: [['East', 1234.5]], sql: '' },
    });
    expect(answerViewOf(grouped, 'en')).to.deep.include({ first: 'chart', hasTableBelow: false });
    expect(answerViewOf(grouped, 'en').chart?.chart.kind).to.equal('bars');
  });

  it('is the change of the whole, only where its groups were found to give it', () => {
    expect(answerViewOf(answered(WHY), 'en').big).to.deep.equal({
      text: '−35.8%',
      note: '23,312.71 (June 2026) → 14,970.22 (July 2026)',
    });
    expect(answerViewOf(answered({ ...WHY, checks: [] }), 'en').big).to.equal(null);
  });

  it('has the table below a chart that leaves columns out, where it is short', () => {
    expect(answerViewOf(answered(WHY), 'en').hasTableBelow).to.equal(true);
    const rows = Array.from({ length: 13 }, (_none, at) => [`r${at}`, 1, 2, 1, 50]);
    expect(answerViewOf(answered({ ...WHY, rows }), 'en').hasTableBelow).to.equal(false);
    const all = answered({
      columns: ['a', 'n'],
      rows: [['x', 1]],
      chart: { kind: 'bars', x: 'a', y: ['n'] },
    });
    expect(answerViewOf(all, 'en').hasTableBelow).to.equal(false);
  });

  it('is a table where there is no chart', () => {
    const plain = answered({ columns: ['a', 'n'], rows: [['x', 1]], chart: null });
    expect(answerViewOf(plain, 'en')).to.deep.include({ first: 'table', big: null, chart: null });
  });
});
