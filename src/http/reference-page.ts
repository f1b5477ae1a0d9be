/** `/docs`: the OpenAPI document as one page of HTML, so that nothing is loaded but its own script. */

type Json = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objectsOf = (value: unknown): readonly (readonly [string, Json])[] =>
  Object.entries(isObject(value) ? value : {}).flatMap(([key, one]) =>
    isObject(one) ? [[key, one] as const] : [],
  );
const listOf = (value: unknown): readonly Json[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

const SPECIAL = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
]);
const escaped = (value: unknown): string =>
  String(value ?? '').replaceAll(/[&<>"]/g, (sign) => SPECIAL.get(sign) ?? sign);
/** Text with `code` in it. */
const prose = (value: unknown): string =>
  escaped(value).replaceAll(/`([^`]+)`/g, '<code>$1</code>');

const nameOf = ({ $ref }: Json): string | null =>
  typeof $ref === 'string' ? $ref.slice($ref.lastIndexOf('/') + 1) : null;
const linkTo = (name: string) => `<a href="#schema-${escaped(name)}">${escaped(name)}</a>`;

/** What a value is, in one line; named schemas are links. */
function typeOf(schema: Json): string {
  const name = nameOf(schema);
  if (name !== null) return linkTo(name);
  const choices = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])];
  if (choices.length > 0) return choices.map(typeOf).join(' or ');
  const parts = listOf(schema['allOf']);
  if (parts.length > 0) return parts.map(typeOf).join(' and ');
  if ('const' in schema) return `<code>${escaped(JSON.stringify(schema['const']))}</code>`;
  if (Array.isArray(schema['enum']))
    return schema['enum'].map((one) => `<code>${escaped(JSON.stringify(one))}</code>`).join(' or ');
  if (isObject(schema['items'])) return `list of ${typeOf(schema['items'])}`;
  const type = [schema['type'] ?? 'any value'].flat().map(escaped).join(' or ');
  const format = schema['format'] === undefined ? '' : ` (${escaped(schema['format'])})`;
  return `${type}${format}${boundsOf(schema)}`;
}

const BOUNDS = [
  ['minimum', 'at least'],
  ['maximum', 'at most'],
  ['minLength', 'at least', 'characters'],
  ['maxLength', 'at most', 'characters'],
  ['maxItems', 'at most', 'items'],
  ['default', 'default'],
] as const;

function boundsOf(schema: Json): string {
  const bounds = BOUNDS.flatMap(([name, words, unit = '']) => {
    const value = schema[name];
    const isNoBound = value === undefined || Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
    return isNoBound ? [] : [`${words} ${escaped(JSON.stringify(value))} ${unit}`.trim()];
  });
  return bounds.length > 0 ? `, ${bounds.join(', ')}` : '';
}

interface Row {
  readonly name: string;
  readonly schema: Json;
  readonly note: unknown;
  readonly required: boolean;
}

const table = (rows: readonly Row[]): string =>
  rows.length === 0
    ? ''
    : `<table><thead><tr><th>Name</th><th>Type</th><th>Description</th></tr></thead><tbody>${rows
        .map(
          ({ name, schema, note, required }) =>
            `<tr><td><code>${escaped(name)}</code>${required ? ' <em>required</em>' : ''}</td><td>${typeOf(schema)}</td><td>${prose(note)}${fieldsOf(schema)}</td></tr>`,
        )
        .join('')}</tbody></table>`;

/** The fields of an object that has no name of its own; those of a named one stand with it. */
function fieldsOf(schema: Json): string {
  if (nameOf(schema) !== null) return '';
  const choices = [
    ...listOf(schema['anyOf']),
    ...listOf(schema['oneOf']),
    ...listOf(schema['allOf']),
  ];
  const inner = isObject(schema['items']) ? [schema['items']] : choices;
  const required = new Set(Array.isArray(schema['required']) ? schema['required'] : []);
  const rows = objectsOf(schema['properties']).map(([name, field]) => ({
    name,
    schema: field,
    note: field['description'],
    required: required.has(name),
  }));
  return table(rows) + inner.map(fieldsOf).join('');
}

function bodyOf(content: unknown): string {
  return objectsOf(content)
    .map(([type, media]) => {
      const schema = isObject(media['schema']) ? media['schema'] : {};
      const examples = objectsOf(media['examples']).map(
        ([name, { value }]) =>
          `<details><summary>Example${name === 'example' ? '' : `: ${escaped(name)}`}</summary><pre>${escaped(JSON.stringify(value, null, 2))}</pre></details>`,
      );
      return `<p><code>${escaped(type)}</code>: ${typeOf(schema)}</p>${fieldsOf(schema)}${examples.join('')}`;
    })
    .join('');
}

/** Where the document refers to another place of it: what stands there. */
function resolved(document: Json, node: Json): Json {
  const { $ref } = node;
  if (typeof $ref !== 'string') return node;
  let found: unknown = document;
  for (const key of $ref.slice(2).split('/')) found = isObject(found) ? found[key] : null;
  return isObject(found) ? found : {};
}

function operationOf(document: Json, method: string, path: string, operation: Json): string {
  const parameters = listOf(operation['parameters']).map((stated) => {
    const one = resolved(document, stated);
    return {
      name: `${String(one['name'])} (${String(one['in'])})`,
      schema: isObject(one['schema']) ? one['schema'] : {},
      note: one['description'],
      required: one['required'] === true,
    };
  });
  const body = isObject(operation['requestBody']) ? operation['requestBody']['content'] : null;
  const responses = objectsOf(operation['responses'])
    .map(([status, response]) => [status, resolved(document, response)] as const)
    .map(
      ([status, response]) =>
        `<details${status.startsWith('2') ? ' open' : ''}><summary><code>${escaped(status)}</code> ${prose(response['description'])}</summary>${bodyOf(response['content'])}</details>`,
    );
  const id = escaped(operation['operationId']);
  return `<section class="operation" id="${id}" data-words="${escaped(`${method} ${path} ${String(operation['summary'])} ${id}`.toLowerCase())}">
<h3><code class="${method}">${method.toUpperCase()}</code> <code>${escaped(path)}</code></h3>
<p><strong>${prose(operation['summary'])}</strong></p><p>${prose(operation['description'])}</p>
${parameters.length > 0 ? `<h4>Parameters</h4>${table(parameters)}` : ''}
${body ? `<h4>Body</h4>${bodyOf(body)}` : ''}
<h4>Responses</h4>${responses.join('')}</section>`;
}

function schemaOf([name, schema]: readonly [string, Json]): string {
  const fields = fieldsOf(schema);
  return `<section class="schema" id="schema-${escaped(name)}"><h3>${escaped(name)}</h3><p>${prose(schema['description'])}</p>${fields || `<p>${typeOf(schema)}</p>`}</section>`;
}

const STYLE = `
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: #1c2330; background: #fff; }
main { max-width: 64rem; margin: 0 auto; padding: 1.5rem; }
code, pre { font: 13px/1.5 ui-monospace, monospace; }
pre { overflow: auto; padding: .75rem; background: #f5f6f8; }
table { border-collapse: collapse; width: 100%; margin: .5rem 0; }
th, td { text-align: left; vertical-align: top; padding: .3rem .6rem; border-bottom: 1px solid #e3e6eb; }
section { border-top: 1px solid #e3e6eb; padding: .75rem 0; overflow-wrap: anywhere; }
nav ul { columns: 18rem; padding-left: 1rem; }
input { font: inherit; width: 100%; padding: .5rem; box-sizing: border-box; }
em { color: #a3341c; font-size: 12px; }
a { color: #1b5fae; }
summary { cursor: pointer; }
@media (prefers-color-scheme: dark) {
  body { color: #dfe3ea; background: #14181f; } pre { background: #1d232d; } a { color: #7db4f5; } em { color: #f0937c; }
  th, td, section { border-color: #323a47; } input { color: inherit; background: #1d232d; border: 1px solid #323a47; }
}`;

/** Hides the operations that lack one of the words that are typed. */
export const REFERENCE_SCRIPT = `const search = document.querySelector('input');
search.addEventListener('input', () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  for (const one of document.querySelectorAll('[data-words]'))
    one.hidden = !words.every((word) => one.dataset.words.includes(word));
});
`;

/** The page of an OpenAPI document, its operations grouped by their tags. */
export function referencePage(document: Json): string {
  const info = isObject(document['info']) ? document['info'] : {};
  const byTag = new Map<string, { link: string; text: string }[]>();
  for (const [path, methods] of objectsOf(document['paths']))
    for (const [method, operation] of objectsOf(methods)) {
      const [tag = 'Other'] = Array.isArray(operation['tags']) ? operation['tags'].map(String) : [];
      const words = `${method} ${path} ${String(operation['summary'])}`.toLowerCase();
      const link = `<li data-words="${escaped(words)}"><a href="#${escaped(operation['operationId'])}">${prose(operation['summary'])}</a></li>`;
      byTag.set(tag, [
        ...(byTag.get(tag) ?? []),
        { link, text: operationOf(document, method, path, operation) },
      ]);
    }
  const groups = [...byTag];
  const schemas = isObject(document['components']) ? document['components']['schemas'] : {};
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Plumbline API</title>
<style>${STYLE}</style><script type="module" src="/docs/reference.js"></script></head><body><main>
<h1>${escaped(info['title'])} API ${escaped(info['version'])}</h1><p>${prose(info['description'])}</p>
<p>Send your key in the header <code>X-API-Key</code>; routes of a tenant also take <code>Authorization: Bearer</code> with a token. The machine-readable description is <a href="/openapi.json">/openapi.json</a> (OpenAPI ${escaped(document['openapi'])}).</p>
<p><input type="search" aria-label="Search operations" placeholder="Search operations"></p>
<nav>${groups.map(([tag, all]) => `<h2>${escaped(tag)}</h2><ul>${all.map(({ link }) => link).join('')}</ul>`).join('')}</nav>
${groups.map(([tag, all]) => `<h2>${escaped(tag)}</h2>${all.map(({ text }) => text).join('\n')}`).join('\n')}
<h2>Schemas</h2>${objectsOf(schemas).map(schemaOf).join('\n')}
</main></body></html>
`;
}
