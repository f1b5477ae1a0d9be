/**
 * What an OpenAPI document says more than once stands once, under a name: generated clients are as long as it is. All
 * functions change the document.
 */
import { STATUS_CODES } from 'node:http';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Calls `see` for every object but those in examples. */
export function visit(node: unknown, see: (node: Json) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, see);
  if (!isObject(node)) return;
  see(node);
  for (const [key, value] of Object.entries(node))
    if (key !== 'examples' && key !== 'example') visit(value, see);
}

const SCHEMAS = '#/components/schemas/';
const schemasOf = (document: Json) =>
  (document['components'] as Json)['schemas'] as Record<string, Json>;

/**
 * Schemas of requests and responses have two names (`Chart`, `ChartOutput`) where writing and reading could differ.
 * Those that do not differ get one. Repeated, since schemas are alike once those that they name are.
 */
export function joinTwins(document: Json): void {
  const schemas = schemasOf(document);
  visit(document, (node) => {
    // A description beside a reference says nothing of fields.
    if (node['$ref'] !== undefined) delete node['additionalProperties'];
  });
  for (;;) {
    const twins = Object.keys(schemas).filter((name) => {
      const plain = schemas[name.replace(/Output$/, '')];
      return name.endsWith('Output') && fieldsOf(plain) === fieldsOf(schemas[name]);
    });
    if (twins.length === 0) return;
    for (const name of twins) delete schemas[name];
    const renamed = new Map(
      twins.map((name) => [SCHEMAS + name, SCHEMAS + name.replace(/Output$/, '')]),
    );
    visit(document, (node) => {
      for (const [key, value] of Object.entries(node))
        if (typeof value === 'string') node[key] = renamed.get(value) ?? value;
    });
  }
}

/** A schema without what requests alone say: that no other fields are taken. */
const fieldsOf = (schema: unknown): string | undefined =>
  JSON.stringify(schema, (key, value) =>
    key === 'additionalProperties' && value === false ? undefined : value,
  );

/** A schema with `x-extends` has all fields of the one that it names: it is stated as that one and the rest. */
export function composeExtensions(document: Json): void {
  const schemas = schemasOf(document);
  for (const [name, { 'x-extends': base, ...own }] of Object.entries(schemas)) {
    if (typeof base !== 'string') continue;
    const { description, properties, required, ...rest } = own;
    const parent = schemas[base];
    // The parent may be an extension itself.
    if (!parent || parent['allOf'])
      throw new TypeError(`${name} extends ${base}, which isn't a plain schema`);
    schemas[name] = {
      ...(description === undefined ? {} : { description }),
      allOf: [
        { $ref: SCHEMAS + base },
        {
          ...rest,
          properties: without(name, properties as Json, parent['properties'] as Json),
          required: listOf(required).filter((one) => !listOf(parent['required']).includes(one)),
        },
      ],
    };
  }
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** The fields that a schema has beside those of its parent. */
function without(name: string, fields: Json, parent: Json): Json {
  for (const [key, field] of Object.entries(parent))
    if (JSON.stringify(fields[key]) !== JSON.stringify(field))
      throw new TypeError(`${name}.${key} differs from the schema it extends`);
  return Object.fromEntries(Object.entries(fields).filter(([key]) => !(key in parent)));
}

/** Parameters and responses that stand in several operations alike. */
export function shareParts(document: Json): void {
  const operations = Object.values(document['paths'] as Json).flatMap((methods) =>
    Object.values(methods as Record<string, Operation>),
  );
  const components = document['components'] as Json;
  const parameters = new Shared('parameters');
  const responses = new Shared('responses');
  for (const { parameters: own = [], responses: given } of operations) {
    for (const one of own) parameters.count(one);
    for (const one of Object.values(given)) responses.count(one);
  }
  for (const operation of operations) {
    const { parameters: own = [], responses: given } = operation;
    if (own.length > 0)
      operation.parameters = own.map((one) => parameters.placed(one, nameOf(one)));
    for (const [status, one] of Object.entries(given))
      given[status] = responses.placed(one, responseName(status, one));
  }
  components['parameters'] = parameters.named;
  components['responses'] = responses.named;
}

interface Operation {
  parameters?: readonly Json[];
  readonly responses: Record<string, Json>;
}

/** `X-End-User-Id` → `XEndUserId`, `client_id` → `ClientId`. */
const nameOf = ({ name }: Json): string =>
  String(name)
    .split(/[-_]/)
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join('');

/** Errors are called by their status, answers by their schema. */
function responseName(status: string, { content }: Json): string {
  if (Number(status) >= 400) return (STATUS_CODES[status] ?? 'Error').replaceAll(/\W/g, '');
  const schema =
    isObject(content) && isObject(content['application/json'])
      ? (content['application/json']['schema'] as Json)
      : {};
  return String(schema['$ref'] ?? 'Answer').replace(SCHEMAS, '');
}

/** Parts of one kind: those that are met again stand under a name. */
class Shared {
  readonly named: Json = {};
  private readonly kind: string;
  private readonly met = new Map<string, number>();
  private readonly names = new Map<string, string>();
  constructor(kind: string) {
    this.kind = kind;
  }

  count(part: Json): void {
    const text = JSON.stringify(part);
    this.met.set(text, (this.met.get(text) ?? 0) + 1);
  }

  /** The part itself, or where it stands. */
  placed(part: Json, base: string): Json {
    const text = JSON.stringify(part);
    if (this.met.get(text) === 1) return part;
    let name = this.names.get(text);
    if (name === undefined) {
      name = base;
      for (let number = 2; name in this.named; number++) name = `${base}${number}`;
      this.names.set(text, name);
      this.named[name] = part;
    }
    return { $ref: `#/components/${this.kind}/${name}` };
  }
}
