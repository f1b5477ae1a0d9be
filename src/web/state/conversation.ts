import { batch, computed, signal } from '@preact/signals';
import {
  type AskEvent,
  ask as askService,
  chatOf,
  type Question,
  traceOf,
} from '../api/answers.ts';
import { ApiError, type Caller, ConnectionError } from '../api/http.ts';
import { instantOf } from '../format/date.ts';
import { words } from '../i18n/index.ts';
import { connectionLost } from './connection.ts';
import { chatsChanged } from './history.ts';
import { keepTurns, keptTurns } from './kept-turns.ts';
import { caller } from './session.ts';
import {
  endedTurn,
  newTurn,
  type Turn,
  type TurnEnd,
  turnOfKept,
  withTurnEvent,
} from './thread.ts';
import { followWorkspace, workspace } from './workspace.ts';

export const turns = signal<readonly Turn[]>([]);
/** The chat that the turns are of; null before its first answer. */
export const sessionId = signal<string | null>(null);
/** What stands in the composer. */
export const draft = signal('');
/** The id of the turn that is being answered. */
export const runningId = signal<string | null>(null);
export const isRunning = computed(() => runningId.value !== null);
/** Why what an address names cannot be shown. */
export const missing = signal<string | null>(null);
export const isOpening = signal(false);

let stopper: AbortController | null = null;
/** What is open in the address: a later one makes an earlier one that is still being read void. */
let opened = 0;

class Stopped extends Error {}

/** Rows wait so long for the words and the verdict, in milliseconds: what comes together is drawn together. */
const HOLD_MS = 600;

/** A turn that is being answered. */
export interface RunningTurn {
  readonly who: Caller;
  readonly signal: AbortSignal;
  /** Changes it, unless the chat was left. */
  readonly change: (how: (turn: Turn) => Turn) => void;
  /** The chat that it began. */
  readonly begins: (sessionId: string) => void;
}

/** Asks once. The turn tells how it went, whatever happens: this does not fail. */
export const ask = (question: string, reread?: Question['reread']): Promise<unknown> =>
  runTurn(question.trim(), { draft: '' }, async ({ who, signal, change, begins }) => {
    let held: AskEvent[] | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const apply = (events: readonly AskEvent[]) => {
      change((turn) => events.reduce(withTurnEvent, turn));
      for (const event of events) if (event.event === 'session') begins(event.data.session_id);
    };
    const release = () => {
      clearTimeout(timer);
      const waiting = held;
      held = null;
      if (waiting) apply(waiting);
    };
    try {
      const about = { text: question.trim(), ...place(), ...(reread && { reread }) };
      for await (const event of askService(who, about, signal)) {
        if (held) held.push(event);
        else if (event.event === 'result') {
          held = [event];
          timer = setTimeout(release, HOLD_MS);
        } else apply([event]);
        if (event.event === 'done') release();
      }
    } finally {
      release();
    }
  });

/** Where the next turn is asked. */
export const place = () => ({
  workspaceId: workspace.peek()?.workspace_id ?? null,
  sessionId: sessionId.peek(),
});

/**
 * Adds a turn to the chat, has `work` answer it, and gives its id; nothing where none was added. Where `draft` is given, a
 * question that fails goes back there.
 */
export async function runTurn(
  text: string,
  { draft: written }: { readonly draft?: string },
  work: (running: RunningTurn) => Promise<void>,
): Promise<string | undefined> {
  const who = caller.peek();
  if (text === '' || who === null || isRunning.peek()) return undefined;
  const made = newTurn(crypto.randomUUID?.() ?? `${Date.now()}`, text, Date.now());
  const controller = new AbortController();
  stopper = controller;
  batch(() => {
    turns.value = [...turns.peek(), made];
    runningId.value = made.id;
    if (written !== undefined) draft.value = written;
    missing.value = null;
  });
  const chat = turns.peek();
  try {
    await work({
      who,
      signal: controller.signal,
      change: (how) => change(made.id, how),
      begins: (id) => startChat(id, chat),
    });
  } catch (error) {
    change(made.id, (turn) => endedTurn(turn, endOf(error)));
    if (error instanceof ConnectionError) connectionLost();
    if (written !== undefined) afterFailure(error, text);
  } finally {
    if (runningId.peek() === made.id) runningId.value = null;
    if (stopper === controller) stopper = null;
    keep();
    chatsChanged();
  }
  return made.id;
}

