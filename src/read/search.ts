import { type Ask, EMPTY } from '#src/read/ask.ts';
import { tablesOf } from '#src/read/measures.ts';
import { onceAt } from '#src/read/once-at.ts';
import type { Question } from '#src/read/question.ts';
import type { Reading, Rule } from '#src/read/reading.ts';
import { AGAINST_RULES } from '#src/read/rules/against.ts';
import { ALTERNATIVE_RULES } from '#src/read/rules/alternatives.ts';
import { CONDITION_RULES } from '#src/read/rules/conditions.ts';
import { ITEM_RULES } from '#src/read/rules/items.ts';
import { LATER_RULES } from '#src/read/rules/later.ts';
import { LISTED_FIRST_RULES } from '#src/read/rules/listed-first.ts';
import { ORDER_RULES } from '#src/read/rules/orders.ts';
import { SHARED_RULES } from '#src/read/rules/shared.ts';
import { SPREAD_RULES } from '#src/read/rules/spreads.ts';
import { TIME_RULES } from '#src/read/rules/times.ts';

const RULES: readonly Rule[] = [
  ...ITEM_RULES,
  ...CONDITION_RULES,
  ...AGAINST_RULES,
  ...ALTERNATIVE_RULES,
  ...ORDER_RULES,
  ...LISTED_FIRST_RULES,
  ...LATER_RULES,
  ...SHARED_RULES,
  ...SPREAD_RULES,
  ...TIME_RULES,
];

/** Readings kept at each token. */
const BEAM = 40;
const ARTICLE_COST = 0.02;
const LINK_COST = 0.025;
const VERB_COST = 0.3;
/** Of a verb that may name something, though nothing is called so. */
const WEAK_VERB_COST = 0.5;

/**
 * All readings of a question that explain each of its words, cheapest first: rules over the words from left to right,
 * the best few kept at each token. Empty where some word cannot be explained; then `stuck` is the token that no reading
 * comes past.
 */
export function readingsOf(question: Question): {
  readonly readings: readonly Reading[];
  readonly stuck: number;
} {
  const start: Reading = {
    before: null,
    at: 0,
    ask: EMPTY,
    cost: 0,
    last: 'nothing',
    passed: [],
    verbs: [],
    told: [],
    rules: [],
  };
  const { dangles, strands, asksOrder } = question;
  const kept = Array.from({ length: question.length + 1 }, () => new Beam());
  kept[0]!.put(0, () => start);
  let stuck = 0;
  for (let at = 0; at < question.length; at++) {
    const here = kept[at]!.readings;
    if (here.length > 0) stuck = at;
    for (const reading of here) {
      const passed = passedOver(reading, question);
      if (passed && (passed.to < question.length || isWhole(reading.ask)))
        kept[passed.to]!.put(reading.cost + passed.cost, (cost) => pass(reading, passed, cost));
      for (const rule of RULES)
        for (const { to, ask, cost, last, verbs } of rule.read(reading, question)) {
          if (to <= at || to > question.length) continue;
          if (to === question.length && !isWhole(ask)) continue;
          kept[to]!.put(reading.cost + cost, (sum) => ({
            ...reading,
            ...{ before: reading, at: to, ask, cost: sum, last: last ?? reading.last },
            verbs: verbs ? [...reading.verbs, ...verbs] : reading.verbs,
            rules: [...reading.rules, rule.name],
          }));
        }
    }
  }
  const isOpen = dangles && !strands;
  return { readings: isOpen ? [] : kept[question.length]!.readings, stuck };

  function isWhole(ask: Ask): boolean {
    return (
      (ask.orders.length > 0 || !asksOrder) &&
      (!strands || isOfRowsBehind(ask) || endsInVerb(ask, question))
    );
  }
}

/** The cheapest readings that come to a token, of equal ones the first. */
class Beam {
  readonly readings: Reading[] = [];

  /** A reading is made only where it is kept: most are not. */
  put(cost: number, made: (cost: number) => Reading): void {
    const { readings } = this;
    let at = readings.length;
    while (at > 0 && readings[at - 1]!.cost > cost) at--;
    if (at === BEAM) return;
    readings.splice(at, 0, made(cost));
    if (readings.length > BEAM) readings.pop();
  }
}

/** `the countries that climbers are from`: a column that is asked of rows that are named after it. */
const isOfRowsBehind = ({ items: [item], entity }: Ask): boolean =>
  item !== undefined &&
  (item.fn === null || item.fn === 'count') &&
  entity !== null &&
  item.of.to <= entity.from &&
  tablesOf(item.of) === null;

