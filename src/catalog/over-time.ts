import { lemma } from '#src/catalog/fold.ts';
import { expandWords, wordsOf } from '#src/catalog/names.ts';
import type { CatalogColumn, CatalogTable } from '#src/plugin-api/catalog.ts';

/** What the numbers of a measure are over time: amounts of each period, or a state that is counted anew. */
export type OverTime = 'flow' | 'state' | 'unknown';

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** What is there at each count: the same again in the next period. */
const STATES = words(
  'student pupil learner enrolment enrollment enrolled population inhabitant resident citizen household dwelling headcount employee staff worker workforce personnel teacher faculty nurse physician doctor fte member membership subscriber subscription follower tenant inmate prisoner balance stock inventory debt asset liability equity livestock cattle cow sheep pig horse hen bed seat room capacity area acreage backlog',
);
/** What happens in a period: said beside a state, as in `new members`, it is what changed. */
const FLOWS = words(
  'revenue sale income cost expense expenditure spend spending profit loss amount turnover payment fee tax wage bonus donation grant refund purchase order transaction rainfall precipitation rain snowfall snow sunshine birth death marriage divorce accident crash incident crime offence offense arrest case fatality injury casualty visit visitor view click impression download install signup registration admission discharge arrival departure hire resignation graduate immigrant emigrant migrant passenger trip ride flight journey import export production output yield harvest catch emission consumption usage demand generation unit quantity volume delivery shipment return request call ticket complaint message email hour minute night booking reservation stay goal point win draw game match run medal award distance new net change growth gain gained lost joined left born died hired added sold bought made produced built served treated processed issued collected withdrawn deposited planted harvested caught killed started completed closed opened resolved created admitted graduated',
);
/** Units of which a place or a thing has as much in the next period as in this one. */
const OF_STATES = /²|^sq |^ha$|^acres?$|^[kmgtp]?i?b$/i;

/** What a measure's name, unit and semantics say of sums over time. */
export function overTime(column: CatalogColumn): OverTime {
  if (column.additive === 'snapshot') return 'state';
  if (column.additiveSaid && column.additive) return 'flow';
  const named = expandWords(wordsOf(column.name)).flatMap((word) => [word, lemma(word)]);
  if (named.some((word) => FLOWS.has(word))) return 'flow';
  if (named.some((word) => STATES.has(word))) return 'state';
  return column.unit !== null && !OF_STATES.test(column.unit) ? 'flow' : 'unknown';
}

/** How a table repeats its things: a row for each of them and each period. */
export interface Repeats {
  /** The columns of the key that say when. */
  readonly periods: readonly CatalogColumn[];
  /** The columns of the key that say what; none where the table is of one thing. */
  readonly things: readonly CatalogColumn[];
  /** The share of all pairs of thing and period that have a row, 0 to 1. */
  readonly filled: number;
}

/** Parts of a date that a key may hold beside or in place of it: `year, month`. */
const PARTS = words('year quarter month week day date semester term season hour period');

const saysWhen = ({ name, kind }: CatalogColumn): boolean =>
  kind === 'time' || PARTS.has(lemma(wordsOf(name).at(-1) ?? ''));

/** How a table repeats its things, by its key; null where no part of the key is a time. */
export function repeatsOf({ primaryKey, columns, rowCount }: CatalogTable): Repeats | null {
  const key = (primaryKey ?? []).map((name) => columns.find((column) => column.name === name));
  if (key.some((column) => !column || column.hidden || column.sensitive)) return null;
  const parts = key.filter((column) => column !== undefined);
  const periods = parts.filter(saysWhen);
  if (periods.length === 0) return null;
  const pairs = parts.reduce(
    (product, { profile }) => product * (profile?.distinctCount ?? NaN),
    1,
  );
  return {
    periods,
    things: parts.filter((column) => !saysWhen(column)),
    filled: pairs > 0 ? rowCount / pairs : 0,
  };
}
