import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { chartsOf, fitting } from '#src/charts/settings.ts';
import type { ChartKind } from '#src/charts/types.ts';
import { wordsOf } from '#src/charts/words.ts';
import { suggestionsOf } from '../../api/answers.ts';
import { Button } from '../../components/button.tsx';
import { chatWordTexts } from '../../i18n/chat-words.ts';
import { locale, words } from '../../i18n/index.ts';
import type { ChatWord } from '../../state/chat-words.ts';
import { caller, session } from '../../state/session.ts';
import type { Turn } from '../../state/thread.ts';
import { workspace } from '../../state/workspace.ts';
import { answerViewOf, type Shown } from './answer-view.ts';

interface ReplyProps {
  readonly word: ChatWord;
  /** The last answer, and how it is shown. */
  readonly turn: Turn | null;
  readonly shown: Shown | null;
  readonly onShow: (change: Partial<Shown>) => void;
  readonly onAsk: (question: string) => void;
  readonly onClose: () => void;
}

const MOST_CHOICES = 3;

/** What the page says to what is no question about the data; nothing is asked for it. */
export function Reply(props: ReplyProps) {
  const { word, onAsk, onClose } = props;
  const text = chatWordTexts();
  const said = useSignal<readonly string[]>([]);
  const starters = useStarters(word.kind === 'hello');
  useEffect(() => {
    if (word.kind === 'hello') {
      said.value = [text.hello];
      return;
    }
    const { change, words: told } = redrawn(word.as, props);
    if (change) props.onShow(change);
    said.value = told;
  }, [word]);
  return (
    <section class="card offline reply">
      <div>
        <p role="status">{said.value.join(' ')}</p>
        {starters.length > 0 && (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms.
          <div class="next" role="group" aria-label={text.tryOne}>
            {starters.map((question) => (
              <button key={question} type="button" onClick={() => onAsk(question)}>
                {question}
              </button>
            ))}
          </div>
        )}
      </div>
      <Button look="bare" icon="close" aria-label={words().close} onClick={onClose} />
    </section>
  );
}

/** What of the last answer is shown otherwise, and what is said of it. */
function redrawn(
  as: readonly (ChartKind | 'table')[],
  { turn, shown }: Pick<ReplyProps, 'turn' | 'shown'>,
): { readonly change: Partial<Shown> | null; readonly words: readonly string[] } {
  const text = chatWordTexts();
  const { kinds } = wordsOf(locale());
  const nameOf = (kind: ChartKind | 'table') => (kind === 'table' ? text.table : kinds[kind]);
  const view = turn && answerViewOf(turn, locale());
  if (!view || view.views.length === 0) return { change: null, words: [text.nothing] };
  const [wanted = 'table'] = as;
  if (wanted === 'table') return { change: { view: 'table' }, words: [text.done(text.table)] };
  const charts = view.best ? chartsOf(view.best.chart) : [];
  const kind = as.find((one) => one !== 'table' && fitting(charts, { kind: one }).length > 0);
  if (kind)
    return {
      change: { view: 'chart', chart: { ...dress(shown), kind } },
      words: [text.done(nameOf(kind)), ...(kind === 'share' ? [text.pie] : [])],
    };
  const fits = [...new Set(charts.map((one) => nameOf(one.kind)))].join(', ');
  const why = text.why[wanted];
  return {
    change: null,
    words: [
      text.cannot(nameOf(wanted)),
      ...(why ? [why] : []),
      ...(fits === '' ? [] : [text.fits(fits)]),
    ],
  };
}

/** What stays where another chart is drawn. */
const dress = (shown: Shown | null) => {
  const { title, palette } = shown?.chart ?? {};
  return { ...(title && { title }), ...(palette && { palette }) };
};

/** Questions to begin with: of the sample, or of the data of this workspace. */
function useStarters(isWanted: boolean): readonly string[] {
  const found = useSignal<readonly string[]>([]);
  useEffect(() => {
    const [now, who] = [session.peek(), caller.peek()];
    if (!isWanted) found.value = [];
    else if (now.kind === 'sample') found.value = now.sample.starters.map((one) => one.question);
    else if (who)
      suggestionsOf(who, workspace.peek()?.workspace_id ?? null).then(
        ({ suggestions }) => {
          found.value = suggestions;
        },
        () => undefined,
      );
  }, [isWanted]);
  return found.value.slice(0, MOST_CHOICES);
}
