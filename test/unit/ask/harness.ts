import path from 'node:path';
import { pino } from 'pino';
import type { AskDeps, AskLimits, PinnedGeneration } from '#src/ask/deps.ts';
import { KeptAnswers } from '#src/ask/kept-answers.ts';
import { KeptReplies } from '#src/ask/model-use/kept-replies.ts';
import type { AnswerTrace, AskRequest } from '#src/ask/types.ts';
import type { CountedQuestion } from '#src/budgets/types.ts';
import { createConversations } from '#src/conversations/conversations.ts';
import { keptForm } from '#src/http/kept-answer.ts';
import { localObjects } from '#src/objects/objects.ts';
import type { Plan, PriorTurn } from '#src/planner/plan.ts';
import type { Catalog } from '#src/plugin-api/catalog.ts';
import type { ResultChunk } from '#src/plugin-api/data-source.ts';
import type { GuardedSql } from '#src/plugin-api/guarded-sql.ts';
import type { SelectQuery } from '#src/plugin-api/query.ts';
import type { QueryFacts } from '#src/plugin-api/query-facts.ts';
import { NO_ROW_POLICY, type Principal } from '#src/principal.ts';
import { createResultSpool } from '#src/results/spool.ts';
import type { Store } from '#src/store/schema.ts';
import { plentyOfBytes } from '../../fakes/byte-budget.ts';
import { waitingForTests } from '../../fakes/waiting.ts';
import { facts, select } from './facts.ts';
import { retailCatalog } from './retail.ts';

export const LIMITS: AskLimits = {
  maxQuestionChars: 200,
  maxRows: 1_000,
  maxAnswerBytes: 1_000_000,
  maxCellChars: 10_000,
  maxResultRows: 5_000,
  maxResultBytes: 10_000_000,
  maxRowBytes: 1_000_000,
  queryTimeoutMs: 5_000,
  totalTimeoutMs: 10_000,
  withoutModelMs: 1_000,
  maxAnalysisQueries: 16,
  maxAnalysisRows: 20_000,
  concurrent: 4,
  recordTimeoutMs: 5_000,
  nextQuestionsMs: 1_000,
  historyTurns: 5,
  maxBreakdownGroups: 25,
  maxChangeMembers: 200,
  maxIndexedValues: 1_000,
  maxIndexedLength: 200,
};

export function principal(over: Partial<Principal> = {}): Principal {
  return {
    accountId: 'acc',
    accountType: 'standard',
    plan: 'self_hosted',
    key: {
      id: 'key',
      name: 'k',
      prefix: 'plumb_live_x',
      environment: 'live',
      scope: 'full',
      sample: false,
      allowedOrigins: [],
    },
    clientId: 'cli',
    workspaceId: 'wsp',
    endUserId: null,
    policy: NO_ROW_POLICY,
    ...over,
  };
}

export function request(over: Partial<AskRequest> = {}): AskRequest {
  return {
    principal: principal(),
    clientId: 'cli',
    workspaceId: null,
    question: 'total revenue by region',
    dryRun: false,
    outputMode: 'both',
    conversation: { mode: 'none' },
    requestId: 'req',
    ...over,
  };
}

const QUERY: SelectQuery = {
  kind: 'select',
  from: { table: 'orders', alias: 'o' },
  joins: [],
  where: [],
  groupBy: [],
  having: [],
  select: [],
  distinct: false,
  orderBy: [],
  limit: null,
};

export const PLAN: Extract<Plan, { kind: 'query' }> = {
  kind: 'query',
  query: QUERY,
  restatement: 'total revenue by region',
  assumptions: [],
  breakdown: null,
  confidence: 1,
  complexity: 'easy',
};

/** What a test can set of the world around the pipeline, and what it can see of it. */
export interface World {
  plan: (question: string, history: readonly PriorTurn[]) => Promise<Plan>;
  facts: QueryFacts;
  breakdownFacts: QueryFacts | null;
  refusal: string | null;
  chunks: (signal: AbortSignal, breakdown: boolean) => AsyncIterable<ResultChunk>;
  generation: string | null;
  budget: AskDeps['budget']['reserve'];
  counted: CountedQuestion | null;
  givenBack: number;
  limits: AskLimits;
  readonly settled: { readonly id: string; readonly cost: number }[];
  readonly traces: AnswerTrace[];
  pinned: number;
  released: number;
  queries: number;
  cancelled: number;
}

export async function* rowsOf(
  columns: readonly (readonly [string, 'text' | 'integer' | 'decimal' | 'float' | 'date'])[],
  rows: readonly (readonly (string | number | null)[])[],
): AsyncGenerator<ResultChunk> {
  yield {
    kind: 'columns',
    columns: columns.map(([name, type]) => ({ name, type, nativeType: type })),
  };
  yield { kind: 'rows', rows };
  yield { kind: 'end', truncated: false, engineMs: 1, notes: [] };
}

