import type { RequestListener, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { expect } from 'chai';
import type { Response } from 'supertest';

interface Described {
  readonly content?: Readonly<Record<string, unknown>>;
}
interface Operation {
  readonly responses: Readonly<Record<string, Described & { readonly $ref?: string }>>;
}

export interface ApiDocument {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Described>> };
}

/** A request, and the response to it; `body` is parsed where it is JSON. */
interface Exchange {
  readonly method: string;
  /** Absolute, or from the root of the service. */
  readonly address: string;
  readonly status: number;
  /** Without parameters. */
  readonly type: string;
  readonly body: unknown;
  readonly requestId: unknown;
}

export interface Documented {
  readonly document: ApiDocument;
  /** Fails where status, content type or body of a response is not what the document says. */
  expectDocumented(response: Response): Response;
  /** The same, for a response that came in any other way. */
  expectExchange(exchange: Exchange): void;
  /** Fails where a value does not fit a named schema of the document. */
  expectFits(name: string, value: unknown): void;
  /** Fails where the data of a stream's event does not fit its schema in the document. */
  expectDocumentedEvent(event: string, data: unknown): void;
}

/** Holds responses to an OpenAPI document. */
export function documentedBy(document: ApiDocument): Documented {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema(closed(document, document as never) as object, 'api');
  const check = (pointer: string, value: unknown, what: string) => {
    const validate = ajv.getSchema(`api#${pointer}`);
    expect(validate, `schema of ${what}`).to.be.a('function');
    const fits = validate!(value);
    expect(fits, `${what}: ${JSON.stringify(validate!.errors)} in ${JSON.stringify(value)}`).to.be
      .true;
  };
  const expectExchange: Documented['expectExchange'] = (exchange) => {
    const { method, address, status, type, body, requestId } = exchange;
    const path = templateOf(
      Object.keys(document.paths),
      new URL(address, 'http://service').pathname,
    );
    const operation = document.paths[path]?.[method.toLowerCase()];
    const what = `${method} ${path} ${status}`;
    const stated = operation?.responses[String(status)];
    expect(stated, `${what} is documented`).to.exist;
    // What several operations answer stands once, under a name.
    const name = stated!.$ref?.split('/').at(-1);
    const described = name === undefined ? stated : document.components.responses[name];
    const types = Object.keys(described?.content ?? {});
    expect(types, `content type of ${what}`).to.include(type);
    expect(requestId, `request id of ${what}`).to.be.a('string');
    if (type === 'application/json')
      check(
        name === undefined
          ? `/paths/${escaped(path)}/${method.toLowerCase()}/responses/${status}/content/application~1json/schema`
          : `/components/responses/${name}/content/application~1json/schema`,
        body,
        what,
      );
  };
  return {
    document,
    expectExchange,
    expectDocumented(response) {
      const { method, path: url } = response.request as unknown as {
        method: string;
        path?: string;
      };
      const { status, type, headers } = response;
      const address = url ?? (response.request as { url: string }).url;
      const body: unknown =
        type === 'application/json' && typeof response.body === 'string'
          ? JSON.parse(response.body)
          : response.body;
      expectExchange({ method, address, status, type, body, requestId: headers['x-request-id'] });
      return response;
    },
    expectFits: (name, value) => check(`/components/schemas/${name}`, value, name),
    expectDocumentedEvent(event, data) {
      const name = `${event[0]!.toUpperCase()}${event.slice(1)}Event`;
      check(`/components/schemas/${name}`, data, `event ${event}`);
    },
  };
}

type Json = Readonly<Record<string, unknown>>;

/**
 * The document with its objects closed: clients have to take fields of later versions, but here one that the document
 * does not have is a mistake. Schemas that extend another are joined with it.
 */
function closed(node: unknown, document: Json): unknown {
  if (Array.isArray(node)) return node.map((one) => closed(one, document));
  if (typeof node !== 'object' || node === null) return node;
  const { allOf, ...own } = node as Json;
  const parts = Array.isArray(allOf) ? (allOf as Json[]).map((one) => resolved(one, document)) : [];
  const whole: Record<string, unknown> = parts.length === 0 ? own : { ...own, type: 'object' };
  if (parts.length > 0) {
    whole['properties'] = Object.assign({}, ...parts.map(({ properties }) => properties));
    whole['required'] = parts.flatMap(({ required }) => required ?? []);
  }
  const result = Object.fromEntries(
    Object.entries(whole).map(([key, value]) => [key, closed(value, document)]),
  );
  if (result['type'] === 'object' && 'properties' in result)
    result['additionalProperties'] ??= false;
  return result;
}

function resolved(node: Json, document: Json): Json {
  const { $ref } = node;
  if (typeof $ref !== 'string') return node;
  const keys = $ref.split('/').slice(1);
  return keys.reduce<unknown>((found, key) => (found as Json)[key], document) as Json;
}

/** An app whose responses are all held to the document; what does not fit is added to `failures`. */
export function heldTo(
  { document, expectExchange }: Documented,
  app: RequestListener,
  failures: unknown[],
): RequestListener {
  return (req, res) => {
    const parts: Buffer[] = [];
    const [write, end] = [res.write, res.end] as ((...args: unknown[]) => never)[];
    const keeping = (send: typeof write) =>
      function kept(this: ServerResponse, ...args: unknown[]) {
        const [chunk] = args;
        if (typeof chunk === 'string' || chunk instanceof Uint8Array)
          parts.push(Buffer.from(chunk as string));
        return send!.apply(this, args);
      };
    Object.assign(res, { write: keeping(write), end: keeping(end) });
    const { method = '', url: address = '' } = req;
    res.once('finish', () => {
      const { statusCode: status } = res;
      const type = typeOf(String(res.getHeader('content-type') ?? ''));
      if (status === 304 || !isDocumented(document, method, address)) return;
      try {
        const unpack = UNPACKING[String(res.getHeader('content-encoding'))];
        const sent = Buffer.concat(parts);
        const body = bodyOf(type, (unpack ? unpack(sent) : sent).toString());
        const requestId = res.getHeader('x-request-id');
        expectExchange({ method, address, status, type, body, requestId });
      } catch (error) {
        failures.push(error);
      }
    });
    app(req, res);
  };
}

const UNPACKING: Readonly<Record<string, (packed: Buffer) => Buffer>> = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
};

/** Without parameters. */
export const typeOf = (contentType: string): string => contentType.split(';')[0]!.trim();
export const bodyOf = (type: string, text: string): unknown =>
  type === 'application/json' ? JSON.parse(text) : text;

/** Whether an address takes a method; all others are 404 and 405. */
export function isDocumented({ paths }: ApiDocument, method: string, address: string): boolean {
  const [path] = templatesOf(Object.keys(paths), new URL(address, 'http://service').pathname);
  return path !== undefined && paths[path]?.[method.toLowerCase()] !== undefined;
}

const escaped = (path: string) => encodeURIComponent(path.replaceAll('/', '~1'));

/** The template that an address is of; the one with fewest parameters where several fit. */
function templateOf(templates: readonly string[], path: string): string {
  const [template] = templatesOf(templates, path);
  expect(template, `a documented path for ${path}`).to.be.a('string');
  return template!;
}

function templatesOf(templates: readonly string[], path: string): readonly string[] {
  const fitting = templates.filter((template) =>
    new RegExp(`^${template.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path),
  );
  return fitting.sort((a, b) => a.split('{').length - b.split('{').length);
}
