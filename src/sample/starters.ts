import type { Logger } from 'pino';
import type { Answer, AskService } from '#src/ask/types.ts';
import type { Clock } from '#src/clock.ts';
import { newId } from '#src/ids.ts';
import type { Principal } from '#src/principal.ts';

/** What a newcomer may ask of the sample company, each another kind of answer. A test asks them all. */
export const STARTER_QUESTIONS: readonly string[] = [
  'revenue by month in 2025',
  'top 5 products by revenue',
  'total revenue in 2025',
  'revenue by region and quarter in 2025',
  'share of revenue by category in 2025',
  'how did revenue change from 2024 to 2025',
];

/** A question with its true answer; null while it is worked on, or where there is none. */
export interface Starter {
  readonly question: string;
  readonly answer: Answer | null;
}

export interface StarterDeps {
  readonly ask: AskService;
  readonly clock: Clock;
  readonly log: Logger;
  /** Who asks, and the state of the data that is asked; null where there is no sample. */
  readonly sample: () => Promise<{
    readonly principal: Principal;
    readonly generationId: string;
  } | null>;
  /** Rows of an answer at the most. */
  readonly maxRows: number;
  /** Milliseconds that a call waits for answers that are being made. */
  readonly waitMs: number;
}

/** After so many milliseconds a question that had no answer is asked again. */
const RETRY_MS = 60_000;

interface Made {
  readonly generationId: string;
  readonly at: number;
  readonly answers: Map<string, Answer | null>;
  readonly all: Promise<void>;
}

/** The starters of the sample company: asked once for each state of its data, one after the other, and kept. */
export function createStarters(deps: StarterDeps): () => Promise<readonly Starter[]> {
  let made: Made | null = null;

  const isGood = ({ generationId, at, answers }: Made, wanted: string): boolean => {
    const hasFailed = [...answers.values()].includes(null);
    return generationId === wanted && !(hasFailed && deps.clock.now().getTime() - at > RETRY_MS);
  };

  return async () => {
    const sample = await deps.sample();
    if (!sample) return [];
    if (!made || !isGood(made, sample.generationId)) made = make(deps, sample);
    const { answers, all } = made;
    await within(all, deps.waitMs);
    return STARTER_QUESTIONS.map((question) => ({
      question,
      answer: answers.get(question) ?? null,
    }));
  };
}

function make(
  deps: StarterDeps,
  { principal, generationId }: { readonly principal: Principal; readonly generationId: string },
): Made {
  const answers = new Map<string, Answer | null>();
  const askAll = async () => {
    for (const question of STARTER_QUESTIONS) {
      const answer = await answerOf(deps, principal, question).catch((error: unknown) => {
        deps.log.warn({ err: error, question }, 'a starter question has no answer');
        return null;
      });
      answers.set(question, answer);
    }
  };
  return { generationId, at: deps.clock.now().getTime(), answers, all: askAll() };
}

async function answerOf(
  { ask, maxRows }: StarterDeps,
  principal: Principal,
  question: string,
): Promise<Answer | null> {
  const prepared = await ask.prepare({
    principal,
    clientId: principal.clientId,
    workspaceId: principal.workspaceId,
    question,
    dryRun: false,
    outputMode: 'both',
    conversation: { mode: 'none' },
    requestId: newId('req'),
    maxRows,
  });
  const events = ask.run(prepared, new AbortController().signal);
  for (;;) {
    const next = await events.next();
    if (next.done) return next.value.result === 'success' ? next.value : null;
  }
}

async function within(work: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([work, late]);
  clearTimeout(timer);
}
