/** `node config/document.ts`: writes docs/configuration.md from `config/schema.ts`. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import { configSchema } from './schema.ts';

const FILE = path.join(import.meta.dirname, '../docs/configuration.md');

interface Node {
  readonly type?: string | readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Node[];
  readonly minimum?: number;
  readonly maximum?: number;
}

const HEAD = `# Configuration

Made from \`config/schema.ts\` by \`node config/document.ts\`; a test holds this page to it.

Settings come from \`config/default.yaml\`, over it the YAML file that \`PLUMBLINE_CONFIG\` names, over it the environment: \`PLUMBLINE_\` and the path in upper case, with \`__\` between levels (\`ask.max_rows\` is \`PLUMBLINE_ASK__MAX_ROWS\`). A variable that ends in \`_FILE\` names a file that holds the value. \`PLUMBLINE_LOG=pretty\` writes the log for people. A setting that is wrong or unknown stops the start and is named; \`plumbline config check\` prints what takes effect.

A name that ends in \`_ms\`, \`_seconds\`, \`_hours\`, \`_days\` or \`_bytes\` has its unit there.

| setting | default | allowed | what it is |
| --- | --- | --- | --- |
`;

/** The page as text. */
export function configurationPage(): string {
  const schema = z.toJSONSchema(configSchema, { io: 'output', unrepresentable: 'any' }) as Node;
  return `${HEAD}${rows(schema, []).join('\n')}\n`;
}

function rows(node: Node, trail: readonly string[]): string[] {
  return Object.entries(node.properties ?? {}).flatMap(([name, inner]) => {
    const here = [...trail, name];
    if (inner.properties) return rows(inner, here);
    const cells = [
      `\`${here.join('.')}\``,
      shown(inner.default),
      allowed(inner, name),
      withoutUnit(name, inner.description ?? ''),
    ];
    return [`|${cells.map((cell) => cell.replaceAll('|', '\\|')).join('|')}|`];
  });
}

/** A text without the unit at its end that the name says already. */
function withoutUnit(name: string, text: string): string {
  const unit = /_(ms|bytes|seconds|hours|days)$/.exec(name)?.[1];
  if (!unit) return text;
  return text.replace(unit === 'ms' ? / \(milliseconds\)$/ : ` (${unit})`, '');
}

function shown(value: unknown): string {
  if (value === undefined || value === '') return '';
  if (Array.isArray(value)) return `\`${JSON.stringify(value)}\``;
  return typeof value === 'object' && value !== null
    ? 'see `config/sections`'
    : `\`${String(value)}\``;
}

/** What a setting may be, sizes and times in units that people read. */
function allowed(node: Node, name: string): string {
  if (node.anyOf)
    return node.anyOf
      .map((one) => allowed(one, name))
      .filter(Boolean)
      .join(' or ');
  if (node.enum) return node.enum.map((value) => `\`${value}\``).join(', ');
  if (node.minimum !== undefined && node.maximum !== undefined)
    return `${readable(node.minimum, name)}–${readable(node.maximum, name)}`;
  return '';
}

const SIZES: readonly (readonly [number, string])[] = [
  [2 ** 40, ' TiB'],
  [2 ** 30, ' GiB'],
  [2 ** 20, ' MiB'],
  [2 ** 10, ' KiB'],
];
const TIMES: readonly (readonly [number, string])[] = [
  [86_400_000, ' d'],
  [3_600_000, ' h'],
  [60_000, ' min'],
  [1000, ' s'],
];

/** `64 GiB`, `10 min`; the number itself where no unit gives a whole one. */
function readable(value: number, name: string): string {
  const units = name.endsWith('_bytes') ? SIZES : name.endsWith('_ms') ? TIMES : [];
  const [size, unit] = units.find(([of]) => value >= of && value % of === 0) ?? [1, ''];
  return `${value / size}${unit || (value > 0 && units === TIMES ? ' ms' : '')}`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(FILE, configurationPage());
