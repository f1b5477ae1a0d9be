import { Icon } from '../../components/icon.tsx';
import { words } from '../../i18n/index.ts';
import { shareTexts } from '../../i18n/share.ts';
import { signInAddress } from '../../state/place.ts';
import { Screen } from '../screen.tsx';

/** In the place of an answer, for whoever is not signed in; the way leads back here. */
export function SignInTo() {
  const text = shareTexts();
  return (
    <Screen title={text.signInTo}>
      <p class="lead">{text.signInNote}</p>
      <p class="part">
        <a class="btn primary" href={signInAddress()}>
          <Icon name="key" />
          {words().shell.signIn}
        </a>
      </p>
    </Screen>
  );
}
