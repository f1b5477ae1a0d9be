import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import type { SignInProvider } from '../../api/identity.ts';
import { Button } from '../../components/button.tsx';
import { Switch } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { words } from '../../i18n/index.ts';
import { signInWords } from '../../i18n/sign-in.ts';
import { useAction } from '../../state/calls.ts';
import { comeBack, leaveFor } from '../../state/provider-sign-in.ts';
import { Screen } from '../screen.tsx';

interface ByProviderProps {
  readonly providers: readonly SignInProvider[];
  /** Of the link that was opened; null: none was. */
  readonly token: string | null;
}

/** A button for each provider; nothing where there is none. */
export function ByProvider({ providers, token }: ByProviderProps) {
  const text = signInWords();
  const { query } = useLocation();
  const isLasting = useSignal(true);
  const action = useAction();
  if (providers.length === 0) return null;
  const leave = (name: string) =>
    action.run(() => leaveFor(name, { to: query['to'] ?? '/', keep: isLasting.value, token }));
  return (
    <div class="form part">
      {providers.map(({ name, label }) => (
        <Button
          key={name}
          look="primary"
          icon="key"
          disabled={action.isBusy}
          onClick={() => leave(name)}
        >
          {text.withProvider(label)}
        </Button>
      ))}
      <Said error={action.error} />
      <Switch
        label={text.keep}
        isOn={isLasting.value}
        onSwitch={(isOn) => {
          isLasting.value = isOn;
        }}
      />
    </div>
  );
}

/** What went wrong, as the service says it: nobody is here yet who could lack a permission. */
const Said = ({ error }: { readonly error: unknown }) =>
  error instanceof Error ? (
    <p class="meta" role="alert">
      {error.message}
    </p>
  ) : null;

/** Where a provider sends the browser back to. */
export function Callback() {
  const text = signInWords();
  const { route } = useLocation();
  const action = useAction();
  useEffect(() => {
    const { search } = location;
    // What is used once stands in no history.
    history.replaceState(null, '', location.pathname);
    action.run(async () => route(await comeBack(search), true));
  }, []);
  return (
    <Screen title={text.title}>
      {action.error ? (
        <>
          <Said error={action.error} />
          <p class="part">
            <a class="btn" href="/signin">
              <Icon name="key" />
              {words().shell.signIn}
            </a>
          </p>
        </>
      ) : (
        <p class="meta">{text.returning}</p>
      )}
    </Screen>
  );
}
