import type { Response } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import type { DrillShow, DrillTargets } from '#src/ask/drill/types.ts';
import type {
  Answer,
  AnswerTrace,
  AskEvent,
  AskRequest,
  AskService,
  PreparedAsk,
} from '#src/ask/types.ts';
import { type ByteBudget, Room } from '#src/byte-budget.ts';
import { AppError } from '#src/errors.ts';
import type { Principal } from '#src/principal.ts';
import type { AnswerOrigin } from '#src/store/closings.ts';
import { chartMode } from '../chart-fields.ts';
import { drilledAnswer, drillStep, drillTargets as shownTargets } from '../drill-schemas.ts';
import { envelope, envelopeText } from '../envelope.ts';
import { logWait } from '../middleware/request-log.ts';
import { questionText } from '../question-text.ts';
import { defineRoute, type Route, type RouteReply, type RouteRequest } from '../route.ts';
import { answerEnvelope, clientParams } from '../schemas.ts';
import { streamAnswer } from '../sse.ts';
import { followUpReading, outputModes } from '../wire-enums.ts';

export interface AskRouteDeps {
  readonly ask: AskService;
  /** An answer of the caller's; fails with `not_found`. */
  readonly ownTrace: (
    principal: Principal,
    clientId: string,
    traceId: string,
  ) => Promise<AnswerTrace>;
  readonly drillTargets: (
    principal: Principal,
    clientId: string,
    traceId: string,
  ) => Promise<DrillTargets>;
  readonly config: Pick<Config, 'ask' | 'guard' | 'http'>;
  readonly log: Logger;
  /** The memory of all answers in flight. */
  readonly answers: ByteBudget;
}

/** Why a question may have no answer, on every route. */
const UNANSWERED = ['workspace_not_found', 'no_data', 'quota_exceeded', 'unavailable'] as const;

const outputMode = outputModes.default('both');

const answerParams = clientParams.extend({ trace_id: z.string() });

interface NamedChat {
  readonly new_session: boolean;
  readonly session_id?: string | null | undefined;
}
const namesOneChat = (body: NamedChat) => !(body.new_session && body.session_id);
const ONE_CHAT = {
  message: "new_session and session_id can't be combined. Send one of them.",
  path: ['new_session'],
};
/** The chat that a body names; `otherwise` where it names none. */
const chatOf = <M extends 'none' | 'default'>(body: NamedChat, otherwise: M) => {
  if (body.session_id) return { mode: 'continue', sessionId: body.session_id } as const;
  return { mode: body.new_session ? ('new' as const) : otherwise };
};

