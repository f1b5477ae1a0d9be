import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import {
  type BoardSummary,
  createBoard,
  deleteBoard,
  deleteSaved,
  listBoards,
  listSaved,
  type SavedQuestion,
  updateBoard,
} from '../../api/saved.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Records } from '../../components/records.tsx';
import { countText, dayTime } from '../../format/times.ts';
import { locale } from '../../i18n/index.ts';
import { manageTexts } from '../../i18n/manage.ts';
import { boardTexts } from '../../i18n/pins.ts';
import { type Loaded, useAction, useLoaded } from '../../state/calls.ts';
import { place } from '../data/place.ts';
import { Screen } from '../screen.tsx';
import { NameDialog } from './name-dialog.tsx';
import { Remove } from './remove.tsx';

type Open =
  | { readonly kind: 'new' }
  | { readonly kind: 'rename' | 'remove'; readonly board: BoardSummary }
  | { readonly kind: 'removeSaved'; readonly saved: SavedQuestion };

/** The boards of a workspace, and the questions that are pinned in it. */
export function BoardList() {
  const text = boardTexts();
  const manage = manageTexts();
  const { route } = useLocation();
  const open = useSignal<Open | null>(null);
  const boards = useLoaded((signal) => listBoards(place().service, place().at, { signal }), []);
  const pinned = useLoaded((signal) => listSaved(place().service, place().at, { signal }), []);
  const close = () => {
    open.value = null;
  };
  const { value: opened } = open;
  return (
    <Screen
      title={text.title}
      actions={
        <Button
          icon="plus"
          look="primary"
          onClick={() => {
            open.value = { kind: 'new' };
          }}
        >
          {text.newBoard}
        </Button>
      }
    >
      <p class="lead board-lead">{text.lead}</p>
      <Failure error={boards.error} onRetry={boards.again} />
      {!boards.value && boards.isBusy && <p class="meta">{manage.loading}</p>}
      {boards.value && (
        <Records
          label={text.title}
          records={boards.value.boards}
          keyOf={({ id }) => id}
          empty={text.none}
          columns={[
            {
              heading: text.name,
              cell: ({ id, name, mine }) => (
                <>
                  <a href={`/boards/${id}`}>{name}</a>
                  {!mine && <small>{text.ofOthers}</small>}
                </>
              ),
            },
            {
              heading: text.questions,
              isNumber: true,
              cell: ({ tiles }) => countText(tiles, locale()),
            },
            {
              heading: text.readers,
              cell: ({ shared }) => (shared ? text.tenant : text.me),
            },
            { heading: text.changed, cell: ({ updated_at }) => dayTime(updated_at, locale()) },
            {
              heading: manage.actions,
              isActions: true,
              cell: (board) =>
                board.mine &&
                (['rename', 'remove'] as const).map((kind) => (
                  <Button
                    key={kind}
                    aria-label={`${text[kind]}: ${board.name}`}
                    onClick={() => {
                      open.value = { kind, board };
                    }}
                  >
                    {text[kind]}
                  </Button>
                )),
            },
          ]}
        />
      )}
      {boards.value?.next_cursor && <More of={boards} read={moreBoards} />}
      <section>
        <h2>{text.pinned}</h2>
        <Failure error={pinned.error} onRetry={pinned.again} />
        {pinned.value && (
          <Records
            label={text.pinned}
            records={pinned.value.saved}
            keyOf={({ id }) => id}
            empty={text.noPinned}
            columns={[
              {
                heading: text.question,
                cell: ({ name, question }) => (
                  <>
                    {name}
                    {name !== question && <small>{question}</small>}
                  </>
                ),
              },
              { heading: text.changed, cell: ({ updated_at }) => dayTime(updated_at, locale()) },
              {
                heading: manage.actions,
                isActions: true,
                cell: (saved) =>
                  saved.mine && (
                    <Button
                      aria-label={`${text.remove}: ${saved.name}`}
                      onClick={() => {
                        open.value = { kind: 'removeSaved', saved };
                      }}
                    >
                      {text.remove}
                    </Button>
                  ),
              },
            ]}
          />
        )}
        {pinned.value?.next_cursor && <More of={pinned} read={moreSaved} />}
      </section>
      {opened?.kind === 'new' && (
        <NameDialog
          title={text.newBoard}
          does={text.make}
          onClose={close}
          onName={async (name) => {
            const { service, at } = place();
            const { id } = await createBoard(service, { ...at, body: { name } });
            route(`/boards/${id}`);
          }}
        />
      )}
      {opened?.kind === 'rename' && (
        <NameDialog
          title={text.renameOf(opened.board.name)}
          does={manage.save}
          name={opened.board.name}
          onClose={close}
          onName={async (name) => {
            const { service, at } = place();
            await updateBoard(service, { ...at, board_id: opened.board.id, body: { name } });
            close();
            boards.again();
          }}
        />
      )}
      {opened?.kind === 'remove' && (
        <Remove
          name={opened.board.name}
          note={text.removeBoardNote}
          onClose={close}
          onRemove={async () => {
            const { service, at } = place();
            await deleteBoard(service, { ...at, board_id: opened.board.id });
            boards.again();
          }}
        />
      )}
      {opened?.kind === 'removeSaved' && (
        <Remove
          name={opened.saved.name}
          note={text.removeSavedNote}
          onClose={close}
          onRemove={async () => {
            const { service, at } = place();
            await deleteSaved(service, { ...at, saved_id: opened.saved.id });
            boards.again();
            pinned.again();
          }}
        />
      )}
    </Screen>
  );
}

type Page = { readonly next_cursor: string | null };

async function moreBoards(
  now: Awaited<ReturnType<typeof listBoards>>,
  cursor: string,
): Promise<Awaited<ReturnType<typeof listBoards>>> {
  const next = await listBoards(place().service, { ...place().at, cursor });
  return { ...next, boards: [...now.boards, ...next.boards] };
}

async function moreSaved(
  now: Awaited<ReturnType<typeof listSaved>>,
  cursor: string,
): Promise<Awaited<ReturnType<typeof listSaved>>> {
  const next = await listSaved(place().service, { ...place().at, cursor });
  return { ...next, saved: [...now.saved, ...next.saved] };
}

interface MoreProps<T extends Page> {
  readonly of: Loaded<T>;
  /** What is here, with the page at the cursor. */
  readonly read: (now: T, cursor: string) => Promise<T>;
}

/** Puts the next page below what is shown. */
function More<T extends Page>({ of, read }: MoreProps<T>) {
  const action = useAction();
  return (
    <>
      <Failure error={action.error} />
      <Button
        also="part"
        disabled={action.isBusy}
        onClick={() =>
          action.run(async () => {
            const now = of.value;
            if (now?.next_cursor) of.put(await read(now, now.next_cursor));
          })
        }
      >
        {manageTexts().more}
      </Button>
    </>
  );
}
