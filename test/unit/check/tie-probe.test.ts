import { expect } from 'chai';
import { tieProbe } from '#src/check/tie-probe.ts';
import { openParser, type Parser } from './parser.ts';

/** A statement, and what looks past its cut; null where nothing does. */
const PROBES: readonly (readonly [sql: string, probe: string | null])[] = [
  [
    'SELECT name FROM players ORDER BY score DESC LIMIT 1',
    'SELECT name , score AS tie_key_0 FROM players ORDER BY score DESC LIMIT 2',
  ],
  [
    'SELECT name, score FROM players ORDER BY score DESC LIMIT 3',
    'SELECT name, score FROM players ORDER BY score DESC LIMIT 4',
  ],
  ['SELECT name FROM players ORDER BY score DESC LIMIT 0', null],
  ['SELECT name FROM players LIMIT 1', null],
  ['SELECT name FROM players ORDER BY score DESC', null],
  ['SELECT DISTINCT name FROM players ORDER BY score DESC LIMIT 1', null],
  [
    'WITH best AS (SELECT name FROM players ORDER BY score DESC LIMIT 1) SELECT COUNT(*) AS n FROM best',
    'WITH best AS (SELECT name FROM players ORDER BY score DESC LIMIT 1) SELECT name , score AS tie_key_0 FROM players ORDER BY score DESC LIMIT 2',
  ],
  [
    'WITH a AS (SELECT * FROM players) SELECT COUNT(*) AS n FROM (WITH b AS (SELECT * FROM a) SELECT name FROM b ORDER BY score DESC LIMIT 1) AS t',
    null,
  ],
];

describe('what looks past the cut of first rows', () => {
  let parser: Parser;
  before(async () => {
    parser = await openParser([
      "CREATE TABLE players AS SELECT i AS player_id, 'P' || i AS name, i % 3 AS score FROM range(1, 9) t(i)",
    ]);
  });
  after(() => parser.close());

  for (const [sql, probe] of PROBES)
    it(`${probe === null ? 'nothing' : 'one row more'}: ${sql}`, async () => {
      expect(tieProbe(sql, await parser.factsOf(sql))?.sql ?? null).to.equal(probe);
    });
});
