import { closeSync, openSync, writeSync } from 'node:fs';

/**
 * Writes a CSV of sales for measurements: `npm run bench make-csv FILE MEGABYTES [SEED]`. The same seed gives the
 * same file.
 */
const [file = 'sales.csv', megabytes = '50', seed = '1'] = process.argv.slice(2);

let state = Number(seed) >>> 0;
/** Mulberry32 (Tommy Ettinger, public domain): 0 ≤ x < 1. */
function random(): number {
  state = (state + 0x6d2b79f5) >>> 0;
  let t = Math.imul(state ^ (state >>> 15), 1 | state);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
}

const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
const REGIONS = ['North', 'South', 'East', 'West', 'São Paulo', 'Île-de-France', '東京', ''];
const PRODUCTS = Array.from({ length: 200 }, (_, i) =>
  i % 10 === 0 ? `"Desk ${i}, XL"` : `${pick(['Lamp', 'Chair', 'Phone'])} ${i}`,
);
const DAY_MS = 86_400_000;

const out = openSync(file, 'w');
let bytes = writeSync(
  out,
  'order_id,customer_id,order_date,region,product,channel,quantity,unit_price,discount,paid\n',
);
const limit = Number(megabytes) * 1024 * 1024;
for (let id = 1; bytes < limit; ) {
  const lines: string[] = [];
  for (let i = 0; i < 5_000; i++, id++) {
    const day = new Date(Date.UTC(2022, 0, 1) + Math.floor(random() * 1_400) * DAY_MS);
    lines.push(
      [
        id,
        1 + Math.floor(random() * 10_000),
        day.toISOString().slice(0, 10),
        pick(REGIONS),
        pick(PRODUCTS),
        pick(['online', 'retail', 'partner', 'phone']),
        1 + Math.floor(random() * 20),
        (5 + random() * 500).toFixed(2),
        random() < 0.1 ? '' : (random() * 0.3).toFixed(2),
        random() < 0.9,
      ].join(','),
    );
  }
  bytes += writeSync(out, `${lines.join('\n')}\n`);
}
closeSync(out);
console.log(`${file}: ${bytes} bytes`);
