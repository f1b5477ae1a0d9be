import { writeFileSync } from 'node:fs';

/**
 * A tiny language model as a GGUF file (llama architecture, byte vocabulary, 0.5 MB) with random weights, the same for
 * each seed. What it says means nothing, but it loads, keeps to grammars, streams and can be stopped.
 * https://github.com/ggml-org/ggml/blob/master/docs/gguf.md
 */
export function writeTinyGguf(file: string, seed = 1): void {
  const random = randomNumbers(seed);
  const weights = (name: string, dims: readonly number[], next: () => number) => {
    const data = Buffer.alloc(4 * dims.reduce((product, one) => product * one, 1));
    for (let at = 0; at < data.length; at += 4) data.writeFloatLE(next(), at);
    return { name, dims, data };
  };
  const matrix = (name: string, ...dims: number[]) => weights(name, dims, () => random() * 0.2);
  const ones = (name: string) => weights(name, [EMBEDDING], () => 1);
  const { tokens, scores, types } = vocabulary();
  const tensors = [
    matrix('token_embd.weight', EMBEDDING, tokens.length),
    ones('output_norm.weight'),
    matrix('output.weight', EMBEDDING, tokens.length),
    ...Array.from({ length: LAYERS }, (_, layer) => `blk.${layer}`).flatMap((block) => [
      ones(`${block}.attn_norm.weight`),
      ...['q', 'k', 'v', 'output'].map((one) =>
        matrix(`${block}.attn_${one}.weight`, EMBEDDING, EMBEDDING),
      ),
      ones(`${block}.ffn_norm.weight`),
      matrix(`${block}.ffn_gate.weight`, EMBEDDING, FEED_FORWARD),
      matrix(`${block}.ffn_up.weight`, EMBEDDING, FEED_FORWARD),
      matrix(`${block}.ffn_down.weight`, FEED_FORWARD, EMBEDDING),
    ]),
  ];
  const about = [
    text('general.architecture', 'llama'),
    text('general.name', 'tiny random'),
    number('llama.context_length', CONTEXT),
    number('llama.embedding_length', EMBEDDING),
    number('llama.block_count', LAYERS),
    number('llama.feed_forward_length', FEED_FORWARD),
    number('llama.attention.head_count', HEADS),
    number('llama.attention.head_count_kv', HEADS),
    entry('llama.attention.layer_norm_rms_epsilon', 6, float(1e-5)),
    number('llama.rope.dimension_count', EMBEDDING / HEADS),
    number('llama.vocab_size', tokens.length),
    text('tokenizer.ggml.model', 'llama'),
    list('tokenizer.ggml.tokens', 8, tokens.map(string)),
    list('tokenizer.ggml.scores', 6, scores.map(float)),
    list('tokenizer.ggml.token_type', 5, types.map(int32)),
    number('tokenizer.ggml.bos_token_id', 1),
    number('tokenizer.ggml.eos_token_id', 2),
    number('tokenizer.ggml.unknown_token_id', 0),
    text('tokenizer.chat_template', CHAT_TEMPLATE),
  ];
  let offset = 0;
  const infos = tensors.map(({ name, dims, data }) => {
    const info = [string(name), int32(dims.length), ...dims.map(int64), int32(F32), int64(offset)];
    offset += aligned(data).length;
    return Buffer.concat(info);
  });
  const counts = [int32(VERSION), int64(tensors.length), int64(about.length)];
  const head = Buffer.concat([Buffer.from('GGUF'), ...counts, ...about, ...infos]);
  writeFileSync(file, Buffer.concat([head, ...tensors.map(({ data }) => data)].map(aligned)));
}

const VERSION = 3;
const ALIGNMENT = 32;
const F32 = 0;
const EMBEDDING = 64;
const HEADS = 4;
const FEED_FORWARD = 128;
const LAYERS = 2;
const CONTEXT = 8_192;
const CHAT_TEMPLATE =
  "{% for m in messages %}{{ m['role'] + ': ' + m['content'] + '\\n' }}{% endfor %}assistant: ";

/** Three control tokens, each byte, and the characters of ASCII. */
function vocabulary() {
  const bytes = Array.from({ length: 256 }, (_, byte) => {
    const hex = byte.toString(16).toUpperCase().padStart(2, '0');
    return `<0x${hex}>`;
  });
  const characters = ['▁', ...Array.from({ length: 94 }, (_, at) => String.fromCharCode(33 + at))];
  return {
    tokens: ['<unk>', '<s>', '</s>', ...bytes, ...characters],
    scores: [0, 0, 0, ...bytes.map(() => 0), ...characters.map(() => -1)],
    types: [2, 3, 3, ...bytes.map(() => 6), ...characters.map(() => 1)],
  };
}

/** A linear congruential generator (Numerical Recipes): -1 to 1. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state / 2 ** 32) * 2 - 1;
  };
}

const written = (size: number, write: (into: Buffer) => void) => {
  const into = Buffer.alloc(size);
  write(into);
  return into;
};
const int32 = (value: number) => written(4, (into) => into.writeUInt32LE(value));
const int64 = (value: number) => written(8, (into) => into.writeBigUInt64LE(BigInt(value)));
const float = (value: number) => written(4, (into) => into.writeFloatLE(value));
const string = (value: string) =>
  Buffer.concat([int64(Buffer.byteLength(value)), Buffer.from(value)]);
const entry = (key: string, type: number, value: Buffer) =>
  Buffer.concat([string(key), int32(type), value]);
const number = (key: string, value: number) => entry(key, 4, int32(value));
const text = (key: string, value: string) => entry(key, 8, string(value));
const list = (key: string, type: number, items: readonly Buffer[]) =>
  entry(key, 9, Buffer.concat([int32(type), int64(items.length), ...items]));
const aligned = (part: Buffer) =>
  Buffer.concat([part, Buffer.alloc((ALIGNMENT - (part.length % ALIGNMENT)) % ALIGNMENT)]);
