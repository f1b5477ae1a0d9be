import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Button } from '../../components/button.tsx';
import { type ChoiceButton, Choices } from '../../components/choices.tsx';
import { Sql } from '../../components/sql.tsx';
import { Verdict, type VerdictLook } from '../../components/verdict.tsx';
import { clockText } from '../../format/date.ts';
import { locale, words } from '../../i18n/index.ts';
import { signInAddress } from '../../state/place.ts';
import { letterKeys } from '../../state/prefs.ts';
import { mayManage } from '../../state/session.ts';
import { stateOf, type Turn, type TurnState } from '../../state/thread.ts';
import { AnswerCard } from './answer-card.tsx';
import type { Shown, View } from './answer-view.ts';

interface TurnViewProps {
  readonly turn: Turn;
  readonly isLast: boolean;
  readonly shown: Shown;
  readonly onShow: (change: Partial<Shown>) => void;
  readonly onProof: () => void;
  readonly onAsk: (question: string) => void;
  /** Asks its question again, read the other way. */
  readonly onReread: (as: 'new' | 'change') => void;
  readonly onStop: () => void;
  /** Moves the focus to the card after (1) or before (-1) this one. */
  readonly onMove: (step: 1 | -1) => void;
}

const KEYS: Readonly<Record<string, View>> = { c: 'chart', t: 'table', s: 'sql' };

/** A question as a heading, with the card of what came of it. */
export function TurnView(props: TurnViewProps) {
  const { turn, isLast } = props;
  const state = stateOf(turn);
  const nextQuestions = turn.answer.done?.suggestions ?? [];

  function onKeyDown(event: KeyboardEvent & { readonly currentTarget: HTMLElement }) {
    if (!letterKeys.value || event.ctrlKey || event.metaKey || event.altKey) return;
    // Of what is in a shadow root only its host is the target.
    const [at] = event.composedPath();
    if (!(at instanceof Element)) return;
    if (at.closest('input, textarea, select, dialog, [role="menu"], [contenteditable]')) return;
    const key = event.key.toLowerCase();
    const view = KEYS[key];
    if (view) props.onShow({ view });
    else if (key === 'p') props.onProof();
    else if (key === 'j') props.onMove(1);
    else if (key === 'k') props.onMove(-1);
    else if (/^[1-9]$/.test(key)) {
      const choice = event.currentTarget.querySelector<HTMLElement>(`[data-choice="${key}"]`);
      if (!choice) return;
      choice.click();
    } else return;
    event.preventDefault();
  }
  return (
    <article
      class={isLast ? 'turn last' : 'turn'}
      data-turn={turn.id}
      aria-labelledby={`q-${turn.id}`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the keys of a card work where it has the focus.
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div class="q">
        <h2 id={`q-${turn.id}`} dir="auto">
          {turn.question}
        </h2>
        {turn.askedAt > 0 && (
          <time dateTime={new Date(turn.askedAt).toISOString()}>
            <span class="vh">{words().thread.asked} </span>
            {clockText(turn.askedAt, locale())}
          </time>
        )}
      </div>
      <InChat turn={turn} onReread={props.onReread} />
      <Card {...props} state={state} />
      {state.kind === 'answer' && nextQuestions.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
        <div class="next" role="group" aria-label={words().thread.next}>
          {nextQuestions.map((question) => (
            <button key={question} type="button" onClick={() => props.onAsk(question)}>
              {question}
            </button>
          ))}
        </div>
      )}
    </article>
  );
}

/** How the question was read in its chat, with one click to the other reading. */
function InChat({ turn, onReread }: Pick<TurnViewProps, 'turn' | 'onReread'>) {
  const said = turn.answer.done?.follow_up;
  if (!said) return null;
  const text = words().thread;
  const isNew = said.reading === 'new';
  return (
    <p class="in-chat">
      <span class="chip" dir="auto">
        {isNew ? text.newQuestion : text.changes(said.of)}
      </span>
      {said.other && (
        <button type="button" onClick={() => onReread(isNew ? 'change' : 'new')}>
          {isNew ? text.asChange(said.of) : text.asNew}
        </button>
      )}
    </p>
  );
}

type CardProps = TurnViewProps & { readonly state: TurnState };

