import { JAPANESE } from '#src/language/ja/japanese.ts';
import type { UnspacedLanguage } from '#src/language/unspaced.ts';
import { CHINESE } from '#src/language/zh/chinese.ts';

/** The languages that part no words, those that letters of their own tell first; the last one has the others. */
export const UNSPACED_LANGUAGES: readonly UnspacedLanguage[] = [JAPANESE, CHINESE];
