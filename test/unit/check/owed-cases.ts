export const OWED_TODAY = '2026-06-15';
export const OWED_TABLES = [
  `CREATE TABLE members (member_id INTEGER, name VARCHAR, city VARCHAR, plan VARCHAR, fee INTEGER, points INTEGER, active BOOLEAN, joined_on DATE, left_on DATE)`,
  `INSERT INTO members SELECT i, 'Member ' || i, ['Ghent', 'Bruges', 'Ostend'][1 + i % 3], ['gold', 'basic'][1 + i % 2], 10 + i % 7, i * 3, i % 4 > 0, DATE '2024-01-01' + CAST(i * 9 AS INTEGER), CASE WHEN i % 5 = 0 THEN DATE '2026-01-01' + CAST(i AS INTEGER) END FROM range(1, 80) t(i)`,
  `CREATE TABLE courts (court_id INTEGER, court_name VARCHAR, surface VARCHAR)`,
  `INSERT INTO courts VALUES (1, 'Centre', 'clay'), (2, 'Oak', 'grass'), (3, 'Elm', 'clay'), (4, 'Ash', 'hard')`,
  `CREATE TABLE bookings (booking_id INTEGER, member_id INTEGER, court_id INTEGER, price INTEGER, hours INTEGER, booked_on DATE, played_on DATE)`,
  `INSERT INTO bookings SELECT i, 1 + i % 70, 1 + i % 3, 5 + i % 11, 1 + i % 4, DATE '2025-01-01' + CAST(i AS INTEGER), DATE '2025-01-03' + CAST(i AS INTEGER) FROM range(1, 300) t(i)`,
  `CREATE TABLE games (game_id INTEGER, winner_id INTEGER, loser_id INTEGER, home_points INTEGER, away_points INTEGER, weight_kg INTEGER)`,
  `INSERT INTO games SELECT i, 1 + i % 40, 41 + i % 30, i % 9, i % 7, 50 + i FROM range(1, 90) t(i)`,
  `CREATE TABLE songs (song_id INTEGER, title VARCHAR, band_name VARCHAR, tot_cred INTEGER)`,
  `INSERT INTO songs SELECT i, 'Song ' || i, 'Band ' || i % 5, i * 7 FROM range(1, 60) t(i)`,
  `CREATE TABLE fouls (foul_id INTEGER, member_id INTEGER, injured INTEGER, used_kb INTEGER, wind_mph INTEGER)`,
  `INSERT INTO fouls SELECT i, 1 + i % 70, i % 4, i * 11, i % 50 FROM range(1, 200) t(i)`,
  `CREATE TABLE refunds AS SELECT i AS refund_id, i AS booking_id, 'Payer ' || i % 7 AS payer FROM range(1, 300) t(i)`,
  `CREATE TABLE limits AS SELECT i AS limit_id, 10 * i AS max_fee, 7 * i AS max_load_kg FROM range(1, 9) t(i)`,
];

/** A question, a statement that does all it asks, one that does not, and what is told of that one. */
type Case = readonly [question: string, right: string, wrong: string, told: RegExp];

