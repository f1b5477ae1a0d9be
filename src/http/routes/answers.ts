import { z } from 'zod';
import type { FeedbackService, KeptFeedback } from '#src/feedback/types.ts';
import type { Principal } from '#src/principal.ts';
import { type answerFeedback, answerTrace, feedbackOutcome, newFeedback } from '../answer-trace.ts';
import { defineRoute, json, type Route } from '../route.ts';
import { clientParams } from '../schemas.ts';

export interface AnswerRoutesDeps {
  /** The trace of an answer of the caller's; `not_found` where there is none. */
  readonly trace: (
    principal: Principal,
    clientId: string,
    traceId: string,
  ) => Promise<Record<string, unknown>>;
  readonly feedback: FeedbackService;
}

const params = clientParams.extend({ trace_id: z.string() });

/** What answers were made of, and what people say of them. */
export function answerRoutes({ trace, feedback }: AnswerRoutesDeps): Route[] {
  return [
    defineRoute({
      method: 'get',
      path: '/clients/{client_id}/answers/{trace_id}',
      summary: 'What an answer was made of',
      tag: 'Questions',
      capability: 'ask',
      rate: 'request',
      params,
      responses: { 200: { description: 'The trace', schema: answerTrace } },
      errors: ['not_found'],
      async handle({ principal, params: { client_id, trace_id } }) {
        const made = await trace(principal, client_id, trace_id);
        const said = await feedback.of(trace_id, principal.endUserId);
        return json({ ...made, feedback: said.map(shown) });
      },
    }),
    defineRoute({
      method: 'post',
      path: '/clients/{client_id}/answers/{trace_id}/feedback',
      summary: 'Says whether an answer is right; a full-access key approves or corrects it so',
      tag: 'Questions',
      capability: 'read',
      rate: 'request',
      params,
      body: newFeedback,
      responses: { 200: { description: 'What is kept', schema: feedbackOutcome } },
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
