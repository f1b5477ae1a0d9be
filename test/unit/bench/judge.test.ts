import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect } from 'chai';
import {
  type Comparison,
  compareAnswer,
  compareRows,
  type Reference,
  type Row,
} from '../../../bench/judge/compare.ts';
import { openGold, type Run, referenceOf } from '../../../bench/judge/gold.ts';
import { judge, type Predicted, type SetQuestion } from '../../../bench/judge/judge.ts';
import { judgeAll } from '../../../bench/judge/report.ts';

const bag = (rows: readonly Row[], more: Partial<Reference> = {}): Reference => ({
  ...{ rows, ordered: false, keys: null, tie: null },
  ...more,
});
const ordered = (rows: readonly Row[], keys: readonly Row[] | null = null) =>
  bag(rows, { ordered: true, keys });

const COMPARED: readonly (readonly [string, readonly Row[], Reference, Comparison])[] = [
  ['rows in any order', [['b'], ['a']], bag([['a'], ['b']]), 'match'],
  ['columns in any order', [['a', 7]], bag([[7, 'a']]), 'match'],
  ['a row that is there once too often', [[7], [7]], bag([[7]]), 'mismatch'],
  [
    'columns with the same values, in other rows',
    [
      [5, 5],
      [6, 6],
    ],
    bag([
      [5, 6],
      [6, 5],
    ]),
    'mismatch',
  ],
  ['a further column', [['x', 4]], bag([[4]]), 'extra_columns'],
  ['a missing column', [[4]], bag([['x', 4]]), 'mismatch'],
  ['no rows where there are none', [], bag([]), 'match'],
  ['no rows where there is one', [], bag([[1]]), 'mismatch'],
  ['another order than the reference has', [[2], [1]], ordered([[1], [2]]), 'order_differs'],
  [
    'rows that tie in another order',
    [['y'], ['x'], ['z']],
    ordered([['x'], ['y'], ['z']], [[1], [1], [2]]),
    'match',
  ],
  [
    'rows that do not tie in another order',
    [['z'], ['y'], ['x']],
    ordered([['x'], ['y'], ['z']], [[1], [1], [2]]),
    'order_differs',
  ],
  [
    'another row of a tie at the limit',
    [['y']],
    { ...ordered([['x']]), tie: { before: [], tied: [['x'], ['y']] } },
    'match',
  ],
  [
    'a row outside of the tie',
    [['z']],
    { ...ordered([['x']]), tie: { before: [], tied: [['x'], ['y']] } },
    'mismatch',
  ],
  [
    'the same row of a tie twice',
    [['x'], ['x']],
    { ...ordered([['x'], ['y']]), tie: { before: [], tied: [['x'], ['y']] } },
    'mismatch',
  ],
  ['nothing and an empty text', [[null]], bag([['']]), 'match'],
  ['a number as text', [['1991']], bag([[1991]]), 'match'],
  ['a quotient with fewer digits', [[0.66667]], bag([[2 / 3]]), 'match'],
  ['a quotient that is off', [[0.67]], bag([[2 / 3]]), 'mismatch'],
  ['whole numbers that are nearly the same', [[500_001]], bag([[500_000]]), 'mismatch'],
  [
    'whole numbers beyond what floats tell apart',
    [['9007199254740993']],
    bag([[9_007_199_254_740_992n]]),
    'mismatch',
  ],
  ['a truth and 1', [[true]], bag([['t']]), 'match'],
  ['a truth and 0', [['false']], bag([[1]]), 'mismatch'],
  ['midnight and its day', [['2020-05-06T00:00:00Z']], bag([['2020-05-06']]), 'match'],
  ['another hour', [['2020-05-06 01:00']], bag([['2020-05-06']]), 'mismatch'],
  ['rows of different lengths', [[1], [1, 2]], bag([[1], [2]]), 'mismatch'],
];

const ANSWERS: readonly (readonly [string, readonly Row[], readonly unknown[], Comparison])[] = [
  ['without capitals', [['Norway']], ['norway'], 'match'],
  ['a number with commas', [[12_500]], ['12,500'], 'match'],
  ['quotes and a full stop', [['The Hill']], ['"the hill."'], 'match'],
  ['a further column', [['Norway', 3]], ['Norway'], 'extra_columns'],
  ['values that repeat', [['a'], ['a']], ['a'], 'extra_columns'],
  ['another value', [['Sweden']], ['Norway'], 'mismatch'],
];

