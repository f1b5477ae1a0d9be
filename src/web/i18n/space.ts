import { inLanguage } from './index.ts';

const en = {
  tenant: 'Tenant',
  workspace: 'Workspace',
  none: 'No workspace yet',
  keyLost:
    "Your session ended or its key was revoked. Sign in again to continue; you won't lose what's on this page.",
  keyRefused: 'Your session has ended, or its key was revoked. Sign in again.',
  elsewhere: (name: string) =>
    `Your key can't access the workspace in this link. You're seeing ${name} instead.`,
};
const de: typeof en = {
  tenant: 'Mandant',
  workspace: 'Arbeitsbereich',
  none: 'Noch kein Arbeitsbereich',
  keyLost:
    'Ihre Sitzung ist beendet, oder der Schlüssel wurde widerrufen. Melden Sie sich erneut an; Ihre Ansicht bleibt erhalten.',
  keyRefused:
    'Ihre Sitzung ist beendet, oder der Schlüssel wurde widerrufen. Melden Sie sich erneut an.',
  elsewhere: (name) =>
    `Ihr Schlüssel hat keinen Zugriff auf den Arbeitsbereich dieses Links. Sie sehen stattdessen ${name}.`,
};
export const spaceTexts = inLanguage({ en, de });
