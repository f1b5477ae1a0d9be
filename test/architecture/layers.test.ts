import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { expect } from 'chai';

const root = path.resolve(import.meta.dirname, '../..');

/** Layers from the bottom up: a module may import from its own and from lower ones. */
const LAYERS: readonly (readonly string[])[] = [
  [
    'src/abortable',
    'src/left-out',
    'src/errors',
    'src/byte-budget',
    'src/clock',
    'src/time-zone',
    'src/dollars',
    'src/objects-in-text',
    'src/principal',
    'src/ids',
    'src/log',
    'src/log-stream',
    'src/release',
    'src/start-error',
    'src/turns',
    'src/bounded-fetch',
    'src/places',
    'src/places-meter',
    'src/metrics',
    'src/crash-point',
    'src/child-processes',
    'src/launcher',
    'src/start-progress',
    'src/client',
    'src/query',
    'src/statistics',
  ],
  ['src/plugin-api', 'src/tracing', 'src/charts'],
  [
    'src/sql',
    'src/language',
    'src/texts',
    'src/planner',
    'src/read',
    'src/catalog',
    'src/objects',
    'src/store',
    'src/events',
    'src/network',
    'src/secrets',
  ],
  ['src/check', 'src/read-rows'],
  [
    'src/ask',
    'src/boards',
    'src/schedules',
    'src/evals',
    'src/files',
    'src/databases',
    'src/accounts',
    'src/budgets',
    'src/idempotency',
    'src/conversations',
    'src/feedback',
    'src/results',
    'src/webhooks',
    'src/jobs',
    'src/mcp',
    'src/sample',
    'src/trials',
  ],
  ['src/http'],
  [
    'src/plugin-host',
    'src/database-servers',
    'src/data-folder',
    'src/disk-room',
    'src/installation',
    'src/rerun',
    'src/retention',
    'src/models-check',
    'src/compose',
  ],
  ['src/main', 'src/cli'],
  // What runs in browsers: it reaches the service over HTTP alone.
  ['src/web', 'src/embed'],
];
/**
 * Within the page, what each part may import beside itself. Only `api` fetches; views use components and state;
 * components know neither.
 */
const PAGE: Readonly<Record<string, readonly string[]>> = {
  main: ['routes', 'views', 'state', 'i18n', 'styles'],
  routes: ['paths', 'views'],
  views: ['components', 'state', 'api', 'format', 'i18n', 'styles'],
  components: ['format', 'i18n'],
  state: ['api', 'format', 'i18n'],
  api: [],
  format: [],
  i18n: [],
  paths: [],
  build: ['paths'],
};
/** What of the rest runs in browsers, too. */
const FOR_BROWSERS = ['src/charts', 'src/client'];

/** The build of the page makes the component, too. */
const BUILDS = 'src/web/build.ts src/embed/build.ts';

/** Features may not import each other, except their `types.ts` (contracts). */
const FEATURES = LAYERS[4]!;

function sources(folder: string): string[] {
  return readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8');

function imports(file: string): string[] {
  const text = textOf(file);
  const found: string[] = [];
  for (const match of text.matchAll(/(?:from|import)\s*\(?\s*'((?:#|\.)[^']+)'/g)) {
    const target = match[1]!;
    found.push(
      target.startsWith('#')
        ? target.slice(1)
        : path.relative(root, path.resolve(root, path.dirname(file), target)),
    );
  }
  return found;
}

/** The packages that a text imports, requires or resolves: neither parts of Node nor files of ours. */
function packagesOf(text: string): readonly string[] {
  const specifiers = [
    /^(?:import|export|\})[^'\n]*\sfrom '([^']+)'/gm,
    /^import '([^']+)'/gm,
    /\b(?:import|require|resolve)\(\s*'([^']+)'/g,
    /\bcreateRequire\([^()]*\)\('([^']+)'/g,
  ].flatMap((pattern) => [...text.matchAll(pattern)].map(([, name]) => name!));
  return specifiers
    .filter((name) => /^(@[\w-]|[\w-])/.test(name) && !isBuiltin(name))
    .map((name) =>
      name
        .split('/')
        .slice(0, name.startsWith('@') ? 2 : 1)
        .join('/'),
    );
}

const inside = (file: string, folder: string) =>
  file === `${folder}.ts` || file.startsWith(`${folder}/`) || file.startsWith(`${folder}.`);
const isIn = (place: string, folder: string) => place === folder || place.startsWith(`${folder}/`);
const layerOf = (file: string) =>
  LAYERS.findIndex((layer) => layer.some((part) => inside(file, part)));
const featureOf = (file: string) => FEATURES.find((feature) => inside(file, feature));

const all = ['src', 'plugins', 'workers', 'config']
  .filter((folder) => existsSync(path.join(root, folder)))
  .flatMap(sources);
