import type { Logger } from 'pino';
import type { Config } from '#config/schema.ts';
import { redactor, secretsOf } from '#config/secrets.ts';
import { commandOf, hitsText, REFUSED } from '#src/ask/model/lookups.ts';
import { foundPrompt, questionPrompt, repairPrompt, systemPrompt } from '#src/ask/model/prompt.ts';
import {
  LOOKING_JSON_SCHEMA,
  type ModelReply,
  REPLY_JSON_SCHEMA,
  readReply,
} from '#src/ask/model/reply.ts';
import { priceOf } from '#src/ask/model-use/price.ts';
import type { Clock } from '#src/clock.ts';
import { BUILT_IN, hasModel, modelPlugin, pricesOf, settingsOf } from '#src/compose/plugins.ts';
import { sameRows } from '#src/evals/same-rows.ts';
import { type CheckQuestion, LOOKUP, QUESTIONS, REPAIR } from '#src/models-check/questions.ts';
import { type Checked, lineOf, summaryOf } from '#src/models-check/report.ts';
import { openSampleData, type SampleData } from '#src/models-check/sample-data.ts';
import { waitingLimits } from '#src/places.ts';
import { dayFor } from '#src/planner/day.ts';
import type { LanguageModel, ModelRequest, ModelUsage } from '#src/plugin-api/language-model.ts';
import { ModelError } from '#src/plugin-api/model-error.ts';
import { createPluginHost } from '#src/plugin-host.ts';
import { NO_ROW_POLICY } from '#src/principal.ts';
import { StartError } from '#src/start-error.ts';

interface CheckDeps {
  readonly log: Logger;
  readonly clock: Clock;
  /** Gets each line as soon as it is known, since a model may take minutes. */
  readonly print: (line: string) => void;
  /** The sample company; if absent, it is made for this check. */
  readonly sample?: SampleData;
}

/** Timeouts so long that a slow model is measured rather than cut off. */
const PATIENCE = {
  first_token_timeout_ms: 180_000,
  next_token_timeout_ms: 60_000,
  call_timeout_ms: 300_000,
  retries: 0,
  breaker_failures: 100,
  fallbacks: [],
};
/** How often the model may look for one question: the default of `model.lookups`. */
const LOOKUPS = 3;
/** The check stops after this many failures in a row. */
const GIVE_UP = 3;

/**
 * Asks the configured model twelve questions over the sample company, one repair and one that it may look a value up for,
 * as the service would ask them, and prints how each came out and the settings that fit. Its fallbacks are not asked. Fails with a `StartError` that says
 * what to change where the model doesn't answer at all.
 */
export async function checkModel(config: Config, deps: CheckDeps): Promise<void> {
  const { log, clock, print } = deps;
  if (!hasModel(config.model))
    throw new StartError(
      'No model is configured. Set model.provider, model.model and model.api_key (docs/models.md).',
    );
  const sample = deps.sample ?? (await openSampleData(config, deps));
  const host = createPluginHost({
    ...{ log, clock, processTag: '', waiting: waitingLimits(config), builtIn: BUILT_IN },
    dataDir: sample.folder,
  });
  try {
    const patient: Config = { ...config, model: { ...config.model, ...PATIENCE } };
    const plugin = modelPlugin(patient.model);
    const hosted = await host.load('model', plugin, settingsOf(patient, 'model', plugin));
    const check = { model: await hosted.open(), sample, config, clock };
    const all: Checked[] = [];
    for (const one of QUESTIONS) {
      const { error, ...checked } = await askedOf(check, one, null);
      // What is wrong with the settings shows itself at the first call.
      if (error && all.length === 0) throw new StartError(adviceOn(error, config));
      all.push(checked);
      print(lineOf(checked));
      if (all.length >= GIVE_UP && all.slice(-GIVE_UP).every(({ outcome }) => outcome === 'failed'))
        throw new StartError('The model failed three times in a row, so the check stopped.');
    }
    const { question, wrong, problem } = REPAIR;
    const asked = QUESTIONS.find((one) => one.question === question)!;
    const { error: _, ...repair } = await askedOf(check, asked, { sql: wrong, problem });
    print(lineOf({ ...repair, question: 'Repair a statement with a wrong column name' }));
    const lookup = await lookupOf(check);
    print(lineOf({ ...lookup, question: `With a lookup: ${lookup.question}` }));
    for (const line of summaryOf(all, { repair, lookup }, config)) print(line);
  } finally {
    await host.close();
    if (!deps.sample) await sample.close();
  }
}

