import { fold } from '#src/catalog/fold.ts';
import { AGREEING, LAST_PLACE, PLACES, REPLYING } from '#src/language/en/asking.ts';
import type { Plan, Planner, PlanRequest } from '#src/planner/plan.ts';
import { tokenize } from '#src/planner/tokens.ts';

/**
 * The request with each reply to a question that was asked back written out: an option's number, its label or words of
 * it stand for the whole question that the option is. `plan` is the planner; what it asked back is found by asking it again.
 */
export function withChosenOptions(request: PlanRequest, plan: Planner): PlanRequest {
  const { history } = request;
  let turns = history;
  for (let at = 1; at < history.length; at++) {
    const question = chosen({ ...request, question: history[at]!.question }, turns.slice(0, at));
    if (question) turns = turns.with(at, { ...history[at]!, question });
  }
  const question = chosen(request, turns);
  return { ...request, history: turns, question: question ?? request.question };

  /** The question of the option that a reply names; null where nothing was asked back or it names none. */
  function chosen(reply: PlanRequest, before: PlanRequest['history']): string | null {
    const asked = before.at(-1);
    if (!asked || asked.query !== null || asked.sql != null) return null;
    const said = fold(reply.question);
    const again = plan({ ...request, question: asked.question, history: before.slice(0, -1) });
    if (again.kind !== 'clarify') return null;
    const option =
      again.options.find(
        ({ label, question }) => fold(label) === said || fold(question) === said,
      ) ??
      placedOption(reply.question, again.options) ??
      agreedOption(reply.question, again.options) ??
      describedOption(reply.question, again.options);
    return option?.question ?? null;
  }
}

type Options = Extract<Plan, { kind: 'clarify' }>['options'];

/** The lemmas of a text but for those that a reply may be wrapped in. */
const telling = (text: string): readonly string[] =>
  tokenize(text).flatMap(({ lower, lemma }) => (REPLYING.has(lower) ? [] : [lemma]));

/** `2`, `the second one`, `option 2, please`. */
function placedOption(reply: string, options: Options): Options[number] | undefined {
  const said = tokenize(reply).filter(({ lower }) => !REPLYING.has(lower) || PLACES.has(lower));
  // `the last one`, `number one`
  const places = said.length > 1 ? said.filter(({ lower }) => !REPLYING.has(lower)) : said;
  const [only, second] = places;
  if (!only || second) return undefined;
  if (LAST_PLACE.has(only.lower)) return options.at(-1);
  const place = PLACES.get(only.lower);
  return place === undefined ? undefined : options[place - 1];
}

/** `yes, please`, where one option was given. */
function agreedOption(reply: string, options: Options): Options[number] | undefined {
  if (options.length > 1) return undefined;
  const said = tokenize(reply).map(({ lower }) => lower);
  const isAgreed =
    said.some((word) => AGREEING.has(word)) && said.every((word) => REPLYING.has(word));
  return isAgreed ? options[0] : undefined;
}

/** `by revenue, please`: the one option whose words hold all that is said; of several the one that says least beside it. */
function describedOption(reply: string, options: Options): Options[number] | undefined {
  const said = telling(reply);
  if (said.length === 0) return undefined;
  const held = options
    .map((option) => ({ option, words: telling(option.label) }))
    .filter(({ words }) => said.every((word) => words.includes(word)))
    .toSorted((a, b) => a.words.length - b.words.length);
  const [best, next] = held;
  return best && best.words.length !== next?.words.length ? best.option : undefined;
}
