import type { ParseRefusal, ParseRefused } from '#workers/protocol.ts';

/** Ends the parsing of a file with a text for its sender. */
export class Refusal extends Error {
  readonly code: ParseRefusal;

  constructor(code: ParseRefusal, message: string) {
    super(message);
    this.name = 'Refusal';
    this.code = code;
  }
}

/** Runs a parser and gives a refusal back as a value, since error classes do not survive the way between threads. */
export async function refusalAsResult<T>(parse: () => T | Promise<T>): Promise<T | ParseRefused> {
  try {
    return await parse();
  } catch (error) {
    if (error instanceof Refusal)
      return { kind: 'refused', code: error.code, message: error.message };
    throw error;
  }
}
