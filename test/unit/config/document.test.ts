import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { configurationPage } from '#config/document.ts';

describe('docs/configuration.md', () => {
  it('says what the schema says (write it with "node config/document.ts")', () => {
    const file = path.resolve(import.meta.dirname, '../../../docs/configuration.md');
    expect(readFileSync(file, 'utf8')).to.equal(configurationPage());
  });

  it('says of every setting what it is', () => {
    const silent = configurationPage()
      .split('\n')
      .filter((line) => /^\| `/.test(line) && /\|\s*\|$/.test(line));
    expect(silent).to.deep.equal([]);
  });
});
