/** At night a workspace may spend little. */
import { z } from 'zod';

export const plugin = {
  kind: 'budget',
  name: 'quiet-nights',
  apiVersion: 1,
  settings: z.strictObject({ cap_usd: z.number().min(0) }),
  create: ({ cap_usd }, { clock }) => ({
    caps({ workspaceId }) {
      const hour = clock.now().getUTCHours();
      if (hour >= 6 && hour < 22) return [];
      return [
        {
          scopeType: 'workspace', // account, tenant, workspace or end_user of the question
          scopeId: workspaceId,
          cap: cap_usd, // US dollars
          period: 'day', // or month, UTC
          enforcement: 'block', // or alert
          thresholds: [0.8, 1],
        },
      ];
    },
    close: async () => {},
  }),
};
