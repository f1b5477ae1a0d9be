import { PLUGIN_API_VERSION, type Plugin } from '#src/plugin-api/plugin.ts';
import { createTelemetry } from './export.ts';
import { type OpentelemetrySettings, opentelemetrySettings } from './settings.ts';

/** Traces to any collector that takes OTLP over HTTP. */
export const plugin: Plugin<'telemetry', OpentelemetrySettings> = {
  kind: 'telemetry',
  name: 'opentelemetry',
  apiVersion: PLUGIN_API_VERSION,
  settings: opentelemetrySettings,
  create: (settings, context) => createTelemetry(settings, context),
};
