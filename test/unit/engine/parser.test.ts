import { expect } from 'chai';
import { openParser, type SqlParser } from '#workers/engine/parser.ts';

describe('the parser of an engine process', () => {
  let parser: SqlParser;
  before(async () => {
    parser = await openParser();
  });

  it('gives each of the texts that come at once its own tree', async () => {
    const texts = Array.from({ length: 9 }, (_, index) => `SELECT ${index} AS n FROM t${index}`);
    const together = await Promise.all(texts.map((text) => parser.serialize(text)));
    const alone: string[] = [];
    for (const text of texts) alone.push(await parser.serialize(text));
    expect(together).to.deep.equal(alone);
    expect(new Set(together).size).to.equal(texts.length);
  });

  it('takes nothing from a text that comes with one that fails', async () => {
    const tree = await parser.serialize('SELECT 1 AS n');
    const [fine, broken, fineToo] = await Promise.allSettled([
      parser.write(tree),
      parser.write('{"error": '),
      parser.write(tree),
    ]);
    expect(broken.status).to.equal('rejected');
    for (const one of [fine, fineToo])
      expect(one.status === 'fulfilled' && one.value.sql).to.equal('SELECT 1 AS n');
  });

  it('says for each text that comes with another what is wrong with it', async () => {
    const [tree, error] = await Promise.all([
      parser.serialize('SELECT 1'),
      parser.serialize('SELECT FROM WHERE'),
    ]);
    expect(JSON.parse(tree)).to.include({ error: false });
    expect(JSON.parse(error)).to.include({ error: true });
  });
});
