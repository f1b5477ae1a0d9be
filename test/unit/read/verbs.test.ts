import { describeAnswersOver } from '../planner/answered.ts';

/** Shops that have lamps, which get repaired, and runners whose races come out somehow. */
const SHOPS = [
  `CREATE TABLE shops AS SELECT * FROM (VALUES
    (1, 'Fairlight', 'Oslo'), (2, 'Glowworm', 'Bergen'), (3, 'Beacon', 'Oslo'))
    AS t(shop_id, shop_name, town)`,
  `CREATE TABLE lamps AS SELECT * FROM (VALUES
    (11, 'Aurora 100', 49.0), (12, 'Nimbus', 89.5), (13, 'Comet', 19.0))
    AS t(lamp_id, lamp_name, price)`,
  `CREATE TABLE shop_lamps AS SELECT * FROM (VALUES
    (1, 11), (1, 12), (2, 12), (3, 11), (3, 12), (3, 13)) AS t(shop_id, lamp_id)`,
  `CREATE TABLE repairs AS SELECT * FROM (VALUES
    (1, 11, 'working'), (2, 11, 'done'), (3, 12, 'done'), (4, 11, 'open'))
    AS t(repair_id, lamp_id, repair_status)`,
  `CREATE TABLE runners AS SELECT * FROM (VALUES
    (1, 'Ada', 'Norway'), (2, 'Bo', 'Sweden'), (3, 'Cem', 'Norway'))
    AS t(runner_id, runner_name, nationality)`,
  `CREATE TABLE starts AS SELECT * FROM (VALUES
    (1, 1, 'Win'), (2, 1, 'Loss'), (3, 2, 'Win'), (4, 3, 'Win'), (5, 3, 'Loss'))
    AS t(start_id, runner_id, outcome)`,
];

describeAnswersOver('questions whose verbs tie rows or say a value', SHOPS, {
  answered: [
    // A verb in its base form between rows and what it ties them to.
    [
      'Which shops sell both the Aurora 100 and the Comet?',
      `SELECT shop_name FROM shops WHERE shop_id = 3`,
    ],
    [
      'Which lamp has drawn the most repairs?',
      `SELECT lamp_name FROM lamps ORDER BY (SELECT count(*) FROM repairs r WHERE r.lamp_id = lamps.lamp_id) DESC LIMIT 1`,
    ],
    // `count` is never passed over.
    [
      'Count the wins by nationality of the runner',
      `SELECT nationality, count(*) FROM starts JOIN runners USING (runner_id) WHERE outcome = 'Win' GROUP BY nationality`,
    ],
  ],
  open: [
    // Verbs that deny or compare tie nothing.
    'Which shops lack both the Aurora 100 and the Comet?',
    'Which shops avoid both the Aurora 100 and the Comet?',
    // A state that nothing in the data tells.
    'shops that are being worked on and are not in Oslo',
  ],
});

/** Wrestlers of places that are kept with their country, and orders whose states are verbs. */
const PLACES = [
  `CREATE TABLE wrestlers AS SELECT * FROM (VALUES
    (1, 'Ray', 'Puebla , Mexico', 300), (2, 'Ken', 'Tokyo , Japan', 120), (3, 'Bill', 'Santa Fe , New Mexico', 80),
    (4, 'Luis', 'Cancún , Mexico', 40), (5, 'Jun', 'Osaka , Japan', 75))
    AS t(wrestler_id, name, location, days_held)`,
  `CREATE TABLE parcels AS SELECT * FROM (VALUES
    (1, 'Cancel', 'Bread, cheap'), (2, 'Finish', 'Milk'), (3, 'Cancel', 'Salt'), (4, 'working', 'Tea'), (5, 'done', 'Rye'))
    AS t(parcel_id, parcel_status, remark)`,
  `CREATE TABLE drugs AS SELECT * FROM (VALUES (1, 'Abil'), (2, 'Solan'), (3, 'Trevo'))
    AS t(drug_id, drug_name)`,
  `CREATE TABLE enzymes AS SELECT * FROM (VALUES (7, 'ALA synthase'), (8, 'Ferro')) AS t(enzyme_id, enzyme_name)`,
  `CREATE TABLE drug_enzymes AS SELECT * FROM (VALUES
    (1, 7, 'inhibitor'), (2, 7, 'activator'), (3, 8, 'inhibitor'))
    AS t(drug_id, enzyme_id, interaction_type)`,
];

