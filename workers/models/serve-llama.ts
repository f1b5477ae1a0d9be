import type { FromLlama, LlamaSetup, LlamaTask, ToLlama } from './llama-protocol.ts';
import type {
  Chat,
  Grammar,
  HistoryItem,
  Llama,
  Model,
  NodeLlamaCpp,
  Sequence,
} from './node-llama-cpp.ts';

/** How often resident memory is looked at (milliseconds). */
const LOOK_MS = 100;
const MIB = 1024 * 1024;
/** Bytes of a detail for the log. */
const DETAIL = 500;

interface Loaded {
  readonly llama: Llama;
  readonly model: Model;
  readonly sequence: Sequence;
  readonly chat: Chat;
  readonly contextTokens: number;
  readonly grammars: Map<string, Promise<Grammar>>;
}

const setup = JSON.parse(process.argv[2] ?? '') as LlamaSetup;
/** The last that llama.cpp said; it tells what was wrong with a file where the exception doesn't. */
let said = '';
const running = new Map<number, AbortController>();

const send = (message: FromLlama, then?: () => void) => {
  if (process.connected) process.send?.(message, undefined, undefined, then);
};
const detailOf = (error: unknown) =>
  `${error instanceof Error ? error.message : String(error)} ${said}`.trim().slice(0, DETAIL);

const watch = setInterval(() => {
  const mb = Math.round(process.memoryUsage.rss() / MIB);
  if (mb <= setup.memoryMb) return;
  clearInterval(watch);
  send({ kind: 'memory', mb });
}, LOOK_MS);

const loaded = await load();
if (loaded) {
  process.on('message', (message: ToLlama) => {
    if (message.kind === 'stop') running.get(message.id)?.abort();
    else void answer(message.id, message.task, loaded);
  });
  send({ kind: 'ready', gpu: loaded.llama.gpu || null });
}

async function load(): Promise<Loaded | null> {
  const unusable = (why: 'memory' | 'file' | 'package', error: unknown) => {
    send({ kind: 'unusable', why, detail: detailOf(error) }, () => process.exit(1));
    return null;
  };
  let llama: Llama;
  let LlamaChat: NodeLlamaCpp['LlamaChat'];
  try {
    const library = (await import(setup.package)) as NodeLlamaCpp;
    LlamaChat = library.LlamaChat;
    llama = await library.getLlama({
      gpu: setup.gpu ? 'auto' : false,
      build: 'never',
      skipDownload: true,
      progressLogs: false,
      maxThreads: setup.threads,
      logger: (_level, message) => {
        said = message.trim();
      },
    });
  } catch (error) {
    return unusable('package', error);
  }
  let model: Model;
  try {
    model = await llama.loadModel({ modelPath: setup.file });
  } catch (error) {
    return unusable(isMemory(error) ? 'memory' : 'file', error);
  }
  try {
    const { threads } = setup;
    const contextSize = Math.min(setup.contextTokens, model.trainContextSize);
    const context = await model.createContext({ contextSize, sequences: 1, threads });
    const sequence = context.getSequence();
    const chat = new LlamaChat({ contextSequence: sequence });
    const contextTokens = context.contextSize;
    return { llama, model, sequence, chat, contextTokens, grammars: new Map() };
  } catch (error) {
    return unusable('memory', error);
  }
}

function isMemory(error: unknown): boolean {
  return error instanceof Error && /memory|alloc/i.test(`${error.name} ${error.message}`);
}

/**
 * One answer after the other: the parent sends the next when this one has ended. What the context holds of the prompt's
 * beginning is not evaluated again.
 */
async function answer(id: number, task: LlamaTask, loaded: Loaded): Promise<void> {
  const { model, sequence, chat, contextTokens } = loaded;
  const leave = new AbortController();
  running.set(id, leave);
  const before = sequence.tokenMeter.getState();
  let input = 0;
  let thoughts = 0;
  const finish = (reason: 'stop' | 'length' | 'aborted') => {
    const used = sequence.tokenMeter.diff(before);
    // The prompt's last token is evaluated together with the first of the answer, and counted there.
    const cached = Math.max(0, input - used.usedInputTokens - 1);
    send({
      kind: 'finish',
      id,
      reason,
      usage: { input, cached, output: used.usedOutputTokens, thoughts },
    });
  };
  try {
    const history = historyOf(task);
    input = chat.chatWrapper
      .generateContextState({ chatHistory: history })
      .contextText.tokenize(model.tokenizer).length;
    // Beyond its context the library would drop parts of the prompt without a word.
    if (input + task.maxTokens > contextTokens) {
      send({
        kind: 'error',
        id,
        tokens: input + task.maxTokens,
        detail: `of ${contextTokens} tokens`,
      });
      return;
    }
    const { metadata } = await chat.generateResponse(history, {
      signal: leave.signal,
      stopOnAbortSignal: true,
      maxTokens: task.maxTokens,
      ...(task.temperature === null ? {} : { temperature: task.temperature }),
      ...(task.schema === null ? {} : { grammar: await grammarOf(task.schema, loaded) }),
      budgets: task.mayThink ? {} : { thoughtTokens: 0 },
      onResponseChunk: ({ type, text, tokens }) => {
        if (type === 'segment') thoughts += tokens.length;
        if (text !== '') send({ kind: 'piece', id, isThought: type === 'segment', text });
      },
    });
    const { stopReason } = metadata;
    finish(stopReason === 'abort' ? 'aborted' : stopReason === 'maxTokens' ? 'length' : 'stop');
  } catch (error) {
    if (leave.signal.aborted) finish('aborted');
    else send({ kind: 'error', id, tokens: null, detail: detailOf(error) });
  } finally {
    running.delete(id);
  }
}

function historyOf({ system, messages }: LlamaTask): HistoryItem[] {
  return [
    { type: 'system', text: system },
    ...messages.map(
      ({ role, text }): HistoryItem =>
        role === 'user' ? { type: 'user', text } : { type: 'model', response: [text] },
    ),
    { type: 'model', response: [] },
  ];
}

/** A grammar takes a while to make, and there are a handful of schemas. */
function grammarOf(schema: unknown, { llama, grammars }: Loaded): Promise<Grammar> {
  const text = JSON.stringify(schema);
  const made = grammars.get(text) ?? llama.createGrammarForJsonSchema(schema);
  grammars.set(text, made);
  return made;
}
