import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { Button } from '../../components/button.tsx';
import { signInWords } from '../../i18n/sign-in.ts';
import { isKeyLost, isSignedIn, session, signIn, signOut } from '../../state/session.ts';
import { Screen } from '../screen.tsx';

/** Signing in is naming a key: it stays in this tab, and goes nowhere but to this service. */
export function SignIn() {
  const text = signInWords();
  const { route, query } = useLocation();
  const failure = useSignal<string | null>(null);
  const isBusy = useSignal(false);

  async function submit(event: SubmitEvent & { readonly currentTarget: HTMLFormElement }) {
    event.preventDefault();
    const key = String(new FormData(event.currentTarget).get('key') ?? '').trim();
    if (key === '') {
      failure.value = text.empty;
      return;
    }
    isBusy.value = true;
    failure.value = null;
    try {
      await signIn(key);
      // Back to where the way led here; an address of another site is none of ours.
      const to = query['to'] ?? '/';
      route(/^\/(?![/\\])/.test(to) ? to : '/', true);
    } catch (error) {
      failure.value = error instanceof Error ? error.message : String(error);
    } finally {
      isBusy.value = false;
    }
  }

  const now = session.value;
  if (isSignedIn.value && now.kind === 'key' && !isKeyLost.value)
    return (
      <Screen title={text.title}>
        <p class="lead">{text.signedInAs(now.me.key.name || now.me.key.prefix)}</p>
        <Button onClick={() => signOut()}>{text.out}</Button>
      </Screen>
    );
  return (
    <Screen title={text.title}>
      <p class="lead">{text.lead}</p>
      {isKeyLost.value && <p role="alert">{text.lost}</p>}
      <form class="form" onSubmit={submit}>
        <label for="key">{text.key}</label>
        <input
          id="key"
          name="key"
          type="password"
          autocomplete="off"
          spellcheck={false}
          aria-invalid={failure.value !== null}
          aria-describedby="key-note"
        />
        <p id="key-note" class="meta" role={failure.value ? 'alert' : undefined}>
          {failure.value ?? text.note}
        </p>
        <Button submits look="primary" icon="key" disabled={isBusy.value}>
          {text.submit}
        </Button>
      </form>
    </Screen>
  );
}
