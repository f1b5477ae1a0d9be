import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso/router';
import { Button } from '../../components/button.tsx';
import { Switch } from '../../components/field.tsx';
import { signInWords } from '../../i18n/sign-in.ts';
import { ownPlace } from '../../state/named-place.ts';

interface SignInFormProps {
  readonly note: string;
  /** Said in the place of sending what is not filled in. */
  readonly empty: string | null;
  readonly begin: (isLasting: boolean) => Promise<void>;
  readonly does?: string;
  readonly children: ComponentChildren;
}

/** Its fields, whether the session lasts, what went wrong; then the way back to where one came from. */
export function SignInForm({ note, empty, begin, does, children }: SignInFormProps) {
  const text = signInWords();
  const { route, query } = useLocation();
  const failure = useSignal<string | null>(null);
  const isBusy = useSignal(false);
  const isLasting = useSignal(true);

  async function submit(event: SubmitEvent) {
    event.preventDefault();
    failure.value = empty;
    if (empty !== null) return;
    isBusy.value = true;
    try {
      await begin(isLasting.value);
      route(ownPlace(query['to'] ?? null), true);
    } catch (error) {
      failure.value = error instanceof Error ? error.message : String(error);
    } finally {
      isBusy.value = false;
    }
  }

  return (
    <form class="form part" onSubmit={submit}>
      {children}
      <p class="meta" role={failure.value ? 'alert' : undefined}>
        {failure.value ?? note}
      </p>
      <Switch
        label={text.keep}
        isOn={isLasting.value}
        onSwitch={(isOn) => {
          isLasting.value = isOn;
        }}
      />
      <Button submits look="primary" icon="key" disabled={isBusy.value}>
        {does ?? text.submit}
      </Button>
    </form>
  );
}
