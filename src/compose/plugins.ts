import { Counter, type Registry } from 'prom-client';
import type { Config } from '#config/schema.ts';
import { MODEL_STEPS, type ModelStep } from '#src/accounts/types.ts';
import type { ModelDeps } from '#src/ask/deps.ts';
import { createModelMeter, type MeterModel } from '#src/ask/model/metered.ts';
import { boundOfTokens, type PricedModels } from '#src/ask/model-use/bound.ts';
import { createEmbeddings } from '#src/ask/model-use/embeddings.ts';
import type { NamedPolicy } from '#src/budgets/caps.ts';
import { AppError } from '#src/errors.ts';
import type { TabularEngine } from '#src/plugin-api/data-source.ts';
import type { LanguageModel } from '#src/plugin-api/language-model.ts';
import type { Telemetry } from '#src/plugin-api/telemetry.ts';
import type { HostedPlugin, PluginHost } from '#src/plugin-host.ts';

/** Plugins that ship with the service. */
export const BUILT_IN = {
  source: ['duckdb', 'alasql'],
  database: ['postgres', 'mysql'],
  model: ['ai-sdk', 'llama-cpp'],
  budget: ['monthly-cap', 'daily-cap', 'end-user-cap'],
  telemetry: ['opentelemetry'],
  objects: ['folder', 's3'],
} as const;

/** The engine for files. */
export async function loadEngine(host: PluginHost, config: Config) {
  const name = config.files.engine;
  return (await host.load(
    'source',
    name,
    settingsOf(config, 'source', name),
  )) as HostedPlugin<'source'> & {
    readonly open: () => Promise<TabularEngine>;
  };
}

type FilesEngine = { readonly open: () => Promise<TabularEngine> };

/**
 * Engines for files by the name of their dialect: the configured one, and those that made what is stored, loaded when
 * they are asked for. Fails with `unavailable` for one that does not ship with the service and is not configured.
 */
export function enginesOf(
  host: PluginHost,
  config: Config,
  configured: FilesEngine,
): (dialect?: string | null) => Promise<TabularEngine> {
  const others = new Map<string, Promise<FilesEngine>>();
  const isBuiltIn = (name: string) => BUILT_IN.source.some((one) => one === name);
  return async (dialect: string | null = null): Promise<TabularEngine> => {
    if (dialect === null || dialect === config.files.engine) return configured.open();
    if (!isBuiltIn(dialect)) {
      const engine = await configured.open();
      if (engine.dialect.name === dialect) return engine;
      throw new AppError(
        'unavailable',
        `These tables need the engine "${dialect}", which isn't configured. Ask your admin to set files.engine or run "plumbline rebuild --all".`,
      );
    }
    const engine =
      others.get(dialect) ??
      loadEngine(host, { ...config, files: { ...config.files, engine: dialect } });
    others.set(dialect, engine);
    return (await engine).open();
  };
}

/**
 * The settings of a plugin: of one that ships the section that bears its name (of models the section `model`), of any
 * other what stands below its name in the section `plugins`.
 */
export function settingsOf(
  config: Config,
  kind: 'source' | 'database' | 'model' | 'telemetry' | 'objects',
  name: string,
): unknown {
  if (!BUILT_IN[kind].some((one) => one === name)) return config.plugins[name] ?? {};
  return kind === 'model'
    ? { ...config.model, llama_cpp: config.llama_cpp }
    : ((config as unknown as Record<string, unknown>)[name] ?? {});
}

/** The configured budget policies, each with the settings beside its name. */
export async function openPolicies(host: PluginHost, { budgets }: Config) {
  return Promise.all(
    budgets.policies.map(async ({ use, ...settings }): Promise<NamedPolicy> => {
      const policy = await (await host.load('budget', use, settings)).open();
      return { name: use, caps: (scope) => policy.caps(scope) };
    }),
  );
}

/** Tokens of a prompt beside the schema: rules, metrics, notes, earlier turns and the question. A longer one is weighed before its call. */
const BESIDE_SCHEMA_TOKENS = 4_000;

/** Whether a model is configured: a plugin of others is one by itself, `ai-sdk` needs to know whose. */
export const hasModel = ({ plugin, provider }: Config['model']): boolean =>
  plugin !== BUILT_IN.model[0] || provider !== null;

/** The plugin that runs a model: `llama-cpp` if the model or one of its fallbacks is a file. */
export const modelPlugin = ({ plugin, provider, fallbacks }: Config['model']): string =>
  plugin === BUILT_IN.model[0] &&
  [provider, ...fallbacks.map((one) => one.provider)].includes('llama-cpp')
    ? 'llama-cpp'
    : plugin;

