import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeCustomers } from '#src/sample/customers.ts';
import { makeOrders } from '#src/sample/orders.ts';
import { makeProducts } from '#src/sample/products.ts';
import { createRandom } from '#src/sample/random.ts';
import { STORES } from '#src/sample/stores.ts';

const SEED = 20_261_031;

export interface SampleFile {
  readonly filename: string;
  readonly path: string;
}

type Cell = string | number | null;

interface SampleTable {
  readonly name: string;
  readonly header: string;
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * Writes the sample company into a folder, which is made where it is missing: a retailer with customers, products,
 * stores in five regions, orders and their lines from January 2024 to October 2026, some 20,000 rows in five CSV
 * files. The same bytes each time. Only stores have a region; revenue is exact to the cent, and nothing for orders
 * that were cancelled or returned. In July 2026 the region West sells far less than usual.
 */
export async function generateSampleCsvs(folder: string): Promise<readonly SampleFile[]> {
  await mkdir(folder, { recursive: true });
  const files: SampleFile[] = [];
  for (const { name, header, rows } of makeTables()) {
    const filename = `${name}.csv`;
    const file = path.join(folder, filename);
    await writeFile(file, toCsv(header, rows));
    files.push({ filename, path: file });
  }
  return files;
}

function makeTables(): SampleTable[] {
  const random = createRandom(SEED);
  const products = makeProducts(random);
  const customers = makeCustomers(random);
  const orders = makeOrders(random, customers, products);
  const lines = orders.flatMap(({ id, lines }) => lines.map((line) => ({ id, ...line })));
  return [
    {
      name: 'customers',
      header: 'customer_id,name,segment,city,country,signup_date',
      rows: customers.map((c) => [c.id, c.name, c.segment, c.city, c.country, c.signupDate]),
    },
    {
      name: 'products',
      header: 'product_id,name,category,brand,unit_price,unit_cost',
      rows: products.map(({ id, name, category, brand, priceCents, costCents }) => {
        return [id, name, category, brand, money(priceCents), money(costCents)];
      }),
    },
    {
      name: 'stores',
      header: 'store_id,name,city,region,opened_on',
      rows: STORES.map((s) => [s.id, s.name, s.city, s.region, s.openedOn]),
    },
    {
      name: 'orders',
      header: 'order_id,customer_id,store_id,order_date,channel,status',
      rows: orders.map((o) => [o.id, o.customerId, o.storeId, o.date, o.channel, o.status]),
    },
    {
      name: 'order_lines',
      header: 'order_id,product_id,quantity,discount_percent,revenue',
      rows: lines.map(({ id, productId, quantity, discountPercent, revenueCents }) => {
        return [id, productId, quantity, discountPercent, money(revenueCents)];
      }),
    },
  ];
}

function money(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
}

/** No cell of the sample needs quotes. */
function toCsv(header: string, rows: readonly (readonly Cell[])[]): string {
  const lines = rows.map((row) => row.map((cell) => cell ?? '').join(','));
  return `${[header, ...lines].join('\n')}\n`;
}
