import { useSignal } from '@preact/signals';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import type { Cell } from '#src/charts/types.ts';
import { Button } from '../../components/button.tsx';
import { ChartFigure } from '../../components/chart.tsx';
import { Icon } from '../../components/icon.tsx';
import { Sentence } from '../../components/sentence.tsx';
import { Sql } from '../../components/sql.tsx';
import { ROW_HEIGHT } from '../../components/table/window.ts';
import { Tabs } from '../../components/tabs.tsx';
import { Verdict } from '../../components/verdict.tsx';
import { durationText } from '../../format/date.ts';
import { locale, words } from '../../i18n/index.ts';
import { isDrillable } from '../../state/drill.ts';
import { mayAnalyse } from '../../state/may-analyse.ts';
import { ratings } from '../../state/ratings.ts';
import { openRows, type ResultRows } from '../../state/rows.ts';
import { isOwnSql, noChartReason, type Turn, type VerdictKind } from '../../state/thread.ts';
import { answerViewOf, type Shown } from './answer-view.ts';
import { Reading } from './reading.tsx';

interface AnswerCardProps {
  readonly turn: Turn;
  readonly verdict: VerdictKind;
  readonly shown: Shown;
  readonly onShow: (change: Partial<Shown>) => void;
  readonly onProof: () => void;
  readonly onAsk: (question: string) => void;
}

/** What can be done with an answer is loaded when nothing else is to do: its room is kept. */
export const loadAnswerBar = () => import('./answer-bar.tsx').then((made) => made.AnswerBar);
const AnswerBar = lazy(loadAnswerBar);
const Rows = lazy(() => import('./rows.tsx').then((made) => made.Rows));
/** The table comes as the bar does, and at the latest with the first card. */
export const loadRows = () => Rows.preload();
const DrillDialog = lazy(() => import('./drill-dialog.tsx').then((made) => made.DrillDialog));
const SqlPanel = lazy(() => import('./sql-panel.tsx').then((made) => made.SqlPanel));

/** An answer: verdict, number, sentence, chart or table, reading, and what can be done with it. */
export function AnswerCard(props: AnswerCardProps) {
  const { turn, verdict, shown, onShow } = props;
  const text = words().answer;
  const lang = locale();
  const about = useMemo(
    () => answerViewOf(turn, lang, shown.chart),
    [turn.answer, lang, shown.chart],
  );
  useEffect(() => void loadRows(), []);
  const isUndrawable = useSignal(false);
  /** What is drilled into: a row, or `all` of the answer; null while nothing is. */
  const drilled = useSignal<readonly Cell[] | 'all' | null>(null);
  const onDrill = isDrillable(turn)
    ? (row: readonly Cell[] | 'all') => {
        drilled.value = row;
      }
    : undefined;
  const views = isUndrawable.value ? about.views.filter((one) => one !== 'chart') : about.views;
  const first = isUndrawable.value && about.first === 'chart' ? 'table' : about.first;
  const view = shown.view && views.includes(shown.view) ? shown.view : first;
  const rows = useRows(turn);
  const panel = `panel-${turn.id}`;
  const { answer } = turn;
  const isMarked = ratings.value.get(turn.traceId) === 'wrong';
  const reason = noChartReason(answer);
  // Room for words that come later: it stays, so that nothing moves when they are there.
  const hadToWait = useRef(false);
  if (answer.explanation === null && turn.end.kind === 'open') hadToWait.current = true;
  return (
    <section class="card" aria-busy={turn.end.kind === 'open'}>
      <div class="pad row head">
        {isOwnSql(answer) && verdict !== 'ownSql' && (
          <Verdict look="ownSql" onOpen={props.onProof} />
        )}
        <Verdict look={isMarked ? 'marked' : verdict} onOpen={props.onProof} />
        <span class="meta num wide">{turn.end.kind === 'open' ? '' : factsOf(turn, lang)}</span>
        {views.length > 1 && (
          <Tabs
            label={text.views}
            tabs={views.map((id) => ({ id, label: text[id] }))}
            chosen={view}
            panel={panel}
            onChoose={(chosen) => onShow({ view: chosen })}
          />
        )}
      </div>
      <div class="pad said">
        {about.big !== null && (
          <p class="big">
            {about.big.text}
            {about.big.note !== null && <small> {about.big.note}</small>}
          </p>
        )}
        {verdict === 'warning' || verdict === 'failed' || verdict === 'partial' ? (
          <p class="caution">{cautionOf(verdict, turn)}</p>
        ) : null}
        <div class={hadToWait.current ? 'words due' : 'words'}>
          {answer.explanation !== null && (
            <Sentence
              text={answer.explanation}
              {...(answer.done?.language ? { lang: answer.done.language } : {})}
            />
          )}
        </div>
        <ProofLine turn={turn} onOpen={props.onProof} />
      </div>
      {view !== null && (
        <div class="view" role="tabpanel" id={panel} aria-label={text[view]}>
          {view === 'chart' && about.chart && (
            <ChartFigure
              data={about.chart}
              onFailure={() => {
                isUndrawable.value = true;
              }}
              {...(onDrill &&
                about.big === null && {
                  onRow: (row: number) => onDrill(about.chart?.rows[row] ?? 'all'),
                })}
            />
          )}
          {view === 'sql' &&
            answer.sql &&
            (mayAnalyse.value ? (
              <ErrorBoundary>
                <SqlPanel turn={turn} sql={answer.sql} onEdit={() => onShow({ view: 'sql' })} />
              </ErrorBoundary>
            ) : (
              <Sql sql={answer.sql} />
            ))}
          {(view === 'table' || (view === 'chart' && about.hasTableBelow)) && (
            <div class="room" style={{ minBlockSize: `${roomOf(answer)}px` }}>
              <ErrorBoundary>
                <Rows
                  {...props}
                  {...(onDrill && { onDrill })}
                  about={about}
                  rows={rows}
                  isBelow={view === 'chart'}
                />
              </ErrorBoundary>
            </div>
          )}
          {view === 'table' && reason !== null && verdict !== 'catalog' && (
            <p class="meta note">
              {text.noChart} <span lang="en">{reason}</span>
            </p>
          )}
        </div>
      )}
      {answer.result?.lineage && (
        <div class="pad read">
          <Reading lineage={answer.result.lineage} onOpen={props.onProof} />
        </div>
      )}
      {(turn.end.kind === 'cut' || turn.areRowsGone || isMarked) && (
        <div class="pad row">
          {turn.areRowsGone && <p class="meta">{words().thread.keptWithout}</p>}
          <Button icon="again" onClick={() => props.onAsk(turn.question)}>
            {words().thread.again}
          </Button>
        </div>
      )}
      {turn.end.kind === 'done' && (
        <div class="bar">
          <ErrorBoundary>
            <AnswerBar
              turn={turn}
              about={about}
              rows={rows}
              shown={shown}
              isChart={view === 'chart'}
              onShow={onShow}
              {...(onDrill && { onDrill: () => onDrill('all') })}
            />
          </ErrorBoundary>
        </div>
      )}
      <ErrorBoundary>
        {drilled.value !== null && (
          <DrillDialog
            turn={turn}
            about={about}
            row={drilled.value === 'all' ? null : drilled.value}
            onClose={() => {
              drilled.value = null;
            }}
          />
        )}
      </ErrorBoundary>
    </section>
  );
}

