import { readSession, whoami } from '../api/identity.ts';
import { beginSession, endSession, type SignIn } from '../api/sign-in.ts';
import { forgetTurns } from './kept-turns.ts';
import {
  enter,
  enterAs,
  isAskOnly,
  isKeyLost,
  KEY,
  openSample,
  otherTabs,
  visitor,
} from './session.ts';
import { ofTab, writeStored } from './stored.ts';

/** Signs in with a key of the service; fails where it takes none such, and changes nothing then. */
export async function signInWithKey(key: string, isLasting: boolean): Promise<void> {
  const me = await whoami({ key });
  const endUserId = isAskOnly(me) ? visitor() : null;
  await beginSession({
    api_key: key,
    keep: isLasting,
    ...(endUserId === null ? {} : { end_user_id: endUserId }),
  });
  const { session: kept } = await readSession();
  // Browsers keep no secure cookie of a plain http address: there the key stays in its tab.
  writeStored(ofTab, KEY, kept ? null : key);
  if (kept) enter(kept);
  else enterAs({ key, endUserId }, me, null);
  otherTabs?.postMessage('in');
}

/** Signs in as a member: by password, or by what gives a session. */
export async function signInAsMember(begin: () => Promise<unknown>): Promise<void> {
  await begin();
  const { session: kept } = await readSession();
  if (!kept) throw new Error("Your browser didn't save the session. Open this page over HTTPS.");
  enter(kept);
  otherTabs?.postMessage('in');
}

export const signInWithPassword = (sent: SignIn): Promise<void> =>
  signInAsMember(() => beginSession(sent));

export async function signOut(everywhere = false): Promise<void> {
  await endSession(everywhere);
  writeStored(ofTab, KEY, null);
  isKeyLost.value = false;
  otherTabs?.postMessage('out');
  forgetTurns();
  await openSample();
}
