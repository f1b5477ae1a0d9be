import { expect } from 'chai';
import XLSX from 'xlsx';
import { call } from '../../bench/service.ts';
import { type OwnWorkspace, openWorkspace } from './workspace.ts';

const ROWS = 5_000;
const header = 'id,note,price,sold_on\n';
const csv = (rows: number) =>
  header +
  Array.from(
    { length: rows },
    (_, n) =>
      `${n},${n % 2 ? '=1+1' : 'plain'} ${n},${n}.25,2025-01-${String((n % 28) + 1).padStart(2, '0')}\n`,
  ).join('');

interface Asked {
  readonly result_token: string;
  readonly total_rows: number;
  readonly total_rows_exact?: false;
}

describe('exports of the whole service', () => {
  for (const kept of [1_000_000, 100]) {
    const cut = kept < ROWS;
    describe(
      cut ? 'where the result was cut when it was kept' : 'where the result was kept',
      () => {
        let own: OwnWorkspace;
        let asked: Asked;
        before(async () => {
          own = await openWorkspace({
            PLUMBLINE_ASK__MAX_ROWS: '10',
            PLUMBLINE_RESULTS__MAX_SPOOL_ROWS: String(kept),
          });
          await own.upload(csv(ROWS), 'sales.csv');
          asked = await own.ask('list note, price and sold on of sales');
          expect(asked.result_token).to.be.a('string');
          expect(asked.total_rows_exact).to.equal(cut ? false : undefined);
        });
        after(() => own.close());

        const get = (
          format: string,
          headers: Record<string, string> = {},
          token = asked.result_token,
        ) =>
          fetch(
            `${own.service.url}/clients/${own.clientId}/results/${token}/export?format=${format}`,
            {
              headers: { 'x-api-key': own.service.apiKey!, ...headers },
            },
          );

        it('gives all rows in each format, under a file name', async () => {
          for (const [format, type] of [
            ['csv', 'text/csv; charset=utf-8'],
            ['json', 'application/json; charset=utf-8'],
            ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
            ['parquet', 'application/vnd.apache.parquet'],
          ] as const) {
            const response = await get(format);
            expect(response.status, format).to.equal(200);
            expect(response.headers.get('content-type')).to.equal(type);
            expect(response.headers.get('content-disposition')).to.match(
              new RegExp(`^attachment; filename="result-\\d{8}-\\d{6}\\.${format}"$`),
            );
            const bytes = Buffer.from(await response.arrayBuffer());
            if (format === 'csv') expect(bytes.toString().split('\r\n')).to.have.length(ROWS + 2);
            if (format === 'json') expect(JSON.parse(bytes.toString())).to.have.length(ROWS);
            if (format === 'xlsx') {
              const { Sheets } = XLSX.read(bytes);
              expect(XLSX.utils.sheet_to_json(Sheets['Result']!)).to.have.length(ROWS);
            }
            if (format === 'parquet') expect(bytes.subarray(-4).toString()).to.equal('PAR1');
          }
          expect(await (await get('csv')).text()).to.contain("'=1+1 1,1.25,2025-01-02");
        });

        it('is 404 for an unknown token and for another person, 422 for an unknown format', async () => {
          expect((await get('csv', {}, 'made-up')).status).to.equal(404);
          expect((await get('csv', { 'x-end-user-id': 'ben' })).status).to.equal(404);
          expect((await get('pdf')).status).to.equal(422);
        });

        it(
          cut ? 'is 409 once other rows have taken their place' : 'stays as it was answered',
          async () => {
            await own.upload(csv(10), 'sales.csv');
            const response = await get('csv');
            expect(response.status).to.equal(cut ? 409 : 200);
            await response.text();
          },
        );

        it('is gone with its file', async () => {
          const { files } = await call<{ files: { id: number }[] }>(own.service, 'GET', own.files);
          await call(own.service, 'DELETE', `${own.files}/${files[0]!.id}`);
          expect((await get('csv')).status).to.equal(404);
        });
      },
    );
  }
});
