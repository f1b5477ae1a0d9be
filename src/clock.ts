/** Where the time comes from. Everything that reads the time takes one of these, so that tests can set it. */
export interface Clock {
  /** The present instant. */
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** An instant as the API shows it: ISO 8601, UTC, without a zone designator, milliseconds kept. */
export function timestamp(instant: Date): string {
  return instant.toISOString().slice(0, -1);
}
