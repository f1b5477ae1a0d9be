import { inLanguage } from './index.ts';

const en = {
  readAs: 'Interpretation',
  measure: 'Measure',
  by: 'By',
  period: 'Period',
  filter: 'Filter',
  from: 'Tables',
  taken: 'Assumptions',
  checks: 'Checks',
  skipped: (n: number) => (n === 1 ? "1 check doesn't apply" : `${n} checks don't apply`),
  run: 'Run details',
  time: 'Time',
  model: 'Model',
  none: 'none',
  tokens: 'Tokens',
  cost: 'Cost',
  trace: 'Trace ID',
  sign: 'Certify as metric…',
  waiting: 'The checks appear here with the answer.',
};

const de: typeof en = {
  readAs: 'Interpretation',
  measure: 'Kennzahl',
  by: 'Nach',
  period: 'Zeitraum',
  filter: 'Filter',
  from: 'Tabellen',
  taken: 'Annahmen',
  checks: 'Prüfungen',
  skipped: (n) =>
    n === 1 ? '1 Prüfung ist hier nicht anwendbar' : `${n} Prüfungen sind hier nicht anwendbar`,
  run: 'Ausführung',
  time: 'Dauer',
  model: 'Modell',
  none: 'keines',
  tokens: 'Tokens',
  cost: 'Kosten',
  trace: 'Trace-ID',
  sign: 'Als Kennzahl zertifizieren …',
  waiting: 'Die Prüfungen erscheinen hier mit der Antwort.',
};

export const proofTexts = inLanguage({ en, de });
