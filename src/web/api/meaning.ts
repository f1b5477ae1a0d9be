import { query } from '#src/client/generated/calls.ts';
import type { Service } from '#src/client/service.ts';
import { type Caller, send } from './http.ts';

export {
  getMetricDrafts,
  getSchema,
  getSemantics,
  listSuggestions,
  replaceSemantics,
} from '#src/client/generated/calls.ts';
export type { Schema, Semantics, SemanticsOutput } from '#src/client/generated/types.ts';

interface Place {
  readonly client_id: string;
  readonly workspace_id: string;
}

const pathOf = ({ client_id, workspace_id }: Place): string =>
  `/clients/${encodeURIComponent(client_id)}/workspaces/${encodeURIComponent(workspace_id)}/semantics`;

/** The document as YAML. */
export const readYaml = async (caller: Caller, place: Place): Promise<string> =>
  (await send(caller, pathOf(place), { headers: { Accept: 'application/yaml' } })).text();

/** Puts a document that was written as YAML in the place of the one before. */
export async function writeYaml(caller: Caller, place: Place, yaml: string): Promise<void> {
  await send(caller, pathOf(place), {
    method: 'PUT',
    body: yaml,
    headers: { 'Content-Type': 'application/yaml' },
  });
}

/** What one question gives at the moment, in a line. */
export async function tryQuestion(
  service: Service,
  { client_id, workspace_id }: Place,
  question: string,
): Promise<string> {
  const answer = await query(
    service,
    { body: { q: question, workspace_id, chart: 'none' } },
    { tenantId: client_id },
  );
  if (answer.result === 'error') return answer.explanation || answer.error;
  const [only] = answer.data?.rows ?? [];
  if (answer.data?.rows.length === 1 && only?.length === 1) return String(only[0] ?? '–');
  return answer.explanation;
}
export { ServiceError } from '#src/client/errors.ts';
