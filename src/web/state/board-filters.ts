/** What a reader chose of a board's filters, as the page's address holds it: `?f.region=West&f.date=this_year`. */

export const PERIODS = [
  ...(['this_month', 'last_month', 'this_quarter', 'last_quarter'] as const),
  ...(['this_year', 'last_year', 'last_7_days', 'last_30_days'] as const),
  ...(['last_90_days', 'last_12_months'] as const),
] as const;
export type NamedPeriod = (typeof PERIODS)[number];

export type Chosen =
  | { readonly period: NamedPeriod }
  | { readonly from: string | null; readonly to: string | null }
  | { readonly values: (string | null)[] };
export type ChosenById = Readonly<Record<string, Chosen>>;

const VALUE = 'f.';
/** Rows without a value are chosen by a name of their own: any text may be a value. */
const EMPTY = 'empty.';
const DAYS = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/;

const idOf = (key: string): string | null =>
  [VALUE, EMPTY].flatMap((start) => (key.startsWith(start) ? [key.slice(start.length)] : []))[0] ??
  null;

/** Reads the choices of an address; `periods` are the ids of filters that are periods. */
export function chosenIn(search: string, periods: ReadonlySet<string>): ChosenById {
  const params = new URLSearchParams(search);
  const ids = new Set([...params.keys()].flatMap((key) => idOf(key) ?? []));
  return Object.fromEntries(
    [...ids].flatMap((id) => {
      const texts = params.getAll(VALUE + id);
      const empty = params.has(EMPTY + id) ? [null] : [];
      const found = periods.has(id) ? periodOf(texts[0]) : { values: [...texts, ...empty] };
      return found ? [[id, found] as const] : [];
    }),
  );
}

function periodOf(text = ''): Chosen | null {
  const days = DAYS.exec(text);
  if (days) return { from: days[1] ?? null, to: days[2] ?? null };
  const named = PERIODS.find((one) => one === text);
  return named ? { period: named } : null;
}

/** The address's search with a choice in it; null takes it out. */
export function withChosen(search: string, id: string, chosen: Chosen | null): string {
  const params = new URLSearchParams(search);
  params.delete(VALUE + id);
  params.delete(EMPTY + id);
  if (!chosen) return params.toString();
  if ('period' in chosen) params.set(VALUE + id, chosen.period);
  else if ('from' in chosen) params.set(VALUE + id, `${chosen.from ?? ''}..${chosen.to ?? ''}`);
  else
    for (const value of chosen.values)
      if (value === null) params.set(EMPTY + id, '1');
      else params.append(VALUE + id, value);
  return params.toString();
}

/** Of an address's search only the choices, or all but them. */
export function searchOf(search: string, part: 'choices' | 'others'): string {
  const params = [...new URLSearchParams(search)].filter(
    ([key]) => (idOf(key) !== null) === (part === 'choices'),
  );
  return new URLSearchParams(params).toString();
}
