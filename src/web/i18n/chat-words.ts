import type { ChartKind } from '#src/charts/types.ts';
import { inLanguage } from './index.ts';

const en = {
  hello:
    'Ask about your data in plain words: totals, trends, comparisons, “why did revenue fall”. Each answer shows its SQL and its checks.',
  tryOne: 'Try one of these',
  nothing: "There's no answer with a chart here yet. Ask a question first.",
  done: (kind: string) => `The last answer is now shown as ${kind}.`,
  table: 'Table',
  pie: 'Parts of a whole are drawn as one bar, because lengths compare better than angles.',
  cannot: (kind: string) => `The last answer can't be shown as ${kind}.`,
  why: {
    share: 'Shares can have at most six parts, which must add up to the whole.',
    stacked: 'Stacked charts need two groupings and values that add up.',
    line: 'A line chart needs at least three points in time.',
  } as Readonly<Partial<Record<ChartKind | 'table', string>>>,
  fits: (kinds: string) => `Charts that fit: ${kinds}.`,
};

const de: typeof en = {
  hello:
    'Fragen Sie in eigenen Worten nach Ihren Daten: Summen, Verläufe, Vergleiche oder „Warum ist der Umsatz gefallen?“. Jede Antwort zeigt das SQL und die Prüfungen dazu.',
  tryOne: 'Zum Beispiel',
  nothing: 'Hier gibt es noch keine Antwort mit Diagramm. Stellen Sie zuerst eine Frage.',
  done: (kind) => `Diagrammtyp der letzten Antwort: ${kind}.`,
  table: 'Tabelle',
  pie: 'Teile eines Ganzen stehen in einem Balken, weil sich Längen besser vergleichen lassen als Winkel.',
  cannot: (kind) => `Dieser Diagrammtyp passt nicht zur letzten Antwort: ${kind}.`,
  why: {
    share: 'Für Anteile sind höchstens sechs Werte möglich, die zusammen das Ganze ergeben.',
    stacked:
      'Gestapelte Diagramme brauchen zwei Gruppierungen und Werte, die sich addieren lassen.',
    line: 'Ein Liniendiagramm braucht mindestens drei Zeitpunkte.',
  },
  fits: (kinds) => `Passende Diagramme: ${kinds}.`,
};

export const chatWordTexts = inLanguage({ en, de });
