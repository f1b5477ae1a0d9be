import { describeAnswersOver } from '../planner/answered.ts';

const KENNELS = [
  `CREATE TABLE keepers AS SELECT i AS keeper_id, 'Keeper ' || i AS keeper_name, ['Graz', 'Linz', 'Wels'][1 + i % 3] AS town FROM range(1, 13) t(i)`,
  'ALTER TABLE keepers ADD PRIMARY KEY (keeper_id)',
  `CREATE TABLE animals AS SELECT i AS animal_id, 'Animal ' || i AS animal_name, 1 + i * i % 12 AS keeper_id, ['cat', 'dog', 'hare'][1 + i % 3] AS species, 1 + i % 7 AS num_of_visits FROM range(1, 60) t(i)`,
  'ALTER TABLE animals ADD PRIMARY KEY (animal_id)',
];

describeAnswersOver('values that rows share are ranked by all of their rows', KENNELS, {
  answered: [
    [
      'which town has the most animals',
      'SELECT town FROM keepers JOIN animals USING (keeper_id) GROUP BY town ORDER BY count(*) DESC, town LIMIT 1',
    ],
    [
      'town of the keeper with the most cats',
      `SELECT town FROM keepers ORDER BY (SELECT count(*) FROM animals a WHERE a.keeper_id = keepers.keeper_id AND species = 'cat') DESC, town LIMIT 1`,
    ],
  ],
  // Ranked keeper by keeper, these would be the town of one of them.
  open: ['which town has the most cats', 'which town has the fewest dogs'],
});
