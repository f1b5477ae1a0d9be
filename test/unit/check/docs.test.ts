import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { RESULT_CHECKS, STATEMENT_CHECKS } from '#src/check/checks.ts';
import type { Example } from '#src/check/types.ts';

const page = path.resolve(import.meta.dirname, '../../../docs/checks.md');

const shown = (one: Example | undefined) => {
  const sql = `\`${(one?.sql ?? '').replaceAll('|', '\\|')}\``;
  return one?.question ? `"${one.question}": ${sql}` : sql;
};

/** Cells of a row of a table. */
const cellsOf = (line: string) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

describe('docs/checks.md', () => {
  it('lists every check: whether it fails or warns, what it finds, and a statement that it catches', () => {
    const text = readFileSync(page, 'utf8');
    const [before = '', rest = ''] = text.split('<!-- checks -->\n');
    const [table = '', after = ''] = rest.split('<!-- /checks -->');
    const rows = table
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2)
      .map(cellsOf);
    // What people wrote of a check stays.
    const about = new Map(rows.map(([name, outcome, finds]) => [name, [outcome, finds]]));
    const expected = [...STATEMENT_CHECKS, ...RESULT_CHECKS]
      .filter(({ catches }) => catches.length > 0)
      .map(({ name, catches }) => [
        `\`${name}\``,
        ...(about.get(`\`${name}\``) ?? ['', '']),
        shown(catches[0]),
      ]);
    // `WRITE_DOCS=1 npm test -- test/unit/check/docs.test.ts` writes the table.
    if (process.env['WRITE_DOCS']) {
      const all = [
        ['check', '', 'finds', 'for example'],
        ['---', '---', '---', '---'],
        ...expected,
      ];
      const lines = all.map((row) => `| ${row.join(' | ')} |`).join('\n');
      writeFileSync(page, `${before}<!-- checks -->\n\n${lines}\n\n<!-- /checks -->${after}`);
      return;
    }
    expect(rows).to.deep.equal(expected);
    for (const [name, outcome, finds = ''] of rows) {
      expect(outcome, name).to.be.oneOf(['fails', 'warns']);
      expect(finds.length, name).to.be.greaterThan(10);
    }
  });
});