/** What is passed over at a token. */
interface Passing {
  readonly to: number;
  readonly cost: number;
  /** Whether it is a word of content. */
  readonly content?: true;
  readonly tying?: true;
  readonly told?: string;
}

/** `repairs that nobody was assigned to`, `are being worked on`: the last word belongs to the verb. */
const endsInVerb = ({ conditions }: Ask, question: Question): boolean => {
  const { lastWord } = question;
  const last = conditions.at(-1);
  if (last?.kind === 'value')
    return last.values.at(-1)!.to === lastWord && question.isVerbForm(lastWord - 1);
  return last?.kind === 'rows' && last.value === 0 && last.of.to === lastWord;
};

/** A reading that takes nothing from what it passes over. */
const pass = (reading: Reading, { to, content, tying, told }: Passing, cost: number): Reading => ({
  ...reading,
  ...{ before: reading, at: to, cost },
  ...(content && { passed: [...reading.passed, reading.at] }),
  ...(told !== undefined && { told: [...reading.told, told] }),
  ...(tying && { tying }),
});

/** What carries no content, or a verb that names nothing: nothing is taken from it. */
const passedOver = ({ at, last }: Reading, question: Question): Passing | null =>
  (last === 'nothing' ? passedFirst : passedLater)(at, question);

const passedFirst = onceAt((at, question) => passing(at, question, true));
const passedLater = onceAt((at, question) => passing(at, question, false));

/** @param isFirst - Whether nothing was read before. */
function passing(at: number, question: Question, isFirst: boolean): Passing | null {
  const to = at + 1;
  const verb = { to, cost: VERB_COST, content: true } as const;
  const filler = question.fillerAt(at);
  if (filler !== null) return { to: filler, cost: 0 };
  if (question.isPunctuation(at) || question.isBracket(at) || question.isBothOfList(at))
    return { to, cost: 0 };
  const tie = isFirst ? null : question.tieAt(at);
  // `rooms available in this hotel`
  const setting = isFirst ? null : question.settingAt(tie === null ? at : tie - 1);
  if (setting !== null) {
    const told = `"${question.textOf(at, setting)}" was taken to mean all of the data.`;
    return { to: setting, cost: LINK_COST, told };
  }
  if (tie !== null) {
    // `copies available at the branch`: those that it has, whether or not somebody has them.
    const told = `"${question.word(at)}" was ignored, because nothing in the data has that name.`;
    const isState = question.is(at, question.language.statingTies);
    return { ...verb, to: tie, tying: true, ...(isState && { told }) };
  }
  if (question.isFunctionWord(at))
    return { to, cost: question.isArticle(at) ? ARTICLE_COST : LINK_COST };
  if (question.isNowOfState(at)) return { to, cost: LINK_COST };
  if (isOpener(at, question)) return { to, cost: ARTICLE_COST };
  if (question.isDoneToWho(at)) return null;
  if (!isFirst && question.isVerbOfWho(at)) return { ...verb, tying: true };
  if (isFirst || question.isAttribute(at)) return null;
  if (question.isRole(at) || question.isRoleOfKey(at) || question.isIdleVerb(at)) return verb;
  // `the cakes that the shop stopped`: what ties them is denied, or has an end.
  if (question.language.verbs.isDenying(question.word(at))) return null;
  if (question.isNounOfRole(at)) return { to, cost: LINK_COST };
  if (question.isHolding(at)) return { to, cost: LINK_COST };
  if (question.isVerb(at) && (goesOn(at, question) || question.isLightVerb(at))) return verb;
  if (question.isVerbOfSubject(at) || question.tiesRows(at) || question.isVerbBetween(at))
    return { ...verb, tying: true };
  return question.isWeakVerb(at) && goesOn(at, question) ? { ...verb, cost: WEAK_VERB_COST } : null;
}

/** `show`, `list`: a word that asks, and no more. Of `count the wins` a number is asked. */
const isOpener = (at: number, question: Question): boolean =>
  question.isAsking(at) &&
  question.refs(at).length === 0 &&
  question.language.counting.every((phrase) => !question.starts(at, phrase));

/**
 * Whether something follows that a verb can be said of: `logged in` at the end of a question, or of a part of it (`worked on
 * and are not paid`), tells rows apart itself.
 */
function goesOn(at: number, question: Question): boolean {
  const { contrasting, auxiliaries } = question.language.functionWords;
  for (let next = at + 1; next < question.length; next++) {
    if (question.isPunctuation(next)) return false;
    if (question.is(next, contrasting) && question.is(next + 1, auxiliaries)) return false;
    if (!question.isFunctionWord(next)) return true;
  }
  return false;
}
