import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'yaml';
import type { z } from 'zod';
import { type Config, configSchema } from './schema.ts';
import { isSecretSetting, withoutSecrets } from './secrets.ts';

/** A setting that is wrong; the text names it, what it was, where it came from and what it may be. */
export class ConfigError extends Error {
  constructor(problems: readonly string[]) {
    super(
      `The configuration isn't valid:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`,
    );
    this.name = 'ConfigError';
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that are no path of a setting. */
const SPECIAL = new Set([
  'PLUMBLINE_CONFIG',
  'PLUMBLINE_LOG',
  'PLUMBLINE_API_KEY',
  'PLUMBLINE_LAUNCHER',
]);
const PREFIX = 'PLUMBLINE_';
const DEFAULTS = path.join(import.meta.dirname, 'default.yaml');

/** Addresses whose values are never printed: they hold a password, and a wrong one may hold it anywhere. */
const SECRET_ADDRESSES = ['store.url', 'redis.url'];

type Tree = { [key: string]: unknown };

/**
 * Reads `config/default.yaml`, over it the file that `PLUMBLINE_CONFIG` names, over it the environment
 * (`PLUMBLINE_` + path in upper case, `__` between levels; `…_FILE` names a file that holds the value), and checks it.
 * Fails with a `ConfigError`.
 */
export function loadConfig(environment: Environment): Config {
  const origin = new Map<string, string>();
  const tree: Tree = {};
  merge(tree, readYaml(DEFAULTS), 'config/default.yaml', origin);
  const file = environment['PLUMBLINE_CONFIG'];
  if (file) merge(tree, readYaml(file), file, origin);
  for (const [name, text] of Object.entries(environment)) {
    if (!name.startsWith(PREFIX) || SPECIAL.has(name) || name.startsWith('PLUMBLINE_CRASH_'))
      continue;
    if (text !== undefined) setFromEnvironment(tree, name, text, origin);
  }
  if (environment['PLUMBLINE_LOG'] === 'pretty') place(tree, ['log', 'pretty'], true);
  const result = configSchema.safeParse(tree);
  if (!result.success)
    throw new ConfigError(result.error.issues.flatMap((issue) => explain(issue, tree, origin)));
  return freeze(result.data);
}

function readYaml(file: string): Tree {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigError([`the file ${file} can't be read: ${message(error)}`]);
  }
  try {
    const tree: unknown = parse(text) ?? {};
    if (typeof tree === 'object' && !Array.isArray(tree)) return tree as Tree;
  } catch (error) {
    throw new ConfigError([`${file} isn't valid YAML: ${message(error)}`]);
  }
  throw new ConfigError([`${file} must contain settings as "name: value" lines`]);
}

function merge(
  into: Tree,
  from: Tree,
  source: string,
  origin: Map<string, string>,
  trail: readonly string[] = [],
): void {
  for (const [key, value] of Object.entries(from)) {
    const here = [...trail, key];
    if (isTree(value) && isTree(into[key])) merge(into[key], value, source, origin, here);
    else {
      into[key] = value;
      origin.set(here.join('.'), source);
    }
  }
}

const isTree = (value: unknown): value is Tree =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function setFromEnvironment(
  tree: Tree,
  name: string,
  text: string,
  origin: Map<string, string>,
): void {
  let keys = name.slice(PREFIX.length).toLowerCase().split('__');
  let value = text;
  if (name.endsWith('_FILE') && !settingAt(keys)) {
    keys = name.slice(PREFIX.length, -'_FILE'.length).toLowerCase().split('__');
    try {
      value = readFileSync(text, 'utf8').trimEnd();
    } catch (error) {
      throw new ConfigError([
        `${name} names the file ${text}, which can't be read: ${message(error)}`,
      ]);
    }
  }
  place(tree, keys, valueAt(keys, value));
  origin.set(keys.join('.'), `the environment (${name})`);
}

/** The value that a text means for the setting at a path: lists and objects are written as JSON. */
function valueAt(keys: readonly string[], text: string): unknown {
  const schema = settingAt(keys);
  if (!schema) return text;
  const isStructure = ['array', 'object', 'record'].includes(unwrap(schema)._zod.def.type);
  if (!isStructure || !/^\s*[[{]/.test(text)) return scalar(text);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Numbers, booleans and null as YAML reads them; everything else stays the text it is. */
function scalar(text: string): unknown {
  return /^(-?\d+(\.\d+)?|true|false|null)$/.test(text) ? (parse(text) as unknown) : text;
}

function place(tree: Tree, keys: readonly string[], value: unknown): void {
  let node = tree;
  for (const key of keys.slice(0, -1)) {
    if (!isTree(node[key])) node[key] = {};
    node = node[key] as Tree;
  }
  node[keys.at(-1)!] = value;
}

/** The schema of the setting at this path; null where there is none. */
function settingAt(keys: readonly string[]): z.core.$ZodType | null {
  let schema: z.core.$ZodType = configSchema;
  for (const key of keys) {
    const inner = unwrap(schema);
    if (inner._zod.def.type === 'record')
      return (inner as z.ZodRecord<z.ZodString, z.ZodType>).valueType;
    const shape = (inner as z.ZodObject).shape as Record<string, z.core.$ZodType> | undefined;
    const next = shape?.[key];
    if (!next) return null;
    schema = next;
  }
  return schema;
}

/** The schema below defaults. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  const inner = (schema._zod.def as { innerType?: z.core.$ZodType }).innerType;
  return inner ? unwrap(inner) : schema;
}

function explain(
  issue: z.core.$ZodIssue,
  tree: Tree,
  origin: ReadonlyMap<string, string>,
): string[] {
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const name = [...issue.path, key].join('.');
      return `"${name}" isn't a setting${from(name, origin)}; docs/configuration.md lists all settings`;
    });
  }
  const name = issue.path.join('.');
  const value = issue.path.reduce<unknown>(
    (node, key) => (node as Tree | undefined)?.[String(key)],
    tree,
  );
  // A text that is no list or object may hold keys all the same.
  const isSecret =
    SECRET_ADDRESSES.includes(name) ||
    isSecretSetting(issue.path.map(String)) ||
    (typeof value === 'string' && /^\s*[[{]/.test(value));
  const shown = isSecret ? 'not valid' : JSON.stringify(withoutSecrets(value));
  if (value === undefined && !isSecret) return [`"${name}": ${issue.message}`];
  return [`"${name}" is ${shown}${from(name, origin)}: ${issue.message}`];
}

function from(name: string, origin: ReadonlyMap<string, string>): string {
  const source = origin.get(name);
  return source ? `, set by ${source}` : '';
}

const message = (error: unknown) => (error instanceof Error ? error.message : String(error));

function freeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) freeze(inner);
    Object.freeze(value);
  }
  return value;
}
