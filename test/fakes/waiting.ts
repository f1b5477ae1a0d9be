import { type Config, configSchema } from '#config/schema.ts';
import { type WaitingLimits, waitingLimits } from '#src/places.ts';

/** How work waits for places by default, or by some settings of its own. */
export const waitingForTests = (settings: Partial<Config['waiting']> = {}): WaitingLimits =>
  waitingLimits(configSchema.parse({ waiting: settings }));
