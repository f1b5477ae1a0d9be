import { expect } from 'chai';
import { catalogFromSql, type OfflineCatalog } from '../../fakes/offline-catalog.ts';
import { describeAnswersOver, planOver } from '../planner/answered.ts';

const LIBRARY = [
  `CREATE TABLE branches (id INTEGER PRIMARY KEY, name VARCHAR, town VARCHAR)`,
  `INSERT INTO branches SELECT i, 'Branch ' || i, ['Leeds', 'Hull'][1 + i % 2] FROM range(1, 6) t(i)`,
  `CREATE TABLE members (id INTEGER PRIMARY KEY, name VARCHAR, branch_id INTEGER NOT NULL REFERENCES branches(id), joined_on DATE, level VARCHAR)`,
  `INSERT INTO members SELECT i, 'Member ' || i, 1 + (i * i) % 4, DATE '2023-01-01' + i::INT, ['Adult', 'Child', 'Senior'][1 + i % 3] FROM range(1, 40) t(i)`,
  `CREATE TABLE books (id INTEGER PRIMARY KEY, title VARCHAR, genre VARCHAR, pages INTEGER)`,
  `INSERT INTO books SELECT i, 'Book ' || i, ['Novel', 'Poetry', 'History', 'Travel'][1 + (i * 7) % 4], 100 + i FROM range(1, 30) t(i)`,
  `CREATE TABLE loans (id INTEGER PRIMARY KEY, member_id INTEGER NOT NULL REFERENCES members(id), branch_id INTEGER NOT NULL REFERENCES branches(id), loaned_on DATE NOT NULL, status VARCHAR NOT NULL)`,
  `INSERT INTO loans SELECT i, 1 + (i * i) % 31, 1 + (i * 3) % 4, DATE '2023-11-01' + ((i * 13) % 620)::INT, ['Returned', 'Lost', 'Returned', 'Renewed', 'Overdue'][1 + (i * 3 + i // 4) % 5] FROM range(1, 200) t(i)`,
  `CREATE TABLE loan_items (loan_id INTEGER NOT NULL REFERENCES loans(id), book_id INTEGER NOT NULL REFERENCES books(id), copies INTEGER, fee DECIMAL(8,2), PRIMARY KEY (loan_id, book_id))`,
  `INSERT INTO loan_items SELECT i, 1 + (i * 5 + j * 7) % 29, 1 + (i + j) % 3, 1 + (i * j) % 9 FROM range(1, 190) t(i), range(1, 4) u(j) WHERE (i + j) % 3 > 0`,
];

const ITEMS = 'loan_items i JOIN loans l ON i.loan_id = l.id';
const IN_2024 = `loaned_on >= DATE '2024-01-01' AND loaned_on < DATE '2025-01-01'`;
/** How many of the loans are so, in percent. */
const rate = (status: string) => `100.0 * count(*) FILTER (status = '${status}') / count(*)`;
/** The same of loans that are repeated by their items. */
const rateOfLoans = (status: string) =>
  `100.0 * count(DISTINCT l.id) FILTER (status = '${status}') / count(DISTINCT l.id)`;

