import { inLanguage } from './index.ts';

const en = {
  reason: 'What is wrong',
  reasons: {
    number: 'The number is wrong',
    reading: 'It was read as something else',
    chart: 'The chart or table misleads',
    other: 'Something else',
  },
  comment: 'In your words',
  sql: 'The SELECT that answers it (optional)',
  sqlNote: 'It is checked and tried; with a full-access key it becomes an example to learn from.',
  send: 'Send',
};

const de: typeof en = {
  reason: 'Was falsch ist',
  reasons: {
    number: 'Die Zahl ist falsch',
    reading: 'Es wurde als etwas anderes gelesen',
    chart: 'Diagramm oder Tabelle führen in die Irre',
    other: 'Etwas anderes',
  },
  comment: 'In Ihren Worten',
  sql: 'Das SELECT, das die Frage beantwortet (wenn Sie mögen)',
  sqlNote:
    'Es wird geprüft und ausprobiert; mit einem Schlüssel mit vollem Zugriff wird es zum Beispiel, aus dem gelernt wird.',
  send: 'Senden',
};

export const feedbackWords = inLanguage({ en, de });
