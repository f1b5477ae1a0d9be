import { expect } from 'chai';
import { DEVELOPED } from '../../../bench/messy/developed.ts';
import { madeFiles } from '../../../bench/messy/made-files.ts';
import { plumbline } from '../../../bench/messy/read-file.ts';
import { score } from '../../../bench/messy/score.ts';

describe('messy files', () => {
  for (const [at, kind] of DEVELOPED.entries())
    it(`are read as what they hold: ${kind.name}`, async () => {
      for (const { filename, bytes, tables, derived = [] } of madeFiles(kind, at)) {
        const found = score(await plumbline(filename, bytes), { tables, derived });
        expect(found, filename).to.deep.equal({
          ...{ header: true, types: true, rows: true, cells: true },
          why: null,
        });
      }
    });
});
