import { computed, signal } from '@preact/signals';
import { ApiError, type Caller } from '../api/http.ts';
import {
  needsEndUser,
  sample as readSample,
  type Sample,
  type Whoami,
  type Workspace,
  whoami,
} from '../api/identity.ts';
import { whenRefused } from '../api/refused.ts';
import { forgetTurns } from './kept-turns.ts';
import { placeIn } from './named-place.ts';
import { local, ofTab, readStored, writeStored } from './stored.ts';

/** Who is here. The key lives in this tab alone and ends with it. */
export type Session =
  | { readonly kind: 'opening' }
  /** The service does not answer yet; `again` in so many milliseconds. */
  | { readonly kind: 'waiting' }
  /** Nobody is signed in, and this deployment has no sample. */
  | { readonly kind: 'out' }
  | { readonly kind: 'sample'; readonly sample: Sample; readonly caller: Caller }
  | {
      readonly kind: 'key';
      readonly me: Whoami;
      /** It asks for the person that it names, and manages nothing. */
      readonly isAskOnly: boolean;
      readonly caller: Caller;
    };

const KEY = 'plumbline-key';
const VISITOR = 'plumbline-visitor';

export const session = signal<Session>({ kind: 'opening' });
/** Whether the last key is taken no more: it was revoked, has expired, or never was one. */
export const isKeyLost = signal(false);
/** The caller of every call; null while nobody can ask. */
export const caller = computed<Caller | null>(() =>
  session.value.kind === 'sample' || session.value.kind === 'key' ? session.value.caller : null,
);
export const isSignedIn = computed(() => session.value.kind === 'key');
/** Whether the key may manage: what only a full-access key does is not offered to others. */
export const mayManage = computed(() => session.value.kind === 'key' && !session.value.isAskOnly);

/** Whom a key of the whole account may speak for. */
export const tenants = computed(() =>
  session.value.kind === 'key' ? (session.value.me.clients ?? []) : [],
);

/** Names this browser towards keys that ask for an end user: what it asked stays apart from what others ask. */
function visitor(): string {
  const known = readStored(local, VISITOR);
  if (known) return known;
  const made = `web-${crypto.randomUUID?.() ?? Math.random().toString(36).slice(2)}`;
  writeStored(local, VISITOR, made);
  return made;
}

/** Finds who is here: the key of this tab, else the sample. */
export async function openSession(): Promise<void> {
  const key = readStored(ofTab, KEY);
  if (key) {
    try {
      await signIn(key);
      return;
    } catch (error) {
      if (!isRefusal(error)) return waitAndOpen();
      writeStored(ofTab, KEY, null);
      isKeyLost.value = true;
    }
  }
  await openSample();
}

/** Whoever signs in while the sample is asked for stays. */
async function openSample(): Promise<void> {
  const before = session.value;
  try {
    const found = await readSample();
    if (session.value !== before) return;
    session.value = {
      kind: 'sample',
      sample: found,
      caller: { key: found.api_key, clientId: found.client_id, endUserId: visitor() },
    };
  } catch (error) {
    if (session.value !== before) return;
    if (error instanceof ApiError && error.status === 404) session.value = { kind: 'out' };
    else waitAndOpen();
  }
}

const FIRST_RETRY_MS = 1_000;
const LAST_RETRY_MS = 30_000;
let retryMs = FIRST_RETRY_MS;

function waitAndOpen(): void {
  session.value = { kind: 'waiting' };
  setTimeout(openSession, retryMs);
  retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
}

const isRefusal = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 401 || error.status === 403);

/** Signs in with a key of the service; fails where it takes none such, and changes nothing then. */
export async function signIn(key: string): Promise<void> {
  const me = await whoami(key);
  const named = placeIn(location.search).tenant;
  const isNamed = me.clients?.some(({ client_id }) => client_id === named);
  const first = me.client_id ?? (isNamed ? named : me.clients?.[0]?.client_id);
  if (!first) throw new Error("This key can't access any tenant. Use another key.");
  writeStored(ofTab, KEY, key);
  retryMs = FIRST_RETRY_MS;
  const bare: Caller = { key, clientId: first, endUserId: null };
  const isAskOnly = me.sample || (await needsEndUser(bare));
  session.value = {
    kind: 'key',
    me,
    isAskOnly,
    caller: isAskOnly ? { ...bare, endUserId: visitor() } : bare,
  };
  isKeyLost.value = false;
}

/** Takes the tenant of an account-level key. */
export function chooseTenant(clientId: string): void {
  const now = session.value;
  if (now.kind === 'key') session.value = { ...now, caller: { ...now.caller, clientId } };
}

export async function signOut(): Promise<void> {
  writeStored(ofTab, KEY, null);
  isKeyLost.value = false;
  forgetTurns();
  await openSample();
}

/** The key in use was refused: the page says so, and what is on screen stays. */
whenRefused((key) => {
  const now = session.peek();
  if (now.kind === 'key' && now.caller.key === key) isKeyLost.value = true;
});

/** The workspaces that the session names without another call. */
export const namedWorkspaces = computed<readonly Workspace[]>(() => {
  const now = session.value;
  if (now.kind === 'sample') return [now.sample.workspace];
  if (now.kind !== 'key') return [];
  return now.me.workspaces ?? (now.me.workspace ? [now.me.workspace] : []);
});
