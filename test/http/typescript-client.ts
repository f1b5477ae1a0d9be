/** Writes a client in strict TypeScript from an OpenAPI document: the types of its schemas, a function an operation. */

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const objects = (value: unknown) => list(value).filter(isObject);
const entries = (value: unknown) =>
  Object.entries(isObject(value) ? value : {}).filter((entry): entry is [string, Json] =>
    isObject(entry[1]),
  );

/** A schema as a type; fails for one that would become `unknown` without saying so (`{}`). */
export function typeOf(schema: Json): string {
  if (typeof schema['$ref'] === 'string') return schema['$ref'].split('/').at(-1)!;
  const choices = [...objects(schema['anyOf']), ...objects(schema['oneOf'])];
  if (choices.length > 0) return choices.map((one) => `(${typeOf(one)})`).join(' | ');
  if (schema['allOf'] !== undefined)
    return objects(schema['allOf'])
      .map((one) => `(${typeOf(one)})`)
      .join(' & ');
  if ('const' in schema) return JSON.stringify(schema['const']);
  if (Array.isArray(schema['enum']))
    return schema['enum'].map((one) => JSON.stringify(one)).join(' | ');
  const types = [schema['type']].flat();
  if (types.length > 1) return types.map((type) => typeOf({ ...schema, type })).join(' | ');
  switch (types[0]) {
    case 'string':
    case 'boolean':
    case 'null':
      return types[0];
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return `(${isObject(schema['items']) ? typeOf(schema['items']) : 'unknown'})[]`;
    case 'object':
      return objectType(schema);
    default:
      return 'unknown';
  }
}

function objectType(schema: Json): string {
  const required = new Set(list(schema['required']));
  const fields = entries(schema['properties']).map(
    ([name, field]) => `${JSON.stringify(name)}${required.has(name) ? '' : '?'}: ${typeOf(field)};`,
  );
  if (fields.length > 0) return `{ ${fields.join(' ')} }`;
  const values = schema['additionalProperties'];
  return `Record<string, ${isObject(values) ? typeOf(values) : 'unknown'}>`;
}

const contentOf = (holder: unknown) => entries(isObject(holder) ? holder['content'] : {});

/** The whole client; each example of the document is a value of its type in it. */
export function clientOf(document: Json): string {
  const components = document['components'];
  const types = entries(isObject(components) ? components['schemas'] : {}).map(
    ([name, schema]) => `export type ${name} = ${typeOf(schema)};`,
  );
  const operations = entries(document['paths']).flatMap(([path, methods]) =>
    entries(methods).map(([method, operation]) => functionOf(method, path, operation)),
  );
  const posted = entries(document['webhooks']).map(([, { post }]) => {
    const [content] = contentOf(isObject(post) ? post['requestBody'] : {});
    const schema = content?.[1]['schema'];
    return isObject(schema) ? typeOf(schema) : 'never';
  });
  return [...types, `export type WebhookEvent = ${posted.join(' | ')};`, ...operations, ''].join(
    '\n',
  );
}

function functionOf(method: string, path: string, operation: Json): string {
  const id = String(operation['operationId']);
  const parameters = objects(operation['parameters']).map((one) => {
    const name = JSON.stringify(one['name']);
    return `${name}${one['required'] === true ? '' : '?'}: ${typeOf(one['schema'] as Json)};`;
  });
  const [body] = contentOf(operation['requestBody']);
  const answers: string[] = [];
  const examples: string[] = [];
  const show = (media: Json, type: string) => {
    if (media['example'] !== undefined)
      examples.push(
        `export const ${id}Example${examples.length}: ${type} = ${JSON.stringify(media['example'])};`,
      );
  };
  if (body && isObject(body[1]['schema'])) show(body[1], typeOf(body[1]['schema']));
  for (const [status, response] of entries(operation['responses']))
    for (const [, media] of contentOf(response)) {
      const type = isObject(media['schema']) ? typeOf(media['schema']) : 'unknown';
      answers.push(`{ status: ${status}; body: ${type} }`);
      show(media, type);
    }
  const sent = body && isObject(body[1]['schema']) ? typeOf(body[1]['schema']) : 'undefined';
  return [
    `export async function ${id}(parameters: { ${parameters.join(' ')} }, body: ${sent}): Promise<${answers.join(' | ')}> {`,
    `  return send(${JSON.stringify(method)}, ${JSON.stringify(path)}, parameters, body);`,
    '}',
    ...examples,
  ].join('\n');
}
