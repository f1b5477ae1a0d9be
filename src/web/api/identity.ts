import type {
  Person as ApiPerson,
  Sample as ApiSample,
  Session as ApiSession,
  GetSessionAnswer,
  SignInProvider,
} from '#src/client/generated/types.ts';
import { type Caller, sendJson } from './http.ts';

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

export const whoami = (who: Pick<Caller, 'key'>): Promise<Whoami> =>
  sendJson({ ...who, endUserId: null }, '/whoami');

export type Person = ApiPerson;
export type { SignInProvider };
/** A session with what it reaches. */
export type SessionOf = ApiSession;

/** The session of this browser, and how to sign in. */
export const readSession = (): Promise<GetSessionAnswer> => sendJson(null, '/session');

/** The sample company; fails with 404 where the deployment has none. */
export const sample = (): Promise<Sample> => sendJson(null, '/sample');

export const workspacesOf = async (caller: Caller): Promise<readonly Workspace[]> => {
  const { workspaces } = await sendJson<{ readonly workspaces: readonly Workspace[] }>(
    caller,
    `/clients/${encodeURIComponent(caller.clientId)}/workspaces`,
  );
  return workspaces;
};
