import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import type { AccountsService } from '#src/accounts/types.ts';
import type { TraceView } from '#src/ask/trace-view.ts';
import type { KeptForm } from '#src/ask/types.ts';
import { titleOf, titleOfSaved } from '#src/boards/answer-name.ts';
import { refuseSettings } from '#src/boards/refuse-settings.ts';
import type {
  BoardReader,
  Boards,
  NewSnapshot,
  NewSnapshotRecord,
  SavedQuestion,
  SavedResult,
  SnapshotCard,
  SnapshotResult,
  Snapshots,
} from '#src/boards/types.ts';
import { chartAsSet } from '#src/charts/settings.ts';
import type { ChartSettings } from '#src/charts/types.ts';
import { AppError } from '#src/errors.ts';
import type { Principal } from '#src/principal.ts';
import type { ResultSpool } from '#src/results/types.ts';
import { boardReader } from '../board-reader.ts';
import { chart, chartSettings, columnsInfo } from '../chart-fields.ts';
import { redrawn } from '../kept-answer.ts';
import { defineRoute, json, keptReply, type Route } from '../route.ts';
import {
  cell,
  deletes,
  nextCursor,
  pageQuery,
  pageRequest,
  timestamp,
  workspaceParams,
} from '../schemas.ts';

export interface SnapshotRoutesDeps {
  readonly accounts: Pick<AccountsService, 'workspace'>;
  readonly snapshots: Snapshots;
  readonly boards: Boards;
  readonly trace: (principal: Principal, clientId: string, traceId: string) => Promise<TraceView>;
  readonly results: Pick<ResultSpool, 'page' | 'recall'>;
  readonly config: Config;
  readonly serverUrl: () => string;
}

const SNAPSHOTS = '/clients/{client_id}/workspaces/{workspace_id}/snapshots';

const record = z
  .object({
    snapshot_id: z.string(),
    source: z
      .enum(['answer', 'board'])
      .meta({ id: 'SnapshotSource', description: 'What it shows' }),
    source_id: z.string().meta({ description: 'Trace ID of the answer, or ID of the board' }),
    title: z.string(),
    maker: z.string().meta({ description: 'Name of the member or key that created it' }),
    created_at: timestamp,
    expires_at: timestamp,
  })
  .meta({ id: 'Snapshot' });
const made = record
  .extend({
    url: z.string().meta({ description: 'The link; shown only once' }),
  })
  .meta({ id: 'SnapshotWithLink', 'x-extends': 'Snapshot' });
const card = z
  .object({
    title: z.string(),
    explanation: z.string().nullable(),
    verdict: z.object({ status: z.string(), reason: z.string() }).nullable().meta({
      description:
        'How reliable the answer was when it was given; `own_sql`: its creator wrote the SQL',
    }),
    assumptions: z.array(z.string()),
    columns: z.array(z.string()),
    rows: z.array(z.array(cell)),
    total_rows: z.int(),
    columns_info: columnsInfo.nullable().meta({ description: 'The columns of the rows' }),
    chart: chart.nullable().meta({ description: 'Null if a table fits better' }),
    sql: z.string().nullable().meta({ description: "Null if its creator didn't share it" }),
    as_of: timestamp.meta({ description: 'When the rows were read' }),
  })
  .meta({ id: 'SnapshotResult' });
const text = z
  .object({ text: z.string().meta({ description: 'A text card of the board' }) })
  .meta({ id: 'SnapshotText' });

