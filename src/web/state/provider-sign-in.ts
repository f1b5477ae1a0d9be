import { serviceOf } from '../api/kit.ts';
import { beginProviderSignIn, finishProviderSignIn } from '../api/people.ts';
import { ownPlace } from './named-place.ts';
import { signInAsMember } from './sign-in.ts';
import { ofTab, readStored, writeStored } from './stored.ts';

const BEGUN = 'plumbline-sign-in';

/** What the tab remembers while the browser is at the provider. */
interface Begun {
  /** Where the way leads afterwards. */
  readonly to: string;
  readonly keep: boolean;
  /** Of the invitation or reset link that was opened; null: none was. */
  readonly token: string | null;
}

/** Leaves the page for the provider. */
export async function leaveFor(provider: string, begun: Begun): Promise<void> {
  const { url } = await beginProviderSignIn(serviceOf(null), { body: { provider } });
  writeStored(ofTab, BEGUN, JSON.stringify(begun));
  location.assign(url);
}

/** Signs in by what the provider sent back, and gives where the way leads. */
export async function comeBack(query: string): Promise<string> {
  const kept = readStored(ofTab, BEGUN);
  writeStored(ofTab, BEGUN, null);
  const { to, keep, token }: Begun = kept
    ? (JSON.parse(kept) as Begun)
    : { to: '/', keep: false, token: null };
  await signInAsMember(() =>
    finishProviderSignIn(serviceOf(null), { body: { query, keep, token } }),
  );
  return ownPlace(to);
}
