import { effect, signal } from '@preact/signals';
import { chatsOf } from '../api/answers.ts';
import { instantOf } from '../format/date.ts';
import { caller, isSignedIn } from './session.ts';
import { workspace } from './workspace.ts';

export interface PastChat {
  readonly id: string;
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Earlier chats, newest first. */
export const chats = signal<readonly PastChat[]>([]);
/** What chats are sought by; empty: all are listed. */
export const sought = signal('');
const version = signal(0);
/** Grows with each reading: of two under way, the later one counts. */
let reading = 0;

/** Reads them again, soon: a chat began or went on. */
export function chatsChanged(): void {
  version.value += 1;
}

effect(() => {
  version.value;
  const who = caller.value;
  const where = workspace.value?.workspace_id ?? null;
  if (who === null || !isSignedIn.value) {
    chats.value = [];
    return;
  }
  reading += 1;
  const own = reading;
  chatsOf(who, where, sought.value).then(
    (found) => {
      if (own !== reading) return;
      chats.value = found.chats.map(({ session_id, title, updated_at }) => ({
        id: session_id,
        title,
        at: instantOf(updated_at),
      }));
    },
    // The list is a convenience: what it shows stays.
    () => undefined,
  );
});
