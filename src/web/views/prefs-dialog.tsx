import type { Signal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { type Language, words } from '../i18n/index.ts';
import { prefsWords } from '../i18n/prefs.ts';
import { signInAddress } from '../state/place.ts';
import { decimalComma, language, letterKeys, type Theme, theme } from '../state/prefs.ts';
import { isSignedIn } from '../state/session.ts';
import { signOut } from '../state/sign-in.ts';

const NAMES: Readonly<Record<Language, string>> = { en: 'English', de: 'Deutsch' };

/** Key, language, theme, and what the keyboard and the clipboard do. */
export function PrefsDialog({ isOpen }: { readonly isOpen: Signal<boolean> }) {
  const text = prefsWords();
  const { route } = useLocation();
  const close = () => {
    isOpen.value = false;
  };
  return (
    <Dialog isOpen={isOpen.value} onClose={close} label={text.title}>
      <div class="row">
        <h2>{text.title}</h2>
        <Button look="bare" icon="close" also="end" aria-label={words().close} onClick={close} />
      </div>
      <div class="form">
        <label for="language">{text.language}</label>
        <select
          id="language"
          value={language.value}
          onChange={({ currentTarget }) => {
            language.value = currentTarget.value as Language;
          }}
        >
          {Object.entries(NAMES).map(([tag, name]) => (
            <option key={tag} value={tag} lang={tag}>
              {name}
            </option>
          ))}
        </select>
        <label for="theme">{text.theme}</label>
        <select
          id="theme"
          value={theme.value}
          onChange={({ currentTarget }) => {
            theme.value = currentTarget.value as Theme;
          }}
        >
          <option value="system">{text.system}</option>
          <option value="light">{text.light}</option>
          <option value="dark">{text.dark}</option>
        </select>
        <Switch of={letterKeys} label={text.letterKeys} />
        <Switch of={decimalComma} label={text.decimalComma} />
      </div>
      {isSignedIn.value ? (
        <Button
          icon="key"
          onClick={() => {
            close();
            signOut();
          }}
        >
          {text.signOut}
        </Button>
      ) : (
        <Button
          icon="key"
          look="primary"
          onClick={() => {
            close();
            route(signInAddress());
          }}
        >
          {words().shell.signIn}
        </Button>
      )}
    </Dialog>
  );
}

function Switch({ of, label }: { readonly of: Signal<boolean>; readonly label: string }) {
  return (
    <label class="switch">
      <input
        type="checkbox"
        checked={of.value}
        onChange={({ currentTarget }) => {
          of.value = currentTarget.checked;
        }}
      />
      {label}
    </label>
  );
}
