import { useSignal } from '@preact/signals';
import { type Board, listOfferedFilters, updateBoard } from '../../api/saved.ts';
import { FormDialog } from '../../components/confirm.tsx';
import { countText } from '../../format/times.ts';
import { filterTexts } from '../../i18n/board-filters.ts';
import { locale } from '../../i18n/index.ts';
import { manageTexts } from '../../i18n/manage.ts';
import { isText } from '../../state/board-tiles.ts';
import { useAction, useLoaded } from '../../state/calls.ts';
import { place } from '../data/place.ts';
import type { Filter } from './use-board.ts';

interface FiltersDialogProps {
  readonly board: Board;
  readonly onClose: () => void;
  readonly onSaved: (board: Board) => void;
}

type Definition = Pick<Filter, 'name' | 'kind' | 'columns'> & { readonly id?: string };
interface Row {
  readonly definition: Definition;
  readonly cards: number | null;
}

/** Which of the filters that fit its cards a board has. */
export function FiltersDialog({ board, onClose, onSaved }: FiltersDialogProps) {
  const text = filterTexts();
  const action = useAction();
  const offered = useLoaded(
    (signal) => {
      const { service, at } = place();
      return listOfferedFilters(service, { ...at, board_id: board.id }, { signal });
    },
    [board.id],
  );
  const rows = offered.value ? rowsOf(board.filters, offered.value.filters) : [];
  const changed = useSignal<ReadonlyMap<string, boolean>>(new Map());
  const isOn = ({ definition }: Row) =>
    definition.columns.length > 0 &&
    (changed.value.get(keyOf(definition)) ?? definition.id !== undefined);
  const count = (of: number) => countText(of, locale());
  return (
    <FormDialog
      title={text.filters}
      isOpen
      onClose={onClose}
      does={manageTexts().save}
      action={{ isBusy: action.isBusy || !offered.value, error: action.error ?? offered.error }}
      onConfirm={() =>
        void action.run(async () => {
          const { service, at } = place();
          const filters = rows.filter(isOn).map(({ definition: { id, name, kind, columns } }) => ({
            ...{ name, kind, columns: [...columns] },
            ...(id === undefined ? {} : { id }),
          }));
          const body = { filters, version: board.version };
          onSaved(await updateBoard(service, { ...at, board_id: board.id, body }));
        })
      }
    >
      <p class="meta">{text.editLead}</p>
      {offered.isBusy && !offered.value && <p class="meta">{manageTexts().loading}</p>}
      {offered.value && rows.length === 0 && <p>{text.none}</p>}
      <fieldset class="values">
        <legend class="vh">{text.filters}</legend>
        {rows.map((row) => (
          <label key={keyOf(row.definition)} class="switch">
            <input
              type="checkbox"
              checked={isOn(row)}
              disabled={row.definition.columns.length === 0}
              onChange={({ currentTarget }) => {
                const next = new Map(changed.value);
                changed.value = next.set(keyOf(row.definition), currentTarget.checked);
              }}
            />
            <span>
              {row.definition.name}
              <small>
                {row.definition.columns.length === 0
                  ? text.gone
                  : row.definition.columns
                      .map(({ table, column }) => `${table}.${column}`)
                      .join(', ')}
                {row.cards !== null &&
                  ` · ${text.reaches(count(row.cards), count(questions(board)))}`}
              </small>
            </span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}

const questions = ({ tiles }: Board) =>
  tiles.filter((tile) => !isText(tile) && tile.saved !== null).length;

const columnsKey = ({ kind, columns }: Pick<Definition, 'kind' | 'columns'>) =>
  `${kind} ${columns
    .map(({ table, column }) => `${table}.${column}`)
    .toSorted()
    .join(' ')}`;
const keyOf = (definition: Definition) => definition.id ?? columnsKey(definition);

/** Those of the board first, then those that it could have. */
function rowsOf(
  own: readonly Filter[],
  offered: readonly (Definition & { readonly cards: number })[],
): readonly Row[] {
  const taken = new Set(own.map(columnsKey));
  return [
    ...own.map((definition) => ({
      definition,
      cards: offered.find((one) => columnsKey(one) === columnsKey(definition))?.cards ?? null,
    })),
    ...offered
      .filter((one) => !taken.has(columnsKey(one)))
      .map(({ name, kind, columns, cards }) => ({ definition: { name, kind, columns }, cards })),
  ];
}
