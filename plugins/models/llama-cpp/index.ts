import { availableParallelism } from 'node:os';
import { PLUGIN_API_VERSION, type Plugin } from '#src/plugin-api/plugin.ts';
import type { LlamaSetup } from '#workers/models/llama-protocol.ts';
import { createModel } from '../ai-sdk/model.ts';
import { clientOf } from '../ai-sdk/providers.ts';
import { llamaClient } from './client.ts';
import { findPackage, inspectFile } from './installed.ts';
import { LlamaRuntime, type RuntimeOptions } from './runtime.ts';
import { type LlamaCppSettings, llamaCppSettings } from './settings.ts';

/** A model in a GGUF file, run on this machine by `node-llama-cpp`. Fallbacks may be models of any provider. */
export const plugin: Plugin<'model', LlamaCppSettings> = {
  kind: 'model',
  name: 'llama-cpp',
  apiVersion: PLUGIN_API_VERSION,
  settings: llamaCppSettings,
  async create(settings, { log, waiting, processTag }) {
    const { llama_cpp: own, file } = settings;
    await inspectFile(file, own.memory_mb);
    const { runtime, leave } = shared(
      {
        package: findPackage(own.packages),
        file,
        contextTokens: own.context_tokens,
        // The library's own choice of at least four threads waits for processors that are not there: on two busy ones an
        // answer took 46 s with four threads and 0.2 s with one.
        threads: own.threads ?? Math.max(1, availableParallelism() - 1),
        gpu: own.gpu === 'auto',
        memoryMb: own.memory_mb,
      },
      {
        loadTimeoutMs: own.load_timeout_ms,
        stopMs: own.stop_ms,
        pauseMs: settings.breaker_open_ms,
        ...{ log, waiting, processTag },
      },
    );
    const model = createModel(settings, { log }, (entry) =>
      entry.provider === 'llama-cpp'
        ? llamaClient(runtime)
        : clientOf(entry, settings.max_answer_bytes),
    );
    runtime.warmUp();
    return { ...model, close: leave };
  },
};

const inUse = new Map<string, { readonly runtime: LlamaRuntime; users: number }>();

/** The runtime of a setup: models that name the same file load it once, and the last one to leave closes it. */
function shared(setup: LlamaSetup, options: RuntimeOptions) {
  const { log: _, waiting: __, ...own } = options;
  const key = JSON.stringify([setup, own]);
  const found = inUse.get(key) ?? { runtime: new LlamaRuntime(setup, options), users: 0 };
  inUse.set(key, found);
  found.users++;
  const leave = async () => {
    found.users--;
    if (found.users > 0) return;
    inUse.delete(key);
    await found.runtime.close();
  };
  return { runtime: found.runtime, leave };
}
