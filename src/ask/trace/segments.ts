import type { LabelMention } from '#src/ask/trace/labels.ts';
import type { Mention } from '#src/ask/trace/types.ts';
import { SUM } from '#src/planner/wording.ts';

/** What a number stands beside. */
export interface Beside {
  /** The part of the sentence that the number is in. */
  readonly text: string;
  /** Rows that the number is said of; null where the part names none. */
  readonly owner: ReadonlySet<number> | null;
  /** Rows that it is compared with. */
  readonly others: readonly ReadonlySet<number>[];
  /** Whether the owner is several rows named together, so that no cell of one is meant. */
  readonly isJoint: boolean;
}

const SENTENCE = /(?<=[.!?;\n])\s+|\n+|;\s*/gu;
const CLAUSE =
  /,\s+|\s+(?:while|whereas|but|although|und|aber|während|mais|tandis que|alors que|mientras|pero|mentre|ma|enquanto|mas|terwijl|maar|followed by|gefolgt von|suivi de)\s+|\s+(?:and|et|y|en|e)\s+/giu;
const OBJECT =
  /(?:\b(?:than|to|vs\.?|versus|over|above|below|behind|against|as|unlike|als|gegenüber|vor|hinter|que|à|contre|rispetto)|compared with|anders als|contrairement à)\s+(?:(?:that|those) of\s+|(?:der|die|das|dem) von\s+|cel(?:ui|le|les) d[eu]\s+)?(?:the\s+|der\s+|die\s+|das\s+|in\s+|de\s+)?$/iu;
