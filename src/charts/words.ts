import type { ChartKind } from './types.ts';

/** The few words of a picture, in the languages of the page. */
export interface Words {
  readonly empty: string;
  readonly yes: string;
  readonly no: string;
  readonly notComplete: (period: string) => string;
  readonly estimates: string;
  readonly axisFrom: (start: string) => string;
  readonly more: (count: string) => string;
  readonly numbersInTable: string;
  readonly kinds: Readonly<Record<ChartKind, string>>;
  readonly by: (measure: string, key: string) => string;
  readonly highest: (value: string, key: string) => string;
  readonly lowest: (value: string, key: string) => string;
  readonly rows: (count: string) => string;
  readonly span: (from: string, to: string) => string;
  readonly quoted: (title: string) => string;
  readonly points: string;
  readonly quarter: (quarter: number, year: number) => string;
  readonly week: (week: number, year: number) => string;
}

const EN: Words = {
  empty: 'empty',
  yes: 'yes',
  no: 'no',
  notComplete: (period) => `${period} is incomplete.`,
  estimates: 'Dashed values are estimates, and the band is their range.',
  axisFrom: (start) => `The axis starts at ${start}, not at zero.`,
  more: (count) => `${count} more in the table.`,
  numbersInTable: 'See the table for the numbers.',
  kinds: {
    number: 'Number',
    change: 'Change',
    line: 'Line chart',
    columns: 'Column chart',
    multiples: 'Small line charts',
    bars: 'Bar chart',
    diverging: 'Bar chart of changes',
    share: 'Shares',
    grouped: 'Grouped bar chart',
    stacked: 'Stacked bar chart',
    heat: 'Heat map',
    dots: 'Dot chart',
    histogram: 'Histogram',
    panels: 'Two bar charts',
  },
  // `by month`, but `by SKU`.
  by: (measure, key) =>
    `${measure} by ${/^\p{Lu}\p{Ll}/u.test(key) ? key.charAt(0).toLowerCase() + key.slice(1) : key}`,
  highest: (value, key) => `highest ${value} (${key})`,
  lowest: (value, key) => `lowest ${value} (${key})`,
  rows: (count) => `${count} rows`,
  span: (from, to) => `${from} to ${to}`,
  quoted: (title) => `“${title}”`,
  points: 'points',
  quarter: (quarter, year) => `Q${quarter} ${year}`,
  week: (week, year) => `W${week} ${year}`,
};

const DE: Words = {
  empty: 'leer',
  yes: 'ja',
  no: 'nein',
  notComplete: (period) => `${period} ist unvollständig.`,
  estimates: 'Gestrichelte Werte sind Schätzungen, das Band zeigt ihre Spanne.',
  axisFrom: (start) => `Die Achse beginnt bei ${start}, nicht bei null.`,
  more: (count) => `${count} weitere in der Tabelle.`,
  numbersInTable: 'Die Zahlen finden Sie in der Tabelle.',
  kinds: {
    number: 'Zahl',
    change: 'Veränderung',
    line: 'Liniendiagramm',
    columns: 'Säulendiagramm',
    multiples: 'Kleine Liniendiagramme',
    bars: 'Balkendiagramm',
    diverging: 'Balkendiagramm der Veränderungen',
    share: 'Anteile',
    grouped: 'Gruppiertes Balkendiagramm',
    stacked: 'Gestapeltes Balkendiagramm',
    heat: 'Heatmap',
    dots: 'Punktdiagramm',
    histogram: 'Histogramm',
    panels: 'Zwei Balkendiagramme',
  },
  by: (measure, key) => `${measure} nach ${key}`,
  highest: (value, key) => `höchster Wert ${value} (${key})`,
  lowest: (value, key) => `niedrigster Wert ${value} (${key})`,
  rows: (count) => `${count} Zeilen`,
  span: (from, to) => `${from} bis ${to}`,
  quoted: (title) => `„${title}“`,
  points: 'Punkte',
  quarter: (quarter, year) => `Q${quarter} ${year}`,
  week: (week, year) => `KW ${week} ${year}`,
};

/** The words of a language; English for those that have none. */
export const wordsOf = (lang: string): Words => (/^de\b/i.test(lang) ? DE : EN);
