import '../../styles/screens.css';
import { useLocation } from 'preact-iso/router';
import { serviceOf } from '../../api/kit.ts';
import { getSnapshot, type PublicSnapshot, type SnapshotResult } from '../../api/shares.ts';
import { Sql } from '../../components/sql.tsx';
import { Verdict, type VerdictLook } from '../../components/verdict.tsx';
import { dayTime } from '../../format/times.ts';
import { locale } from '../../i18n/index.ts';
import { shareTexts } from '../../i18n/share.ts';
import { useLoaded } from '../../state/calls.ts';
import { Paragraphs } from '../paragraphs.tsx';
import { Screen } from '../screen.tsx';
import { DrawnRows } from './drawn-rows.tsx';
import { Opened } from './opened.tsx';

/** What a public link shows: rows as they were, with their date and how far they could be relied on. */
export function Snapshot() {
  const text = shareTexts();
  const { path } = useLocation();
  const token = path.split('/')[2] ?? '';
  const found = useLoaded(
    (signal) => getSnapshot(serviceOf(null), { share_token: token }, { signal }),
    [token],
  );
  return (
    <Opened found={found} missing={[text.ended, text.endedNote]}>
      {(snapshot) => <Shown snapshot={snapshot} />}
    </Opened>
  );
}

function Shown({ snapshot }: { readonly snapshot: PublicSnapshot }) {
  const text = shareTexts();
  const { title, cards, created_at, expires_at } = snapshot;
  return (
    <Screen title={title}>
      <p class="meta">
        {text.snapshot(dayTime(created_at, locale()), dayTime(expires_at, locale()))}
      </p>
      {cards.map((card, at) =>
        'text' in card ? (
          <section key={at} class="card pad part">
            <Paragraphs text={card.text} />
          </section>
        ) : (
          <Card key={at} card={card} isAlone={cards.length === 1} />
        ),
      )}
    </Screen>
  );
}

const LOOKS: ReadonlyMap<string, VerdictLook> = new Map([
  ['verified', 'verified'],
  ['checked', 'checked'],
  ['warning', 'warning'],
  ['own_sql', 'ownSql'],
]);
const lookOf = (status: string): VerdictLook => LOOKS.get(status) ?? 'catalog';

function Card({ card, isAlone }: { readonly card: SnapshotResult; readonly isAlone: boolean }) {
  const text = shareTexts();
  const { title, explanation, verdict, assumptions, sql, as_of } = card;
  return (
    <article class="card pad part spaced" aria-label={title}>
      {!isAlone && <h2 dir="auto">{title}</h2>}
      <p class="row">
        {verdict && <Verdict look={lookOf(verdict.status)} />}
        <span class="meta num">{text.asOf(dayTime(as_of, locale()))}</span>
      </p>
      {verdict?.status === 'warning' && <p dir="auto">{verdict.reason}</p>}
      {explanation && <p dir="auto">{explanation}</p>}
      <DrawnRows
        label={title}
        columns={card.columns}
        rows={card.rows}
        totalRows={card.total_rows}
        columnsInfo={card.columns_info}
        chart={card.chart}
      />
      {assumptions.length > 0 && (
        <ul class="meta">
          {assumptions.map((one) => (
            <li key={one} dir="auto">
              {one}
            </li>
          ))}
        </ul>
      )}
      {sql && <Sql sql={sql} />}
    </article>
  );
}
