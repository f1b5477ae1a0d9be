import { whoami } from '../api/identity.ts';
import { session } from './session.ts';

/** What the key reaches has changed, e.g. by a new workspace: it is asked for again, and the tenant stays. */
export async function readSessionAgain(): Promise<void> {
  const now = session.value;
  if (now.kind !== 'in') return;
  const me = await whoami(now.caller);
  if (session.value === now) session.value = { ...now, me };
}
