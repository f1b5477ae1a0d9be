import path from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { expect } from 'chai';
import { type EngineForTests, openEngineForTests } from '../../fakes/duckdb-engine.ts';
import {
  ADDRESS,
  addWorkspace,
  type FilesHarness,
  filesBelow,
  openFiles,
  received,
} from './harness.ts';

const HEADER = 'id,day,name,amount\n';
/** Some six megabytes: a third more than the sample that the load is begun on. */
const ROWS = 180_000;
const row = (id: number) =>
  `${id},2024-01-${10 + (id % 19)},Customer ${id % 97},${id % 90}.5${1 + (id % 9)}`;
const BODY = `${Array.from({ length: ROWS }, (_, at) => row(at + 1)).join('\n')}\n`;

/** What stands behind the rows that were sampled, how often the load is begun, and the table that comes of it. */
const FILES: readonly (readonly [
  name: string,
  end: string,
  loads: number,
  last: string,
  types: string,
])[] = [
  [
    'rows like those before',
    '',
    1,
    '180000|2024-01-23|Customer 65|0.51',
    'BIGINT,DATE,VARCHAR,DECIMAL(4,2)',
  ],
  [
    'a number with more digits',
    '7,2024-01-05,Ann,12345.67\n',
    2,
    '7|2024-01-05|Ann|12345.67',
    'BIGINT,DATE,VARCHAR,DECIMAL(7,2)',
  ],
  [
    'a number with more decimals',
    '7,2024-01-05,Ann,1.2345\n',
    2,
    '7|2024-01-05|Ann|1.2345',
    'BIGINT,DATE,VARCHAR,DECIMAL(6,4)',
  ],
  [
    'texts among the numbers',
    `${'x7,2024-01-05,Ann,1.25\n'.repeat(60_000)}`,
    2,
    'x7|2024-01-05|Ann|1.25',
    'VARCHAR,DATE,VARCHAR,DECIMAL(4,2)',
  ],
  [
    'a day that is an instant',
    '7,2024-01-05 10:00:00,Ann,1.25\n',
    2,
    '7|2024-01-05 10:00:00|Ann|1.25',
    'BIGINT,TIMESTAMP,VARCHAR,DECIMAL(4,2)',
  ],
  [
    'a line end in a cell',
    '7,2024-01-05,"Ann\nLee",1.25\n',
    2,
    '7|2024-01-05|Ann\nLee|1.25',
    'BIGINT,DATE,VARCHAR,DECIMAL(4,2)',
  ],
  [
    'a short row',
    '7,2024-01-05,Ann\n',
    2,
    '7|2024-01-05|Ann|NULL',
    'BIGINT,DATE,VARCHAR,DECIMAL(4,2)',
  ],
  [
    'a quote within a cell',
    '7,2024-01-05,Ann "Lee",1.25\n',
    2,
    '7|2024-01-05|Ann "Lee"|1.25',
    'BIGINT,DATE,VARCHAR,DECIMAL(4,2)',
  ],
  [
    'a blank line and a row',
    '\n7,2024-01-05,Ann,1.25\n',
    2,
    '7|2024-01-05|Ann|1.25',
    'BIGINT,DATE,VARCHAR,DECIMAL(4,2)',
  ],
  [
    'another line end',
    '7,2024-01-05,Ann,1.25\r\n',
    2,
    '7|2024-01-05|Ann|1.25',
    'BIGINT,DATE,VARCHAR,DECIMAL(4,2)',
  ],
];

describe('a large CSV that is loaded while it is looked through', () => {
  let engine: EngineForTests;
  let files: FilesHarness;
  let dataDir: string;
  let begun = 0;

  before(async () => {
    engine = await openEngineForTests();
    // The engine opens files below its folder only.
    dataDir = path.join(engine.folder, 'data');
    files = await openFiles(dataDir, {
      engine: engine.engine,
      beforeLoad: () => Promise.resolve(void begun++),
    });
    await addWorkspace(files.store);
  });
  after(async () => {
    await files?.close();
    await engine?.close();
  });

  const tableOf = async () => {
    const [file] = (await filesBelow(path.join(dataDir, 'engine'))).filter((name) =>
      name.endsWith('tables.duckdb'),
    );
    const instance = await DuckDBInstance.create(path.join(dataDir, 'engine', file!), {
      access_mode: 'READ_ONLY',
    });
    const connection = await instance.connect();
    const rows = async (sql: string) => (await connection.runAndReadAll(sql)).getRows();
    try {
      return {
        rows: Number((await rows('SELECT count(*) FROM data'))[0]![0]),
        last: String(
          (
            await rows(
              "SELECT concat_ws('|', id, day, name, coalesce(amount::VARCHAR, 'NULL')) FROM data ORDER BY rowid DESC LIMIT 1",
            )
          )[0]![0],
        ),
        types: (
          await rows("SELECT data_type FROM duckdb_columns() WHERE table_name = 'data'")
        ).join(),
      };
    } finally {
      connection.disconnectSync();
      instance.closeSync();
    }
  };

  for (const [name, end, loads, last, types] of FILES)
    it(`becomes the same table: ${name}`, async () => {
      begun = 0;
      const upload = await received(dataDir, 'data.csv', HEADER + BODY + end);
      const manifest = await files.service.upload(ADDRESS, upload, new AbortController().signal);
      const [table] = manifest.tables;
      expect(begun, 'loads').to.equal(loads);
      expect(await tableOf()).to.deep.equal({ rows: table!.row_count, last, types });
      const [record] = await files.service.list(ADDRESS);
      await files.service.remove(ADDRESS, record!.id);
      expect(await filesBelow(path.join(dataDir, 'spill'))).to.deep.equal([]);
    });
});
