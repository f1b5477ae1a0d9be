import type { AskContext } from '#src/ask/context.ts';
import { abortable } from '#src/ask/deadline.ts';
import { examplesFor } from '#src/ask/examples.ts';
import type { Lesson } from '#src/planner/plan.ts';
import type { ApprovedExample, Catalog } from '#src/plugin-api/catalog.ts';
import type { Dialect } from '#src/plugin-api/dialect.ts';
import { queryOfFacts } from '#src/read/lessons/query-of-facts.ts';

/** Approved examples of a workspace that teach, the latest ones. */
const MOST_LESSONS = 200;

const taught = new WeakMap<Catalog, Promise<readonly Lesson[]>>();

/** What the approved examples teach that a caller may be served from; read once for a catalog. */
export async function lessonsOf(
  { deps, state, signal }: AskContext,
  catalog: Catalog,
): Promise<readonly Lesson[]> {
  const examples = examplesFor(catalog, state.request.principal.policy);
  if (examples.length === 0) return [];
  const known = taught.get(catalog);
  if (known) return abortable(known, signal);
  const { dialect } = await abortable(deps.sourceOf(catalog), signal);
  const found = readAll(examples.slice(-MOST_LESSONS), catalog, dialect);
  taught.set(catalog, found);
  found.catch(() => taught.delete(catalog));
  return abortable(found, signal);
}

/** Those examples that the planner has words for, as queries. */
async function readAll(
  examples: readonly ApprovedExample[],
  catalog: Catalog,
  dialect: Dialect,
): Promise<readonly Lesson[]> {
  const tables = new Map(catalog.tables.map((table) => [table.name, table]));
  const lessons: Lesson[] = [];
  for (const { question, sql } of examples) {
    const parsed = await dialect.parse(sql, catalog, AbortSignal.timeout(PARSING_MS));
    const query = 'refusal' in parsed ? null : queryOfFacts(parsed.facts, tables);
    if (query) lessons.push({ question, query });
  }
  return lessons;
}

/** What the parser may take for one example (milliseconds). */
const PARSING_MS = 10_000;
