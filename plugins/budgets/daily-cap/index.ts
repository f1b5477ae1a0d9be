import { PLUGIN_API_VERSION, type Plugin } from '#src/plugin-api/plugin.ts';
import { capsOf } from '../cap-settings.ts';
import { type DailyCapSettings, dailyCapSettings } from './settings.ts';

/** So much a day, UTC, for each account, tenant or workspace. */
export const plugin: Plugin<'budget', DailyCapSettings> = {
  kind: 'budget',
  name: 'daily-cap',
  apiVersion: PLUGIN_API_VERSION,
  settings: dailyCapSettings,
  create: ({ scope: type, ...settings }) => ({
    caps: (scope) => capsOf(settings, 'day', type, scope),
    close: () => Promise.resolve(),
  }),
};
