import { z } from 'zod';
import { bare, isStatement, statementIn } from '#src/ask/model/reply-text.ts';
import { declines } from '#src/language/declines.ts';
import { objectsIn, withoutThoughts } from '#src/objects-in-text.ts';

/** What a model is asked to say, as it says it. */
export interface ModelReply {
  readonly answerable: boolean;
  /** The question said again, as it was understood. */
  readonly restatement: string;
  readonly sql: string;
  readonly assumptions: readonly string[];
  /** What to ask back, or why it cannot be answered; empty otherwise. */
  readonly clarification: string;
  /** Each reading as a question of its own, where it asks back. */
  readonly options: readonly string[];
  /** What it wants to look at before it writes a statement; absent where it does not. */
  readonly look?: readonly string[];
}

const MAX_TEXT = 2_000;
const MAX_SQL = 64 * 1_024;
const MAX_TEXTS = 10;

/** What a reply leaves out, says as null or says in a way that cannot be read, it does not say. */
const text = z
  .string()
  .catch('')
  .transform((said) => said.trim().slice(0, MAX_TEXT));
const texts = z
  .union([z.array(text), z.string().transform((said) => [said])])
  .catch([])
  .transform((said) => said.filter((one) => one !== '').slice(0, MAX_TEXTS));

/** "yes", "True" and 1 are true; null where it is not said. */
const truth = z.unknown().transform((said): boolean | null => {
  if (/^(?:true|yes|1)\b/i.test(String(said))) return true;
  return /^(?:false|no|0)\b/i.test(String(said)) ? false : null;
});

/** A statement as one text, or in lines. What stands for none is none. */
const statement = z
  .union([z.string(), z.array(z.string()).transform((lines) => lines.join('\n'))])
  .catch('')
  .transform(bare)
  .transform((sql) => (/^(?:n\/?a|none|null|undefined|false|-*)$/i.test(sql) ? '' : sql));

/** The names under which models say a field, the wanted one first. */
const NAMES = {
  answerable: ['answerable', 'isanswerable', 'cananswer', 'cananswered'],
  restatement: ['restatement', 'restatedquestion', 'interpretation'],
  sql: ['sql', 'sqlquery', 'sqlstatement', 'sqlcode', 'query', 'statement', 'select', 'code'],
  assumptions: ['assumptions', 'assumption'],
  clarification: ['clarification', 'clarificationquestion', 'reason', 'message', 'error'],
  options: ['options', 'choices'],
  look: ['look', 'lookups', 'lookup'],
} as const;

const fields = z
  .object({
    answerable: truth,
    restatement: text,
    sql: statement,
    assumptions: texts,
    clarification: text,
    options: texts,
    look: texts,
  })
  // Says neither a statement nor why there is none, and looks at nothing.
  .refine(
    ({ answerable, sql, clarification, look }) =>
      answerable === false || sql !== '' || clarification !== '' || look.length > 0,
  )
  .refine(({ sql }) => sql.length <= MAX_SQL);

/** The same for providers that hold an answer to a JSON schema: strict, so every field is required. */
export const REPLY_JSON_SCHEMA = schemaOf({
  restatement: { type: 'string' },
  answerable: { type: 'boolean' },
  sql: { type: 'string' },
  assumptions: { type: 'array', items: { type: 'string' } },
  clarification: { type: 'string' },
  options: { type: 'array', items: { type: 'string' } },
});
/** That of a model that may look at the data first. */
export const LOOKING_JSON_SCHEMA = schemaOf({
  look: { type: 'array', items: { type: 'string' } },
  ...REPLY_JSON_SCHEMA.properties,
});

function schemaOf<P extends object>(properties: P) {
  const required = Object.keys(properties);
  return { type: 'object', properties, required, additionalProperties: false } as const;
}

/**
 * The reply in a model's text, after its thoughts: the last object that is one, in any notation near JSON and whatever
 * stands around it; else the last statement, in a fence or bare. Null where there is neither.
 */
