import { inLanguage } from './index.ts';

const en = {
  title: 'Sign in',
  lead: 'Use the API key that Plumbline printed when it first started, or one from your admin.',
  memberLead: 'Use the e-mail address and password of your account.',
  key: 'API key',
  note: 'The key is sent only to this server.',
  empty: 'Enter an API key.',
  submit: 'Sign in',
  withKey: 'Sign in with an API key',
  email: 'E-mail address',
  password: 'Password',
  forgotten: 'Forgot your password? Ask your admin for a new link.',
  keep: 'Keep me signed in on this device',
  lost: 'You were signed out: your session has ended.',
  signedInAs: (name: string) => `You're signed in with the key “${name}”.`,
  signedInPerson: (name: string, email: string) => `You're signed in as ${name} (${email}).`,
  out: 'Sign out',
  welcome: (tenant: string) => `Welcome to ${tenant}`,
  reset: 'Set a new password',
  inviteLead: (name: string, email: string) =>
    `Hello ${name}. Choose a password to sign in as ${email}.`,
  newPassword: 'New password',
  passwordNote: 'At least 12 characters. A few random words work well.',
  tooShort: 'This password is too short. Use at least 12 characters.',
  setPassword: 'Set password and sign in',
  noLink: 'This link is incomplete. Copy all of it, or ask your admin for a new one.',
};

const de: typeof en = {
  title: 'Anmelden',
  lead: 'Verwenden Sie den API-Schlüssel vom ersten Start von Plumbline oder einen von Ihrer Administration.',
  memberLead: 'Verwenden Sie die E-Mail-Adresse und das Passwort Ihres Kontos.',
  key: 'API-Schlüssel',
  note: 'Der Schlüssel wird nur an diesen Server gesendet.',
  empty: 'Geben Sie einen API-Schlüssel ein.',
  submit: 'Anmelden',
  withKey: 'Mit API-Schlüssel anmelden',
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  forgotten: 'Passwort vergessen? Bitten Sie Ihre Administration um einen neuen Link.',
  keep: 'Auf diesem Gerät angemeldet bleiben',
  lost: 'Sie wurden abgemeldet: Ihre Sitzung ist beendet.',
  signedInAs: (name) => `Sie sind mit dem Schlüssel „${name}“ angemeldet.`,
  signedInPerson: (name, email) => `Sie sind als ${name} (${email}) angemeldet.`,
  out: 'Abmelden',
  welcome: (tenant) => `Willkommen bei ${tenant}`,
  reset: 'Neues Passwort festlegen',
  inviteLead: (name, email) =>
    `Hallo ${name}. Wählen Sie ein Passwort, um sich als ${email} anzumelden.`,
  newPassword: 'Neues Passwort',
  passwordNote: 'Mindestens 12 Zeichen. Einige zufällige Wörter eignen sich gut.',
  tooShort: 'Dieses Passwort ist zu kurz. Verwenden Sie mindestens 12 Zeichen.',
  setPassword: 'Passwort festlegen und anmelden',
  noLink: 'Dieser Link ist unvollständig. Kopieren Sie ihn ganz, oder bitten Sie um einen neuen.',
};

export const signInWords = inLanguage({ en, de });
