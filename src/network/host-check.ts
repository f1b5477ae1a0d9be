import { lookup as systemLookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { classOf, embedded } from '#src/network/address-class.ts';
import { ConnectionError } from '#src/plugin-api/connection-error.ts';

/** A host that this deployment does not connect to; the text says why, and names no address of the inside. */
export class HostRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'HostRefused';
  }
}

export interface HostCheckOptions {
  /** Whether addresses of private networks and of this machine may be connected to. */
  readonly allowPrivateHosts: boolean;
  /** Names, addresses and networks (`10.1.0.0/16`) that may be connected to whatever they are. */
  readonly allowedHosts: readonly string[];
  /** Longest time to resolve a name (milliseconds). */
  readonly dnsTimeoutMs: number;
  /** Where an operator allows such hosts, for the text of a refusal. */
  readonly setting: string;
  readonly lookup?: (host: string) => Promise<readonly string[]>;
}

/**
 * Gives the addresses that a host stands for, all of them checked, IPv4 first: connect to one of them and to nothing
 * else, since a name may resolve to another address the next time. Fails with `HostRefused`, or with a
 * `ConnectionError` of kind `host` where the name does not resolve in time.
 */
export type HostCheck = (
  host: string,
  signal: AbortSignal,
) => Promise<readonly [string, ...string[]]>;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Letters, digits, hyphens and underscores between points. */
const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]{0,62})(\.[a-z0-9_]([a-z0-9_-]{0,62}))*$/;
/** What resolvers read as an IPv4 address in some spelling (https://url.spec.whatwg.org/#ends-in-a-number-checker). */
const ENDS_IN_NUMBER = /(^|\.)(\d+|0x[0-9a-f]*)$/;

export function createHostCheck(options: HostCheckOptions): HostCheck {
  const lookup = options.lookup ?? resolveAll;
  const allowed = options.allowedHosts.map((text) => text.trim().toLowerCase().replace(/\.$/, ''));
  const networks = allowed.flatMap(networkOf);
  return async (text, signal) => {
    const host = text.trim().toLowerCase();
    const literal = parseLiteral(host);
    const name = host.replace(/\.$/, '');
    if (!literal && !NAME.test(name)) throw noHost(text);
    const addresses = literal
      ? [literal]
      : await resolve(name, { lookup, signal, timeoutMs: options.dnsTimeoutMs });
    const isNamed = allowed.includes(literal ? literal.toNormalizedString() : name);
    for (const address of addresses) judge(address, text, isNamed, networks, options);
    const sorted = addresses.map(plain).sort((a, b) => order(a) - order(b));
    return sorted.map((address) => address.toString()) as [string, ...string[]];
  };
}

const noHost = (text: string) =>
  new HostRefused(
    `"${text.slice(0, 100)}" isn't a host. Use a name such as db.example.com, or an address.`,
  );

const order = (address: Address) => (address.kind() === 'ipv4' ? 0 : 1);

/** An IPv4 address in the clothes of IPv6 is that IPv4 address. */
const plain = (address: Address): Address =>
  address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress()
    ? address.toIPv4Address()
    : address;

/** The address that a host is in any spelling that some resolver takes; null for a name. */
function parseLiteral(host: string): Address | null {
  const bare = /^\[.*\]$/.test(host) ? host.slice(1, -1) : host;
  if (bare.includes('%'))
    throw new HostRefused(
      `"${host.slice(0, 100)}" names a network interface, which isn't allowed. Use an address without one.`,
    );
  if (bare.includes(':')) {
    if (!ipaddr.IPv6.isValid(bare)) throw noHost(host);
    return ipaddr.IPv6.parse(bare);
  }
  const dotless = bare.replace(/\.$/, '');
  if (!ENDS_IN_NUMBER.test(dotless)) return null;
  if (!ipaddr.IPv4.isValid(dotless)) throw noHost(host);
  return ipaddr.IPv4.parse(dotless);
}

interface Resolving {
  readonly lookup: NonNullable<HostCheckOptions['lookup']>;
  readonly signal: AbortSignal;
  readonly timeoutMs: number;
}

async function resolve(name: string, { lookup, signal, timeoutMs }: Resolving): Promise<Address[]> {
  const either = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  const ended = new Promise<never>((_, reject) =>
    either.addEventListener('abort', () => reject(either.reason), { once: true }),
  );
  try {
    either.throwIfAborted();
    const found = await Promise.race([lookup(name), ended]);
    if (found.length > 0) return found.map((address) => ipaddr.parse(address));
  } catch (error) {
    signal.throwIfAborted();
    if (either.aborted)
      throw new ConnectionError(
        'host',
        `The host "${name}" wasn't resolved within ${timeoutMs / 1_000} s. Check the name and the server's DNS.`,
      );
    throw notFound(name, error);
  }
  throw notFound(name, null);
}

const notFound = (name: string, cause: unknown) =>
  new ConnectionError('host', `The host "${name}" is unknown. Check its spelling.`, { cause });

async function resolveAll(host: string): Promise<string[]> {
  const found = await systemLookup(host, { all: true, verbatim: true });
  return found.map(({ address }) => address);
}

function judge(
  address: Address,
  host: string,
  isNamed: boolean,
  networks: readonly [Address, number][],
  { allowPrivateHosts, setting }: HostCheckOptions,
): void {
  const kind = classOf(address);
  if (kind === 'unusable')
    throw new HostRefused(
      `The host "${host}" resolves to an address that servers can't use. Check the host name.`,
    );
  if (kind === 'public' || (kind === 'private' && allowPrivateHosts)) return;
  if (isNamed || networks.some((network) => isInside(address, network))) return;
  throw new HostRefused(
    kind === 'private'
      ? `The host "${host}" is in a private network, which this deployment blocks. An admin can allow it in ${setting}.`
      : `The host "${host}" has a link-local address, which this deployment blocks. An admin can allow it in ${setting}.`,
  );
}

function networkOf(text: string): [Address, number][] {
  try {
    if (text.includes('/')) return [ipaddr.parseCIDR(text)];
    const address = parseLiteral(text);
    return address ? [[address, address.kind() === 'ipv4' ? 32 : 128]] : [];
  } catch {
    return [];
  }
}

/** Also by the IPv4 address that it embeds. */
function isInside(address: Address, [network, bits]: [Address, number]): boolean {
  const inner = address instanceof ipaddr.IPv6 ? embedded(address) : null;
  return [address, ...(inner ? [inner] : [])].some(
    (one) => one.kind() === network.kind() && one.match(network, bits),
  );
}
