import type { PhraseKind, Translation } from '#src/language/translation.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import { onceOf } from '#src/read/once-of.ts';

/** A piece of the question, with how the planner says it. */
export interface Piece {
  readonly kind:
    | PhraseKind
    | 'name'
    | 'value'
    | 'number'
    | 'year'
    | 'month'
    | 'day'
    | 'verb'
    | 'participle'
    | 'mark';
  readonly text: string;
  /** Of a name: whether it is that of rows, and the columns that it can be. */
  readonly rows?: boolean;
  readonly columns?: readonly CatalogColumn[];
  /** Of a verb: the rows that it makes. */
  readonly makes?: string | null;
  /** Of a value: whether it is said as an adjective, which the planner wants before its noun. */
  readonly isState?: true;
  /** As the user wrote it. */
  readonly said: string;
}

/** A word of the question. */
export interface Word {
  readonly text: string;
  readonly plain: string;
  readonly kind: 'word' | 'quoted' | 'number' | 'mark';
}

const QUOTED = /^["„“«]/;
const TEXTS = String.raw`"[^"]+"|„[^“”"]+[“”"]|“[^”]+”|«[^»]+»`;
const TIMES = String.raw`\d{1,2}([./-])\d{1,2}\1\d{4}|\d{4}-\d{2}(?:-\d{2})?(?![\d-])|[qQhH][1-4]\/\d{4}|\d{1,2}\/\d{4}`;
const WORDS = String.raw`[\p{L}\p{N}][\p{L}\p{M}\p{N}_'’-]*|>=|<=|[^\s]`;

const patternOf = onceOf(
  (own: Translation) =>
    new RegExp(`${TEXTS}|${TIMES}|${own.number.source}(?![\\p{L}\\d])|${WORDS}`, 'gu'),
);

/** The words of a question; what is written in one with the next (`l'Italie`, `d'affaires`) is a word of its own. */
export function piecesOf(question: string, own: Translation): readonly Word[] {
  return [...question.matchAll(patternOf(own))].flatMap(([text]): readonly Word[] => {
    const plain = own.plain(text);
    if (QUOTED.test(text)) return [{ text, plain, kind: 'quoted' }];
    if (own.isNumber(text)) return [{ text, plain, kind: 'number' }];
    if (!/[\p{L}\p{N}]/u.test(text)) return [{ text, plain, kind: 'mark' }];
    const [, short, rest] = ELIDED.exec(text) ?? [];
    const elided = short === undefined ? undefined : `${own.plain(short)}'`;
    if (rest === undefined || elided === undefined || !own.elided.has(elided))
      return [{ text, plain, kind: 'word' }];
    return [
      { text: elided, plain: elided, kind: 'word' },
      { text: rest, plain: own.plain(rest), kind: 'word' },
    ];
  });
}

const ELIDED = /^(\p{L}+)['’](.+)$/u;
