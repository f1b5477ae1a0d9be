import type { AccountsService } from '#src/accounts/types.ts';
import type {
  Answer,
  AskEvent,
  AskRequest,
  AskService,
  BudgetBlock,
  PreparedAsk,
} from '#src/ask/types.ts';
import { chooseChart } from '#src/charts/choose.ts';
import type { ColumnInfo } from '#src/charts/types.ts';
import { AppError } from '#src/errors.ts';

const ROWS = Array.from({ length: 25 }, (_, n) => [`region ${n}`, n * 10]);
const SQL = 'SELECT region, SUM(revenue) AS revenue FROM orders GROUP BY region';
const BLOCK: BudgetBlock = {
  blocking_scope: {
    scope_type: 'tenant',
    scope_id: 'cli_1',
    cap: 10,
    spent: 10.2,
    pct_used: 1.02,
  },
  alerts: [
    {
      scope_type: 'tenant',
      scope_id: 'cli_1',
      cap: 10,
      spent: 10.2,
      pct_used: 1.02,
      level: 'over100',
      enforcement: 'block',
    },
  ],
};
const LINEAGE = {
  tables: ['orders'],
  measures: ['SUM(revenue)'],
  period: '',
  filters: [],
  grouped_by: ['region'],
  row_limit: null,
  text: 'Sum of revenue by region from orders',
};

export interface FakeAsk extends AskService {
  readonly requests: readonly AskRequest[];
  /** Questions whose signal was aborted while they ran. */
  readonly cancelled: readonly string[];
}

/**
 * A pipeline that answers by the words of the question: `long` (more rows than are inline), `total` (with a
 * breakdown), `decline`, `which` (asks back), `broke` (the budget blocks), `warned` (a budget alert), `quota`,
 * `model down`, `explode` (fails after the first events), `full disk` (fails as SQLite does),
 * `hang` (works until it is cancelled); anything else is
 * answered with 3 rows.
 */
export function createFakeAsk(accounts: Pick<AccountsService, 'workspace'>): FakeAsk {
  const requests: AskRequest[] = [];
  const cancelled: string[] = [];
  return {
    requests,
    cancelled,
    async prepare(request) {
      requests.push(request);
      const workspace = await accounts.workspace(request.principal, request);
      if (workspace.generationId === null)
        throw new AppError('no_data', 'No data yet: upload a file.');
      const { conversation, question } = request;
      if (conversation.mode === 'continue' && conversation.sessionId !== 'ses_known')
        throw new AppError('session_not_found', "This session_id doesn't exist.");
      if (question.includes('broke') && !request.stream)
        throw new AppError('budget_exceeded', 'The budget is used up.', {
          detail: { error: 'budget_exceeded', message: 'The budget is used up.', ...BLOCK },
        });
      if (question.includes('quota'))
        throw new AppError('quota_exceeded', 'The quota of the month is used up.', {
          detail: { error: 'quota_exceeded', plan: 'free', limit: 1_000 },
        });
      if (question.includes('model down'))
        throw new AppError('unavailable', 'The model is away; try again.', { retryAfter: 7 });
      if (question.includes('lost race'))
        throw Object.assign(new Error('deadlock detected'), { code: '40P01' });
      if (question.includes('full disk'))
        throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' });
      const { workspaceId } = workspace;
      return { request, traceId: 'tr_1', origin: { since: 0, workspaceId } };
    },
    run: (prepared, signal) => run(prepared, signal, cancelled),
  };
}

async function* run(
  { request, traceId }: PreparedAsk,
  signal: AbortSignal,
  cancelled: string[],
): AsyncGenerator<AskEvent, Answer, void> {
  const { question, conversation } = request;
  const answer = answerTo(request, traceId);
  if (conversation.mode === 'new' && answer.sessionId)
    yield { event: 'session', sessionId: answer.sessionId };
  if (answer.budgetBlock) {
    yield {
      event: 'error',
      message: 'The budget is used up.',
      kind: 'budget_exceeded',
      declineReason: null,
      suggestions: [],
      hint: null,
      budget: answer.budgetBlock,
    };
    return answer;
  }
  yield { event: 'status', stage: 'building_context', traceId };
  yield { event: 'status', stage: 'routing' };
  yield { event: 'status', stage: 'agent_selected', agent: 'Text2SQL' };
  yield { event: 'status', stage: 'generating_sql' };
  if (question.includes('explode')) throw new Error('secret internals at /srv/plumbline');
  if (question.includes('hang')) {
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    cancelled.push(question);
    // The real pipeline ends with an answer that says why there is none.
    if (!answer.error) signal.throwIfAborted();
  }
  if (answer.error) {
    const { message, declineReason, suggestions, hint } = answer.error;
    yield { event: 'error', message, kind: 'decline', declineReason, suggestions, hint };
  } else if (answer.data) {
    yield { event: 'thinking', content: 'Revenue is a measure of orders.' };
    yield { event: 'sql', sql: SQL };
    yield { event: 'status', stage: 'checking_sql' };
    yield { event: 'status', stage: 'executing' };
    const { data, totalRows, totalRowsExact, truncated, resultToken, cutCells, lineage } = answer;
    const { columnsInfo, chart, chartMode } = answer;
    const drawn = { columnsInfo, chart, chartMode };
    const shape = {
      totalRows,
      totalRowsExact,
      truncated,
      resultToken,
      cutCells,
      lineage,
      ...drawn,
    };
    yield { event: 'result', data, ...shape };
    yield { event: 'explanation', text: answer.explanation };
  }
  yield { event: 'done', agent: 'Text2SQL' };
  return answer;
}

