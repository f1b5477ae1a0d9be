import { expect } from 'chai';
import { partlyInEnglish } from '#src/language/partly-in-english.ts';
import { unspacedNumber } from '#src/language/unspaced.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import { plan } from '#src/read/plan.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';

describe('a number in the letters of Chinese and Japanese', () => {
  const NUMBERS: readonly (readonly [string, number | null])[] = [
    ['三千', 3000],
    ['1.2万', 12_000],
    ['1,2万', 12_000],
    ['1,200', 1200],
    ['3万5千', 35_000],
    ['一百二十', 120],
    ['一百零五', 105],
    ['十五', 15],
    ['二十', 20],
    ['2億', 200_000_000],
    ['1亿2000万', 120_000_000],
    ['二〇二五', 2025],
    ['两', 2],
    // One of two, or 150 to some.
    ['两三', null],
    ['一百五', null],
  ];
  for (const [text, value] of NUMBERS)
    it(`${text} is ${value}`, () => {
      expect(unspacedNumber(text)).to.equal(value);
    });
});

describe('a question without spaces', () => {
  const READ: readonly (readonly [question: string, tag: string | null])[] = [
    ['2025年总收入', 'zh'],
    ['2025年總收入是多少', 'zh'],
    ['2025年売上合計', 'ja'],
    ['昨年の注文', 'ja'],
    ['有多少客户', 'zh'],
    ['2025年 TOP 5 customers', 'zh'],
    ['revenue 2025年', 'zh'],
    // In English, with names and values in other letters.
    ['how many customers are in 東京', null],
    ['average 売上 by 名前', null],
    ['customers in "2025年総合"', null],
    ['customers 東京', null],
    ['revenue by region', null],
  ];
  for (const [question, tag] of READ)
    it(`is in ${tag ?? 'no such language'}: ${question}`, () => {
      expect(partlyInEnglish(question)?.language.tag ?? null).to.equal(tag);
    });

  const SAID: readonly (readonly [question: string, said: RegExp])[] = [
    ['去年3月的订单', /^in March last year\b/],
    ['今年第二季度', /^in Q2 this year$/],
    ['2025年1〜3月の売上', /^from January 2025 to March 2025\b/],
    ['2025年から2026年まで', /^from 2025 to 2026$/],
    ['2025年前5名', /^in 2025 top 5$/],
    ['2025年前三个季度', /^early 2025$/],
    ['2025年末', /^end of 2025$/],
    ['25年3月的订单有多少', /^25年3月 /],
    ['2025财年', /^(?!.*\bin 2025)/],
    ['收入最高的前5家门店', /highest leading 5/],
    ['两三个不同的国家', /^(?!.*\b23\b)/],
    ['三星的总收入', /^三星 的 total/],
    ['比利时有多少客户', /^Belgium how many/],
  ];
  for (const [question, said] of SAID)
    it(`is said in part: ${question}`, () => {
      expect(partlyInEnglish(question)?.text ?? '').to.match(said);
    });

  it('has names of the data that say nothing else', () => {
    expect(partlyInEnglish('总监的平均年龄', () => ['总监'])?.text).to.match(/^总监 的 average/);
    expect(partlyInEnglish('average 合計 of 店舗', () => ['合計', '店舗'])).to.equal(null);
  });
});

describe('the built-in planner, asked without spaces', () => {
  let data: OfflineCatalog;
  before(async () => {
    data = await catalogFromSql([
      `CREATE TABLE boats AS SELECT i AS boat_id, 'Boat ' || i AS name, ['Oslo', '東京'][1 + i % 2] AS harbour, i * 3 AS length, DATE '2025-01-01' + CAST(i AS INTEGER) AS built FROM range(1, 40) t(i)`,
    ]);
  });
  after(() => data.close());

  const planned = (question: string, catalog: Catalog = data.catalog) => {
    const now = new Date('2026-02-01T12:00:00Z');
    return plan({ question, catalog, values: data.values, history: [], now });
  };

  for (const [question, language] of [
    ['2025年有多少boats', 'Chinese'],
    ['boats 有多少', 'Chinese'],
    ['top 5 boats 长度最高的', 'Chinese'],
    ['boatsは何件ですか', 'Japanese'],
    ['2025年のboatsの平均length', 'Japanese'],
  ] as const)
    it(`answers no part of ${question}`, () => {
      const found = planned(question);
      expect(found.kind).to.equal('decline');
      expect(found.kind === 'decline' && found.text).to.match(
        new RegExp(
          `^Without a model, Plumbline can't read questions in ${language}\\. .* English, German, .* or Dutch\\.$`,
        ),
      );
    });

  it('answers a question in English that names a value in other letters', () => {
    expect(planned('how many boats have harbour 東京?').kind).to.equal('query');
  });
});
