import { inLanguage } from './index.ts';

const en = {
  drill: 'Drill down',
  title: 'Look behind the numbers',
  which: 'Which rows',
  all: 'The whole answer',
  only: (value: string) => `Only ${value}`,
  by: (what: string) => `By ${what}`,
  rows: 'The underlying rows',
  none: 'This row can’t be told apart from the others, so there is nothing to drill into.',
  cut: 'This value is too long to look up its rows.',
  loading: 'Loading details',
  units: {
    year: 'year',
    quarter: 'quarter',
    month: 'month',
    week: 'week',
    day: 'day',
    hour: 'hour',
  },
};

const de: typeof en = {
  drill: 'Aufschlüsseln',
  title: 'Hinter die Zahlen schauen',
  which: 'Welche Zeilen',
  all: 'Die ganze Antwort',
  only: (value) => `Nur ${value}`,
  by: (what) => `Nach ${what}`,
  rows: 'Die Zeilen dahinter',
  none: 'Diese Zeile lässt sich nicht von den anderen unterscheiden. Deshalb gibt es dazu keine Details.',
  cut: 'Dieser Wert ist zu lang. Seine Zeilen lassen sich nicht abrufen.',
  loading: 'Details werden geladen',
  units: {
    year: 'Jahr',
    quarter: 'Quartal',
    month: 'Monat',
    week: 'Woche',
    day: 'Tag',
    hour: 'Stunde',
  },
};

export const drillTexts = inLanguage({ en, de });
