import { signal } from '@preact/signals';
import { isReachable } from '../api/answers.ts';

/** Whether the service is reached; where it is not, when it is tried again. */
export type Connection =
  | { readonly kind: 'there' }
  /** `again`: milliseconds since 1970. */
  | { readonly kind: 'lost'; readonly again: number };

export const connection = signal<Connection>({ kind: 'there' });

const FIRST_MS = 1_000;
const LAST_MS = 30_000;
let wait = FIRST_MS;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Looks for the service, in longer and longer steps, until it answers. No question is sent by it. */
export function connectionLost(): void {
  if (connection.peek().kind === 'lost') return;
  wait = FIRST_MS;
  schedule();
}

function schedule(): void {
  connection.value = { kind: 'lost', again: Date.now() + wait };
  clearTimeout(timer);
  timer = setTimeout(tryNow, wait);
}

export async function tryNow(): Promise<void> {
  clearTimeout(timer);
  if (await isReachable()) {
    connection.value = { kind: 'there' };
    return;
  }
  wait = Math.min(wait * 2, LAST_MS);
  schedule();
}

addEventListener('online', () => {
  if (connection.peek().kind === 'lost') tryNow();
});
addEventListener('offline', connectionLost);
