import type { z } from 'zod';
import type { AccountsService } from '#src/accounts/types.ts';
import type { BoardReader } from '#src/boards/types.ts';
import type { Principal } from '#src/principal.ts';
import type { workspaceParams } from './schemas.ts';

/** Finds who reads in the workspace that a path names; fails as `accounts.workspace` does. */
export const boardReader =
  (accounts: Pick<AccountsService, 'workspace'>) =>
  async (principal: Principal, params: z.output<typeof workspaceParams>): Promise<BoardReader> => ({
    principal,
    workspace: await accounts.workspace(principal, {
      clientId: params.client_id,
      workspaceId: params.workspace_id,
    }),
  });