describeAnswersOver('averages of what each has, and rates of states: a library', LIBRARY, {
  answered: [
    ...[
      'average number of loans per member',
      'mean number of loans per member',
      'average loans per member',
      'number of loans per member on average',
      'how many loans does a member take out on average',
      'on average, how many loans does each member have?',
      'how many loans do members have on average',
      'what is the average number of loans for each member',
    ].map(
      (question) => [question, 'SELECT count(*) / count(DISTINCT member_id) FROM loans'] as const,
    ),
    [
      'average number of loans per member in 2024',
      `SELECT count(*) / count(DISTINCT member_id) FROM loans WHERE ${IN_2024}`,
    ],
    [
      'average number of lost loans per member',
      `SELECT count(*) / count(DISTINCT member_id) FROM loans WHERE status = 'Lost'`,
    ],
    [
      'average number of loans per member by level',
      `SELECT level, count(*) / count(DISTINCT member_id) FROM loans JOIN members m ON member_id = m.id GROUP BY 1`,
    ],
    [
      'median number of loans per member',
      'SELECT median(n) FROM (SELECT count(*) AS n FROM loans GROUP BY member_id)',
    ],
    [
      'median number of loans per member in 2024',
      `SELECT median(n) FROM (SELECT count(*) AS n FROM loans WHERE ${IN_2024} GROUP BY member_id)`,
    ],
    [
      'how many loan items does a loan have on average',
      'SELECT count(*) / count(DISTINCT loan_id) FROM loan_items',
    ],
    [
      'average number of books per member',
      `SELECT avg(n) FROM (SELECT count(DISTINCT book_id) AS n FROM ${ITEMS} GROUP BY member_id)`,
    ],
    ['average number of books per genre', 'SELECT count(*) / count(DISTINCT genre) FROM books'],
    ['average fee per member', `SELECT sum(fee) / count(DISTINCT member_id) FROM ${ITEMS}`],
    [
      'average fee per loan by branch',
      `SELECT b.name, sum(fee) / count(DISTINCT l.id) FROM ${ITEMS} JOIN branches b ON branch_id = b.id GROUP BY 1`,
    ],
    [
      'average loans per month',
      `SELECT count(*) / count(DISTINCT date_trunc('month', loaned_on)) FROM loans`,
    ],
    // The data has loans from before the year until after it: days without any are days, too.
    ['average daily loans in 2024', `SELECT count(*) / 366 FROM loans WHERE ${IN_2024}`],
    [
      'how many loans per month on average in 2024',
      `SELECT count(*) / 12 FROM loans WHERE ${IN_2024}`,
    ],
    [
      'average monthly loans in 2024 by branch',
      `SELECT b.name, count(*) / 12 FROM loans JOIN branches b ON branch_id = b.id WHERE ${IN_2024} GROUP BY 1`,
    ],
    // It does not end within the data.
    [
      'average loans per month in 2025',
      `SELECT count(*) / count(DISTINCT date_trunc('month', loaned_on)) FROM loans WHERE loaned_on >= DATE '2025-01-01'`,
    ],
    ['what is our return rate', `SELECT ${rate('Returned')} FROM loans`],
    ['loss rate', `SELECT ${rate('Lost')} FROM loans`],
    ['renewal rate in 2024', `SELECT ${rate('Renewed')} FROM loans WHERE ${IN_2024}`],
    [
      'return rate by branch',
      `SELECT b.name, ${rate('Returned')} FROM loans JOIN branches b ON branch_id = b.id GROUP BY 1`,
    ],
    [
      'share of lost loans by month in 2024',
      `SELECT date_trunc('month', loaned_on)::DATE, ${rate('Lost')} FROM loans WHERE ${IN_2024} GROUP BY 1`,
    ],
    [
      'percentage of renewed loans per level',
      `SELECT level, ${rate('Renewed')} FROM loans JOIN members m ON member_id = m.id GROUP BY 1`,
    ],
    // A loan of two novels is one loan.
    [
      'return rate by genre',
      `SELECT genre, ${rateOfLoans('Returned')} FROM ${ITEMS} JOIN books b ON book_id = b.id GROUP BY 1`,
    ],
    [
      'which genre has the lowest loss rate',
      `SELECT genre, ${rateOfLoans('Lost')} AS rate FROM ${ITEMS} JOIN books b ON book_id = b.id GROUP BY 1 ORDER BY rate, genre LIMIT 1`,
    ],
    [
      'top 2 branches by return rate',
      `SELECT b.name, ${rate('Returned')} AS rate FROM loans JOIN branches b ON branch_id = b.id GROUP BY 1 ORDER BY rate DESC, 1 LIMIT 2`,
    ],
  ],
  open: [
    // Of single fees, or of all of each genre.
    'average fee per genre',
    'average amount of fees per level',
    'average number of loans per member per branch',
    'average number of loans per member and branch',
    'average number of loans per member per month',
    'average number of loans per member who joined in 2023',
    'average number of loans per member with more than 3 loans',
    'average of the average fee per loan',
    'mean of the median number of loans per member',
    'return rate of members',
    'return rate for members who joined in 2023 or later and moved',
    'return rate and loss rate by branch',
    'which branch has the highest loss rate in each town',
    'top 2 branches by return rate per town',
    'average return rate by branch',
    'branches with a return rate above 5 percent',
    'churn rate',
    'interest rate',
    'growth rate by month',
    'literacy rate by town',
    'loan rate',
  ],
});

