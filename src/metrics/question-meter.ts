import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { linesOf } from './lines.ts';

/** What is measured of an answer: nothing of the question, its words, or who asked. */
interface MeasuredAnswer {
  readonly result: string;
  readonly agent: string;
  readonly durationMs: number;
  /** Milliseconds by step, as the trace of the answer has them. */
  readonly timings: Readonly<Record<string, number>>;
  readonly verification: { readonly status: string };
  readonly error: { readonly type: string; readonly declineReason: string | null } | null;
  readonly budgetBlock?: unknown;
}

export interface QuestionMeter {
  /** A question has its place and is at work. */
  began(): void;
  /** It has its answer, whatever that is. */
  answered(answer: MeasuredAnswer): void;
}

/** From a kept plan over kept rows to the longest question that is usual, in seconds. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

/** Steps of a question that have a line of their own; a step that is added and forgotten here is `other`. */
const STAGES: ReadonlySet<string> = new Set([
  ...['waiting', 'context', 'plan', 'model', 'guard', 'execute', 'engine', 'breakdown'],
  ...['breakdown_engine', 'second_reading', 'vote', 'phrase'],
]);

/** Measures questions by how they ended, and their steps. */
export function createQuestionMeter(registry: Registry): QuestionMeter {
  const registers = [registry];
  const atWork = new Gauge({
    name: 'plumbline_questions_at_work',
    help: 'Questions in progress',
    registers,
  });
  const questions = new Counter({
    name: 'plumbline_questions_total',
    help: 'Questions by outcome (success, clarification, dry_run, declined, blocked, error), agent and verification',
    labelNames: ['outcome', 'agent', 'verification'] as const,
    registers,
  });
  const declines = new Counter({
    name: 'plumbline_declines_total',
    help: 'Declined questions by reason',
    labelNames: ['reason'] as const,
    registers,
  });
  const errors = new Counter({
    name: 'plumbline_question_errors_total',
    help: 'Failed questions by type of error, excluding declined ones',
    labelNames: ['type'] as const,
    registers,
  });
  const duration = new Histogram({
    name: 'plumbline_question_duration_seconds',
    help: 'Duration of questions without queueing, by outcome',
    labelNames: ['outcome'] as const,
    ...{ buckets: BUCKETS, registers },
  });
  const stages = new Histogram({
    name: 'plumbline_question_stage_duration_seconds',
    help: 'Duration of question steps; queueing is a separate step, and the engine is part of execute',
    labelNames: ['stage'] as const,
    ...{ buckets: BUCKETS, registers },
  });
  const ended = linesOf((outcome: string, agent: string, status: string) =>
    questions.labels(outcome, agent, status),
  );
  const lasted = linesOf((outcome: string) => duration.labels(outcome));
  const tookIn = linesOf((stage: string) => stages.labels(stage));
  return {
    began: () => atWork.inc(),
    answered({ result, agent, durationMs, timings, verification, error, budgetBlock }) {
      atWork.dec();
      const declined = error?.type === 'DECLINED';
      const outcome = budgetBlock ? 'blocked' : declined ? 'declined' : result;
      ended(outcome, agent, verification.status).inc();
      if (declined) declines.labels(error.declineReason ?? 'other').inc();
      else if (error && !budgetBlock) errors.labels(error.type).inc();
      lasted(outcome).observe(durationMs / 1_000);
      for (const [stage, milliseconds] of Object.entries(timings))
        tookIn(STAGES.has(stage) ? stage : 'other').observe(milliseconds / 1_000);
    },
  };
}
