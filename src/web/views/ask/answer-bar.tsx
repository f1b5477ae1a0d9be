import { useSignal } from '@preact/signals';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Menu, type MenuItem } from '../../components/menu.tsx';
import { asMarkdown, asTsv } from '../../format/copy.ts';
import { chartEditorTexts } from '../../i18n/chart-editor.ts';
import { drillTexts } from '../../i18n/drill.ts';
import { feedbackWords } from '../../i18n/feedback.ts';
import { words } from '../../i18n/index.ts';
import { sqlTexts } from '../../i18n/sql.ts';
import { putSettings } from '../../state/chart-address.ts';
import { turns } from '../../state/conversation.ts';
import { giveRating } from '../../state/feedback.ts';
import { placed } from '../../state/place.ts';
import { decimalComma } from '../../state/prefs.ts';
import { ratings } from '../../state/ratings.ts';
import type { ResultRows } from '../../state/rows.ts';
import { isSignedIn, mayManage } from '../../state/session.ts';
import { isOwnSql, type Turn } from '../../state/thread.ts';
import type { AnswerView, Shown } from './answer-view.ts';
import type { FileFormat } from './download.ts';

interface AnswerBarProps {
  readonly turn: Turn;
  readonly about: AnswerView;
  readonly rows: ResultRows | null;
  readonly shown: Shown;
  /** Whether its chart is in view. */
  readonly isChart: boolean;
  readonly onShow: (change: Partial<Shown>) => void;
  /** Shows what is behind the answer; absent where nothing is offered. */
  readonly onDrill?: () => void;
}

const SHOWN_MS = 4_000;
const ChartEditor = lazy(() => import('../chart-editor.tsx').then((made) => made.ChartEditor));
const PinForm = lazy(() => import('./pin-form.tsx').then((made) => made.PinForm));
const ShareDialog = lazy(() =>
  import('../share/share-dialog.tsx').then((made) => made.ShareDialog),
);
const FeedbackForm = lazy(() => import('./feedback-form.tsx').then((made) => made.FeedbackForm));

/** Files that an answer can be had as: workbooks are made by the service, of rows that it keeps for those who sign in. */
function fileFormats(
  { answer: { result }, traceId }: Turn,
  { chart }: AnswerView,
): readonly FileFormat[] {
  const hasRows = result !== null && result.rows.length > 0;
  return [
    ...(hasRows ? (['csv'] as const) : []),
    ...(hasRows && traceId !== null && isSignedIn.value ? (['xlsx'] as const) : []),
    ...(chart ? (['svg', 'png'] as const) : []),
  ];
}