export function askRoutes(deps: AskRouteDeps): Route[] {
  const { ask, config, log, answers } = deps;
  const question = questionText(config.ask.max_question_chars);
  const queryBody = z.object({
    q: question,
    workspace_id: z.string().min(1).nullish(),
    dry_run: z.boolean().default(false),
    output_mode: outputMode,
    chart: chartMode,
  });
  const maxRows = z
    .int('Use a whole number, such as 100.')
    .min(1)
    .max(config.ask.max_rows)
    .nullish()
    .meta({
      description: `Maximum rows in the answer. Default: ten on the stream, otherwise ${config.ask.max_rows}. Longer results have a \`result_token\` for the rest`,
    });
  const askBody = z
    .object({
      query: question,
      new_session: z.boolean().default(false),
      session_id: z.string().min(1).nullish(),
      workspace_id: z.string().min(1).nullish(),
      dry_run: z.boolean().default(false),
      output_mode: outputMode,
      chart: chartMode,
      max_rows: maxRows,
      reread: z
        .strictObject({ trace_id: z.string().min(1), as: followUpReading })
        .optional()
        .meta({
          description:
            'Interprets an earlier question of the chat differently: as a `new` question, or as a `change` to the answer before it',
        }),
    })
    .refine(namesOneChat, ONE_CHAT)
    .refine(({ reread, session_id: chat }) => reread === undefined || Boolean(chat), {
      message: 'reread needs the session_id of its chat.',
      path: ['reread'],
    })
    .meta({ id: 'AskBody' });

  const selectBody = z
    .object({
      sql: z
        .string()
        .trim()
        .min(1, 'sql is empty. Send one SELECT statement.')
        .max(config.guard.max_sql_bytes)
        .meta({
          description: "One SELECT over the workspace's tables, in the SQL dialect of its data",
        }),
      question: question.optional().meta({
        description:
          "The question that the SQL answers; shown as the answer's title in its trace and chat",
      }),
      new_session: z.boolean().default(false),
      session_id: z.string().min(1).nullish(),
      workspace_id: z.string().min(1).nullish(),
      dry_run: z.boolean().default(false).meta({ description: 'Check the SQL without running it' }),
      chart: chartMode,
      max_rows: maxRows,
    })
    .refine(namesOneChat, ONE_CHAT);

  const drillBody = drillStep.extend({ chart: chartMode, max_rows: maxRows });

  /** Opens the memory of an answer, until that is sent or its reader is gone. */
  const roomFor =
    ({ raw, res, signal }: Asked) =>
    async (clientId: string): Promise<Room> => {
      // What is kept for repeated requests is a second copy.
      const copies = raw.get('idempotency-key') === undefined ? 1 : 2;
      const room = await Room.open(answers, clientId, { copies, signal });
      if (res.closed) room.close();
      else res.once('close', () => room.close());
      return room;
    };

  const prepare = (asked: Asked, question: Question): Promise<PreparedAsk> => {
    const { principal, requestId, signal, raw } = asked;
    const acceptLanguage = raw.get('accept-language') ?? '';
    const request = { ...question, principal, requestId, acceptLanguage };
    return ask.prepare({ ...request, openRoom: roomFor(asked) }, signal);
  };

  /** The answer as a whole. */
  const answerTo = async (asked: Asked, question: Question): Promise<Answered> => {
    const { res, signal } = asked;
    const prepared = await prepare(asked, question);
    const answer = await drain(ask.run(prepared, signal));
    noteWait(res, answer);
    const origin = { ...prepared.origin, sessionId: answer.sessionId };
    return { answer: answered(answer, signal), origin };
  };

  const inConversation = (
    { params, body }: Conversing<z.output<typeof askBody>>,
    stream: boolean,
  ): Question => ({
    clientId: params.client_id,
    workspaceId: body.workspace_id ?? null,
    question: body.query,
    dryRun: body.dry_run,
    outputMode: body.output_mode,
    chart: body.chart,
    stream,
    maxRows: body.max_rows ?? undefined,
    ...(body.reread && { reread: { of: body.reread.trace_id, as: body.reread.as } }),
    conversation: chatOf(body, 'default'),
  });

  return [
    defineRoute({
      method: 'post',
      path: '/query',
      summary: 'Ask a single question without context',
      tag: 'Questions',
      capability: 'query',
      rate: 'question',
      body: queryBody,
      responses: { 200: { description: 'The answer', schema: answerEnvelope } },
      errors: ['budget_exceeded', ...UNANSWERED],
      async handle(asked) {
        const { body, raw } = asked;
        const { answer, origin } = await answerTo(asked, {
          clientId: raw.get('x-tenant-id') || null,
          workspaceId: body.workspace_id ?? null,
          question: body.q,
          dryRun: body.dry_run,
          outputMode: body.output_mode,
          chart: body.chart,
          conversation: { mode: 'none' },
        });
        const text = envelopeText(answer);
        return text === null ? reply(envelope(answer), origin) : { status: 200, text, origin };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/clients/{client_id}/ask',
      summary: 'Ask a question in a chat',
      tag: 'Questions',
      capability: 'ask',
      rate: 'question',
      params: clientParams,
      body: askBody,
      responses: { 200: { description: 'The answer', schema: answerEnvelope } },
      errors: ['budget_exceeded', 'session_not_found', ...UNANSWERED],
      async handle(asked) {
        return inChat(await answerTo(asked, inConversation(asked, false)));
      },
    }),
    defineRoute({
      method: 'post',
      path: '/clients/{client_id}/select',
      summary: 'Run your own SELECT',
      tag: 'Questions',
      capability: 'analyse',
      rate: 'question',
      // Nothing is changed by it.
      audit: null,
      params: clientParams,
      body: selectBody,
      responses: { 200: { description: 'The rows', schema: answerEnvelope } },
      errors: ['budget_exceeded', 'session_not_found', ...UNANSWERED],
      async handle(asked) {
        const { params, body } = asked;
        const answered = await answerTo(asked, {
          clientId: params.client_id,
          workspaceId: body.workspace_id ?? null,
          question: body.question ?? body.sql,
          statement: body.sql,
          dryRun: body.dry_run,
          outputMode: 'both',
          chart: body.chart,
          maxRows: body.max_rows ?? undefined,
          conversation: chatOf(body, 'none'),
        });
        return inChat(answered);
      },
    }),
    defineRoute({
      method: 'get',
      path: '/clients/{client_id}/answers/{trace_id}/drill',
      summary: 'List the drill-down steps of an answer',
      tag: 'Questions',
      capability: 'ask',
      rate: 'request',
      params: answerParams,
      responses: { 200: { description: 'The available steps', schema: shownTargets } },
      errors: ['not_found'],
      async handle({ principal, params: { client_id, trace_id } }) {
        const targets = await deps.drillTargets(principal, client_id, trace_id);
        return { status: 200, body: { trace_id, ...targets } };
      },
    }),
    defineRoute({
      method: 'post',
      path: '/clients/{client_id}/answers/{trace_id}/drill',
      summary: 'Drill into an answer',
      tag: 'Questions',
      capability: 'ask',
      rate: 'question',
      params: answerParams,
      body: drillBody,
      responses: { 200: { description: 'The answer', schema: drilledAnswer } },
      errors: ['not_found', 'budget_exceeded', 'session_not_found', ...UNANSWERED],
      async handle(asked) {
        const { principal, params, body } = asked;
        const { client_id: clientId, trace_id: of } = params;
        const { question, workspaceId, details } = await deps.ownTrace(principal, clientId, of);
        const { session_id: sessionId } = details;
        const show: DrillShow = body.by ? { kind: 'breakdown', by: body.by } : { kind: body.show };
        const answered = await answerTo(asked, {
          ...{ clientId, workspaceId, question },
          drill: { of, values: body.values, show },
          dryRun: body.dry_run,
          outputMode: 'both',
          chart: body.chart,
          maxRows: body.max_rows ?? undefined,
          conversation: sessionId === null ? { mode: 'none' } : { mode: 'continue', sessionId },
        });
        const { answer, origin } = answered;
        return reply({ question: answer.question, answer: withChat(answer) }, origin);
      },
    }),
    defineRoute({
      method: 'post',
      path: '/clients/{client_id}/ask/stream',
      summary: 'Ask a question in a chat and stream the answer',
      tag: 'Questions',
      capability: 'ask',
      rate: 'question',
      idempotency: 'stream',
      params: clientParams,
      body: askBody,
      responses: {
        200: {
          description:
            'Server-sent events: `session` (new chat), `status`, `thinking`, `sql`, `result`, `explanation`, `error`, `done`. Their JSON is described by the schemas SessionEvent to DoneEvent. `done` can come twice; the last one counts.',
          contentType: 'text/event-stream',
        },
      },
      errors: ['session_not_found', ...UNANSWERED],
      async handle(asked) {
        const { body, requestId, signal, res, keepStream } = asked;
        const prepared = await prepare(asked, inConversation(asked, true));
        const answer = await streamAnswer(res, ask.run(prepared, signal), {
          heartbeatMs: config.http.heartbeat_ms,
          stalledMs: config.http.stalled_client_ms,
          sendMs: config.http.answer_send_ms,
          bufferBytes: config.http.stream_buffer_bytes,
          signal,
          outputMode: body.output_mode,
          traceId: prepared.traceId,
          keep:
            keepStream === null
              ? undefined
              : async (answer, text) => {
                  const origin = { ...prepared.origin, sessionId: answer.sessionId };
                  if (mayBeKept(answer)) await keepStream(text, origin);
                },
          sessionId: body.session_id ?? null,
          describeFailure(error) {
            if (!(error instanceof AppError) && !signal.aborted)
              log.error(
                { err: error, request_id: requestId, trace_id: prepared.traceId },
                'a stream ended unexpectedly',
              );
            return describeFailure(error, requestId);
          },
        });
        if (answer) noteWait(res, answer);
        return undefined;
      },
    }),
  ];
}

/** Answers may be long. */
const reply = (body: Record<string, unknown>, origin: AnswerOrigin): RouteReply => ({
  status: 200,
  body,
  isLong: true,
  origin,
});

/** An answer with the chat that keeps it. */
const inChat = ({ answer, origin }: Answered): RouteReply => reply(withChat(answer), origin);

function withChat(answer: Answer): Record<string, unknown> {
  const { sessionId } = answer;
  return { ...envelope(answer), ...(sessionId ? { session_id: sessionId } : {}) };
}

interface Answered {
  readonly answer: Answer;
  readonly origin: AnswerOrigin;
}

type Asked = Pick<
  RouteRequest<unknown, unknown, unknown, 'query'>,
  'principal' | 'requestId' | 'raw' | 'res' | 'signal'
>;
type Conversing<B> = Pick<
  RouteRequest<z.output<typeof clientParams>, unknown, B, 'ask'>,
  'params' | 'body'
>;

/** What a route says of a question itself. */
type Question = Omit<AskRequest, 'principal' | 'requestId' | 'openRoom'>;

/** How long the question waited for places, for the log of requests. */
const noteWait = (res: Response, { timings }: Answer) => logWait(res, timings['waiting'] ?? 0);

/** Whether a stream may be given again: it says more than that there was no answer today. */
const mayBeKept = (answer: Answer): boolean => !answer.budgetBlock && retryAfter(answer) === null;

function describeFailure(error: unknown, requestId: string) {
  if (error instanceof AppError) return { message: error.message, kind: error.code };
  return {
    message: `The answer was interrupted. Include request ID ${requestId} when you report it.`,
    kind: 'internal',
  };
}

/** Seconds after which a model that failed, and data that could not be reached, are worth another try. */
const MODEL_RETRY_S = 30;
const SOURCE_RETRY_S = 5;
/** Longest wait that a client is told: what providers ask for is no promise of theirs. */
const LONGEST_RETRY_S = 3_600;

/** Seconds after which the same question may have an answer; null where it has none for good. */
function retryAfter({ error }: Answer): number | null {
  const usual =
    error?.type === 'MODEL_ERROR'
      ? MODEL_RETRY_S
      : error?.declineReason === 'source_unavailable'
        ? SOURCE_RETRY_S
        : null;
  if (usual === null || error!.retryAfterMs === null) return usual;
  return Math.min(Math.ceil(error!.retryAfterMs / 1_000), LONGEST_RETRY_S);
}

/** What failed only for now is no answer but a 503, or 507 where the disk is full; so is what the stop of the service cut off. */
function answered(answer: Answer, { aborted, reason }: AbortSignal): Answer {
  if (answer.error && aborted && reason instanceof AppError) throw reason;
  if (answer.error?.code) throw new AppError(answer.error.code, answer.error.message);
  const seconds = retryAfter(answer);
  if (seconds !== null)
    throw new AppError('unavailable', answer.error!.message, { retryAfter: seconds });
  return answer;
}

/** The answer at the end of the events. */
async function drain(events: AsyncGenerator<AskEvent, Answer, void>): Promise<Answer> {
  for (;;) {
    const next = await events.next();
    if (next.done) return next.value;
  }
}
