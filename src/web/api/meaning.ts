import { type Caller, send } from './http.ts';

export {
  certifyDefinitionDraft,
  checkSemantics,
  dismissDefinitionDraft,
  getMetricDrafts,
  getSchema,
  getSemantics,
  listDefinitionDrafts,
  listExampleEffects,
  listSuggestions,
  listTextTranslations,
  replaceSemantics,
  startEvalRun,
} from '#src/client/generated/calls.ts';
export type {
  CheckedSemantics,
  DefinitionDraft,
  ExampleEffect,
  Schema,
  SemanticsOutput,
  TextTranslations,
} from '#src/client/generated/types.ts';

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

export { ServiceError } from '#src/client/errors.ts';
