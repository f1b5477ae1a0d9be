import { threadId } from 'node:worker_threads';
import { LRUCache } from 'lru-cache';
import { ProbedValues } from '#src/catalog/probed-values.ts';
import type { Planner, PlanRequest } from '#src/planner/plan.ts';
import { FUNCTION_WORDS } from '#src/planner/words.ts';
import type { Catalog, OpenValueLookup, ValueHit, ValueLookup } from '#src/plugin-api/catalog.ts';
import { isFiltered, type RowPolicy } from '#src/principal.ts';
import { saidInEnglish } from '#src/read/said.ts';
import type { ReadingTrace } from '#src/read/trace.ts';
import type {
  LiteralFinding,
  PlanningReply,
  PlanningResult,
  PlanningTask,
  TextLiteral,
} from '#workers/plan-protocol.ts';

/**
 * Generations whose catalog a worker keeps, row policies of each whose value look-up stays open, and sets of columns
 * that policies filter by.
 */
const KEPT_GENERATIONS = 16;
const KEPT_POLICIES = 32;
const KEPT_COLUMN_SETS = 4;

/** Words of a question that are looked up together, and values that are given for it, at the most. */
const RUN_WORDS = 4;
const MAX_HITS = 20;
/** Characters of a word that values near it are looked for, such values of a word, and of a question. */
const NEAR_CHARS = 4;
const NEAR_HITS = 2;
const MAX_NEAR_HITS = 6;

/** Hits of a literal over all columns that are looked at to find those of its own. */
const FOUND_IN_COLUMNS = 500;

interface Held {
  readonly catalog: Catalog;
  /** By the hash of the row policy. */
  readonly lookups: LRUCache<string, ValueLookup>;
  /** What callers may read, by the columns that their policies filter by. */
  readonly readable: LRUCache<string, Catalog>;
}

/**
 * The planning task of a worker thread: it plans questions and looks values up, and keeps the catalogs that it was
 * given, since a catalog is large to send and never changes for a generation.
 */
export function createPlanHost(deps: {
  readonly plan: Planner;
  readonly traceReading: (request: PlanRequest, showsValues: boolean) => ReadingTrace;
  readonly openValueLookup: OpenValueLookup;
  /** The catalog without the tables that nobody under that policy may read. */
  readonly readableCatalog: (catalog: Catalog, policy: RowPolicy) => Catalog;
}): (task: PlanningTask) => PlanningReply {
  const held = new LRUCache<string, Held>({
    max: KEPT_GENERATIONS,
    dispose: ({ lookups }) => lookups.clear(),
  });

  /** Of the task that is worked on: a thread has one at a time. */
  let probed = new ProbedValues([]);

  const hold = (task: PlanningTask): Held | null => {
    const known = held.get(task.catalogKey);
    if (known || !task.catalog) return known ?? null;
    const lookups = new LRUCache<string, ValueLookup>({
      max: KEPT_POLICIES,
      dispose: (lookup) => lookup.close(),
    });
    const readable = new LRUCache<string, Catalog>({ max: KEPT_COLUMN_SETS });
    const entry = { catalog: task.catalog, lookups, readable };
    held.set(task.catalogKey, entry);
    return entry;
  };

  const lookupFor = (entry: Held, policy: RowPolicy): ValueLookup => {
    const known = entry.lookups.get(policy.hash);
    if (known) return known;
    const opened = deps.openValueLookup(entry.catalog, policy, (place) => probed.rowsOf(place));
    entry.lookups.set(policy.hash, opened);
    return opened;
  };

  /** The same object for policies that read the same: the planner keeps what it makes of one. */
  const readableFor = ({ catalog, readable }: Held, policy: RowPolicy): Catalog => {
    const key = JSON.stringify(Object.keys(policy.filter).sort());
    const known = readable.get(key) ?? deps.readableCatalog(catalog, policy);
    readable.set(key, known);
    return known;
  };

  const resultOf = (task: PlanningTask): PlanningResult => {
    const entry = hold(task);
    if (!entry) return { kind: 'missing' };
    const values = lookupFor(entry, task.policy);
    if (task.kind === 'literals')
      return { kind: 'literals', findings: task.literals.map((one) => find(one, values)) };
    if (task.kind === 'hits')
      return { kind: 'hits', hits: hitsOf(task.question, values, task.near) };
    const catalog = readableFor(entry, task.policy);
    if (task.kind === 'english') {
      const said = saidInEnglish(task.question, { catalog, values });
      return { kind: 'english', text: said && 'text' in said ? said.text : null };
    }
    if (task.kind === 'answerable') {
      const { now, atMost } = task;
      const questions: string[] = [];
      for (const question of task.questions) {
        if (questions.length === atMost) break;
        const plan = deps.plan({ question, catalog, values, history: [], now });
        if (plan.kind === 'query') questions.push(question);
      }
      return { kind: 'answerable', questions };
    }
    if (task.kind === 'reading') {
      const request = { question: task.question, catalog, values, history: [], now: task.now };
      const showsValues = !isFiltered(task.policy, catalog);
      return { kind: 'reading', trace: deps.traceReading(request, showsValues) };
    }
    const { question, history, now, lessons } = task;
    return { kind: 'plan', plan: deps.plan({ question, catalog, values, history, now, lessons }) };
  };

  return (task) => {
    Atomics.store(task.begun, 0, threadId);
    probed = new ProbedValues(task.probed);
    const result = resultOf(task);
    const unprobed = probed.unknown();
    return unprobed.length === 0 ? result : { ...result, unprobed };
  };
}

/**
 * Sure hits of all runs of up to so many words, longest runs first; a value once. With `near`, behind them, for long
 * words without one: values that are spelled nearly so or have the word at an end.
 */
export function hitsOf(question: string, values: ValueLookup, near = false): readonly ValueHit[] {
  const words = question.split(/[\s,;:?!()"]+/).filter((word) => word !== '');
  const found = new Map<string, ValueHit>();
  const met = new Set<string>();
  for (let length = Math.min(RUN_WORDS, words.length); length > 0; length--)
    for (let at = 0; at + length <= words.length && found.size < MAX_HITS; at++) {
      if (length === 1 && isFunctionWord(words[at]!)) continue;
      const run = words.slice(at, at + length);
      for (const hit of values.lookup(run.join(' '), { limit: 5 })) {
        found.set(placeOf(hit), hit);
        for (const word of run) met.add(word);
      }
    }
  const sure = [...found.values()].slice(0, MAX_HITS);
  if (!near) return sure;
  const close = words
    .filter((word) => word.length >= NEAR_CHARS && !met.has(word) && !isFunctionWord(word))
    .flatMap((word) => values.lookup(word, { near: true, limit: NEAR_HITS }));
  return [...sure, ...close.filter((hit) => !found.has(placeOf(hit))).slice(0, MAX_NEAR_HITS)];
}

const placeOf = ({ table, column, value }: ValueHit) => JSON.stringify([table, column, value]);

/** `or` joins, `OR` in capitals may be Oregon. */
const isFunctionWord = (word: string) =>
  FUNCTION_WORDS.has(word.toLowerCase()) && (word.length === 1 || word !== word.toUpperCase());

function find(literal: TextLiteral, values: ValueLookup): LiteralFinding {
  const ofColumn = (near: boolean) =>
    values
      .lookup(literal.value, { near, limit: FOUND_IN_COLUMNS })
      .filter((hit) => hit.table === literal.table && hit.column === literal.column);
  const found = ofColumn(false).some((hit) => hit.value === literal.value);
  const near = found ? null : (ofColumn(true)[0]?.value ?? null);
  return { ...literal, found, near };
}
