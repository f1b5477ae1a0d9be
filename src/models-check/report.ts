import type { Config } from '#config/schema.ts';
import { roundDollars } from '#src/dollars.ts';
import type { ModelUsage } from '#src/plugin-api/language-model.ts';

/** The outcome of one question. */
export interface Checked {
  readonly question: string;
  readonly outcome: 'right' | 'wrong' | 'unreadable' | 'failed';
  /** What was wrong, in words; empty if nothing was. */
  readonly detail: string;
  /** Milliseconds to the first token, and to the last. */
  readonly firstMs: number;
  readonly wholeMs: number;
  readonly usage: ModelUsage;
  readonly costUsd: number;
  /** Whether the answer was cut at its token limit. */
  readonly isCut: boolean;
}

export function lineOf({ outcome, question, detail, wholeMs, usage, costUsd }: Checked): string {
  const cached = usage.cachedInputTokens > 0 ? ` (${usage.cachedInputTokens} cached)` : '';
  const figures = [
    `${seconds(wholeMs)} s`,
    `${usage.inputTokens} tokens in${cached}, ${usage.outputTokens} out`,
    ...(costUsd > 0 ? [`$${costUsd.toFixed(6)}`] : []),
  ];
  const why = detail === '' ? '' : `\n            ${detail}`;
  return `${outcome.padEnd(10)}  ${question}  ${figures.join(', ')}${why}`;
}

/** The totals and the recommended settings, each as an environment variable with its reason. */
export function summaryOf(
  all: readonly Checked[],
  { repair, lookup }: { readonly repair: Checked; readonly lookup: Checked },
  { model, ask }: Pick<Config, 'model' | 'ask'>,
): readonly string[] {
  const calls = [...all, repair, lookup];
  const right = all.filter(({ outcome }) => outcome === 'right').length;
  const sum = (of: (one: Checked) => number) => calls.reduce((total, one) => total + of(one), 0);
  const cost = roundDollars(sum((one) => one.costUsd));
  const times = calls.map(({ wholeMs }) => wholeMs).toSorted((a, b) => a - b);
  const advice = settingsFor(
    calls,
    {
      right,
      repaired: repair.outcome === 'right',
      looksUp: lookup.outcome === 'right',
    },
    { model, ask },
  );
  return [
    '',
    `${right} of ${all.length} questions correct; SQL repair: ${repair.outcome}; lookup: ${lookup.outcome}.`,
    `Time: ${seconds(sum((one) => one.wholeMs))} s in total, ${seconds(times[Math.floor(times.length / 2)] ?? 0)} s median, ${seconds(times.at(-1) ?? 0)} s longest.`,
    `${sum((one) => one.usage.inputTokens)} tokens in (${sum((one) => one.usage.cachedInputTokens)} cached), ${sum((one) => one.usage.outputTokens)} out (${sum((one) => one.usage.reasoningTokens)} for reasoning): ${cost > 0 ? `$${cost}` : model.provider === 'llama-cpp' ? 'no cost' : 'price unknown; set model.prices to track costs'}.`,
    '',
    ...(right < POOR ? ['Choose a larger model: this one gets too many questions wrong.'] : []),
    ...(advice.length === 0
      ? right < POOR
        ? []
        : ['The settings fit this model.']
      : ['Settings that fit this model:', ...advice.map((line) => `  ${line}`)]),
  ];
}

/** With this many of twelve questions right, a model is accurate enough to cross-check the planner. */
const GOOD = 11;
/** Below this, a model does more harm than good. */
const POOR = 7;
/** Real questions may take this many times as long as the slowest here: load is higher, schemas are larger. */
const ROOM = 2;
const STEP_MS = 5_000;

function settingsFor(
  calls: readonly Checked[],
  {
    right,
    repaired,
    looksUp,
  }: { readonly right: number; readonly repaired: boolean; readonly looksUp: boolean },
  { model, ask }: Pick<Config, 'model' | 'ask'>,
): readonly string[] {
  const setting = (path: string, value: string | number, why: string) =>
    `PLUMBLINE_${path.toUpperCase().replaceAll('.', '__')}=${value}  (${why})`;
  const longest = (of: (one: Checked) => number) => Math.max(0, ...calls.map(of));
  const room = (ms: number) => Math.ceil((ms * ROOM) / STEP_MS) * STEP_MS;
  const lines: string[] = [];
  if (right >= GOOD && repaired && model.planning === 'builtin-first')
    lines.push(
      setting(
        'model.planning',
        'cross-check',
        "it's accurate enough to confirm the planner's answers",
      ),
    );
  else if (right < GOOD && model.planning !== 'builtin-first')
    lines.push(setting('model.planning', 'builtin-first', 'the planner is right more often'));
  if (!looksUp && model.lookups > 0)
    lines.push(setting('model.lookups', 0, "it doesn't look up values correctly"));
  const first = room(longest(({ firstMs }) => firstMs));
  if (first > model.first_token_timeout_ms)
    lines.push(setting('model.first_token_timeout_ms', first, 'twice its slowest first token'));
  const whole = room(longest(({ wholeMs }) => wholeMs));
  if (whole > model.call_timeout_ms)
    lines.push(setting('model.call_timeout_ms', whole, 'twice its slowest answer'));
  const total = whole + ask.without_model_ms;
  if (total > ask.total_timeout_ms)
    lines.push(
      setting('ask.total_timeout_ms', total, 'one such answer plus the time kept for the planner'),
    );
  const thinks = calls.some(({ usage }) => usage.reasoningTokens > 0);
  if (calls.some(({ isCut }) => isCut))
    lines.push(
      thinks
        ? setting('model.thinking_tokens', model.thinking_tokens * 2, 'its reasoning was cut off')
        : setting(
            'model.max_output_tokens',
            model.max_output_tokens * 2,
            'its answers were cut off',
          ),
    );
  if (thinks && model.reasoning === 'auto')
    lines.push(setting('model.reasoning', 'on', 'it reasons before it answers and needs room'));
  return lines;
}

const seconds = (ms: number) => (ms / 1_000).toFixed(1);
