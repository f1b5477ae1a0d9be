import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import type { Draft } from '#src/ask/draft.ts';
import { columnStyles } from '#src/ask/explain/styles.ts';
import { withOwnNames } from '#src/ask/model/column-names.ts';
import { LABEL_SCHEMAS } from '../../../fixtures/labels/schemas.ts';
import { openParser, type Parser } from '../../check/parser.ts';
import { PLAN } from '../harness.ts';

/** A right statement of a model's with a name of its own, and what a true label says and never says. */
interface Case {
  readonly schema: string;
  readonly question: string;
  readonly sql: string;
  readonly column: number;
  /** Each a word, or several of which one is enough: `share|percent`. */
  readonly says: readonly string[];
  readonly never: readonly string[];
}

const FILE = path.resolve(import.meta.dirname, '../../../fixtures/labels/statements.jsonl');
const CASES = readFileSync(FILE, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Case);

describe('what a model’s result columns are called', () => {
  const parsers = new Map<string, Parser>();
  before(async () => {
    for (const [name, sql] of Object.entries(LABEL_SCHEMAS))
      parsers.set(name, await openParser(sql));
  });
  after(async () => {
    for (const parser of parsers.values()) await parser.close();
  });

  const labelsOf = async ({ schema, question, sql, column }: Case) => {
    const parser = parsers.get(schema);
    if (!parser) throw new Error(`There is no schema "${schema}".`);
    const facts = await parser.factsOf(sql);
    const draft = { sql, plan: PLAN, checked: { facts } } as unknown as Draft;
    const { checked, columnNames = [] } = withOwnNames(draft, parser.catalog, question);
    const columns = columnNames.map(
      (name) => ({ name, type: 'decimal', nativeType: 'DECIMAL' }) as const,
    );
    const styles = columnStyles(columns, checked.facts, parser.catalog);
    return [columnNames[column]!.replaceAll('_', ' '), styles[column]!.label];
  };

  for (const one of CASES)
    it(`${one.sql} (${one.question})`, async () => {
      for (const label of await labelsOf(one)) {
        const text = label.toLowerCase();
        for (const said of one.says)
          expect(
            said
              .split('|')
              .some((word) => text.includes(word.replace('%', 'percent')) || text.includes(word)),
            `"${label}" says ${said}`,
          ).to.equal(true);
        for (const word of one.never)
          expect(text.includes(word), `"${label}" never says ${word}`).to.equal(false);
      }
    });
});
