import { type ColumnEvidence, hasAny } from '#src/catalog/column-evidence.ts';
import { fold } from '#src/catalog/fold.ts';
import type { CatalogColumn } from '#src/plugin-api/catalog.ts';
import { CURRENCY_WORDS } from '#src/query/currencies.ts';
import { MONEY_WORDS } from '#src/query/money.ts';
import { endingUnit, UNIT_WORDS } from '#src/query/units.ts';

const SCALES: ReadonlySet<string> = new Set(
  'thousand thousands million millions billion billions'.split(' '),
);

/** A number named so is a proportion, a position or a state of one thing: sums over rows mean nothing. */
const NOT_ADDITIVE: ReadonlySet<string> = new Set(
  'price hourly rate ratio percent percentage pct % average mean median maximum minimum max min highest lowest rating stars gpa age height temperature humidity pressure speed velocity elevation altitude density index rank ranking position place level grade margin share probability likelihood odds bpm frequency factor coefficient multiplier width depth direction dir coordinate alt x y year ppm ppb ph hz rpm psi voltage volt volts celsius fahrenheit kelvin concentration latency percentile quantile p50 p75 p90 p95 p99 uptime availability utilization utilisation occupancy mark marks'.split(
    ' ',
  ),
);
/** The same in other languages, as folded names have them; German ones also end a longer word. */
const NOT_ADDITIVE_ELSEWHERE: ReadonlySet<string> = new Set(
  'preis satz steuersatz zinssatz quote anteil prozent durchschnitt mittelwert alter temperatur note bewertung prix taux pourcentage moyenne precio tasa porcentaje promedio edad preco taxa percentagem idade prezzo tasso percentuale prijs tarief gemiddelde leeftijd'.split(
    ' ',
  ),
);
const GERMAN_ENDS = ['preis', 'quote', 'anteil', 'temperatur', 'bewertung'];
/** States in other languages. */
const SNAPSHOT_ELSEWHERE: ReadonlySet<string> = new Set(
  'bestand lagerbestand kontostand inventaire solde saldo existencias inventario estoque giacenza voorraad'.split(
    ' ',
  ),
);

const saysElsewhere = (words: readonly string[], terms: ReadonlySet<string>) =>
  words.map(fold).some((word) => terms.has(word));

/** `einzelpreis`, but not `gesamtpreis`. */
const endsGerman = (words: readonly string[]) =>
  words
    .map(fold)
    .some((word) => !word.startsWith('gesamt') && GERMAN_ENDS.some((end) => word.endsWith(end)));

/** A number named so adds up, whatever else its name says: `share_count`, `total price`. */
const COUNTED: ReadonlySet<string> = new Set(['total', 'extended', 'count', 'quantity']);
/** States that are counted anew at each date: they add up over places and things, not over time. */
const SNAPSHOT: ReadonlySet<string> = new Set(
  'balance stock inventory hand reading odometer mileage vacancy vacancies headcount population subscribers followers backlog outstanding enrollment'.split(
    ' ',
  ),
);

/** Whether a word of a name says what a number is in: `usd`, `hours`. */
export const isUnitWord = (word: string): boolean =>
  UNIT_WORDS.has(word) || CURRENCY_WORDS.has(word);

const LASTING: ReadonlySet<string> = new Set(['duration', 'delay', 'wait', 'runtime', 'downtime']);

/** `duration_min` is in minutes, rather than a minimum. */
const isMinutes = (words: readonly string[]): boolean =>
  ['min', 'minimum'].includes(words.at(-1) ?? '') && hasAny(words, LASTING);

/** The unit that a measure's name tells; null where it tells none, and for a percentage kept as 0 to 1. */
export function unitOf(evidence: ColumnEvidence): string | null {
  const { words, column } = evidence;
  if (/[([_ ]\$|\$[)\]]?$/.test(column.name)) return 'USD';
  if (isMinutes(words)) return 'min';
  const [only = ''] = words;
  const ending = words.length > 1 ? endingUnit(words) : CURRENCY_WORDS.get(only);
  if (ending) return scaled(ending, evidence);
  for (const word of words.toReversed()) {
    const unit = UNIT_WORDS.get(word);
    if (unit) return scaled(unit, evidence);
  }
  return null;
}

/** A unit as the other words of the name change it: `km 2` → km², `millions usd` → million USD. */
function scaled(unit: string, evidence: ColumnEvidence): string | null {
  const { words } = evidence;
  if (unit === '%') return isFraction(evidence) ? null : unit;
  if (unit === 'lb' && hasAny(words, MONEY_WORDS)) return 'GBP';
  if (words.at(-1) === '2' && (unit === 'km' || unit === 'm')) return `${unit}²`;
  if (hasAny(words, new Set(['sq', 'square']))) return unit === 'ft' ? 'sq ft' : `${unit}²`;
  const scale = words.find((word) => SCALES.has(word));
  return scale === undefined ? unit : `${scale.replace(/s$/, '')} ${unit}`;
}

/** Whether sums of a measure over rows mean something, from its name and unit. */
export function additivityOf(
  evidence: ColumnEvidence,
  unit: string | null,
): CatalogColumn['additive'] {
  const { words } = evidence;
  if (unit === '%' || words[0] === 'unit' || words.includes('per')) return false;
  if (hasAny(words, SNAPSHOT) || saysElsewhere(words, SNAPSHOT_ELSEWHERE)) return 'snapshot';
  if (hasAny(words, COUNTED) || isMinutes(words)) return true;
  // Kilograms of a harvest add up; a yield without a unit is mostly a rate.
  if (words.includes('yield')) return unit !== null;
  if (hasAny(words, NOT_ADDITIVE)) return false;
  if (saysElsewhere(words, NOT_ADDITIVE_ELSEWHERE) || endsGerman(words)) return false;
  return !isFraction(evidence);
}

/** Shares between 0 and 1 with digits behind the point (a discount of 0.15) do not add up. */
function isFraction({ column, profile }: ColumnEvidence): boolean {
  if (column.type === 'integer' || profile?.min == null || profile.max == null) return false;
  const min = Number(profile.min);
  const max = Number(profile.max);
  return min >= 0 && max <= 1 && profile.distinctCount > 2;
}
