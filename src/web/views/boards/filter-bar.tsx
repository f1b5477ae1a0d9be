import { useSignal } from '@preact/signals';

import { Button } from '../../components/button.tsx';
import { Choice, TextField } from '../../components/field.tsx';
import { countText, dayText } from '../../format/times.ts';
import { filterTexts } from '../../i18n/board-filters.ts';
import { locale } from '../../i18n/index.ts';
import {
  type Chosen,
  type ChosenById,
  type NamedPeriod,
  PERIODS,
} from '../../state/board-filters.ts';
import type { Filter } from './use-board.ts';
import { ValuesDialog } from './values-dialog.tsx';

interface FilterBarProps {
  readonly boardId: string;
  readonly filters: readonly Filter[];
  readonly chosen: ChosenById;
  readonly onChoose: (id: string, chosen: Chosen | null) => void;
  readonly onClear: () => void;
  /** Absent for those who read the board only. */
  readonly onEdit?: (() => void) | undefined;
}

/** What the cards of a board are narrowed by. */
export function FilterBar({ boardId, filters, chosen, onChoose, onClear, onEdit }: FilterBarProps) {
  const text = filterTexts();
  return (
    <fieldset class="filters board-filters">
      <legend class="vh">{text.filters}</legend>
      {filters.map((filter) => {
        const value = chosen[filter.id] ?? null;
        const props = {
          ...{ filter, value },
          onChoose: (next: Chosen | null) => onChoose(filter.id, next),
        };
        return filter.kind === 'period' ? (
          <Period key={filter.id} {...props} />
        ) : (
          <Values key={filter.id} boardId={boardId} {...props} />
        );
      })}
      {Object.keys(chosen).length > 0 && (
        <Button look="bare" icon="close" onClick={onClear}>
          {text.clear}
        </Button>
      )}
      {onEdit && <Button onClick={onEdit}>{filters.length === 0 ? text.add : text.edit}</Button>}
    </fieldset>
  );
}

interface OneProps {
  readonly filter: Filter;
  readonly value: Chosen | null;
  readonly onChoose: (chosen: Chosen | null) => void;
}

type PeriodOption = NamedPeriod | 'any' | 'custom';

function Period({ filter, value, onChoose }: OneProps) {
  const text = filterTexts();
  // Days are asked for before there is one.
  const isOpen = useSignal(false);
  const days = value && 'from' in value ? value : null;
  const now: PeriodOption =
    value && 'period' in value ? value.period : days || isOpen.value ? 'custom' : 'any';
  const options: readonly (readonly [PeriodOption, string])[] = [
    ['any', text.anyTime],
    ...PERIODS.map((one) => [one, text.periods[one]] as const),
    ['custom', text.custom],
  ];
  const setDays = (change: Partial<NonNullable<typeof days>>) => {
    const next = { from: days?.from ?? null, to: days?.to ?? null, ...change };
    onChoose(next.from === null && next.to === null ? null : next);
  };
  return (
    <>
      <Choice
        label={filter.name}
        value={now}
        options={options}
        note={now === 'custom' ? undefined : daysText(filter)}
        onChoose={(chosen) => {
          isOpen.value = chosen === 'custom';
          if (chosen === 'any') onChoose(null);
          else if (chosen !== 'custom') onChoose({ period: chosen });
        }}
      />
      {now === 'custom' && (
        <>
          <TextField
            label={`${filter.name}: ${text.from}`}
            type="date"
            value={days?.from ?? ''}
            onText={(day) => setDays({ from: day === '' ? null : day })}
          />
          <TextField
            label={`${filter.name}: ${text.to}`}
            type="date"
            value={days?.to ?? ''}
            onText={(day) => setDays({ to: day === '' ? null : day })}
          />
        </>
      )}
    </>
  );
}

/** The days that a named period has today. */
function daysText({ value }: Filter): string | undefined {
  const text = filterTexts();
  if (!value || !('from' in value)) return undefined;
  const [from, to] = [value.from, value.to].map((day) => day && dayText(day, locale()));
  if (from && to) return text.period(from, to);
  return from ? text.since(from) : to ? text.until(to) : undefined;
}

function Values({ boardId, filter, value, onChoose }: OneProps & { readonly boardId: string }) {
  const text = filterTexts();
  const isOpen = useSignal(false);
  const values = value && 'values' in value ? value.values : [];
  const [first] = values;
  const shown =
    values.length === 0
      ? text.any
      : values.length === 1
        ? (first ?? text.empty)
        : text.count(countText(values.length, locale()));
  return (
    <div class="field">
      <span class="label">{filter.name}</span>
      <Button
        aria-haspopup="dialog"
        aria-label={`${filter.name}: ${shown}`}
        onClick={() => {
          isOpen.value = true;
        }}
      >
        <span dir="auto">{shown}</span>
      </Button>
      {isOpen.value && (
        <ValuesDialog
          boardId={boardId}
          filter={filter}
          values={values}
          onClose={() => {
            isOpen.value = false;
          }}
          onValues={(chosen) => {
            isOpen.value = false;
            onChoose(chosen.length === 0 ? null : { values: [...chosen] });
          }}
        />
      )}
    </div>
  );
}
