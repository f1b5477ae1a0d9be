import { type Ask, EMPTY } from '#src/read/ask.ts';
import { tablesOf } from '#src/read/measures.ts';
import type { Question } from '#src/read/question.ts';
import type { Reading, Rule } from '#src/read/reading.ts';
import { ALTERNATIVE_RULES } from '#src/read/rules/alternatives.ts';
import { CONDITION_RULES } from '#src/read/rules/conditions.ts';
import { ITEM_RULES } from '#src/read/rules/items.ts';
import { LATER_RULES } from '#src/read/rules/later.ts';
import { LISTED_FIRST_RULES } from '#src/read/rules/listed-first.ts';
import { ORDER_RULES } from '#src/read/rules/orders.ts';
import { SHARED_RULES } from '#src/read/rules/shared.ts';
import { SHARE_RULES } from '#src/read/rules/shares.ts';
import { TIME_RULES } from '#src/read/rules/times.ts';

const RULES: readonly Rule[] = [
  ...ITEM_RULES,
  ...CONDITION_RULES,
  ...ALTERNATIVE_RULES,
  ...ORDER_RULES,
  ...LISTED_FIRST_RULES,
  ...LATER_RULES,
  ...SHARED_RULES,
  ...SHARE_RULES,
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
    at: 0,
    ask: EMPTY,
    cost: 0,
    last: 'nothing',
    passed: [],
    told: [],
    rules: [],
  };
  const kept: Reading[][] = Array.from({ length: question.length + 1 }, () => []);
  kept[0]!.push(start);
  let stuck = 0;
  for (let at = 0; at < question.length; at++) {
    const here = best(kept[at]!);
    if (here.length > 0) stuck = at;
    for (const reading of here) {
      const passed = passedOver(reading, question);
      if (passed) kept[passed.at]!.push(passed);
      for (const rule of RULES)
        for (const { to, ask, cost, last } of rule.read(reading, question)) {
          if (to <= at || to > question.length) continue;
          kept[to]!.push({
            ...reading,
            ...{ at: to, ask, cost: reading.cost + cost, last: last ?? reading.last },
            rules: [...reading.rules, rule.name],
          });
        }
    }
  }
  if (question.dangles && !question.strands) return { readings: [], stuck };
  const whole = kept[question.length]!.filter(
    ({ ask }) =>
      (ask.orders.length > 0 || !question.asksOrder) && (!question.strands || isOfRowsBehind(ask)),
  );
  return { readings: best(whole), stuck };
}

/** `the countries that climbers are from`: a column that is asked of rows that are named after it. */
const isOfRowsBehind = ({ items: [item], entity }: Ask): boolean =>
  item !== undefined &&
  (item.fn === null || item.fn === 'count') &&
  entity !== null &&
  item.of.to <= entity.from &&
  tablesOf(item.of) === null;

const best = (readings: readonly Reading[]): readonly Reading[] =>
  readings.toSorted((a, b) => a.cost - b.cost).slice(0, BEAM);

/** The reading that takes nothing from a word: one that carries no content, or a verb that names nothing. */
function passedOver(reading: Reading, question: Question): Reading | null {
  const { at } = reading;
  const pass = (cost: number, content = false): Reading => ({
    ...reading,
    at: at + 1,
    cost: reading.cost + cost,
    passed: content ? [...reading.passed, at] : reading.passed,
  });
  const filler = question.fillerAt(at);
  if (filler !== null) return { ...reading, at: filler };
  if (question.isPunctuation(at) || question.isBracket(at) || question.isBothOfList(at))
    return pass(0);
  const tie = reading.last === 'nothing' ? null : question.tieAt(at);
  // `rooms available in this hotel`
  const setting =
    reading.last === 'nothing' ? null : question.settingAt(tie === null ? at : tie - 1);
  if (setting !== null) {
    const told = `"${question.textOf(at, setting)}" is read as all that the data has.`;
    return { ...pass(LINK_COST), at: setting, told: [...reading.told, told] };
  }
  if (tie !== null) return { ...pass(VERB_COST, true), at: tie, tying: true };
  if (question.isFunctionWord(at)) return pass(question.isArticle(at) ? ARTICLE_COST : LINK_COST);
  if (question.isAsking(at) && question.refs(at).length === 0) return pass(ARTICLE_COST);
  if (reading.last === 'nothing' || question.isAttribute(at)) return null;
  if (question.isRole(at) || question.isIdleVerb(at)) return pass(VERB_COST, true);
  if (question.isVerb(at) && (goesOn(at, question) || question.isLightVerb(at)))
    return pass(VERB_COST, true);
  if (question.isVerbOfSubject(at) || question.tiesRows(at))
    return { ...pass(VERB_COST, true), tying: true };
  if (question.isWeakVerb(at) && goesOn(at, question)) return pass(WEAK_VERB_COST, true);
  return null;
}

/** Whether something follows that a verb can be said of: `logged in` at the end of a question tells rows apart itself. */
function goesOn(at: number, question: Question): boolean {
  for (let next = at + 1; next < question.length; next++) {
    if (question.isPunctuation(next)) return false;
    if (!question.isFunctionWord(next)) return true;
  }
  return false;
}
