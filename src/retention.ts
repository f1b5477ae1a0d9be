import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import { type Clock, timestamp } from '#src/clock.ts';
import type { Store } from '#src/store/schema.ts';

export interface RetentionDeps {
  readonly store: Store;
  readonly clock: Clock;
  readonly config: Pick<Config, 'retention' | 'sessions'>;
}

const DAY_MS = 86_400_000;

/** Removes traces of answers with what was said of them, chats and audit entries past their days (`retention.*`); gives the numbers removed. */
export async function removeOld({ store, clock, config }: RetentionDeps) {
  const { answers_days, chats_days, audit_days } = config.retention;
  const before = (days: number) => timestamp(new Date(clock.now().getTime() - days * DAY_MS));
  const answers = await store
    .deleteFrom('answers')
    .where('created_at', '<', before(answers_days))
    .executeTakeFirst();
  const feedback = await store
    .deleteFrom('feedback')
    .where('answered_at', '<', before(answers_days))
    .executeTakeFirst();
  // Their turns go with them.
  const chats = await store
    .deleteFrom('sessions')
    .where('updated_at', '<', before(chats_days))
    .executeTakeFirst();
  const audit = await store
    .deleteFrom('audit_log')
    .where('created_at', '<', before(audit_days))
    .executeTakeFirst();
  const { idle_hours, max_days } = config.sessions;
  const sessions = await store
    .deleteFrom('sign_ins')
    .where((e) =>
      e.or([
        e('last_seen_at', '<', before(idle_hours / 24)),
        e('created_at', '<', before(max_days)),
      ]),
    )
    .executeTakeFirst();
  return {
    answers: Number(answers.numDeletedRows),
    feedback: Number(feedback.numDeletedRows),
    chats: Number(chats.numDeletedRows),
    audit: Number(audit.numDeletedRows),
    sessions: Number(sessions.numDeletedRows),
  };
}

/** Removes what is past its days at the start and every `retention.sweep_ms`, until `close`. */
export function openRetention(deps: RetentionDeps & { readonly log: Logger }): {
  close(): Promise<void>;
} {
  const sweep = () =>
    removeOld(deps).then(
      (removed) =>
        Object.values(removed).some((count) => count > 0) &&
        deps.log.info({ removed }, 'removed expired entries'),
      (error: unknown) => deps.log.warn({ err: error }, "expired entries weren't removed"),
    );
  let sweeping: Promise<unknown> = sweep();
  const timer = setInterval(() => {
    sweeping = sweep();
  }, deps.config.retention.sweep_ms);
  timer.unref();
  return {
    async close() {
      clearInterval(timer);
      await sweeping;
    },
  };
}
