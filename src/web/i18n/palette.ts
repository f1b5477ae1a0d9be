import { inLanguage } from './index.ts';

const en = {
  title: 'Go to or ask',
  hint: 'Type a question, or choose',
  none: 'Nothing by that name. Enter asks it.',
  ask: (question: string) => `Ask “${question}”`,
  theme: 'Light or dark',
};

const de: typeof en = {
  title: 'Gehen oder fragen',
  hint: 'Eine Frage schreiben, oder wählen',
  none: 'Nichts unter diesem Namen. Eingabe fragt es.',
  ask: (question) => `„${question}“ fragen`,
  theme: 'Hell oder dunkel',
};

export const paletteWords = inLanguage({ en, de });
