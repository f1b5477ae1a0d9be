/**
 * `npm run bench judge -- --set DIR --questions FILE --predictions FILE [--csv] [--by FIELD] [--out VERDICTS]`
 *
 * Judges predictions (`npm run bench eval`) by execution: each is compared with the rows that the set's own SQL gives on
 * `DIR/databases/<db_id>.sqlite`. A prediction has `rows`, `sql` (run there) or `declined`. `--csv` leaves out questions
 * whose data the CSV files of the set do not hold whole; `--by` groups the figures (`difficulty`). SQL of a prediction
 * runs without a time limit.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import type { Predicted, SetQuestion } from './judge/judge.ts';
import { judgeAll, readLines, writeLines } from './judge/report.ts';

const { values } = parseArgs({
  options: {
    set: { type: 'string' },
    questions: { type: 'string' },
    predictions: { type: 'string' },
    csv: { type: 'boolean', default: false },
    by: { type: 'string', default: 'difficulty' },
    out: { type: 'string' },
  },
});
if (!values.set || !values.questions || !values.predictions) {
  console.error(
    'usage: npm run bench judge -- --set DIR --questions FILE --predictions FILE [--csv] [--by FIELD] [--out VERDICTS]',
  );
  process.exit(2);
}
const { verdicts, lines } = judgeAll({
  questions: await readLines<SetQuestion>(values.questions),
  predictions: await readLines<Predicted>(values.predictions),
  databases: path.join(values.set, 'databases'),
  fromCsv: values.csv,
  by: values.by,
});
for (const line of lines) console.log(line);
if (values.out) await writeLines(values.out, verdicts);