/** A result that never comes, until the signal ends it. */
export async function* never(signal: AbortSignal): AsyncGenerator<ResultChunk> {
  yield { kind: 'columns', columns: [{ name: 'n', type: 'integer', nativeType: 'BIGINT' }] };
  await new Promise((_, reject) => {
    if (signal.aborted) reject(signal.reason);
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

export function world(store: Store, folder: string): { world: World; deps: AskDeps } {
  const catalog: Catalog = retailCatalog();
  const now = new Date('2026-11-01T12:00:00Z');
  const log = pino({ level: 'silent' });
  const state: World = {
    plan: async () => PLAN,
    facts: facts(
      select({
        sources: ['orders'],
        outputs: [
          { name: 'region', column: 'orders.region' },
          { name: 'total_revenue', sum: 'orders.revenue' },
        ],
        groupBy: ['orders.region'],
      }),
    ),
    breakdownFacts: null,
    refusal: null,
    chunks: () =>
      rowsOf(
        [
          ['region', 'text'],
          ['total_revenue', 'decimal'],
        ],
        [
          ['Europe', '1234.50'],
          ['Asia', '99.05'],
        ],
      ),
    generation: 'gen1',
    budget: async () => ({ allowed: true, reservationId: 'res', alertsWith: () => [] }),
    counted: null,
    givenBack: 0,
    limits: LIMITS,
    settled: [],
    traces: [],
    pinned: 0,
    released: 0,
    queries: 0,
    cancelled: 0,
  };
  const deps: AskDeps = {
    clock: { now: () => now },
    log,
    waiting: waitingForTests(),
    get limits() {
      return state.limits;
    },
    workspace: async (_, address) => ({
      accountId: 'acc',
      clientId: 'cli',
      workspaceId: address.workspaceId ?? 'wsp',
      source: 'files',
      databaseId: null,
      schemaStatus: 'ready',
      schemaError: null,
      generationId: state.generation,
      timezone: 'UTC',
      asOf: null,
    }),
    conversations: createConversations(store, { now: () => now }),
    budget: {
      reserve: (...args) => state.budget(...args),
      raise: async () => true,
      settle: async (id, cost) => {
        state.settled.push({ id, cost });
      },
    },
    keptAnswers: new KeptAnswers(0),
    quota: { take: async () => state.counted, giveBack: async () => void state.givenBack++ },
    pinGeneration: async (): Promise<PinnedGeneration> => {
      state.pinned++;
      return {
        catalog,
        release: () => {
          state.released++;
        },
      };
    },
    model: null,
    replies: new KeptReplies({ max: 0, databaseTtlMs: 0, clock: { now: () => now } }),
    planning: {
      plan: ({ question, history }) => state.plan(question, history),
      findLiterals: async (_, literals) =>
        literals.map((one) => ({ ...one, found: one.value !== 'Eurpoe', near: 'Europe' })),
      hits: () => Promise.resolve([]),
      english: () => Promise.resolve(null),
      answerable: async (_, { questions, atMost }) => questions.slice(0, atMost),
    },
    guard: async ({ sql }) => {
      const chosen = sql.includes('breakdown') ? state.breakdownFacts! : state.facts;
      return state.refusal === null
        ? { ok: true, guarded: guardedSql(sql), facts: chosen }
        : { ok: false, refusal: { code: 'syntax', text: state.refusal } };
    },
    sourceOf: async () => ({
      dialect: {
        name: 'test',
        lower: (query) => (query === PLAN.query ? 'SELECT 1' : 'SELECT breakdown'),
        parse: () => Promise.reject(new Error('unused')),
      },
      query: (sql, { signal }) => watched(state, signal, sql.sql.includes('breakdown')),
    }),
    results: createResultSpool({
      onlyShown: false,
      store,
      ...{ folder: path.join(folder, 'spool'), objects: localObjects(folder) },
      clock: { now: () => now },
      log,
      maxRows: state.limits.maxResultRows,
      maxBytes: state.limits.maxResultBytes,
      maxTotalBytes: 1e9,
      ttlMs: 3_600_000,
      pageBytes: 1_000_000,
      maxStoredBytes: 1_000,
      flushMs: 10,
    }),
    answers: plentyOfBytes(),
    keptForm,
    trace: async (trace) => void state.traces.push(trace),
    closings: { begin: () => 0 },
  };
  return { world: state, deps };
}

async function* watched(state: World, signal: AbortSignal, breakdown: boolean) {
  state.queries++;
  let whole = false;
  try {
    yield* state.chunks(signal, breakdown);
    whole = true;
  } finally {
    if (!whole) state.cancelled++;
  }
}

function guardedSql(sql: string): GuardedSql {
  return {
    sql,
    dialect: 'test',
    clientId: 'cli',
    workspaceId: 'wsp',
    generationId: 'gen1',
    attachments: [],
  } as unknown as GuardedSql;
}
