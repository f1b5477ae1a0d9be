/** What one kind of fault did to the service. All counts but `runs` are to be 0. */
export interface FaultRow {
  /** What was done, in a few words: `flipped bytes: webhook receiver`. */
  readonly fault: string;
  /** How often. */
  readonly runs: number;
  /** Ends of the gateway that the bench did not ask for. */
  readonly deaths: number;
  /** Acknowledged uploads, answers, events or settings that are gone. */
  readonly lost: number;
  /** Processes that outlived their gateway. */
  readonly orphans: number;
  /** What took effect outside a SELECT: rows written, functions of users run. */
  readonly effects: number;
  /** Anything else that must not be, such as a slow neighbour or a wrong status. */
  readonly wrong: number;
  /** Figures to read: `p99 of /healthz 14 ms`. */
  readonly figures: string;
}

export interface FaultContext {
  /** The same seed gives the same faults in the same order. */
  readonly seed: number;
  /** Multiplies the runs of each part: 1 does what the docs state, 0.05 is a quick look. */
  readonly scale: number;
  /** Whether this kind of fault was asked for: `--kind JWKS` leaves out those whose name has no `JWKS` in it. */
  wants(kind: string): boolean;
  /** Ends the part early; what has been done is reported all the same. */
  readonly signal: AbortSignal;
  /** A line about progress. */
  say(line: string): void;
}

/** A file in `parts/` exports one of these as `part`. */
export interface FaultPart {
  /** As in `--only`. */
  readonly name: string;
  /** @returns null where the machine lacks what the part needs, said by `say` */
  run(context: FaultContext): Promise<readonly FaultRow[] | null>;
}
