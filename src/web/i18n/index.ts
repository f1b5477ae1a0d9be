import { signal } from '@preact/signals';
import { en, type Words } from './en.ts';

export type { Words };

export type Language = 'en' | 'de';
export const LANGUAGES: readonly Language[] = ['en', 'de'];

const current = signal<{ readonly language: Language; readonly words: Words }>({
  language: 'en',
  words: en,
});

/** The texts of the language in use; who reads them while drawing is drawn again when it changes. */
export const words = (): Words => current.value.words;

/** Texts of one screen, which are loaded with it: gives those of the language in use, as `words` does. */
export const inLanguage =
  <T>(all: { readonly [L in Language]: T }): (() => T) =>
  () =>
    all[current.value.language];

/** For `Intl`: the page's language, in the region of the browser where that is one of its. */
export function locale(): string {
  const { language } = current.value;
  return navigator.languages.find((tag) => tag.split('-')[0] === language) ?? language;
}

export async function setLanguage(language: Language): Promise<void> {
  const found = language === 'de' ? (await import('./de.ts')).de : en;
  current.value = { language, words: found };
}
