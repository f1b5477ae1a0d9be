import { expect } from 'chai';
import { call } from '../../bench/service.ts';
import { type DatabaseForTests, type DatabaseKind, openOrSkip } from '../fakes/database-kind.ts';
import { MYSQL } from '../fakes/mysql-kind.ts';
import { POSTGRES } from '../fakes/postgres-server.ts';
import { MUSIC } from '../fixtures/music/music.ts';
import { connectDatabase } from './connect.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

const LINES = MUSIC.find(({ name }) => name === 'invoice_lines')!;
const at = (name: string) => LINES.columns.findIndex((column) => column.name === name);
const KEPT = 100;

interface Asked {
  readonly result_token: string;
  readonly total_rows_exact?: false;
  readonly data: { readonly columns: string[] };
}

const KINDS: readonly (readonly [type: string, kind: DatabaseKind])[] = [
  ['postgres', POSTGRES],
  ['mysql', MYSQL],
];

for (const [type, kind] of KINDS)
  describe(`exports of results over ${kind.name} that were cut when they were kept`, () => {
    let server: DatabaseForTests;
    let own: OwnWorkspace;
    let asked: Asked;

    before(async function () {
      server = await openOrSkip(kind, this);
      own = await openWorkspace({
        PLUMBLINE_ASK__MAX_ROWS: '10',
        PLUMBLINE_RESULTS__MAX_SPOOL_ROWS: String(KEPT),
      });
      const workspace_id = await connectDatabase(own, type, server);
      const q = 'list invoice id, track id, unit price and quantity of invoice lines';
      asked = await call<Asked>(own.service, 'POST', '/query', { q, workspace_id });
      expect(LINES.rows.length).to.be.greaterThan(KEPT);
      expect(asked.total_rows_exact, JSON.stringify(asked).slice(0, 900)).to.equal(false);
    });
    after(async () => {
      await own?.close();
      await server?.close();
    });

    const get = (format: string) =>
      fetch(
        `${own.service.url}/clients/${own.clientId}/results/${asked.result_token}/export?format=${format}`,
        { headers: { 'x-api-key': own.service.apiKey! } },
      );
    /** Rows as numbers, prices in cents, in an order of their own. */
    const sorted = (rows: readonly (readonly unknown[])[]) =>
      rows
        .map(([invoice, track, price, quantity]) => [
          Number(invoice),
          Number(track),
          Math.round(Number(price) * 100),
          Number(quantity),
        ])
        .sort(([a, b], [c, d]) => a! - c! || b! - d!);
    const csvRows = async () => {
      const response = await get('csv');
      expect(response.status).to.equal(200);
      const lines = (await response.text()).trimEnd().split('\r\n');
      return lines.slice(1).map((line) => line.split(','));
    };
    const ALL = sorted(
      LINES.rows.map((row) =>
        ['invoice_id', 'track_id', 'unit_price', 'quantity'].map((name) => row[at(name)]),
      ),
    );

    it('give all rows of the table', async () => {
      expect(sorted(await csvRows())).to.deep.equal(ALL);
    });

    it('give the same rows in JSON, and files of XLSX and Parquet', async () => {
      const objects = (await (await get('json')).json()) as Record<string, unknown>[];
      expect(sorted(objects.map((row) => Object.values(row)))).to.deep.equal(ALL);
      for (const [format, begin] of [
        ['xlsx', 'PK'],
        ['parquet', 'PAR1'],
      ] as const) {
        const bytes = Buffer.from(await (await get(format)).arrayBuffer());
        expect(bytes.subarray(0, begin.length).toString(), format).to.equal(begin);
      }
    });

    it('are of the database as it is by then', async () => {
      const [gone] = ALL[0]!;
      await server.run(`DELETE FROM invoice_lines WHERE invoice_id = ${gone}`);
      expect(sorted(await csvRows())).to.deep.equal(ALL.filter(([invoice]) => invoice !== gone));
    });
  });
