import { describeAnswersOver } from '../planner/answered.ts';

describeAnswersOver(
  'rows that stand in a list of others',
  [
    `CREATE TABLE singers AS SELECT i AS singer_id, ['Guest', 'Guest', 'House'][1 + i % 3] AS singer_kind_code, ['Alto', 'Bass', 'Tenor', 'Soprano'][1 + i % 4] AS voice FROM range(1, 13) t(i)`,
    `CREATE TABLE halls AS SELECT i AS hall_id, ['cold', 'warm'][1 + i % 2] AS hall_note FROM range(1, 7) t(i)`,
    `CREATE TABLE singers_in_halls AS SELECT 1 + i % 5 AS hall_id, 1 + i * i % 8 AS singer_id FROM range(1, 9) t(i)`,
  ],
  {
    answered: [
      [
        "How many singers belong to the kind 'Guest'?",
        "SELECT count(*) FROM singers WHERE singer_kind_code = 'Guest'",
      ],
    ],
    open: ["Which hall ids have no singer with voice 'Alto'?"],
  },
);

describeAnswersOver(
  'whose names are asked',
  [
    `CREATE TABLE depots AS SELECT i AS depot_id, 'D' || i AS depot_short_name, 'Depot of ' || ['Kiel', 'Jena'][i] AS depot_full_name FROM range(1, 3) t(i)`,
    `CREATE TABLE vans AS SELECT i AS van_id, 1 + i % 2 AS depot_id, 4 + i AS seat_count FROM range(1, 6) t(i)`,
    `CREATE TABLE couriers AS SELECT i AS courier_id, ['Ann', 'Bo', 'Cy', 'Di'][i] AS courier_first_name, ['Berg', 'Lind', 'Moe', 'Vik'][i] AS courier_last_name FROM range(1, 5) t(i)`,
    `CREATE TABLE van_shifts AS SELECT i AS van_shift_id, 1 + i % 5 AS van_id, 1 + i % 3 AS courier_id FROM range(1, 12) t(i)`,
    `CREATE TABLE crew AS SELECT ['St. Gall', 'Harbour'][i] AS crew_name, 10 * i AS budget FROM range(1, 3) t(i)`,
    `CREATE TABLE baker AS SELECT i AS baker_no, ['Ida', 'Jo', 'Kim'][i] AS name, ['St. Gall', 'Harbour'][1 + i % 2] AS crew_name FROM range(1, 4) t(i)`,
  ],
  {
    answered: [
      [
        'Show the full name of each courier.',
        'SELECT courier_first_name, courier_last_name FROM couriers',
      ],
      ['full names of depots', 'SELECT depot_full_name FROM depots'],
      [
        'What are the names of all bakers in the St. Gall crew?',
        "SELECT name FROM baker WHERE crew_name = 'St. Gall'",
      ],
    ],
    open: [],
  },
);

describeAnswersOver(
  'what was done, and how it came out',
  [
    `CREATE TABLE shop AS SELECT i AS shop_id, 'Shop ' || i AS shop_name FROM range(1, 6) t(i)`,
    `CREATE TABLE audit AS SELECT 1 + i % 4 AS shop_id, ['Audited', 'Broken off', 'Audited'][1 + i % 3] AS outcome, 2020 + i % 3 AS auditor_year FROM range(1, 9) t(i)`,
  ],
  {
    answered: [
      ...['Which shops are not audited?', 'shops that were never audited'].map(
        (asked): [string, string] => [
          asked,
          'SELECT shop_name FROM shop WHERE shop_id NOT IN (SELECT shop_id FROM audit)',
        ],
      ),
      [
        'How many audits have the outcome Audited?',
        "SELECT count(*) FROM audit WHERE outcome = 'Audited'",
      ],
    ],
    open: [],
  },
);

