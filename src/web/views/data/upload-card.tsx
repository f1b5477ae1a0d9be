import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Icon } from '../../components/icon.tsx';
import { bytesText, countText } from '../../format/times.ts';
import { texts } from '../../i18n/data.ts';
import { locale } from '../../i18n/index.ts';
import {
  forgetUpload,
  lookAgain,
  previewOf,
  showUpload,
  storeUpload,
  type Upload,
  undoUpload,
} from '../../state/uploads.ts';
import { Destination } from './destination.tsx';
import { Notes } from './notes.tsx';
import { Review } from './review.tsx';
import { Starters } from './starters.tsx';

/** How far the upload is, of 1; null where that cannot be told. */
function partOf({ state }: Upload): number | null {
  if (state.kind === 'sending' || state.kind === 'looking') return state.part;
  if (state.kind === 'reading' && state.progress.bytes_total > 0)
    return state.progress.bytes_read / state.progress.bytes_total;
  return null;
}

function stageText({ state, file }: Upload): string {
  const text = texts();
  const lang = locale();
  const percent = (part: number) =>
    new Intl.NumberFormat(lang, { style: 'percent' }).format(Math.min(1, part));
  switch (state.kind) {
    case 'looking':
      if (!file) return text.fetching;
      return state.part < 1 ? text.uploading(percent(state.part)) : text.stages.reading;
    case 'sending':
      return text.uploading(percent(state.part));
    case 'reading': {
      const { stage, rows } = state.progress;
      const soFar = rows > 0 ? text.rowsSoFar(countText(rows, lang)) : '';
      return [text.stages[stage], soFar].filter(Boolean).join(', ');
    }
    case 'ready':
      return text.stages.done;
    case 'due':
    case 'waiting':
    case 'shown':
    case 'undoing':
    case 'undone':
    case 'failed':
      return text.stages[state.kind];
  }
}

const AT_WORK: readonly Upload['state']['kind'][] = ['looking', 'sending', 'reading', 'undoing'];

/** Where its rows go can still be decided. */
const CHOOSING: readonly Upload['state']['kind'][] = ['shown', 'ready', 'undone', 'failed'];

/** One file: how far it is, what it would become, or what became of it. */
export function UploadCard({ of }: { readonly of: Upload }) {
  const text = texts();
  const { id, state, file, name, mapping } = of;
  const isAtWork = AT_WORK.includes(state.kind);
  return (
    <article class="card pad" aria-label={name}>
      <div class="row">
        <b dir="auto">{name}</b>
        {file && <span class="meta">{bytesText(file.size, locale())}</span>}
        <span class={`chip ${state.kind === 'ready' ? 'good' : ''} end`} role="status">
          {stageText(of)}
        </span>
        {!isAtWork && (
          <Button
            look="bare"
            icon="close"
            aria-label={`${text.leaveOut}: ${name}`}
            onClick={() => forgetUpload(id)}
          />
        )}
      </div>
      {isAtWork && (
        <div class="meter ok" aria-hidden="true">
          <i style={{ inlineSize: `${(partOf(of) ?? 1) * 100}%` }} />
        </div>
      )}
      {state.kind === 'ready' && (
        <Stored of={of} manifest={state.manifest} error={state.error ?? null} />
      )}
      {state.kind === 'undone' && (
        <p class="row">
          {state.version === null ? text.fileTaken : text.versionBack(state.version)}
          <Button onClick={() => storeUpload(id, mapping)}>{text.storeAgain}</Button>
        </p>
      )}
      {CHOOSING.includes(state.kind) && <Destination of={of} />}
      {state.kind === 'failed' && (
        <Failure
          error={state.error}
          onRetry={() => (state.wasDue ? storeUpload : lookAgain)(id, mapping)}
        />
      )}
      {state.kind === 'shown' && (
        <Review
          preview={state.preview}
          mapping={mapping}
          look={(said, signal) => previewOf(of, said, signal)}
          onLooked={(said, preview) => showUpload(id, said, preview)}
          does={of.appendTo === null ? text.store : text.addRows}
          onDone={(said) => storeUpload(id, said)}
        />
      )}
    </article>
  );
}

interface StoredProps {
  readonly of: Upload;
  readonly manifest: Extract<Upload['state'], { readonly kind: 'ready' }>['manifest'];
  readonly error: unknown;
}

function Stored({ of, manifest, error }: StoredProps) {
  const text = texts();
  const { appended, replaced, tables, unchanged, version } = manifest;
  const number = (rows: number) => countText(rows, locale());
  const own = tables.filter(({ derived }) => !derived);
  const rows = text.rowCount(number(own.reduce((sum, { row_count }) => sum + row_count, 0)));
  const [largest] = tables.toSorted((a, b) => b.row_count - a.row_count);
  return (
    <>
      <div class="row">
        <p>
          {unchanged
            ? text.unchanged
            : appended
              ? text.rowsAdded(text.rowCount(number(appended.rows)), manifest.filename)
              : replaced
                ? text.replaces(version, replaced.version, rows)
                : text.added(rows)}
        </p>
        {!unchanged && (replaced || manifest.file_id !== undefined) && (
          <Button onClick={() => undoUpload(of.id)}>{text.undo}</Button>
        )}
      </div>
      <Failure error={error} />
      <p class="row">
        {tables.map(({ table_name, row_count }) => (
          <a key={table_name} class="chip" href={`/data/tables/${encodeURIComponent(table_name)}`}>
            {table_name} <i>{text.rowCount(number(row_count))}</i>
          </a>
        ))}
      </p>
      {largest && <Starters table={largest.table_name} />}
      <Notes of={manifest.notes} />
      <div class="row">
        {of.appendTo === null && (
          <Button onClick={() => lookAgain(of.id, of.mapping)}>{text.differently}</Button>
        )}
        <a class="btn" href="/">
          <Icon name="ask" />
          {text.askNow}
        </a>
      </div>
    </>
  );
}
