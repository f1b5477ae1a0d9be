import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import { EXPORT_FORMATS, EXPORT_TYPES } from '#src/results/export-format.ts';
import type { ResultExports, ResultPage, ResultSpool } from '#src/results/types.ts';
import { defineRoute, type Route } from '../route.ts';
import { clientParams, resultPage, wholeNumberOr } from '../schemas.ts';
import { sendFile } from '../send-file.ts';

export interface ResultRoutesDeps {
  readonly results: Pick<ResultSpool, 'page' | 'recall'>;
  readonly exports: ResultExports;
  readonly config: { readonly http: Pick<Config['http'], 'max_page_rows' | 'stalled_client_ms'> };
}

const resultParams = clientParams.extend({ result_token: z.string() });

/** A page as JSON text; rows are read as the reader takes them. */
async function* pageText({ rows, columns, ...about }: ResultPage): AsyncGenerator<string | Buffer> {
  yield `{"columns":${JSON.stringify(columns)},"rows":[`;
  let next = about.offset;
  for await (const row of rows) {
    if (next > about.offset) yield ',';
    yield row;
    next += 1;
  }
  const end = { ...about, next_offset: next < about.total_rows ? next : null };
  yield `],${JSON.stringify(end).slice(1)}`;
}

/** Results that were longer than their answers: in pages, and as files. */
export function resultRoutes({ results, exports, config }: ResultRoutesDeps): Route[] {
  const { max_page_rows, stalled_client_ms } = config.http;
  const limit = wholeNumberOr(Math.min(100, max_page_rows), 1, max_page_rows);
  return [
    defineRoute({
      method: 'get',
      path: '/clients/{client_id}/results/{result_token}',
      summary: 'Get a page of a long result',
      tag: 'Results',
      capability: 'ask',
      rate: 'request',
      params: resultParams,
      query: z.object({
        offset: wholeNumberOr(0, 0, 1e12),
        limit,
      }),
      responses: { 200: { description: 'The page', schema: resultPage } },
      errors: ['result_not_found'],
      async handle({ principal, params, query: { offset, limit } }) {
        const reader = { principal, clientId: params.client_id };
        const page = await results.page(params.result_token, reader, offset, limit);
        return { status: 200, pieces: pageText(page) };
      },
    }),
    defineRoute({
      method: 'get',
      path: '/clients/{client_id}/results/{result_token}/export',
      summary: 'Download a whole result as a file',
      tag: 'Results',
      capability: 'read',
      rate: 'request',
      params: resultParams,
      query: z.object({ format: z.enum(EXPORT_FORMATS).default('csv') }),
      responses: {
        200: {
          description:
            'The file as a stream in the requested `format`. An interrupted transfer is incomplete.',
          contentType: Object.values(EXPORT_TYPES),
        },
      },
      errors: ['result_not_found', 'conflict', 'unavailable'],
      async handle({ principal, params, query, signal, res }) {
        const reader = { principal, clientId: params.client_id };
        const file = await exports.open(params.result_token, reader, query.format, signal);
        await sendFile(res, file, { stalledMs: stalled_client_ms, signal });
        return undefined;
      },
    }),
  ];
}
