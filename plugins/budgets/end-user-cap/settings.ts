import { z } from 'zod';
import { capSettings } from '../cap-settings.ts';

export const endUserCapSettings = capSettings.extend({
  period: z.enum(['month', 'day']).default('month'),
});
export type EndUserCapSettings = z.output<typeof endUserCapSettings>;