/** `(1,387 against 412)`: the second number is of what is compared with. */
const SECOND =
  /\(\s*[\p{N}.,\s]+%?\s*(?:against|vs\.?|versus|compared (?:with|to)|gegen|gegenüber|contre)\s*$/iu;
const PRONOUN =
  /^\s*(?:it|its|this|that|there|they|sie|es|dort|dies|diese|das|il|elle|cela|ella|esso|lì)\b/iu;
const RESPECTIVELY =
  /\b(?:respectively|beziehungsweise|bzw|jeweils|respectivement|respectivamente|rispettivamente)\b/iu;

interface Part {
  readonly start: number;
  readonly end: number;
  readonly sentence: number;
}

/** Splits a text into parts that say one thing each, and tells for every number whose rows it is said of. */
export function besideEach(
  text: string,
  mentions: readonly Mention[],
  labels: readonly LabelMention[],
): ReadonlyMap<Mention, Beside> {
  const found = new Map<Mention, Beside>();
  let carried: ReadonlySet<number> | null = null;
  for (const sentence of partsOf(text, SENTENCE, 0, text.length, 0)) {
    const inside = (one: { start: number; end: number }) =>
      one.start >= sentence.start && one.end <= sentence.end;
    const own = labels.filter(inside);
    const numbers = mentions.filter(inside);
    const said = text.slice(sentence.start, sentence.end);
    if (own.length === numbers.length && (RESPECTIVELY.test(said) || isListOfTwo(own, numbers))) {
      for (const [index, mention] of numbers.entries())
        found.set(mention, { text: said, owner: own[index]!.rows, others: [], isJoint: false });
      continue;
    }
    let owner: ReadonlySet<number> | null = PRONOUN.test(said) ? carried : null;
    for (const part of clauses(text, sentence, mentions, labels)) {
      const within = own.filter(({ start, end }) => start >= part.start && end <= part.end);
      const here = numbers.filter(({ start }) => start >= part.start && start < part.end);
      const subjects = within.filter(({ start }) => !OBJECT.test(text.slice(part.start, start)));
      for (const mention of here) {
        const change = changeFromTo(within, part, text);
        const object = within.find((label) => !subjects.includes(label));
        const isSecond = object && SECOND.test(text.slice(part.start, mention.start));
        const beside = change
          ? change
          : isSecond
            ? object.rows
            : (ownerOf(mention, subjects, within, here) ??
              (object || within.length === 0 ? owner : null));
        const others = within.flatMap(({ rows }) => (rows === beside ? [] : [rows]));
        const isJoint =
          beside !== null && !within.some(({ rows }) => rows === beside) && beside !== owner;
        found.set(mention, {
          text: text.slice(part.start, part.end),
          owner: beside,
          others,
          isJoint,
        });
      }
      owner = subjects.at(-1)?.rows ?? owner;
    }
    carried =
      own.find(({ start }) => !OBJECT.test(text.slice(sentence.start, start)))?.rows ?? carried;
  }
  return found;
}

/** `Africa and Asia trail with 12 and 7`: names first, then as many numbers. */
const isListOfTwo = (labels: readonly LabelMention[], numbers: readonly Mention[]) =>
  labels.length > 1 && labels.at(-1)!.end <= numbers[0]!.start;

const FROM = /\b(?:from|von|de|du|da|dal)\s+$/iu;
const TO = /^\s+(?:to|bis|zu|auf|à|au|a|al)\s+$/iu;

/** `from June to July`: what is said is said of the latter, beside the former. */
function changeFromTo(
  labels: readonly LabelMention[],
  part: Part,
  text: string,
): ReadonlySet<number> | null {
  const [first, second] = labels;
  if (!first || !second || labels.length > 2) return null;
  const isChange =
    FROM.test(text.slice(part.start, first.start)) && TO.test(text.slice(first.end, second.start));
  if (!isChange || !SUM.test(text.slice(part.start, part.end)))
    return isChange ? second.rows : null;
  // "From May to August … in total" is said of all rows between.
  const ends = [...first.rows, ...second.rows];
  const [from, to] = [Math.min(...ends), Math.max(...ends)];
  return new Set(Array.from({ length: to - from + 1 }, (_, index) => from + index));
}

/** The label of a number: the one before it, else the one after it (`1,234 in Europe`, `1,234 (Europe)`). */
function ownerOf(
  { start, end }: Mention,
  subjects: readonly LabelMention[],
  all: readonly LabelMention[],
  numbers: readonly Mention[],
): ReadonlySet<number> | null {
  if (subjects.length === 0) return null;
  const before = subjects.filter((label) => label.end <= start);
  const after = subjects.filter((label) => label.start >= end);
  // "954 in June to 371 in July": each number goes before its name.
  const last = all.at(-1)!;
  const early = numbers.filter((one) => one.end <= last.start);
  const isBefore = early[0] && early[0].end <= all[0]!.start && early.length === all.length;
  if (isBefore && end <= last.start) return all.find((label) => label.start >= end)?.rows ?? null;
  // Two subjects at once (`Europe and Asia together`) are said of as one.
  if (before.length > 1 && all.length === subjects.length)
    return new Set(before.flatMap(({ rows }) => [...rows]));
  const isLast = before.length === 0 && numbers.at(-1)!.end <= (after[0]?.start ?? 0);
  if (after.length > 1 && isLast && all.length === subjects.length)
    return new Set(after.flatMap(({ rows }) => [...rows]));
  return (before.at(-1) ?? after[0])?.rows ?? null;
}

/** Clauses that have a number each: a cut between a name and its number is no cut. */
function clauses(
  text: string,
  sentence: Part,
  mentions: readonly Mention[],
  labels: readonly LabelMention[],
): readonly Part[] {
  const parts = partsOf(text, CLAUSE, sentence.start, sentence.end, sentence.sentence);
  const merged: Part[] = [];
  for (const part of parts) {
    const last = merged.at(-1);
    const has = (list: readonly { start: number }[], { start, end }: Part) =>
      list.some((one) => one.start >= start && one.start < end);
    // A part with names alone belongs to what follows, one with numbers alone to what went before.
    const joins = last && (!has(mentions, last) || (!has(labels, part) && has(labels, last)));
    if (last && joins) merged[merged.length - 1] = { ...last, end: part.end };
    else merged.push(part);
  }
  const end = merged.at(-1);
  const isBare = end && !mentions.some(({ start }) => start >= end.start && start < end.end);
  // Names after the last number belong to what it is said of: "come from Europe and Asia".
  if (!isBare || merged.length < 2) return merged;
  return [...merged.slice(0, -2), { ...merged.at(-2)!, end: end.end }];
}

function partsOf(text: string, cut: RegExp, from: number, to: number, sentence: number): Part[] {
  const parts: Part[] = [];
  let start = from;
  for (const match of text.slice(from, to).matchAll(cut)) {
    const at = from + match.index;
    // A separator inside a number is none.
    if (
      /\d$/.test(text.slice(0, at)) &&
      /^\d/.test(text.slice(at + match[0].length)) &&
      !/\s/.test(match[0])
    )
      continue;
    parts.push({ start, end: at, sentence });
    start = at + match[0].length;
  }
  parts.push({ start, end: to, sentence });
  return parts
    .filter((part) => part.end > part.start)
    .map((part, index) => ({ ...part, sentence: sentence || index }));
}
