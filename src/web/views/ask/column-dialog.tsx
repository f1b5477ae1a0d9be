import { useSignal } from '@preact/signals';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Choice, heldIn, TextField } from '../../components/field.tsx';
import type { FilterKind, TableFilter } from '../../components/table/filter.ts';
import type { Sorting } from '../../components/table/sort.ts';
import { columnTexts } from '../../i18n/columns.ts';
import { words } from '../../i18n/index.ts';

interface ColumnDialogProps {
  readonly heading: string;
  readonly isNumber: boolean;
  readonly column: number;
  readonly sorting: Sorting | null;
  readonly isPinned: boolean;
  /** Whether another column stays in view without it. */
  readonly canHide: boolean;
  readonly onSort: (sorting: Sorting | null) => void;
  readonly onFilter: (filter: TableFilter) => void;
  readonly onHide: () => void;
  readonly onPin: () => void;
  readonly onCopy: () => void;
  readonly onClose: () => void;
}

const OF_TEXT: readonly FilterKind[] = ['contains', 'equal', 'not_equal', 'empty', 'not_empty'];
const OF_NUMBERS: readonly FilterKind[] = [
  'at_least',
  'at_most',
  'equal',
  'not_equal',
  'empty',
  'not_empty',
];

/** What can be done with a column of a table. */
export function ColumnDialog(props: ColumnDialogProps) {
  const { heading, isNumber, column, sorting, isPinned, canHide, onClose } = props;
  const text = columnTexts();
  const kinds = isNumber ? OF_NUMBERS : OF_TEXT;
  const kind = useSignal<FilterKind>(isNumber ? 'at_least' : 'contains');
  const value = useSignal('');
  const takesValue = kind.value !== 'empty' && kind.value !== 'not_empty';
  const does = (work: () => void) => () => {
    onClose();
    work();
  };
  const direction = sorting?.column === column ? sorting.direction : null;
  return (
    <Dialog isOpen onClose={onClose} label={text.title(heading)}>
      <h2 dir="auto">{text.title(heading)}</h2>
      <div class="column-acts">
        <Button
          aria-pressed={direction === 'up'}
          onClick={does(() => props.onSort({ column, direction: 'up' }))}
        >
          {text.ascending}
        </Button>
        <Button
          aria-pressed={direction === 'down'}
          onClick={does(() => props.onSort({ column, direction: 'down' }))}
        >
          {text.descending}
        </Button>
        {direction && <Button onClick={does(() => props.onSort(null))}>{text.unsorted}</Button>}
        {canHide && <Button onClick={does(props.onHide)}>{text.hide}</Button>}
        {column > 0 && (
          <Button onClick={does(props.onPin)}>{isPinned ? text.unfreeze : text.freeze}</Button>
        )}
        <Button onClick={does(props.onCopy)}>{text.copy}</Button>
      </div>
      <form
        class="form"
        onSubmit={(event) => {
          event.preventDefault();
          does(() =>
            props.onFilter({
              column,
              is: kind.value,
              value: takesValue ? value.value.trim() : null,
            }),
          )();
        }}
      >
        <h3>{text.filter}</h3>
        <Choice
          label={text.is}
          value={kind.value}
          options={kinds.map((one) => [one, text.kinds[one]] as const)}
          onChoose={(chosen) => {
            kind.value = chosen;
          }}
        />
        {takesValue && (
          <TextField
            label={text.value}
            required
            maxLength={1000}
            {...(isNumber ? { inputMode: 'decimal' as const } : {})}
            {...heldIn(value)}
          />
        )}
        <div class="row">
          <Button submits look="primary">
            {text.apply}
          </Button>
          <Button onClick={onClose}>{words().cancel}</Button>
        </div>
      </form>
    </Dialog>
  );
}