const HOTEL = [
  `CREATE TABLE rooms (id INTEGER PRIMARY KEY, kind VARCHAR, exchange_rate DECIMAL(8,2))`,
  `INSERT INTO rooms SELECT i, ['Single', 'Double'][1 + i % 2], 1 + i / 10 FROM range(1, 9) t(i)`,
  `CREATE TABLE guests (id INTEGER PRIMARY KEY, name VARCHAR, country VARCHAR)`,
  `INSERT INTO guests SELECT i, 'Guest ' || i, ['Norway', 'Chile', 'Peru'][1 + i % 3] FROM range(1, 30) t(i)`,
  `CREATE TABLE bookings (id INTEGER PRIMARY KEY, guest_id INTEGER NOT NULL REFERENCES guests(id), room_id INTEGER NOT NULL REFERENCES rooms(id), booked_on DATE, status VARCHAR)`,
  `INSERT INTO bookings SELECT i, 1 + (i * i) % 23, 1 + i % 8, DATE '2025-01-01' + ((i * 7) % 365)::INT, ['Completed', 'Cancelled', 'Converted', NULL][1 + (i * i + i // 3) % 4] FROM range(1, 120) t(i)`,
  `CREATE TABLE payments (id INTEGER PRIMARY KEY, booking_id INTEGER NOT NULL REFERENCES bookings(id), paid_on DATE, amount DECIMAL(8,2), status VARCHAR)`,
  `INSERT INTO payments SELECT i, 1 + i % 100, DATE '2025-01-01' + (i % 365)::INT, 10 + (i * 17) % 90, ['Completed', 'Refunded'][1 + i % 2] FROM range(1, 260) t(i)`,
];

const OF_BOOKINGS = `100.0 * count(*) FILTER (b.status = 'Cancelled') / count(*)`;

describeAnswersOver('averages of what each has, and rates of states: a hotel', HOTEL, {
  answered: [
    [
      'how many bookings does a guest make on average',
      'SELECT count(*) / count(DISTINCT guest_id) FROM bookings',
    ],
    [
      'average bookings per guest by country',
      'SELECT country, count(*) / count(DISTINCT guest_id) FROM bookings b JOIN guests g ON guest_id = g.id GROUP BY 1',
    ],
    [
      'average amount per guest',
      'SELECT sum(amount) / count(DISTINCT guest_id) FROM payments p JOIN bookings b ON booking_id = b.id',
    ],
    [
      'median booking value',
      'SELECT median(n) FROM (SELECT sum(amount) AS n FROM payments GROUP BY booking_id)',
    ],
    [
      'average number of rooms per guest',
      'SELECT avg(n) FROM (SELECT count(DISTINCT room_id) AS n FROM bookings GROUP BY guest_id)',
    ],
    // Bookings without a status are bookings.
    ['cancellation rate', `SELECT ${OF_BOOKINGS} FROM bookings b`],
    [
      'cancellation rate of bookings by guest country',
      `SELECT country, ${OF_BOOKINGS} FROM bookings b JOIN guests g ON guest_id = g.id GROUP BY 1`,
    ],
    [
      'booking cancellation rate per kind',
      `SELECT kind, ${OF_BOOKINGS} FROM bookings b JOIN rooms r ON room_id = r.id GROUP BY 1`,
    ],
    [
      'guest with the highest cancellation rate',
      `SELECT name, ${OF_BOOKINGS} AS rate FROM bookings b JOIN guests g ON guest_id = g.id GROUP BY g.id, name ORDER BY rate DESC, name LIMIT 1`,
    ],
    [
      'refund rate',
      `SELECT 100.0 * count(*) FILTER (status = 'Refunded') / count(*) FROM payments`,
    ],
    [
      'completion rate of payments',
      `SELECT 100.0 * count(*) FILTER (status = 'Completed') / count(*) FROM payments`,
    ],
    ['what is the exchange rate of room 3', 'SELECT exchange_rate FROM rooms WHERE id = 3'],
  ],
  open: [
    'completion rate',
    'completion rate by country',
    'conversion rate',
    'conversion rate by country',
    'cancellation rate of completed bookings',
    'occupancy rate by room',
    // Their number, or the amount of one of them.
    'average payments per month',
    'typical number of bookings per guest',
  ],
});

