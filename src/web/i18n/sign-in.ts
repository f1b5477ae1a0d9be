import { inLanguage } from './index.ts';

const en = {
  title: 'Sign in',
  lead: 'With the key that the first start of the service printed, or one that somebody made for you.',
  key: 'Key',
  note: 'It stays in this tab and goes nowhere but to this service.',
  empty: 'Paste a key first.',
  submit: 'Sign in',
  lost: 'The last key no longer works: it was revoked or has expired.',
  signedInAs: (name: string) => `Signed in with the key “${name}”.`,
  out: 'Sign out',
};

const de: typeof en = {
  title: 'Anmelden',
  lead: 'Mit dem Schlüssel, den der erste Start des Dienstes ausgegeben hat, oder einem, den jemand für Sie angelegt hat.',
  key: 'Schlüssel',
  note: 'Er bleibt in diesem Tab und geht nirgendwohin als zu diesem Dienst.',
  empty: 'Fügen Sie zuerst einen Schlüssel ein.',
  submit: 'Anmelden',
  lost: 'Der letzte Schlüssel gilt nicht mehr: Er wurde widerrufen oder ist abgelaufen.',
  signedInAs: (name) => `Angemeldet mit dem Schlüssel „${name}“.`,
  out: 'Abmelden',
};

export const signInWords = inLanguage({ en, de });
