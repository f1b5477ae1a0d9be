import type { Verification } from '#src/client/index.ts';

type Verdict = Verification['status'];

export interface Words {
  readonly ask: string;
  readonly stop: string;
  readonly label: string;
  readonly working: string;
  readonly stopped: string;
  readonly cut: string;
  readonly failed: string;
  readonly noTenant: string;
  readonly rows: string;
  readonly more: (rows: number) => string;
  readonly verdicts: Readonly<Record<Verdict, string>>;
}

const EN: Words = {
  ask: 'Ask',
  stop: 'Stop',
  label: 'Ask a question about your data',
  working: 'Working on it',
  stopped: 'Stopped.',
  cut: 'The connection was lost before the checks finished.',
  failed: "The question couldn't be sent. Try again.",
  noTenant: 'The attribute client-id is missing. Add it to the element.',
  rows: 'Rows of the answer',
  more: (rows) => `${rows.toLocaleString('en')} more rows`,
  verdicts: {
    verified: 'Verified',
    checked: 'Checked',
    warning: 'Check this',
    failed: 'Failed its checks',
    not_applicable: 'About your data',
  },
};

const DE: Words = {
  ask: 'Fragen',
  stop: 'Stopp',
  label: 'Stellen Sie eine Frage zu Ihren Daten',
  working: 'Antwort wird erstellt',
  stopped: 'Gestoppt.',
  cut: 'Die Verbindung brach ab, bevor die Prüfungen abgeschlossen waren.',
  failed: 'Die Frage konnte nicht gesendet werden. Versuchen Sie es erneut.',
  noTenant: 'Das Attribut client-id fehlt. Ergänzen Sie es am Element.',
  rows: 'Zeilen der Antwort',
  more: (rows) => `${rows.toLocaleString('de')} weitere Zeilen`,
  verdicts: {
    verified: 'Bestätigt',
    checked: 'Geprüft',
    warning: 'Bitte prüfen',
    failed: 'Prüfung fehlgeschlagen',
    not_applicable: 'Über Ihre Daten',
  },
};

/** German for German readers, English for all others. */
export const wordsFor = (language: string): Words => (/^de\b/i.test(language) ? DE : EN);
