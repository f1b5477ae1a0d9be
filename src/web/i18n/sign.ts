import { inLanguage } from './index.ts';

const en = {
  title: 'Sign as a metric',
  lead: 'Who signs vouches for it: questions that name it are computed so from now on, and say so.',
  none: 'This answer has no measure that could be a metric: one aggregate over columns of one table.',
  measure: 'Computed as',
  of: (expression: string, table: string) => `${expression} over ${table}`,
  name: 'What it is called in questions',
  nameNote: 'It stands before every column of this name.',
  filters: 'Which conditions are always part of it',
  filtersNote: 'Those of this one question, such as its period, are not.',
  others: (list: string) => `No part of it, as they are on other tables: ${list}`,
  description: 'What it is, in words (optional)',
  signedBy: 'Signed by',
  signedByNote: 'An address or a name that stands in every answer with it.',
  sign: 'Sign',
  done: (name: string) => `“${name}” is signed.`,
  again: 'Ask this again',
  meaning: 'All metrics',
};

const de: typeof en = {
  title: 'Als Kennzahl freigeben',
  lead: 'Wer freigibt, bürgt dafür: Fragen, die sie nennen, werden von nun an so gerechnet und sagen es.',
  none: 'Diese Antwort hat keine Größe, die eine Kennzahl sein könnte: ein Aggregat über Spalten einer Tabelle.',
  measure: 'Gerechnet als',
  of: (expression, table) => `${expression} über ${table}`,
  name: 'Wie sie in Fragen heißt',
  nameNote: 'Sie geht jeder Spalte dieses Namens vor.',
  filters: 'Welche Bedingungen immer dazugehören',
  filtersNote: 'Die dieser einen Frage, etwa ihr Zeitraum, gehören nicht dazu.',
  others: (list) => `Kein Teil davon, da sie auf anderen Tabellen liegen: ${list}`,
  description: 'Was sie ist, in Worten (wenn Sie mögen)',
  signedBy: 'Freigegeben von',
  signedByNote: 'Eine Adresse oder ein Name, der in jeder Antwort mit ihr steht.',
  sign: 'Freigeben',
  done: (name) => `„${name}“ ist freigegeben.`,
  again: 'Noch einmal fragen',
  meaning: 'Alle Kennzahlen',
};

export const signTexts = inLanguage({ en, de });
