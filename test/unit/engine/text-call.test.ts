import { type DuckDBConnection, DuckDBInstance } from '@duckdb/node-api';
import { expect } from 'chai';
import { TextCall } from '#workers/engine/text-call.ts';

describe('a function of one text, called without threads', () => {
  let connection: DuckDBConnection;
  before(async () => {
    connection = await (await DuckDBInstance.create(':memory:')).connect();
  });
  after(() => connection.closeSync());

  it('gives the text as it is, whatever is in it', async () => {
    const call = await TextCall.open(connection, '$1::VARCHAR', 'known');
    for (const text of ['', 'ä€😀', 'two\nlines', "it's %s {0}", 'Invalid Input Error: x', '"'])
      expect(await call.run(text)).to.equal(text);
    const long = 'x'.repeat(1_000_000);
    expect(await call.run(long)).to.equal(long);
  });

  it('fails with the error of the function, not with a part of it', async () => {
    const expression = "CASE $1 WHEN 'bad' THEN error('no such text: bad') ELSE $1 END";
    const call = await TextCall.open(connection, expression, 'known');
    const outcome = await call.run('bad').catch((error: Error) => error);
    expect(outcome).to.be.instanceOf(Error);
    expect(String(outcome)).to.include('no such text: bad');
    expect(await call.run('good')).to.equal('good');
  });

  it('gives a row where nothing is raised', async () => {
    const call = await TextCall.open(connection, "nullif($1, 'none')", 'known');
    expect(await call.run('none')).to.equal('null');
  });
});
