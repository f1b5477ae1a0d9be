import { AppError } from '#src/errors.ts';

/** Seconds after which a store that restarts may answer again. */
const RETRY_AFTER_S = 5;

/**
 * The metadata store is away: its server restarts, takes no connection, or was lost in the middle. What was sent to it
 * then has happened or not, as with every lost connection.
 */
export class StoreUnavailable extends AppError {
  constructor(cause: unknown) {
    super(
      'unavailable',
      "The service's metadata store isn't responding. Try again in a few seconds.",
      { retryAfter: RETRY_AFTER_S, cause },
    );
    this.name = 'StoreUnavailable';
  }
}

/**
 * Whether PostgreSQL says that it ends the session or takes none (manual, appendix A): connection exceptions, too many
 * connections, and shutdown, crash and start of the server.
 */
export function isAway(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return code.startsWith('08') || code === '53300' || AWAY.has(code);
}

const AWAY: ReadonlySet<string> = new Set(['57P01', '57P02', '57P03', '57P05']);