describe('what is said of averages of what each has, and of rates', () => {
  let library: OfflineCatalog;
  let hotel: OfflineCatalog;

  before(async () => {
    library = await catalogFromSql(LIBRARY);
    hotel = await catalogFromSql(HOTEL);
  });

  after(async () => {
    await library.close();
    await hotel.close();
  });

  const assumptionsOf = (question: string, data: OfflineCatalog) => {
    const plan = planOver(question, data);
    return plan.kind === 'query' ? plan.assumptions : [];
  };

  it('says which things are left out', () => {
    expect(assumptionsOf('average number of loans per member', library)).to.include(
      'The average is the number of loans divided by the number of members that have at least one.',
    );
    expect(assumptionsOf('average number of lost loans per member', library)).to.include(
      'The average is the number of loans divided by the number of members that have at least one under these conditions.',
    );
  });

  it('says over which days and months', () => {
    expect(assumptionsOf('average daily loans in 2024', library)).to.include(
      'The average is the number of loans divided by the 366 days of the period. Those without loans count as 0.',
    );
    expect(assumptionsOf('average loans per month', library)).to.include(
      "The average is the number of loans divided by the number of months with loans. Others aren't counted.",
    );
  });

  it('says which state a rate is of, and of what', () => {
    expect(assumptionsOf('loss rate by genre', library)).to.include.members([
      'The share is the percentage of loans whose status is "Lost", out of all loans of each group.',
      'Each row of loans counts once in every group it belongs to.',
    ]);
    expect(assumptionsOf('cancellation rate', hotel)).to.include(
      'The share is the percentage of bookings whose status is "Cancelled", out of all bookings, including those without a status.',
    );
  });

  it('asks which rows are meant where a state is that of several', () => {
    const plan = planOver('completion rate by country', hotel);
    expect(plan.kind === 'clarify' && plan.options).to.deep.equal([
      { label: 'bookings', question: 'completion rate of bookings by country' },
      { label: 'payments', question: 'completion rate of payments by country' },
    ]);
  });
});

const SPELLED = [
  `CREATE TABLE jobs AS SELECT i AS job_no, ['North', 'South'][1 + i % 2] AS shop,
    ['done', 'cancelled', 'open', 'Cancelled', 'done'][1 + i % 5] AS status FROM range(1, 40) t(i)`,
];
const CANCELLED = "100.0 * count(*) FILTER (lower(status) = 'cancelled') / count(*)";

describeAnswersOver('a state that rows spell in two ways', SPELLED, {
  answered: [
    ['cancellation rate', `SELECT ${CANCELLED} FROM jobs`],
    ['cancellation rate by shop', `SELECT shop, ${CANCELLED} FROM jobs GROUP BY shop`],
    [
      'Which shop has the highest cancellation rate?',
      `SELECT shop, ${CANCELLED} AS rate FROM jobs GROUP BY shop ORDER BY rate DESC, shop LIMIT 1`,
    ],
  ],
  open: [],
});
