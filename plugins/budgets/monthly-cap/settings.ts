import type { z } from 'zod';
import { capSettings, scopeOfCap } from '../cap-settings.ts';

export const monthlyCapSettings = capSettings.extend({ scope: scopeOfCap });
export type MonthlyCapSettings = z.output<typeof monthlyCapSettings>;
