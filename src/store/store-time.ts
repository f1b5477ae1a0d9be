import { type RawBuilder, sql } from 'kysely';
import { type Clock, timestamp } from '#src/clock.ts';

/** Instants for leases and due times, by one clock for all processes of a store. */
export interface StoreTime {
  /** The instant so many milliseconds from now, as text that the store's columns hold, for use in a statement. */
  at(offsetMs: number): RawBuilder<string>;
}

/** Instants by a clock of this process. */
export const clockTime = (clock: Clock): StoreTime => ({
  at: (offsetMs) => sql<string>`${timestamp(new Date(clock.now().getTime() + offsetMs))}`,
});

/**
 * PostgreSQL's own clock, since the clocks of the machines that use it differ and are set; `clock` with SQLite, which
 * runs in the process.
 */
export const storeTime = (kind: 'sqlite' | 'postgres', clock: Clock): StoreTime =>
  kind === 'sqlite'
    ? clockTime(clock)
    : {
        at: (offsetMs) =>
          sql<string>`to_char((clock_timestamp() at time zone 'UTC') + ${offsetMs}::float8 * interval '1 millisecond', 'YYYY-MM-DD"T"HH24:MI:SS.MS')`,
      };