function endOf(error: unknown): TurnEnd {
  if (error instanceof Stopped) return { kind: 'stopped' };
  if (error instanceof ApiError) {
    const { status, code, message, requestId, retryAfter } = error;
    return { kind: 'refused', status, code, message, requestId, retryAfter };
  }
  return { kind: 'cut' };
}

/** What was asked goes back to where it was written, unless something else stands there by now. */
function afterFailure(error: unknown, text: string): void {
  const isBack = error instanceof Stopped || error instanceof ConnectionError;
  if ((isBack || error instanceof ApiError) && draft.peek() === '') draft.value = text;
}

export function stop(): void {
  stopper?.abort(new Stopped());
}

function change(id: string, how: (turn: Turn) => Turn): void {
  const all = turns.peek();
  // The chat may have been left: what comes then is of no interest.
  if (!all.some((turn) => turn.id === id)) return;
  turns.value = all.map((turn) => (turn.id === id ? how(turn) : turn));
}

function startChat(id: string, asked: readonly Turn[]): void {
  // Another chat was opened meanwhile.
  if (!asked.every(({ id: one }) => turns.peek().some((turn) => turn.id === one))) return;
  sessionId.value = id;
  keep();
}

function keep(): void {
  const id = sessionId.peek();
  if (id !== null) keepTurns(id, turns.peek());
}

/** An empty thread. */
export function openNew(): void {
  opened += 1;
  stop();
  batch(() => {
    turns.value = [];
    sessionId.value = null;
    runningId.value = null;
    missing.value = null;
    isOpening.value = false;
  });
}

/** The chat that an address names: as this tab has it, else as the service does. */
export async function openChat(id: string): Promise<void> {
  if (sessionId.peek() === id) return;
  openNew();
  const mine = opened;
  const known = keptTurns(id);
  batch(() => {
    sessionId.value = id;
    turns.value = known ?? [];
  });
  const who = caller.peek();
  if (known || who === null) return;
  await reading(mine, async () => {
    const chat = await chatOf(who, id);
    if (opened !== mine) return;
    followWorkspace(chat.workspace_id);
    turns.value = chat.turns.map((turn) =>
      turnOfKept({
        traceId: turn.trace_id,
        question: turn.question,
        askedAt: instantOf(turn.created_at),
        sessionId: id,
        sql: turn.sql,
        answer: turn.answer,
        durationMs: null,
      }),
    );
  });
}

/** The one answer that an address names. */
export async function openAnswer(traceId: string): Promise<void> {
  const [only] = turns.peek();
  if (sessionId.peek() === null && only?.traceId === traceId) return;
  openNew();
  const mine = opened;
  await reading(mine, async () => {
    const who = caller.peek();
    if (who === null) throw new Error(words().start.out);
    const trace = await traceOf(who, traceId);
    const turn = turnOfKept({
      traceId,
      question: trace.question,
      askedAt: instantOf(trace.created_at),
      sessionId: trace.session_id,
      sql: trace.sql,
      answer: trace.answer,
      durationMs: trace.duration_ms,
    });
    if (opened !== mine) return;
    followWorkspace(trace.workspace_id);
    turns.value = [turn];
  });
}

async function reading(mine: number, work: () => Promise<void>): Promise<void> {
  isOpening.value = true;
  try {
    await work();
  } catch (error) {
    if (opened === mine) missing.value = error instanceof Error ? error.message : String(error);
    if (error instanceof ConnectionError) connectionLost();
  } finally {
    if (opened === mine) isOpening.value = false;
  }
}
