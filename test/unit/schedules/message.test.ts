import { expect } from 'chai';
import type { SavedQuestion } from '#src/boards/types.ts';
import type { ColumnInfo } from '#src/charts/types.ts';
import { mailHtml, mailText, notice, partOf, slackText } from '#src/schedules/message.ts';

const column = (name: string, kind: ColumnInfo['kind']): ColumnInfo => ({
  ...{ name, kind, grain: kind === 'time' ? 'month' : null, unit: null, scale: null },
  additive: kind === 'measure' ? true : null,
});

const saved = (keys: readonly string[], kind: ColumnInfo['kind'], total = keys.length) =>
  ({
    name: 'Charge',
    stale: null,
    failure: null,
    result: {
      columns: ['key', 'charge'],
      columns_info: [column('key', kind), column('charge', 'measure')],
      rows: keys.map((key, at) => [key, at]),
      total_rows: total,
      as_of: '2026-11-29T00:00:00.000',
    },
  }) as unknown as SavedQuestion;

const MONTHS = Array.from(
  { length: 23 },
  (_, at) => `${2025 + Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, '0')}-01`,
);

describe('the rows of a message', () => {
  const rowsOf = (of: SavedQuestion) => partOf(of, 20, 'en').rows.map(([key]) => key);

  it('are the newest periods, where they go from the first to the last', () => {
    expect(rowsOf(saved(MONTHS, 'time'))).to.deep.equal(MONTHS.slice(3));
    const part = partOf(saved(MONTHS, 'time'), 20, 'en');
    const message = { ...notice('en', 'Charge', ''), parts: [part] };
    for (const text of [slackText(message), mailText(message)])
      expect(text).to.contain('3 earlier rows not shown').and.contain('Nov 2026');
    const german = partOf(saved(MONTHS, 'time'), 22, 'de');
    expect(mailText({ ...message, language: 'de', parts: [german] })).to.contain(
      '1 frühere Zeile nicht angezeigt',
    );
  });

  it('are the first ones of any other order, and of rows that are not all here', () => {
    const names = MONTHS.map((_, at) => `Shop ${at}`);
    expect(rowsOf(saved(names, 'category'))).to.deep.equal(names.slice(0, 20));
    const down = MONTHS.toReversed();
    expect(rowsOf(saved(down, 'time'))).to.deep.equal(down.slice(0, 20));
    expect(rowsOf(saved(MONTHS, 'time', 400))).to.deep.equal(MONTHS.slice(0, 20));
    const part = partOf(saved(names, 'category'), 20, 'en');
    expect(mailText({ ...notice('en', 'Charge', ''), parts: [part] })).to.contain('3 more rows');
  });

  it('say what a question was checked for, the currency of a number, and texts between them', () => {
    const one = saved(['a'], 'category');
    const charge = {
      ...one,
      name: 'Charge this month',
      period: { days: '2026-11-01 to 2026-11-30', rolls: true },
      answer: { agent: 'Text2SQL', verification: { status: 'checked' } },
      result: {
        ...one.result,
        columns: ['total_charge_eur'],
        columns_info: [{ ...column('total_charge_eur', 'measure'), unit: 'EUR', scale: 1 }],
        rows: [[1234.5]],
      },
    } as unknown as SavedQuestion;
    const message = (language: 'en' | 'de') => ({
      ...notice(language, 'Sales', ''),
      parts: [{ text: 'Returns are <left out>.' }, partOf(charge, 20, language)],
    });
    expect(slackText(message('en'))).to.contain(
      'Returns are &lt;left out&gt;.\n*Charge this month (2026-11-01 to 2026-11-30)* · Checked\n€1,234.50\n',
    );
    expect(mailText(message('de'))).to.contain('· Geprüft\n1.234,50\u00a0€');
    expect(mailHtml(message('en'), () => null)).to.contain('<small> · Checked</small></h2>');
    const many = { ...charge, result: { ...charge.result, rows: [[1], [2.5]], total_rows: 2 } };
    expect(partOf(many as SavedQuestion, 20, 'en')).to.deep.include({
      columns: ['total charge (EUR)'],
      shown: [['1.0'], ['2.5']],
    });
    const doubted = {
      ...charge,
      created_at: '2026-11-29T08:00:00.000',
      answer: { verification: { status: 'warning', reason: 'Nov 2026 <is> incomplete.' } },
    } as unknown as SavedQuestion;
    const warned = (language: 'en' | 'de') => ({
      ...notice(language, 'Sales', ''),
      parts: [partOf(doubted, 20, language)],
    });
    expect(slackText(warned('en'))).to.contain(
      '* · Check this: Nov 2026 &lt;is&gt; incomplete. (checked on 2026-11-29)\n',
    );
    expect(mailText(warned('de'))).to.contain('· Bitte prüfen: Nov 2026 <is> incomplete. (geprüft');
    expect(mailHtml(warned('en'), () => null)).to.contain('Nov 2026 &lt;is&gt; incomplete.');
    const edited = { agent: 'OwnSQL', verification: { status: 'not_applicable' } };
    expect(partOf({ ...charge, answer: edited } as SavedQuestion, 20, 'en').verdict).to.equal(
      'own_sql',
    );
  });
});
