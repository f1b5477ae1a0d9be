import { inLanguage } from './index.ts';

const en = {
  title: 'Settings',
  language: 'Language',
  theme: 'Theme',
  system: 'System',
  light: 'Light',
  dark: 'Dark',
  letterKeys: 'Use single-key shortcuts in a focused answer (C, T, S, P, J, K)',
  decimalComma: 'Use a decimal comma in copied numbers',
  signOut: 'Sign out',
};

const de: typeof en = {
  title: 'Einstellungen',
  language: 'Sprache',
  theme: 'Design',
  system: 'System',
  light: 'Hell',
  dark: 'Dunkel',
  letterKeys:
    'Einzelne Buchstaben als Tastenkürzel in der ausgewählten Antwort verwenden (C, T, S, P, J, K)',
  decimalComma: 'Dezimalkomma in kopierten Zahlen verwenden',
  signOut: 'Abmelden',
};

export const prefsWords = inLanguage({ en, de });
