import { computed, signal } from '@preact/signals';
import { ApiError, type Caller } from '../api/http.ts';
import {
  type Person,
  sample as readSample,
  readSession,
  type Sample,
  type SessionOf,
  type SignInProvider,
  type Whoami,
  type Workspace,
  whoami,
} from '../api/identity.ts';
import { whenRefused } from '../api/refused.ts';
import { placeIn } from './named-place.ts';
import { local, ofTab, readStored, writeStored } from './stored.ts';

/** Who is here. A session is a cookie, and so of all tabs. */
export type Session =
  | { readonly kind: 'opening' }
  /** The service does not answer yet; `again` in so many milliseconds. */
  | { readonly kind: 'waiting' }
  /** Nobody is signed in, and this deployment has no sample. */
  | { readonly kind: 'out' }
  | { readonly kind: 'sample'; readonly sample: Sample; readonly caller: Caller }
  | {
      readonly kind: 'in';
      readonly me: Whoami;
      /** The member who signed in; null: a key. */
      readonly person: Person | null;
      /** Manages nothing. */
      readonly isAskOnly: boolean;
      readonly caller: Caller;
    };

export const KEY = 'plumbline-key';
const VISITOR = 'plumbline-visitor';

export const session = signal<Session>({ kind: 'opening' });
/** Whether the session or key in use is taken no more. */
export const isKeyLost = signal(false);
/** The caller of every call; null while nobody can ask. */
export const caller = computed<Caller | null>(() =>
  session.value.kind === 'sample' || session.value.kind === 'in' ? session.value.caller : null,
);
export const isSignedIn = computed(() => session.value.kind === 'in');
/** Whether members can sign in with a password here. */
export const hasPasswords = signal(false);
/** Where members can sign in instead. */
export const providers = signal<readonly SignInProvider[]>([]);
/** Whether the key may manage: what only a full-access key does is not offered to others. */
export const mayManage = computed(() => session.value.kind === 'in' && !session.value.isAskOnly);

/** Whether somebody is signed in who may only ask: what takes more is not shown to them. */
export const isReader = computed(() => session.value.kind === 'in' && session.value.isAskOnly);

/** Whom a key of the whole account may speak for. */
export const tenants = computed(() =>
  session.value.kind === 'in' ? (session.value.me.clients ?? []) : [],
);

/** Names this browser towards keys that ask for an end user: what it asked stays apart from what others ask. */
export function visitor(): string {
  const known = readStored(local, VISITOR);
  if (known) return known;
  const made = `web-${crypto.randomUUID?.() ?? Math.random().toString(36).slice(2)}`;
  writeStored(local, VISITOR, made);
  return made;
}

/** Finds who is here: the session of this browser, the key of this tab, else the sample. */
export async function openSession(): Promise<void> {
  try {
    const found = await readSession();
    hasPasswords.value = found.passwords;
    providers.value = found.providers;
    if (found.session) return enter(found.session);
    if (found.ended !== null) isKeyLost.value = true;
  } catch {
    return waitAndOpen();
  }
  const key = readStored(ofTab, KEY);
  if (key) {
    try {
      const me = await whoami({ key });
      enterAs({ key, endUserId: isAskOnly(me) ? visitor() : null }, me, null);
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
export async function openSample(): Promise<void> {
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

export const isAskOnly = ({ key, sample }: Whoami) => sample || key.scope !== 'full';

/** The session says by itself whom it speaks for. */
export const enter = ({ whoami: me, person }: SessionOf): void =>
  enterAs({ key: null, endUserId: null }, me, person);

/** Whoever signed in is here from now on. */
export function enterAs(
  who: Pick<Caller, 'key' | 'endUserId'>,
  me: Whoami,
  person: Person | null,
): void {
  const named = placeIn(location.search).tenant;
  const isNamed = me.clients?.some(({ client_id }) => client_id === named);
  const clientId = me.client_id ?? (isNamed ? named : me.clients?.[0]?.client_id);
  if (!clientId) throw new Error("This key can't access any tenant. Use another key.");
  retryMs = FIRST_RETRY_MS;
  session.value = {
    kind: 'in',
    me,
    person,
    isAskOnly: isAskOnly(me),
    caller: { ...who, clientId },
  };
  isKeyLost.value = false;
}

/** Tabs share the session: who signs in or out in one does so in all. */
export const otherTabs =
  'BroadcastChannel' in globalThis ? new BroadcastChannel('plumbline') : null;
otherTabs?.addEventListener('message', ({ data }) => {
  const isIn = isSignedIn.peek() && !isKeyLost.peek();
  if (data === 'in' && !isIn) openSession();
  if (data === 'out' && isIn) isKeyLost.value = true;
});

/** Takes the tenant of an account-level key. */
export function chooseTenant(clientId: string): void {
  const now = session.value;
  if (now.kind === 'in') session.value = { ...now, caller: { ...now.caller, clientId } };
}

/** The session or key in use was refused: the page says so, and what is on screen stays. */
whenRefused((key) => {
  const now = session.peek();
  if (now.kind === 'in' && now.caller.key === key) isKeyLost.value = true;
});

/** The workspaces that the session names without another call. */
export const namedWorkspaces = computed<readonly Workspace[]>(() => {
  const now = session.value;
  if (now.kind === 'sample') return [now.sample.workspace];
  if (now.kind !== 'in') return [];
  return now.me.workspaces ?? (now.me.workspace ? [now.me.workspace] : []);
});
