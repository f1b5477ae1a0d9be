import { expect } from 'chai';
import fc from 'fast-check';
import { tokenize } from '#plugins/sources/mysql/dialect/lexer.ts';
import { parseSelect } from '#plugins/sources/mysql/dialect/parse.ts';
import { render } from '#plugins/sources/mysql/dialect/tokens.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import { rounds } from '../../fakes/full.ts';
import { openTestMysql, type TestMysql } from '../../fakes/mysql.ts';

/** What is written, and what is to run. */
const CANONICAL: readonly (readonly [sql: string, text: string])[] = [
  ['SELECT/**/1', 'SELECT 1'],
  ['SELECT 1 -- two\n+ 2', 'SELECT 1 + 2'],
  ['SELECT 1--2', 'SELECT 1- -2'],
  ['SELECT 1 /* /* */ + 1', 'SELECT 1 + 1'],
  ['SELECT 1 --\t2', 'SELECT 1'],
  ['SELECT "it\'s"', "SELECT 'it''s'"],
  ['SELECT "a""b"', "SELECT 'a\"b'"],
  ['SELECT \'a\'"b"', "SELECT 'a' 'b'"],
  ['SELECT x"41"', "SELECT x '41'"],
  ["SELECT x'41'", "SELECT x'41'"],
  ['SELECT a=-1', 'SELECT a= -1'],
  ['SELECT a<!b', 'SELECT a< !b'],
  ['SELECT `a``b`', 'SELECT `a``b`'],
  ['SELECT t.*,count(*)', 'SELECT t.*,count(*)'],
];

describe('tokens of MySQL', () => {
  for (const [sql, text] of CANONICAL)
    it(`${sql} is written ${text}`, () => {
      expect(render(tokenize(sql)).text).to.equal(text);
    });

  it('stay the same when their text is read again', () => {
    const piece = fc.constantFrom(
      ...[
        'SELECT',
        ' ',
        'a',
        '`b`',
        "'c'",
        '"d"',
        '1',
        '.5',
        '1e3',
        '(',
        ')',
        ',',
        '.',
        '*',
        '/',
        '-',
        '--',
      ],
      ...[
        '/**/',
        '-- x\n',
        '# y\n',
        '=',
        '<',
        '>',
        '!',
        '&',
        '|',
        '+',
        "x'4d'",
        '0x4d',
        'N',
        '_utf8',
        '\n',
        "'",
        '"',
      ],
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        let drafts: ReturnType<typeof tokenize>;
        try {
          drafts = tokenize(pieces.join(''));
        } catch (error) {
          expect(error).to.be.instanceOf(Refused);
          return;
        }
        const { text } = render(drafts);
        const plain = (tokens: typeof drafts) => tokens.map(({ kind, key }) => ({ kind, key }));
        expect(plain(tokenize(text)), text).to.deep.equal(plain(drafts));
      }),
      { numRuns: rounds(2_000) },
    );
  });

  it('are read in time that grows with the length of the text', () => {
    for (const sql of [
      `SELECT ${'('.repeat(40)}1${')'.repeat(40)}`,
      `SELECT ${'((((1)+1)+1)+1)+'.repeat(3_000)}1`,
      `SELECT '${"''".repeat(30_000)}'`,
      `SELECT ${'a.b, '.repeat(10_000)}1`,
      `SELECT ${'CASE a WHEN '.repeat(30)}1${' THEN 1 END'.repeat(30)}`,
      `SELECT 1 FROM ${'('.repeat(40)}a${')'.repeat(40)}`,
      `SELECT 1 FROM a ${'JOIN a '.repeat(5_000)}`,
    ]) {
      const from = process.threadCpuUsage();
      try {
        parseSelect(sql);
      } catch (error) {
        expect(error).to.be.instanceOf(Refused);
      }
      // Of the time of this thread alone; what grows faster than the length takes minutes.
      const { user } = process.threadCpuUsage(from);
      expect(user / 1_000, sql.slice(0, 40)).to.be.below(20_000);
    }
  });
});

describe('texts of MySQL', () => {
  let db: TestMysql;
  before(async function () {
    const opened = await openTestMysql();
    if (!opened) return this.skip();
    db = opened;
  });
  after(() => db?.close());

  it('mean to the server what they mean to the guard', async () => {
    const char = fc.constantFrom(
      ...["'", '"', '\\', '%', '_', 'n', 'Z', '0', ' ', 'é', '☃', '😀', '\n', '-', '`', 'b', ';'],
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom("'", '"'),
        fc.array(char, { maxLength: 8 }),
        async (quote, inside) => {
          const sql = `SELECT ${quote}${inside.join('')}${quote}`;
          let parsed: ReturnType<typeof parseSelect>;
          try {
            parsed = parseSelect(sql);
          } catch {
            return;
          }
          const { tree, text } = parsed;
          const item = tree.kind === 'select' ? tree.items[0] : undefined;
          const value = item?.expr.kind === 'literal' ? item.expr.text : null;
          fc.pre(value !== null && tree.kind === 'select' && tree.items.length === 1);
          fc.pre(item?.alias === null);
          expect(await db.rows(text), text).to.deep.equal([[value]]);
          expect(await db.rows(sql), sql).to.deep.equal([[value]]);
        },
      ),
      { numRuns: rounds(500) },
    );
  });
});
