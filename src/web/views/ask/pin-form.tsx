import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { ChartSettings } from '#src/charts/types.ts';
import {
  createBoard,
  getBoard,
  listBoards,
  refreshSaved,
  type SavedQuestion,
  saveQuestion,
  updateBoard,
} from '../../api/saved.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Choice, heldIn, TextField } from '../../components/field.tsx';
import { words } from '../../i18n/index.ts';
import { manageTexts } from '../../i18n/manage.ts';
import { boardTexts } from '../../i18n/pins.ts';
import { sentTiles } from '../../state/board-tiles.ts';
import { useAction, useLoaded } from '../../state/calls.ts';
import { signInAddress } from '../../state/place.ts';
import { isSignedIn } from '../../state/session.ts';
import { place } from '../data/place.ts';

interface PinFormProps {
  readonly traceId: string;
  readonly question: string;
  /** How it is drawn here; null: as fits its rows best. */
  readonly chart: ChartSettings | null;
  readonly onClose: () => void;
}

/** The newest boards are offered; the others are reached from the board itself. */
const MOST_BOARDS = 200;
const LONGEST_NAME = 200;

/** Pins an answer to a board of the reader's, or to a new one, and computes it there for the first time. */
export function PinForm(props: PinFormProps) {
  const text = boardTexts();
  return (
    <>
      <h2>{text.pinTitle}</h2>
      {isSignedIn.value ? (
        <Pin {...props} />
      ) : (
        <div class="form">
          <p>{text.pinSignIn}</p>
          <p>
            <a class="btn primary" href={signInAddress()}>
              {words().shell.signIn}
            </a>
          </p>
        </div>
      )}
    </>
  );
}

interface Pinned {
  readonly id: string;
  readonly name: string;
}

function Pin({ traceId, question, chart, onClose }: PinFormProps) {
  const text = boardTexts();
  const name = useSignal(question.slice(0, LONGEST_NAME));
  const board = useSignal<string | null>(null);
  const newName = useSignal('');
  const done = useSignal<Pinned | null>(null);
  /** What a first attempt saved: another one does not save it twice. */
  const saved = useRef<SavedQuestion | null>(null);
  const list = useLoaded(
    (signal) => listBoards(place().service, { ...place().at, limit: MOST_BOARDS }, { signal }),
    [],
  );
  const action = useAction();
  const mine = (list.value?.boards ?? []).filter((one) => one.mine);
  const chosen = board.value ?? mine[0]?.id ?? '';

  async function pin(): Promise<void> {
    const { service, at } = place();
    saved.current ??= await saveQuestion(service, {
      ...at,
      body: { trace_id: traceId, name: name.value.trim(), chart },
    });
    const tile = { saved_id: saved.current.id, width: 1 as const };
    if (chosen === '')
      done.value = await createBoard(service, {
        ...at,
        body: { name: newName.value.trim(), tiles: [tile] },
      });
    else {
      const now = await getBoard(service, { ...at, board_id: chosen });
      const tiles = sentTiles(now.tiles);
      const isThere = tiles.some((one) => 'saved_id' in one && one.saved_id === tile.saved_id);
      done.value = isThere
        ? now
        : await updateBoard(service, {
            ...at,
            board_id: chosen,
            body: { version: now.version, tiles: [...tiles, tile] },
          });
    }
    // It stands there all the same where this fails, and says so itself.
    await refreshSaved(service, { ...at, saved_id: tile.saved_id }).catch(() => undefined);
  }

  const period = saved.current?.period;
  if (done.value)
    return (
      <div class="form">
        <p role="status">{text.pinDone(done.value.name)}</p>
        {period && <p class="meta">{text.pinDays(period.days, period.rolls)}</p>}
        <div class="row">
          <a class="btn primary" href={`/boards/${done.value.id}`}>
            {text.pinOpen}
          </a>
          <Button onClick={onClose}>{words().close}</Button>
        </div>
      </div>
    );
  if (!list.value && !list.error) return <p class="meta">{manageTexts().loading}</p>;
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        action.run(pin);
      }}
    >
      <TextField
        label={text.pinName}
        note={text.pinNote}
        required
        maxLength={LONGEST_NAME}
        {...heldIn(name)}
      />
      {mine.length > 0 && (
        <Choice
          label={text.pinBoard}
          value={chosen}
          options={[...mine.map(({ id, name: its }) => [id, its] as const), ['', text.pinNew]]}
          onChoose={(id) => {
            board.value = id;
          }}
        />
      )}
      {chosen === '' && (
        <TextField label={text.pinNewName} required maxLength={LONGEST_NAME} {...heldIn(newName)} />
      )}
      <Failure error={action.error ?? list.error} />
      <div class="row">
        <Button submits look="primary" disabled={action.isBusy}>
          {text.pinDoes}
        </Button>
        <Button onClick={onClose}>{words().cancel}</Button>
      </div>
    </form>
  );
}
