import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Switch, TextField } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { bytesText, countText } from '../../format/times.ts';
import { texts } from '../../i18n/data.ts';
import { locale } from '../../i18n/index.ts';
import { manageTexts } from '../../i18n/manage.ts';
import { mayManage } from '../../state/session.ts';
import {
  addFiles,
  forgetUpload,
  type SheetReading,
  sendAgain,
  sendWaiting,
  type Upload,
  uploads,
  waiting,
} from '../../state/uploads.ts';

/** Files are taken wherever they are dropped on the screen; the button does the same for the keyboard. */
export function DropZone() {
  const text = texts();
  const { url } = useLocation();
  const isOver = useSignal(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      isOver.value = true;
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) isOver.value = false;
    };
    const drop = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      isOver.value = false;
      addFiles(event.dataTransfer?.files ?? []);
    };
    document.addEventListener('dragover', over);
    document.addEventListener('dragleave', leave);
    document.addEventListener('drop', drop);
    return () => {
      document.removeEventListener('dragover', over);
      document.removeEventListener('dragleave', leave);
      document.removeEventListener('drop', drop);
    };
  }, []);
  useEffect(() => {
    sendWaiting();
  }, [mayManage.value]);
  const isWaitingForKey = !mayManage.value && waiting.value > 0;
  return (
    <>
      <div class={`drop ${isOver.value ? 'over' : ''}`}>
        <Icon name="file" />
        <p>
          <b>{text.drop}</b>
          <br />
          <span class="meta">{text.dropNote}</span>
        </p>
        <input
          ref={input}
          hidden
          type="file"
          multiple
          aria-label={text.choose}
          accept=".csv,.tsv,.txt,.xlsx,.xlsm"
          onChange={({ currentTarget }) => {
            addFiles(currentTarget.files ?? []);
            currentTarget.value = '';
          }}
        />
        <Button look={mayManage.value ? 'primary' : 'plain'} onClick={() => input.current?.click()}>
          {text.choose}
        </Button>
      </div>
      {isWaitingForKey && (
        <div class="failure warn" role="status">
          <p>{text.kept(waiting.value)}</p>
          <a class="btn" href={`/signin?to=${encodeURIComponent(url)}`}>
            <Icon name="key" />
            {manageTexts().signIn}
          </a>
        </div>
      )}
      {uploads.value.length > 0 && (
        <section aria-label={text.uploads} class="uploads">
          {uploads.value.map((one) => (
            <UploadCard key={one.id} of={one} />
          ))}
        </section>
      )}
    </>
  );
}

/** How far the upload is, of 1; null where that cannot be told. */
function partOf({ state }: Upload): number | null {
  if (state.kind === 'sending') return state.part;
  if (state.kind === 'reading' && state.progress.bytes_total > 0)
    return state.progress.bytes_read / state.progress.bytes_total;
  return null;
}

function stageText({ state }: Upload): string {
  const text = texts();
  const lang = locale();
  const percent = (part: number) =>
    new Intl.NumberFormat(lang, { style: 'percent' }).format(Math.min(1, part));
  if (state.kind === 'sending') return text.uploading(percent(state.part));
  if (state.kind === 'reading') {
    const rows =
      state.progress.rows > 0 ? text.rowsSoFar(countText(state.progress.rows, lang)) : '';
    return [text.stages[state.progress.stage], rows].filter(Boolean).join(', ');
  }
  if (state.kind === 'ready') return text.stages.done;
  return text.stages[state.kind];
}

