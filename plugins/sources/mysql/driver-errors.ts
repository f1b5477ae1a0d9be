/** What the driver throws: `errno` from the server, `code` from the server's catalogue or from the network. */
export interface DriverError extends Error {
  readonly code?: string;
  readonly errno?: number;
  readonly sqlMessage?: string;
}

export function asDriverError(error: unknown): DriverError {
  return error instanceof Error ? error : new Error(String(error));
}

/** Codes that say that the connection is gone, not that the statement was wrong. */
const LOST_CODES = new Set([
  'PROTOCOL_CONNECTION_LOST',
  'PROTOCOL_UNEXPECTED_PACKET',
  'PROTOCOL_ERROR',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ECONNABORTED',
]);
/** Shutdown in progress, connection killed, idle for too long, unknown command of a proxy, aborted. */
const LOST_NUMBERS = new Set([1053, 1927, 3169, 4031, 1152, 1158, 1159, 1160, 1161]);

export function isLost(error: DriverError): boolean {
  return (
    LOST_CODES.has(error.code ?? '') ||
    LOST_NUMBERS.has(error.errno ?? 0) ||
    /closed state|Connection lost/.test(error.message)
  );
}
