import ipaddr from 'ipaddr.js';
import { lookupTable } from '#src/sql/lookup-table.ts';

/**
 * What an address is good for.
 * - `public`: anywhere on the internet
 * - `private`: this machine or a network of the deployment (RFC 1918, RFC 6598, RFC 4193, loopback)
 * - `guarded`: link-local, and the metadata services of clouds, which hand out credentials
 * - `unusable`: no host can have it (unspecified, multicast, reserved, tunnels)
 */
export type AddressClass = 'public' | 'private' | 'guarded' | 'unusable';

/** Metadata services outside of the link-local ranges: Alibaba, Oracle, Azure, AWS, Google. */
const METADATA: ReadonlySet<string> = new Set(
  ['100.100.100.200', '192.0.0.192', '168.63.129.16', 'fd00:ec2::254', 'fd20:ce::254'].map((text) =>
    ipaddr.parse(text).toNormalizedString(),
  ),
);

const BY_RANGE: Readonly<Record<string, AddressClass>> = lookupTable({
  unicast: 'public',
  private: 'private',
  loopback: 'private',
  carrierGradeNat: 'private',
  uniqueLocal: 'private',
  deprecatedSiteLocal: 'private',
  linkLocal: 'guarded',
});

export function classOf(address: ipaddr.IPv4 | ipaddr.IPv6): AddressClass {
  if (METADATA.has(address.toNormalizedString())) return 'guarded';
  if (address instanceof ipaddr.IPv4) return BY_RANGE[address.range()] ?? 'unusable';
  const inner = embedded(address);
  if (inner && !isIsatap(address)) return classOf(inner);
  const found = BY_RANGE[address.range()] ?? 'unusable';
  // RFC 4291: only 2000::/3 is given out; the rest of "unicast" is nobody's.
  const own = found === 'public' && (address.parts[0]! & 0xe000) !== 0x2000 ? 'unusable' : found;
  return inner ? stricter(own, classOf(inner)) : own;
}

/** From the most open to the most closed. */
const CLASSES: readonly AddressClass[] = ['public', 'private', 'guarded', 'unusable'];

const stricter = (a: AddressClass, b: AddressClass) =>
  CLASSES[Math.max(CLASSES.indexOf(a), CLASSES.indexOf(b))]!;

/** RFC 5214: an address of its network like any other, which some machines take to a tunnel. */
const isIsatap = ({ parts }: ipaddr.IPv6) => (parts[4]! & 0xfdff) === 0 && parts[5] === 0x5efe;

/** The IPv4 address that a translator or tunnel would take out of an IPv6 address; null: there is none in it. */
export function embedded(address: ipaddr.IPv6): ipaddr.IPv4 | null {
  const { parts } = address;
  const at = (index: number) => {
    const [high, low] = [parts[index]!, parts[index + 1]!];
    return new ipaddr.IPv4([high >> 8, high & 255, low >> 8, low & 255]);
  };
  const range = address.range();
  // RFC 4291 (mapped), RFC 6145 (translated), RFC 6052 (NAT64, the well-known prefix).
  if (range === 'ipv4Mapped' || range === 'rfc6145') return at(6);
  if (range === 'rfc6052' && parts[2] === 0) return at(6);
  // RFC 3056.
  if (range === '6to4') return at(1);
  // RFC 4291 (compatible, out of use).
  const isCompatible = parts.slice(0, 6).every((part) => part === 0) && (parts[6]! | parts[7]!) > 1;
  return isCompatible || isIsatap(address) ? at(6) : null;
}
