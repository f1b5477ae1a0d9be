import { inLanguage } from './index.ts';

const en = {
  search: 'Search chats',
  noneFound: 'No chats found.',
  options: (title: string) => `Options for “${title}”`,
  rename: 'Rename',
  renameOf: (title: string) => `Rename “${title}”`,
  remove: 'Delete',
  removed: 'Chat deleted.',
  undo: 'Undo',
};
const de: typeof en = {
  search: 'Chats durchsuchen',
  noneFound: 'Keine Chats gefunden.',
  options: (title) => `Optionen für „${title}“`,
  rename: 'Umbenennen',
  renameOf: (title) => `„${title}“ umbenennen`,
  remove: 'Löschen',
  removed: 'Chat gelöscht.',
  undo: 'Rückgängig',
};
export const chatTexts = inLanguage({ en, de });
