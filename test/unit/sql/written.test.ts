import { expect } from 'chai';
import { edited } from '#src/sql/select/text-edits.ts';
import { listOf, selectsOf, textOf, tokensOf } from '#src/sql/select/written.ts';

const selects = (sql: string) =>
  selectsOf(tokensOf(sql) ?? []).map(({ text, from, orderBy, limit, isSet, nested, withEnd }) => ({
    text: sql.slice(text.start, text.end),
    from: from === null ? null : sql.slice(from, from + 4),
    keys: (orderBy?.keys ?? []).map((key) => textOf(sql, key)),
    rows: limit?.text ?? null,
    isSet,
    nested,
    withEnd: withEnd === null ? null : sql.slice(withEnd, withEnd + 6),
  }));

describe('a statement as it is written', () => {
  it('is words, names, texts, numbers, signs and what stands in brackets, with their places', () => {
    const sql = `SELECT "A b", 'it''s', f(1.5, [x]) -- no\nFROM /* ) */ t::int`;
    const told = (tokens: ReturnType<typeof tokensOf>): unknown =>
      tokens?.map(({ kind, text, inner }) => (kind === 'brackets' ? [text, told(inner)] : text));
    expect(told(tokensOf(sql))).to.deep.equal([
      ...['select', 'A b', ',', "it's", ',', 'f'],
      ['(', ['1.5', ',', ['[', ['x']]]],
      ...['from', 't', '::', 'int'],
    ]);
    for (const { start, end, kind, text } of tokensOf(sql) ?? [])
      if (kind === 'word') expect(sql.slice(start, end).toLowerCase()).to.equal(text);
  });

  it('is not taken apart where engines read it in different ways, or where brackets do not close', () => {
    for (const sql of [
      "SELECT 'it\\'s'",
      'SELECT $$a$$',
      'SELECT 1 # 2',
      'SELECT (1',
      'SELECT 1)',
      'SELECT (1]',
      "SELECT 'a",
      'SELECT /* /* */ 1',
      'SELECT /* 1',
    ])
      expect(tokensOf(sql), sql).to.equal(null);
  });

  it('has each SELECT with its FROM, its keys and the rows that it is cut to', () => {
    const plain = { isSet: false, nested: false, withEnd: null, from: 'FROM' };
    expect(
      selects(
        'SELECT a IS DISTINCT FROM b FROM t ORDER BY f(a, b) DESC NULLS LAST, b ASC LIMIT 5;',
      ),
    ).to.deep.equal([
      {
        ...plain,
        text: 'SELECT a IS DISTINCT FROM b FROM t ORDER BY f(a, b) DESC NULLS LAST, b ASC LIMIT 5',
        keys: ['f(a, b)', 'b'],
        rows: '5',
      },
    ]);
    const inner = 'SELECT b FROM u ORDER BY b FETCH FIRST 3 ROWS ONLY';
    const whole = `WITH x AS (${inner}) SELECT a FROM x ORDER BY a OFFSET 2`;
    expect(selects(whole)).to.deep.equal([
      { ...plain, text: whole, keys: ['a'], rows: null, withEnd: 'SELECT' },
      { ...plain, text: inner, keys: ['b'], rows: '3', nested: true },
    ]);
    const set = '(SELECT 1) UNION ALL (SELECT 2) ORDER BY 1 LIMIT 4';
    expect(selects(set)[0]).to.deep.equal({
      ...plain,
      text: set,
      from: null,
      keys: ['1'],
      rows: '4',
      isSet: true,
    });
    expect(selects('FROM t SELECT a ORDER BY a LIMIT 2')[0]).to.include({ from: null, rows: '2' });
  });

  it('is cut to no known number of rows by LIMIT with two of them, or a computed one', () => {
    for (const end of ['LIMIT 2, 5', 'LIMIT (1 + 1)', 'LIMIT ALL', ''])
      expect(selects(`SELECT a FROM t ORDER BY a ${end}`)[0]?.rows, end).to.equal(null);
  });

  it('has lists whose parts end at the commas of their own level', () => {
    const sql = "a, f(b, c), 'd, e'";
    expect(listOf(tokensOf(sql) ?? []).map((part) => textOf(sql, part))).to.deep.equal([
      'a',
      'f(b, c)',
      "'d, e'",
    ]);
  });
});

describe('changes to a text', () => {
  it('are made at their places, also in a part of it', () => {
    const edits = [
      { start: 4, end: 5, text: 'X' },
      { start: 2, end: 2, text: '-' },
    ];
    expect(edited('abcdef', edits)).to.equal('ab-cdXf');
    expect(edited('abcdef', edits, { start: 1, end: 5 })).to.equal('b-cdX');
  });

  it('touch neither each other nor what is around the part', () => {
    const overlapping = [
      { start: 1, end: 3, text: '' },
      { start: 2, end: 4, text: '' },
    ];
    expect(() => edited('abcdef', overlapping)).to.throw(RangeError);
    const last = [{ start: 3, end: 6, text: '' }];
    expect(() => edited('abcdef', last, { start: 0, end: 5 })).to.throw(RangeError);
    const first = [{ start: 0, end: 1, text: '' }];
    expect(() => edited('abcdef', first, { start: 1, end: 6 })).to.throw(RangeError);
  });
});
