import { type Caller, sendJson } from './http.ts';

export interface Workspace {
  readonly workspace_id: string;
  readonly name: string;
  readonly slug: string;
  readonly source?: 'none' | 'files' | 'database';
}

export interface Tenant {
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

/** A question to begin with; the values draw its thumbnail. */
export interface Starter {
  readonly question: string;
  readonly note?: string;
  readonly kind?: 'line' | 'columns' | 'bars';
  readonly values?: readonly number[];
}

export interface Sample {
  readonly api_key: string;
  readonly client_id: string;
  readonly workspace_id: string;
  readonly workspace: Workspace;
  readonly questions: readonly string[];
  readonly tables: readonly { readonly table_name: string; readonly row_count: number }[];
  readonly limits: { readonly requests_per_minute: number; readonly questions_per_hour: number };
  readonly starters?: readonly Starter[];
}

export const whoami = (key: string, signal?: AbortSignal): Promise<Whoami> =>
  sendJson({ key, endUserId: null }, '/whoami', { ...(signal ? { signal } : {}) });

/** The sample company; fails with 404 where the deployment has none. */
export const sample = (): Promise<Sample> => sendJson(null, '/sample');

export const workspacesOf = async (caller: Caller): Promise<readonly Workspace[]> => {
  const { workspaces } = await sendJson<{ readonly workspaces: readonly Workspace[] }>(
    caller,
    `/clients/${encodeURIComponent(caller.clientId)}/workspaces`,
  );
  return workspaces;
};
