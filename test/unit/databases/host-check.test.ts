import { isIP } from 'node:net';
import { expect } from 'chai';
import { createHostCheck, type HostCheckOptions, HostRefused } from '#src/network/host-check.ts';
import { ConnectionError } from '#src/plugin-api/connection-error.ts';

const never = new AbortController().signal;

const check = (options: Partial<HostCheckOptions> & { resolves?: readonly string[] } = {}) =>
  createHostCheck({
    allowPrivateHosts: false,
    allowedHosts: [],
    dnsTimeoutMs: 1_000,
    setting: 'databases.allowed_hosts',
    lookup: async () => options.resolves ?? [],
    ...options,
  });

const outcome = async (
  host: string,
  options: Parameters<typeof check>[0] = {},
): Promise<readonly string[] | string> => {
  try {
    return await check(options)(host, never);
  } catch (error) {
    if (error instanceof HostRefused || error instanceof ConnectionError) return error.message;
    throw error;
  }
};

/** Spellings of addresses that some resolver takes. */
const LOOPBACK = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7F.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '127.255.255.254',
  '::1',
  '[::1]',
  '0:0:0:0:0:0:0:1',
  '::ffff:127.0.0.1',
  '[::ffff:127.0.0.1]',
  '::ffff:7f00:1',
  '::127.0.0.1',
  '::7f00:1',
  '::ffff:0:127.0.0.1',
  '64:ff9b::127.0.0.1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
  '2606:4700::5efe:7f00:1',
];
const PRIVATE = [
  '10.0.0.1',
  '10.1',
  '167772161',
  '0xa.0.0.1',
  '012.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '192.168.257',
  '100.64.0.1',
  'fc00::1',
  'fd12:3456::1',
  'fec0::1',
  '::ffff:192.168.0.1',
  '64:ff9b::10.0.0.1',
  '2002:a00:1::',
];
const GUARDED = [
  '169.254.169.254',
  '169.254.1.1',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '::ffff:169.254.169.254',
  '64:ff9b::a9fe:a9fe',
  'fe80::1',
  'febf::1',
  'fe80::5efe:7f00:1',
  '2606:4700::5efe:a9fe:a9fe',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  'fd00:ec2::254',
];
const UNUSABLE = [
  '0.0.0.0',
  '0',
  '0x0',
  '0.1.2.3',
  '::',
  '::ffff:0.0.0.0',
  '224.0.0.1',
  '239.255.255.255',
  '240.0.0.1',
  '255.255.255.255',
  '198.18.0.1',
  '192.0.2.1',
  'ff02::1',
  '100::1',
  '2001::1',
  '2001:db8::1',
  '2001:db8::5efe:7f00:1',
  '64:ff9b:1::1',
  '4000::1',
];
const NO_HOST = [
  '',
  ' ',
  '256.0.0.1',
  '1.2.3.4.5',
  '08.0.0.1',
  '4294967296',
  '127.0.0.1:80',
  'a b.example.com',
  'host/path',
  '/var/run/postgresql',
  'user@host',
  'one.example.com,two.example.com',
  '１２７.0.0.1',
  'ex%61mple.com',
  'fe80::1%eth0',
  'fe80::%eth0',
  '[::1',
  'a..b',
  '-x.example.com',
  `${'a'.repeat(64)}.com`,
  'a\0b',
];

describe('the hosts that may be connected to', () => {
  const tables: readonly [string, readonly string[], 'refused' | 'allowed', RegExp][] = [
    ['this machine', LOOPBACK, 'allowed', /in a private network|servers can't use/],
    ['a private network', PRIVATE, 'allowed', /in a private network/],
    ['a link-local or metadata address', GUARDED, 'refused', /link-local/],
    ['an address of nobody', UNUSABLE, 'refused', /servers can't use/],
  ];
  for (const [what, hosts, whereAllowed, text] of tables)
    describe(`${what}`, () => {
      for (const host of hosts) {
        it(`is refused as ${host}`, async () => {
          expect(await outcome(host)).to.match(text);
        });
        it(`is ${whereAllowed} as ${host} where private hosts are`, async () => {
          const found = await outcome(host, { allowPrivateHosts: true });
          expect(found).to.be.a(whereAllowed === 'allowed' ? 'array' : 'string');
        });
        if (!isIP(host)) continue;
        it(`is refused where a name stands for ${host}`, async () => {
          expect(await outcome('db.example.com', { resolves: [host] })).to.be.a('string');
          expect(await outcome('db.example.com', { resolves: ['93.184.216.34', host] })).to.be.a(
            'string',
          );
        });
      }
    });

  for (const host of NO_HOST)
    it(`is none: ${JSON.stringify(host)}`, async () => {
      expect(await outcome(host, { allowPrivateHosts: true, resolves: ['8.8.8.8'] })).to.match(
        /isn't a host|names a network interface/,
      );
    });

  it('are pinned to the addresses that were checked, IPv4 first', async () => {
    expect(
      await outcome('DB.Example.com.', { resolves: ['2606:4700::6810:84e5', '93.184.216.34'] }),
    ).to.deep.equal(['93.184.216.34', '2606:4700::6810:84e5']);
    expect(await outcome('93.184.216.34')).to.deep.equal(['93.184.216.34']);
    expect(await outcome('[::ffff:127.1.2.3]', { allowPrivateHosts: true })).to.deep.equal([
      '127.1.2.3',
    ]);
  });

  it('can be allowed one by one, as a name, an address or a network', async () => {
    const allowedHosts = ['db.internal', '10.1.0.0/16', '169.254.7.7', 'fd00::/8'];
    const settings = { allowedHosts, resolves: ['10.9.9.9'] };
    expect(await outcome('db.internal', settings)).to.deep.equal(['10.9.9.9']);
    expect(await outcome('db2.internal', settings)).to.match(/private network/);
    expect(await outcome('10.1.2.3', settings)).to.deep.equal(['10.1.2.3']);
    expect(await outcome('::ffff:10.1.2.3', settings)).to.deep.equal(['10.1.2.3']);
    expect(await outcome('64:ff9b::10.1.2.3', settings)).to.be.an('array');
    expect(await outcome('10.2.2.3', settings)).to.match(/private network/);
    expect(await outcome('169.254.7.7', settings)).to.deep.equal(['169.254.7.7']);
    expect(await outcome('169.254.7.8', settings)).to.match(/link-local/);
    expect(await outcome('fd12::1', settings)).to.deep.equal(['fd12::1']);
    expect(await outcome('0.0.0.0', { allowedHosts: ['0.0.0.0'] })).to.match(/servers can't use/);
  });

  it('say when a name is not known or takes too long, and tell no address of the inside', async () => {
    expect(await outcome('nowhere.example.com')).to.match(/"nowhere\.example\.com" is unknown/);
    const hanging = { dnsTimeoutMs: 20, lookup: () => new Promise<never>(() => {}) };
    expect(await outcome('slow.example.com', hanging)).to.match(/wasn't resolved within 0.02 s/);
    expect(await outcome('inside.example.com', { resolves: ['10.20.30.40'] })).to.not.contain(
      '10.20',
    );
  });

  it('give up when the caller goes away', async () => {
    const caller = new AbortController();
    const hanging = check({ lookup: () => new Promise<never>(() => {}) });
    const waiting = hanging('slow.example.com', caller.signal).catch((error: Error) => error);
    caller.abort(new Error('gone'));
    expect(await waiting).to.have.property('message', 'gone');
  });
});