describeAnswersOver('values that are said otherwise than they are written', PLACES, {
  answered: [
    // One part of a text; `New Mexico` is another.
    ['How many wrestlers have a location in Mexico?', 'SELECT 2'],
    [
      'average days held of the wrestlers whose location is Tokyo',
      "SELECT avg(days_held) FROM wrestlers WHERE location = 'Tokyo , Japan'",
    ],
    [
      'names of the wrestlers from Mexico or Japan',
      'SELECT name FROM wrestlers WHERE wrestler_id <> 3',
    ],
    [
      'names of wrestlers who are not from Japan',
      "SELECT name FROM wrestlers WHERE name NOT IN ('Ken', 'Jun')",
    ],
    // Words that are derived from a state, and from who does something.
    ['How many parcels were cancelled?', 'SELECT 2'],
    ['How many parcels have the status cancelled at some point?', 'SELECT 2'],
    ['how many parcels are done', 'SELECT 1'],
    [
      'How many parcels are currently being worked on?',
      "SELECT count(*) FROM parcels WHERE parcel_status = 'working'",
    ],
    ['Which drugs inhibit ALA synthase?', "SELECT 'Abil'"],
  ],
  open: [
    // No place of the data, and a part of one only.
    'How many wrestlers are from Spain?',
    'How many wrestlers are from Fe?',
    // A comma within a remark parts nothing.
    'How many parcels have Cheap?',
    // Another state.
    'How many parcels are currently being repaired?',
  ],
});

/** Members, departments and shipments, with times that verbs tell. */
const TIMES = [
  `CREATE TABLE members AS SELECT * FROM (VALUES
    (1, 'Ann', DATE '2018-03-04'), (2, 'Bo', DATE '2018-02-01'), (3, 'Cem', DATE '2017-03-09'))
    AS t(member_id, member_name, date_became_member)`,
  `CREATE TABLE policies AS SELECT * FROM (VALUES
    (1, 1, DATE '2017-05-01', DATE '2018-01-01'), (2, 1, DATE '2017-06-01', DATE '2019-01-01'),
    (3, 2, DATE '2016-06-01', DATE '2017-08-01')) AS t(policy_id, member_id, date_opened, date_closed)`,
  `CREATE TABLE departments AS SELECT * FROM (VALUES
    (1, 'State', 1789), (2, 'Energy', 1977), (3, 'Defense', 1947)) AS t(department_id, name, creation)`,
  `CREATE TABLE shipments AS SELECT * FROM (VALUES
    (1, 'A1', DATE '1979-05-01'), (2, 'B2', DATE '1983-05-01')) AS t(shipment_id, tracking_number, shipment_date)`,
  `CREATE TABLE programs AS SELECT * FROM (VALUES
    (1, 'News', 2005.0, 30), (2, 'Kids', 2004.0, 60), (3, 'Quiz', 2009.0, 45), (4, 'Farm', 2010.0, 20))
    AS t(program_id, name, launch, minutes)`,
  `CREATE TABLE residents AS SELECT * FROM (VALUES
    (1, DATE '2015-01-01', DATE '2018-01-05'), (2, DATE '2018-03-01', DATE '2019-01-01'))
    AS t(resident_id, date_moved_in, date_moved_out)`,
];

describeAnswersOver('times that verbs tell', TIMES, {
  answered: [
    ['members who joined in March 2018', "SELECT 'Ann'"],
    ['How many members signed up before 2018?', 'SELECT 1'],
    // Related rows and when they were so, each member once.
    ['names of the members who opened a policy in 2017', "SELECT 'Ann'"],
    ['Which members closed a policy in 2017?', "SELECT 'Bo'"],
    [
      'departments set up between 1940 and 1980',
      'SELECT name FROM departments WHERE creation > 1900',
    ],
    ['How many departments were founded before 1950?', 'SELECT 2'],
    ['tracking numbers of the shipments that went out before 1980', "SELECT 'A1'"],
    [
      'programs launched from 2005 up to and including 2009',
      'SELECT name FROM programs WHERE launch BETWEEN 2005 AND 2009',
    ],
    ['How many residents moved in before 2017?', 'SELECT 1'],
    ['How many residents moved out in 2018?', 'SELECT 1'],
  ],
  open: [
    // Other things than what the only date tells.
    'members who ordered in March 2018',
    'members who went out in March 2018',
    'departments that went out before 1980',
    // Which of the two dates is not said.
    'names of the members who renewed a policy in 2017',
  ],
});
