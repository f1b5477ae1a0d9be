import { conduct } from '#src/ask/conduct.ts';
import type { AskContext } from '#src/ask/context.ts';
import { ConsumerLeft, startDeadline } from '#src/ask/deadline.ts';
import type { AskDeps } from '#src/ask/deps.ts';
import type { Ended } from '#src/ask/endings.ts';
import { EventQueue } from '#src/ask/events.ts';
import { AnswersIn } from '#src/ask/in-language.ts';
import { Lease } from '#src/ask/lease.ts';
import { ModelUse } from '#src/ask/model-use/use.ts';
import { admitAsk, type FoundAsk, findAsk, type PreparedState } from '#src/ask/prepare.ts';
import { settle } from '#src/ask/settle.ts';
import { Stopwatch } from '#src/ask/stopwatch.ts';
import type { Answer, AskEvent, AskService, EnglishEvent, PreparedAsk } from '#src/ask/types.ts';
import { chooseVoice, type Voice } from '#src/ask/voice.ts';
import { Room } from '#src/byte-budget.ts';
import { type Asker, Places } from '#src/places.ts';
import { type OpenSpan, requestSpan } from '#src/tracing.ts';

/** The pipeline, and what its process needs at its end. */
export interface AskServiceHandle extends AskService {
  /** Resolves when every question in flight is answered and recorded. */
  drain(): Promise<void>;
  /** How full the queue before all questions is, from 0 to 1. */
  queueFill(): number;
}

interface Held {
  /** With the model of this question. */
  readonly deps: AskDeps;
  readonly state: PreparedState;
  readonly voice: Voice;
  readonly lease: Lease;
  readonly free: () => void;
}

/** A question at work. Its owner runs to the end and records, whether anybody reads the events or not. */
interface Work {
  readonly events: EventQueue<AskEvent>;
  /** Comes when spend and turn are recorded, or when recording takes too long to wait for. */
  readonly answer: Promise<Answer>;
  readonly recorded: Promise<void>;
  abandon(): void;
}

/** Builds the pipeline over what `compose.ts` supplies. */
export function createAskService(common: AskDeps): AskServiceHandle {
  const places = new Places({
    queue: 'questions',
    places: common.limits.concurrent,
    limits: common.waiting,
  });
  const prepared = new WeakMap<PreparedAsk, Held>();
  const inFlight = new Set<Promise<void>>();

  return {
    async prepare(request, signal = NEVER) {
      const found = await findAsk(request, common);
      const { modelOf } = common;
      const deps: AskDeps = modelOf
        ? { ...common, model: await modelOf(found.workspace, request.model) }
        : common;
      const { clientId } = found.workspace;
      const room = await (request.openRoom?.(clientId) ??
        Room.open(deps.answers, clientId, { signal }));
      // The room of a caller is closed by that caller.
      const close = request.openRoom ? () => {} : () => room.close();
      let waitedMs = 0;
      const asker = askerOf(found, (milliseconds) => {
        waitedMs += milliseconds;
      });
      let leave = () => {};
      const free = () => {
        leave();
        close();
      };
      try {
        const voice = await chooseVoice(request, found.workspace.workspaceId, deps);
        leave = await places.enter(asker, undefined, signal);
        const admitted = await admitAsk(found, deps, waitedMs === 0);
        const state: PreparedState = { ...found, ...admitted, waitedMs, room };
        const { since, traceId, workspace } = state;
        const origin = { since, workspaceId: workspace.workspaceId };
        const ask: PreparedAsk = { request, traceId, origin };
        const giveBack = () => {
          prepared.delete(ask);
          free();
          void giveUp(deps, state);
        };
        const lease = new Lease(giveBack, deps.limits.totalTimeoutMs);
        prepared.set(ask, { deps, state, voice, lease, free });
        return ask;
      } catch (error) {
        free();
        throw error;
      }
    },

    run(ask, signal) {
      const held = prepared.get(ask);
      if (!held) throw new TypeError('an ask must be run once, by the service that prepared it');
      prepared.delete(ask);
      held.lease.takeOver();
      const work = begin(held, signal);
      const recorded = work.recorded.finally(() => inFlight.delete(recorded));
      inFlight.add(recorded);
      // Who reads the events sees a failure too; without a reader it must not end the process.
      work.answer.catch(() => {}).finally(held.free);
      return read(work);
    },

    queueFill: () => places.fill,

    async drain() {
      while (inFlight.size > 0) await Promise.all(inFlight);
    },
  };
}

