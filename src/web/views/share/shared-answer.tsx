import '../../styles/screens.css';
import { useLocation } from 'preact-iso/router';
import { chartAsSet } from '#src/charts/settings.ts';
import { refreshSaved, type SavedQuestion } from '../../api/saved.ts';
import { Icon } from '../../components/icon.tsx';
import { Verdict } from '../../components/verdict.tsx';
import { dayTime } from '../../format/times.ts';
import { locale } from '../../i18n/index.ts';
import { manageTexts } from '../../i18n/manage.ts';
import { shareTexts } from '../../i18n/share.ts';
import { useLoaded } from '../../state/calls.ts';
import { isSignedIn, session } from '../../state/session.ts';
import { workspace } from '../../state/workspace.ts';
import { place } from '../data/place.ts';
import { verdictOf, verdictTime } from '../saved-verdict.ts';
import { Screen } from '../screen.tsx';
import { DrawnRows } from './drawn-rows.tsx';
import { Opened } from './opened.tsx';
import { SignInTo } from './sign-in-to.tsx';

/** An answer that somebody shared with the tenant: asked again for whoever opens it. */
export function SharedAnswer() {
  const text = shareTexts();
  const { path } = useLocation();
  const { kind } = session.value;
  const isOpening =
    kind === 'opening' || kind === 'waiting' || (isSignedIn.value && !workspace.value);
  if (isOpening)
    return (
      <Screen title={text.share}>
        <p class="meta">{manageTexts().loading}</p>
      </Screen>
    );
  if (!isSignedIn.value) return <SignInTo />;
  return <AskedAgain id={path.split('/')[2] ?? ''} />;
}

function AskedAgain({ id }: { readonly id: string }) {
  const text = shareTexts();
  const { service, at } = place();
  const found = useLoaded(
    (signal) => refreshSaved(service, { ...at, saved_id: id }, { signal }),
    [id, at.workspace_id],
  );
  return (
    <Opened found={found} missing={[text.notYours, text.notYoursNote]}>
      {(saved) => <Shown saved={saved} />}
    </Opened>
  );
}

function Shown({ saved }: { readonly saved: SavedQuestion }) {
  const text = shareTexts();
  const { name, question, result, stale, failure, answer } = saved;
  const problem = stale ?? failure;
  const verdict = verdictOf(saved);
  const warning =
    verdict === 'warning' && answer && answer.result !== 'error' && answer.verification.reason;
  return (
    <Screen title={name}>
      <article class="card pad" aria-label={name}>
        {problem !== null && (
          <>
            <Verdict look="warning" />
            <p lang="en">{problem}</p>
          </>
        )}
        {result && (
          <>
            <p class="row">
              {verdict && <Verdict look={verdict} />}
              <span class="meta num">
                {text.askedAgain(dayTime(result.as_of, locale()))}
                {verdictTime(saved)}
              </span>
            </p>
            {warning && <p dir="auto">{warning}</p>}
            <DrawnRows
              label={name}
              columns={result.columns}
              rows={result.rows}
              totalRows={result.total_rows}
              columnsInfo={result.columns_info ?? null}
              chart={chartAsSet(result.chart ?? null, saved.chart)}
            />
          </>
        )}
        <p class="part">
          <a class="btn" href={`/?q=${encodeURIComponent(question)}`}>
            <Icon name="ask" />
            {text.ask}
          </a>
        </p>
      </article>
    </Screen>
  );
}
