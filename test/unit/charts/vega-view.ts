/** What Vega draws of a specification. */
export interface VegaView {
  readonly svg: string;
  readonly warnings: readonly string[];
  /** How many marks the specification's `main` or `numbers` has. */
  readonly marks: number;
  /** The domain of a scale. */
  domainOf(scale: string): readonly unknown[];
  close(): void;
}
