import { inLanguage } from './index.ts';

const en = {
  title: 'Certify as metric',
  lead: 'Questions that name this metric will use this formula and show who certified it.',
  none: "This answer can't become a metric. Ask for one aggregate, such as a sum, over the columns of one table.",
  measure: 'Formula',
  of: (expression: string, table: string) => `${expression} from ${table}`,
  name: 'Metric name',
  nameNote: 'It takes precedence over columns with the same name.',
  filters: 'Filters that belong to the metric',
  filtersNote: 'Leave out filters that apply only to this question, such as its period.',
  others: (list: string) => `Not part of the metric, because they filter other tables: ${list}`,
  description: 'Description (optional)',
  signedBy: 'Certified by',
  signedByNote: 'A name or email address, shown in every answer that uses this metric.',
  sign: 'Certify',
  done: (name: string) => `“${name}” is certified.`,
  again: 'Ask again',
  meaning: 'All metrics',
};

const de: typeof en = {
  title: 'Als Kennzahl zertifizieren',
  lead: 'Fragen, die diese Kennzahl nennen, verwenden diese Formel und zeigen, wer sie zertifiziert hat.',
  none: 'Diese Antwort kann keine Kennzahl werden. Eine Kennzahl braucht eine Summe, eine Anzahl oder einen Durchschnitt aus Spalten einer einzigen Tabelle.',
  measure: 'Formel',
  of: (expression, table) => `${expression} aus ${table}`,
  name: 'Name der Kennzahl',
  nameNote: 'Sie hat Vorrang vor Spalten mit demselben Namen.',
  filters: 'Filter, die zur Kennzahl gehören',
  filtersNote: 'Lassen Sie Filter weg, die nur für diese Frage gelten, etwa den Zeitraum.',
  others: (list) =>
    `Diese Filter gehören nicht zur Kennzahl, weil sie andere Tabellen betreffen: ${list}`,
  description: 'Beschreibung (optional)',
  signedBy: 'Zertifiziert von',
  signedByNote: 'Ein Name oder eine E-Mail-Adresse. Steht in jeder Antwort mit dieser Kennzahl.',
  sign: 'Zertifizieren',
  done: (name) => `„${name}“ ist zertifiziert.`,
  again: 'Erneut fragen',
  meaning: 'Alle Kennzahlen',
};

export const signTexts = inLanguage({ en, de });
