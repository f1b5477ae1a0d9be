import type { Connection } from 'mysql2';

/** A packet as the driver reads it (mysql2, `lib/packets/packet.js`). */
interface Packet {
  readonly offset: number;
  readonly end: number;
  parseIntNoBigCheck(length: number | null): number | null;
  readLengthCodedNumberExt(tag: number | undefined, ...options: unknown[]): unknown;
}

const bounded = new WeakSet<Packet>();

/** The first byte of no length (MySQL manual, "Length-Encoded Integer Type"). */
const NO_LENGTH = 0xff;

/**
 * Lets the driver fail where a packet does not hold what it says. An integer in text form is read to the length that
 * the packet names, up to 2^53 digits, byte by byte: one hostile server would stop the process for hours. A wrong
 * length is told on the standard error with a stack. Done once for the class of packets, which the driver shows to
 * nobody but its connections.
 */
export function boundPackets(connection: Connection): void {
  const { packetParser } = connection as unknown as {
    readonly packetParser: { readonly _reusablePacket: Packet };
  };
  const prototype = Object.getPrototypeOf(packetParser._reusablePacket) as Packet;
  if (bounded.has(prototype)) return;
  bounded.add(prototype);
  const { parseIntNoBigCheck, readLengthCodedNumberExt } = prototype;
  prototype.parseIntNoBigCheck = function (this: Packet, length) {
    if (length !== null && this.offset + length > this.end)
      throw new RangeError('the server sent an integer that is longer than its packet');
    return parseIntNoBigCheck.call(this, length);
  };
  prototype.readLengthCodedNumberExt = function (this: Packet, tag, ...options) {
    if (tag === undefined || tag === NO_LENGTH)
      throw new RangeError('the server sent a packet that ends too early');
    return readLengthCodedNumberExt.call(this, tag, ...options);
  };
}