/** Public links to answers and boards as they were. */
export function snapshotRoutes(deps: SnapshotRoutesDeps): Route[] {
  const { accounts, snapshots, config } = deps;
  const { max_days } = config.shares;
  const default_days = Math.min(config.shares.default_days, max_days);
  const off = !config.shares.public_links;
  const shared = { tag: 'Sharing', capability: 'analyse', rate: 'request', off } as const;
  const readerOf = boardReader(accounts);
  return [
    defineRoute({
      ...shared,
      method: 'post',
      path: SNAPSHOTS,
      summary: 'Share an answer or board publicly, as it is now',
      audit: 'in transaction',
      params: workspaceParams,
      body: z
        .strictObject({
          trace_id: z.string().min(1).max(100).optional(),
          board_id: z.string().min(1).max(100).optional(),
          chart: chartSettings.optional(),
          expires_in_days: z.int().min(1).max(max_days).default(default_days),
          show_sql: z.boolean().default(false),
          allow_row_filter: z.boolean().default(false).meta({
            description: 'Share it even though a row filter hides rows; only for admins',
          }),
        })
        .refine(
          ({ trace_id, board_id }) => (trace_id === undefined) !== (board_id === undefined),
          'Send either trace_id or board_id.',
        )
        .refine(
          ({ chart: set, board_id }) => set === undefined || board_id === undefined,
          "A board's cards have their own charts. Send chart with trace_id only.",
        ),
      responses: { 201: { description: 'The snapshot, with its link', schema: made } },
      errors: ['not_found', 'workspace_not_found', 'conflict'],
      async handle({ principal, params, body, requestId, signal, keep }) {
        const reader = await readerOf(principal, params);
        const found = await (body.trace_id === undefined
          ? ofBoard(deps, reader, body.board_id ?? '')
          : ofAnswer(deps, reader, body.trace_id, body.chart ?? null));
        const cards = found.cards.map((one) =>
          'text' in one ? one : { ...one, sql: body.show_sql ? one.sql : null },
        );
        const request = {
          ...found,
          cards,
          days: body.expires_in_days,
          allowRowFilter: body.allow_row_filter,
        };
        const by = { principal, requestId };
        const base = deps.serverUrl().replace(/\/+$/, '');
        return keptReply(
          keep,
          (settle) => snapshots.create(reader, request, { by, signal, settle }),
          ({ token, ...about }: NewSnapshotRecord) =>
            json({ ...about, url: `${base}/s/${token}` }, 201),
        );
      },
    }),
    defineRoute({
      ...shared,
      method: 'get',
      path: SNAPSHOTS,
      summary: 'List active public links',
      params: workspaceParams,
      query: pageQuery.extend({
        source_id: z
          .string()
          .min(1)
          .max(100)
          .optional()
          .meta({ description: 'Only those of this answer or board' }),
      }),
      responses: {
        200: {
          description: 'The snapshots, newest first',
          schema: z.object({
            snapshots: z.array(record),
            next_cursor: nextCursor,
            default_days: z
              .int()
              .meta({ description: 'Default number of days that a new link works' }),
            max_days: z.int().meta({ description: 'Maximum number of days that a new link works' }),
          }),
        },
      },
      errors: ['bad_request', 'workspace_not_found'],
      async handle({ principal, params, query }) {
        const reader = await readerOf(principal, params);
        const { source_id = null } = query;
        const { items, nextCursor } = await snapshots.list(reader, source_id, pageRequest(query));
        return json({ snapshots: items, next_cursor: nextCursor, default_days, max_days });
      },
    }),
    defineRoute({
      ...shared,
      method: 'delete',
      path: `${SNAPSHOTS}/{snapshot_id}`,
      summary: 'Revoke a public link immediately',
      audit: 'in transaction',
      params: workspaceParams.extend({ snapshot_id: z.string() }),
      responses: deletes,
      errors: ['not_found', 'workspace_not_found'],
      async handle({ principal, params, requestId }) {
        const reader = await readerOf(principal, params);
        await snapshots.revoke(reader, params.snapshot_id, { principal, requestId });
        return json({ deleted: params.snapshot_id });
      },
    }),
    defineRoute({
      method: 'get',
      path: '/snapshots/{share_token}',
      summary: 'Get what a public link shows',
      tag: 'Sharing',
      capability: 'public',
      rate: 'snapshot',
      off,
      params: z.object({ share_token: z.string().max(200) }),
      responses: {
        200: {
          description: 'The snapshot',
          schema: z
            .object({
              title: z.string(),
              source: record.shape.source,
              created_at: timestamp,
              expires_at: timestamp,
              cards: z.array(z.union([card, text])),
            })
            .meta({ id: 'PublicSnapshot' }),
        },
      },
      errors: ['link_not_found', 'not_found', 'rate_limited'],
      async handle({ params: { share_token }, res }) {
        res.setHeader('X-Robots-Tag', 'noindex, nofollow');
        const { title, source, created_at, expires_at, cards } = await snapshots.read(share_token);
        return {
          status: 200,
          body: { title, source, created_at, expires_at, cards },
          isLong: true,
        };
      },
    }),
  ];
}

type Found = Omit<NewSnapshot, 'days' | 'allowRowFilter'>;

