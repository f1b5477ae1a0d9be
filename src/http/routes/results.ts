import { z } from 'zod';
import type { Config } from '#config/schema.ts';
import type { SavedResult } from '#src/boards/types.ts';
import { EXPORT_FORMATS, EXPORT_TYPES } from '#src/results/export-format.ts';
import type { ResultExports, ResultPage, ResultReader, ResultSpool } from '#src/results/types.ts';
import type { ResultView } from '#src/results/view.ts';
import { savedResult } from '../board-schemas.ts';
import { defineRoute, type Route } from '../route.ts';
import { clientParams, resultPage, wholeNumberOr } from '../schemas.ts';
import { sendFile } from '../send-file.ts';

/** The rows of a kept result, sorted and filtered on the data that they were read from. */
type ViewResult = (
  token: string,
  reader: ResultReader,
  view: ResultView,
  signal: AbortSignal,
) => Promise<SavedResult>;

export interface ResultRoutesDeps {
  readonly viewResult: ViewResult;
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

const column = z.string().min(1).max(200).meta({ description: 'Name of a column of the result' });
const descending = z
  .boolean()
  .default(false)
  .meta({ description: 'Largest first; empty cells always come last' });
const CONDITION = { description: 'Condition on the cells of the column' };
const viewBody = z
  .strictObject({
    sort: z
      .array(z.strictObject({ column, descending }))
      .max(5)
      .default([])
      .meta({ description: 'Columns to sort by, the most important first' }),
    filters: z
      .array(
        z.discriminatedUnion('is', [
          z.strictObject({ column, is: z.enum(['empty', 'not_empty']).meta(CONDITION) }),
          z.strictObject({
            column,
            is: z.enum(['equal', 'not_equal', 'at_least', 'at_most', 'contains']).meta(CONDITION),
            value: z.union([z.string().max(1_000), z.number(), z.boolean()]),
          }),
        ]),
      )
      .max(20)
      .default([])
      .meta({ description: 'Conditions that rows have to meet; all of them apply' }),
  })
  .refine(
    ({ sort, filters }) => sort.length + filters.length > 0,
    'Nothing to do. Send sort or filters.',
  );

/** Results that were longer than their answers: in pages, as files, sorted and filtered. */
export function resultRoutes({ results, exports, viewResult, config }: ResultRoutesDeps): Route[] {
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
    defineRoute({
      method: 'post',
      path: '/clients/{client_id}/results/{result_token}/view',
      summary: 'Sort and filter a result',
      tag: 'Results',
      capability: 'ask',
      rate: 'question',
      idempotency: 'none',
      params: resultParams,
      body: viewBody,
      responses: { 200: { description: 'The rows', schema: savedResult } },
      errors: ['result_not_found', 'conflict', 'unavailable'],
      async handle({ principal, params, body, signal }) {
        const reader = { principal, clientId: params.client_id };
        const found = await viewResult(params.result_token, reader, body, signal);
        return { status: 200, body: found, isLong: true };
      },
    }),
  ];
}