interface Check {
  readonly model: LanguageModel;
  readonly sample: SampleData;
  readonly config: Config;
  readonly clock: Clock;
}

interface Refused {
  readonly sql: string;
  readonly problem: string;
}

async function askedOf(
  check: Check,
  asked: CheckQuestion,
  refused: Refused | null,
): Promise<Checked & { readonly error: ModelError | null }> {
  const request = await requestOf(check, asked.question, refused);
  return judged(check, asked, await callOf(check, request));
}

/** The question that a value has to be looked up for, with what the model looks for shown to it, as often as it may. */
async function lookupOf(check: Check): Promise<Checked> {
  const { question } = LOOKUP;
  const first = await requestOf(check, question, null, LOOKUPS);
  let said = await callOf(check, first);
  const messages = [...first.messages];
  for (let left = LOOKUPS; left > 0; ) {
    const look = readReply(said.text)?.look?.slice(0, left) ?? [];
    if (said.error || look.length === 0) break;
    left -= look.length;
    const found = await Promise.all(look.map((command) => foundBy(check.sample, command)));
    messages.push(
      { role: 'assistant', text: said.text },
      { role: 'user', text: foundPrompt(found.join('\n'), left) },
    );
    said = bothOf(said, await callOf(check, { ...first, messages }));
  }
  const { error: _, ...checked } = await judged(check, LOOKUP, said);
  return checked;
}

async function foundBy({ hits }: SampleData, command: string): Promise<string> {
  const { verb, rest } = commandOf(command);
  return `> ${command}\n${verb === 'find' ? hitsText(await hits(rest)) : REFUSED}`;
}

/** The later of two calls, with what both took. */
function bothOf(first: Said, second: Said): Said {
  const sum = (of: keyof ModelUsage) => first.usage[of] + second.usage[of];
  return {
    ...second,
    firstMs: first.firstMs,
    wholeMs: first.wholeMs + second.wholeMs,
    costUsd: first.costUsd + second.costUsd,
    usage: {
      inputTokens: sum('inputTokens'),
      cachedInputTokens: sum('cachedInputTokens'),
      outputTokens: sum('outputTokens'),
      reasoningTokens: sum('reasoningTokens'),
    },
  };
}

type Said = Awaited<ReturnType<typeof callOf>>;

async function judged(
  check: Check,
  asked: CheckQuestion,
  { text, ...measured }: Said,
): Promise<Checked & { readonly error: ModelError | null }> {
  const { question } = asked;
  const outcome = (of: Checked['outcome'], detail: string) => ({
    ...{ ...measured, question, detail, outcome: of },
  });
  if (measured.error) return outcome('failed', measured.error.message);
  const reply = readReply(text);
  if (!reply)
    return outcome('unreadable', 'The reply has neither JSON in the expected format nor SQL.');
  const detail = await problemOf(check.sample, asked, reply);
  return outcome(detail === '' ? 'right' : 'wrong', detail);
}

