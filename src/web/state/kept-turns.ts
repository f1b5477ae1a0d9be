import { ofTab, readStored, writeStored } from './stored.ts';
import { endedTurn, type Turn } from './thread.ts';

const PREFIX = 'plumbline-chat-';
const ORDER = 'plumbline-chats';
/** Chats of this tab that come back without a call, and how long the text of one may be. */
const MOST_CHATS = 8;
const MOST_CHARS = 1_000_000;

/** Keeps the turns of a chat for a reload of this tab, and for Back and Forward. */
export function keepTurns(sessionId: string, turns: readonly Turn[]): void {
  const text = JSON.stringify(turns);
  if (text.length > MOST_CHARS) return;
  const chats = [sessionId, ...keptChats().filter((id) => id !== sessionId)];
  for (const old of chats.splice(MOST_CHATS)) writeStored(ofTab, PREFIX + old, null);
  writeStored(ofTab, ORDER, JSON.stringify(chats));
  writeStored(ofTab, PREFIX + sessionId, text);
}

/** Null where this tab has none of them. An answer that was under way was cut by the reload. */
export function keptTurns(sessionId: string): readonly Turn[] | null {
  const text = readStored(ofTab, PREFIX + sessionId);
  if (text === null) return null;
  try {
    return (JSON.parse(text) as readonly Turn[]).map((turn) =>
      turn.end.kind === 'open' ? endedTurn(turn, { kind: 'cut' }) : turn,
    );
  } catch {
    return null;
  }
}

/** Nothing of what was asked stays behind who signs out. */
export function forgetTurns(): void {
  for (const id of keptChats()) writeStored(ofTab, PREFIX + id, null);
  writeStored(ofTab, ORDER, null);
}

function keptChats(): readonly string[] {
  try {
    return JSON.parse(readStored(ofTab, ORDER) ?? '[]') as readonly string[];
  } catch {
    return [];
  }
}
