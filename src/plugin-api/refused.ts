import type { Refusal, RefusalCode } from '#src/plugin-api/dialect.ts';

/** Ends the reading or rewriting of a statement: it is refused. The guard hands it out as a `Refusal`. */
export class Refused extends Error {
  readonly refusal: Refusal;

  constructor(code: RefusalCode, text: string) {
    super(text);
    this.name = 'Refused';
    this.refusal = { code, text };
  }
}