export function readReply(answer: string): ModelReply | null {
  const said = withoutThoughts(answer);
  const objects = objectsIn(said).toReversed();
  for (const { value, isCut } of objects) {
    const reply = replyIn(value, isCut);
    if (reply) return reply;
  }
  if (objects.some(({ isCut }) => isCut)) return null;
  const sql = statementIn(said);
  return sql === null || sql.length > MAX_SQL ? null : asReason({ ...ANSWERS, sql });
}

const ANSWERS: ModelReply = {
  ...{ answerable: true, restatement: '', sql: '', assumptions: [], clarification: '' },
  options: [],
};

/** Objects, lists and JSON texts within each other that are looked into. */
const MOST_NESTED = 4;

/** The reply that a value is, or holds. Of one that is cut, only an answer whose statement came whole. */
function replyIn(value: unknown, isCut: boolean, nested = 0): ModelReply | null {
  if (nested > MOST_NESTED || value === null) return null;
  if (typeof value === 'string')
    return objectsIn(value).reduce<ModelReply | null>(
      (last, one) =>
        typeof one.value === 'object' ? (replyIn(one.value, isCut, nested + 1) ?? last) : last,
      null,
    );
  if (typeof value !== 'object') return null;
  const own = Array.isArray(value) ? null : replyOf(value as Said, isCut);
  if (own) return own;
  const inner = Object.values(value).toReversed();
  for (const one of inner) {
    const reply = replyIn(one, isCut, nested + 1);
    if (reply) return reply;
  }
  return null;
}

type Said = Readonly<Record<string, unknown>>;

function replyOf(said: Said, isCut: boolean): ModelReply | null {
  // The member that the cut goes through.
  const cut = isCut ? Object.keys(said).at(-1) : undefined;
  const values = new Map(
    Object.entries(said)
      .filter(([name]) => name !== cut)
      .map(([name, value]) => [name.toLowerCase().replace(/[^a-z]/g, ''), value]),
  );
  const named = (field: keyof typeof NAMES) => NAMES[field].filter((name) => values.has(name));
  const sqlName = named('sql').find(
    (name) => name === 'sql' || isStatement(textOf(values.get(name))),
  );
  const first = (field: keyof typeof NAMES) => values.get(named(field)[0] ?? '');
  const read = fields.safeParse({
    answerable: first('answerable'),
    restatement: first('restatement'),
    sql: sqlName === undefined ? '' : values.get(sqlName),
    assumptions: first('assumptions'),
    clarification: first('clarification'),
    options: first('options'),
    look: first('look'),
  });
  if (!read.success) return null;
  const { look, ...data } = read.data;
  if (isCut && data.answerable !== true) return null;
  if (look.length > 0 && data.sql === '' && data.clarification === '')
    return { ...data, answerable: false, look };
  const answers =
    (data.answerable ?? !(data.clarification !== '' && declines(data.clarification))) &&
    data.sql !== '';
  return asReason({ ...data, answerable: answers });
}

const textOf = (value: unknown) => bare(Array.isArray(value) ? value.join('\n') : String(value));

const SENTENCE = /(?:'(?:[^']|'')*'|null\b)/.source;
const ALIAS = /(?:\s+(?:as\s+)?["\w]+)?/.source;
const SENTENCES = new RegExp(
  `^select\\s+${SENTENCE}${ALIAS}(?:\\s*,\\s*${SENTENCE}${ALIAS})*$`,
  'i',
);

/** A statement that gives only sentences is a reason, and no answer. */
function asReason(reply: ModelReply): ModelReply {
  if (!SENTENCES.test(reply.sql)) return reply;
  const said = (reply.sql.match(/'(?:[^']|'')*'/g) ?? [])
    .map((one) => one.slice(1, -1).replaceAll("''", "'"))
    .join('. ');
  const clarification = reply.clarification || said.slice(0, MAX_TEXT);
  return { ...reply, answerable: false, sql: '', clarification };
}
