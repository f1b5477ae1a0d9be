import { type Signal, signal, useComputed, useSignal } from '@preact/signals';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { useLocation } from 'preact-iso/router';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Icon, type IconName, Logo } from '../components/icon.tsx';
import { words } from '../i18n/index.ts';
import { openNew } from '../state/conversation.ts';
import { placed, signInAddress } from '../state/place.ts';
import { theme } from '../state/prefs.ts';
import { isKeyLost, isReader, isSignedIn, session } from '../state/session.ts';
import { followAddress, isElsewhere } from '../state/workspace.ts';
import { WorkspaceChoice } from './workspace-choice.tsx';

const isDrawerOpen = signal(false);
const isPrefsOpen = signal(false);
const isPaletteOpen = signal(false);
const PrefsDialog = lazy(() => import('./prefs-dialog.tsx').then((made) => made.PrefsDialog));
const ChatList = lazy(() => import('./chat-list.tsx').then((made) => made.ChatList));
const Notices = lazy(() => import('./notices.tsx').then((made) => made.Notices));
const Palette = lazy(() => import('./palette.tsx').then((made) => made.Palette));

/** What stands around every view: the side, which is a drawer where it is narrow. */
export function Shell({ children }: { readonly children: ComponentChildren }) {
  const text = words();
  const { url, path } = useLocation();
  useEffect(() => {
    isDrawerOpen.value = false;
  }, [url]);
  usePlaceInAddress(url);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      isDrawerOpen.value = false;
      isPaletteOpen.value = true;
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  // Whoever opens a public link sees what it shows, and nothing else of the place.
  if (path.startsWith('/s/'))
    return (
      <main id="main" class="main" tabIndex={-1}>
        {children}
      </main>
    );
  return (
    <div class="app">
      <a class="skip" href="#main">
        {text.shell.skip}
      </a>
      <nav class="side" aria-label={text.shell.main}>
        <Side />
      </nav>
      <Dialog
        isOpen={isDrawerOpen.value}
        onClose={() => {
          isDrawerOpen.value = false;
        }}
        label={text.shell.main}
        from="start"
      >
        <nav class="side drawn" aria-label={text.shell.main}>
          <Side />
        </nav>
      </Dialog>
      <div class="page">
        <header class="top">
          <Button
            look="bare"
            icon="menu"
            aria-label={text.shell.menu}
            aria-expanded={isDrawerOpen.value}
            onClick={() => {
              isDrawerOpen.value = true;
            }}
          />
          <a class="brand" href="/">
            <Logo />
            Plumbline
          </a>
          <a
            class="btn bare icon end"
            href="/"
            aria-label={text.shell.newQuestion}
            onClick={openNew}
          >
            <Icon name="plus" />
          </a>
        </header>
        {(isKeyLost.value || isElsewhere.value) && (
          <ErrorBoundary>
            <Notices />
          </ErrorBoundary>
        )}
        <main id="main" class="main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <ErrorBoundary>
        <Opened by={isPrefsOpen} view={PrefsDialog} />
        <Opened by={isPaletteOpen} view={Palette} />
      </ErrorBoundary>
    </div>
  );
}

/** The address names the tenant and the workspace of now, so that reload, Back and a sent link keep them. */
function usePlaceInAddress(url: string): void {
  const before = useRef(url);
  const here = placed(url);
  useEffect(() => {
    const isMoved = before.current !== url;
    before.current = url;
    const now = location.pathname + location.search;
    // What a link names and this key does not reach stays: another key may.
    if ((isMoved && followAddress(location.search)) || isElsewhere.peek()) return;
    const at = placed(now);
    if (at !== now) history.replaceState(history.state, '', at + location.hash);
  }, [url, here]);
}

interface OpenedProps {
  readonly by: Signal<boolean>;
  readonly view: ComponentType<{ readonly isOpen: Signal<boolean> }>;
}

/** A dialog that is loaded when it is opened for the first time. */
function Opened({ by, view: View }: OpenedProps) {
  const wasOpened = useSignal(false);
  if (by.value) wasOpened.value = true;
  return wasOpened.value ? <View isOpen={by} /> : null;
}

function Side() {
  const text = words();
  return (
    <>
      <a class="brand" href="/">
        <Logo />
        Plumbline
      </a>
      <WorkspaceChoice />
      <a class="btn new" href="/" onClick={openNew}>
        <Icon name="plus" />
        {text.shell.newQuestion}
        <kbd class="end">{text.shell.paletteKey}</kbd>
      </a>
      <Navigation />
      {isSignedIn.value ? (
        <ErrorBoundary>
          <ChatList />
        </ErrorBoundary>
      ) : (
        <Trying />
      )}
      <Account />
    </>
  );
}

const PLACES: readonly { readonly icon: IconName; readonly name: Place; readonly to: string }[] = [
  { icon: 'ask', name: 'ask', to: '/' },
  { icon: 'board', name: 'boards', to: '/boards' },
  { icon: 'data', name: 'data', to: '/data' },
  { icon: 'meaning', name: 'meaning', to: '/meaning' },
  { icon: 'operate', name: 'operate', to: '/operate/usage' },
];
type Place = 'ask' | 'boards' | 'data' | 'meaning' | 'operate';

const placeOf = (path: string): Place => {
  const first = path.split('/')[1];
  return PLACES.find(({ name }) => name === first)?.name ?? 'ask';
};

function Navigation() {
  const { path } = useLocation();
  const here = path === '/signin' || path === '/invite' ? null : placeOf(path);
  return (
    <ul class="nav">
      {PLACES.filter(({ name }) => name !== 'operate' || !isReader.value).map(
        ({ icon, name, to }) => (
          <li key={name}>
            <a href={to} aria-current={name === here ? 'page' : undefined}>
              <Icon name={icon} />
              {words().nav[name]}
            </a>
          </li>
        ),
      )}
    </ul>
  );
}

/** Nobody is signed in: what that would bring. */
function Trying() {
  const text = words().shell;
  return (
    <div class="try">
      <b>{session.value.kind === 'sample' ? text.trying : text.signedOut}</b>
      <p>{text.tryingNote}</p>
      <a class="btn primary" href={signInAddress()}>
        <Icon name="key" />
        {text.signIn}
      </a>
    </div>
  );
}

function Account() {
  const text = words().shell;
  const name = useComputed(() => {
    const now = session.value;
    return now.kind === 'in' ? now.person?.name || now.me.key.name || now.me.key.prefix : null;
  });
  const isDark = () =>
    theme.value === 'dark' ||
    (theme.value === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  return (
    <div class="me">
      <span>{name.value ?? text.notSignedIn}</span>
      <Button
        look="bare"
        icon="moon"
        aria-label={text.theme}
        onClick={() => {
          theme.value = isDark() ? 'light' : 'dark';
        }}
      />
      <Button
        look="bare"
        icon="key"
        aria-label={text.prefs}
        onClick={() => {
          isDrawerOpen.value = false;
          isPrefsOpen.value = true;
        }}
      />
    </div>
  );
}