function Card(props: CardProps) {
  const { state, turn, onAsk } = props;
  const said = words().says;
  const { route } = useLocation();
  const asks = (choices: readonly { readonly label: string; readonly question: string }[]) =>
    choices.map(
      ({ label, question }): ChoiceButton => ({
        label: label.charAt(0).toUpperCase() + label.slice(1),
        onChoose: () => onAsk(question),
      }),
    );
  const again: ChoiceButton = {
    label: words().thread.again,
    icon: 'again',
    onChoose: () => onAsk(turn.question),
  };
  switch (state.kind) {
    case 'waiting':
      return <Waiting {...props} stage={state.stage} />;
    case 'answer':
      return <AnswerCard {...props} verdict={state.verdict} />;
    case 'empty':
      return (
        <Told
          {...props}
          look="empty"
          heading={turn.answer.explanation ?? said.emptyPlain}
          isEnglish={turn.answer.explanation !== null}
          note={state.without.length > 0 ? said.empty : null}
          choices={state.without.map(({ label, question }) => ({
            label: said.without(label),
            onChoose: () => onAsk(question),
          }))}
        />
      );
    case 'clarify':
      return (
        <Told
          {...props}
          look="clarify"
          heading={state.question}
          isEnglish
          choices={asks(state.choices)}
        />
      );
    case 'declined': {
      const { term } = state;
      return (
        <Told
          {...props}
          look="declined"
          heading={state.reason}
          isEnglish
          note={state.hint}
          choices={[
            ...asks(state.choices),
            { label: said.whatData, icon: 'data', onChoose: () => onAsk(said.whatDataQuestion) },
            ...(mayManage.value && term
              ? [
                  {
                    label: said.define,
                    icon: 'plus',
                    onChoose: () => route(`/meaning?term=${encodeURIComponent(term)}`),
                  } as const,
                ]
              : []),
          ]}
        />
      );
    }
    case 'budget':
      return (
        <Told
          {...props}
          look="budget"
          heading={state.message}
          isEnglish
          note={`${state.cap === null ? '' : `${said.budget(dollars(state.spent), dollars(state.cap))} `}${said.budgetNote}`}
          share={state.cap ? (state.spent ?? 0) / state.cap : null}
          choices={[again]}
        />
      );
    case 'permission':
      return (
        <Told
          {...props}
          look="permission"
          heading={state.message}
          isEnglish
          note={state.isKeyLost ? said.keyLost : said.permissionNote}
          choices={[
            {
              label: said.signIn,
              icon: 'key',
              onChoose: () => route(signInAddress()),
            },
          ]}
        />
      );
    case 'busy':
      return (
        <Told
          {...props}
          look="busy"
          heading={state.message}
          isEnglish
          note={state.retryAfter === null ? null : said.busy(String(state.retryAfter))}
          choices={[again]}
        />
      );
    case 'noData':
      return (
        <Told
          {...props}
          look="noData"
          heading={said.noData}
          choices={[{ label: said.addData, icon: 'data', onChoose: () => route('/data') }]}
        />
      );
    case 'error':
      return (
        <Told
          {...props}
          look="error"
          heading={state.message}
          isEnglish
          isAlert
          note={state.reference === null ? null : said.error(state.reference)}
          choices={[again]}
        />
      );
    case 'stopped':
      return <Told {...props} look="stopped" heading={said.stopped} choices={[again]} />;
    case 'cut':
      return <Told {...props} look="partial" heading={said.cut} isAlert choices={[again]} />;
  }
}

const dollars = (amount: number | null): string => (amount ?? 0).toFixed(2);

interface ToldProps {
  readonly turn: Turn;
  readonly look: VerdictLook;
  readonly heading: string;
  /** The words are the service's, which are English. */
  readonly isEnglish?: boolean;
  readonly isAlert?: boolean;
  readonly note?: string | null;
  readonly choices: readonly ChoiceButton[];
  /** Of a budget, 1 where it is used up. */
  readonly share?: number | null;
  readonly shown: Shown;
}

/** What is no answer: the reason, and the ways on. */
function Told({ turn, look, heading, isEnglish, isAlert, note, choices, share, shown }: ToldProps) {
  const { sql } = turn.answer;
  return (
    <section class="card pad told" role={isAlert ? 'alert' : undefined}>
      <Verdict look={look} />
      <h3 dir="auto" lang={isEnglish ? (turn.answer.done?.language ?? 'en') : undefined}>
        {heading}
      </h3>
      {note && (
        <p class="plain" dir="auto">
          {note}
        </p>
      )}
      {share !== null && share !== undefined && (
        <div class="meter">
          <i style={{ inlineSize: `${Math.min(100, share * 100)}%` }} />
        </div>
      )}
      <Choices choices={choices} />
      {shown.view === 'sql' && sql && <Sql sql={sql} />}
    </section>
  );
}

/** Nothing is shown for so long: most answers are there by then. */
const CARD_MS = 300;
const STAGE_MS = 800;
const STEPS = ['building_context', 'generating_sql', 'executing', 'explaining'];

function Waiting({ turn, stage, onStop }: CardProps & { readonly stage: string | null }) {
  const elapsed = useElapsed(turn.askedAt);
  const stages: Readonly<Record<string, string>> = words().says.stages;
  const at = STEPS.findLastIndex((step) => isAtLeast(stage, step));
  if (elapsed < CARD_MS) return <div class="card hold" />;
  return (
    <section class="card pad hold waiting" aria-busy="true">
      <div class="row head">
        {elapsed >= STAGE_MS && (
          <Verdict look="pending" text={stages[stage ?? ''] ?? words().thread.working} />
        )}
        <span class="meta num end" aria-hidden="true">
          {elapsed >= STAGE_MS && `${(elapsed / 1_000).toFixed(1)} s`}
        </span>
        <Button icon="stop" onClick={onStop}>
          {words().composer.stop}
        </Button>
      </div>
      <div class="steps" aria-hidden="true">
        {STEPS.map((step, place) => (
          <i key={step} class={place < at ? 'on' : place === at ? 'now' : ''} />
        ))}
      </div>
      <div class="ghost" />
    </section>
  );
}

const ORDER = [
  'building_context',
  'routing',
  'agent_selected',
  'generating_sql',
  'checking_sql',
  'executing',
  'verifying',
  'explaining',
];
const isAtLeast = (stage: string | null, step: string): boolean =>
  stage === null ? step === ORDER[0] : ORDER.indexOf(stage) >= ORDER.indexOf(step);

/** Milliseconds since then; moves on while it is looked at. */
function useElapsed(since: number): number {
  const now = useSignal(Date.now());
  useEffect(() => {
    const timer = setInterval(() => {
      now.value = Date.now();
    }, 100);
    return () => clearInterval(timer);
  }, []);
  return now.value - since;
}
