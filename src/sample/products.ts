import type { Random } from '#src/sample/random.ts';

export interface Product {
  readonly id: number;
  readonly name: string;
  readonly category: string;
  readonly brand: string | null;
  readonly priceCents: number;
  readonly costCents: number;
  readonly weight: number;
}

const BRANDS = [
  'Alderway',
  'Brightmoor',
  'Copperleaf',
  'Dunmore',
  'Everlund',
  'Fernhill',
  'Halden',
  'Northglen',
  'Osterly',
  'Tidewell',
];
const FINISHES = ['Ash', 'Slate', 'Ivory', 'Cobalt', 'Walnut'];

/** Category, things in it, lowest and highest price in US dollars, how often they are bought. */
const CATEGORIES: readonly (readonly [string, readonly string[], number, number, number])[] = [
  ['Kitchen', ['Skillet', 'Kettle', 'Knife Set'], 25, 140, 9],
  ['Bedding', ['Duvet', 'Pillow', 'Throw'], 20, 180, 7],
  ['Lighting', ['Desk Lamp', 'Pendant', 'Lantern'], 30, 220, 6],
  ['Garden', ['Planter', 'Trowel', 'Fire Bowl'], 12, 160, 6],
  ['Furniture', ['Armchair', 'Bookshelf', 'Side Table'], 90, 640, 4],
  ['Stationery', ['Notebook', 'Pen Case', 'Planner'], 6, 45, 8],
  ['Luggage', ['Backpack', 'Weekender', 'Cabin Case'], 45, 260, 4],
  ['Tableware', ['Dinner Plate', 'Carafe', 'Mug'], 8, 75, 8],
];

/** 120 products: each thing of each category in each finish. Prices end in .50 or .99. */
export function makeProducts(random: Random): Product[] {
  const products: Product[] = [];
  for (const [category, things, lowest, highest, weight] of CATEGORIES) {
    for (const thing of things) {
      const base = lowest + random.below(highest - lowest);
      for (const finish of FINISHES) {
        const dollars = Math.max(lowest, base + random.below(9) - 4);
        const priceCents = dollars * 100 + (random.chance(0.5) ? 99 : 50);
        products.push({
          id: 1001 + products.length,
          name: `${finish} ${thing}`,
          category,
          brand: random.chance(0.05) ? null : random.pick(BRANDS),
          priceCents,
          costCents: Math.round((priceCents * (45 + random.below(26))) / 100),
          weight: weight * (1 + random.below(5)),
        });
      }
    }
  }
  return products;
}
