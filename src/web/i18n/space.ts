import { inLanguage } from './index.ts';

const en = {
  tenant: 'Tenant',
  workspace: 'Workspace',
  none: 'No workspace yet',
  keyLost:
    'This key was revoked or has expired. Sign in with another key to continue; nothing on screen is lost.',
  keyRefused: 'This key was revoked or has expired. Sign in again.',
  elsewhere: (name: string) =>
    `Your key can't access the workspace of this link. You're seeing ${name} instead.`,
};
const de: typeof en = {
  tenant: 'Mandant',
  workspace: 'Arbeitsbereich',
  none: 'Noch kein Arbeitsbereich',
  keyLost:
    'Dieser Schlüssel wurde widerrufen oder ist abgelaufen. Melden Sie sich mit einem anderen an; Ihre Ansicht bleibt erhalten.',
  keyRefused: 'Dieser Schlüssel wurde widerrufen oder ist abgelaufen. Melden Sie sich erneut an.',
  elsewhere: (name) =>
    `Ihr Schlüssel hat keinen Zugriff auf den Arbeitsbereich dieses Links. Sie sehen stattdessen ${name}.`,
};
export const spaceTexts = inLanguage({ en, de });
