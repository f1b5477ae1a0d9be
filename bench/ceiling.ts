/**
 * `npm run bench ceiling -- --set DIR --questions FILE --out PREDICTIONS [--databases NAME,…]`
 *
 * The best that any planner could reach through our ingest and engine: uploads a set as `npm run bench eval` does, then runs
 * the gold SQL (SQLite's, whose double-quoted strings are requoted) on the engine files that came out of it.
 */
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { openEngineFiles } from './engine-files.ts';
import { engineNames, rename, runGold } from './gold-sql.ts';
import { readQuestions } from './questions.ts';
import { call, startService, uploadFolder } from './service.ts';

interface Question {
  readonly id: string | number;
  readonly db_id: string;
  readonly gold_sql: string;
}

const { values: options } = parseArgs({
  options: {
    set: { type: 'string' },
    questions: { type: 'string' },
    out: { type: 'string' },
    databases: { type: 'string' },
  },
});
if (!options.set || !options.questions || !options.out) {
  console.error(
    'usage: node bench/ceiling.ts --set DIR --questions FILE --out PREDICTIONS [--databases NAME,…]',
  );
  process.exit(2);
}
const questions = await readQuestions<Question>(options.questions, options.databases);

const lines: string[] = [];
const failures = new Map<string, number>();
const service = await startService({ env: { PLUMBLINE_SAMPLE__ENABLED: 'false' } });
try {
  const me = await call<{ client_id: string | null; clients?: { client_id: string }[] }>(
    service,
    'GET',
    '/whoami',
  );
  const clientId = me.client_id ?? me.clients![0]!.client_id;
  for (const database of new Set(questions.map((question) => question.db_id))) {
    const workspace = await uploadFolder(
      service,
      clientId,
      path.join(options.set, 'csv', database),
      database,
    );
    if (!workspace) continue;
    const engine = await openEngineFiles(
      path.join(service.dataDir, 'engine', workspace.workspaceId),
    );
    const names = await engineNames(engine);
    for (const question of questions.filter((one) => one.db_id === database)) {
      const outcome = await runGold(engine, rename(question.gold_sql, names));
      if (outcome.error) failures.set(outcome.error, (failures.get(outcome.error) ?? 0) + 1);
      lines.push(
        JSON.stringify({
          id: question.id,
          ...(outcome.rows ? { rows: outcome.rows } : { declined: true }),
        }),
      );
    }
    engine.closeSync();
  }
} finally {
  await service.stop();
}
await writeFile(options.out, `${lines.join('\n')}\n`);
console.log(`${lines.length} gold statements`);
for (const [error, count] of [...failures].sort((a, b) => b[1] - a[1]).slice(0, 25))
  console.log(`${count}\t${error}`);
