import { type Signal, useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { Dialog } from '../components/dialog.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { words } from '../i18n/index.ts';
import { paletteWords } from '../i18n/palette.ts';
import { draft } from '../state/conversation.ts';
import { chats } from '../state/history.ts';
import { theme } from '../state/prefs.ts';
import { isReader } from '../state/session.ts';

interface Entry {
  readonly label: string;
  readonly icon: IconName;
  readonly go: () => void;
}

const MOST_CHATS = 8;

/** Ctrl/⌘ K: goes anywhere by name, or takes what was typed as a question. */
export function Palette({ isOpen }: { readonly isOpen: Signal<boolean> }) {
  const text = words();
  const own = paletteWords();
  const { route } = useLocation();
  const typed = useSignal('');
  const at = useSignal(0);
  const close = () => {
    isOpen.value = false;
    typed.value = '';
    at.value = 0;
  };
  const to = (label: string, icon: IconName, address: string): Entry => ({
    label,
    icon,
    go: () => route(address),
  });
  const all: readonly Entry[] = [
    to(text.shell.newQuestion, 'plus', '/'),
    to(text.nav.boards, 'board', '/boards'),
    to(text.nav.data, 'data', '/data'),
    to(text.nav.meaning, 'meaning', '/meaning'),
    ...(isReader.value ? [] : [to(text.nav.operate, 'operate', '/operate/usage')]),
    {
      label: own.theme,
      icon: 'moon',
      go: () => {
        const isDark = getComputedStyle(document.documentElement).colorScheme === 'dark';
        theme.value = theme.peek() === 'dark' || isDark ? 'light' : 'dark';
      },
    },
    ...chats.value.slice(0, MOST_CHATS).map(({ id, title }) => to(title, 'ask', `/c/${id}`)),
  ];
  const wanted = typed.value.trim().toLowerCase();
  const found = all.filter(({ label }) => label.toLowerCase().includes(wanted));
  const question: Entry = {
    label: own.ask(typed.value.trim()),
    icon: 'up',
    // It is put into the composer: sending is one Enter more, and never an accident.
    go: () => {
      draft.value = typed.value.trim();
      if (location.pathname !== '/') route('/');
      requestAnimationFrame(() => document.getElementById('question')?.focus());
    },
  };
  const shown = wanted === '' ? found : [...found, question];
  const chosen = Math.min(at.value, shown.length - 1);
  const run = (entry: Entry | undefined) => {
    if (!entry) return;
    entry.go();
    close();
  };
  function onKeyDown(event: KeyboardEvent) {
    if (event.isComposing) return;
    if (event.key === 'ArrowDown') at.value = (chosen + 1) % shown.length;
    else if (event.key === 'ArrowUp') at.value = (chosen - 1 + shown.length) % shown.length;
    else if (event.key === 'Enter') run(shown[chosen]);
    else return;
    event.preventDefault();
  }
  return (
    <Dialog isOpen={isOpen.value} onClose={close} label={own.title}>
      <input
        type="text"
        role="combobox"
        aria-expanded="true"
        aria-controls="palette-list"
        aria-activedescendant={`palette-${chosen}`}
        aria-label={own.hint}
        placeholder={own.hint}
        value={typed.value}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          at.value = 0;
        }}
        onKeyDown={onKeyDown}
      />
      <div class="palette" id="palette-list" role="listbox" aria-label={own.title}>
        {shown.map((entry, place) => (
          <button
            key={entry.label}
            type="button"
            role="option"
            id={`palette-${place}`}
            tabIndex={-1}
            aria-selected={place === chosen}
            onClick={() => run(entry)}
          >
            <Icon name={entry.icon} />
            <span dir="auto">{entry.label}</span>
          </button>
        ))}
      </div>
    </Dialog>
  );
}