function UploadCard({ of }: { readonly of: Upload }) {
  const text = texts();
  const { state, file } = of;
  const part = partOf(of);
  const isChanging = useSignal(false);
  return (
    <article class="card pad" aria-label={file.name}>
      <div class="row">
        <b dir="auto">{file.name}</b>
        <span class="meta">{bytesText(file.size, locale())}</span>
        <span class={`chip ${state.kind === 'ready' ? 'good' : ''} end`} role="status">
          {stageText(of)}
        </span>
        {(state.kind === 'ready' || state.kind === 'failed' || state.kind === 'waiting') && (
          <Button
            look="bare"
            icon="close"
            aria-label={`${text.leaveOut}: ${file.name}`}
            onClick={() => forgetUpload(of.id)}
          />
        )}
      </div>
      {(state.kind === 'sending' || state.kind === 'reading') && (
        <div class="meter ok" aria-hidden="true">
          <i style={{ inlineSize: `${(part ?? 1) * 100}%` }} />
        </div>
      )}
      {state.kind === 'failed' && (
        <Failure error={state.error} onRetry={() => sendAgain(of.id, of.mapping)} />
      )}
      {state.kind === 'ready' && (
        <>
          <p class="meta">
            {text.version(state.manifest.version)}
            {state.manifest.unchanged && ` · ${text.unchanged}`}
          </p>
          <p class="row">
            {state.manifest.tables.map(({ table_name, row_count }) => (
              <a
                key={table_name}
                class="chip"
                href={`/data/tables/${encodeURIComponent(table_name)}`}
              >
                {table_name} <i>{text.rowCount(countText(row_count, locale()))}</i>
              </a>
            ))}
          </p>
          <Notes of={state.manifest.notes} />
          <div class="row">
            <Button
              aria-expanded={isChanging.value}
              onClick={() => {
                isChanging.value = !isChanging.value;
              }}
            >
              {text.differently}
            </Button>
            <a class="btn" href="/">
              <Icon name="ask" />
              {text.askNow}
            </a>
          </div>
        </>
      )}
      {isChanging.value && state.kind === 'ready' && (
        <Differently
          of={of}
          sheets={sheetsOf(of)}
          onSend={(mapping) => {
            isChanging.value = false;
            sendAgain(of.id, mapping);
          }}
        />
      )}
    </article>
  );
}

interface NotesProps {
  readonly of: readonly {
    readonly sheet_name: string;
    readonly row?: number;
    readonly column?: string;
    readonly note: string;
  }[];
}

/** What was noticed while the file was read. */
export function Notes({ of }: NotesProps) {
  const text = texts();
  if (of.length === 0) return <p class="meta">{text.noNotes}</p>;
  return (
    <details open={of.length <= 6}>
      <summary>
        {text.noted} ({countText(of.length, locale())})
      </summary>
      <ul class="notes">
        {of.map(({ sheet_name, row, column, note }) => (
          <li key={`${sheet_name} ${row} ${column} ${note}`}>
            <small class="meta">{text.noteAt(sheet_name, row, column)}</small>
            <span dir="auto">{note}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** Sheets that were read or left out before: a mapping names them by their names in the file. */
function sheetsOf({ state, mapping }: Upload): readonly string[] {
  if (state.kind !== 'ready') return [];
  const { tables, notes } = state.manifest;
  return [
    ...new Set([
      ...tables.map(({ sheet_name }) => sheet_name),
      ...notes.map(({ sheet_name }) => sheet_name),
      ...Object.keys(mapping ?? {}),
    ]),
  ];
}

interface DifferentlyProps {
  readonly of: Upload;
  readonly sheets: readonly string[];
  readonly onSend: (mapping: Readonly<Record<string, SheetReading>>) => void;
}

function Differently({ of, sheets, onSend }: DifferentlyProps) {
  const text = texts();
  const drafts = useSignal<Readonly<Record<string, SheetReading>>>(of.mapping ?? {});
  const change = (sheet: string, reading: SheetReading) => {
    drafts.value = { ...drafts.value, [sheet]: reading };
  };
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        onSend(drafts.value);
      }}
    >
      <p class="meta">{text.differentlyNote}</p>
      {sheets.map((sheet) => {
        const { header_row: _row, ...withoutRow } = drafts.value[sheet] ?? {};
        const { table_name: _name, ...withoutName } = drafts.value[sheet] ?? {};
        const now = drafts.value[sheet] ?? {};
        return (
          <fieldset key={sheet}>
            <legend dir="auto">{sheet}</legend>
            <TextField
              label={text.headerRow}
              note={text.headerRowNote}
              inputMode="numeric"
              value={now.header_row === undefined ? '' : String(now.header_row)}
              onText={(typed) => {
                const row = Number.parseInt(typed, 10);
                change(sheet, row > 0 ? { ...withoutRow, header_row: row } : withoutRow);
              }}
            />
            <TextField
              label={text.tableName}
              value={now.table_name ?? ''}
              onText={(typed) =>
                change(
                  sheet,
                  typed.trim() ? { ...withoutName, table_name: typed.trim() } : withoutName,
                )
              }
            />
            {sheets.length > 1 && (
              <Switch
                label={text.skip}
                isOn={now.skip === true}
                onSwitch={(skip) => change(sheet, { ...now, skip })}
              />
            )}
          </fieldset>
        );
      })}
      <Button submits look="primary">
        {text.readAgain}
      </Button>
    </form>
  );
}
