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
import { countText, dayTime } from '../../format/times.ts';
import { locale } from '../../i18n/index.ts';
import { manageTexts } from '../../i18n/manage.ts';
import { boardTexts } from '../../i18n/pins.ts';
import { useLoaded } from '../../state/calls.ts';
import { ActionDialog } from '../action-dialog.tsx';
import { place } from '../data/place.ts';
import { Listing } from '../listing.tsx';
import { NameDialog } from '../name-dialog.tsx';
import { Screen } from '../screen.tsx';

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
      <p class="lead board-about">{text.lead}</p>
      <Listing
        list={boards}
        of={(read) => read.boards}
        more={async (now) => {
          const cursor = now.next_cursor ?? '';
          const next = await listBoards(place().service, { ...place().at, cursor });
          return { ...next, boards: [...now.boards, ...next.boards] };
        }}
        label={text.title}
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
      <section>
        <h2>{text.pinned}</h2>
        <Listing
          list={pinned}
          of={({ saved }) => saved}
          more={async (now) => {
            const cursor = now.next_cursor ?? '';
            const next = await listSaved(place().service, { ...place().at, cursor });
            return { ...next, saved: [...now.saved, ...next.saved] };
          }}
          label={text.pinned}
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
            boards.again();
          }}
        />
      )}
      {opened?.kind === 'remove' && (
        <ActionDialog
          title={text.removeOf(opened.board.name)}
          does={text.remove}
          onClose={close}
          onConfirm={async () => {
            const { service, at } = place();
            await deleteBoard(service, { ...at, board_id: opened.board.id });
            boards.again();
          }}
        >
          <p>{text.removeBoardNote}</p>
        </ActionDialog>
      )}
      {opened?.kind === 'removeSaved' && (
        <ActionDialog
          title={text.removeOf(opened.saved.name)}
          does={text.remove}
          onClose={close}
          onConfirm={async () => {
            const { service, at } = place();
            await deleteSaved(service, { ...at, saved_id: opened.saved.id });
            boards.again();
            pinned.again();
          }}
        >
          <p>{text.removeSavedNote}</p>
        </ActionDialog>
      )}
    </Screen>
  );
}
