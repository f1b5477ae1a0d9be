import { inLanguage } from './index.ts';

const en = {
  reason: "What's wrong",
  reasons: {
    number: 'The number is wrong',
    reading: 'Plumbline misunderstood the question',
    chart: 'The chart or table is misleading',
    other: 'Something else',
  },
  comment: 'Comment',
  sql: 'Correct SQL (optional)',
  sqlNote:
    "Plumbline checks and runs it. With a full-access key, it's saved as an example for later questions.",
  send: 'Send',
};

const de: typeof en = {
  reason: 'Was ist falsch?',
  reasons: {
    number: 'Die Zahl ist falsch',
    reading: 'Plumbline hat die Frage falsch verstanden',
    chart: 'Diagramm oder Tabelle ist irreführend',
    other: 'Etwas anderes',
  },
  comment: 'Kommentar',
  sql: 'Richtiges SQL (optional)',
  sqlNote:
    'Plumbline prüft das SQL und führt es aus. Wenn Sie Vollzugriff haben, wird es als Beispiel gespeichert.',
  send: 'Senden',
};

export const feedbackWords = inLanguage({ en, de });
