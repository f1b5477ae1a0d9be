import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { renameChat } from '../api/chats.ts';
import { Button } from '../components/button.tsx';
import { Menu } from '../components/menu.tsx';
import { type Age, ageOf } from '../format/date.ts';
import { chatTexts } from '../i18n/chats.ts';
import { words } from '../i18n/index.ts';
import { manageTexts } from '../i18n/manage.ts';
import { removeSoon, removing, undoRemoval } from '../state/chat-removal.ts';
import { openNew } from '../state/conversation.ts';
import { chats, chatsChanged, type PastChat, sought } from '../state/history.ts';
import { caller } from '../state/session.ts';
import { NameDialog } from './name-dialog.tsx';

const AGES: readonly Age[] = ['today', 'yesterday', 'week', 'earlier'];
/** Fewer chats are found without a search. */
const SEARCHED = 6;
const TYPING_MS = 250;

/** Earlier chats of the person who is here, by day: found, opened, renamed, removed. */
export function ChatList() {
  const text = words().chats;
  const own = chatTexts();
  const renaming = useSignal<PastChat | null>(null);
  const all = chats.value.filter(({ id }) => id !== removing.value?.id);
  const now = Date.now();
  const groups = AGES.map((age): readonly [Age, readonly PastChat[]] => [
    age,
    all.filter(({ at }) => ageOf(at, now) === age),
  ]);
  const { value: renamed } = renaming;
  return (
    <section class="chats" aria-label={text.label}>
      {(all.length >= SEARCHED || sought.value !== '') && <Search />}
      {all.length === 0 && <p class="meta">{sought.value === '' ? text.none : own.noneFound}</p>}
      {groups.map(
        ([age, found]) =>
          found.length > 0 && (
            <div key={age}>
              <h2>{text[age]}</h2>
              <ul>
                {found.map((chat) => (
                  <Chat
                    key={chat.id}
                    chat={chat}
                    onRename={() => {
                      renaming.value = chat;
                    }}
                  />
                ))}
              </ul>
            </div>
          ),
      )}
      <div role="status">
        {removing.value && (
          <p class="meta row">
            {own.removed}
            <Button onClick={undoRemoval}>{own.undo}</Button>
          </p>
        )}
      </div>
      {renamed && (
        <NameDialog
          title={own.renameOf(renamed.title)}
          does={manageTexts().save}
          name={renamed.title}
          onClose={() => {
            renaming.value = null;
          }}
          onName={async (title) => {
            const who = caller.peek();
            if (who) await renameChat(who, renamed.id, title);
            chatsChanged();
          }}
        />
      )}
    </section>
  );
}

function Search() {
  const own = chatTexts();
  const waiting = useSignal<ReturnType<typeof setTimeout> | undefined>(undefined);
  return (
    <input
      type="search"
      class="search"
      aria-label={own.search}
      placeholder={own.search}
      maxLength={200}
      onInput={({ currentTarget }) => {
        clearTimeout(waiting.peek());
        waiting.value = setTimeout(() => {
          sought.value = currentTarget.value.trim();
        }, TYPING_MS);
      }}
    />
  );
}

interface ChatProps {
  readonly chat: PastChat;
  readonly onRename: () => void;
}

function Chat({ chat, onRename }: ChatProps) {
  const own = chatTexts();
  const { path, route } = useLocation();
  const { id, title } = chat;
  const isOpen = path === `/c/${id}`;
  return (
    <li>
      <a href={`/c/${id}`} aria-current={isOpen ? 'page' : undefined}>
        <span title={title}>{title}</span>
      </a>
      <Menu
        icon="more"
        label={own.options(title)}
        items={[
          { label: own.rename, onChoose: onRename },
          {
            label: own.remove,
            icon: 'close',
            onChoose() {
              const who = caller.peek();
              if (who) removeSoon(who, chat);
              if (!isOpen) return;
              openNew();
              route('/');
            },
          },
        ]}
      />
    </li>
  );
}
