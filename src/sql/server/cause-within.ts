import { ConnectionError } from '#src/plugin-api/connection-error.ts';
import type { TimeLimit } from '#src/sql/time-limit.ts';

/** Why a call failed whose limit may be over; that no connection was made says more than that. */
export const causeWithin = ({ signal }: TimeLimit, error: unknown): unknown =>
  signal.aborted && !(error instanceof ConnectionError) ? signal.reason : error;
