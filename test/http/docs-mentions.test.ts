import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { configSchema } from '#config/schema.ts';
import { type Gateway, openGateway } from './gateway.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const SOURCES_OF_COMMANDS = ['src/cli.ts', 'src/cli/operations.ts'];
/** Addresses that are not routes of the API: the page's, its script, and the reference. */
const OF_THE_PAGE = new Set(['/', '/embed.js', '/docs/reference.js']);

const pages = [
  'README.md',
  'CHANGELOG.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  ...readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md'))
    .map((file) => path.posix.join('docs', file.replaceAll('\\', '/'))),
];

/** The text of a page without its blocks of code. */
const prose = (file: string) => read(file).replace(/^ *```[\s\S]*?^ *```/gm, '');

/** The ids that GitHub gives to the headings of a page. */
function anchorsOf(file: string): ReadonlySet<string> {
  const headings = [...prose(file).matchAll(/^#{1,6} (.+)$/gm)].map(([, text = '']) => text);
  return new Set(
    headings.map((text) =>
      text
        .toLowerCase()
        .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
        .replaceAll(' ', '-'),
    ),
  );
}

/** Everything that matches in any page, with the page. */
const mentions = (pattern: RegExp, textOf: (file: string) => string = read) =>
  pages.flatMap((file) => [...textOf(file).matchAll(pattern)].map((found) => ({ file, found })));

describe('what the documentation mentions', () => {
  let gateway: Gateway;
  before(async () => {
    gateway = await openGateway();
  });
  after(() => gateway.close());

  it('has no dead link, picture or anchor', () => {
    const dead = mentions(/\]\(([^)\s]+)\)/g, prose).flatMap(({ file, found }) => {
      const [target = '', anchor] = (found[1] ?? '').split('#');
      if (/^[a-z]+:/.test(target)) return [];
      const to = target ? path.posix.join(path.posix.dirname(file), target) : file;
      const isThere = existsSync(path.join(root, to)) && (!anchor || anchorsOf(to).has(anchor));
      return isThere ? [] : [`${file}: ${found[1]}`];
    });
    expect(dead).to.deep.equal([]);
  });

  it('links in the package only to what the package brings', () => {
    const npm = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const text = execFileSync('npm', npm, { cwd: root, encoding: 'utf8' });
    // A list, or with npm 12 an object by name.
    const [packed] = Object.values(JSON.parse(text) as Record<string, Packed>);
    const files = packed?.files ?? [];
    const shipped = new Set(files.map((file) => file.path));
    const brings = (to: string) =>
      shipped.has(to) || [...shipped].some((file) => file.startsWith(`${to}/`));
    const dead = mentions(/\]\(([^)\s#]+)[^)\s]*\)/g, prose)
      .map(({ file, found: [, target = ''] }) => ({ file, target }))
      .filter(({ file, target }) => shipped.has(file) && !/^[a-z]+:/.test(target))
      .filter(({ file, target }) => !brings(path.posix.join(path.posix.dirname(file), target)))
      .map(({ file, target }) => `${file}: ${target}`);
    expect(shipped).to.include('docs/tutorial.md');
    expect(dead).to.deep.equal([]);
  });

  it('names routes that are there', () => {
    const plain = (address: string) =>
      address.replace(/[?#].*$/, '').replaceAll(/\$\{?\w+\}?|\{[^}]*\}|(?<=\/)\d+(?=\/|$)/g, '{}');
    const routes = gateway.routes.map(({ method, path: address }) => ({
      method: method.toUpperCase(),
      address: plain(address),
    }));
    const isRoute = (method: string, address: string) =>
      routes.some(
        (route) =>
          route.method === method &&
          (address.startsWith('…')
            ? route.address.endsWith(address.slice(1))
            : route.address === address),
      );
    const named = mentions(/`(GET|POST|PUT|PATCH|DELETE) ([/…][^\s`]*)`/g).map(
      ({ file, found: [, method = '', address = ''] }) => ({ file, method, address }),
    );
    const called = mentions(
      /curl ((?:[^\n]|(?<=\\)\n)*?)"?(?:\$URL|localhost:8080|https:\/\/plumbline\.example)(\/[^\s"']*)((?:[^\n]|(?<=\\)\n)*)/g,
    ).map(({ file, found: [, before = '', address = '', behind = ''] }) => {
      const [, asked] = /-X ([A-Z]+)/.exec(before + behind) ?? [];
      const hasBody = / (-d|-F|--data-binary) /.test(before + behind);
      return { file, method: asked ?? (hasBody ? 'POST' : 'GET'), address };
    });
    expect(named.length).to.be.greaterThan(100);
    expect(called.length).to.be.greaterThan(15);
    const unknown = [...named, ...called]
      .filter(
        ({ method, address }) => !OF_THE_PAGE.has(address) && !isRoute(method, plain(address)),
      )
      .map(({ file, method, address }) => `${file}: ${method} ${address}`);
    expect(unknown).to.deep.equal([]);
  });

  it('names settings that are there', () => {
    const shape = configSchema.toJSONSchema({ io: 'output', unrepresentable: 'any' }) as Node;
    const sections = Object.keys(shape.properties ?? {});
    const named = mentions(/`([a-z_]+(?:\.[a-z_]+)+)(?:: [^`]*)?`/g)
      .filter(
        ({ found: [, name = ''] }) =>
          sections.includes(name.split('.')[0] ?? '') && !/\.[jt]s$/.test(name),
      )
      .map(({ file, found: [, name = ''] }) => ({ file, name, trail: name.split('.') }));
    const variables = mentions(/\bPLUMBLINE_[A-Z0-9_]*[A-Z0-9]\b/g)
      .map(({ file, found: [name] }) => ({ file, name }))
      .filter(({ name }) => !NO_SETTINGS.has(name))
      .map((one) => ({
        ...one,
        trail: one.name
          .replace(/^PLUMBLINE_/, '')
          .replace(/(?<!_)_FILE$/, '')
          .toLowerCase()
          .split('__'),
      }));
    expect(named.length).to.be.greaterThan(150);
    const unknown = [...named, ...variables]
      .filter(({ trail }) => !isSetting(shape, trail))
      .map(({ file, name }) => `${file}: ${name}`);
    expect(unknown).to.deep.equal([]);
  });

  it('names scripts, benches and commands that are there', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    const unknown = mentions(
      /\bnpm (?:run (?:-s )?([a-z][\w:-]*)|(start|test|ci|pack|i|install)\b)/g,
    )
      .filter(({ found: [, name] }) => name !== undefined && !(name in scripts))
      .map(({ file, found: [text] }) => `${file}: ${text}`);
    const benches = mentions(/npm run bench ([a-z][\w/-]*)/g)
      .filter(({ found: [, name = ''] }) =>
        [`bench/${name}.ts`, `bench/${name}/run.ts`].every(
          (of) => !existsSync(path.join(root, of)),
        ),
      )
      .map(({ file, found: [text] }) => `${file}: ${text}`);
    expect([...unknown, ...benches]).to.deep.equal([]);
    const source = SOURCES_OF_COMMANDS.map(read).join('\n');
    const words = new Set([...source.matchAll(/\.command\('([\w-]+)/g)].map(([, name]) => name));
    const flags = new Set([...source.matchAll(/'(?:-\w, )?(--[\w-]+)/g)].map(([, name]) => name));
    const commands = mentions(
      /(?:npm run (?:-s )?plumbline --|(?<=[`\n ])(?:npx )?plumbline) ([a-z]+(?: [a-z]+)?)([^`\n]*)/g,
    ).filter(({ file, found }) => isCommandLine(file, found));
    expect(commands.length).to.be.greaterThan(20);
    const wrong = commands.flatMap(({ file, found: [text, name = '', rest = ''] }) => [
      ...(words.has(name.split(' ')[0] ?? '') ? [] : [`${file}: ${text}`]),
      ...(rest.match(/(?<= )--[a-z][\w-]*/g) ?? [])
        .filter((flag) => !flags.has(flag) && flag !== '--help')
        .map((flag) => `${file}: ${flag}`),
    ]);
    expect(wrong).to.deep.equal([]);
  });

  it('names files of the repository that are there', () => {
    const missing = mentions(
      /`((?:src|plugins|test|config|workers|docs|deploy|bench)\/[^`\s<>*…{]+)`/g,
    )
      .map(({ file, found: [, name = ''] }) => ({ file, name }))
      .filter(({ name }) => name !== WRITTEN && !existsSync(path.join(root, name)))
      .map(({ file, name }) => `${file}: ${name}`);
    expect(missing).to.deep.equal([]);
  });
});

/** What a passing `npm run test:all` writes. */
const WRITTEN = 'test/slow-passed.txt';

/** Variables that are no settings. */
const NO_SETTINGS = new Set(['PLUMBLINE_CONFIG', 'PLUMBLINE_API_KEY', 'PLUMBLINE_LOG']);

interface Packed {
  readonly files: readonly { readonly path: string }[];
}

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
}

/** Whether a trail leads to a setting or a section; below a map or a list anything may stand. */
function isSetting(node: Node, [name, ...rest]: readonly string[]): boolean {
  if (name === undefined || !node.properties) return true;
  const inner = node.properties[name];
  return inner !== undefined && isSetting(inner, rest);
}

/** Whether the text stands in code: in a block, or in a span of it. */
function isCommandLine(file: string, found: RegExpExecArray | RegExpMatchArray): boolean {
  const before = read(file).slice(0, found.index);
  const isInBlock = (before.match(/^ *```/gm) ?? []).length % 2 === 1;
  const line = before.slice(before.lastIndexOf('\n') + 1);
  return isInBlock || (line.match(/`/g) ?? []).length % 2 === 1;
}
