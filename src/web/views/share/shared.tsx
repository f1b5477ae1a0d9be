import { useLocation } from 'preact-iso/router';
import { SharedAnswer } from './shared-answer.tsx';
import { Snapshot } from './snapshot.tsx';

export { SignInTo } from './sign-in-to.tsx';

/** What a link shows: a snapshot to everybody, an answer to people of the tenant. */
export function Shared() {
  return useLocation().path.startsWith('/s/') ? <Snapshot /> : <SharedAnswer />;
}
