import { inLanguage } from './index.ts';

const en = {
  edit: 'Edit',
  run: 'Run',
  runKey: 'Ctrl Enter',
  revert: 'Revert',
  label: 'SQL of this answer',
  note: 'Write one SELECT statement. It goes through the same safety checks as every question, and the answer is labeled “Your SQL”.',
  teach: 'Save as example',
  noEditor: "The editor couldn't be loaded. Check your connection and try again.",
};

const de: typeof en = {
  edit: 'Bearbeiten',
  run: 'Ausführen',
  runKey: 'Strg Enter',
  revert: 'Zurücksetzen',
  label: 'SQL dieser Antwort',
  note: 'Schreiben Sie eine SELECT-Anweisung. Sie wird wie jede Abfrage geprüft; die Antwort ist mit „Ihr SQL“ gekennzeichnet.',
  teach: 'Als Beispiel speichern',
  noEditor:
    'Der Editor konnte nicht geladen werden. Prüfen Sie die Verbindung und versuchen Sie es erneut.',
};

export const sqlTexts = inLanguage({ en, de });
