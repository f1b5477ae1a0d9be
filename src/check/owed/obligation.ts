import type { AskedWords } from '#src/check/owed/asked-words.ts';
import type { Statement } from '#src/check/owed/statement.ts';

/** Something that the words of a question ask of every statement that answers it, whoever wrote that. */
export interface Obligation {
  readonly kind: string;
  /** The words that ask for it, as they were written. */
  readonly words: string;
  /** Why a statement does not do it, as a sentence for people and models; null where it does, or where that cannot be told. */
  readonly unmetBy: (statement: Statement) => string | null;
}

/** Reads the obligations of one kind from the words alone. */
export type ReadObligations = (asked: AskedWords) => readonly Obligation[];
