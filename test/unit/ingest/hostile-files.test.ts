import { expect } from 'chai';
import { HOSTILE_FILES } from '../../../bench/ingest/hostile-files.ts';
import { HOSTILE_FORMATS } from '../../../bench/ingest/hostile-formats.ts';
import { parsed } from './parse.ts';

/** As the settings are by default. */
const limits = {
  maxTables: 100,
  maxColumns: 1_000,
  maxRows: 5_000_000,
  maxCellBytes: 1024 * 1024,
  maxUnzippedBytes: 1024 ** 3,
};
/** `npm run bench hostile` uploads all of them to a service. */
const FAST = HOSTILE_FILES.filter(
  ({ name, isLarge }, at) =>
    !isLarge &&
    (at < HOSTILE_FILES.length - HOSTILE_FORMATS.length || /^(?:zip|gz): /.test(name)) &&
    /^(?:xlsx|zip|gz|json|ods|wrong name): /.test(name) &&
    !/20,000 parts|another reader|PDF|database|random/.test(name),
);

describe('files that are made to do harm', () => {
  for (const { name, filename, make } of FAST)
    it(`are refused with a text, or read within the limits: ${name}`, async () => {
      const outcome = await parsed(await make(), { filename, limits }).catch(
        (error: Error) => error.message,
      );
      if (typeof outcome === 'string')
        expect(outcome).to.match(
          /^upload_(?:unreadable|unsupported_type|too_complex|no_data): [A-Z"].*\.$/s,
        );
      else
        for (const { rowCount, columns } of outcome.tables) {
          expect(rowCount).to.be.within(1, limits.maxRows);
          expect(columns.length).to.be.within(1, limits.maxColumns + 1);
        }
      expect(Object.prototype).to.not.have.property('polluted');
    });
});
