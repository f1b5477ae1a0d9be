import { inLanguage } from './index.ts';

const en = {
  title: 'Key and language',
  language: 'Language',
  theme: 'Theme',
  system: 'As the system',
  light: 'Light',
  dark: 'Dark',
  letterKeys: 'Single letters work in a focused answer (C, T, S, P, J, K)',
  decimalComma: 'Copied numbers have a decimal comma',
  signOut: 'Sign out',
};

const de: typeof en = {
  title: 'Schlüssel und Sprache',
  language: 'Sprache',
  theme: 'Farben',
  system: 'Wie das System',
  light: 'Hell',
  dark: 'Dunkel',
  letterKeys: 'Einzelne Buchstaben wirken in einer Antwort, die den Fokus hat (C, T, S, P, J, K)',
  decimalComma: 'Kopierte Zahlen haben ein Dezimalkomma',
  signOut: 'Abmelden',
};

export const prefsWords = inLanguage({ en, de });
