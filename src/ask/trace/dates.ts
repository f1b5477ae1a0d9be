import type { Mention } from '#src/ask/trace/types.ts';

const MONTH_NAMES: readonly (readonly string[])[] = [
  'january jan januar jänner janvier enero gennaio janeiro januari',
  'february feb februar février fév febrero febbraio fevereiro februari',
  'march mar märz mär mars marzo março maart',
  'april apr avril abril aprile',
  'may mai mayo maggio maio mei',
  'june jun juni juin junio giugno junho',
  'july jul juli juillet julio luglio julho',
  'august aug août agosto augustus',
  'september sep sept septembre septiembre settembre setembro',
  'october oct oktober okt octobre octubre ottobre outubro',
  'november nov novembre noviembre',
  'december dec dezember dez décembre déc diciembre dicembre dezembro',
].map((names) => names.split(' '));
const MONTHS: ReadonlyMap<string, string> = new Map(
  MONTH_NAMES.flatMap((names, index) =>
    names.map((name) => [name, String(index + 1).padStart(2, '0')] as const),
  ),
);
const NAME = [...MONTHS.keys()].sort((a, b) => b.length - a.length).join('|');
const YEAR = '([12]\\d{3})';
const DAY = '(\\d{1,2})(?:st|nd|rd|th|er|\\.)?';
const LINK = '(?:\\s+(?:of|de|del|di))?,?\\s+';

type Groups = readonly (string | undefined)[];
const month = (name: string | undefined) => MONTHS.get((name ?? '').toLowerCase().replace('.', ''));
const two = (text: string | undefined) => (text ?? '').padStart(2, '0');

/** Ways to write a day, month or quarter, longest first, and the ISO text that each stands for. */
const FORMS: readonly (readonly [RegExp, (groups: Groups) => string])[] = [
  [
    /(?<![\w-])([12]\d{3})-(\d{2})-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?)?(?!\w)/giu,
    ([, y, m, d]) => `${y}-${m}-${d}`,
  ],
  [
    new RegExp(`(?<![\\p{L}\\d])${DAY}${LINK}(${NAME})\\.?${LINK}${YEAR}(?!\\d)`, 'giu'),
    ([, d, m, y]) => `${y}-${month(m)}-${two(d)}`,
  ],
  [
    new RegExp(`(?<![\\p{L}\\d])(${NAME})\\.?\\s+${DAY},?\\s+${YEAR}(?!\\d)`, 'giu'),
    ([, m, d, y]) => `${y}-${month(m)}-${two(d)}`,
  ],
  [
    /(?<![\d.])(\d{1,2})\.(\d{1,2})\.([12]\d{3})(?!\d)/gu,
    ([, d, m, y]) => `${y}-${two(m)}-${two(d)}`,
  ],
  [
    new RegExp(`(?<![\\p{L}\\d])(${NAME})\\.?${LINK}${YEAR}(?!\\d)`, 'giu'),
    ([, m, y]) => `${y}-${month(m)}`,
  ],
  [/(?<![\w-])([12]\d{3})-(\d{2})(?![\w-])/gu, ([, y, m]) => `${y}-${m}`],
  [/\b[QT]([1-4])[ -/]+([12]\d{3})\b/giu, ([, q, y]) => `${y}-Q${q}`],
  [/\b([12]\d{3})[ -/]*[QT]([1-4])\b/giu, ([, y, q]) => `${y}-Q${q}`],
  [/\b[QT]([1-4])\b/gu, ([, q]) => `-Q${q}`],
  [
    new RegExp(
      `(?<![\\p{L}\\d])(${NAME})\\s+(\\d{1,2})(?:st|nd|rd|th)?(?![\\d.,%]*\\d|\\s*(?:%|${NAME}))`,
      'giu',
    ),
    ([, m, d]) => `-${month(m)}-${two(d)}`,
  ],
  [
    new RegExp(`(?<![\\p{L}\\d.,])(\\d{1,2})(?:st|nd|rd|th|er|\\.)?\\s+(${NAME})(?!\\p{L})`, 'giu'),
    ([, d, m]) => `-${month(m)}-${two(d)}`,
  ],
];

/** The dates in a text; what one form took is blank to the next. */
export function dateMentions(text: string): readonly Mention[] {
  let rest = text;
  const found: Mention[] = [];
  for (const [pattern, iso] of FORMS)
    for (const match of rest.matchAll(pattern)) {
      const [whole] = match;
      const start = match.index;
      const end = start + whole.length;
      const date = iso(match);
      if (/undefined/.test(date)) continue;
      found.push({ text: whole, start, end, kind: 'date', readings: [], date });
      rest = rest.slice(0, start) + ' '.repeat(whole.length) + rest.slice(end);
    }
  return found.toSorted((a, b) => a.start - b.start);
}

/** Whether a date that a text names is (part of) one of the ISO dates of the data. */
export function isKnownDate(date: string, known: readonly string[]): boolean {
  return known.some((iso) => {
    const [year, monthOf = '', day = ''] = iso.slice(0, 10).split('-');
    const quarter = `Q${Math.ceil(Number(monthOf) / 3)}`;
    const forms = [
      `${year}`,
      `${year}-${monthOf}`,
      `${year}-${monthOf}-${day}`,
      `-${monthOf}-${day}`,
      `${year}-${quarter}`,
      `-${quarter}`,
    ];
    return forms.includes(date);
  });
}

/** The names under which a date of the data stands in texts: `2025-08-01`, `August 2025`, `2025-Q3`, `2025`. */
export function dateNames(iso: string, unit: string | null): readonly string[] {
  const [year, monthOf = '01'] = iso.slice(0, 10).split('-');
  const names = MONTH_NAMES[Number(monthOf) - 1] ?? [];
  const day = iso.slice(0, 10);
  if (unit === 'year') return [year!, day];
  if (unit === 'quarter') {
    const quarter = `Q${Math.ceil(Number(monthOf) / 3)}`;
    return [`${quarter} ${year}`, `${year} ${quarter}`, `${year}-${quarter}`, quarter, day];
  }
  if (unit !== 'month') return [day];
  return [...names.map((name) => `${name} ${year}`), `${year}-${monthOf}`, ...names, day];
}
