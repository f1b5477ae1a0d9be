import { keyOf } from '#src/catalog/name-keys.ts';
import type { Lexicon } from '#src/planner/lexicon/lexicon.ts';
import { isPast } from '#src/planner/past.ts';
import type { Token } from '#src/planner/tokens.ts';

/** `devices of kind`: rows before what is said of them, unlike `kind of devices`. */
export function ofRows(span: readonly Token[], lexicon: Lexicon): boolean {
  const at = span.findIndex(({ lower }) => lower === 'of');
  if (at < 1) return false;
  const before = lexicon.lookup(keyOf(span.slice(0, at).map((token) => token.lemma)));
  return before?.tables.some(({ score }) => score >= 0.9) ?? false;
}

/** `teams founded`, `customers referred by`: rows and what is said of them, which the grammar puts together. */
export function doneRows(span: readonly Token[], lexicon: Lexicon): boolean {
  const at = span.findIndex(({ lower }) => isPast(lower));
  if (at < 1) return false;
  const rows = lexicon.lookup(keyOf(span.slice(0, at).map((token) => token.lemma)));
  return (
    (rows?.tables.some(({ score }) => score >= 0.9) ?? false) &&
    lexicon.lookup(keyOf(span.slice(at).map((token) => token.lemma))) !== null
  );
}
