import { useSignal } from '@preact/signals';
import { useEffect, useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { useLocation, useRoute } from 'preact-iso/router';
import type { ChartSettings } from '#src/charts/types.ts';
import { Button } from '../../components/button.tsx';
import { loadCharts } from '../../components/chart.tsx';
import { Composer } from '../../components/composer.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { sortingOf, sortingText } from '../../components/table/sort.ts';
import { Verdict } from '../../components/verdict.tsx';
import { words } from '../../i18n/index.ts';
import { keepSettings, keptSettings, putSettings, settingsIn } from '../../state/chart-address.ts';
import { type ChatWord, chatWordOf } from '../../state/chat-words.ts';
import { connection, tryNow } from '../../state/connection.ts';
import {
  ask,
  draft,
  isOpening,
  isRunning,
  missing,
  openAnswer,
  openChat,
  openNew,
  runningId,
  sessionId,
  stop,
  turns,
} from '../../state/conversation.ts';
import { language, proofBeside } from '../../state/prefs.ts';
import { caller, isSignedIn, session } from '../../state/session.ts';
import type { Turn } from '../../state/thread.ts';
import { workspace } from '../../state/workspace.ts';
import { useTitle } from '../title.ts';
import { Announcer } from './announcer.tsx';
import { loadAnswerBar, loadRows } from './answer-card.tsx';
import type { Shown, View } from './answer-view.ts';
import { Start } from './start.tsx';
import { useTurnInView } from './turn-in-view.ts';
import { TurnView } from './turn-view.tsx';

const Proof = lazy(() => import('./proof.tsx').then((made) => made.Proof));
const Reply = lazy(() => import('./reply.tsx').then((made) => made.Reply));
const SignInTo = lazy(() => import('../share/shared.tsx').then((made) => made.SignInTo));
const VIEWS: readonly View[] = ['chart', 'table', 'sql'];

const isWide = () => matchMedia('(min-width: 1280px)').matches;

/** Questions and answers: a start, a chat, or one answer, as the address says. */
export function Ask() {
  const { params, query, path } = useRoute();
  const { route, url } = useLocation();
  const drawnAs = useMemo(() => settingsIn(url.split('?')[1] ?? ''), [url]);
  const thread = useRef<HTMLDivElement>(null);
  const isProofOpen = useSignal(query['proof'] === '1' && !isWide());
  /** What opened the proof beside the answers: the focus goes back there. */
  const opener = useRef<Element | null>(null);
  const chosen = useSignal<ReadonlyMap<string, Partial<Shown>>>(new Map());
  /** What was written last, where it was no question. */
  const replied = useSignal<ChatWord | null>(null);
  const answered = turns.value.findLast(({ answer }) => answer.result !== null) ?? null;
  useEffect(() => {
    replied.value = null;
  }, [path]);
  useAddress(path, params);
  usePrefill(query['q']);
  const all = turns.value;
  const last = all.at(-1);
  const inView = useTurnInView(thread, all);
  const active = all.find(({ id }) => id === inView.value) ?? last;
  useTitle(all[0]?.question ?? '');
  useIdleCharts();

  const send = (question: string, reread?: Parameters<typeof ask>[1]) => {
    const word = reread ? null : chatWordOf(question);
    replied.value = word;
    if (word) {
      draft.value = '';
      return;
    }
    ask(question, reread);
    // The question comes to the top, once; nothing scrolls by itself after that.
    requestAnimationFrame(() => {
      const made = thread.current?.querySelector(`[data-turn="${turns.peek().at(-1)?.id}"]`);
      made?.scrollIntoView({ block: 'start' });
    });
    document.getElementById('question')?.focus({ preventScroll: true });
  };
  /** What was chosen here, else what the address says of the newest answer. */
  const shownOf = (turn: Turn): Shown => {
    const count = turn.answer.result?.columns.length ?? 0;
    const asked: Partial<Shown> =
      turn === last
        ? {
            // SQL that was edited is shown by its rows.
            view: turn.editedFrom ? null : (VIEWS.find((one) => one === query['view']) ?? null),
            ...(drawnAs && { chart: drawnAs }),
            sorting: sortingOf(query['sort'], count),
          }
        : {};
    const chart = turn.traceId ? keptSettings(turn.traceId) : null;
    return { view: null, chart, sorting: null, ...asked, ...chosen.value.get(turn.id) };
  };
  const show = (turn: Turn, change: Partial<Shown>) => {
    chosen.value = new Map(chosen.value).set(turn.id, {
      ...chosen.value.get(turn.id),
      ...change,
    });
    const { sorting, view, chart } = change;
    if (chart !== undefined && turn.traceId) keepSettings(turn.traceId, chart);
    inAddress(
      turn,
      {
        ...(view !== undefined && { view }),
        ...(sorting !== undefined && { sort: sorting && sortingText(sorting) }),
      },
      chart,
    );
  };
  /** What is shown of the newest answer stands in the address. */
  const inAddress = (
    turn: Turn,
    changes: Readonly<Record<string, string | null>>,
    chart?: ChartSettings | null,
  ) => {
    if (turn !== last) return;
    const search = new URLSearchParams(location.search);
    for (const [name, value] of Object.entries(changes))
      if (value === null) search.delete(name);
      else search.set(name, value);
    if (chart !== undefined) putSettings(search, chart);
    search.delete('q');
    const text = search.toString();
    route(location.pathname + (text === '' ? '' : `?${text}`), true);
  };
  const openProof = (turn: Turn) => {
    inView.value = turn.id;
    if (isWide()) {
      proofBeside.value = true;
      opener.current = document.activeElement;
      requestAnimationFrame(() => document.getElementById('proof')?.focus());
      return;
    }
    isProofOpen.value = true;
    inAddress(turn, { proof: '1' });
  };
  const closeBeside = () => {
    proofBeside.value = false;
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const move = (turn: Turn, step: 1 | -1) => {
    const to = all[all.indexOf(turn) + step];
    if (to) thread.current?.querySelector<HTMLElement>(`[data-turn="${to.id}"]`)?.focus();
  };
  const text = words();
  return (
    <div class={active && proofBeside.value ? 'ask-view with-proof' : 'ask-view'}>
      <div class="column">
        <div ref={thread} class="thread">
          {all.length === 0 ? (
            <Nothing onAsk={send} />
          ) : (
            <>
              <h1 class="vh">{text.thread.ask}</h1>
              <div role="log" aria-live="off" aria-label={text.thread.label}>
                {all.map((turn) => (
                  <TurnView
                    key={turn.id}
                    turn={turn}
                    isLast={turn === last}
                    shown={shownOf(turn)}
                    onShow={(change) => show(turn, change)}
                    onProof={() => openProof(turn)}
                    onAsk={(question) => send(question)}
                    onReread={(as) =>
                      turn.traceId && send(turn.question, { trace_id: turn.traceId, as })
                    }
                    onStop={stop}
                    onMove={(step) => move(turn, step)}
                  />
                ))}
              </div>
            </>
          )}
        </div>
        <Composer
          value={draft.value}
          placeholder={usePlaceholder(all.length > 0)}
          isRunning={isRunning.value}
          isOff={caller.value === null}
          about={
            language.value === 'en' || session.value.kind !== 'sample'
              ? (workspace.value?.name ?? '')
              : text.composer.english
          }
          onInput={(written) => {
            draft.value = written;
          }}
          onSend={send}
          onStop={stop}
          onRecall={() => {
            draft.value = last?.question ?? '';
          }}
        >
          <Offline />
          <ErrorBoundary>
            {replied.value && (
              <Reply
                word={replied.value}
                turn={answered}
                shown={answered && shownOf(answered)}
                onShow={(change) => answered && show(answered, change)}
                onAsk={send}
                onClose={() => {
                  replied.value = null;
                }}
              />
            )}
          </ErrorBoundary>
          <AnswerBelow thread={thread} last={last} />
        </Composer>
      </div>
      {active && proofBeside.value && (
        <aside
          class="proof"
          id="proof"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys
          tabIndex={0}
          aria-label={text.proof.title}
          onKeyDown={(event) => event.key === 'Escape' && closeBeside()}
        >
          <div class="row">
            <h2>{text.proof.title}</h2>
            <Button
              look="bare"
              icon="close"
              also="end"
              aria-label={text.close}
              onClick={closeBeside}
            />
          </div>
          <ErrorBoundary>
            <Proof turn={active} onAsk={send} />
          </ErrorBoundary>
        </aside>
      )}
      {active && (
        <Dialog
          isOpen={isProofOpen.value}
          onClose={() => {
            isProofOpen.value = false;
            inAddress(active, { proof: null });
          }}
          label={text.proof.title}
          from="end"
        >
          <div class="proof-sheet">
            <div class="row">
              <h2>{text.proof.title}</h2>
              <Button
                look="bare"
                icon="close"
                also="end"
                aria-label={text.close}
                onClick={() => {
                  isProofOpen.value = false;
                  inAddress(active, { proof: null });
                }}
              />
            </div>
            <ErrorBoundary>
              <Proof
                turn={active}
                onAsk={(question) => {
                  isProofOpen.value = false;
                  send(question);
                }}
              />
            </ErrorBoundary>
          </div>
        </Dialog>
      )}
      <Announcer running={runningId.value} turns={all} />
    </div>
  );
}

/** Opens what the address names, and names what was begun. */
function useAddress(path: string, params: Readonly<Record<string, string>>): void {
  const { route } = useLocation();
  const { session: chat, trace } = params;
  const who = caller.value;
  const isReady = session.value.kind !== 'opening' && session.value.kind !== 'waiting';
  useEffect(() => {
    if (!isReady) return;
    if (chat) openChat(chat);
    else if (trace) openAnswer(trace);
    else if (sessionId.peek() !== null || !isRunning.peek()) openNew();
  }, [path, isReady, who?.key]);
  const begun = sessionId.value;
  useEffect(() => {
    // Signed out or another address: what was begun is not here any more.
    if (begun !== null && chat !== begun && turns.peek().length > 0) route(`/c/${begun}`);
  }, [begun]);
}

/** `?q=` fills the question and never sends it: a link spends no money. */
function usePrefill(question: string | undefined): void {
  useEffect(() => {
    if (question && draft.peek() === '') draft.value = question.slice(0, 4_096);
  }, [question]);
}

/** What draws charts, is done with answers, and takes dropped files is fetched when there is nothing else to do. */
function useIdleCharts(): void {
  useEffect(() => {
    const load = () => {
      Promise.allSettled([
        loadCharts(),
        loadRows(),
        loadAnswerBar(),
        Proof.preload(),
        import('../data/drop-anywhere.ts'),
      ]);
    };
    if ('requestIdleCallback' in globalThis) requestIdleCallback(load, { timeout: 2_000 });
    else setTimeout(load, 500);
  }, []);
}

function usePlaceholder(hasTurns: boolean): string {
  const text = words().composer;
  if (hasTurns) return text.next;
  return session.value.kind === 'sample' ? text.firstSample : text.first;
}

/** No turns: the start, or why what was asked for is not here. */
function Nothing({ onAsk }: { readonly onAsk: (question: string) => void }) {
  const text = words().thread;
  if (missing.value !== null && !isSignedIn.value)
    return (
      <ErrorBoundary>
        <SignInTo />
      </ErrorBoundary>
    );
  if (missing.value !== null)
    return (
      <section class="card pad told" role="alert">
        <Verdict look="declined" text={text.gone} />
        <h1 class="h3" dir="auto" lang="en">
          {missing.value}
        </h1>
        <p>{text.goneNote}</p>
        <a class="btn" href="/">
          {words().notFound.way}
        </a>
      </section>
    );
  if (isOpening.value)
    return (
      <div aria-busy="true">
        <h1 class="vh">{text.reading}</h1>
        <div class="card hold" />
      </div>
    );
  return <Start onAsk={onAsk} />;
}

/** The connection is lost: what stays, and when it is tried again. */
function Offline() {
  const now = connection.value;
  const tick = useSignal(0);
  useEffect(() => {
    if (now.kind !== 'lost') return undefined;
    const timer = setInterval(() => {
      tick.value += 1;
    }, 1_000);
    return () => clearInterval(timer);
  }, [now.kind]);
  if (now.kind !== 'lost') return null;
  tick.value;
  const said = words().says;
  const seconds = Math.max(0, Math.ceil((now.again - Date.now()) / 1_000));
  return (
    <section class="card offline">
      <div>
        <Verdict look="offline" /> <b>{said.offline}</b>
        <p class="meta">{said.offlineNote(seconds)}</p>
      </div>
      <Button onClick={() => tryNow()}>{said.tryNow}</Button>
    </section>
  );
}

interface AnswerBelowProps {
  readonly thread: { readonly current: HTMLElement | null };
  readonly last: Turn | undefined;
}

/** Says that the newest answer stands below what is in view; nothing scrolls by itself. */
function AnswerBelow({ thread, last }: AnswerBelowProps) {
  const isBelow = useSignal(false);
  useLayoutEffect(() => {
    const card = last && thread.current?.querySelector(`[data-turn="${last.id}"]`);
    if (!card) {
      isBelow.value = false;
      return undefined;
    }
    const watching = new IntersectionObserver(([entry]) => {
      isBelow.value =
        entry !== undefined &&
        !entry.isIntersecting &&
        entry.boundingClientRect.top > (entry.rootBounds?.bottom ?? innerHeight);
    });
    watching.observe(card);
    return () => watching.disconnect();
  }, [last?.id]);
  if (!isBelow.value || !last) return null;
  return (
    <Button
      also="below"
      icon="down"
      onClick={() =>
        thread.current
          ?.querySelector(`[data-turn="${last.id}"]`)
          ?.scrollIntoView({ block: 'start' })
      }
    >
      {words().composer.below}
    </Button>
  );
}
