import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { Button } from '../../components/button.tsx';
import { heldIn, TextField } from '../../components/field.tsx';
import { signInWords } from '../../i18n/sign-in.ts';
import { placeIn } from '../../state/named-place.ts';
import { hasPasswords, isKeyLost, isSignedIn, providers, session } from '../../state/session.ts';
import { signInWithKey, signInWithPassword, signOut } from '../../state/sign-in.ts';
import { Screen } from '../screen.tsx';
import { Invite } from './invite.tsx';
import { ByProvider, Callback } from './providers.tsx';
import { SignInForm } from './sign-in-form.tsx';

/** Where one comes in: by a link, back from a provider, or by signing in. */
export function Entrance() {
  const { path } = useLocation();
  if (path === '/invite') return <Invite />;
  return path === '/signin/callback' ? <Callback /> : <SignIn />;
}

/** Signing in with a key, or as a member with a password. */
function SignIn() {
  const text = signInWords();
  const now = session.value;
  const isKeyOpen = useSignal(false);
  if (isSignedIn.value && now.kind === 'in' && !isKeyLost.value) {
    const { me, person } = now;
    return (
      <Screen title={text.title}>
        <p class="lead">
          {person
            ? text.signedInPerson(person.name, person.email)
            : text.signedInAs(me.key.name || me.key.prefix)}
        </p>
        <p class="row">
          <Button onClick={() => signOut()}>{text.out}</Button>
          <Button onClick={() => signOut(true)}>{text.outEverywhere}</Button>
        </p>
      </Screen>
    );
  }
  return (
    <Screen title={text.title}>
      <p class="lead">{hasPasswords.value ? text.memberLead : text.lead}</p>
      {isKeyLost.value && <p role="alert">{text.lost}</p>}
      <ByProvider providers={providers.value} token={null} />
      {hasPasswords.value && <ByPassword />}
      {hasPasswords.value && !isKeyOpen.value ? (
        <p class="part">
          <Button
            icon="key"
            onClick={() => {
              isKeyOpen.value = true;
            }}
          >
            {text.withKey}
          </Button>
        </p>
      ) : (
        <ByKey />
      )}
    </Screen>
  );
}

function ByKey() {
  const text = signInWords();
  const key = useSignal('');
  return (
    <SignInForm
      note={text.note}
      empty={key.value.trim() === '' ? text.empty : null}
      begin={(isLasting) => signInWithKey(key.value.trim(), isLasting)}
    >
      <TextField label={text.key} type="password" {...heldIn(key)} />
    </SignInForm>
  );
}

function ByPassword() {
  const text = signInWords();
  const email = useSignal('');
  const password = useSignal('');
  const begin = (keep: boolean) => {
    const { tenant } = placeIn(location.search);
    return signInWithPassword({
      email: email.value.trim(),
      password: password.value,
      keep,
      ...(tenant === null ? {} : { client_id: tenant }),
    });
  };
  return (
    <SignInForm note={text.forgotten} empty={null} begin={begin}>
      <TextField
        label={text.email}
        type="email"
        autocomplete="username"
        required
        {...heldIn(email)}
      />
      <TextField
        label={text.password}
        type="password"
        autocomplete="current-password"
        required
        {...heldIn(password)}
      />
    </SignInForm>
  );
}
