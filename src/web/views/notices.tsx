import { useLocation } from 'preact-iso/router';
import { Icon } from '../components/icon.tsx';
import { words } from '../i18n/index.ts';
import { spaceTexts } from '../i18n/space.ts';
import { signInAddress } from '../state/place.ts';
import { isKeyLost, isSignedIn } from '../state/session.ts';
import { isElsewhere, workspace } from '../state/workspace.ts';

/** What is wrong with who is here, or where; what is on screen stays. */
export function Notices() {
  const text = spaceTexts();
  const { path } = useLocation();
  if (isKeyLost.value)
    // Where one signs in it is said beside the key.
    return path === '/signin' ? null : (
      <section class="card notice" role="alert">
        <p>{isSignedIn.value ? text.keyLost : text.keyRefused}</p>
        <a class="btn" href={signInAddress()}>
          <Icon name="key" />
          {words().shell.signIn}
        </a>
      </section>
    );
  if (!isElsewhere.value) return null;
  return (
    <section class="card notice" role="alert">
      <p>{text.elsewhere(workspace.value?.name ?? '')}</p>
    </section>
  );
}
