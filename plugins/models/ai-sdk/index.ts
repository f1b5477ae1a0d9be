import { PLUGIN_API_VERSION, type Plugin } from '#src/plugin-api/plugin.ts';
import { createModel } from './model.ts';
import { type ModelSettings, modelSettings } from './settings.ts';

/** Models over the clients of the AI SDK: Gemini, OpenAI, Anthropic, and every service with OpenAI's interface. */
export const plugin: Plugin<'model', ModelSettings> = {
  kind: 'model',
  name: 'ai-sdk',
  apiVersion: PLUGIN_API_VERSION,
  settings: modelSettings,
  create: (settings, context) => createModel(settings, context),
};
