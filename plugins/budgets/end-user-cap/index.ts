import { PLUGIN_API_VERSION, type Plugin } from '#src/plugin-api/plugin.ts';
import { capsOf } from '../cap-settings.ts';
import { type EndUserCapSettings, endUserCapSettings } from './settings.ts';

/** So much for each `X-End-User-Id` of an account by itself; questions without one are not concerned. */
export const plugin: Plugin<'budget', EndUserCapSettings> = {
  kind: 'budget',
  name: 'end-user-cap',
  apiVersion: PLUGIN_API_VERSION,
  settings: endUserCapSettings,
  create: ({ period, ...settings }) => ({
    caps: (scope) => capsOf(settings, period, 'end_user', scope),
    close: () => Promise.resolve(),
  }),
};
