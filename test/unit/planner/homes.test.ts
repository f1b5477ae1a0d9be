import { type Asked, describeAnswers } from './answered.ts';

/** Question → SQL that was written by hand, apart from the planner; rows in any order. */
const ASKED: Asked = {
  answered: [
    ['listings not sold', `SELECT listing_id FROM listings WHERE status<>'Sold'`],
    ['listings sold this year', 'SELECT listing_id FROM listings WHERE year(sold_on)=2026'],
    [
      'listings sold in Austin',
      `SELECT listing_id FROM listings WHERE status='Sold' AND city='Austin'`,
    ],
    ['listings in Reading', `SELECT listing_id FROM listings WHERE city='Reading'`],
    [
      'listings in Mobile or Orange',
      `SELECT listing_id FROM listings WHERE city IN ('Mobile','Orange')`,
    ],
    ['listings with 3 bedrooms', 'SELECT listing_id FROM listings WHERE bedrooms=3'],
    ['listings with 3+ bedrooms', 'SELECT listing_id FROM listings WHERE bedrooms>=3'],
    [
      'listings with at least 2 bathrooms and a pool',
      `SELECT listing_id FROM listings WHERE bathrooms>=2 AND pool='Y'`,
    ],
    ['listings with a pool', `SELECT listing_id FROM listings WHERE pool='Y'`],
    ['listings without a pool', `SELECT listing_id FROM listings WHERE pool='N'`],
    ['average price by city', 'SELECT city,avg(price_usd) FROM listings GROUP BY 1'],
    ['price of L-305', `SELECT price_usd FROM listings WHERE listing_id='L-305'`],
    ['listings by type', 'SELECT type,count(*) FROM listings GROUP BY 1'],
    ['listings by Jo Park', `SELECT listing_id FROM listings WHERE agent='Jo Park'`],
    [
      'sold listings by agent',
      `SELECT agent,count(*) FROM listings WHERE status='Sold' GROUP BY 1`,
    ],
    ['listings built before 1980', 'SELECT listing_id FROM listings WHERE year_built<1980'],
    ['listings built since 2000', 'SELECT listing_id FROM listings WHERE year_built>=2000'],
    [
      'listings built in the 1990s',
      'SELECT listing_id FROM listings WHERE year_built BETWEEN 1990 AND 1999',
    ],
    [
      'average days on market for sold listings',
      `SELECT avg(days_on_market) FROM listings WHERE status='Sold'`,
    ],
    ['listings except condos', `SELECT listing_id FROM listings WHERE type<>'Condo'`],
    [
      'listings that are not condos or apartments',
      `SELECT listing_id FROM listings WHERE type NOT IN ('Condo','Apartment')`,
    ],
    [
      'listings with price under 300k dollars',
      `SELECT listing_id FROM listings WHERE price_usd < 300000`,
    ],
  ],
  open: [
    'listings with price under 300k euros',
    'listings with price under €300k',
    'listings with area above 2000 feet',
    'average price per sqft',
    'available listings',
    'big houses',
    'cheap condos',
    'houses in Austin or condos in Dallas',
  ],
};

describeAnswers('questions about homes in one table', 'homes', ASKED);
