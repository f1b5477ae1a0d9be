import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import type { TraceView } from '#src/ask/trace-view.ts';
import type { FeedbackService, KeptFeedback } from '#src/feedback/types.ts';
import type { Principal } from '#src/principal.ts';
import type { ResultSpool } from '#src/results/types.ts';
import { answerPicture, pictureQuery } from '../answer-picture.ts';
import {
  type answerFeedback,
  answerTrace,
  feedbackOutcome,
  metricDrafts,
  newFeedback,
} from '../answer-trace.ts';
import { redrawn } from '../kept-answer.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { clientParams, withRows } from '../schemas.ts';

export interface AnswerRoutesDeps {
  /** The trace of an answer of the caller's; `not_found` where there is none. */
  readonly trace: (principal: Principal, clientId: string, traceId: string) => Promise<TraceView>;
  readonly feedback: FeedbackService;
  readonly results: Pick<ResultSpool, 'page' | 'recall'>;
  readonly config: Pick<Config, 'ask' | 'results'>;
}

/** A picture that is opened as a page has neither scripts nor anything to load. */
const PICTURE_POLICY = "default-src 'none'; frame-ancestors 'none'";

const params = clientParams.extend({ trace_id: z.string() });

/** What answers were made of, and what people say of them. */
export function answerRoutes({ trace, feedback, results, config }: AnswerRoutesDeps): Route[] {
  const bounds = { rows: config.ask.max_rows, bytes: config.results.max_recalled_bytes };
  return [
    defineRoute({
      method: 'get',
      path: '/clients/{client_id}/answers/{trace_id}',
      summary: 'Get an answer with its SQL, checks and costs',
      tag: 'Questions',
      capability: 'ask',
      rate: 'request',
      params,
      query: z.object({ rows: withRows }),
      responses: { 200: { description: "The answer's trace", schema: answerTrace } },
      errors: ['not_found'],
      async handle({ principal, params: { client_id, trace_id }, query }) {
        const made = await trace(principal, client_id, trace_id);
        const said = await feedback.of(trace_id, principal.endUserId);
        const reader = { principal, clientId: client_id };
        const most = query.rows ? bounds : { rows: 0, bytes: 0 };
        const recalled = made.answer && (await results.recall(trace_id, reader, most));
        const body = {
          ...made,
          ...redrawn(made.answer, trace_id, recalled),
          feedback: said.map(shown),
        };
        return { status: 200, body, isLong: query.rows };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/clients/{client_id}/answers/{trace_id}/chart.svg',
      summary: "Get an answer's chart as SVG",
      tag: 'Questions',
      capability: 'ask',
      rate: 'request',
      params,
      query: pictureQuery,
      responses: { 200: { description: 'The chart', contentType: 'image/svg+xml' } },
      errors: ['not_found'],
      async handle({ principal, params: { client_id, trace_id }, query }) {
        const { answer: form } = await trace(principal, client_id, trace_id);
        const reader = { principal, clientId: client_id };
        const recalled = form && (await results.recall(trace_id, reader, bounds));
        const svg = answerPicture(redrawn(form, trace_id, recalled), query);
        return {
          status: 200,
          contentType: 'image/svg+xml; charset=utf-8',
          headers: { 'Content-Security-Policy': PICTURE_POLICY },
          pieces: Readable.from([svg]),
        };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/clients/{client_id}/answers/{trace_id}/metrics',
      summary: 'Draft metrics from an answer',
      tag: 'Semantics',
      capability: 'manage',
      rate: 'request',
      params,
      responses: { 200: { description: 'The drafts', schema: metricDrafts } },
      errors: ['not_found'],
      async handle({ principal, params: { client_id, trace_id }, signal }) {
        const about = { principal, clientId: client_id, traceId: trace_id };
        const { workspaceId, metrics } = await feedback.metricDrafts(about, signal);
        return json({ workspace_id: workspaceId, metrics: metrics.map((one) => ({ ...one })) });
      },
    }),
    defineRoute({
      method: 'post',
      path: '/clients/{client_id}/answers/{trace_id}/feedback',
      summary: 'Rate an answer; with a full-access key, approve or correct it',
      tag: 'Questions',
      capability: 'read',
      rate: 'request',
      params,
      body: newFeedback,
      responses: { 200: { description: 'The stored feedback', schema: feedbackOutcome } },
      errors: ['not_found', 'no_data', 'conflict'],
      async handle({ principal, params, body, requestId, signal }) {
        const about = {
          principal,
          clientId: params.client_id,
          traceId: params.trace_id,
          requestId,
        };
        const { rating, comment, correct_sql: correctSql } = body;
        const kept = await feedback.give(about, { rating, comment, correctSql }, signal);
        return json({
          trace_id: kept.traceId,
          ...shown(kept),
          example: kept.isExample,
          example_reason: kept.whyNot,
        });
      },
    }),
  ];
}

const shown = (kept: KeptFeedback): z.output<typeof answerFeedback> => ({
  end_user_id: kept.endUserId,
  rating: kept.rating,
  comment: kept.comment,
  correct_sql: kept.correctSql,
  updated_at: kept.at,
});
