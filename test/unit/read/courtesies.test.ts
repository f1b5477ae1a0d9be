import { expect } from 'chai';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import { owedBy } from '#src/check/owed/owed.ts';
import { withoutCourtesies } from '#src/language/en/courtesies.ts';
import { dayFor } from '#src/planner/day.ts';
import { plan } from '#src/read/planner.ts';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';

/** Songs that are called as people greet, and streams of them. */
const SONGS = [
  `CREATE TABLE songs (song_id INTEGER PRIMARY KEY, title VARCHAR, country VARCHAR)`,
  `INSERT INTO songs VALUES (1, 'Thank You', 'US'), (2, 'Hello', 'Sweden'), (3, 'Harbour', 'Sweden')`,
  `CREATE TABLE streams (stream_id INTEGER PRIMARY KEY, song_id INTEGER REFERENCES songs, played_on DATE, revenue DOUBLE)`,
  `INSERT INTO streams SELECT i, 1 + i % 3, DATE '2025-01-01' + i::INTEGER * 9, 10.0 * i FROM range(1, 40) t(i)`,
];
const AROUND_THINGS = [
  'hello! can you provide me with … please?',
  'wow great, thank you. Now show me …',
  'ok thank you.can you please show me …',
  "I'd like to see …",
  'i’d really like to know …',
  'we need …',
  "I'm looking for …",
  'can I please have …',
  'could you pull … for me?',
  'help me find …',
  '… pls',
  '… thx!',
  'hey, quick question - …?',
  'Dear team, I need …. Thanks in advance!',
  'sorry to bother you, but could you show me …?',
  'lets see …',
  'gimme …',
  'awesome! next, …',
  'this is my last question: …',
  'would you mind showing me …?',
  'would it be possible to get …',
  'may I see …',
  'I was wondering if you could show me …',
  'what about …?',
  'could you tell me … if you can',
  '… in our database',
];
const AROUND_QUESTIONS = [
  'hi there!  can you please tell me …?',
  'do you know …',
  'any idea …',
  'ok so …',
  'thanks for that! …',
  'my boss wants to know …',
  'got it. …',
  'i just want to know …',
  'would you be able to tell me …',
  '… btw',
  'and …',
];

describe('courtesies around a question', () => {
  let world: OfflineCatalog;

  before(async () => {
    world = await catalogFromSql(SONGS);
  });
  after(() => world.close());

  const now = new Date('2026-06-15T12:00:00Z');
  const sqlOf = (question: string) => {
    const { catalog, values } = world;
    const found = plan({ question, catalog, values, history: [], now });
    return found.kind === 'query' ? lowerDuckdb(found.query) : `${found.kind}: ${question}`;
  };

  for (const request of ['show me', 'Show', 'give me', 'display', 'get', 'tell me', 'find', 'list'])
    it(`is asked the same without it: ${request} …`, () => {
      for (const asked of [
        'songs per country',
        'streams by month',
        'total revenue in 2025',
        'streams per country per year',
      ])
        expect(sqlOf(`${request} ${asked}`))
          .to.equal(sqlOf(asked))
          .and.match(/SELECT/);
    });

  for (const [things, around] of [
    [['revenue by country', 'the songs in Sweden', 'the top 2 songs by revenue'], AROUND_THINGS],
    [['which songs have no streams', 'how many streams were played in 2025'], AROUND_QUESTIONS],
  ] as const)
    for (const courtesy of around)
      it(`mean nothing: ${courtesy}`, () => {
        for (const asked of things) {
          const said = courtesy.replace('…', asked);
          expect(sqlOf(said), said)
            .to.equal(sqlOf(asked))
            .and.to.match(/^SELECT/);
        }
      });

  it('are values where the data have them', () => {
    expect(sqlOf('how many streams has thank you')).to.contain("'Thank You'");
    expect(sqlOf('number of streams of hello')).to.contain("'Hello'");
  });

  it('take no value, name or time from a question', () => {
    for (const asked of [
      'provide US revenue',
      'may revenue',
      'next week streams',
      'great songs',
      'last questions asked by Ann',
      'so far this year',
      'well depths',
      'good songs in Sweden',
      'revenue for us',
      'well-known songs',
      'so-called hits',
      'hello',
      'thanks!',
      'please',
    ])
      expect(withoutCourtesies(asked), asked).to.be.oneOf([asked, asked.replace('provide ', '')]);
  });

  it('go on from an answer before, where there is one', () => {
    expect(withoutCourtesies('ok, and what about Sweden?', { follows: true })).to.equal(
      'and what about Sweden?',
    );
    expect(withoutCourtesies('ok, and what about Sweden?')).to.equal('Sweden?');
  });

  it('ask nothing of a statement', () => {
    const { catalog } = world;
    const owed = (question: string) =>
      owedBy(question, catalog, [], dayFor(catalog, now)).map(({ kind, words }) => [kind, words]);
    expect(owed('may I see the revenue by country')).to.deep.equal(owed('the revenue by country'));
  });

  it('are read in a time that grows with their length only', () => {
    const long = `${'hello '.repeat(600)}songs`;
    expect(withoutCourtesies(long)).to.equal(long);
    expect(withoutCourtesies(`${'thank you, '.repeat(300)}songs`)).to.contain('songs');
  });
});
