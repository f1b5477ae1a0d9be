import type { ChartKind } from '#src/charts/types.ts';

/** What somebody writes that is no question about the data. */
export type ChatWord =
  | { readonly kind: 'hello' }
  /** How the last answer is to be drawn; the first of the kinds that fits its rows. */
  | { readonly kind: 'draw'; readonly as: readonly (ChartKind | 'table')[] };

const HELLO =
  /^(?:(?:hi|hello|hey|hallo)(?: there)?|help(?: me)?|hilfe|what can (?:you|i) (?:do|ask)|was kannst du)$/;

const KINDS: readonly (readonly [words: RegExp, as: readonly (ChartKind | 'table')[]])[] = [
  [/^(?:pie|donut|shares?|kreis|torten|anteile)$/, ['share']],
  [/^(?:stacked(?: bars?)?|gestapeltes balken)$/, ['stacked']],
  [/^(?:grouped(?: bars?)?|gruppiertes balken)$/, ['grouped']],
  [/^(?:bars?|balken)$/, ['bars', 'grouped', 'diverging', 'panels']],
  [/^(?:columns?|säulen)$/, ['columns']],
  [/^(?:lines?|linien?)$/, ['line', 'multiples']],
  [/^(?:heat|heat ?map|farb)$/, ['heat']],
  [/^(?:scatter|dots?|punkte?)$/, ['dots']],
  [/^(?:table|tabelle)$/, ['table']],
];

const VERB = '(?:make|turn|draw|show|plot|display|change|mache?|zeige?|zeichne|stelle?)';
const IT = '(?:it|this|that|them|these|the chart|the answer|es|das|daraus|sie)';
const AS = '(?:as|into|to|like|in|als|zu)';
const A = '(?:an?|the|eine?|einen|einer)';
const CHART = /(?: ?(?:chart|graph|plot|diagram)s?|-?diagramme?)$/;
const ASKED = new RegExp(`^(?:${VERB} ${IT}(?: ${AS})?|${AS})(?: ${A})? (.+?)(?: dar)?$`);

/** Reads what is no question: a greeting, or another chart for the last answer. Null: it is asked. */
export function chatWordOf(text: string): ChatWord | null {
  const words = text
    .toLowerCase()
    .replaceAll(/[.!?,]/g, '')
    .replaceAll(/\b(?:please|bitte|instead|stattdessen|can you|could you|kannst du das)\b/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (
    HELLO.test(
      text
        .toLowerCase()
        .replaceAll(/[.!?,]/g, '')
        .trim(),
    )
  )
    return { kind: 'hello' };
  const said = ASKED.exec(words)?.[1] ?? (CHART.test(words) ? words : null);
  if (said === null) return null;
  const name = said.replace(/^an? /, '').replace(CHART, '').trim();
  const found = KINDS.find(([one]) => one.test(name));
  return found ? { kind: 'draw', as: found[1] } : null;
}
