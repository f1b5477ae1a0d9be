import { expect } from 'chai';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import { type Candidates, candidatesFor } from '#src/shapes/candidates.ts';
import { type Example, examplesOf } from '#src/shapes/example.ts';
import { SHAPES } from '#src/shapes/examples/all.ts';
import { compareRows } from '../../../bench/judge/compare.ts';
import type { OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { madeQuestion } from './made-questions.ts';
import { catalogOf, dataOf, SCHEMAS } from './made-schemas.ts';

const NOW = new Date('2026-06-15T12:00:00Z');
/** Each shape is tried over one schema in so many. */
const EVERY = 4;
/** Kinds of rows by how many others have them: nothing of the made schemas has such rows. */
const UNMADE = new Set(['show T2; first P']);

describe('example questions over made schemas', () => {
  const right = new Map<string, number>();
  const tried = new Map<string, string[]>();

  it('stand for at least 150 queries in at least 1,200 wordings, over 12 schemas', () => {
    expect(SHAPES.length).to.be.at.least(150);
    expect(examplesOf(SHAPES).length).to.be.at.least(1200);
    expect(SCHEMAS.length).to.be.at.least(12);
  });

  for (const [at, schema] of SCHEMAS.entries())
    it(`propose first what they mean of ${schema.owner.many} and ${schema.owned.many}`, async () => {
      const data = dataOf(schema, at);
      const world = await catalogOf(data);
      const wrong: string[] = [];
      let asked = 0;
      for (const [index, shape] of SHAPES.entries()) {
        if ((index + at) % EVERY !== 0) continue;
        const wordings = examplesOf([shape]);
        const made = madeQuestion(wordings[at % wordings.length] as Example, data);
        if (!made) continue;
        asked++;
        const { question, rows } = made;
        const found = proposed(question, world);
        const isRight = found !== null && (await isSame(found, rows, world));
        if (isRight) right.set(shape.skeleton, (right.get(shape.skeleton) ?? 0) + 1);
        else wrong.push(question);
        tried.set(shape.skeleton, [...(tried.get(shape.skeleton) ?? []), question]);
      }
      await world.close();
      expect(wrong.length / asked, wrong.join('\n')).to.be.below(0.15);
    });

  it('are planned as they mean over most of the schemas that they were tried over', () => {
    const lost = [...tried]
      .filter(([shape, questions]) => (right.get(shape) ?? 0) * 2 < questions.length)
      .map(([shape, questions]) => `${shape}: ${questions.join(' | ')}`);
    const untried = SHAPES.filter(({ skeleton }) => !tried.has(skeleton) && !UNMADE.has(skeleton));
    expect(untried.map(({ skeleton }) => skeleton)).to.deep.equal([]);
    expect(lost).to.deep.equal([]);
  });
});

/** The first query that an example proposes. */
function proposed(question: string, { catalog, values }: OfflineCatalog): SelectQuery | null {
  const request = { question, catalog, values, history: [], now: NOW };
  const found: Candidates | null = candidatesFor(request);
  const group = found?.groups.find(({ proposals }) => proposals.some(({ by }) => by === 'example'));
  return group?.query ?? null;
}

async function isSame(
  query: SelectQuery,
  rows: readonly (readonly (string | number)[])[],
  world: OfflineCatalog,
): Promise<boolean> {
  const found = await world.run(lowerDuckdb(query));
  return compareRows(found, { rows, ordered: false, keys: null, tie: null }) === 'match';
}
