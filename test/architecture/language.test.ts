import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { WORDS_ELSEWHERE } from './words-elsewhere.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Folders whose code reads questions. */
const READERS = [
  'src/planner',
  'src/read',
  'src/ask/analytics',
  'src/check/owed',
  'src/check/asked-for',
];

const WORD_LIST =
  /(?:new (?:Set|Map)|\bset|\bwords)\(\s*\[?\s*\[?\s*(['"`])[a-z]+(?:\1,\s*\1|[ \n]+)[a-z' \n]+|\[\s*(?:'[a-z]+',?\s*){2,}\]\s*\.includes/;
const PATTERN = /\/[^/\n]*\(?(?:\?:)?[a-z]{2,}\|[a-z]{2,}[^/\n]*\/[giu]*[.,;)]/;

const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');

const hasWords = (file: string): boolean => {
  const text = withoutComments(readFileSync(path.join(root, file), 'utf8'));
  return WORD_LIST.test(text) || PATTERN.test(text);
};

const files = READERS.flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .map((file) => path.join(folder, file)),
);

describe('words of questions', () => {
  it('stand in src/language; what still stands elsewhere becomes less', () => {
    const found = files.filter(hasWords).toSorted();
    const known = new Set(WORDS_ELSEWHERE);
    expect(
      found.filter((file) => !known.has(file)),
      'move these words to src/language',
    ).to.deep.equal([]);
    const gone = WORDS_ELSEWHERE.filter((file) => !found.includes(file));
    expect(gone, 'these have none any more: take them off the list').to.deep.equal([]);
  });

  it('are recognised as such', () => {
    for (const line of [
      `const A = new Set(['more', 'less']);`,
      `const A = words('more less fewer');`,
      `['and', 'or'].includes(word)`,
      `/^(?:more|less)$/.test(word)`,
    ])
      expect(WORD_LIST.test(line) || PATTERN.test(line), line).to.equal(true);
    for (const line of [`new Set([a, b])`, `new Map([['=', '<>']])`, `[',', '.'].includes(word)`])
      expect(WORD_LIST.test(line) || PATTERN.test(line), line).to.equal(false);
  });
});
