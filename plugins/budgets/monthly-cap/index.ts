import { PLUGIN_API_VERSION, type Plugin } from '#src/plugin-api/plugin.ts';
import { capsOf } from '../cap-settings.ts';
import { type MonthlyCapSettings, monthlyCapSettings } from './settings.ts';

/** So much in a calendar month for each account, tenant or workspace; it begins anew on the 1st, UTC. */
export const plugin: Plugin<'budget', MonthlyCapSettings> = {
  kind: 'budget',
  name: 'monthly-cap',
  apiVersion: PLUGIN_API_VERSION,
  settings: monthlyCapSettings,
  create: ({ scope: type, ...settings }) => ({
    caps: (scope) => capsOf(settings, 'month', type, scope),
    close: () => Promise.resolve(),
  }),
};
