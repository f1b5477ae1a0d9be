import { visit } from './document-parts.ts';
import { FIELD_NOTES } from './field-notes.ts';

type Json = Record<string, unknown>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Gives every field and parameter of an OpenAPI document that says nothing of itself its note, and every scalar an
 * example that fits it. Changes the document.
 */
export function describeFields(document: Json): void {
  visit(document, (node) => {
    if (isObject(node['properties']))
      for (const [name, field] of Object.entries(node['properties']))
        if (isObject(field)) describeField(name, field);
    if (typeof node['in'] === 'string' && isObject(node['schema'])) {
      const name = String(node['name']);
      describeField(name, node['schema']);
      node['description'] ??= node['schema']['description'];
    }
  });
}

function describeField(name: string, field: Json): void {
  const note = FIELD_NOTES[name];
  if (note) field['description'] ??= note.description;
  if (field['$ref'] !== undefined || field['examples'] !== undefined) return;
  const example = note && fits(field, note.example) ? note.example : plainExample(field);
  if (example !== undefined) field['examples'] = [example];
}

const alternatives = (schema: Json): readonly Json[] =>
  [schema['anyOf'], schema['oneOf']].flatMap((list) => (Array.isArray(list) ? list : []));

/** Whether a value is of a schema's type and one of its values; bounds are not looked at. */
function fits(schema: Json, value: unknown): boolean {
  if (value === undefined) return false;
  const choices = alternatives(schema);
  if (choices.length > 0) return choices.some((one) => fits(one, value));
  if ('const' in schema) return schema['const'] === value;
  if (Array.isArray(schema['enum'])) return schema['enum'].includes(value);
  if (typeof schema['pattern'] === 'string' && typeof value === 'string')
    if (!new RegExp(schema['pattern'], 'u').test(value)) return false;
  const types = [schema['type']].flat();
  if (Array.isArray(value)) {
    const { items } = schema;
    return types.includes('array') && (!isObject(items) || value.every((one) => fits(items, one)));
  }
  if (value === null) return types.includes('null');
  if (typeof value === 'number')
    return types.includes('number') || (types.includes('integer') && Number.isInteger(value));
  return types.includes(typeof value) && !isObject(schema['properties']);
}

/** An example of a scalar that says nothing else of itself. */
function plainExample(schema: Json): unknown {
  if ('const' in schema) return schema['const'];
  if (Array.isArray(schema['enum'])) return schema['enum'][0];
  if ('default' in schema) return schema['default'];
  for (const one of alternatives(schema)) {
    const example = one['$ref'] === undefined ? plainExample(one) : undefined;
    if (example !== undefined) return example;
  }
  const types = [schema['type']].flat();
  if (types.includes('boolean')) return true;
  if (types.includes('integer') || types.includes('number')) return schema['minimum'] ?? 1;
  if (types.includes('string')) return 'text';
  if (types.includes('array') && isObject(schema['items'])) {
    const item = schema['items']['$ref'] === undefined ? plainExample(schema['items']) : undefined;
    return item === undefined ? undefined : [item];
  }
  return types.includes('null') ? null : undefined;
}

/** Examples of a body by name, one for each form that it may have, as `examples` of a media type lists them. */
export function examplesOf(schema: Json, document: Json): Json {
  const named = nameOf(schema);
  const plain = named === null ? schema : resolved(schema, document);
  const forms = alternatives(plain).filter((one) => nameOf(one) !== null);
  const all = forms.length > 1 ? forms : [schema];
  return Object.fromEntries(
    all.map((one) => [nameOf(one) ?? 'example', { value: exampleOf(one, document) }]),
  );
}

const nameOf = ({ $ref }: Json): string | null =>
  typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : null;

/** A value of a schema, made of the examples of its fields; `within` are the schemas that it is part of. */
function exampleOf(schema: Json, document: Json, within: readonly Json[] = []): unknown {
  if (Array.isArray(schema['examples'])) return schema['examples'][0];
  if (typeof schema['$ref'] === 'string') {
    const found = resolved(schema, document);
    return within.includes(found) ? null : exampleOf(found, document, [...within, found]);
  }
  const [first] = alternatives(schema);
  if (first) return exampleOf(first, document, within);
  if (Array.isArray(schema['allOf']))
    return Object.assign({}, ...schema['allOf'].map((one) => exampleOf(one, document, within)));
  const types = [schema['type']].flat();
  if (types.includes('object')) {
    const fields = Object.entries(isObject(schema['properties']) ? schema['properties'] : {});
    return Object.fromEntries(
      fields.flatMap(([name, field]) =>
        isObject(field) ? [[name, exampleOf(field, document, within)]] : [],
      ),
    );
  }
  if (types.includes('array'))
    return isObject(schema['items']) ? [exampleOf(schema['items'], document, within)] : [];
  return plainExample(schema) ?? null;
}

/** The examples of bodies hold those of their fields. */
export function withoutFieldExamples(document: Json): void {
  visit(document, ({ properties }) => {
    for (const field of Object.values(isObject(properties) ? properties : {}))
      if (isObject(field)) delete field['examples'];
  });
}

function resolved({ $ref }: Json, document: Json): Json {
  let found: unknown = document;
  for (const key of String($ref).replace('#/', '').split('/'))
    found = isObject(found) ? found[key] : null;
  if (!isObject(found)) throw new TypeError(`the document has no ${String($ref)}`);
  return found;
}
