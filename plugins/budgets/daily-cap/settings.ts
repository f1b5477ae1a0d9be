import type { z } from 'zod';
import { capSettings, scopeOfCap } from '../cap-settings.ts';

export const dailyCapSettings = capSettings.extend({ scope: scopeOfCap });
export type DailyCapSettings = z.output<typeof dailyCapSettings>;
