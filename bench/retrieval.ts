/**
 * `npm run bench retrieval -- --set DIR,… [--tables N] [--every N] [--tokens N]`: how often a prompt holds all the tables that the gold
 * SQL of a question reads, where the databases of all sets are one schema of so many tables: tables keep their names, and where several
 * have one they bear that of their database before it. Prints the share for a first and for a second reading (which is
 * shown twice as much), prompt tokens (o200k), how much of it begins as that of the question before, and the time that
 * choosing takes.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { encode } from 'gpt-tokenizer';
import { chooseTables } from '../src/ask/model/choose-tables.ts';
import { systemPrompt } from '../src/ask/model/prompt.ts';
import type { Catalog, ColumnSet, ValueHit, ValueLookup } from '../src/plugin-api/catalog.ts';
import { NO_ROW_POLICY } from '../src/principal.ts';
import { catalogFromCsvFolder, type OfflineCatalog } from '../test/fakes/offline-catalog.ts';
import { hitsOf } from '../workers/plan-host.ts';
import { readQuestions } from './questions.ts';
import { median } from './stats.ts';

interface Question {
  readonly db_id: string;
  readonly question: string;
  readonly gold_sql: string;
}

/** One database, and what its tables are called in the schema of all. */
interface Part {
  readonly data: OfflineCatalog;
  readonly names: ReadonlyMap<string, string>;
}

const { values: options } = parseArgs({
  options: {
    set: { type: 'string', default: '/tmp/bench/dev' },
    tables: { type: 'string', default: '400' },
    every: { type: 'string', default: '1' },
    tokens: { type: 'string', default: '1900' },
  },
});
const sets = await Promise.all(
  options.set.split(',').map(async (folder) => ({
    folder,
    questions: await readQuestions<Question>(path.join(folder, 'questions.jsonl'), undefined),
  })),
);
const parts = await openParts();
const questions = sets
  .flatMap((set) => set.questions)
  .filter(({ db_id }) => parts.has(db_id))
  .filter((_, index) => index % Number(options.every) === 0);
const catalog = merged([...parts.values()]);
const values = mergedValues([...parts.values()]);
for (const factor of [1, 2]) report(factor * Number(options.tokens));
for (const { data } of parts.values()) await data.close();

async function openParts(): Promise<ReadonlyMap<string, Part>> {
  const opened = new Map<string, OfflineCatalog>();
  let tables = 0;
  for (const set of sets)
    for (const name of new Set(set.questions.map(({ db_id }) => db_id))) {
      const folder = path.join(set.folder, 'csv', name);
      if (tables >= Number(options.tables) || !existsSync(folder)) continue;
      const data = await catalogFromCsvFolder(folder);
      tables += data.catalog.tables.length;
      opened.set(name, data);
    }
  const times = new Map<string, number>();
  for (const { catalog: one } of opened.values())
    for (const { name } of one.tables) times.set(name, (times.get(name) ?? 0) + 1);
  const nameOf = (database: string, table: string) =>
    times.get(table) === 1 ? table : `${database}_${table}`;
  return new Map(
    [...opened].map(([database, data]) => {
      const own = data.catalog.tables.map(({ name }) => [name, nameOf(database, name)] as const);
      return [database, { data, names: new Map(own) }];
    }),
  );
}

function merged(of: readonly Part[]): Catalog {
  const [first] = of;
  if (!first) throw new Error(`there are no databases in ${options.set}`);
  const renamed = ({ names }: Part, { table, columns }: ColumnSet) => ({
    table: names.get(table)!,
    columns,
  });
  return {
    ...first.data.catalog,
    tables: of.flatMap(({ data, names }) =>
      data.catalog.tables.map((table) => {
        const name = names.get(table.name)!;
        return { ...table, name, label: name.replaceAll('_', ' ') };
      }),
    ),
    relationships: of.flatMap((part) =>
      part.data.catalog.relationships.map((one) => ({
        ...one,
        from: renamed(part, one.from),
        to: renamed(part, one.to),
      })),
    ),
  };
}

/** Hits of all databases, the closest and most frequent first, as one index gives them. */
function mergedValues(of: readonly Part[]): ValueLookup {
  const order = ['exact', 'folded', 'lemma', 'near'];
  const rank = (hit: ValueHit) => order.indexOf(hit.match);
  return {
    lookup: (span, asked) =>
      of
        .flatMap(({ data, names }) =>
          data.values
            .lookup(span, asked)
            .map((hit) => ({ ...hit, table: names.get(hit.table) ?? hit.table })),
        )
        .sort((a, b) => rank(a) - rank(b) || b.rowCount - a.rowCount)
        .slice(0, asked?.limit),
    close: () => {},
  };
}

/** Tables that the statement names, as the schema of all calls them. */
function goldTables(sql: string, { names }: Part): readonly string[] {
  const squashed = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const words = sql.matchAll(/\b(?:from|join|,)\s+["`]?(\w+)["`]?/gi);
  const named = new Set([...words].map(([, name]) => squashed(name!)));
  return [...names].filter(([name]) => named.has(squashed(name))).map(([, shown]) => shown);
}

/** How many characters two texts begin with alike. */
function sharedBegin(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  return at;
}

function report(maxTokens: number): void {
  const prompts: number[] = [];
  const times: number[] = [];
  const shares: number[] = [];
  let before = '';
  let complete = 0;
  let tables = 0;
  let present = 0;
  for (const { db_id, question, gold_sql } of questions) {
    const part = parts.get(db_id);
    const gold = part ? goldTables(gold_sql, part) : [];
    if (gold.length === 0) continue;
    const hits = hitsOf(question, values, true);
    const began = performance.now();
    const need = { question, hits, history: [], filtered: false, maxTokens };
    const shown = chooseTables(catalog, need);
    times.push(performance.now() - began);
    const names = new Set([...shown.catalog.tables, ...shown.brief].map(({ name }) => name));
    if (gold.every((name) => names.has(name))) complete += 1;
    tables += gold.length;
    present += gold.filter((name) => names.has(name)).length;
    const system = systemPrompt({ ...shown, tableTokens: 65 }, NO_ROW_POLICY);
    if (before !== '') shares.push(sharedBegin(before, system) / system.length);
    before = system;
    prompts.push(encode(system, { disallowedSpecial: new Set() }).length);
  }
  const share = ((100 * complete) / prompts.length).toFixed(1);
  const [middle, slow] = [median(prompts), median(times).toFixed(1)];
  console.log(
    `${catalog.tables.length} tables, ${maxTokens} schema tokens: all gold tables in the prompt of ${complete} of ${prompts.length} questions (${share} %), ${((100 * present) / tables).toFixed(1)} % of the tables; prompt ${middle} tokens at the median, ${Math.max(...prompts)} at most, ${(100 * median(shares)).toFixed(0)} % as that of the question before; choosing takes ${slow} ms at the median`,
  );
}
