/** Languages that messages are written in. */
export const MESSAGE_LANGUAGES = ['en', 'de'] as const;
export type MessageLanguage = (typeof MESSAGE_LANGUAGES)[number];

type Side = 'above' | 'below';
/** What a range was taken from: runs of the schedule, or the periods of the question. */
type PastOf = 'run' | 'year' | 'quarter' | 'month' | 'week' | 'day' | 'hour' | 'minute';

/** As the answer had it, or that its SQL was edited. */
export type MessageVerdict = 'verified' | 'checked' | 'warning' | 'failed' | 'own_sql';

const SIDES_DE = { above: 'über', below: 'unter' } as const;
const PAST_DE: Readonly<Record<PastOf, string>> = {
  run: 'Läufen',
  year: 'Jahren',
  quarter: 'Quartalen',
  month: 'Monaten',
  week: 'Wochen',
  day: 'Tagen',
  hour: 'Stunden',
  minute: 'Minuten',
};

const en = {
  open: 'Open in Plumbline',
  test: 'This is a test.',
  verdicts: {
    ...{ verified: 'Verified', checked: 'Checked', warning: 'Check this' },
    ...{ failed: 'Failed its checks', own_sql: 'Edited SQL' },
  } satisfies Readonly<Record<MessageVerdict, string>>,
  doubt: (reason: string, day: string) => `${reason} (checked on ${day})`,
  noRows: 'No rows.',
  moreRows: (count: number) => `${count} more ${count === 1 ? 'row' : 'rows'}`,
  earlierRows: (count: number) => `${count} earlier ${count === 1 ? 'row' : 'rows'} not shown`,
  changed: 'The data changed.',
  failed: (name: string) => `"${name}" couldn't be sent`,
  stopped: (name: string) => `"${name}" was stopped`,
  lost: 'Its owner no longer has access to this data.',
  beyond: (side: Side, about: { name: string; value: string; bound: string }) =>
    `${about.name}: ${about.value} is ${side} ${about.bound}.`,
  early: (known: number, needed: number) =>
    `Not enough earlier values yet (${known} of ${needed}).`,
  usual(side: Side | null, { name, value, low, high, count, of }: UsualAbout) {
    const usual = low === high ? `value, ${low}` : `range, ${low} to ${high}`;
    return `${name}: ${value} is ${side ?? (low === high ? 'at' : 'within')} its usual ${usual} (from ${count} earlier ${of}s).`;
  },
};

interface UsualAbout {
  readonly name: string;
  readonly value: string;
  readonly low: string;
  readonly high: string;
  readonly count: number;
  readonly of: PastOf;
}

const de: typeof en = {
  open: 'In Plumbline öffnen',
  test: 'Dies ist ein Test.',
  verdicts: {
    ...{ verified: 'Bestätigt', checked: 'Geprüft', warning: 'Bitte prüfen' },
    ...{ failed: 'Prüfung fehlgeschlagen', own_sql: 'Bearbeitetes SQL' },
  },
  doubt: (reason, day) => `${reason} (geprüft am ${day})`,
  noRows: 'Keine Zeilen.',
  moreRows: (count) => (count === 1 ? '1 weitere Zeile' : `${count} weitere Zeilen`),
  earlierRows: (count) =>
    count === 1 ? '1 frühere Zeile nicht angezeigt' : `${count} frühere Zeilen nicht angezeigt`,
  changed: 'Die Daten haben sich geändert.',
  failed: (name) => `„${name}“ konnte nicht gesendet werden`,
  stopped: (name) => `„${name}“ wurde gestoppt`,
  lost: 'Wer den Zeitplan angelegt hat, darf diese Daten nicht mehr sehen.',
  beyond: (side, { name, value, bound }) => `${name}: ${value} liegt ${SIDES_DE[side]} ${bound}.`,
  early: (known, needed) => `Noch nicht genug frühere Werte (${known} von ${needed}).`,
  usual(side, { name, value, low, high, count, of }) {
    const usual = low === high ? `Wert ${low}` : `Bereich von ${low} bis ${high}`;
    return `${name}: ${value} liegt ${side ? SIDES_DE[side] : low === high ? 'bei' : 'in'} dem üblichen ${usual} (aus ${count} früheren ${PAST_DE[of]}).`;
  },
};

/** What messages say, by their language. */
export const MESSAGE_TEXTS: Readonly<Record<MessageLanguage, typeof en>> = { en, de };