const NEVER = new AbortController().signal;

/** On whose behalf places are waited for. */
const askerOf = ({ workspace, request }: FoundAsk, waited: Asker['waited']): Asker => ({
  workspaceId: workspace.workspaceId,
  endUserId: request.principal.endUserId,
  waited,
});

function begin({ deps, state, voice }: Held, parent: AbortSignal): Work {
  const events = new EventQueue<AskEvent>();
  const deadline = startDeadline(parent, deps.limits.totalTimeoutMs);
  const watch = new Stopwatch();
  const said = new AnswersIn(voice);
  const emit = (event: EnglishEvent) => events.push(said.event(event));
  const use = new ModelUse();
  deps.meter?.began();
  const span = requestSpan();
  const wait = (milliseconds: number) => watch.add('waiting', milliseconds);
  if (state.waitedMs > 0) wait(state.waitedMs);
  const asker = askerOf(state, wait);
  const context: AskContext = {
    deps,
    state,
    signal: deadline.signal,
    watch,
    use,
    asker,
    emit,
    varies() {},
  };
  let over = false;
  const ended = conduct(context).then((ending): Ended<Answer> => {
    over = true;
    deadline.clear();
    const { inputTokens, cachedInputTokens, outputTokens, costUsd } = use;
    const { budget } = state;
    const taken = {
      budgetAlerts: budget.blocked ? budget.block.alerts : budget.alertsWith(costUsd),
      durationMs: watch.elapsed(),
      timings: watch.timings(),
      usage: { inputTokens, cachedInputTokens, outputTokens, costUsd },
    };
    const answer = said.answer({ ...ending.answer, ...taken });
    deps.meter?.answered(answer);
    tellSpan(span, answer);
    return { ...ending, answer };
  });
  const recorded = ended
    .then((ending) => settle(deps, state, ending, use))
    .catch((error: unknown) => deps.log.error({ err: error }, 'question not recorded'));
  const answered = async () => {
    try {
      const ending = await ended;
      await recordedInTime(recorded, deps.limits.recordTimeoutMs);
      return ending.answer;
    } finally {
      events.end();
    }
  };
  const abandon = () => {
    if (!over) deadline.abort(new ConsumerLeft());
  };
  return { events, answer: answered(), recorded, abandon };
}

/** What a trace says of an answer; its words and SQL only where the operator wants them. */
function tellSpan(span: OpenSpan | null, answer: Answer): void {
  span?.set({
    'plumbline.answer_id': answer.traceId,
    'plumbline.result': answer.result,
    'plumbline.agent': answer.agent,
    'plumbline.verification': answer.verification.status,
    'plumbline.attempts': answer.attempts,
    'plumbline.waited_ms': answer.timings['waiting'] ?? 0,
    ...(answer.error && { 'plumbline.error_type': answer.error.type }),
  });
  span?.setContent({ 'plumbline.question': answer.question, 'db.query.text': answer.sql ?? '' });
}

async function recordedInTime(recorded: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([recorded, late]);
  clearTimeout(timer);
}

/**
 * The events as they come, then the answer. Leaving early cancels the work at once, also while a `next` is pending
 * (where a plain generator would first wait for it); its owner still records it.
 */
function read(work: Work): AsyncGenerator<AskEvent, Answer, void> {
  const events = follow(work);
  const leave = events.return.bind(events);
  return Object.assign(events, {
    return(value: Answer | PromiseLike<Answer>) {
      work.abandon();
      return leave(value);
    },
  });
}

async function* follow(work: Work): AsyncGenerator<AskEvent, Answer, void> {
  try {
    yield* work.events;
    return await work.answer;
  } finally {
    work.abandon();
  }
}

/** Gives the reservation of a question back that was prepared and never run. */
async function giveUp(deps: AskDeps, state: PreparedState): Promise<void> {
  if (state.budget.blocked) return;
  const note = (what: string) => (error: unknown) => {
    deps.log.error({ err: error, trace: state.traceId }, `${what} not released`);
  };
  await Promise.all([
    deps.budget.settle(state.budget.reservationId, 0).catch(note('reservation')),
    state.counted && deps.quota.giveBack(state.counted).catch(note('quota')),
  ]);
}
