/** A file that is made to do harm. */
export interface HostileFile {
  readonly name: string;
  readonly filename: string;
  /** Takes seconds to make, or is large: left to the bench. */
  readonly isLarge?: true;
  make(): string | Buffer | Promise<string | Buffer>;
}
