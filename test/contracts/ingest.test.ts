import { expect } from 'chai';
import fc from 'fast-check';
import { isNullToken } from '#workers/ingest/column-stats.ts';
import { KINDS, type Rows } from '../fakes/file-kinds.ts';
import { rounds } from '../fakes/full.ts';
import { type Parsed, type ParseOptions, parsed } from '../unit/ingest/parse.ts';

/** What every parser of files holds to: the same rows, written as each kind of file, give the same tables. */
for (const { filename, sheet, write } of KINDS)
  describe(`parsing of ${filename}`, () => {
    const parse = async (rows: Rows, options: ParseOptions = {}): Promise<Parsed> =>
      parsed(await write(rows), { filename, ...options });

    it('types each column over all of its rows', async () => {
      const { tables } = await parse([
        ['id', 'name', 'price', 'ok', 'day', 'zip'],
        [1, 'a', 2.5, true, '2024-02-29', '00501'],
        [2, 'b "quoted", 2', 3.25, false, '2024-03-01', '10115'],
        [3, 'line\nbreak', null, true, null, null],
      ]);
      expect(tables).to.have.length(1);
      const [table] = tables;
      expect(table!.tableName).to.equal('data');
      expect(table!.rowCount).to.equal(3);
      expect(table!.columns.map((column) => column.type)).to.deep.equal([
        'integer',
        'text',
        'decimal',
        'boolean',
        'date',
        'text',
      ]);
      expect(table!.rows).to.deep.equal([
        ['1', 'a', '2.5', 'true', '2024-02-29', '00501'],
        ['2', 'b "quoted", 2', '3.25', 'false', '2024-03-01', '10115'],
        ['3', 'line\nbreak', null, 'true', null, null],
      ]);
    });

    it('follows a mapping and refuses one for what is not there', async () => {
      const rows = [
        ['a', 'b'],
        [1, 2],
      ];
      const mapping = { [sheet]: { table_name: 'renamed', types: { b: 'text' } } } as const;
      const { tables } = await parse(rows, { mapping });
      expect(tables[0]!.tableName).to.equal('renamed');
      expect(tables[0]!.columns.map(({ type }) => type)).to.deep.equal(['integer', 'text']);
      const wrong = await parse(rows, { mapping: { nowhere: {} } }).catch((error: Error) => error);
      expect(String(wrong)).to.contain('upload_bad_mapping').and.contain(sheet);
    });

    // Of the others the names of the columns are known.
    if (!/json|parquet|sqlite/.test(filename))
      it('finds the header where a mapping says it is', async () => {
        const mapping = { [sheet]: { header_row: 2 } };
        const { tables } = await parse([['junk'], ['a', 'b'], [1, 2]], { mapping });
        expect(tables[0]!.rows).to.deep.equal([['1', '2']]);
      });

    it('loses no cell, whatever stands in a column', async () => {
      const cell = fc.oneof(
        fc.constantFrom(
          '',
          '1',
          '-2',
          '0.5',
          '1,234',
          '1.234,5',
          '$5',
          '7%',
          '007',
          'N/A',
          'yes',
          'no',
        ),
        fc.constantFrom(
          '2024-02-29',
          '31/12/2024',
          '1/2/24',
          '5 Jan 2024',
          '12:30',
          '1e5',
          '"',
          "'",
          ',',
        ),
        fc.integer().map(String),
        fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
        fc.string({ unit: fc.constantFrom('a', 'é', ' ', '"', ';', '0', '.', '-'), maxLength: 6 }),
      );
      const column = fc.array(cell, { minLength: 1, maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(column, async (cells) => {
          const { tables } = await parse([['x', 'row'], ...cells.map((text) => [text, 'r'])]);
          const [{ type }] = [tables[0]!.columns[0]!];
          const out = tables[0]!.rows.map((row) => row[0] ?? null);
          expect(out).to.have.length(cells.length);
          for (const [i, text] of cells.entries()) {
            const trimmed = text.trim();
            const written = tables[0]!.columns.findIndex(({ name }) => name === 'x_as_written');
            if (written >= 0 && tables[0]!.rows[i]![written] !== null)
              expect([out[i], tables[0]!.rows[i]![written]]).to.deep.equal([null, trimmed]);
            else if (type === 'text') expect(out[i]).to.equal(trimmed === '' ? null : trimmed);
            else expect(out[i] === null).to.equal(trimmed === '' || isNullToken(trimmed));
            if (type === 'integer' && /^-?\d{1,15}$/.test(trimmed))
              expect(Number(out[i])).to.equal(Number(trimmed) + 0);
            if ((type === 'decimal' || type === 'float') && /^-?\d+\.\d+$/.test(trimmed))
              expect(Number(out[i])).to.equal(Number(trimmed));
          }
        }),
        { numRuns: rounds(/csv$|xlsx$/.test(filename) ? 150 : 15) },
      );
    });
  });
