import { inLanguage } from './index.ts';

const en = {
  menu: (column: string) => `Options for ${column}`,
  title: (column: string) => `Column “${column}”`,
  ascending: 'Sort ascending',
  descending: 'Sort descending',
  unsorted: 'Remove sorting',
  hide: 'Hide',
  freeze: 'Freeze',
  unfreeze: 'Unfreeze',
  copy: 'Copy column',
  filter: 'Filter',
  is: 'Condition',
  value: 'Value',
  apply: 'Apply filter',
  kinds: {
    equal: 'is',
    not_equal: 'is not',
    at_least: 'is at least',
    at_most: 'is at most',
    contains: 'contains',
    empty: 'is empty',
    not_empty: 'is not empty',
  },
  without: (filter: string) => `Remove filter: ${filter}`,
  hidden: (count: number) =>
    count === 1 ? 'Show 1 hidden column' : `Show ${count} hidden columns`,
  left: (shown: string, all: string) => `${shown} of ${all} rows`,
  working: 'Sorting and filtering all rows',
};

const de: typeof en = {
  menu: (column) => `Optionen für „${column}“`,
  title: (column) => `Spalte „${column}“`,
  ascending: 'Aufsteigend sortieren',
  descending: 'Absteigend sortieren',
  unsorted: 'Sortierung aufheben',
  hide: 'Ausblenden',
  freeze: 'Fixieren',
  unfreeze: 'Fixierung aufheben',
  copy: 'Spalte kopieren',
  filter: 'Filter',
  is: 'Bedingung',
  value: 'Wert',
  apply: 'Filter anwenden',
  kinds: {
    equal: 'ist',
    not_equal: 'ist nicht',
    at_least: 'ist mindestens',
    at_most: 'ist höchstens',
    contains: 'enthält',
    empty: 'ist leer',
    not_empty: 'ist nicht leer',
  },
  without: (filter) => `Filter entfernen: ${filter}`,
  hidden: (count) =>
    count === 1 ? '1 ausgeblendete Spalte einblenden' : `${count} ausgeblendete Spalten einblenden`,
  left: (shown, all) => `${shown} von ${all} Zeilen`,
  working: 'Sortierung und Filter gelten für alle Zeilen',
};

export const columnTexts = inLanguage({ en, de });
