import { createCalendar } from '#src/sample/calendar.ts';
import type { Customer } from '#src/sample/customers.ts';
import type { Product } from '#src/sample/products.ts';
import { type Draw, drawByWeight, type Random } from '#src/sample/random.ts';
import { STORES, type Store } from '#src/sample/stores.ts';

export interface Order {
  readonly id: number;
  readonly customerId: number;
  readonly storeId: number;
  readonly date: string;
  readonly channel: string;
  readonly status: string;
  readonly lines: readonly OrderLine[];
}

interface OrderLine {
  readonly productId: number;
  readonly quantity: number;
  readonly discountPercent: number;
  /** What the line brought in: nothing where the order was cancelled or returned. */
  readonly revenueCents: number;
}

const COUNT = 8_000;
const FIRST_ID = 10_001;
/** In July 2026 most orders of this region are missing: something to find. */
const DIP = { region: 'West', month: '2026-07', lost: 0.6 };
const drawChannel = drawByWeight([
  ['In store', 58],
  ['Online', 34],
  ['Phone', 8],
]);
const drawStatus = drawByWeight([
  ['Completed', 92],
  ['Returned', 5],
  ['Cancelled', 3],
]);
const drawLineCount = drawByWeight([
  [1, 70],
  [2, 21],
  [3, 9],
]);
const drawQuantity = drawByWeight([
  [1, 60],
  [2, 24],
  [3, 9],
  [4, 5],
  [6, 2],
]);
const drawDiscount = drawByWeight([
  [0, 68],
  [5, 12],
  [10, 12],
  [15, 5],
  [20, 3],
]);

/** 8,000 orders by date, from customers who had signed up at stores that were open. */
export function makeOrders(
  random: Random,
  customers: readonly Customer[],
  products: readonly Product[],
): Order[] {
  const drawDate = createCalendar();
  const drawProduct = drawByWeight(products.map((product) => [product, product.weight]));
  const drafts: Omit<Order, 'id'>[] = [];
  while (drafts.length < COUNT) {
    const date = drawDate(random);
    const customer = drawCustomer(random, customers, date);
    const store = drawStore(random, customer, date);
    if (isLost(random, store, date)) continue;
    const status = drawStatus(random);
    drafts.push({
      customerId: customer.id,
      storeId: store.id,
      date,
      channel: drawChannel(random),
      status,
      lines: drawLines(random, drawProduct, status),
    });
  }
  drafts.sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
  return drafts.map((draft, index) => ({ id: FIRST_ID + index, ...draft }));
}

function isLost(random: Random, store: Store, date: string): boolean {
  return store.region === DIP.region && date.startsWith(DIP.month) && random.chance(DIP.lost);
}

/** One of those who had signed up by then; the earliest are the most faithful. */
function drawCustomer(random: Random, customers: readonly Customer[], date: string): Customer {
  const known = countUntil(customers, date);
  const drawn = random.next();
  return customers[Math.floor(drawn * (0.4 + 0.6 * drawn) * known)]!;
}

/** Customers who had signed up by a date; they stand in that order. */
function countUntil(customers: readonly Customer[], date: string): number {
  let low = 0;
  let high = customers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (customers[middle]!.signupDate > date) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Mostly the nearest store, else another of its region; never one that was not open yet. */
function drawStore(random: Random, { home }: Customer, date: string): Store {
  if (home.openedOn <= date && random.chance(0.85)) return home;
  const open = STORES.filter((store) => store.region === home.region && store.openedOn <= date);
  return random.pick(open);
}

function drawLines(random: Random, drawProduct: Draw<Product>, status: string): OrderLine[] {
  const chosen = new Set<Product>();
  const count = drawLineCount(random);
  while (chosen.size < count) chosen.add(drawProduct(random));
  return [...chosen].map((product) => {
    const quantity = drawQuantity(random);
    const discountPercent = drawDiscount(random);
    const full = quantity * product.priceCents * (100 - discountPercent);
    const revenueCents = status === 'Completed' ? Math.floor((full + 50) / 100) : 0;
    return { productId: product.id, quantity, discountPercent, revenueCents };
  });
}
