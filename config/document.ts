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

Limits that people may want to move are settings. What is fixed belongs to a format, an algorithm or a wall, and moving it would break one of them: names of at most 63 bytes (PostgreSQL's), decimals of 38 digits (DuckDB's), 1,048,576 rows and 16,384 columns of a worksheet and 32,767 characters of its cells (Excel's); how deep and how wide a statement may be for the guard to resolve it whole (\`src/sql/growth-bounds.ts\`, \`src/sql/select/weight.ts\`, the dialects); how much of a question the built-in planner reads (\`src/planner\`); sizes of form fields, and of what is quoted in texts. They are constants \`MAX_…\`, \`MOST_…\` and \`LONGEST_…\` beside the code that they bound.

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
      allowed(inner),
      inner.description ?? '',
    ];
    return [`| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`];
  });
}

function shown(value: unknown): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return `\`${JSON.stringify(value)}\``;
  return typeof value === 'object' && value !== null
    ? 'see `config/sections`'
    : `\`${String(value)}\``;
}

function allowed(node: Node): string {
  if (node.anyOf) return node.anyOf.map(allowed).join(' or ');
  if (node.enum) return node.enum.map((value) => `\`${value}\``).join(', ');
  if (node.minimum !== undefined && node.maximum !== undefined)
    return `${node.minimum} to ${node.maximum}`;
  return [node.type ?? ''].flat().join(' or ');
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href)
  writeFileSync(FILE, configurationPage());
