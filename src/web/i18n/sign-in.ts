import { inLanguage } from './index.ts';

const en = {
  title: 'Sign in',
  lead: 'Use the API key that Plumbline printed when it first started, or one from your admin.',
  key: 'API key',
  note: 'The key stays in this tab and is sent only to this server.',
  empty: 'Enter an API key.',
  submit: 'Sign in',
  lost: 'You were signed out: the key was revoked or has expired.',
  signedInAs: (name: string) => `You're signed in with the key “${name}”.`,
  out: 'Sign out',
};

const de: typeof en = {
  title: 'Anmelden',
  lead: 'Verwenden Sie den API-Schlüssel vom ersten Start von Plumbline oder einen von Ihrer Administration.',
  key: 'API-Schlüssel',
  note: 'Der Schlüssel bleibt in diesem Tab und wird nur an diesen Server gesendet.',
  empty: 'Geben Sie einen API-Schlüssel ein.',
  submit: 'Anmelden',
  lost: 'Sie wurden abgemeldet: Der Schlüssel wurde widerrufen oder ist abgelaufen.',
  signedInAs: (name) => `Sie sind mit dem Schlüssel „${name}“ angemeldet.`,
  out: 'Abmelden',
};

export const signInWords = inLanguage({ en, de });
