import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { listFilterValues } from '../../api/saved.ts';
import { FormDialog } from '../../components/confirm.tsx';
import { Failure } from '../../components/failure.tsx';
import { heldIn, TextField } from '../../components/field.tsx';
import { filterTexts } from '../../i18n/board-filters.ts';
import { manageTexts } from '../../i18n/manage.ts';
import { useLoaded } from '../../state/calls.ts';
import { place } from '../data/place.ts';
import type { Filter } from './use-board.ts';

type Value = string | null;

interface ValuesDialogProps {
  readonly boardId: string;
  readonly filter: Filter;
  readonly values: readonly Value[];
  readonly onClose: () => void;
  readonly onValues: (values: readonly Value[]) => void;
}

/** Values of a filter to choose of: those of the rows that the reader sees. */
export function ValuesDialog({ boardId, filter, values, onClose, onValues }: ValuesDialogProps) {
  const text = filterTexts();
  const chosen = useSignal<readonly Value[]>(values);
  const typed = useSignal('');
  const search = useSettled(typed.value.trim());
  const list = useLoaded(
    (signal) => {
      const { service, at } = place();
      const about = { ...at, board_id: boardId, filter_id: filter.id };
      return listFilterValues(
        service,
        { ...about, ...(search === '' ? {} : { search }) },
        { signal },
      );
    },
    [search],
  );
  const found = (list.value?.values ?? []).map((value) => (value === null ? null : String(value)));
  // What was chosen stays in sight, also where the data hasn't it any more.
  const gone = values.filter((value) => !found.includes(value));
  const isWhole = search === '' && list.value?.truncated === false;
  const shown = [...(search === '' ? gone : []), ...found];
  return (
    <FormDialog
      title={text.choose(filter.name)}
      isOpen
      onClose={onClose}
      does={text.apply}
      onConfirm={() => onValues(chosen.value)}
    >
      <TextField label={text.search} {...heldIn(typed)} />
      <Failure error={list.error} onRetry={list.again} />
      <fieldset class="values" aria-busy={list.isBusy}>
        <legend class="vh">{filter.name}</legend>
        {list.value && shown.length === 0 && <p class="meta">{text.noValues}</p>}
        {!list.value && list.isBusy && <p class="meta">{manageTexts().loading}</p>}
        {shown.map((value) => (
          <label key={value ?? ''} class="switch">
            <input
              type="checkbox"
              checked={chosen.value.includes(value)}
              onChange={({ currentTarget }) => {
                const others = chosen.value.filter((one) => one !== value);
                chosen.value = currentTarget.checked ? [...others, value] : others;
              }}
            />
            <span dir="auto">{value ?? text.empty}</span>
            {isWhole && gone.includes(value) && <small>{text.vanished}</small>}
          </label>
        ))}
        {list.value?.truncated && <p class="meta">{text.more}</p>}
      </fieldset>
    </FormDialog>
  );
}

const SETTLES_MS = 250;

/** A text once nobody has typed for a moment. */
function useSettled(text: string): string {
  const settled = useSignal(text);
  useEffect(() => {
    const timer = setTimeout(() => {
      settled.value = text;
    }, SETTLES_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled.value;
}
