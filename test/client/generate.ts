/**
 * The types and calls of `plumbline/client`, written from an OpenAPI document: a type for each schema, and for each
 * operation a constant that calls it. Constants rather than one table, so that a bundler keeps only the calls in use.
 */

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const objects = (value: unknown) => list(value).filter(isObject);
const entries = (value: unknown) =>
  Object.entries(isObject(value) ? value : {}).filter((entry): entry is [string, Json] =>
    isObject(entry[1]),
  );
const capitalised = (id: string) => `${id.slice(0, 1).toUpperCase()}${id.slice(1)}`;
const quoted = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));

/** A doc comment on lines of its own; nothing where there is nothing to say. */
function comment(text: unknown, indent: string): string {
  if (typeof text !== 'string' || text === '') return '';
  return `${indent}/** ${text.replaceAll('*/', '*\\/').replaceAll(/\s*\n\s*/g, ' ')} */\n`;
}

/** Writes types; `alias` renames schemas that are the same as another. */
class Types {
  private readonly alias: ReadonlyMap<string, string>;
  constructor(alias: ReadonlyMap<string, string>) {
    this.alias = alias;
  }

  /** A schema as a type. */
  of(schema: Json, indent = ''): string {
    if (typeof schema['$ref'] === 'string') {
      const name = schema['$ref'].split('/').at(-1) ?? 'unknown';
      return this.alias.get(name) ?? name;
    }
    const choices = [...objects(schema['anyOf']), ...objects(schema['oneOf'])];
    if (choices.length > 0) return this.joined(choices, ' | ', indent);
    const parts = objects(schema['allOf']);
    if (parts.length > 0) return this.joined(parts, ' & ', indent);
    if ('const' in schema) return JSON.stringify(schema['const']);
    if (Array.isArray(schema['enum']))
      return schema['enum'].map((one) => JSON.stringify(one)).join(' | ');
    const types = [schema['type']].flat();
    if (types.length > 1)
      return types.map((type) => this.of({ ...schema, type }, indent)).join(' | ');
    switch (types[0]) {
      case 'string':
        return schema['format'] === 'binary' ? 'Blob' : 'string';
      case 'boolean':
      case 'null':
        return types[0];
      case 'integer':
      case 'number':
        return 'number';
      case 'array':
        return `readonly ${bracketed(this.of(isObject(schema['items']) ? schema['items'] : {}, indent))}[]`;
      case 'object':
        return this.object(schema, indent);
      default:
        return 'unknown';
    }
  }

  private joined(schemas: readonly Json[], by: string, indent: string): string {
    const written = schemas.map((one) => this.of(one, indent));
    return [...new Set(written)].map((one) => (by === ' & ' ? bracketed(one) : one)).join(by);
  }

  private object(schema: Json, indent: string): string {
    const fields = this.fields(entries(schema['properties']), list(schema['required']), indent);
    if (fields !== '') return `{\n${fields}${indent}}`;
    const values = schema['additionalProperties'];
    return `Readonly<Record<string, ${isObject(values) ? this.of(values, indent) : 'unknown'}>>`;
  }

  fields(
    properties: readonly (readonly [string, Json])[],
    required: readonly unknown[],
    indent: string,
  ): string {
    const deeper = `${indent}  `;
    return properties
      .map(([name, field]) => {
        const optional = required.includes(name) ? '' : '?';
        return `${comment(field['description'], deeper)}${deeper}readonly ${quoted(name)}${optional}: ${this.of(field, deeper)};\n`;
      })
      .join('');
  }
}

const bracketed = (type: string) => (/[|&]|^readonly /.test(type) ? `(${type})` : type);

const HEAD =
  '/* Written from the description of the API by `npm run client`; a test holds it to the routes. Do not edit. */\n\n';

export interface ClientModules {
  readonly types: string;
  readonly calls: string;
}

/** The generated modules as text. Operations that stream events have types only: `ask-stream.ts` calls them. */
export function clientModules(document: Json): ClientModules {
  const components = isObject(document['components']) ? document['components'] : {};
  const schemas = entries(components['schemas']);
  const types = new Types(sameSchemas(schemas));
  const at = (node: Json): Json =>
    typeof node['$ref'] === 'string' ? found(document, node['$ref']) : node;
  const declared = schemas
    .filter(([name]) => types.of({ $ref: name }) === name)
    .map(([name, schema]) => declare(types, name, schema));
  const posted = entries(document['webhooks']).flatMap(([, { post }]) => {
    const schema = bodyOf(post)?.schema;
    return schema ? [types.of(schema)] : [];
  });
  const operations = entries(document['paths']).flatMap(([path, methods]) =>
    entries(methods).map(([method, operation]) => operationOf(types, method, path, operation, at)),
  );
  return {
    types: [
      HEAD,
      ...declared,
      errorCodes(components),
      `/** What a webhook is posted. */\nexport type WebhookEvent = ${posted.join(' | ')};\n\n`,
      ...operations.map(({ types }) => types),
    ].join(''),
    calls: [
      HEAD,
      `import { form, json, raw } from '../operation.ts';\nimport type * as Api from './types.ts';\n\n`,
      ...operations.map(({ calls }) => calls),
    ].join(''),
  };
}

