const CLOCK = /^(-?)(\d{1,6}):([0-5]\d):([0-5]\d(?:\.\d{1,3})?)$/;
const PAIR = /^\d{1,6}:[0-5]\d$/;
const PARTS =
  /^(?=\d)(?:(\d{1,6}(?:[.,]\d{1,6})?)\s*h(?:rs?|ours?)?)?\s*(?:(\d{1,6})\s*m(?:in(?:s|utes?)?)?)?\s*(?:(\d{1,6})\s*s(?:ec(?:s|onds?)?)?)?$/i;
const LONGEST = 40;
/** Timetables count the hours after midnight on, to 30 or so: from here on hours are those of a duration. */
const HOURS_OF_DURATION = 32;

/** The hours of a text as durations are written: `57:08:24`, `12h 15m`; null where it is none. */
export function readHours(text: string): number | null {
  if (text.length > LONGEST) return null;
  const clock = CLOCK.exec(text);
  const parts = clock?.slice(2) ?? PARTS.exec(text)?.slice(1);
  if (!parts) return null;
  const [hours = 0, minutes = 0, seconds = 0] = parts.map((part) =>
    Number((part ?? '0').replace(',', '.')),
  );
  const total = (hours * 3600 + minutes * 60 + seconds) / 3600;
  return clock?.[1] === '-' ? -total : total;
}

/** Whether a text may be a duration, long or short. */
export const isDuration = (text: string): boolean => readHours(text) !== null || PAIR.test(text);

/** The durations among the cells of a column, by how they are written. */
export class DurationStats {
  clocks = 0;
  /** With a word behind each part. */
  parts = 0;
  /** With two numbers, which may be hours and minutes or minutes and seconds. */
  pairs = 0;
  /** Whether one is longer than any time of a day, or is of several parts with words. */
  isShown = false;
  example = '';

  get count(): number {
    return this.clocks + this.parts + this.pairs;
  }

  add(text: string): void {
    if (CLOCK.test(text)) this.clocks++;
    else if (PAIR.test(text)) this.pairs++;
    else if (readHours(text) !== null) this.parts++;
    else return;
    const isLong = /^-/.test(text) || Number.parseInt(text, 10) >= HOURS_OF_DURATION;
    if (this.isShown || !(text.includes(':') ? isLong : /[a-z]\s*\d/i.test(text))) return;
    this.isShown = true;
    this.example = text;
  }
}
