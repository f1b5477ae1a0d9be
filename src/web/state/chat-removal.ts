import { signal } from '@preact/signals';
import { removeChat } from '../api/chats.ts';
import type { Caller } from '../api/http.ts';
import { chatsChanged, type PastChat } from './history.ts';

/** How long a removal can be undone: the service removes for good. */
const UNDO_MS = 10_000;

/** The chat that is about to be removed: it is no longer listed, and can still be kept. */
export const removing = signal<PastChat | null>(null);
let timer: ReturnType<typeof setTimeout> | undefined;
let send = () => {};

/** Removes a chat soon: in ten seconds, with the next removal, or when the page is left. */
export function removeSoon(who: Caller, chat: PastChat): void {
  finishRemoval();
  removing.value = chat;
  send = () => {
    removeChat(who, chat.id).then(chatsChanged, chatsChanged);
  };
  timer = setTimeout(finishRemoval, UNDO_MS);
}

export function undoRemoval(): void {
  clearTimeout(timer);
  send = () => {};
  removing.value = null;
}

function finishRemoval(): void {
  const due = send;
  undoRemoval();
  due();
}

addEventListener('pagehide', finishRemoval);