/** The codes of errors, as the header that carries them lists them. */
function errorCodes(components: Json): string {
  const headers = isObject(components['headers']) ? components['headers'] : {};
  const header = headers['X-Error-Code'];
  const codes = list(isObject(header) && isObject(header['schema']) && header['schema']['enum']);
  if (codes.length === 0) throw new TypeError('the document lists no codes of errors');
  const lines = codes.map((code) => `\n  | ${JSON.stringify(code)}`).join('');
  return `/** Codes of errors; stable. docs/errors.md says what each means. */\nexport type ErrorCode =${lines};\n\n`;
}

/**
 * Schemas with the suffix \`Output\` stand beside those of requests where reading and writing could differ. Those that
 * do not are one type. Repeated until nothing changes, as schemas are the same only when those that they name are.
 */
function sameSchemas(schemas: readonly (readonly [string, Json])[]): ReadonlyMap<string, string> {
  const byName = new Map(schemas);
  const alias = new Map<string, string>();
  for (;;) {
    const types = new Types(alias);
    const found = schemas.filter(([name, schema]) => {
      const plain = byName.get(name.replace(/Output$/, ''));
      if (!name.endsWith('Output') || alias.has(name) || !plain) return false;
      return types.of(plain) === types.of(schema);
    });
    if (found.length === 0) return alias;
    for (const [name] of found) alias.set(name, name.replace(/Output$/, ''));
  }
}

function declare(types: Types, name: string, schema: Json): string {
  const body = types.of(schema);
  const text = comment(schema['description'], '');
  const isPlain = schema['type'] === 'object' && !('oneOf' in schema) && !('anyOf' in schema);
  return isPlain && body.startsWith('{')
    ? `${text}export interface ${name} ${body}\n\n`
    : `${text}export type ${name} = ${body};\n\n`;
}

/** The content of a request or response. */
function bodyOf(holder: unknown): { readonly type: string; readonly schema: Json } | null {
  const found =
    isObject(holder) && isObject(holder['requestBody']) ? holder['requestBody'] : holder;
  const contents = entries(isObject(found) ? found['content'] : {}).flatMap(([type, { schema }]) =>
    isObject(schema) ? [{ type, schema }] : [],
  );
  const [first] = contents;
  if (!first || contents.length === 1) return first ?? null;
  // A document that is offered in other notations, too, is taken as JSON; several types without one are those of a file.
  const document = contents.find(
    ({ type, schema }) => type === 'application/json' && '$ref' in schema,
  );
  return document ?? { ...first, type: 'application/octet-stream' };
}

/** What a pointer into the document names. */
function found(document: Json, pointer: string): Json {
  const node = pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((node, key) => (isObject(node) ? node[key] : null), document);
  if (!isObject(node)) throw new TypeError(`the document has no ${pointer}`);
  return node;
}

function operationOf(
  types: Types,
  method: string,
  path: string,
  operation: Json,
  at: (node: Json) => Json,
): ClientModules {
  const id = String(operation['operationId']);
  const name = capitalised(id);
  const answers = entries(operation['responses'])
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) => bodyOf(at(response)) ?? []);
  const kind = answers[0]?.type ?? 'application/json';
  const sent = bodyOf(operation);
  const answered = [...new Set(answers.map(({ schema }) => types.of(schema)))].join(' | ');
  const isJson = kind === 'application/json';
  const parameters = objects(operation['parameters'])
    .map(at)
    .filter((one) => one['in'] !== 'header');
  const fields = types.fields(
    parameters.map((one) => [String(one['name']), described(one)] as const),
    parameters.filter((one) => one['required'] === true).map((one) => one['name']),
    '',
  );
  const body = sent ? `  readonly body: ${name}Body;\n` : '';
  const taken =
    fields + body === ''
      ? `export type ${name}Parameters = Record<never, never>;\n\n`
      : `export interface ${name}Parameters {\n${fields}${body}}\n\n`;
  const declared = [
    sent ? declareBody(types, `${name}Body`, sent.schema) : '',
    isJson && answered !== `${name}Answer` ? `export type ${name}Answer = ${answered};\n\n` : '',
    taken,
  ].join('');
  if (kind === 'text/event-stream') return { types: declared, calls: '' };
  const maker = isJson ? (sent?.type === 'multipart/form-data' ? 'form' : 'json') : 'raw';
  const given = isJson ? `, Api.${isName(answered) ? answered : `${name}Answer`}` : '';
  const about = [operation['summary'], operation['description']]
    .map((text) => String(text ?? '').replace(/([^.])$/, '$1.'))
    .join(' ');
  const call = `${maker}<Api.${name}Parameters${given}>(${JSON.stringify(method.toUpperCase())}, ${JSON.stringify(path)})`;
  return {
    types: declared,
    calls: `${comment(about, '')}export const ${id} = /* @__PURE__ */ ${call};\n\n`,
  };
}

const isName = (type: string) => /^\w+$/.test(type);

const declareBody = (types: Types, name: string, schema: Json): string =>
  typeof schema['$ref'] === 'string'
    ? types.of(schema) === name
      ? ''
      : `export type ${name} = ${types.of(schema)};\n\n`
    : declare(types, name, schema);

const described = (parameter: Json): Json => ({
  ...(isObject(parameter['schema']) ? parameter['schema'] : {}),
  description: parameter['description'],
});
