import type { Verification } from '#src/client/index.ts';

type Verdict = Verification['status'];

export interface Words {
  readonly code: 'en' | 'de';
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
  code: 'en',
  ask: 'Ask',
  stop: 'Stop',
  label: 'Ask a question about your data',
  working: 'Working',
  stopped: 'Stopped.',
  cut: 'Not checked. The connection broke.',
  failed: 'The question could not be asked.',
  noTenant: 'The attribute client-id is missing.',
  rows: 'Rows of the answer',
  more: (rows) => `${rows.toLocaleString('en')} more rows`,
  verdicts: {
    verified: 'Verified',
    checked: 'Checked',
    warning: 'Mind this',
    failed: 'Not answered',
    not_applicable: 'From the catalog',
  },
};

const DE: Words = {
  code: 'de',
  ask: 'Fragen',
  stop: 'Stopp',
  label: 'Eine Frage an die Daten',
  working: 'In Arbeit',
  stopped: 'Angehalten.',
  cut: 'Nicht geprüft. Die Verbindung brach ab.',
  failed: 'Die Frage konnte nicht gestellt werden.',
  noTenant: 'Das Attribut client-id fehlt.',
  rows: 'Zeilen der Antwort',
  more: (rows) => `${rows.toLocaleString('de')} weitere Zeilen`,
  verdicts: {
    verified: 'Bestätigt',
    checked: 'Geprüft',
    warning: 'Bitte beachten',
    failed: 'Nicht beantwortet',
    not_applicable: 'Aus dem Katalog',
  },
};

/** German for German readers, English for all others. */
export const wordsFor = (language: string): Words => (/^de\b/i.test(language) ? DE : EN);
