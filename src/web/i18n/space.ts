import { inLanguage } from './index.ts';

const en = { tenant: 'Tenant', workspace: 'Workspace', none: 'No workspace yet' };
const de: typeof en = {
  tenant: 'Mandant',
  workspace: 'Arbeitsbereich',
  none: 'Noch kein Arbeitsbereich',
};
export const spaceTexts = inLanguage({ en, de });