/** Plain JavaScript, of which nothing else here is. */
const scripts = ['bin', 'src', 'plugins', 'workers', 'config'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[cm]?js$/.test(file))
    .map((file) => path.join(folder, file)),
);
const graph = new Map(all.map((file) => [file, imports(file)]));

describe('architecture', () => {
  it('gives every source file a layer', () => {
    expect(all.filter((file) => file.startsWith('src/') && layerOf(file) < 0)).to.deep.equal([]);
  });

  it('lets imports point down only, and features not sideways', () => {
    const wrong: string[] = [];
    for (const [file, targets] of graph) {
      if (!file.startsWith('src/')) continue;
      for (const target of targets) {
        if (!target.startsWith('src/')) continue;
        if (layerOf(target) > layerOf(file)) wrong.push(`${file} → ${target}`);
        const from = featureOf(file);
        const to = featureOf(target);
        if (from && to && from !== to && !target.endsWith('/types.ts'))
          wrong.push(`${file} → ${target}`);
      }
    }
    expect(wrong).to.deep.equal([]);
  });

  it('shows plugins only the plugin contracts, src/sql and src/places, workers only pure code', () => {
    const wrong: string[] = [];
    for (const [file, targets] of graph) {
      for (const target of targets) {
        const allowed = file.startsWith('plugins/')
          ? [
              ...['plugins', 'workers', 'src/plugin-api', 'src/sql', 'src/query'],
              ...['src/errors', 'src/clock', 'src/places', 'src/bounded-fetch'],
            ]
          : file.startsWith('workers/')
            ? [
                'workers',
                'src/plugin-api',
                'src/planner',
                'src/read',
                'src/catalog',
                'src/sql',
                'src/query',
                'src/principal',
              ]
            : null;
        if (allowed && !allowed.some((part) => inside(target, part)))
          wrong.push(`${file} → ${target}`);
      }
    }
    expect(wrong).to.deep.equal([]);
  });

  it('lets the page use its own parts downwards, and of the rest only what runs in browsers', () => {
    const partOf = (file: string) => /^src\/web\/(\w+)/.exec(file)?.[1] ?? '';
    const wrong: string[] = [];
    for (const [file, targets] of graph) {
      for (const target of targets) {
        const from = partOf(file);
        const to = partOf(target);
        if (from === '') {
          if (to !== '') wrong.push(`${file} → ${target}`);
        } else if (to === '') {
          const isShared =
            FOR_BROWSERS.some((part) => inside(target, part)) || `${file} ${target}` === BUILDS;
          if (!isShared) wrong.push(`${file} → ${target}`);
        } else if (from !== to && !PAGE[from]?.includes(to)) wrong.push(`${file} → ${target}`);
      }
    }
    expect(wrong).to.deep.equal([]);
    const page = all.filter((file) => file.startsWith('src/web/'));
    expect(page.filter((file) => !(partOf(file) in PAGE) && !file.endsWith('.d.ts'))).to.deep.equal(
      [],
    );
    const fetching = page.filter(
      (file) => partOf(file) !== 'api' && /\bfetch\(|XMLHttpRequest|EventSource/.test(textOf(file)),
    );
    expect(fetching).to.deep.equal([]);
  });

  it('lets the component for other pages use only what runs in browsers', () => {
    const wrong = [...graph].flatMap(([file, targets]) =>
      targets
        .filter((target) => {
          const ofEmbed = inside(target, 'src/embed');
          if (!inside(file, 'src/embed')) return ofEmbed && file !== 'src/web/build.ts';
          return !ofEmbed && !FOR_BROWSERS.some((part) => inside(target, part));
        })
        .map((target) => `${file} → ${target}`),
    );
    expect(wrong).to.deep.equal([]);
  });

  it('puts no text into a page as markup', () => {
    const page = all.filter((file) => /^src\/(web|embed)\//.test(file));
    expect(
      page.filter((file) =>
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write/i.test(textOf(file)),
      ),
    ).to.deep.equal([]);
  });

  it('keeps the client kit free of all that is not there in a browser', () => {
    const used = sources('src/client').flatMap((file) => {
      const text = textOf(file);
      const named = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
        ([, name]) => name!,
      );
      return named.filter((name) => !name.startsWith('.')).map((name) => `${file} → ${name}`);
    });
    expect(used).to.deep.equal(['src/client/ask-stream.ts → eventsource-parser']);
  });

  it('keeps charts free of the document, of Node and of the service', () => {
    const wrong = sources('src/charts').flatMap((file) => {
      const named = [...textOf(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(
        ([, name]) => name!,
      );
      const outside = named.filter((name) => !/^(\.{1,2}\/[^.]|d3-)/.test(name));
      return outside.map((name) => `${file} → ${name}`);
    });
    expect(wrong).to.deep.equal([]);
  });

  it('runs without development packages: what it imports, it depends on', () => {
    const { dependencies, devDependencies } = JSON.parse(textOf('package.json')) as Readonly<
      Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>>>
    >;
    const wrong: string[] = [];
    let seen = 0;
    for (const file of [...all, ...scripts]) {
      // The page and the component are bundled, so what they take may be a development package; the service never imports them.
      const isBuilt = /^src\/(web|embed)\//.test(file);
      for (const name of packagesOf(textOf(file))) {
        seen += 1;
        if (!(name in dependencies) && !(isBuilt && name in devDependencies))
          wrong.push(`${file} → ${name}`);
      }
    }
    expect(seen).to.be.greaterThan(200);
    expect(wrong).to.deep.equal([]);
  });

  it('looks texts of callers up in tables that have nothing but their entries', () => {
    const bare = all.filter((file) =>
      /^(export )?const \w+: Readonly<\s*Record<\s*string,[^=]*= \{$/m.test(
        readFileSync(path.join(root, file), 'utf8'),
      ),
    );
    // Names of migrations are ours.
    expect(bare).to.deep.equal(['src/store/open.ts']);
  });

  it('gives the dialect of each engine the same six files', () => {
    const missing = readdirSync(path.join(root, 'plugins/sources')).flatMap((engine) =>
      ['parse', 'map', 'rules', 'functions', 'lower', 'names']
        .map((name) => `plugins/sources/${engine}/dialect/${name}.ts`)
        .filter((file) => !existsSync(path.join(root, file))),
    );
    expect(missing).to.deep.equal([]);
  });

  it('names only files that exist in the walks for newcomers', () => {
    const walks = textOf('docs/contributing/README.md');
    const named = [...walks.matchAll(/`((?:src|plugins|test|config|workers|docs)\/[^`\s<>]+)`/g)];
    const missing = named
      .map(([, file = '']) => file)
      .filter((file) => !existsSync(path.join(root, file)));
    expect(named.length).to.be.greaterThan(20);
    expect(missing).to.deep.equal([]);
  });

  it('lists functions over rows in their table alone, and what an engine has in its dialect', () => {
    const names = new Set(['sum', 'count', 'min', 'max', 'median', 'stddev', 'variance']);
    const listing = all.filter((file) => {
      if (/^src\/query\/functions\.ts$|^plugins\/sources\/\w+\/dialect\//.test(file)) return false;
      // Statements of examples.
      if (file === 'src/check/examples.ts') return false;
      // Words in the names of columns are no functions: `avg_price` is the average price.
      if (file === 'src/catalog/names.ts' || file === 'src/catalog/name-keys.ts') return false;
      const lines = textOf(file)
        .replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '')
        .split('\n');
      return lines.some((_, at) => {
        const literals = lines
          .slice(at, at + 6)
          .join(' ')
          .matchAll(/'([^'\n]*)'/g);
        const words = new Set(
          [...literals].flatMap(([, text = '']) => text.toLowerCase().split(/\W+/)),
        );
        return words.has('avg') && [...names].filter((name) => words.has(name)).length >= 2;
      });
    });
    expect(listing).to.deep.equal([]);
  });

  it('lets folders beside each other import one way only', () => {
    const pairs = new Map<string, string>();
    const mutual: string[] = [];
    for (const [file, targets] of graph) {
      for (const target of targets) {
        const [from, to] = [path.dirname(file), path.dirname(target)];
        // Files of the root of src have layers of their own.
        if (!graph.has(target) || isIn(from, to) || isIn(to, from)) continue;
        pairs.set(`${from} ${to}`, `${file} → ${target}`);
        const back = pairs.get(`${to} ${from}`);
        if (back) mutual.push(`${file} → ${target}, ${back}`);
      }
    }
    expect(mutual).to.deep.equal([]);
  });

  it('leaves a folder for good: what its files import does not import the folder again', () => {
    // Written by a program.
    const except = ['src', 'src/client/generated'];
    const folders = new Set(all.map((file) => path.dirname(file)));
    const returns: string[] = [];
    for (const folder of folders) {
      if (except.includes(folder)) continue;
      const seen = new Set<string>();
      const visit = (file: string, trail: readonly string[]) => {
        for (const target of graph.get(file) ?? []) {
          const isHome = isIn(target, folder);
          if (isHome && trail.length > 1) returns.push([...trail, target].join(' → '));
          if (isHome || seen.has(target)) continue;
          seen.add(target);
          visit(target, [...trail, target]);
        }
      };
      for (const file of all) if (isIn(file, folder)) visit(file, [file]);
    }
    expect(returns).to.deep.equal([]);
  });

  it('has no import cycle', () => {
    const state = new Map<string, 'open' | 'done'>();
    const cycles: string[] = [];
    const visit = (file: string, trail: string[]) => {
      if (state.get(file) === 'done' || !graph.has(file)) return;
      if (state.get(file) === 'open') {
        cycles.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
        return;
      }
      state.set(file, 'open');
      for (const target of graph.get(file)!) visit(target, [...trail, file]);
      state.set(file, 'done');
    };
    for (const file of all) visit(file, []);
    expect(cycles).to.deep.equal([]);
  });
});
