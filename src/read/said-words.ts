import type { Token } from '#src/planner/tokens.ts';
import { addWords, type Span, setOrigin, wordsOf } from '#src/query/provenance.ts';
import type { Ask } from '#src/read/ask.ts';
import type { Reading } from '#src/read/reading.ts';

/**
 * Marks each part of what a reading asks with the words of the steps that made it. The first rows (`limit`), different rows
 * and the most frequent ones are no parts of their own: what says them marks the whole.
 */
export function markSaid(reading: Reading, tokens: readonly Token[]): void {
  const steps: Reading[] = [];
  for (let step: Reading | null = reading; step; step = step.before) steps.unshift(step);
  for (const { ask } of steps) for (const part of partsOf(ask)) setOrigin(part, null);
  setOrigin(reading.ask, null);
  for (const step of steps) {
    const { before } = step;
    if (!before || before.ask === step.ask) continue;
    const words = spanOf(tokens, before.at, step.at);
    markStep(before.ask, step.ask, words);
    if (isOtherwisePicked(before.ask, step.ask)) addWords(reading.ask, words);
  }
}

/** The characters of tokens from one up to another, which is left out. */
const spanOf = (tokens: readonly Token[], from: number, to: number): readonly Span[] => {
  const [first, last] = [tokens[from], tokens[to - 1]];
  return first && last ? [{ start: first.start, end: last.end }] : [];
};

const LISTS = ['items', 'conditions', 'groups', 'orders'] as const;

function markStep(before: Ask, after: Ask, words: readonly Span[]): void {
  for (const name of LISTS)
    for (const [at, part] of after[name].entries()) {
      const old: readonly object[] = before[name];
      if (old.includes(part)) continue;
      const replaced = old[at];
      const isReplaced = replaced && !(after[name] as readonly object[]).includes(replaced);
      addWords(part, [...(isReplaced ? wordsOf(replaced) : []), ...words]);
    }
  const either = new Set(before.either.flat());
  for (const part of after.either.flat()) if (!either.has(part)) addWords(part, words);
  if (after.entity && after.entity !== before.entity) addWords(after.entity, words);
}

const isOtherwisePicked = (before: Ask, after: Ask): boolean =>
  before.limit !== after.limit ||
  before.frequency !== after.frequency ||
  before.distinct !== after.distinct;

const partsOf = ({ items, conditions, groups, orders, either, entity }: Ask): readonly object[] => [
  ...items,
  ...conditions,
  ...groups,
  ...orders,
  ...either.flat(),
  ...(entity ? [entity] : []),
];
