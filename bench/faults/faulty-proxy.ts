import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { Transform, type TransformCallback } from 'node:stream';
import { seeded } from '../kill/run.ts';

/** A way to a server that damages what the server says, each connection in another way. */
export interface FaultyProxy {
  readonly port: number;
  /** Connections that were damaged so far. */
  readonly damaged: () => number;
  /** From the next connection on: passes everything on as it is (`true`), or damages it again. */
  heal(isHealed: boolean): void;
  /** Cuts all connections. */
  cut(): void;
  close(): Promise<void>;
}

export interface FaultyProxyOptions {
  readonly seed: number;
  /** A damaged connection ends after this, since a length that was damaged may be waited for (milliseconds). */
  readonly lifeMs: number;
  /** The damage begins within so many bytes; early ones are as likely as late ones on a logarithmic scale. */
  readonly within: number;
}

const KINDS = ['flip', 'insert', 'drop', 'garbage', 'end', 'reset'] as const;
type Kind = (typeof KINDS)[number];

const MOST_BYTES = 16;
const GARBAGE_BYTES = 64 * 1024;
/** Damage of what the client says reaches the client as an answer to what it did not ask. */
const OF_CLIENT = 0.1;

/** The same seed damages the same connections in the same way, as far as the server says the same. */
export async function openFaultyProxy(
  target: { readonly host: string; readonly port: number },
  { seed, lifeMs, within }: FaultyProxyOptions,
): Promise<FaultyProxy> {
  const sockets = new Set<Socket>();
  let [damaged, isHealed] = [0, false];
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('close', () => sockets.delete(socket));
  };
  const server = createServer((client) => {
    const upstream = connect(target);
    track(client);
    track(upstream);
    const cut = () => {
      client.destroy();
      upstream.destroy();
    };
    client.once('close', cut);
    if (isHealed) {
      upstream.once('close', cut);
      client.pipe(upstream).pipe(client);
      return;
    }
    damaged += 1;
    const damage = new Damage(seeded(seed * 1_000_003 + damaged), within, () => {
      client.resetAndDestroy();
    });
    damage.on('error', cut);
    // The last bytes are to arrive before the end.
    damage.once('end', () => client.end());
    setTimeout(cut, lifeMs).unref();
    if (damage.isOfClient) client.pipe(damage).pipe(upstream).pipe(client);
    else {
      client.pipe(upstream);
      upstream.pipe(damage).pipe(client);
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const cutAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    port: (server.address() as AddressInfo).port,
    damaged: () => damaged,
    heal: (whether) => {
      isHealed = whether;
      cutAll();
    },
    cut: cutAll,
    async close() {
      cutAll();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Passes bytes on until the place of the damage, does it, and passes on the rest, where there is to be one. */
class Damage extends Transform {
  readonly isOfClient: boolean;
  readonly #random: () => number;
  readonly #kind: Kind;
  readonly #reset: () => void;
  /** Bytes until the damage. */
  #left: number;
  /** Bytes that are still to be flipped or dropped. */
  #count: number;
  #isOver = false;

  constructor(random: () => number, within: number, reset: () => void) {
    super();
    this.#random = random;
    this.isOfClient = random() < OF_CLIENT;
    this.#kind = KINDS[Math.floor(random() * KINDS.length)] ?? 'flip';
    this.#left = Math.floor(within ** random()) - 1;
    this.#count = 1 + Math.floor(random() * MOST_BYTES);
    this.#reset = reset;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (!this.#isOver) this.#pass(chunk);
    done();
  }

  #pass(chunk: Buffer): void {
    const clean = chunk.subarray(0, this.#left);
    const rest = chunk.subarray(this.#left);
    this.#left -= clean.length;
    if (clean.length > 0) this.push(clean);
    if (rest.length > 0) this.#damage(rest);
  }

  #damage(rest: Buffer): void {
    switch (this.#kind) {
      case 'flip': {
        const flipped = Buffer.from(rest);
        for (let at = 0; at < flipped.length && this.#count > 0; at += this.#step(), this.#count--)
          flipped[at] = this.#byte();
        this.push(flipped);
        return;
      }
      case 'insert':
        this.push(Buffer.concat([this.#bytes(this.#count), rest]));
        this.#count = 0;
        return;
      case 'drop':
        this.push(rest.subarray(this.#count));
        this.#count -= Math.min(this.#count, rest.length);
        return;
      case 'garbage':
        this.push(this.#bytes(Math.floor(this.#random() * GARBAGE_BYTES)));
        break;
      case 'reset':
        this.#reset();
        break;
      case 'end':
        break;
    }
    this.#isOver = true;
    this.push(null);
  }

  /** One time in two the next byte, so that whole lengths and texts are hit. */
  #step(): number {
    return this.#random() < 0.5 ? 1 : 1 + Math.floor(this.#random() * 64);
  }

  /** Half of them are the bytes that stand in lengths and counts. */
  #byte(): number {
    const edges = [0x00, 0x01, 0x7f, 0x80, 0xfe, 0xff];
    return this.#random() < 0.5
      ? (edges[Math.floor(this.#random() * edges.length)] ?? 0)
      : Math.floor(this.#random() * 256);
  }

  #bytes(count: number): Buffer {
    return Buffer.from(Array.from({ length: count }, () => this.#byte()));
  }
}
