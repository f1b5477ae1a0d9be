import path from 'node:path';
import { expect } from 'chai';
import { lowerDuckdb } from '#plugins/sources/duckdb/dialect/lower.ts';
import type { Plan, Planner } from '#src/planner/plan.ts';
import { plan as planByRules } from '#src/read/plan.ts';
import {
  catalogFromCsvFolder,
  catalogFromSql,
  type OfflineCatalog,
} from '../../fakes/offline-catalog.ts';

const NOW = new Date('2026-11-21T12:00:00Z');

/** What the built-in planner, or its rules alone, makes of a question over a folder of CSV files. */
export const planOver = (
  question: string,
  data: OfflineCatalog,
  plan: Planner = planByRules,
): Plan => plan({ question, catalog: data.catalog, values: data.values, history: [], now: NOW });

/** Asserts that a question gives the rows of SQL that was written by hand, in any order, and that there are some. */
export async function expectRows(
  question: string,
  sql: string,
  data: OfflineCatalog,
  plan?: Planner,
): Promise<void> {
  const got = planOver(question, data, plan);
  expect(got.kind, JSON.stringify(got)).to.equal('query');
  if (got.kind !== 'query') return;
  const expected = await data.run(sql);
  expect(expected).to.not.deep.equal([]);
  expect(rounded(await data.run(lowerDuckdb(got.query)))).to.deep.equal(rounded(expected));
}

const rounded = (rows: readonly (readonly unknown[])[]) =>
  rows
    .map((row) => row.map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : cell)))
    .map((row) => JSON.stringify(row))
    .sort();

/** What a set of data is asked: questions with the SQL of their answers, and questions that have none. */
export interface Asked {
  readonly answered: readonly (readonly [string, string])[];
  /** Declined, or asked back. */
  readonly open: readonly string[];
  /** By whom; the rules alone where it is not said. */
  readonly plan?: Planner;
}

/** What a suite asks over which data. */
export interface AskedOver {
  readonly title: string;
  readonly data:
    | { readonly kind: 'fixture'; readonly folder: string }
    | { readonly kind: 'sql'; readonly statements: readonly string[] };
  readonly asked: Asked;
}

/** All that the suites of this process ask, for the bench of the reader. */
export const ASKED: AskedOver[] = [];

/** A suite over the CSV files of a fixture: each question gives the rows of its SQL, or no answer. */
export const describeAnswers = (title: string, fixture: string, asked: Asked): void =>
  describeOver({ title, data: { kind: 'fixture', folder: fixture }, asked }, () =>
    catalogFromCsvFolder(path.join(import.meta.dirname, '../../fixtures', fixture)),
  );

/** The same over tables that are made by statements. */
export const describeAnswersOver = (title: string, tables: readonly string[], asked: Asked): void =>
  describeOver({ title, data: { kind: 'sql', statements: tables }, asked }, () =>
    catalogFromSql(tables),
  );

function describeOver(over: AskedOver, open: () => Promise<OfflineCatalog>): void {
  const { title, asked } = over;
  const { answered, open: left, plan } = asked;
  ASKED.push(over);
  describe(title, () => {
    let data: OfflineCatalog;

    before(async () => {
      data = await open();
    });

    after(() => data.close());

    for (const [question, sql] of answered)
      it(`answers: ${question}`, () => expectRows(question, sql, data, plan));

    for (const question of left)
      it(`does not guess: ${question}`, () =>
        expect(planOver(question, data, plan).kind).to.not.equal('query'));
  });
}
