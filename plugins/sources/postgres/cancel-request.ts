import { connect as connectSocket, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { DatabaseTarget } from '#src/plugin-api/database-server.ts';
import { containThrows } from '#src/sql/server/contain-throws.ts';
import { tlsOptions } from './tls.ts';

/** Codes in place of a protocol version (PostgreSQL manual, "Message Formats": CancelRequest, SSLRequest). */
const CANCEL_CODE = 80_877_102;
const TLS_CODE = 80_877_103;

/** What a server calls a session (BackendKeyData). */
export interface BackendKey {
  readonly processId: number;
  readonly secret: number;
}

/**
 * Asks the server, over a connection of its own, to end what the session is doing. Resolves when the server has
 * taken the request (it closes the connection without an answer), or nothing came of it in `timeoutMs`.
 */
export function requestCancel(
  target: DatabaseTarget,
  isEncrypted: boolean,
  { processId, secret }: BackendKey,
  timeoutMs: number,
): Promise<void> {
  const request = message(CANCEL_CODE, processId, secret);
  return new Promise((resolve) => {
    const socket = containThrows(connectSocket(target.port, target.address));
    const timer = setTimeout(() => socket.destroy(), timeoutMs);
    socket.on('error', () => {});
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.once('connect', () => {
      if (!isEncrypted) return void socket.end(request);
      socket.once('data', (answer) => sendEncrypted(socket, answer, target, request));
      socket.write(message(TLS_CODE));
    });
  });
}

function sendEncrypted(
  socket: Socket,
  answer: Buffer,
  target: DatabaseTarget,
  request: Buffer,
): void {
  const tls = tlsOptions(target);
  if (tls === null || answer.toString('latin1') !== 'S') return void socket.destroy();
  const secure = connectTls({ ...tls, socket });
  secure.on('error', () => socket.destroy());
  secure.once('secureConnect', () => secure.end(request));
}

/** A message without a type byte: its length and 32-bit integers. */
function message(...integers: readonly number[]): Buffer {
  const buffer = Buffer.alloc(4 * (integers.length + 1));
  for (const [index, integer] of [buffer.length, ...integers].entries())
    buffer.writeInt32BE(integer | 0, index * 4);
  return buffer;
}
