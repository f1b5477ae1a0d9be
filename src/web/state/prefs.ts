import { effect, signal } from '@preact/signals';
import { LANGUAGES, type Language, setLanguage } from '../i18n/index.ts';
import { local, readStored, writeStored } from './stored.ts';

export type Theme = 'system' | 'light' | 'dark';
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

const oneOf = <T extends string>(all: readonly T[], name: string): T | null =>
  all.find((one) => one === readStored(local, name)) ?? null;

/** Of the browser, where nobody chose another. */
const preferred = (): Language =>
  LANGUAGES.find((one) => navigator.languages.some((tag) => tag.split('-')[0] === one)) ?? 'en';

export const theme = signal<Theme>(oneOf(THEMES, 'theme') ?? 'system');
export const language = signal<Language>(oneOf(LANGUAGES, 'language') ?? preferred());
/** Whether single letters do something in a focused card. */
export const letterKeys = signal(readStored(local, 'letter-keys') !== 'off');
/** Whether copied numbers have a decimal comma. */
export const decimalComma = signal(readStored(local, 'decimal-comma') === 'on');

/** Whether the proof stands beside the answers, where there is room for it. */
export const proofBeside = signal(readStored(local, 'proof') === 'on');

/** Keeps what is chosen, and applies it to the document. Resolves when the texts are there. */
export async function applyPrefs(): Promise<void> {
  const root = document.documentElement;
  effect(() => {
    const chosen = theme.value;
    writeStored(local, 'theme', chosen === 'system' ? null : chosen);
    if (chosen === 'system') delete root.dataset['theme'];
    else root.dataset['theme'] = chosen;
  });
  effect(() => writeStored(local, 'letter-keys', letterKeys.value ? null : 'off'));
  effect(() => writeStored(local, 'proof', proofBeside.value ? 'on' : null));
  effect(() => writeStored(local, 'decimal-comma', decimalComma.value ? 'on' : null));
  await applyLanguage(language.peek());
  // Texts in the language of the browser are no choice to keep.
  language.subscribe((chosen) => {
    if (root.lang !== chosen)
      applyLanguage(chosen).then(() => writeStored(local, 'language', chosen));
  });
}

async function applyLanguage(chosen: Language): Promise<void> {
  await setLanguage(chosen);
  document.documentElement.lang = chosen;
}
