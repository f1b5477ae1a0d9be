import type { Lineage } from '#src/client/generated/types.ts';
import { words } from '../../i18n/index.ts';

interface ReadingProps {
  readonly lineage: Lineage;
  readonly onOpen: () => void;
}

/** How the question was read, as chips that open the proof. */
export function Reading({ lineage, onOpen }: ReadingProps) {
  const text = words().answer;
  const chips: readonly (readonly [string | null, string])[] = [
    ...lineage.measures.map((measure) => [null, capital(measure)] as const),
    ...lineage.grouped_by.map((group) => [text.by, group] as const),
    ...lineage.filters.map((filter) => [text.where, filter] as const),
    ...(lineage.period ? [[null, capital(periodOf(lineage.period, text.allDates))] as const] : []),
    [text.from, lineage.tables.join(', ')],
  ];
  return (
    <ul class="reading" aria-label={text.readAs}>
      {chips.map(([lead, what]) => (
        <li key={`${lead}${what}`}>
          <button type="button" class="chip" onClick={onOpen}>
            {lead && <i>{lead}</i>}
            <span dir="auto">{what}</span>
          </button>
        </li>
      ))}
    </ul>
  );
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const periodOf = (period: string, allDates: string): string =>
  period === 'all dates' ? allDates : period;