export const OWED_CASES: readonly Case[] = [
  // Texts in quotation marks, and proper names.
  [
    'names of members that contain "Member 7"',
    "SELECT name FROM members WHERE name LIKE '%Member 7%'",
    'SELECT name FROM members',
    /mentions "Member 7"/,
  ],
  [
    'members on the plan "gold"',
    "SELECT name FROM members WHERE plan = 'gold'",
    "SELECT name FROM members WHERE plan <> 'gold'",
    /excludes gold/,
  ],
  [
    'how many members come from Antwerpen',
    "SELECT COUNT(*) AS members FROM members WHERE city = 'Antwerpen'",
    'SELECT COUNT(*) AS members FROM members',
    /mentions Antwerpen/,
  ],
  [
    'bookings of member 7',
    'SELECT booking_id FROM bookings WHERE member_id = 7',
    'SELECT booking_id FROM bookings WHERE member_id <> 7',
    /excludes 7/,
  ],
  [
    'members who never booked the court Oak',
    "SELECT name FROM members WHERE member_id NOT IN (SELECT b.member_id FROM bookings b JOIN courts c USING (court_id) WHERE c.court_name = 'Oak')",
    "SELECT name FROM members WHERE member_id NOT IN (SELECT b.member_id FROM bookings b JOIN courts c USING (court_id) WHERE c.court_name <> 'Oak')",
    /excludes everything else/,
  ],
  [
    'the member with the highest points',
    'SELECT name, points FROM members WHERE points = (SELECT MAX(points) FROM members)',
    'SELECT name, points FROM members WHERE points <> (SELECT MAX(points) FROM members)',
    /SQL excludes a value/,
  ],
  [
    'how many members are there',
    'SELECT COUNT(*) AS members FROM members',
    "SELECT COUNT(*) AS members FROM members WHERE plan <> 'GLD'",
    /excludes GLD/,
  ],
  // Orders of all rows.
  [
    'members in descending order of points',
    'SELECT name, points FROM members ORDER BY points DESC',
    'SELECT name, points FROM members ORDER BY points',
    /descending order, but the SQL sorts the other way/,
  ],
  [
    'names of the courts in reverse alphabetical order',
    'SELECT court_name FROM courts ORDER BY court_name DESC',
    'SELECT court_name FROM courts ORDER BY court_name',
    /reverse alphabetical order/,
  ],
  [
    'names of the courts in descending alphabetical order',
    'SELECT court_name FROM courts ORDER BY court_name DESC',
    'SELECT court_name FROM courts',
    /descending order, but the SQL doesn't sort/,
  ],
  [
    'list the bookings from oldest to newest by the day they were booked',
    'SELECT booking_id, booked_on FROM bookings ORDER BY booked_on',
    'SELECT booking_id, booked_on FROM bookings ORDER BY booked_on DESC',
    /"oldest to newest", but the SQL sorts the other way/,
  ],
  [
    'which member has the highest points',
    'SELECT name, points FROM members ORDER BY points DESC LIMIT 1',
    'SELECT name, points FROM members ORDER BY points DESC',
    /highest, but the SQL shows all rows/,
  ],
  [
    'which member joined first',
    'SELECT name, joined_on FROM members ORDER BY joined_on LIMIT 1',
    'SELECT name, joined_on FROM members ORDER BY joined_on DESC LIMIT 1',
    /takes the opposite/,
  ],
  [
    'the second cheapest booking by price',
    'SELECT booking_id, price FROM bookings ORDER BY price LIMIT 1 OFFSET 1',
    'SELECT booking_id, price FROM bookings ORDER BY price LIMIT 1',
    /second cheapest, but the SQL takes the first/,
  ],
  // What an adjective or a noun speaks of.
  [
    'the heaviest game',
    'SELECT game_id, weight_kg FROM games ORDER BY weight_kg DESC LIMIT 1',
    'SELECT game_id, home_points FROM games ORDER BY home_points DESC LIMIT 1',
    /says "heaviest", but the SQL uses home points/,
  ],
  [
    'games heavier than 60',
    'SELECT game_id FROM games WHERE weight_kg > 60',
    'SELECT game_id FROM games WHERE home_points > 60',
    /says "heavier", but the SQL uses home points/,
  ],
  [
    'how heavy is game 12',
    'SELECT weight_kg FROM games WHERE game_id = 12',
    'SELECT home_points FROM games WHERE game_id = 12',
    /says "heavy", but the SQL uses home points/,
  ],
  [
    'bookings of 3 hours',
    'SELECT booking_id FROM bookings WHERE hours = 3',
    'SELECT booking_id FROM bookings WHERE price = 3',
    /"3 hours", but the SQL compares price|mentions hours/,
  ],
  [
    'total home points',
    'SELECT SUM(home_points) AS points FROM games',
    'SELECT SUM(away_points) AS points FROM games',
    /mentions home points/,
  ],
  // Bounds in other words.
  [
    'bookings with more than 2000 hours',
    'SELECT booking_id FROM bookings WHERE hours > 2000',
    'SELECT booking_id FROM bookings WHERE hours < 2000',
    /more than 2000/,
  ],
  [
    'members with between 10 and 20 points',
    'SELECT name FROM members WHERE points BETWEEN 10 AND 20',
    'SELECT name FROM members WHERE points > 10 AND points < 20',
    /between 10 and 20/,
  ],
  [
    'bookings with a price below the average',
    'SELECT booking_id FROM bookings WHERE price < (SELECT AVG(price) FROM bookings)',
    'SELECT booking_id FROM bookings WHERE price > (SELECT AVG(price) FROM bookings)',
    /below the average", but the SQL keeps the rows on the other side/,
  ],
  [
    'cities with at least 20 members',
    'SELECT city FROM members GROUP BY city HAVING COUNT(*) >= 20',
    'SELECT city FROM members GROUP BY city HAVING SUM(points) >= 20',
    /at least 20 members|adds up points/,
  ],
  [
    'bookings with exactly 3 hours',
    'SELECT booking_id FROM bookings WHERE hours = 3',
    'SELECT booking_id FROM bookings WHERE hours = 4',
    /says "3", but the SQL uses 4/,
  ],
  [
    'how many bookings were in the first 3 hours',
    'SELECT COUNT(*) AS bookings FROM bookings WHERE hours <= 3',
    'SELECT COUNT(*) AS bookings FROM bookings WHERE hours >= 3',
    /first 3", but the SQL uses a different limit/,
  ],
  // What is shown.
  [
    'name and city of the gold members',
    "SELECT name, city FROM members WHERE plan = 'gold'",
    "SELECT name, plan FROM members WHERE plan = 'gold'",
    /asks for "city"/,
  ],
  [
    'list the surface of the courts',
    'SELECT surface FROM courts',
    'SELECT court_name FROM courts',
    /asks for "surface"/,
  ],
  [
    'names of the courts and points of the members',
    'SELECT c.court_name, m.points FROM members m JOIN bookings b USING (member_id) JOIN courts c USING (court_id)',
    'SELECT c.surface, m.points FROM members m JOIN bookings b USING (member_id) JOIN courts c USING (court_id)',
    /asks for "names"/,
  ],
  [
    'court names and surfaces',
    'SELECT court_name, surface FROM courts',
    'SELECT surface, surface FROM courts',
    /shows surface twice/,
  ],
  [
    'who has the gold plan',
    "SELECT name FROM members WHERE plan = 'gold'",
    "SELECT city FROM members WHERE plan = 'gold'",
    /asks "who", but the SQL shows city/i,
  ],
  // Rows that are named, and the part that they play.
  [
    'members without a booking',
    'SELECT name FROM members m WHERE NOT EXISTS (SELECT 1 FROM bookings b WHERE b.member_id = m.member_id)',
    'SELECT name FROM members m WHERE NOT EXISTS (SELECT 1 FROM courts c WHERE c.court_id = m.member_id)',
    /mentions "booking", but the SQL doesn't read/,
  ],
  [
    'how many games were won by members from Ghent',
    "SELECT COUNT(*) AS games FROM games g JOIN members m ON m.member_id = g.winner_id WHERE m.city = 'Ghent'",
    "SELECT COUNT(*) AS games FROM games g JOIN members m ON m.member_id = g.loser_id WHERE m.city = 'Ghent'",
    /says "won", but the SQL uses loser id/,
  ],
  [
    'number of bookings of each member, also of those without any',
    'SELECT m.name, COUNT(b.booking_id) AS bookings FROM members m LEFT JOIN bookings b USING (member_id) GROUP BY m.member_id, m.name',
    'SELECT m.name, COUNT(b.booking_id) AS bookings FROM members m JOIN bookings b USING (member_id) GROUP BY m.member_id, m.name',
    /leaves out those that have none/,
  ],
  [
    'number of bookings of each member, 0 if there are none',
    'SELECT m.name, (SELECT COUNT(*) FROM bookings b WHERE b.member_id = m.member_id) AS bookings FROM members m',
    'SELECT m.name, COUNT(b.booking_id) AS bookings FROM members m JOIN bookings b USING (member_id) GROUP BY m.member_id, m.name',
    /leaves out those that have none/,
  ],
  // Either, and both.
  [
    'gold members from Ghent or Bruges',
    "SELECT name FROM members WHERE city IN ('Ghent', 'Bruges') AND plan = 'gold'",
    "SELECT name FROM members WHERE city = 'Ghent' OR city = 'Bruges' AND plan = 'gold'",
    /other conditions apply to only one of them/,
  ],
  [
    'members from Ghent or with the plan gold',
    "SELECT name FROM members WHERE city = 'Ghent' OR plan = 'gold'",
    "SELECT name FROM members WHERE city = 'Ghent' AND plan = 'gold'",
    /requires all conditions at once/,
  ],
  [
    'members from neither Ghent nor Bruges',
    "SELECT name FROM members WHERE city NOT IN ('Ghent', 'Bruges')",
    "SELECT name FROM members WHERE city <> 'Ghent' OR city <> 'Bruges'",
    /excludes nothing/,
  ],
  [
    'plans with members in both Ghent and Bruges',
    "SELECT plan FROM members WHERE city = 'Ghent' INTERSECT SELECT plan FROM members WHERE city = 'Bruges'",
    "SELECT DISTINCT plan FROM members WHERE city IN ('Ghent', 'Bruges')",
    /accepts either/,
  ],
  // Counted once, and added up.
  [
    'number of different courts of each member',
    'SELECT m.name, COUNT(DISTINCT b.court_id) AS courts FROM members m JOIN bookings b USING (member_id) GROUP BY m.member_id, m.name',
    'SELECT m.name, COUNT(b.court_id) AS courts FROM members m JOIN bookings b USING (member_id) GROUP BY m.member_id, m.name',
    /counts each value as often as it appears/,
  ],
  [
    'how many members played in 2025',
    "SELECT COUNT(DISTINCT member_id) AS members FROM bookings WHERE played_on >= '2025-01-01' AND played_on < '2026-01-01'",
    "SELECT COUNT(*) AS members FROM bookings WHERE played_on >= '2025-01-01' AND played_on < '2026-01-01'",
    /how many members.*as often as it appears/,
  ],
  [
    'how many hours were booked',
    'SELECT SUM(hours) AS hours FROM bookings',
    'SELECT COUNT(hours) AS hours FROM bookings',
    /"how many hours", but the SQL uses the/,
  ],
  // Flags.
  [
    'active members in Ghent',
    "SELECT name FROM members WHERE active AND city = 'Ghent'",
    "SELECT name FROM members WHERE NOT active AND city = 'Ghent'",
    /"active", but the SQL returns the others/,
  ],
  // Bounds.
  [
    'members with more than 30 points',
    'SELECT name FROM members WHERE points > 30',
    'SELECT name FROM members WHERE points >= 30',
    /more than 30.*at least 30/,
  ],
  [
    'members with more than 30 points',
    'SELECT name FROM members WHERE NOT points <= 30',
    'SELECT name FROM members WHERE points < 30',
    /less than 30/,
  ],
  [
    'members with at least 4 bookings',
    'SELECT m.name FROM members m JOIN bookings b ON b.member_id = m.member_id GROUP BY m.member_id, m.name HAVING COUNT(*) >= 4',
    'SELECT m.name FROM members m JOIN bookings b ON b.member_id = m.member_id GROUP BY m.member_id, m.name HAVING COUNT(*) > 4',
    /at least 4.*more than 4/,
  ],
  [
    'bookings with a price of 12 or less',
    'SELECT booking_id FROM bookings WHERE 13 > price',
    'SELECT booking_id FROM bookings WHERE price < 12',
    /12 or less/,
  ],
  // How many of the first rows, and which end.
  [
    'top 3 members by points',
    'SELECT name, points FROM members ORDER BY points DESC LIMIT 3',
    'SELECT name, points FROM members ORDER BY points DESC LIMIT 4',
    /top 3.*4 rows/,
  ],
  [
    'the member with the highest points',
    'SELECT name, points FROM members ORDER BY points DESC LIMIT 1',
    'SELECT name, points FROM members ORDER BY points DESC LIMIT 1 OFFSET 1',
    /skips the first 1/,
  ],
  [
    'which member has the most points',
    'SELECT name, points FROM members WHERE points = (SELECT MAX(points) FROM members)',
    'SELECT name, points FROM members ORDER BY points LIMIT 1',
    /takes the opposite/,
  ],
  [
    'the cheapest booking',
    'SELECT booking_id, price FROM bookings ORDER BY price LIMIT 1',
    'SELECT booking_id, price FROM bookings',
    /doesn't look for it/,
  ],
  [
    'earliest booking',
    'SELECT MIN(booked_on) AS booked_on FROM bookings',
    'SELECT MAX(booked_on) AS booked_on FROM bookings',
    /takes the opposite/,
  ],
  [
    'members by points, highest first',
    'SELECT name, points FROM members ORDER BY points DESC',
    'SELECT name, points FROM members ORDER BY points',
    /sorts the other way/,
  ],
  // Values and flags, and what is left out.
  [
    'how many members live in Ghent',
    `SELECT COUNT(*) AS members FROM members WHERE city = 'Ghent'`,
    `SELECT COUNT(*) AS members FROM members WHERE city <> 'Ghent'`,
    /excludes Ghent/,
  ],
  [
    'members who are not from Ghent',
    `SELECT name FROM members WHERE NOT city = 'Ghent'`,
    `SELECT name FROM members WHERE city IN ('Ghent')`,
    /excludes Ghent, but the SQL filters for it/,
  ],
  [
    'how many active members are there',
    'SELECT COUNT(*) AS members FROM members WHERE active = true',
    'SELECT COUNT(*) AS members FROM members WHERE NOT active',
    /active/,
  ],
  [
    'how many members are not active',
    'SELECT COUNT(*) AS members FROM members WHERE NOT active',
    'SELECT COUNT(*) AS members FROM members WHERE active',
    /excludes "active|doesn't exclude anything/,
  ],
  [
    'how many active members are there',
    'SELECT COUNT(*) AS members FROM members WHERE active',
    'SELECT COUNT(*) AS members FROM members',
    /mentions active/,
  ],
  [
    'members who never made a booking',
    'SELECT name FROM members m LEFT JOIN bookings b ON b.member_id = m.member_id WHERE b.booking_id IS NULL',
    'SELECT name FROM members m WHERE EXISTS (SELECT 1 FROM bookings b WHERE b.member_id = m.member_id)',
    /never.*doesn't exclude anything/,
  ],
  [
    'grassy courts',
    `SELECT court_name FROM courts WHERE surface = 'grass'`,
    `SELECT court_name FROM courts WHERE NOT surface = 'grass'`,
    /excludes grass.*doesn't exclude anything/,
  ],
  // Functions.
  [
    'total price of each court, most first',
    'SELECT c.court_name, SUM(b.price) AS total FROM bookings b JOIN courts c USING (court_id) GROUP BY c.court_id, c.court_name ORDER BY total DESC',
    'SELECT c.court_name, MAX(b.price) AS total FROM bookings b JOIN courts c USING (court_id) GROUP BY c.court_id, c.court_name ORDER BY total DESC',
    /asks for a total/,
  ],
  [
    'total income by court, counting hours times price',
    'SELECT c.court_name, SUM(b.hours * b.price) AS income FROM bookings b JOIN courts c USING (court_id) GROUP BY c.court_id, c.court_name',
    'SELECT c.court_name, COUNT(b.hours * b.price) AS income FROM bookings b JOIN courts c USING (court_id) GROUP BY c.court_id, c.court_name',
    /asks for a total/,
  ],
  [
    'price per hour by court',
    'SELECT c.court_name, SUM(b.price) / SUM(b.hours) AS price FROM bookings b JOIN courts c USING (court_id) GROUP BY c.court_id, c.court_name',
    'SELECT c.court_name, SUM(b.price) / COUNT(b.hours) AS price FROM bookings b JOIN courts c USING (court_id) GROUP BY c.court_id, c.court_name',
    /divides by the number of rows with a value for hours/,
  ],
  [
    'number of bookings played per month in the first half of 2026',
    `SELECT date_trunc('month', played_on) AS month, COUNT(*) AS bookings FROM bookings WHERE played_on >= DATE '2026-01-01' AND played_on < DATE '2026-07-01' GROUP BY 1`,
    `SELECT date_trunc('month', played_on) AS month, SUM(price) AS bookings FROM bookings WHERE played_on >= DATE '2026-01-01' AND played_on < DATE '2026-07-01' GROUP BY 1`,
    /adds up price/,
  ],
  [
    'average price of a booking',
    'SELECT SUM(price) * 1.0 / COUNT(price) AS average FROM bookings',
    'SELECT MAX(price) AS average FROM bookings',
    /average/,
  ],
  [
    'total price of bookings by surface',
    'SELECT c.surface, SUM(b.price) AS total FROM bookings b JOIN courts c ON c.court_id = b.court_id GROUP BY c.surface',
    'SELECT c.surface, AVG(b.price) AS total FROM bookings b JOIN courts c ON c.court_id = b.court_id GROUP BY c.surface',
    /total/,
  ],
  [
    'price of bookings by surface',
    'SELECT c.surface, SUM(b.price) AS price FROM bookings b JOIN courts c ON c.court_id = b.court_id GROUP BY c.surface',
    'SELECT c.surface, COUNT(b.price) AS price FROM bookings b JOIN courts c ON c.court_id = b.court_id GROUP BY c.surface',
    /counts the rows/,
  ],
  [
    'how many bookings are there',
    'SELECT COUNT(*) AS bookings FROM bookings',
    'SELECT SUM(hours) AS bookings FROM bookings',
    /adds up hours/,
  ],
  [
    'how many different courts were booked in 2025',
    `SELECT COUNT(DISTINCT court_id) AS courts FROM bookings WHERE booked_on >= '2025-01-01' AND booked_on < '2026-01-01'`,
    `SELECT COUNT(court_id) AS courts FROM bookings WHERE booked_on >= '2025-01-01' AND booked_on < '2026-01-01'`,
    /different|as often as it appears/,
  ],
  [
    'bookings in 2025 altogether',
    `SELECT COUNT(*) AS bookings FROM bookings WHERE booked_on >= '2025-01-01' AND booked_on < '2026-01-01'`,
    `SELECT booking_id FROM bookings WHERE booked_on >= '2025-01-01' AND booked_on < '2026-01-01'`,
    /total/,
  ],
  // Groups and names.
  [
    'gold members by city',
    "SELECT city, COUNT(*) AS members FROM members WHERE plan = 'gold' GROUP BY city",
    "SELECT city FROM members WHERE plan = 'gold'",
    /by city.*doesn't group/,
  ],
  [
    'number of members by city',
    'SELECT city, COUNT(*) AS members FROM members GROUP BY city',
    'SELECT plan, COUNT(*) AS members FROM members GROUP BY plan',
    /by city/,
  ],
  [
    'number of bookings per month in 2025',
    `SELECT date_trunc('month', booked_on) AS month, COUNT(*) AS bookings FROM bookings WHERE booked_on >= '2025-01-01' AND booked_on < '2026-01-01' GROUP BY 1`,
    `SELECT COUNT(*) AS bookings FROM bookings WHERE booked_on >= '2025-01-01' AND booked_on < '2026-01-01'`,
    /per month/,
  ],
  [
    'which courts are there',
    'SELECT court_name FROM courts',
    'SELECT surface FROM courts',
    /doesn't tell them apart/,
  ],
  [
    'total fee of the gold plan',
    `SELECT SUM(fee) AS fee FROM members WHERE plan = 'gold'`,
    `SELECT SUM(points) AS fee FROM members WHERE plan = 'gold'`,
    /mentions fee/,
  ],
  // Periods, and the time that they are of.
  [
    'members who joined after 2024',
    `SELECT name, joined_on FROM members WHERE joined_on >= '2025-01-01'`,
    `SELECT name, joined_on FROM members WHERE joined_on >= '2026-01-01'`,
    /after 2024.*other dates/,
  ],
  [
    'bookings played in March 2025',
    `SELECT booking_id, played_on FROM bookings WHERE played_on >= '2025-03-01' AND played_on < '2025-04-01'`,
    `SELECT booking_id, booked_on FROM bookings WHERE booked_on >= '2025-03-01' AND booked_on < '2025-04-01'`,
    /played.*period by booked on/,
  ],
  [
    'bookings played per month in the first half of 2026',
    `SELECT date_trunc('month', played_on) AS month, COUNT(*) AS bookings FROM bookings WHERE played_on >= DATE '2026-01-01' AND played_on < DATE '2026-07-01' GROUP BY 1`,
    `SELECT date_trunc('month', played_on) AS month, COUNT(*) AS bookings FROM bookings WHERE played_on >= DATE '2026-02-01' AND played_on < DATE '2026-08-01' GROUP BY 1`,
    /mentions a period/,
  ],
  [
    'names of the members with a booking of 3 hours',
    'SELECT DISTINCT m.name FROM members m JOIN bookings b USING (member_id) WHERE b.hours = 3',
    'SELECT DISTINCT m.city FROM members m JOIN bookings b USING (member_id) WHERE b.hours = 3',
    /shows city, which doesn't tell them apart/,
  ],
  // What nobody asks for.
  [
    'number of members by city',
    'SELECT city, COUNT(*) AS members FROM members GROUP BY city',
    'SELECT city, COUNT(*) AS members FROM members WHERE points > 0 GROUP BY city',
    /points.*doesn't ask/,
  ],
  // Things that come up several times.
  [
    'how many members made a booking in 2025',
    `SELECT COUNT(DISTINCT member_id) AS members FROM bookings WHERE booked_on >= '2025-01-01' AND booked_on < '2026-01-01'`,
    `SELECT COUNT(member_id) AS members FROM bookings WHERE booked_on >= '2025-01-01' AND booked_on < '2026-01-01'`,
    /how many members.*as often as it appears/,
  ],
  [
    'how many gold members made a booking',
    `SELECT COUNT(DISTINCT b.member_id) AS members FROM bookings b JOIN members m USING (member_id) WHERE m.plan = 'gold'`,
    `SELECT COUNT(b.member_id) AS members FROM bookings b JOIN members m USING (member_id) WHERE m.plan = 'gold'`,
    /how many gold members.*as often as it appears/,
  ],
  // Ends, names and counts that a column is called by.
  [
    'for each limit, how many times has the maximum load reached 50',
    'SELECT limit_id, COUNT(*) AS n FROM limits WHERE max_load_kg >= 50 GROUP BY limit_id',
    'SELECT limit_id, COUNT(*) AS n FROM limits GROUP BY limit_id',
    /asks for the maximum/,
  ],
  [
    'names of the songs',
    'SELECT title FROM songs',
    'SELECT song_id FROM songs',
    /asks for "names", but the SQL doesn't show it/,
  ],
  [
    'titles of the songs sorted by their total credits',
    'SELECT title FROM songs ORDER BY tot_cred',
    'SELECT title FROM songs ORDER BY song_id',
    /asks for a total/,
  ],
  [
    'fouls in descending order of the number of members injured',
    'SELECT foul_id FROM fouls ORDER BY injured DESC',
    'SELECT foul_id FROM fouls ORDER BY wind_mph DESC',
    /asks "number of members"/,
  ],
];

