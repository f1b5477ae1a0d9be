import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import lazy, { ErrorBoundary } from 'preact-iso/lazy';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Icon } from '../../components/icon.tsx';
import { Verdict } from '../../components/verdict.tsx';
import { durationText } from '../../format/date.ts';
import { locale, words } from '../../i18n/index.ts';
import { proofTexts } from '../../i18n/proof.ts';
import { mayManage } from '../../state/session.ts';
import { isOwnSql, lineageOf, runOf, stateOf, type Turn } from '../../state/thread.ts';
import { periodOf } from './reading.tsx';

const SignForm = lazy(() => import('./sign-form.tsx').then((made) => made.SignForm));

interface ProofProps {
  readonly turn: Turn;
  readonly onAsk: (question: string) => void;
}

/** What an answer stands on: its verdict in a sentence, its reading, what was taken for granted, checks, run. */
export function Proof({ turn, onAsk }: ProofProps) {
  const text = proofTexts();
  const { answer } = turn;
  const state = stateOf(turn);
  const lineage = lineageOf(answer);
  const checks = answer.done?.verification?.checks ?? [];
  const applying = checks.filter(({ outcome }) => outcome !== 'skipped');
  const skipped = checks.filter(({ outcome }) => outcome === 'skipped');
  const assumptions = answer.done?.assumptions ?? [];
  const language = answer.done?.language;
  const hasVerdict = state.kind === 'answer' || state.kind === 'empty';
  // Whole or not at all: nothing moves while it is read.
  if (turn.end.kind === 'open') return <p class="say">{text.waiting}</p>;
  return (
    <>
      {hasVerdict ? (
        <>
          <p class="say">
            <Verdict look={state.verdict} />
          </p>
          {isOwnSql(answer) && <p class="say">{words().says.ownSql}</p>}
          <p class="say">{sentenceOf(turn, applying.length)}</p>
        </>
      ) : (
        <p class="say">{words().says.declined}</p>
      )}
      {lineage && (
        <>
          <h3>{text.readAs}</h3>
          <dl>
            <Fact name={text.measure} values={lineage.measures} />
            <Fact name={text.by} values={lineage.grouped_by} />
            <Fact name={text.filter} values={lineage.filters} />
            <Fact
              name={text.period}
              values={lineage.period ? [periodOf(lineage.period, words().answer.allDates)] : []}
            />
            <Fact name={text.from} values={lineage.tables} />
          </dl>
        </>
      )}
      {assumptions.length > 0 && (
        <>
          <h3>{text.taken}</h3>
          <ul lang={language}>
            {assumptions.map((one) => (
              <li key={one}>
                <span dir="auto">{one}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {applying.length > 0 && (
        <>
          <h3>{text.checks}</h3>
          <ul lang={language}>
            {applying.map(({ name, outcome, detail }) => (
              <li key={name} class={outcome === 'passed' ? undefined : 'w'}>
                <Icon name={outcome === 'passed' ? 'check' : 'warning'} />
                <span dir="auto">{detail}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {skipped.length > 0 && (
        <details>
          <summary>{text.skipped(skipped.length)}</summary>
          <ul lang={language}>
            {skipped.map(({ name, detail }) => (
              <li key={name}>
                <span dir="auto">{detail}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
      {answer.done && <Run turn={turn} />}
      {mayManage.value && state.kind === 'answer' && lineage && turn.traceId && (
        <Sign key={turn.id} turn={turn} traceId={turn.traceId} onAsk={onAsk} />
      )}
    </>
  );
}

/** Makes the measure of the answer a signed metric, for those whose key may. */
function Sign({ turn, traceId, onAsk }: ProofProps & { readonly traceId: string }) {
  const isOpen = useSignal(false);
  const close = () => {
    isOpen.value = false;
  };
  const text = proofTexts().sign;
  return (
    <>
      <Button
        icon="seal"
        also="part"
        onClick={() => {
          isOpen.value = true;
        }}
      >
        {text}
      </Button>
      <Dialog isOpen={isOpen.value} onClose={close} label={text}>
        <ErrorBoundary>
          <SignForm
            traceId={traceId}
            suggested={lineageOf(turn.answer)?.measures[0] ?? ''}
            onAgain={() => {
              close();
              onAsk(turn.question);
            }}
            onClose={close}
          />
        </ErrorBoundary>
      </Dialog>
    </>
  );
}

function sentenceOf({ answer, end }: Turn, applying: number): ComponentChildren {
  const said = words().says;
  if (end.kind === 'open') return said.pending;
  const verification = answer.done?.verification;
  if (!verification) return said.partial;
  switch (verification.status) {
    case 'verified':
      return verification.metrics[0] ? said.verified(verification.metrics[0]) : said.verifiedOther;
    case 'checked':
      return said.checked(applying);
    case 'not_applicable':
      return isOwnSql(answer) ? said.checked(applying) : said.catalog;
    default:
      return <span lang={answer.done?.language}>{verification.reason || said.failed}</span>;
  }
}

function Fact({ name, values }: { readonly name: string; readonly values: readonly string[] }) {
  if (values.length === 0) return null;
  return (
    <>
      <dt>{name}</dt>
      <dd dir="auto">{values.join(', ')}</dd>
    </>
  );
}

function Run({ turn }: { readonly turn: Turn }) {
  const text = proofTexts();
  const lang = locale();
  const { model_used, cost_usd, tokens } = runOf(turn.answer);
  const number = new Intl.NumberFormat(lang);
  const count = tokens ? tokens.input + tokens.output : 0;
  const isModel = count > 0 || (model_used !== undefined && model_used !== 'built-in');
  const facts: readonly (readonly [string, string])[] = [
    [text.time, durationText(turn.answer.done?.duration_ms ?? 0, lang)],
    [text.model, isModel ? (model_used ?? '') : text.none],
    ...(count > 0 ? [[text.tokens, number.format(count)] as const] : []),
    ...(cost_usd === undefined ? [] : [[text.cost, costText(cost_usd, lang)] as const]),
  ];
  return (
    <>
      <h3>{text.run}</h3>
      <dl class="num">
        {facts
          .filter(([, value]) => value !== '')
          .map(([name, value]) => (
            <Fact key={name} name={name} values={[value]} />
          ))}
        {turn.traceId && (
          <>
            <dt>{text.trace}</dt>
            <dd class="id">{turn.traceId}</dd>
          </>
        )}
      </dl>
    </>
  );
}

/** US dollars; small costs with as many digits as say something. */
const costText = (cost: number, lang: string): string =>
  new Intl.NumberFormat(lang, {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: 2,
    maximumFractionDigits: cost > 0 && cost < 0.01 ? 6 : 2,
  }).format(cost);
