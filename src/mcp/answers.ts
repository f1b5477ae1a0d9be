import type { CallToolResult } from '@modelcontextprotocol/server';
import type { z } from 'zod';
import { PlumblineError, type QueryAnswer, type Schema } from '#src/client/index.ts';
import type * as shapes from './shapes.ts';
import { unknownTable } from './texts.ts';
import { callName, type Place, type ReachedWorkspace, standardWorkspace } from './workspaces.ts';

/** Charts are pictures of lines and texts, without scripts. */
export const PICTURE = 'image/svg+xml';

type Link = Extract<CallToolResult['content'][number], { type: 'resource_link' }>;

/** An answer of the service as a tool gives it: what an assistant needs, and no more. */
export function asked(
  answer: QueryAnswer,
  { slug }: Pick<Place, 'slug'>,
): z.input<typeof shapes.answer> {
  const { explanation, trace_id, session_id, suggestions = [] } = answer;
  const ids = { ...(slug === undefined ? {} : { workspace: slug }), session_id, trace_id };
  const questions = suggestions.map((one) => (typeof one === 'string' ? one : one.resolved));
  const leads = questions.length > 0 ? { suggestions: questions } : {};
  if (answer.result === 'error')
    return { result: 'error', explanation: explanation || answer.error, ...leads, ...ids };
  const { data, verification, clarification, truncated } = answer;
  return {
    result: answer.result,
    explanation,
    ...(data ? { columns: data.columns, rows: data.rows } : {}),
    ...(truncated ? { truncated, total_rows: answer.total_rows ?? null } : {}),
    sql: answer.sql,
    verdict: verification.status,
    ...(verification.reason === '' ? {} : { verdict_reason: verification.reason }),
    ...(answer.assumptions.length > 0 ? { assumptions: answer.assumptions } : {}),
    ...(clarification
      ? {
          clarification: {
            question: clarification.question,
            options: clarification.options.map(({ question }) => question),
          },
        }
      : {}),
    ...leads,
    ...ids,
  } as z.input<typeof shapes.answer>;
}

/** Where the rows are that the answer does not hold, and the chart of those that it has. */
export function answerLinks(clientId: string, answer: QueryAnswer): readonly Link[] {
  if (answer.result === 'error') return [];
  const { result_token: token, chart, trace_id, total_rows } = answer;
  const links: Link[] = [];
  if (token)
    links.push({
      type: 'resource_link',
      uri: `plumbline://tenants/${clientId}/results/${token}/0`,
      name: 'All rows',
      description: `The full result in pages (${total_rows ?? 'more'} rows); the URI ends with the offset. Set max_rows to get up to 1,000 rows in the answer itself.`,
      mimeType: 'application/json',
    });
  if (chart)
    links.push({
      type: 'resource_link',
      uri: `plumbline://tenants/${clientId}/answers/${trace_id}/chart`,
      name: 'Chart',
      description: chart.reason,
      mimeType: PICTURE,
    });
  return links;
}

/** Workspaces by what the other tools take: the slug, or the id where tenants share one. */
export function workspacesOf(
  all: readonly ReachedWorkspace[],
  wanted: string | null,
): z.input<typeof shapes.workspaces> {
  const standard = standardWorkspace(all, wanted);
  return {
    workspaces: all.map((one) => {
      const { name, tenant, source } = one;
      return { workspace: callName(all, one), name, tenant, source };
    }),
    default: standard && callName(all, standard),
  };
}

export const tablesOf = ({ tables }: Schema): z.input<typeof shapes.tables> => ({
  tables: tables.map(({ table_name, description, row_count, columns }) => ({
    name: table_name,
    description,
    rows: row_count,
    columns: columns.length,
  })),
});

/** One table of the schema; fails where there is none of this name. */
export function tableOf(schema: Schema, name: string): z.input<typeof shapes.table> {
  const found = schema.tables.find(
    ({ table_name }) => table_name.toLowerCase() === name.toLowerCase(),
  );
  if (!found) {
    const names = schema.tables.map(({ table_name }) => table_name);
    throw new PlumblineError(unknownTable(name, names));
  }
  const side = ({ table, columns }: { table: string; columns: readonly string[] }) =>
    `${table}(${columns.join(', ')})`;
  return {
    name: found.table_name,
    description: found.description,
    rows: found.row_count,
    primary_key: found.primary_key && [...found.primary_key],
    columns: found.columns.map((column) => ({
      name: column.name,
      type: column.type,
      kind: column.kind,
      description: column.description,
      unit: column.unit,
      sensitive: column.sensitive,
      min: column.min,
      max: column.max,
      distinct: column.distinct_count,
      samples: [...column.sample_values],
    })),
    joins: schema.relationships
      .filter(({ from, to }) => [from.table, to.table].includes(found.table_name))
      .map(({ from, to, cardinality }) => `${side(from)} → ${side(to)}, ${cardinality}`),
    notes: [...found.notes],
  };
}
