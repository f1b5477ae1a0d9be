import { LRUCache } from 'lru-cache';
import type { Config } from '#config/schema.ts';
import {
  MODEL_STEPS,
  type ModelSettings,
  type ModelStep,
  type OwnModel,
  type ResolvedWorkspace,
} from '#src/accounts/types.ts';
import type { ModelDeps } from '#src/ask/deps.ts';
import type { LanguageModel } from '#src/plugin-api/language-model.ts';
import { type OpenModels, pricesOf, sharedSettings } from './plugins.ts';

/** How many models of tenants stay open; beyond that the least recently used is closed. */
const KEPT = 200;

export interface WorkspaceModelsDeps {
  readonly config: Pick<Config, 'model'>;
  readonly settings: Pick<ModelSettings, 'ownOf'>;
  /** The deployment's; null where it has none. */
  readonly deployment: ModelDeps | null;
  readonly open: OpenModels['open'];
  /** Connects only to checked addresses. */
  readonly fetch: typeof fetch;
}

/** The model of a question: a configured one by name, the workspace's or tenant's own, else the deployment's. */
export function createWorkspaceModels(deps: WorkspaceModelsDeps) {
  const configured = new Map<string, Promise<ModelDeps>>();
  const own = new LRUCache<string, Promise<ModelDeps>>({
    max: KEPT,
    dispose: (opening) => void opening.then(closeModels, () => {}),
  });
  return async (
    workspace: Pick<ResolvedWorkspace, 'clientId' | 'workspaceId'>,
    named: string | undefined,
  ): Promise<ModelDeps | null> => {
    if (named !== undefined) return once(configured, named, () => openConfigured(deps, named));
    const stored = await deps.settings.ownOf(workspace);
    if (!stored) return deps.deployment;
    const { chosen, version } = stored;
    return chosen && once(own, version, () => openOwn(deps, stored, chosen));
  };
}

type Opened = Pick<Map<string, Promise<ModelDeps>>, 'get' | 'delete'> & {
  set(key: string, opening: Promise<ModelDeps>): unknown;
};

/** What is open already; a failure is forgotten, and the next question tries again. */
function once(opened: Opened, key: string, open: () => Promise<ModelDeps>): Promise<ModelDeps> {
  const known = opened.get(key);
  if (known) return known;
  const opening = open();
  opened.set(key, opening);
  opening.catch(() => opened.delete(key));
  return opening;
}

/** Only for the plugin `ai-sdk`, whose answers under way go on. */
async function closeModels({ service, steps = {} }: ModelDeps): Promise<void> {
  await Promise.all([service, ...Object.values(steps)].map((model) => model.close()));
}

/** Names of the configured models that golden questions can be compared with. */
export const configuredModels = (
  { model }: Pick<Config, 'model'>,
  deployment: ModelDeps | null,
): readonly string[] =>
  model.provider === null || !deployment
    ? []
    : [mainName(model, deployment), ...model.fallbacks.map((one) => one.model)];

/** A model file needs no name in the settings; its plugin names it after the file. */
const mainName = ({ model }: Config['model'], { service }: ModelDeps) => model || service.name;

async function openConfigured(
  { config: { model }, deployment, open }: WorkspaceModelsDeps,
  named: string,
): Promise<ModelDeps> {
  if (!deployment) throw new TypeError('no model is configured');
  const entry =
    named === mainName(model, deployment) ? {} : model.fallbacks.find((one) => one.model === named);
  const section = { ...model, ...entry, fallbacks: [] };
  const { author: _, ...others } = deployment;
  return {
    ...others,
    candidates: [{ provider: section.provider ?? model.plugin, model: named }],
    service: await open(section, deployment.prices),
    steps: {},
    identity: `configured ${named}`,
  };
}

async function openOwn(
  { config, open, fetch }: WorkspaceModelsDeps,
  { place, version, apiKey, configured }: OwnModel,
  chosen: NonNullable<OwnModel['chosen']>,
): Promise<ModelDeps> {
  const { model } = config;
  const section: Config['model'] = {
    ...model,
    ...(configured ?? {
      ...{ provider: chosen.provider, model: chosen.model, base_url: chosen.base_url },
      ...{ api_key: apiKey, headers: {}, body: {}, reasoning: 'auto', fetch },
    }),
    plugin: 'ai-sdk',
    fallbacks: [],
  };
  // Configured prices are for configured models.
  const prices = configured && pricesOf(model);
  const steps: Partial<Record<ModelStep, LanguageModel>> = {};
  for (const step of MODEL_STEPS) {
    const name = chosen.steps[step];
    if (name !== undefined) steps[step] = await open({ ...section, model: name }, prices);
  }
  const names = [chosen.model, ...Object.values(chosen.steps)];
  const candidates = names.map((name) => ({ provider: chosen.provider, model: name }));
  return {
    candidates,
    prices,
    service: await open(section, prices),
    steps,
    identity: `own ${version}`,
    author: { ...place, model: `${chosen.provider}/${chosen.model}` },
    planning: chosen.planning ?? model.planning,
    ...sharedSettings(model),
    estimateUsd: model.estimate_usd,
  };
}