describeAnswersOver(
  'numbers that only tell rows apart',
  [
    `CREATE TABLE track AS SELECT 'TR-' || i AS track_code, 10 * i AS metres FROM range(1, 5) t(i)`,
    `CREATE TABLE heat AS SELECT 'H' || i AS heat_code, 'TR-' || (1 + i % 4) AS track_code, 1 + i % 6 AS heat_lane FROM range(1, 25) t(i)`,
    `CREATE TABLE route AS SELECT 'RT-' || i AS rt_code, 'G' || i AS guide_code, 'Way ' || i AS rt_title, 4 * i AS rt_miles FROM range(1, 4) t(i)`,
    `CREATE TABLE tour AS SELECT 'T' || i AS tour_code, 'RT-' || (1 + i % 3) AS rt_code, 1 + i % 5 AS tour_leg, '0' || i || ':00' AS tour_start FROM range(1, 16) t(i)`,
    `CREATE TABLE league AS SELECT i AS league_id, ['East', 'West', 'North', 'South'][i] AS league_name FROM range(1, 5) t(i)`,
    `CREATE TABLE club AS SELECT i AS club_id, 1 + i * i % 4 AS league_id, 'Club ' || i AS club_name, 1 + i % 5 AS bonus_points FROM range(1, 12) t(i)`,
  ],
  {
    answered: [
      [
        'ids of the two leagues with the most clubs',
        'SELECT league_id FROM club GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 2',
      ],
      [
        'How many lanes are there on track TR-2?',
        "SELECT count(DISTINCT heat_lane) FROM heat WHERE track_code = 'TR-2'",
      ],
    ],
    open: [
      'How many legs are there on route RT-2?',
      'Which league offers the largest number of points?',
    ],
  },
);

describeAnswersOver(
  'a way round that another one speaks against',
  [
    `CREATE TABLE guild AS SELECT ['MET', 'WOO', 'GLA'][i] AS guild_code, ['Metal', 'Wood', 'Glass'][i] AS guild_name FROM range(1, 4) t(i)`,
    `CREATE TABLE pupil AS SELECT 300 + i AS pupil_num, 'Pupil ' || i AS pupil_name, ['GLA', 'CLA', 'GLA', 'TEX', 'PAP'][1 + i % 5] AS guild_code FROM range(1, 10) t(i)`,
    `CREATE TABLE module AS SELECT 'M' || i AS mod_code, ['MET', 'WOO', 'GLA'][1 + i % 3] AS guild_code, 'Part ' || i AS mod_title FROM range(1, 7) t(i)`,
    `CREATE TABLE lesson AS SELECT 800 + i AS lesson_code, 'M' || (1 + i % 6) AS mod_code, 'R' || i AS lesson_room FROM range(1, 13) t(i)`,
    `CREATE TABLE signup AS SELECT 801 + i % 12 AS lesson_code, 301 + i % 9 AS pupil_num, ['good', 'fair'][1 + i % 2] AS signup_mark FROM range(1, 40) t(i)`,
  ],
  {
    answered: [
      [
        'Which guild has the highest number of pupils?',
        'SELECT guild_code FROM pupil GROUP BY 1 ORDER BY count(*) DESC, 1 LIMIT 1',
      ],
    ],
    open: [
      'Find the name of the guild that has the highest number of pupils.',
      'name of the guild with the most pupils signed up',
    ],
  },
);

describeAnswersOver(
  'words that far rows happen to be called by',
  [
    `CREATE TABLE style AS SELECT i AS style_id, ['Pale', 'Stout', 'Porter'][i] AS name FROM range(1, 4) t(i)`,
    `CREATE TABLE item AS SELECT i AS item_id, 'Item ' || i AS name, 1 + i % 2 AS style_id FROM range(1, 8) t(i)`,
    `CREATE TABLE shelf AS SELECT i AS shelf_id, ['Beer', 'Gifts'][i] AS name FROM range(1, 3) t(i)`,
    `CREATE TABLE itemshelf AS SELECT 1 + i % 2 AS shelf_id, i AS item_id FROM range(1, 8) t(i)`,
  ],
  {
    answered: [['names of all styles', 'SELECT name FROM style']],
    open: ['List the names of all beer styles.'],
  },
);

