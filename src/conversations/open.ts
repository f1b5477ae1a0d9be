import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import type { Clock } from '#src/clock.ts';
import { createConversations } from '#src/conversations/conversations.ts';
import type { Conversations } from '#src/conversations/types.ts';
import type { Store } from '#src/store/schema.ts';

export interface OpenConversationsDeps {
  readonly config: Pick<Config, 'sample'>;
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Logger;
}

const HOUR_MS = 3_600_000;
/** Chats of the sample account are looked through this often. */
const SWEEP_MS = HOUR_MS;

/** Chats in the store; those of the sample account are removed when their time is over, until `close`. */
export function openConversations({
  config,
  store,
  clock,
  log,
}: OpenConversationsDeps): Conversations & {
  close(): Promise<void>;
} {
  const conversations = createConversations(store, clock);
  const sweep = () =>
    conversations
      .removeSample(new Date(clock.now().getTime() - config.sample.chat_hours * HOUR_MS))
      .then(
        (removed) => removed > 0 && log.info({ removed }, 'old sample chats removed'),
        (error: unknown) => log.warn({ err: error }, "old sample chats weren't removed"),
      );
  let sweeping: Promise<unknown> = sweep();
  const timer = setInterval(() => {
    sweeping = sweep();
  }, SWEEP_MS);
  timer.unref();
  return {
    ...conversations,
    async close() {
      clearInterval(timer);
      await sweeping;
    },
  };
}
