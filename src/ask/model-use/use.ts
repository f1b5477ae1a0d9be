import type { Said } from '#src/ask/model-use/kept-replies.ts';
import { roundDollars } from '#src/dollars.ts';
import type { ModelPart } from '#src/plugin-api/language-model.ts';

type Billed = Extract<ModelPart, { kind: 'finish' | 'discarded' }>;

/** What the model calls of one question took, and whether the planner stood in for a model. */
export class ModelUse {
  /** Calls that were billed. */
  calls = 0;
  /** Calls for a statement that were begun, billed or not. */
  begun = 0;
  inputTokens = 0;
  cachedInputTokens = 0;
  outputTokens = 0;
  costUsd = 0;
  /** What models looked at before they wrote a statement, as they said it. */
  readonly lookups: string[] = [];
  /** Statements that were tried, whoever wrote them. */
  attempts = 0;
  /** The model that answered; null while the built-in planner does. */
  model: string | null = null;
  /** Whether the model was shown only a part of the schema. */
  schemaCut = false;
  /** Why another model, or the built-in planner, answers in place of the first model; empty while none does. */
  fallbackReason = '';
  /** What models said to the question by what each call was for, now or when it came before. */
  readonly said = new Map<string, Said>();
  /** Whether something of it was said now. */
  saidAnew = false;

  mayCall(most: number): boolean {
    return this.begun < most;
  }

  note(call: string, said: Said): void {
    this.said.set(call, said);
    this.saidAnew = true;
  }

  /** What was said before counts among the calls of the question, so that it takes the same way again. */
  recall(call: string, said: Said): void {
    this.said.set(call, said);
    this.begun += 1;
    this.model = said.model;
    this.fallbackReason ||= said.fallbackReason;
    this.schemaCut ||= said.schemaCut;
  }

  /** The built-in planner answers, whatever a model was asked; `reason` where it stands in for one. */
  answeredByPlanner(reason = ''): void {
    this.model = null;
    this.fallbackReason = reason;
  }

  /** Vectors are billed, and no call for an answer. */
  addEmbedded(tokens: number, costUsd: number): void {
    this.inputTokens += tokens;
    this.costUsd = roundDollars(this.costUsd + costUsd);
  }

  add(part: Billed, costUsd: number): void {
    const { kind, usage, model } = part;
    this.calls += 1;
    this.inputTokens += usage.inputTokens;
    this.cachedInputTokens += usage.cachedInputTokens;
    this.outputTokens += usage.outputTokens;
    this.costUsd = roundDollars(this.costUsd + costUsd);
    if (kind !== 'finish') return;
    this.model = model;
    this.fallbackReason ||= part.insteadOf ?? '';
  }
}