describeAnswersOver(
  'what is said of which rows',
  [
    `CREATE TABLE arrivals AS SELECT i AS move_id, ['late', 'early'][1 + i % 2] AS arrival_details FROM range(1, 5) t(i)`,
    `CREATE TABLE departures AS SELECT i AS move_id, ['foggy', 'clear'][1 + i % 2] AS departure_details FROM range(2, 7) t(i)`,
    `CREATE TABLE moves AS SELECT i AS move_id, 100 + i AS carrier FROM range(1, 8) t(i)`,
    `CREATE TABLE cider AS SELECT i AS cider_id, 'Cider ' || i AS name, 9 - i AS retail_rate FROM range(1, 7) t(i)`,
    `CREATE TABLE brewery AS SELECT i AS brewery_id, 'Brewery ' || i AS name FROM range(1, 4) t(i)`,
    `CREATE TABLE cider_brewery AS SELECT 1 + i % 3 AS brewery_id, i AS cider_id, 2 * i AS price_in_pound FROM range(1, 7) t(i)`,
    `CREATE TABLE novice AS SELECT i AS novice_num, ['Sands', 'Bow', 'Carr', 'Dale'][i] AS last_name, ['D', 'A', 'D', 'B'][i] AS middle FROM range(1, 5) t(i)`,
    `CREATE TABLE course AS SELECT 800 + i AS course_code, 'Room ' || i AS room FROM range(1, 5) t(i)`,
    `CREATE TABLE enrolment AS SELECT 801 + i % 4 AS course_code, 1 + i * i % 4 AS novice_num, ['good', 'D', 'fair'][1 + i % 3] AS mark FROM range(1, 15) t(i)`,
  ],
  {
    answered: [
      [
        'Show the last names of novices who got mark good in the course with code 802.',
        `SELECT last_name FROM novice WHERE novice_num IN
          (SELECT novice_num FROM enrolment WHERE mark = 'good' AND course_code = 802)`,
      ],
    ],
    open: [
      'List the details of arrivals and departures.',
      'details of all arrivals and all departures',
      'id of the brewery that makes the most expensive cider',
      'last names of novices who received a D',
    ],
  },
);

describeAnswersOver(
  'numbers of rows, and what is common',
  [
    `CREATE TABLE crates AS SELECT 10 + i AS crate_number, 'Crate of ' || ['pears', 'plums', 'figs'][i] AS content FROM range(1, 4) t(i)`,
    `CREATE TABLE vans AS SELECT i AS van_id, 'A-' || i AS plate FROM range(1, 4) t(i)`,
    `CREATE TABLE van_crates AS SELECT i AS van_id, 10 + i AS crate_number FROM range(1, 4) t(i)`,
    `CREATE TABLE passes AS SELECT i AS pass_id, ['day', 'week'][1 + i % 2] AS pass_kind FROM range(1, 5) t(i)`,
    `CREATE TABLE guests AS SELECT i AS guest_id, 'g' || i || '@x.org' AS guest_email FROM range(1, 8) t(i)`,
    `CREATE TABLE guest_passes AS SELECT 1 + i * i % 7 AS guest_id, 1 + i % 4 AS pass_id FROM range(1, 20) t(i)`,
    `CREATE TABLE zoos AS SELECT i AS zoo_id, 'Zoo ' || i AS zoo_name FROM range(1, 4) t(i)`,
    `CREATE TABLE keepers AS SELECT i AS keeper_id, 'Keeper ' || i AS name, 1 + i % 2 AS zoo_id FROM range(1, 6) t(i)`,
  ],
  {
    answered: [
      ['What are the numbers of the crates?', 'SELECT crate_number FROM crates'],
      ['number of crates', 'SELECT count(*) FROM crates'],
      ['keepers and their zoos', 'SELECT name, zoo_name FROM keepers JOIN zoos USING (zoo_id)'],
    ],
    open: [
      'Names of keepers and their corresponding zoos',
      'emails of the guests that used the guest pass that is the most common',
    ],
  },
);
