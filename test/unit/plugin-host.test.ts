import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'chai';
import { pino } from 'pino';
import { systemClock } from '#src/clock.ts';
import { Refused } from '#src/plugin-api/refused.ts';
import { SourceError } from '#src/plugin-api/source-error.ts';
import { createPluginHost, PluginError, type PluginHost } from '#src/plugin-host.ts';
import { lowerQuery } from '#src/sql/lower.ts';
import { waitingForTests } from '../fakes/waiting.ts';

/** A module whose `plugin` counts how often it was opened and closed, and can fail to open. */
const SOUND = `
export const seen = { opened: 0, closed: 0, fails: 0 };
export const plugin = {
  kind: 'source', name: 'counting', apiVersion: 1,
  settings: { safeParse: (value) => value.speed === 'fast'
    ? { success: true, data: value }
    : { success: false, error: { issues: [{ path: ['speed'], message: 'has to be fast' }] } } },
  create: () => ({
    open: async () => { seen.opened++; if (seen.fails-- > 0) throw new Error('not now'); },
    close: async () => { seen.closed++; },
    introspect() {}, profile() {}, values() {}, containment() {}, query() {}, beginLoad() {},
    dialect: { name: 'counting', lower() {}, parse() {} },
  }),
};
`;
const withPlugin = (changes: string) => `${SOUND}\nObject.assign(plugin, ${changes});`;

/** What a package exports, and what the start says of it. */
const UNUSABLE: readonly (readonly [what: string, module: string, text: RegExp])[] = [
  ['no plugin', 'export const other = 1;', /it doesn't export "plugin"/],
  ['another kind', withPlugin(`{ kind: 'model' }`), /it is a plugin of kind "model"/],
  ['another API', withPlugin('{ apiVersion: 9 }'), /needs plugin API 9, but this is 1/],
  ['a bad name', withPlugin(`{ name: '../x' }`), /its name can contain only lowercase/],
  ['no create', withPlugin('{ create: undefined }'), /it doesn't have "create" or "settings"/],
  [
    'nothing of the contract',
    withPlugin('{ create: () => ({ close() {} }) }'),
    /its instance doesn't have open, introspect, .*beginLoad/,
  ],
  [
    'the dialect of an engine that ships',
    `${SOUND}
const { create } = plugin;
plugin.create = () => ({ ...create(), dialect: { name: 'duckdb', lower() {}, parse() {} } });`,
    /its dialect has the name "duckdb" of a built-in plugin/,
  ],
  [
    'a dialect without a parser',
    `${SOUND}
const { create } = plugin;
plugin.create = () => ({ ...create(), dialect: { name: 'mute', lower() {} } });`,
    /its dialect doesn't have parse/,
  ],
  ['a syntax error', 'export const plugin = {', /can't be imported/],
  [
    'settings that are wrong',
    withPlugin(
      `{ settings: { safeParse: () => ({ success: false, error: { issues: [{ path: ['a', 'b'], message: 'is wrong' }] } }) } }`,
    ),
    /its settings aren't valid: a\.b: is wrong/,
  ],
];

describe('the plugin host', () => {
  let folder: string;
  let host: PluginHost;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'plumbline-plugins-'));
    host = createPluginHost({
      log: pino({ level: 'silent' }),
      clock: systemClock,
      dataDir: path.join(folder, 'data'),
      processTag: '--plumbline=test',
      builtIn: { source: ['duckdb'] },
      waiting: waitingForTests(),
    });
  });
  afterEach(async () => {
    await host.close();
    await rm(folder, { recursive: true, force: true });
  });

  const packageOf = async (module: string) => {
    const file = path.join(folder, `${randomUUID()}.mjs`);
    await mkdir(folder, { recursive: true });
    await writeFile(file, module);
    return pathToFileURL(file).href;
  };
  const failure = async (name: string, settings: unknown = { speed: 'fast' }) => {
    const error = await host.load('source', name, settings).catch((caught: unknown) => caught);
    expect(error).to.be.instanceOf(PluginError);
    return (error as PluginError).message;
  };

  for (const [what, module, text] of UNUSABLE)
    it(`stops on a package with ${what}, and names it`, async () => {
      const name = await packageOf(module);
      expect(await failure(name))
        .to.match(text)
        .and.include(name);
    });

  it('stops on a name that is neither shipped nor installed, and says what there is', async () => {
    expect(await failure('nowhere')).to.match(/"nowhere".*Use duckdb or an installed package/);
  });

  it('offers packages what they throw, wherever they lie, and a folder that is no folder of the service', async () => {
    const name = await packageOf(`
import { Refused, SourceError, z } from 'plumbline/plugin-api';
import { lowerQuery } from 'plumbline/sql';
import { Places } from 'plumbline/places';
${SOUND}
export const had = { Refused, SourceError, z, lowerQuery, Places };
const { create } = plugin;
plugin.create = (settings, { dataDir }) => { had.dataDir = dataDir; return create(); };`);
    await host.load('source', name, { speed: 'fast' });
    const { had } = (await import(name)) as { readonly had: Readonly<Record<string, unknown>> };
    expect(had['Refused']).to.equal(Refused);
    expect(had['SourceError']).to.equal(SourceError);
    expect(had['lowerQuery']).to.equal(lowerQuery);
    expect(had['dataDir']).to.equal(path.join(folder, 'data', 'plugins', 'counting'));
  });

  it('opens a plugin once for all who ask, again after a failure, and closes it once', async () => {
    const name = await packageOf(SOUND);
    const { seen } = (await import(name)) as {
      readonly seen: { opened: number; closed: number; fails: number };
    };
    seen.fails = 1;
    const hosted = await host.load('source', name, { speed: 'fast' });
    const failed = await Promise.allSettled([hosted.open(), hosted.open()]);
    expect(failed.map(({ status }) => status)).to.deep.equal(['rejected', 'rejected']);
    expect([seen.opened, hosted.isOpen()]).to.deep.equal([1, false]);
    const [one, two] = await Promise.all([hosted.open(), hosted.open()]);
    expect(one).to.equal(two);
    expect([seen.opened, hosted.isOpen()]).to.deep.equal([2, true]);
    await host.close();
    await host.close();
    expect(seen.closed).to.equal(1);
  });

  it('lets go of a plugin that was closed before', async () => {
    const name = await packageOf(SOUND);
    const { seen } = (await import(name)) as { readonly seen: { closed: number } };
    const early = await host.load('source', name, { speed: 'fast' });
    await host.load('source', name, { speed: 'fast' });
    await early.close();
    await early.close();
    expect(seen.closed).to.equal(1);
    await host.close();
    expect(seen.closed).to.equal(2);
  });
});
