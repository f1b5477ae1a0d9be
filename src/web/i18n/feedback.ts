import { inLanguage } from './index.ts';

const en = {
  wrong: "What's wrong?",
  thanks: 'Thanks for your feedback.',
  example: 'Thanks. Your SQL is now an example.',
  notExample: (why: string) => `Thanks. Your SQL can't be used as an example: ${why}`,
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
  wrong: 'Was ist falsch?',
  thanks: 'Danke für Ihr Feedback.',
  example: 'Danke. Plumbline nutzt Ihr SQL ab jetzt als Beispiel.',
  notExample: (why) => `Danke. Ihr SQL eignet sich nicht als Beispiel: ${why}`,
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
