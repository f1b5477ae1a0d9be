import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { MUSIC } from '../fixtures/music/music.ts';
import { MUSIC_QUESTIONS } from '../fixtures/music/questions.ts';
import { type Answer, comparable, csvOf } from './answers.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

/** At least so many of the questions are answered, by both engines alike. */
const ANSWERED_AT_LEAST = 50;

describe('the same questions over files with DuckDB and AlaSQL', () => {
  const engines: OwnWorkspace[] = [];

  before(async () => {
    for (const engine of ['duckdb', 'alasql']) {
      const own = await openWorkspace({ PLUMBLINE_FILES__ENGINE: engine });
      engines.push(own);
      for (const { name, columns, rows } of MUSIC)
        await own.upload(csvOf([columns.map((column) => column.name), ...rows]), `${name}.csv`);
    }
  });
  after(async () => {
    for (const own of engines) await own.close();
  });

  let answered = 0;
  for (const q of MUSIC_QUESTIONS)
    it(q, async () => {
      const [duckdb, alasql] = await Promise.all(
        engines.map(({ service, workspaceId }) =>
          call<Answer>(service, 'POST', '/query', { q, workspace_id: workspaceId }),
        ),
      );
      expect(alasql!.result, `${alasql!.explanation}\n${alasql!.sql}`).to.equal(duckdb!.result);
      expect(comparable(alasql!), alasql!.sql ?? '').to.deep.equal(comparable(duckdb!));
      if (alasql!.result === 'success') answered += 1;
    });

  it('answers most of them', () => {
    expect(answered).to.be.at.least(ANSWERED_AT_LEAST);
  });
});