const COLUMNS_INFO: readonly ColumnInfo[] = [
  { name: 'region', kind: 'category', grain: null, unit: null, scale: null, additive: null },
  { name: 'revenue', kind: 'measure', grain: null, unit: 'USD', scale: 1, additive: true },
];
const NOTHING = { columnsInfo: [], breakdownInfo: null, chart: null } as const;

function answerTo(request: AskRequest, traceId: string): Answer {
  const { question } = request;
  const has = (word: string) => question.includes(word);
  const inline = request.maxRows ?? (request.stream ? 10 : 20);
  const rows = has('long') ? ROWS.slice(0, inline) : ROWS.slice(0, 3);
  const sessions = { none: null, new: 'ses_new', default: 'ses_default', continue: 'ses_known' };
  const base: Answer = {
    type: 'text2sql',
    result: 'success',
    question,
    sql: SQL,
    data: { columns: ['region', 'revenue'], rows },
    columnTypes: ['text', 'decimal'],
    columnsInfo: COLUMNS_INFO,
    breakdownInfo: has('total') ? COLUMNS_INFO : null,
    chart:
      request.chart === 'none'
        ? null
        : chooseChart({ columns: COLUMNS_INFO, rows }, { cut: has('long') }),
    chartMode: request.chart ?? 'auto',
    totalRows: has('long') ? 25 : rows.length,
    totalRowsExact: true,
    truncated: has('long'),
    resultToken: has('long') ? 'rt_1' : null,
    cutCells: [],
    explanation: 'Revenue by region.',
    language: 'en',
    lineage: LINEAGE,
    breakdown: has('total')
      ? { columns: ['region', 'revenue'], rows: ROWS.slice(0, 3), sql: SQL }
      : null,
    verification: {
      status: 'checked',
      metrics: [],
      reason: 'Every check passed.',
      checks: [{ name: 'fan_out', outcome: 'passed', detail: 'No row is counted twice.' }],
    },
    assumptions: ["'revenue' read as orders.revenue"],
    clarification: null,
    error: null,
    modelUsed: 'builtin',
    usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0, costUsd: 0 },
    fallbackTriggered: false,
    fallbackReason: '',
    attempts: 1,
    complexity: 'easy',
    agent: 'Text2SQL',
    traceId,
    sessionId: sessions[request.conversation.mode],
    budgetAlerts: has('warned') ? BLOCK.alerts : [],
    nextQuestions: ['revenue by month'],
    followUp: null,
    outputMode: request.outputMode,
    durationMs: 4.2,
    timings: { plan: 1 },
  };
  const nothing = { ...NOTHING, data: null, sql: null, lineage: null, breakdown: null } as const;
  if (has('broke')) return { ...base, ...nothing, ...failed('blocked'), budgetBlock: BLOCK };
  if (has('decline')) return { ...base, ...nothing, ...failed('There is no column "weather".') };
  if (has('which'))
    return {
      ...base,
      ...nothing,
      result: 'clarification',
      clarification: {
        kind: 'clarify',
        question: 'Which revenue?',
        options: [{ label: 'net', question: 'net revenue' }],
      },
    };
  if (request.dryRun) return { ...base, result: 'dry_run', data: null, breakdown: null };
  return base;
}

const failed = (message: string) =>
  ({
    result: 'error',
    explanation: message,
    error: {
      message,
      type: 'DECLINED',
      declineReason: 'not_in_data',
      suggestions: [{ raw: 'weather', resolved: 'whether' }],
      hint: 'Ask about orders.',
      retryAfterMs: null,
    },
  }) as const;
