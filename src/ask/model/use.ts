import type { ModelPart } from '#src/plugin-api/language-model.ts';

type Finish = Extract<ModelPart, { kind: 'finish' }>;

/** What the model calls of one question took, and whether the planner stood in for a model. */
export class ModelUse {
  calls = 0;
  inputTokens = 0;
  cachedInputTokens = 0;
  outputTokens = 0;
  costUsd = 0;
  /** Statements that were tried, whoever wrote them. */
  attempts = 0;
  /** The model that answered; null while the built-in planner does. */
  model: string | null = null;
  /** Why the built-in planner answers in place of a model; empty while it does not. */
  fallbackReason = '';

  add({ usage, model }: Finish, costUsd: number): void {
    this.calls += 1;
    this.inputTokens += usage.inputTokens;
    this.cachedInputTokens += usage.cachedInputTokens;
    this.outputTokens += usage.outputTokens;
    this.costUsd += costUsd;
    this.model = model;
  }
}
