import { useSignal } from '@preact/signals';
import { listSaved, type SavedQuestion } from '../../api/saved.ts';
import { FormDialog } from '../../components/confirm.tsx';
import { Choice } from '../../components/field.tsx';
import { manageTexts } from '../../i18n/manage.ts';
import { boardTexts } from '../../i18n/pins.ts';
import { type ShownTile, tileId } from '../../state/board-tiles.ts';
import { useLoaded } from '../../state/calls.ts';
import { place } from '../data/place.ts';

interface AddDialogProps {
  readonly tiles: readonly ShownTile[];
  readonly onClose: () => void;
  readonly onAdd: (saved: SavedQuestion) => void;
}

const MOST = 200;

/** Puts a question that is pinned already onto the board: the newest of them. */
export function AddDialog({ tiles, onClose, onAdd }: AddDialogProps) {
  const text = boardTexts();
  const chosen = useSignal<string | null>(null);
  const list = useLoaded(
    (signal) => listSaved(place().service, { ...place().at, limit: MOST }, { signal }),
    [],
  );
  const here = new Set(tiles.map(tileId));
  const others = (list.value?.saved ?? []).filter(({ id }) => !here.has(id));
  const picked = others.find(({ id }) => id === chosen.value) ?? others[0];
  return (
    <FormDialog
      title={text.add}
      isOpen
      onClose={onClose}
      does={text.addDoes}
      action={{ isBusy: !picked, error: list.error }}
      onConfirm={() => picked && onAdd(picked)}
    >
      {list.isBusy && <p class="meta">{manageTexts().loading}</p>}
      {list.value && !picked && <p>{text.addNothing}</p>}
      {picked && (
        <Choice
          label={text.question}
          value={picked.id}
          options={others.map(({ id, name }) => [id, name] as const)}
          onChoose={(id) => {
            chosen.value = id;
          }}
        />
      )}
    </FormDialog>
  );
}
