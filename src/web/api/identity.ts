import type { Sample as ApiSample } from '#src/client/generated/types.ts';
import { ApiError, type Caller, inTenant, sendJson } from './http.ts';

export interface Workspace {
  readonly workspace_id: string;
  readonly name: string;
  readonly slug: string;
  readonly source?: 'none' | 'files' | 'database';
}

interface Tenant {
  readonly client_id: string;
  readonly name: string;
}

export interface Whoami {
  readonly key: {
    readonly prefix: string;
    readonly name: string;
    readonly scope?: 'full' | 'query';
  };
  readonly account: { readonly type: string; readonly plan: string };
  readonly client_id: string | null;
  readonly workspace_id: string | null;
  readonly workspace?: Workspace;
  readonly workspaces?: readonly Workspace[];
  readonly clients?: readonly Tenant[];
  readonly sample: boolean;
}

/** A question to begin with, with its true answer. */
export type Starter = ApiSample['starters'][number];

export type Sample = ApiSample;

export const whoami = (key: string, signal?: AbortSignal): Promise<Whoami> =>
  sendJson({ key, endUserId: null }, '/whoami', { ...(signal ? { signal } : {}) });

/** Whether a key has to say whom it asks for (ask-only keys do): told by a call that answers so. */
export async function needsEndUser(caller: Caller): Promise<boolean> {
  try {
    await sendJson(caller, `${inTenant(caller, 'chats')}?limit=1`);
    return false;
  } catch (error) {
    return error instanceof ApiError && error.code === 'invalid_end_user_id';
  }
}

/** The sample company; fails with 404 where the deployment has none. */
export const sample = (): Promise<Sample> => sendJson(null, '/sample');

export const workspacesOf = async (caller: Caller): Promise<readonly Workspace[]> => {
  const { workspaces } = await sendJson<{ readonly workspaces: readonly Workspace[] }>(
    caller,
    `/clients/${encodeURIComponent(caller.clientId)}/workspaces`,
  );
  return workspaces;
};