interface Form {
  readonly type?: unknown;
  readonly agent?: unknown;
  readonly result?: unknown;
  readonly sql?: unknown;
  readonly explanation?: unknown;
  readonly assumptions?: readonly string[];
  readonly verification?: { readonly status: string; readonly reason: string };
  readonly data?: {
    readonly columns: readonly string[];
    readonly rows: readonly (readonly unknown[])[] | null;
  } | null;
  readonly columns_info?: SnapshotResult['columns_info'];
  readonly chart?: SnapshotResult['chart'];
  readonly lineage?: { readonly tables: readonly string[] } | null;
}

const wordsOf = (form: KeptForm | null) => {
  const { explanation, verification, assumptions = [], agent } = (form ?? {}) as Form;
  const isOwn = agent === 'OwnSQL' && verification?.status === 'not_applicable';
  return {
    explanation: typeof explanation === 'string' ? explanation : null,
    verdict: verification
      ? { status: isOwn ? 'own_sql' : verification.status, reason: verification.reason }
      : null,
    assumptions,
  };
};

/** An answer as it was shown to its maker, with the rows that are still kept. */
async function ofAnswer(
  { trace, results, config }: SnapshotRoutesDeps,
  { principal, workspace }: BoardReader,
  traceId: string,
  settings: ChartSettings | null,
): Promise<Found> {
  const about = await trace(principal, workspace.clientId, traceId);
  if (about['workspace_id'] !== workspace.workspaceId)
    throw new AppError('not_found', 'No answer in this workspace has this trace ID. Check it.');
  const most = { rows: config.ask.max_rows, bytes: config.shares.max_bytes };
  const reader = { principal, clientId: workspace.clientId };
  const recalled = about.answer && (await results.recall(traceId, reader, most));
  const { answer } = redrawn(about.answer, traceId, recalled);
  const form = (answer ?? {}) as Form;
  const rows = form.data?.rows;
  if (form.result !== 'success' || !form.data || !rows)
    throw new AppError(
      'unprocessable',
      'The rows of this answer are no longer stored. Ask the question again, then share it.',
    );
  const sql = typeof form.sql === 'string' ? form.sql : null;
  const title = titleOf(String(about['question']), form);
  const best = form.chart ?? null;
  refuseSettings(settings, [best], form.data.columns);
  const isOne = form.type === 'text2sql' && sql !== null;
  return {
    source: 'answer',
    sourceId: traceId,
    title,
    cards: [
      {
        ...wordsOf(answer),
        title,
        columns: form.data.columns,
        rows,
        total_rows: recalled?.totalRows ?? rows.length,
        columns_info: form.columns_info ?? null,
        chart: chartAsSet(best, settings),
        sql,
        as_of: String(about['created_at']),
      },
    ],
    statements: isOne ? [sql] : [],
    tables: isOne ? [] : (form.lineage?.tables ?? []),
  };
}

/** A board with the results that its reader sees now; cards without one are left out. */
async function ofBoard(
  { boards }: SnapshotRoutesDeps,
  reader: BoardReader,
  boardId: string,
): Promise<Found> {
  const board = await boards.read(reader, boardId);
  const statements: string[] = [];
  const cards = board.tiles.flatMap((tile): SnapshotCard[] => {
    if ('text' in tile) return [{ text: tile.text }];
    const { saved } = tile;
    if (!saved?.result || saved.sql === null) return [];
    statements.push(saved.sql);
    return [cardOf(saved, saved.sql, saved.result)];
  });
  if (statements.length === 0)
    throw new AppError(
      'unprocessable',
      'No card of this board has a result yet. Refresh the board, then share it.',
    );
  return { source: 'board', sourceId: boardId, title: board.name, cards, statements, tables: [] };
}

const YEAR = /(?<!\d)\d{4}(?!\d)/;

function cardOf(saved: SavedQuestion, sql: string, result: SavedResult): SnapshotResult {
  const words = wordsOf(saved.answer);
  return {
    ...words,
    // Assumptions about days that have moved since no longer hold.
    ...(sql !== saved.answer?.['sql'] && {
      assumptions: words.assumptions.filter((one) => !YEAR.test(one)),
    }),
    // It was written about the rows of another day.
    explanation: null,
    title: titleOfSaved(saved),
    columns: result.columns,
    rows: result.rows,
    total_rows: result.total_rows,
    columns_info: result.columns_info ?? null,
    chart: chartAsSet(result.chart ?? null, saved.chart),
    sql,
    as_of: result.as_of,
  };
}
