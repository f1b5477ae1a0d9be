import type { ComponentChildren } from 'preact';
import { Icon } from '../components/icon.tsx';
import { manageTexts } from '../i18n/manage.ts';
import { signInAddress } from '../state/place.ts';
import { isSignedIn, mayManage, session } from '../state/session.ts';

interface GateProps {
  /** What this screen is for, for people who cannot use it yet. */
  readonly about: string;
  /** The call of the API that does the same. */
  readonly call: string;
  readonly children: ComponentChildren;
}

/** What takes a key that may manage; others are told how to get there. */
export function Gate({ about, call, children }: GateProps) {
  const text = manageTexts();
  if (mayManage.value) return <>{children}</>;
  const { kind } = session.value;
  if (kind === 'opening' || kind === 'waiting') return <p class="meta">{text.loading}</p>;
  if (session.value.kind === 'in' && session.value.person)
    return (
      <section class="card pad gate">
        <h2>{text.gateRole}</h2>
        <p>{about}</p>
        <p>{text.gateAdmin}</p>
      </section>
    );
  return (
    <section class="card pad gate">
      <h2>{text.gateTitle}</h2>
      <p>{about}</p>
      <p>
        {isSignedIn.value ? `${text.gateAsk} ` : ''}
        {text.gateLead}
      </p>
      <p>
        <a class="btn primary" href={signInAddress()}>
          <Icon name="key" />
          {text.signIn}
        </a>
      </p>
      <p class="meta">
        {text.gateApi} <a href="/docs">{call}</a>
      </p>
    </section>
  );
}