/** The deployment's model, and how others are opened. */
export interface OpenModels {
  /** Null where none is configured. */
  readonly deployment: ModelDeps | null;
  /**
   * Opens the model that a `model` section describes; `prices` are for its metrics. Whoever opens it closes it when it
   * is no longer needed; what stays open is closed with the service.
   */
  open(section: Config['model'], prices: PricedModels['prices']): Promise<LanguageModel>;
}

export async function openModels(
  host: PluginHost,
  config: Config,
  registry: Registry,
): Promise<OpenModels> {
  const { model } = config;
  const load = async (section: Config['model']) => {
    const plugin = modelPlugin(section);
    const settings = settingsOf({ ...config, model: section }, 'model', plugin);
    return host.load('model', plugin, settings);
  };
  const steps = MODEL_STEPS.flatMap((step) => {
    const entry = model.steps[step];
    return entry ? [{ step, entry }] : [];
  });
  const priced: PricedModels = {
    candidates: [
      model,
      ...model.fallbacks,
      ...steps.map(({ entry }) => entry),
      ...(model.embeddings ? [model.embeddings] : []),
    ].map((one) => ({
      provider: one.provider ?? model.provider ?? model.plugin,
      model: one.model,
    })),
    prices: pricesOf(model),
  };
  const configured = hasModel(model) ? await (await load(model)).open() : null;
  let meter: MeterModel | null = null;
  const metered: MeterModel = (service, prices) => {
    meter ??= createModelMeter(configured, priced.candidates, registry);
    return meter(service, prices);
  };
  const open: OpenModels['open'] = async (section, prices) => {
    const hosted = await load(section);
    return { ...metered(await hosted.open(), prices), close: hosted.close };
  };
  if (!configured) return { deployment: null, open };
  const first = boundOfTokens(
    priced,
    model.schema_tokens + BESIDE_SCHEMA_TOKENS,
    model.max_output_tokens + model.thinking_tokens,
  );
  // A file is loaded once, so it isn't a fallback of the models for single steps.
  const fallbacks = model.fallbacks.filter(({ provider }) => provider !== 'llama-cpp');
  const ofSteps: Partial<Record<ModelStep, LanguageModel>> = {};
  for (const { step, entry } of steps)
    ofSteps[step] = await open({ ...model, ...entry, fallbacks }, priced.prices);
  const { embeddings: embedding } = model;
  const embeddings =
    embedding &&
    createEmbeddings(await open({ ...model, ...embedding, fallbacks: [] }, priced.prices), {
      writer: { provider: embedding.provider, model: embedding.model },
      most: model.embedded_examples,
      timeoutMs: model.embeddings_timeout_ms,
    });
  const deployment: ModelDeps = {
    ...priced,
    ...(embeddings && { embeddings }),
    service: metered(configured, priced.prices),
    steps: ofSteps,
    author: {
      ...{ clientId: null, workspaceId: null },
      model: `${model.provider ?? model.plugin}/${model.model || configured.name}`,
    },
    planning: model.planning,
    ...sharedSettings(model),
    estimateUsd: Math.max(model.estimate_usd, first),
  };
  return { deployment, open };
}

/** The settings that hold for every model, whoever chose it. */
export const sharedSettings = (model: Config['model']) => ({
  explanations: model.explanations,
  maxOutputTokens: model.max_output_tokens,
  thinkingTokens: model.thinking_tokens,
  maxCalls: model.max_calls,
  schemaTokens: model.schema_tokens,
  tableTokens: model.table_tokens,
  lookups: model.lookups,
});

/** The configured prices; null: the price list that ships with the service. */
export const pricesOf = ({ prices }: Config['model']): PricedModels['prices'] =>
  prices && { input: prices.input, cachedInput: prices.cached_input, output: prices.output };

/** Where traces of requests go; null where they go nowhere, and nothing is loaded for it. */
export async function openTelemetry(
  host: PluginHost,
  config: Config,
  registry: Registry,
): Promise<Telemetry | null> {
  const { plugin } = config.telemetry;
  let opened: Telemetry | null = null;
  let counted = 0;
  new Counter({
    name: 'plumbline_telemetry_spans_dropped_total',
    help: 'Trace spans dropped because the queue was full or the receiver rejected them',
    registers: [registry],
    collect() {
      const dropped = opened?.dropped() ?? 0;
      this.inc(Math.max(0, dropped - counted));
      counted = dropped;
    },
  });
  if (plugin === null) return null;
  const hosted = await host.load('telemetry', plugin, settingsOf(config, 'telemetry', plugin));
  opened = await hosted.open();
  return opened;
}
