import { describeAnswersOver } from '../planner/answered.ts';

describeAnswersOver(
  'bounds of what is computed for each',
  [
    `CREATE TABLE dogs AS SELECT i AS dog_id, 'Dog ' || i AS dog_name, ['Pug', 'Boxer', 'Collie', 'Beagle'][1 + i % 4] AS breed, 5 + i * i % 17 AS weight, 1 + i % 9 AS age FROM range(1, 21) t(i)`,
    `CREATE TABLE walks AS SELECT i AS walk_id, 1 + i * i % 20 AS dog_id, 10 + i * 7 % 40 AS minutes FROM range(1, 31) t(i)`,
  ],
  {
    answered: [
      [
        'dogs with a weight above 18 or below 7',
        'SELECT dog_name FROM dogs WHERE weight > 18 OR weight < 7',
      ],
    ],
    open: [
      'dogs whose average minutes are above the average minutes of all walks',
      'breeds with an average weight above 13 or below 11',
      'breeds whose average weight is higher than the average weight of all dogs',
      'breeds with an average weight above the overall average weight',
      'breeds whose average age is higher than the average weight of all dogs',
      'breeds whose total weight is higher than the average weight of all dogs',
      'breeds with an average weight above 13 or an average age below 3 or walks',
    ],
  },
);
