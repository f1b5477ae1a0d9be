import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'chai';
import fc from 'fast-check';
import { buildValueIndex } from '#src/catalog/value-index.ts';
import { openValueLookup } from '#src/catalog/value-lookup.ts';
import type { Catalog, ValueHit, ValueLookup } from '#src/plugin-api/catalog.ts';
import type { ValuesBatch } from '#src/plugin-api/data-source.ts';
import { NO_ROW_POLICY, type RowPolicy } from '#src/principal.ts';
import { rounds } from '../../fakes/full.ts';
import { columnOf, tableOf } from './catalog-builders.ts';

const physical = { database: null, schema: null, table: 'shops' };

async function* batchesOf(values: readonly string[], column = 'name'): AsyncGenerator<ValuesBatch> {
  yield { physical, column, values: values.map((value) => ({ value, rowCount: 1 })) };
}

describe('the value index', () => {
  let folder: string;
  let files = 0;
  const opened: ValueLookup[] = [];

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-values-'));
  });
  afterEach(() => {
    for (const lookup of opened.splice(0)) lookup.close();
  });
  after(() => rm(folder, { recursive: true, force: true }));

  const build = async (batches: AsyncIterable<ValuesBatch>, signal?: AbortSignal) => {
    const target = path.join(folder, `${files++}.sqlite`);
    await buildValueIndex(target, batches, {
      fieldOf: ({ column }) => ({ table: 'shops', column }),
      signal: signal ?? new AbortController().signal,
    });
    return target;
  };
  const open = (
    paths: readonly string[],
    columns: Catalog['tables'][number]['columns'] = [columnOf('name')],
    policy: RowPolicy = NO_ROW_POLICY,
    views: Catalog['tables'] = [],
  ) => {
    const catalog: Catalog = {
      generationId: 'g',
      clientId: 'c',
      workspaceId: 'w',
      dialect: 'duckdb',
      tables: [tableOf('shops', columns), ...views],
      relationships: [],
      attachments: [],
      valueIndexes: paths,
      timezone: 'UTC',
      asOf: null,
    };
    const lookup = openValueLookup(catalog, policy);
    opened.push(lookup);
    return lookup;
  };
  const brief = (hits: readonly ValueHit[]) => hits.map(({ value, match }) => [value, match]);

  it('finds values as people write them', async () => {
    const values = [
      'São Paulo',
      "O'Neil",
      'R&D',
      'E-mail',
      'Women’s Shoes',
      'C++',
      'C',
      '1.5',
      '15',
    ];
    const lookup = open([await build(batchesOf(values))]);
    const cases: [string, [string, string][]][] = [
      ['São Paulo', [['São Paulo', 'exact']]],
      ['sao  paulo', [['São Paulo', 'folded']]],
      ['oneil', [["O'Neil", 'folded']]],
      ['r and d', [['R&D', 'folded']]],
      ['email', [['E-mail', 'folded']]],
      ['e mails', [['E-mail', 'lemma']]],
      ["women's shoe", [['Women’s Shoes', 'lemma']]],
      ['woman shoe', [['Women’s Shoes', 'lemma']]],
      ['c++', [['C++', 'folded']]],
      ['C', [['C', 'exact']]],
      ['1.5', [['1.5', 'exact']]],
      ['1 5', []],
      ['', []],
      ['  ', []],
      ['nowhere', []],
    ];
    for (const [span, hits] of cases) {
      expect(brief(lookup.lookup(span)), span).to.deep.equal(hits);
    }
  });

  it('finds the values of a table in views that show its column as it is', async () => {
    const { physical: of } = tableOf('shops', []);
    const copies = { title: { schema: of.schema, table: of.table, column: 'name' } };
    const reads = { columns: {}, elsewhere: [], copies };
    const hidden = { ...columnOf('secret'), hidden: true };
    const view = { ...tableOf('open_shops', [columnOf('title'), hidden]), isView: true, reads };
    const index = await build(batchesOf(['Berlin']));
    const places = (views: Catalog['tables']) =>
      open([index], [columnOf('name')], NO_ROW_POLICY, views)
        .lookup('berlin')
        .map(({ table, column }) => `${table}.${column}`);
    expect(places([view])).to.deep.equal(['open_shops.title', 'shops.name']);
    const closed = { ...reads, copies: { secret: copies.title } };
    expect(places([{ ...view, reads: closed }])).to.deep.equal(['shops.name']);
  });

  it('knows what short codes stand for, in columns that hold such codes alone', async () => {
    const columns = ['gender', 'grade', 'state', 'Country'].map((name) => columnOf(name));
    async function* batches() {
      yield* batchesOf(['F', 'M'], 'gender');
      yield* batchesOf(['F', 'A'], 'grade');
      yield* batchesOf(['CA', 'OR', 'IN'], 'state');
      yield* batchesOf(['USA', 'Germany'], 'Country');
    }
    const lookup = open([await build(batches())], columns);
    const cases: [string, string[]][] = [
      ['female', ['gender=F']],
      ['women', ['gender=F']],
      ['males', ['gender=M']],
      ['F', ['gender=F', 'grade=F']],
      ['California', ['state=CA']],
      ['united states', ['Country=USA']],
      ['US', ['Country=USA']],
    ];
    for (const [span, found] of cases) {
      const hits = lookup.lookup(span).map(({ column, value }) => `${column}=${value}`);
      expect(hits, span).to.deep.equal(found);
    }
  });

  it('finds people without the titles before their names', async () => {
    const lookup = open(
      [await build(batchesOf(['Dr Umar Adler', 'Mrs. Ó Bric', 'Dr Pepper 330'], 'name'))],
      [columnOf('name')],
    );
    const found = (span: string) => lookup.lookup(span).map(({ value }) => value);
    expect(found('umar adler')).to.deep.equal(['Dr Umar Adler']);
    expect(found('Ó Bric')).to.deep.equal(['Mrs. Ó Bric']);
    expect(found('Pepper 330')).to.deep.equal([]);
  });

  it('offers close spellings only when asked', async () => {
    const lookup = open([await build(batchesOf(['Massachusetts', 'Boston', 'Austin', 'Rome']))]);
    expect(lookup.lookup('Bostn')).to.deep.equal([]);
    expect(brief(lookup.lookup('Bostn', { near: true }))).to.deep.equal([['Boston', 'near']]);
    expect(brief(lookup.lookup('Masachusets', { near: true }))).to.deep.equal([
      ['Massachusetts', 'near'],
    ]);
    expect(lookup.lookup('Roe', { near: true }), 'too short to guess').to.deep.equal([]);
  });

  it('offers longer values that begin or end with the words asked for', async () => {
    const lookup = open([
      await build(batchesOf(['Kofi Ibarra', 'Kofia', 'Ana Kofi Silva', 'Ibarra'])),
    ]);
    const near = (span: string) => lookup.lookup(span, { near: true }).map((hit) => hit.value);
    expect(near('kofi')).to.deep.equal(['Kofia']);
    expect(near('ana')).to.deep.equal(['Ana Kofi Silva']);
    expect(near('silva')).to.deep.equal(['Ana Kofi Silva']);
    expect(near('Ibarra')).to.deep.equal(['Ibarra', 'Kofi Ibarra']);
    expect(lookup.lookup('silva')).to.deep.equal([]);
  });

  it('finds any value again, as it is and without case', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(
          fc.oneof(
            fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
            fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 30 }),
          ),
          { minLength: 1, maxLength: 20 },
        ),
        async (values) => {
          const lookup = open([await build(batchesOf(values))]);
          for (const value of values.filter((text) => text.trim() === text && text !== '')) {
            const found = lookup.lookup(value).filter((hit) => hit.value === value);
            expect(found.map(({ match }) => match)).to.deep.equal(['exact']);
            if (/[^\p{ASCII}]/u.test(value)) continue;
            for (const spelling of [value.toLowerCase(), ` ${value.toUpperCase()} `]) {
              const found = lookup.lookup(spelling).map((hit) => hit.value);
              expect(found, spelling).to.include(value);
            }
          }
        },
      ),
      { numRuns: rounds(25) },
    );
  });

  it('finds a word of five letters or more in spite of one typing error', async () => {
    const word = fc.string({
      unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz'),
      minLength: 6,
      maxLength: 24,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(word, fc.nat(), fc.nat(3)), { minLength: 1, maxLength: 20 }),
        async (words) => {
          const lookup = open([await build(batchesOf(words.map(([text]) => text)))]);
          for (const [text, where, kind] of words) {
            const wrong = mistyped(text, where % text.length, kind);
            const found = lookup.lookup(wrong, { near: true }).map((hit) => hit.value);
            expect(found, `${text} as ${wrong}`).to.include(text);
          }
        },
      ),
      { numRuns: rounds(25) },
    );
  });

  it('never gives values of hidden, sensitive or unknown columns, nor any under a row filter', async () => {
    const paths = [await build(batchesOf(['Boston']))];
    expect(open(paths).lookup('Boston')).to.have.length(1);
    expect(open(paths, [columnOf('name', { hidden: true })]).lookup('Boston')).to.deep.equal([]);
    expect(open(paths, [columnOf('name', { sensitive: true })]).lookup('Boston')).to.deep.equal([]);
    expect(open(paths, [columnOf('other')]).lookup('Boston')).to.deep.equal([]);
    const policy = { filter: { region: 'North' }, hash: 'x' };
    expect(open(paths, [columnOf('name')], policy).lookup('Boston', { near: true })).to.deep.equal(
      [],
    );
  });

  it('looks through the files of all versions, most frequent values first', async () => {
    async function* frequent(): AsyncGenerator<ValuesBatch> {
      yield { physical, column: 'name', values: [{ value: 'BOSTON', rowCount: 9 }] };
    }
    const lookup = open([await build(batchesOf(['boston'])), await build(frequent())]);
    expect(lookup.lookup('Boston').map((hit) => hit.value)).to.deep.equal(['BOSTON', 'boston']);
    expect(lookup.lookup('Boston', { limit: 1 })).to.have.length(1);
  });

  it('leaves nothing behind when it fails or is called off, and never overwrites', async () => {
    async function* failing(): AsyncGenerator<ValuesBatch> {
      yield* batchesOf(['a']);
      throw new Error('engine gone');
    }
    const before = await readdir(folder);
    expect(await build(failing()).catch((error: Error) => error.message)).to.equal('engine gone');
    const stopped = AbortSignal.abort(new Error('called off'));
    expect(await build(batchesOf(['a']), stopped).catch((error: Error) => error.message)).to.equal(
      'called off',
    );
    expect(await readdir(folder)).to.deep.equal(before);
    const target = await build(batchesOf(['a']));
    files--;
    const again = await build(batchesOf(['b'])).catch((error: Error) => error.message);
    expect(again).to.contain('already exists');
    expect(open([target]).lookup('a')).to.have.length(1);
    files++;
  });
});

function mistyped(text: string, at: number, kind: number): string {
  if (kind === 0) return text.slice(0, at) + text.slice(at + 1);
  if (kind === 1) return `${text.slice(0, at)}q${text.slice(at)}`;
  if (kind === 2) return `${text.slice(0, at)}q${text.slice(at + 1)}`;
  const next = text[at + 1] ?? '';
  return text.slice(0, at) + next + text[at] + text.slice(at + 2);
}
