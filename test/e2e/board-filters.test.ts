import { expect } from 'chai';
import { type Caller, callerOf } from './http-caller.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

interface CardFilter {
  readonly id: string;
  readonly problem: string | null;
  readonly reason: string | null;
  readonly columns: readonly { readonly table: string; readonly column: string }[];
  readonly limited_already: boolean;
  readonly leaves_out_empty: boolean;
}
interface Tile {
  readonly saved: {
    readonly name: string;
    readonly failure: string | null;
    readonly result: { readonly rows: readonly (readonly unknown[])[] } | null;
  } | null;
  readonly filters: readonly CardFilter[];
}
interface Filter {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
  readonly columns: readonly { readonly table: string; readonly column: string }[];
}
interface Board {
  readonly id: string;
  readonly version: number;
  readonly filters: readonly (Filter & { readonly value: unknown })[];
  readonly tiles: readonly Tile[];
}

const SALES = `sold_on,country,rep,amount
2024-01-15,Germany,Ann,10
2024-12-31,France,Ben,20
2025-01-01,France,Ann,3
2025-06-01,,Ben,100
,Germany,Ann,1000
`;
const STOCK = 'item,pieces\nnut,5\nbolt,7\n';

for (const engine of ['duckdb', 'alasql'])
  describe(`filters of a board over ${engine}`, () => {
    let own: OwnWorkspace;
    let call: Caller;
    let french: Caller;
    let root: string;
    before(async () => {
      own = await openWorkspace({ PLUMBLINE_FILES__ENGINE: engine });
      await own.upload(SALES, 'sales.csv');
      await own.upload(STOCK, 'stock.csv');
      call = callerOf(own.service.url, own.service.apiKey);
      root = `/clients/${own.clientId}/workspaces/${own.workspaceId}`;
      const body = {
        ...{ name: 'k', scope: 'query', client_id: own.clientId },
        row_filter: { country: 'France' },
      };
      const key = await call<{ api_key: string }>('POST', '/accounts/api-keys', { body });
      french = callerOf(own.service.url, key.body.api_key);
    });
    after(() => own?.close());

    const save = async (query: string) => {
      const body = { query, new_session: true, workspace_id: own.workspaceId };
      const { body: answer } = await call<{ trace_id: string }>(
        'POST',
        `/clients/${own.clientId}/ask`,
        { body },
      );
      const { trace_id } = answer;
      const saved = await call<{ id: string }>('POST', `${root}/saved`, { body: { trace_id } });
      expect(saved.status, query).to.equal(201);
      return { saved_id: saved.body.id, width: 1 };
    };
    const board = async (...questions: string[]) => {
      const tiles = [];
      for (const question of questions) tiles.push(await save(question));
      const { body } = await call<Board>('POST', `${root}/boards`, {
        body: { name: 'Sales', tiles },
      });
      return `${root}/boards/${body.id}`;
    };
    const setFilters = (at: string, filters: object[]) =>
      call<Board>('PATCH', at, { body: { filters } });
    /** A key that only asks names whom for. */
    const as = (by: Caller) => (by === french ? { user: 'cleo' } : {});
    const refresh = async (at: string, filters: object, by = call) =>
      (await by<Board>('POST', `${at}/refresh`, { ...as(by), body: { filters } })).body;
    const rowsOf = ({ tiles }: Board) => tiles.map(({ saved }) => saved?.result?.rows ?? null);
    const DATE = {
      ...{ name: 'Sold on', kind: 'period' },
      columns: [{ table: 'sales', column: 'sold_on' }],
    };
    const COUNTRY = {
      ...{ name: 'Country', kind: 'values' },
      columns: [{ table: 'sales', column: 'country' }],
    };

    it('are offered, kept, applied to the rows of each card, and leave no result behind', async () => {
      const at = await board('total amount', 'average amount by rep', 'total pieces');
      const offered = await call<{ filters: (Filter & { cards: number })[] }>(
        'GET',
        `${at}/filters`,
      );
      expect(
        offered.body.filters.map(({ kind, name, cards }) => [kind, name, cards]),
      ).to.deep.include.members([
        ['period', 'Sold on', 2],
        ['values', 'Country', 2],
      ]);
      const kept = await setFilters(at, [DATE, COUNTRY]);
      expect(kept.body.filters.map(({ id, value }) => [id, value])).to.deep.equal([
        ['sold-on', null],
        ['country', null],
      ]);
      const in2024 = await refresh(at, { 'sold-on': { from: '2024-01-01', to: '2024-12-31' } });
      const [total, average, pieces] = in2024.tiles;
      expect(total?.saved?.result?.rows).to.deep.equal([[30]]);
      expect(
        average?.saved?.result?.rows.map(([rep, value]) => [rep, Number(value)]),
      ).to.have.deep.members([
        ['Ann', 10],
        ['Ben', 20],
      ]);
      expect(total?.filters[0]).to.deep.include({
        problem: null,
        columns: [{ table: 'sales', column: 'sold_on' }],
        leaves_out_empty: true,
      });
      expect(pieces?.saved?.result, 'no number that is not filtered').to.equal(null);
      expect(pieces?.filters[0]).to.include({ problem: 'no_column' });
      expect(pieces?.saved?.failure).to.equal(pieces?.filters[0]?.reason);
      const read = await call<Board>('GET', at);
      expect(rowsOf(read.body), 'nothing filtered is kept').to.deep.equal([null, null, null]);
      expect(rowsOf(await refresh(at, {}))[0]).to.deep.equal([[1133]]);
    });

    it('take values, rows without one, several filters, and values that are gone', async () => {
      const at = await board('total amount');
      await setFilters(at, [DATE, COUNTRY]);
      const total = async (filters: object) => rowsOf(await refresh(at, filters))[0];
      expect(await total({ country: { values: ['France'] } })).to.deep.equal([[23]]);
      expect(await total({ country: { values: ['France', null] } })).to.deep.equal([[123]]);
      expect(await total({ country: { values: [null] } })).to.deep.equal([[100]]);
      expect(
        await total({
          country: { values: ['France'] },
          'sold-on': { from: '2025-01-01', to: null },
        }),
      ).to.deep.equal([[3]]);
      const none = await total({ country: { values: ["x' OR '1'='1"] } });
      expect([[], [[null]]]).to.deep.include(none);
      const open = await refresh(at, { 'sold-on': { from: null, to: null } });
      expect(rowsOf(open)[0]).to.deep.equal([[1133]]);
      const unknown = await refresh(at, { nobody: { values: ['x'] } });
      expect(rowsOf(unknown)).to.deep.equal([null]);
      expect(unknown.tiles[0]?.filters[0]).to.include({ problem: 'unknown' });
      for (const bad of [
        { 'sold-on': { from: '2025-01-02', to: '2025-01-01' } },
        { 'sold-on': { from: '2025-02-30', to: null } },
        { country: { values: [] } },
        { country: {} },
      ])
        expect((await call('POST', `${at}/refresh`, { body: { filters: bad } })).status).to.equal(
          422,
        );
    });

    it('offer and apply only rows that the reader sees', async () => {
      const at = await board('total amount');
      await setFilters(at, [COUNTRY]);
      await call('PATCH', at, { body: { shared: true } });
      const values = async (by: Caller, query = '') => {
        const path = `${at}/filters/country/values${query}`;
        const { status, body } = await by<{ values: unknown[] }>('GET', path, as(by));
        expect(status, JSON.stringify(body)).to.equal(200);
        return body.values;
      };
      expect(await values(call)).to.deep.equal(['France', 'Germany', null]);
      expect(await values(call, '?search=germ')).to.deep.equal(['Germany']);
      expect(await values(french)).to.deep.equal(['France']);
      const seen = await refresh(at, { country: { values: ['Germany', 'France'] } }, french);
      expect(rowsOf(seen)[0]).to.deep.equal([[23]]);
      expect((await call('GET', `${at}/filters/none/values`)).status).to.equal(404);
    });

    it('end with their column, and are refused for one that is hidden', async () => {
      const at = await board('total amount');
      await setFilters(at, [{ ...COUNTRY, columns: [{ table: 'sales', column: 'rep' }] }]);
      const column = `/clients/${own.clientId}/schema/tables/sales/columns/rep?workspace_id=${own.workspaceId}`;
      await call('PATCH', column, { body: { hidden: true } });
      const read = await call<Board>('GET', at);
      expect(read.body.filters[0]?.columns, 'hidden is hidden').to.deep.equal([]);
      const gone = await refresh(at, { country: { values: ['Ann'] } });
      expect(gone.tiles[0]?.filters[0]).to.include({ problem: 'gone' });
      expect(rowsOf(gone)).to.deep.equal([null]);
      const hidden = await setFilters(at, [
        { ...COUNTRY, columns: [{ table: 'sales', column: 'rep' }] },
      ]);
      expect(hidden.status).to.equal(422);
      await call('PATCH', column, { body: { hidden: false } });
    });
  });