/** Sound statements that a narrower reading of words would doubt. */
export const OWED_SOUND: readonly (readonly [question: string, sql: string])[] = [
  ['total "Ghent" fee', "SELECT SUM(fee) AS fee FROM members WHERE lower(city) = 'ghent'"],
  ['members in the Flemish Region', "SELECT name FROM members WHERE city = 'VLG'"],
  ['decks of the court named Oak', "SELECT surface FROM courts WHERE court_name = 'Oak'"],
  ['who won game 7', 'SELECT winner_id FROM games WHERE game_id = 7'],
  ['income per hour', 'SELECT SUM(price * hours) / SUM(hours) AS income FROM bookings'],
  ['members in alphabetical order', 'SELECT name FROM members ORDER BY name'],
  ['members by points, most first', 'SELECT name, points FROM members ORDER BY points DESC'],
  [
    'the games that were won by the most members',
    'SELECT winner_id, COUNT(*) AS games FROM games GROUP BY winner_id ORDER BY games DESC LIMIT 1',
  ],
  ['members with 30 or more points', 'SELECT name FROM members WHERE points >= 30'],
  [
    'members who won and lost a game',
    'SELECT name FROM members WHERE member_id IN (SELECT winner_id FROM games) AND member_id IN (SELECT loser_id FROM games)',
  ],
  [
    'cities with at least 20 members',
    'SELECT city, COUNT(*) AS members FROM members GROUP BY city HAVING COUNT(*) > 19',
  ],
  ['at most 5 members', 'SELECT name FROM members LIMIT 5'],
  ['bookings longer than 120 minutes', 'SELECT booking_id FROM bookings WHERE hours > 2'],
  [
    'members who made the most bookings',
    'SELECT m.name, COUNT(*) AS n FROM members m JOIN bookings b USING (member_id) GROUP BY m.member_id, m.name QUALIFY rank() OVER (ORDER BY COUNT(*) DESC) = 1',
  ],
  [
    'average number of bookings per member',
    'SELECT AVG(n) AS average FROM (SELECT member_id, COUNT(*) AS n FROM bookings GROUP BY member_id) t',
  ],
  [
    'cities without gold members',
    `SELECT DISTINCT city FROM members WHERE city NOT IN (SELECT city FROM members WHERE plan = 'gold' AND city IS NOT NULL)`,
  ],
  [
    'share of members that are active',
    'SELECT SUM(CASE WHEN active THEN 1 ELSE 0 END) * 1.0 / COUNT(*) AS share FROM members',
  ],
  [
    'the second cheapest booking',
    'SELECT booking_id FROM bookings ORDER BY price LIMIT 1 OFFSET 1',
  ],
  [
    'average price per hour',
    'SELECT SUM(price) / COUNT(price) AS price FROM bookings WHERE hours > 0',
  ],
  ['total bookings', 'SELECT COUNT(*) AS total FROM bookings'],
  ['how many hours were booked', 'SELECT SUM(hours) AS hours FROM bookings'],
  ['average max fee', 'SELECT AVG(max_fee) AS fee FROM limits'],
  ['members joined < 2025', "SELECT name FROM members WHERE joined_on < DATE '2025-01-01'"],
  [
    'how many members made a booking',
    'SELECT COUNT(member_id) AS members FROM (SELECT DISTINCT member_id FROM bookings) AS t',
  ],
  [
    'how many members made a booking',
    'SELECT COUNT(member_id) AS members FROM (SELECT member_id FROM bookings GROUP BY member_id) AS t',
  ],
  [
    'members from Ghent or with more than 100 points',
    `SELECT name FROM members WHERE city = 'Ghent' OR points > 100`,
  ],
  [
    'members from Ghent or Bruges',
    `SELECT name FROM members WHERE city = 'Ghent' OR city = 'Bruges'`,
  ],
  [
    'the city which has the highest average points of members',
    'SELECT city FROM members GROUP BY city ORDER BY AVG(points) DESC LIMIT 1',
  ],
  [
    'members who joined in 2024 or before with more than 20 points',
    "SELECT name FROM members WHERE points > 20 AND joined_on < DATE '2025-01-01'",
  ],
  ['the highest wind in miles per hour', 'SELECT MAX(wind_mph) AS wind FROM fouls'],
  [
    'members whose points are never used by any court',
    'SELECT name FROM members WHERE member_id NOT IN (SELECT member_id FROM bookings)',
  ],
  ['names of the payers of refunds to members', 'SELECT payer FROM refunds'],
];
