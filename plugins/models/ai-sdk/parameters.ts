import { ofDecoded } from '#src/bounded-fetch.ts';

type Body = Record<string, unknown>;

/**
 * A parameter that some providers, or some of their models, refuse, and what a call says in its place. Calls mean the
 * same without it, so that refusing it is no reason to have no answer.
 */
interface Optional {
  readonly name: string;
  /** How error texts name it. */
  readonly named: RegExp;
  /** The body without it; null where the body does not hold it. */
  readonly without: (body: Body) => Body | null;
}

/** How errors of servers and of chat templates name the role of the first message. */
const SYSTEM =
  /system[ _](role|message|prompt|instruction)|roles? must alternate|role.{0,20}system/i;

/** In the order in which they are given up where an error names several. */
const OPTIONAL: readonly Optional[] = [
  // OpenAI and Azure want the later name of newer models.
  {
    name: 'max_tokens',
    named: naming('max_tokens'),
    without: renamed('max_tokens', 'max_completion_tokens'),
  },
  { name: 'system role', named: SYSTEM, without: withSystemInMessage },
  dropped('temperature'),
  dropped('reasoning_effort'),
  dropped('reasoning'),
  dropped('thinking'),
  { name: 'think', named: /\bthink(ing)?\b/i, without: (body) => without(body, ['think']) },
  dropped('output_config'),
  dropped('stream_options'),
  { name: 'json_schema', named: naming('json_schema', 'response_format'), without: asPlainJson },
  dropped('response_format'),
  {
    name: 'text.format',
    named: naming('text\\.format', 'text'),
    without: inside('text', 'format'),
  },
  {
    name: 'thinkingConfig',
    named: /thinking|thought/i,
    without: inside('generationConfig', 'thinkingConfig'),
  },
  {
    name: 'responseSchema',
    named: naming('response_?(json_?)?schema'),
    without: inside('generationConfig', 'responseSchema', 'responseJsonSchema'),
  },
];

/** That a provider refuses a parameter as such; not that its value is too large, say. */
const REFUSAL =
  /unsupported|not (be )?support|unknown|unrecogni[sz]ed|not permitted|not allowed|unexpected|extra (inputs|fields)|no such|cannot find field|does not (take|accept|support|exist)|only (available|supported)|not enabled|deprecated|must be ['"`]|must alternate/i;

/** llama.cpp answers 500 where the model's chat template refuses a role. */
const REFUSING: ReadonlySet<number> = new Set([400, 422, 500]);

/** Longest error text that is looked at (bytes). */
const LOOKED_AT = 64 * 1024;

/**
 * A `fetch` for one model that learns what the model does not take: a 400 or 422 that names one of the optional
 * parameters of the body is answered by the same call without it, and later calls leave it out from the beginning.
 *
 * @param further - Parameters that every body gets besides.
 */
export function adaptiveFetch(send: typeof fetch, further: Body = {}): typeof fetch {
  const hasFurther = Object.keys(further).length > 0;
  const refused = new Set<Optional>();
  return async (url, init) => {
    if (typeof init?.body !== 'string') return send(url, init);
    const whole = merged(JSON.parse(init.body) as Body, further);
    for (;;) {
      const body = OPTIONAL.filter((one) => refused.has(one)).reduce(
        (rest, one) => one.without(rest) ?? rest,
        whole,
      );
      // What is taken as it is goes out byte for byte, so that providers find the prompt that they keep.
      const text = refused.size === 0 && !hasFurther ? init.body : JSON.stringify(body);
      const response = await send(url, { ...init, body: text });
      if (!REFUSING.has(response.status)) return response;
      const { status, statusText, headers } = response;
      const said = await response.text();
      const named = REFUSAL.test(said) ? parameterIn(said.slice(0, LOOKED_AT), body) : null;
      if (!named) return new Response(said, { status, statusText, headers: ofDecoded(headers) });
      refused.add(named);
    }
  };
}

const parameterIn = (said: string, body: Body): Optional | null =>
  OPTIONAL.find((one) => one.named.test(said) && one.without(body) !== null) ?? null;

function naming(...names: readonly string[]): RegExp {
  return new RegExp(`(^|[^a-z_])(${names.join('|')})([^a-z_]|$)`, 'i');
}

function dropped(name: string): Optional {
  return { name, named: naming(name), without: (body) => without(body, [name]) };
}

function renamed(from: string, to: string): Optional['without'] {
  return (body) => {
    const rest = without(body, [from]);
    return rest && { ...rest, [to]: body[from] };
  };
}

function inside(outer: string, ...names: readonly string[]): Optional['without'] {
  return (body) => {
    const held = body[outer];
    if (typeof held !== 'object' || held === null) return null;
    const rest = without(held as Body, names);
    return rest && { ...body, [outer]: rest };
  };
}

const isBody = (value: unknown): value is Body =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Objects within the body are merged, too: Gemini's `generationConfig`, Ollama's `options`. */
function merged(body: Body, further: Body): Body {
  const entries = Object.entries(further).map(([name, value]) => {
    const held = body[name];
    return [name, isBody(held) && isBody(value) ? merged(held, value) : value] as const;
  });
  return { ...body, ...Object.fromEntries(entries) };
}

/** What a system message says, said at the beginning of the first message of the user. */
function withSystemInMessage(body: Body): Body | null {
  const { messages } = body;
  if (!Array.isArray(messages)) return null;
  const [system, first, ...later] = messages as readonly { role: string; content: unknown }[];
  if (system?.role !== 'system' || first === undefined) return null;
  return {
    ...body,
    messages: [
      { ...first, content: `${textOf(system.content)}\n\n${textOf(first.content)}` },
      ...later,
    ],
  };
}

/** The text of a content that is a text, or a list of parts. */
function textOf(content: unknown): string {
  if (!Array.isArray(content)) return String(content);
  return content.map((part: { readonly text?: unknown }) => String(part.text ?? '')).join('');
}

/** JSON without a schema, for services that know no schemas. */
function asPlainJson(body: Body): Body | null {
  const format = body['response_format'];
  const isSchema =
    typeof format === 'object' && format !== null && 'json_schema' in (format as Body);
  return isSchema ? { ...body, response_format: { type: 'json_object' } } : null;
}

/** Null where the body holds none of them. */
function without(body: Body, names: readonly string[]): Body | null {
  const entries = Object.entries(body);
  const rest = entries.filter(([name]) => !names.includes(name));
  return rest.length === entries.length ? null : Object.fromEntries(rest);
}