/** How far the answer was checked, in one line that opens its proof. */
function ProofLine({ turn, onOpen }: { readonly turn: Turn; readonly onOpen: () => void }) {
  const text = words().proof;
  const verification = turn.answer.done?.verification;
  const applying = (verification?.checks ?? []).filter(({ outcome }) => outcome !== 'skipped');
  if (turn.end.kind === 'open') return <div class="proof-line" />;
  if (!verification || applying.length === 0) return null;
  const passed = applying.filter(({ outcome }) => outcome === 'passed').length;
  const [metric] = verification.metrics;
  return (
    <button type="button" class="proof-line num" onClick={onOpen}>
      {text.passed(passed, applying.length)}
      {' · '}
      {verification.status === 'verified'
        ? metric === undefined
          ? text.confirmed
          : text.certified(metric)
        : text.notCertified}
      <Icon name="next" />
    </button>
  );
}

/** Pixels that the table of an answer takes at least: its rows with their heading, as CSS holds them. */
const roomOf = ({ result }: Turn['answer']): number =>
  Math.min(ROW_HEIGHT * ((result?.rows.length ?? 0) + 1), HIGHEST);
const HIGHEST = 360;

/** `65 ms · 34 rows`, as far as it is known. */
function factsOf({ answer: { result, done } }: Turn, lang: string): string {
  const text = words().answer;
  const number = new Intl.NumberFormat(lang);
  const facts: string[] = [];
  if (done) facts.push(durationText(done.duration_ms, lang));
  if (result) {
    const count = result.total_rows ?? result.rows.length;
    const shown = number.format(count);
    facts.push(text.rows(result.total_rows_exact === false ? text.atLeast(shown) : shown));
  }
  return facts.join(' · ');
}

function cautionOf(verdict: 'warning' | 'failed' | 'partial', { answer }: Turn): string {
  const said = words().says;
  if (verdict === 'partial') return said.partial;
  const reason = answer.done?.verification?.reason ?? '';
  return reason === '' ? said.failed : reason;
}

function useRows(turn: Turn): ResultRows | null {
  const { result } = turn.answer;
  const rows = useMemo(
    () =>
      result &&
      openRows(
        result.rows,
        Math.max(result.total_rows ?? 0, result.rows.length),
        result.result_token ?? null,
      ),
    [result],
  );
  useEffect(() => () => rows?.close(), [rows]);
  return rows;
}