describe('the judge of npm run bench eval', () => {
  for (const [what, rows, reference, verdict] of COMPARED)
    it(`calls ${what}: ${verdict}`, () => {
      expect(compareRows(rows, reference)).to.equal(verdict);
    });

  for (const [what, rows, answer, verdict] of ANSWERS)
    it(`calls an answer by its cells, ${what}: ${verdict}`, () => {
      expect(compareAnswer(rows, answer)).to.equal(verdict);
    });

  describe('with SQL of a set', () => {
    let folder: string;
    let gold: ReturnType<typeof openGold>;
    let run: Run;
    before(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'plumbline-judge-'));
      const file = path.join(folder, 'boats.sqlite');
      const made = new DatabaseSync(file);
      made.exec(`CREATE TABLE boats (name TEXT, crew INTEGER, length REAL);
        INSERT INTO boats VALUES ('Ada', 4, 9.5), ('Bo', 2, 6), ('Cy', 4, 12.25), ('Dee', 7, NULL)`);
      made.close();
      gold = openGold(file);
      ({ run } = gold);
    });
    after(async () => {
      gold.close();
      await rm(folder, { recursive: true, force: true });
    });

    it('takes texts in double quotes, as sets have them', () => {
      expect(run('SELECT crew FROM boats WHERE name = "Bo"')).to.deep.equal([[2n]]);
    });

    it('finds what a statement orders by, and only outside of brackets and texts', () => {
      const orders = (sql: string) => referenceOf(sql, run).ordered;
      expect(orders('SELECT name FROM boats ORDER BY crew;')).to.equal(true);
      expect(orders('SELECT name FROM (SELECT name FROM boats ORDER BY crew)')).to.equal(false);
      expect(orders("SELECT name FROM boats WHERE name <> ' ORDER BY '")).to.equal(false);
    });

    it('knows the keys of each row, and a tie that a limit cuts through', () => {
      const { keys, tie } = referenceOf(
        'SELECT name FROM boats ORDER BY crew DESC, length > 100 ASC LIMIT 2',
        run,
      );
      expect(keys).to.have.length(2);
      expect(tie).to.deep.equal({ before: [['Dee']], tied: [['Ada'], ['Cy']] });
      expect(referenceOf('SELECT name FROM boats ORDER BY crew LIMIT 1', run).tie).to.equal(null);
    });

    it('leaves keys unknown where they cannot be shown', () => {
      const { keys } = referenceOf('SELECT DISTINCT crew FROM boats ORDER BY crew', run);
      expect(keys).to.equal(null);
    });

    const question: SetQuestion = { id: 1, db_id: 'boats', gold_sql: 'SELECT COUNT(*) FROM boats' };
    const judged = (predicted: Partial<Predicted> | undefined, more: Partial<SetQuestion> = {}) =>
      judge({ ...question, ...more }, predicted && { id: 1, ...predicted }, run);

    it('judges rows, SQL, declines and what is missing', () => {
      expect(judged({ rows: [[4]] })).to.equal('match');
      expect(judged({ rows: [{ boats: 4 }] })).to.equal('match');
      expect(judged({ sql: 'SELECT 3' })).to.equal('mismatch');
      expect(judged({ sql: 'SELECT nothing FROM nowhere' })).to.equal('error');
      expect(judged({ declined: true })).to.equal('declined');
      expect(judged(undefined)).to.equal('missing');
    });

    it('takes the best of several right statements, and passes over one that fails', () => {
      const gold_sql_alternatives = ['SELECT broken', 'SELECT 9', 'SELECT 4'];
      expect(judged({ rows: [[4]] }, { gold_sql_alternatives })).to.equal('match');
    });

    it('counts answers and right ones by a field, and leaves out what is not to be scored', () => {
      const { lines, verdicts } = judgeAll({
        questions: [
          { ...question, level: 'low' },
          { ...question, id: 2, level: 'low' },
          { ...question, id: 3, level: 'high' },
          { ...question, id: 4, gold_status: 'empty' },
          { ...question, id: 5, csv_safe: false },
          { id: 6, db_id: 'boats', turns: [{ gold_sql: 'SELECT 1' }, { gold_sql: 'SELECT 2' }] },
        ],
        predictions: [
          { id: 1, rows: [[4]] },
          { id: 2, rows: [[5]] },
          { id: 3, declined: true },
          { id: 6, turn: 1, rows: [[2]] },
        ],
        ...{ databases: folder, fromCsv: true, by: 'level' },
      });
      expect(verdicts.map(({ verdict }) => verdict)).to.deep.equal([
        ...['match', 'mismatch', 'declined', 'missing', 'match'],
      ]);
      expect(lines[0]).to.match(/^all: 60\.0 % of 5 answered, 66\.7 % of these right/);
      expect(lines).to.include('not scored: empty 1, csv_safe=false 1');
      expect(lines.join('\n')).to.match(/level low: 100\.0 % of 2 answered, 50\.0 %/);
    });
  });
});
