import { inLanguage } from './index.ts';

const en = {
  edit: 'Edit',
  run: 'Run',
  runKey: 'Ctrl Enter',
  revert: 'Revert',
  label: 'SQL of this answer',
  note: 'One SELECT. It passes the same guard as every question, and its answer says "Your SQL".',
  teach: 'Save as example',
  noEditor: "The editor couldn't be loaded. Check your connection and try again.",
};

const de: typeof en = {
  edit: 'Bearbeiten',
  run: 'Ausführen',
  runKey: 'Strg Enter',
  revert: 'Zurücksetzen',
  label: 'SQL dieser Antwort',
  note: 'Ein SELECT. Es wird geprüft wie jede Frage, und die Antwort ist mit „Ihr SQL“ gekennzeichnet.',
  teach: 'Als Beispiel speichern',
  noEditor:
    'Der Editor konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
};

export const sqlTexts = inLanguage({ en, de });
