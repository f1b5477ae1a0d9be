import type { SlottedText } from '#src/ask/analytics/period-slots.ts';
import type { AnalyticsQuestion, UnitsAhead } from '#src/ask/analytics/question.ts';
import {
  firstMatch,
  onePeriod,
  splitGroup,
  splitUnit,
  withoutPeriods,
} from '#src/ask/analytics/reading/phrases.ts';
import { ENGLISH_ANALYSES as WORDS } from '#src/language/en/analyses.ts';
import { MONTHS, UNITS } from '#src/language/en/periods.ts';
import { addUnits, type Day } from '#src/planner/day.ts';
import type { Period } from '#src/planner/periods/periods.ts';
import { tokenize } from '#src/planner/tokens.ts';

/** Stands where the units to come stood; no question has so many periods. */
const AHEAD = '§9§';
/** More units than these are no number of units to come. */
const MOST_AHEAD = 1_000;

/** `forecast revenue for next quarter`, `what will revenue be in 2027`, `sales forecast for the next six months`. */
export function readForecast(
  slotted: SlottedText,
  now: Day,
): Extract<AnalyticsQuestion, { kind: 'forecast' }> | null {
  const period = onePeriod(slotted);
  if (period === undefined) return null;
  const { text, ahead } = takeAhead(slotted.text);
  if (ahead && period) return null;
  const found = firstMatch(text, WORDS.forecasts);
  if (!found) return null;
  const whole = `${found['unit'] ?? ''}${found['measure'] ?? ''} ${found['rest'] ?? ''}`;
  const { phrase, unit } = splitUnit(withoutPeriods(whole));
  const { measure, dimension } = splitGroup(phrase);
  if (measure === '') return null;
  return {
    kind: 'forecast',
    measure,
    dimension,
    unit,
    ahead: ahead ?? (period && toCome(period, now)),
  };
}

/** `Forecast for January`: the next one, where other questions mean the last. */
function toCome(period: Period, now: Day): Period {
  const { from, to, stated, text } = period;
  const isOfYear = tokenize(text).some(({ lower }) => MONTHS.has(lower) || /^q[1-4]$/.test(lower));
  if (!stated || !isOfYear || !from || !to || to > now) return period;
  return { ...period, from: addUnits(from, 'year', 1), to: addUnits(to, 'year', 1) };
}

/** Takes `next 6 months`, `coming quarter` out of a text. */
function takeAhead(text: string): { text: string; ahead: UnitsAhead | null } {
  const tokens = tokenize(text);
  for (const [at, token] of tokens.entries()) {
    if (!WORDS.coming.has(token.lower)) continue;
    const number = tokens[at + 1]?.value ?? null;
    const last = tokens[number === null ? at + 1 : at + 2];
    const unit = UNITS.get(last?.lemma ?? '');
    const count = number ?? 1;
    if (!last || !unit || !Number.isInteger(count) || count < 1 || count > MOST_AHEAD) continue;
    const before = tokens[at - 1]?.lower === 'the' ? tokens[at - 1]! : token;
    return {
      text: `${text.slice(0, before.start)}${AHEAD}${text.slice(last.end)}`,
      ahead: { count, unit },
    };
  }
  return { text, ahead: null };
}
