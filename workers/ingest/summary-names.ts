import {
  ALL_FIRST_WORDS,
  ALL_NAMES,
  COMPARISON_NAMES,
  DOUBTFUL_COMPARISONS,
  DOUBTFUL_STATISTICS,
  LABEL_FILLERS,
  STATISTIC_WORDS,
  TOTAL_WORDS,
} from '#workers/ingest/table-words.ts';

type Statistic = keyof typeof STATISTIC_WORDS;

/** What the label of a row says that its numbers are of the other rows. */
export interface SummaryName {
  /** `all`: what a sum or an average of all rows is called. */
  readonly kind: 'all' | Statistic | 'comparison';
  /** `doubtful`: other rows are called so, too; `part`: only a word of the label says it (`Average Joes`). */
  readonly sure: 'sure' | 'doubtful' | 'part';
}

/** Longer texts are no labels (characters). */
const LONGEST_LABEL = 60;

const byWord = (words: Partial<Record<Statistic, readonly string[]>>) =>
  new Map(
    Object.entries(words).flatMap(([kind, all]) =>
      all.map((word) => [word, kind as Statistic] as const),
    ),
  );
const STATISTICS = byWord(STATISTIC_WORDS);
const DOUBTFUL = byWord(DOUBTFUL_STATISTICS);
const ALL = new Set(ALL_NAMES);
const ALL_FIRST = new Set(ALL_FIRST_WORDS);
const COMPARISONS = new Set(COMPARISON_NAMES);
const DOUBTFUL_COMPARED = new Set(DOUBTFUL_COMPARISONS);
const FILLERS = new Set([...LABEL_FILLERS, ...TOTAL_WORDS]);

const YEAR = /^(?:19|20)\d\d$/;
const DEVIATION = /\b(?:standard|std|st)\.?[ -]?dev(?:iation)?\b\.?/g;

/**
 * What a label says of its row, if anything. `headers` are the words of the table's header: `Average points` says no
 * more than `Average`.
 */
export function summaryName(text: string, headers: ReadonlySet<string>): SummaryName | null {
  if (text === '' || text.length > LONGEST_LABEL) return null;
  const label = text.trim().toLowerCase().replaceAll(DEVIATION, 'stddev');
  const bare = label.replace(/[:：.]+$/, '').trimEnd();
  const whole = STATISTICS.get(label) ?? STATISTICS.get(bare);
  if (whole) return { kind: whole, sure: 'sure' };
  const words = wordsOf(bare);
  const [first = ''] = words;
  if (ALL.has(bare) || (words.length > 1 && ALL_FIRST.has(first)))
    return { kind: 'all', sure: 'sure' };
  const further = words.filter((word) => !YEAR.test(word));
  const compared = comparisonIn(further, /[%٪]|\bpct\b/.test(bare));
  if (compared) return compared;
  const doubtful = further.length === 1 && DOUBTFUL.get(further[0]!);
  if (doubtful) return { kind: doubtful, sure: 'doubtful' };
  const said = further.find((word) => STATISTICS.has(word));
  if (said === undefined) return null;
  const kind = STATISTICS.get(said)!;
  const rest = further.filter((word) => word !== said);
  if (rest.every((word) => FILLERS.has(word) || headers.has(word))) return { kind, sure: 'sure' };
  return said === further[0] || said === further.at(-1) ? { kind, sure: 'part' } : null;
}

/** `Previous year`, `% of total`, `Change in %`; `Target` alone is doubtful. */
function comparisonIn(words: readonly string[], hasPercent: boolean): SummaryName | null {
  const kind = 'comparison';
  if (COMPARISONS.has(words.join(' '))) return { kind, sure: 'sure' };
  const isCompared = words.some((word) => DOUBTFUL_COMPARED.has(word));
  const isAll = words.every((word) => DOUBTFUL_COMPARED.has(word) || FILLERS.has(word));
  if (!isAll) return null;
  if (hasPercent) return { kind, sure: 'sure' };
  return isCompared ? { kind, sure: 'doubtful' } : null;
}

/** The words of a label, without marks. */
export const wordsOf = (label: string): readonly string[] =>
  label
    .toLowerCase()
    .split(/[\s()[\]{}%,;:/._-]+/)
    .filter((word) => word !== '' && word !== 'pct');
