import { inLanguage } from './index.ts';

const en = {
  tenant: 'Tenant',
  workspace: 'Workspace',
  none: 'No workspace yet',
  keyLost:
    'This key no longer works: it was revoked or has expired. What is on screen stays; sign in with another key to go on.',
  keyRefused: 'The key of this tab no longer works: it was revoked or has expired. Sign in again.',
  elsewhere: (name: string) =>
    `This link is for a workspace that your key doesn't reach. You see ${name} instead.`,
};
const de: typeof en = {
  tenant: 'Mandant',
  workspace: 'Arbeitsbereich',
  none: 'Noch kein Arbeitsbereich',
  keyLost:
    'Dieser Schlüssel gilt nicht mehr: Er wurde widerrufen oder ist abgelaufen. Alles Sichtbare bleibt; melden Sie sich mit einem anderen an.',
  keyRefused:
    'Der Schlüssel dieses Tabs gilt nicht mehr: Er wurde widerrufen oder ist abgelaufen. Melden Sie sich neu an.',
  elsewhere: (name) =>
    `Dieser Link führt in einen Arbeitsbereich, den Ihr Schlüssel nicht erreicht. Sie sehen stattdessen ${name}.`,
};
export const spaceTexts = inLanguage({ en, de });
