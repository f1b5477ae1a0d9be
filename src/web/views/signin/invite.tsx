import { useSignal } from '@preact/signals';
import { serviceOf } from '../../api/kit.ts';
import { readMemberLink, setPassword } from '../../api/people.ts';
import { heldIn, TextField } from '../../components/field.tsx';
import { signInWords } from '../../i18n/sign-in.ts';
import { useLoaded } from '../../state/calls.ts';
import { signInAsMember } from '../../state/sign-in.ts';
import { Waiting } from '../listing.tsx';
import { Screen } from '../screen.tsx';
import { ByProvider } from './providers.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Where an invitation or a reset link leads: its token stands behind `#`, which is sent nowhere. */
export function Invite() {
  const text = signInWords();
  const token = location.hash.slice(1);
  if (token === '')
    return (
      <Screen title={text.title}>
        <p role="alert">{text.noLink}</p>
      </Screen>
    );
  return <ByLink token={token} />;
}

function ByLink({ token }: { readonly token: string }) {
  const text = signInWords();
  const password = useSignal('');
  const link = useLoaded(
    (signal) => readMemberLink(serviceOf(null), { body: { token } }, { signal }),
    [token],
  );
  const found = link.value;
  if (!found)
    return (
      <Screen title={text.title}>
        <Waiting on={link} />
      </Screen>
    );
  return (
    <Screen title={found.kind === 'reset' ? text.reset : text.welcome(found.tenant)}>
      <p class="lead">{text.inviteLead(found.name, found.email)}</p>
      <ByProvider providers={found.providers} token={token} />
      <SignInForm
        note=""
        empty={[...password.value].length < 12 ? text.tooShort : null}
        does={text.setPassword}
        begin={(keep) =>
          signInAsMember(() =>
            setPassword(serviceOf(null), { body: { token, password: password.value, keep } }),
          )
        }
      >
        <TextField
          label={text.newPassword}
          note={text.passwordNote}
          type="password"
          autocomplete="new-password"
          required
          {...heldIn(password)}
        />
      </SignInForm>
    </Screen>
  );
}
