import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { RESULT_CHECKS, STATEMENT_CHECKS } from '#src/check/checks.ts';
import type { Example } from '#src/check/types.ts';

const page = path.resolve(import.meta.dirname, '../../../docs/answers.md');

const shown = (one: Example | undefined) => {
  const sql = `\`${(one?.sql ?? '').replaceAll('|', '\\|')}\``;
  return one?.question ? `"${one.question}": ${sql}` : sql;
};

/** Cells of a row of a table, without the padding that the formatter adds. */
const cellsOf = (line: string) =>
  line
    .split(/(?<!\\)\|/)
    .slice(1, -1)
    .map((cell) => cell.trim());

describe('docs/answers.md', () => {
  it('lists every check with a statement that it catches and one that it lets pass', () => {
    const expected = [...STATEMENT_CHECKS, ...RESULT_CHECKS]
      .filter(({ catches }) => catches.length > 0)
      .map(({ name, catches, passes }) => [`\`${name}\``, shown(catches[0]), shown(passes[0])]);
    const text = readFileSync(page, 'utf8');
    const [before = '', rest = ''] = text.split('<!-- examples -->\n');
    const [table = '', after = ''] = rest.split('<!-- /examples -->');
    // `WRITE_DOCS=1 npm test -- test/unit/check/docs.test.ts` writes the table.
    if (process.env['WRITE_DOCS']) {
      const rows = [['check', 'catches', 'lets pass'], ['---', '---', '---'], ...expected];
      const lines = rows.map((row) => `| ${row.join(' | ')} |`).join('\n');
      writeFileSync(page, `${before}<!-- examples -->\n\n${lines}\n\n<!-- /examples -->${after}`);
      return;
    }
    const rows = table
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2)
      .map(cellsOf);
    expect(rows).to.deep.equal(expected);
  });
});
