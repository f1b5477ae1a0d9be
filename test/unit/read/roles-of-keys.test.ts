import { describeAnswersOver } from '../planner/answered.ts';

const FAULTS = (role: string, said: string) =>
  `SELECT description FROM faults JOIN mates ON ${role} = mate_id WHERE ${said}`;

describeAnswersOver(
  'who did what, where two references lead to people',
  [
    `CREATE TABLE mates AS SELECT i AS mate_id, ['Cleo', 'Ada', 'Ben'][i] AS mate_first_name, ['Pike', 'Moor', 'Lang'][i] AS mate_last_name FROM range(1, 4) t(i)`,
    `CREATE TABLE faults AS SELECT i AS fault_id, 'fault ' || i AS description, 1 + i % 3 AS noted_by_mate_id, 1 + i * i % 3 AS repair_cleared_by_mate_id, ['open', 'noted', 'cleared'][1 + i % 3] AS status FROM range(1, 9) t(i)`,
    `CREATE TABLE fault_log AS SELECT i AS log_id, 1 + i % 8 AS fault_id, 1 + i % 3 AS mate_id FROM range(1, 12) t(i)`,
  ],
  {
    answered: [
      ['faults noted by Cleo Pike', FAULTS('noted_by_mate_id', "mate_last_name = 'Pike'")],
      ['faults noted by the mate Pike', FAULTS('noted_by_mate_id', "mate_last_name = 'Pike'")],
      [
        'descriptions of the faults that are noted by the mate whose last name is Moor',
        FAULTS('noted_by_mate_id', "mate_last_name = 'Moor'"),
      ],
      [
        'descriptions of faults whose repair was cleared by Ada Moor',
        FAULTS('repair_cleared_by_mate_id', "mate_last_name = 'Moor'"),
      ],
      [
        'how many faults were noted by each mate',
        'SELECT noted_by_mate_id, count(*) FROM faults GROUP BY 1',
      ],
      ['faults with status noted', "SELECT description FROM faults WHERE status = 'noted'"],
    ],
    open: [
      'faults not noted by Cleo Pike',
      'faults reported by Cleo Pike',
      'faults of Cleo Pike',
      'how many mates noted faults',
    ],
  },
);