async function requestOf(
  { sample, config, clock }: Check,
  question: string,
  refused: Refused | null,
  lookups = 0,
): Promise<ModelRequest> {
  const { catalog } = sample;
  const today = dayFor(catalog, clock.now());
  // What it may look up isn't shown.
  const hits = lookups > 0 ? [] : await sample.hits(question);
  const prompt = questionPrompt({ question, today, hits, examples: [], history: [] });
  return {
    system: systemPrompt(
      { catalog, tableTokens: config.model.table_tokens, lookups },
      NO_ROW_POLICY,
    ),
    messages: [
      { role: 'user', text: prompt },
      ...(refused === null
        ? []
        : [
            { role: 'assistant' as const, text: JSON.stringify({ sql: refused.sql }) },
            { role: 'user' as const, text: repairPrompt(refused.sql, refused.problem) },
          ]),
    ],
    schema: lookups > 0 ? LOOKING_JSON_SCHEMA : REPLY_JSON_SCHEMA,
    reasoning: 'low',
    maxOutputTokens: config.model.max_output_tokens,
    thinkingTokens: config.model.thinking_tokens,
  };
}

/** What is wrong with a reply, in words; empty if it is right. */
async function problemOf(
  sample: SampleData,
  { sql, ordered = false }: CheckQuestion,
  reply: ModelReply,
): Promise<string> {
  const declines = !reply.answerable || reply.sql === '';
  if (sql === null)
    return declines ? '' : "It wrote SQL for a question that the data can't answer.";
  if (declines) return `It declined: ${reply.clarification}`;
  const [expected, given] = await Promise.all([sample.rows(sql), sample.rows(reply.sql)]);
  if ('refusal' in expected) throw new Error(`a statement of the check fails: ${expected.refusal}`);
  if ('refusal' in given) return `${given.refusal} (${reply.sql})`;
  return sameRows(expected.rows, given.rows, ordered) ? '' : `Wrong rows from: ${reply.sql}`;
}

const NO_USAGE: ModelUsage = {
  inputTokens: 0,
  cachedInputTokens: 0,
  outputTokens: 0,
  reasoningTokens: 0,
};

/** One call with its time and cost; a failure of the model is a result, not an exception. */
async function callOf({ model, config }: Check, request: ModelRequest) {
  const prices = pricesOf(config.model);
  const began = performance.now();
  let firstMs = 0;
  let text = '';
  let usage = NO_USAGE;
  let costUsd = 0;
  let isCut = false;
  let error: ModelError | null = null;
  try {
    for await (const part of model.generate(request, new AbortController().signal)) {
      firstMs ||= performance.now() - began;
      if (part.kind === 'text') text += part.text;
      else if (part.kind !== 'reasoning') {
        usage = part.usage;
        costUsd = priceOf(part, prices);
        isCut = part.kind === 'finish' && part.reason === 'length';
      }
    }
  } catch (caught) {
    if (!(caught instanceof ModelError)) throw caught;
    error = caught;
  }
  return { text, firstMs, wholeMs: performance.now() - began, usage, costUsd, isCut, error };
}

const ADVICE: Readonly<Partial<Record<ModelError['kind'], string>>> = {
  auth: 'Check model.api_key or the file in PLUMBLINE_MODEL__API_KEY_FILE.',
  quota: 'Add credit or raise the quota of your account with the provider, or set model.fallbacks.',
  request: "Check model.model. The provider doesn't know it or rejects these settings.",
  network: 'Check model.base_url and that this machine can reach it.',
  timeout: 'The model is too slow. Raise model.first_token_timeout_ms or model.call_timeout_ms.',
  rate_limited: 'Your account reached its limit. Wait, or raise it with the provider.',
  overloaded: 'The provider is overloaded. Try again later, or set model.fallbacks.',
  malformed: "The server doesn't speak this protocol. Check model.provider and model.base_url.",
};

/** What the provider said may quote the key that it was sent. */
function adviceOn({ message, detail, kind }: ModelError, config: Pick<Config, 'model'>): string {
  const said = detail === null ? '' : `: ${redactor(secretsOf(config))(detail)}`;
  // The messages of a model file say what to do; addresses, keys and accounts have no part in it.
  const advice = config.model.provider === 'llama-cpp' ? '' : (ADVICE[kind] ?? '');
  return `${message}${said}\n${advice}`.trim();
}
