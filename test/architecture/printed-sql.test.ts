import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';

const root = path.resolve(import.meta.dirname, '../..');

const sources = (folder: string): readonly string[] =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join(folder, file));

const all = [...sources('src'), ...sources('workers')].filter(
  // The page says "printed" of paper.
  (file) => !file.startsWith('src/web/') && !file.startsWith('workers/ingest/'),
);
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

/** Who writes expressions out, and who shows them to people. */
const PRINTERS = ['src/plugin-api/query-facts.ts', 'src/sql/select/'];
const SHOWS_PRINTED: readonly string[] = [
  'src/ask/filter-labels.ts',
  'src/ask/labels.ts',
  'src/ask/model/column-names.ts',
  'src/catalog/semantics/metric-draft.ts',
  'src/check/asked-for/ends.ts',
  'src/check/asked-for/numbers.ts',
  'src/check/fan-out.ts',
];
/** Who writes into a statement's own text, at places of its tokens, which the guard then reads anew. */
const EDITS_TEXT: readonly string[] = [
  'src/boards/rolled-days.ts',
  'src/check/repair.ts',
  'src/check/tie-probe.ts',
];

const READS_TEXT =
  /\bprinted\b\s*\)*\s*(?:===|!==|\.(?:match|includes|startsWith|endsWith|split|search|indexOf|replace))|\.(?:test|exec|match\w*)\([^()]*\bprinted\b/;

describe('printed SQL', () => {
  it('is shown to people in few places', () => {
    const named = all.filter(
      (file) => !PRINTERS.some((one) => file.startsWith(one)) && /\bprinted\b/.test(textOf(file)),
    );
    expect(named.toSorted()).to.deep.equal(SHOWS_PRINTED);
  });

  it('is read by nobody: what is decided is decided on nodes', () => {
    const readers = all.filter((file) => READS_TEXT.test(textOf(file)));
    expect(readers).to.deep.equal([]);
    const bad = [
      '/x/.test(printed)',
      'a.printed === b',
      'printed.includes("x")',
      'WORD.exec(one.printed)',
    ];
    for (const line of bad) expect(READS_TEXT.test(line), line).to.equal(true);
  });

  it('is searched for words of SQL by nobody: what is written into has tokens', () => {
    const SQL_WORDS =
      /\/[^/\n]*\\b\(?(?:\?:)?(?:select|limit|from|order\\s|group\\s|NOT\\s)[^/\n]*\/[gimsuy]*\b/i;
    const found = all.filter(
      (file) =>
        file.startsWith('src/check') &&
        textOf(file)
          .split('\n')
          .some((line) => SQL_WORDS.test(line)),
    );
    expect(found).to.deep.equal([]);
    const users = all.filter((file) => textOf(file).includes('#src/sql/select/written.ts'));
    expect(users.toSorted()).to.deep.equal(EDITS_TEXT);
    const byPattern = EDITS_TEXT.filter((file) =>
      /RegExp|\.match|\.exec\(|\.search\(/.test(textOf(file)),
    );
    expect(byPattern).to.deep.equal([]);
  });
});
