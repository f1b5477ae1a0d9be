import { z } from 'zod';
import { MODEL_STEPS, type ModelSettings } from '#src/accounts/types.ts';
import { MODEL_PROVIDER_NAMES, type ModelProviderName } from '#src/plugin-api/model-providers.ts';
import { defineRoute, json, keptReply, type Route } from '../route.ts';
import { clientParams, timestamp, workspaceParams } from '../schemas.ts';

export interface ModelSettingsRoutesDeps {
  readonly modelSettings: ModelSettings;
}

type Provider = Exclude<ModelProviderName, 'llama-cpp'>;
const isOffered = (name: ModelProviderName): name is Provider => name !== 'llama-cpp';

const provider = z.enum(MODEL_PROVIDER_NAMES.filter(isOffered)).meta({ id: 'ModelProvider' });
const planning = z.enum(['builtin-first', 'model-first', 'cross-check']).meta({
  id: 'ModelPlanning',
  description: 'Whether the planner, the model or both interpret questions',
});
const name = z.string().trim().min(1).max(200);
const steps = z.partialRecord(z.enum(MODEL_STEPS), name).meta({ id: 'ModelSteps' });
const body = z
  .strictObject({
    provider,
    model: name.meta({ description: 'Model name used by the provider' }),
    api_key: z.string().trim().min(1).max(1_000).nullish().meta({
      description:
        'Stored encrypted and never returned. If absent, the stored key is kept while provider and base_url stay the same.',
    }),
    base_url: z
      .url()
      .max(2_000)
      .nullish()
      .meta({ description: "If absent, the provider's default URL" }),
    planning: planning
      .nullish()
      .meta({ description: "If absent, the deployment's setting applies" }),
    steps: steps.default({}),
  })
  .meta({ id: 'ModelChoice' });
const record = z
  .object({
    source: z.enum(['workspace', 'tenant', 'deployment']).meta({
      description: 'Where the settings come from',
    }),
    provider: z.string().nullable().meta({ description: 'Null if no model is configured' }),
    model: z.string(),
    base_url: z.string().nullable().meta({ description: "Null: the provider's default URL" }),
    planning: planning.nullable().meta({ description: "Null: the deployment's setting" }),
    steps,
    has_api_key: z.boolean().meta({ description: 'Whether a key is stored for these settings' }),
    updated_at: timestamp.nullable(),
  })
  .meta({ id: 'ModelSettings' });
const responses = { 200: { description: 'The settings that apply', schema: record } } as const;
const shared = { tag: 'Models', capability: 'manage', rate: 'request' } as const;

/** The model of a tenant, and of one workspace. */
export function modelSettingsRoutes({ modelSettings }: ModelSettingsRoutesDeps): Route[] {
  return [
    ...routesOf(
      modelSettings,
      '/clients/{client_id}/model',
      clientParams,
      'tenant',
      ({ client_id }) => ({
        clientId: client_id,
        workspaceId: null,
      }),
    ),
    ...routesOf(
      modelSettings,
      '/clients/{client_id}/workspaces/{workspace_id}/model',
      workspaceParams,
      'workspace',
      ({ client_id, workspace_id }) => ({ clientId: client_id, workspaceId: workspace_id }),
    ),
  ];
}

function routesOf<P extends typeof clientParams | typeof workspaceParams>(
  settings: ModelSettings,
  path: string,
  params: P,
  what: 'tenant' | 'workspace',
  placeOf: (params: z.output<P>) => { clientId: string; workspaceId: string | null },
): Route[] {
  const errors = what === 'workspace' ? (['workspace_not_found'] as const) : [];
  return [
    defineRoute({
      ...{ ...shared, path, params, responses, errors },
      method: 'get',
      summary: `Get the model of a ${what}`,
      handle: async ({ principal, params: at }) =>
        json(await settings.read(principal, placeOf(at as z.output<P>))),
    }),
    defineRoute({
      ...{ ...shared, path, params, body, responses, errors },
      method: 'put',
      summary: `Choose the model of a ${what}`,
      audit: 'in transaction',
      handle: ({ principal, requestId, params: at, body: asked, signal, keep }) => {
        const { base_url = null, planning: way = null, ...rest } = asked;
        const request = { ...rest, base_url, planning: way };
        const place = placeOf(at as z.output<P>);
        return keptReply(
          keep,
          (settle) => settings.put({ principal, requestId }, place, request, signal, settle),
          (made) => json(made),
        );
      },
    }),
    defineRoute({
      ...{ ...shared, path, params, responses, errors },
      method: 'delete',
      summary: `Remove the model of a ${what}`,
      audit: 'in transaction',
      handle: async ({ principal, requestId, params: at }) =>
        json(await settings.remove({ principal, requestId }, placeOf(at as z.output<P>))),
    }),
  ];
}