/** What can be done with an answer: rate, edit its chart, pin, copy, link, download. */
export function AnswerBar(props: AnswerBarProps) {
  const { turn, about, rows, shown, isChart, onShow, onDrill } = props;
  const text = words().answer;
  const said = useSignal('');
  const isWrongOpen = useSignal(false);
  const isEditOpen = useSignal(false);
  const isPinOpen = useSignal(false);
  const isShareOpen = useSignal(false);
  const { traceId, answer } = turn;
  const rating = ratings.value.get(traceId);
  const tell = (what: string) => {
    said.value = what;
    setTimeout(() => {
      if (said.peek() === what) said.value = '';
    }, SHOWN_MS);
  };
  const copy = async (content: string, done = text.copied) => {
    try {
      await navigator.clipboard.writeText(content);
      tell(done);
    } catch (error) {
      tell(error instanceof Error ? error.message : String(error));
    }
  };
  const here = (rows?.rows.value ?? []).filter((row) => row !== undefined);
  const { result, sql, explanation } = answer;
  const copies: MenuItem[] = [];
  if (explanation) copies.push({ label: text.copyText, onChoose: () => copy(explanation) });
  if (result) {
    copies.push(
      {
        label: text.copyTsv,
        onChoose: () => copy(asTsv(result.columns, here, { comma: decimalComma.value })),
      },
      { label: text.copyMarkdown, onChoose: () => copy(asMarkdown(about.formats, here)) },
    );
  }
  if (sql) copies.push({ label: text.copySql, onChoose: () => copy(sql) });
  const files = fileFormats(turn, about).map(
    (format): MenuItem => ({
      label: format.toUpperCase(),
      icon: 'file',
      async onChoose() {
        try {
          const { download } = await import('./download.ts');
          await download(turn, about, format);
        } catch (error) {
          tell(text.downloadFailed(error instanceof Error ? error.message : String(error)));
        }
      },
    }),
  );
  const close = () => {
    isPinOpen.value = false;
  };
  return (
    <>
      {mayManage.value && sql && turn.editedFrom === turns.value[0]?.traceId && (
        // The example is of the question alone: one that came later in its chat may depend on those before it.
        <Button
          icon="good"
          onClick={async () =>
            tell(await giveRating(turn.editedFrom ?? '', { rating: 'wrong', correctSql: sql }))
          }
        >
          {sqlTexts().teach}
        </Button>
      )}
      {traceId !== null && !isOwnSql(answer) && (
        <>
          <Button
            look="bare"
            icon="good"
            aria-label={text.right}
            aria-pressed={rating === 'right'}
            onClick={async () => tell(await giveRating(traceId, { rating: 'right' }))}
          />
          <Button
            look="bare"
            icon="bad"
            aria-label={text.wrong}
            aria-pressed={rating === 'wrong'}
            onClick={() => {
              isWrongOpen.value = true;
            }}
          />
          <Dialog
            isOpen={isWrongOpen.value}
            onClose={() => {
              isWrongOpen.value = false;
            }}
            label={feedbackWords().wrong}
          >
            <ErrorBoundary>
              <FeedbackForm
                sql={sql}
                onCancel={() => {
                  isWrongOpen.value = false;
                }}
                onSend={async (feedback) => {
                  isWrongOpen.value = false;
                  tell(await giveRating(traceId, feedback));
                }}
              />
            </ErrorBoundary>
          </Dialog>
        </>
      )}
      <span class="meta end" role="status">
        {said.value}
      </span>
      {onDrill && <Button onClick={onDrill}>{drillTexts().drill}</Button>}
      {isChart && about.best && (
        <>
          <Button
            look="bare"
            icon="operate"
            aria-label={chartEditorTexts().edit}
            onClick={() => {
              isEditOpen.value = true;
            }}
          />
          {isEditOpen.value && (
            <ErrorBoundary>
              <ChartEditor
                data={about.best}
                settings={shown.chart}
                onSet={(chart) => {
                  isEditOpen.value = false;
                  onShow({ chart });
                }}
                onClose={() => {
                  isEditOpen.value = false;
                }}
              />
            </ErrorBoundary>
          )}
        </>
      )}
      {traceId !== null && turn.answer.result && (
        <>
          <Button
            look="bare"
            icon="pin"
            aria-label={text.pin}
            onClick={() => {
              isPinOpen.value = true;
            }}
          />
          <Dialog isOpen={isPinOpen.value} onClose={close} label={text.pin}>
            <ErrorBoundary>
              <PinForm
                traceId={traceId}
                question={turn.question}
                chart={isChart || !about.chart ? shown.chart : { kind: 'table' }}
                onClose={close}
              />
            </ErrorBoundary>
          </Dialog>
        </>
      )}
      {traceId !== null && turn.answer.result && isSignedIn.value && (
        <>
          <Button
            look="bare"
            icon="share"
            aria-label={text.share}
            onClick={() => {
              isShareOpen.value = true;
            }}
          />
          {isShareOpen.value && (
            <ErrorBoundary>
              <ShareDialog
                what={{ kind: 'answer', traceId, name: turn.question, chart: shown.chart }}
                onClose={() => {
                  isShareOpen.value = false;
                }}
              />
            </ErrorBoundary>
          )}
        </>
      )}
      {copies.length > 0 && <Menu icon="copy" label={text.copy} items={copies} />}
      {traceId !== null && (
        <Button
          look="bare"
          icon="link"
          aria-label={text.link}
          onClick={() => {
            const search = new URLSearchParams();
            putSettings(search, shown.chart);
            copy(location.origin + placed(`/a/${traceId}?${search}`), text.linkCopied);
          }}
        />
      )}
      {files.length > 0 && <Menu icon="download" label={text.download} items={files} />}
    </>
  );
}
