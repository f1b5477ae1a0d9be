import { inLanguage } from './index.ts';

const en = {
  title: 'Search or ask',
  hint: 'Search or type a question',
  none: 'No results. Press Enter to ask this as a question.',
  ask: (question: string) => `Ask “${question}”`,
  theme: 'Light or dark theme',
};

const de: typeof en = {
  title: 'Suchen oder fragen',
  hint: 'Suchen oder Frage eingeben',
  none: 'Keine Treffer. Mit Enter stellen Sie den Text als Frage.',
  ask: (question) => `„${question}“ fragen`,
  theme: 'Zwischen hellem und dunklem Design wechseln',
};

export const paletteWords = inLanguage({ en, de });
