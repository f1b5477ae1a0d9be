import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import {
  deleteFile,
  listFiles,
  type PreviewFileAnswer,
  previewFile,
  readFileAgain,
  type StoredFile,
  type UploadPreview,
} from '../../api/data.ts';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/confirm.tsx';
import { Failure } from '../../components/failure.tsx';
import { Choice } from '../../components/field.tsx';
import { Records } from '../../components/records.tsx';
import { bytesText, countText, dayTime } from '../../format/times.ts';
import { texts } from '../../i18n/data.ts';
import { locale } from '../../i18n/index.ts';
import { manageTexts } from '../../i18n/manage.ts';
import { useAction, useLoaded } from '../../state/calls.ts';
import { tablesChanged } from '../../state/uploads.ts';
import { Waiting } from '../listing.tsx';
import { Notes } from './notes.tsx';
import { place } from './place.ts';
import type { Mapping } from './questions.ts';
import { Review } from './review.tsx';
import { Source } from './source.tsx';

const PREVIEW_ROWS = 20;

/** One file: its tables, their first rows, and its notes, which can still be answered. */
export function FileView({ id }: { readonly id: number }) {
  const text = texts();
  const lang = locale();
  const { route } = useLocation();
  const isRemoving = useSignal(false);
  const action = useAction();
  const found = useLoaded(
    async (signal) => {
      const { service, at } = place();
      const { files } = await listFiles(service, at, { signal });
      return { file: files.find((one) => one.id === id) ?? null };
    },
    [id, tablesChanged.value],
  );
  if (!found.value) return <Waiting on={found} />;
  const { file } = found.value;
  if (!file) return <p class="lead">{text.fileGone}</p>;
  const remove = () =>
    action.run(async () => {
      const { service, at } = place();
      await deleteFile(service, { ...at, file_id: id });
      tablesChanged.value += 1;
      route('/data', true);
    });
  return (
    <>
      <h2 dir="auto">{file.filename}</h2>
      <p class="meta">
        {[
          text.version(file.version),
          text.states[file.status],
          bytesText(file.byte_size, lang),
          dayTime(file.created_at, lang),
        ].join(' · ')}
      </p>
      <Failure error={file.error ? new Error(file.error) : null} />
      <p class="row part">
        {file.tables.map(({ table_name, row_count, column_count }) => (
          <a key={table_name} class="chip" href={`/data/tables/${encodeURIComponent(table_name)}`}>
            {table_name}{' '}
            <i>
              {text.rowCount(countText(row_count, lang))} · {text.columns} {column_count}
            </i>
          </a>
        ))}
      </p>
      <Source of={file} />
      {file.tables.length > 0 && <Differently of={file} />}
      {file.tables.length > 0 && (
        <Preview
          key={`${file.sha256} ${tablesChanged.value}`}
          fileId={id}
          tables={file.tables.map(({ table_name }) => table_name)}
        />
      )}
      <p class="meta part">{text.newVersion}</p>
      <Button
        icon="close"
        onClick={() => {
          isRemoving.value = true;
        }}
      >
        {manageTexts().remove}
      </Button>
      <FormDialog
        title={text.removeFile(file.filename)}
        isOpen={isRemoving.value}
        onClose={() => {
          isRemoving.value = false;
        }}
        does={manageTexts().remove}
        action={action}
        onConfirm={remove}
      >
        <p>{text.removeFileNote}</p>
      </FormDialog>
    </>
  );
}

/** The notes of a stored file, and on demand what other answers would make of it: its bytes are kept. */
function Differently({ of: file }: { readonly of: StoredFile }) {
  const text = texts();
  const shown = useSignal<{
    readonly mapping: Mapping | null;
    readonly preview: UploadPreview;
  } | null>(null);
  const action = useAction();
  const look = async (mapping: Mapping | null, signal?: AbortSignal): Promise<UploadPreview> => {
    const { service, at } = place();
    const found = await readFileAgain(
      service,
      { ...at, file_id: file.id, preview: 'true', body: mapping ? { mapping } : {} },
      signal ? { signal } : {},
    );
    if (!('preview' in found))
      throw new Error('The server read the file again instead of previewing it.');
    return found;
  };
  const take = (mapping: Mapping | null) =>
    action.run(async () => {
      const { service, at } = place();
      await readFileAgain(service, {
        ...at,
        file_id: file.id,
        body: mapping ? { mapping } : {},
      });
      shown.value = null;
      tablesChanged.value += 1;
    });
  return (
    <section>
      <h2>{text.noted}</h2>
      {!shown.value && <Notes of={file.notes} />}
      <Failure error={action.error} />
      {shown.value ? (
        <Review
          preview={shown.value.preview}
          mapping={shown.value.mapping}
          look={look}
          onLooked={(mapping, preview) => {
            shown.value = { mapping, preview };
          }}
          does={text.readAgain}
          isBusy={action.isBusy}
          onDone={take}
        />
      ) : (
        <Button
          disabled={action.isBusy}
          onClick={() =>
            action.run(async () => {
              shown.value = { mapping: null, preview: await look(null) };
            })
          }
        >
          {text.answerNotes}
        </Button>
      )}
    </section>
  );
}

interface PreviewProps {
  readonly fileId: number;
  readonly tables: readonly string[];
}

type Row = PreviewFileAnswer['rows'][number];
interface PreviewRow {
  readonly row: Row;
  readonly at: number;
}

const isNumeric = (cell: Row[number] | undefined): boolean =>
  cell === null || typeof cell === 'number';

/** The first rows as they were read. */
function Preview({ fileId, tables }: PreviewProps) {
  const text = texts();
  const table = useSignal(tables[0] ?? '');
  const found = useLoaded(
    (signal) => {
      const { service, at } = place();
      return previewFile(
        service,
        { ...at, file_id: fileId, table: table.value, limit: PREVIEW_ROWS },
        { signal },
      );
    },
    [table.value],
  );
  return (
    <section>
      <h2>{text.preview}</h2>
      {tables.length > 1 && (
        <div class="filters">
          <Choice
            label={text.table}
            value={table.value}
            options={tables.map((name) => [name, name] as const)}
            onChoose={(chosen) => {
              table.value = chosen;
            }}
          />
        </div>
      )}
      <Failure error={found.error} onRetry={found.again} />
      {found.value && (
        <Records<PreviewRow>
          label={text.preview}
          records={found.value.rows.map((row, at) => ({ row, at }))}
          keyOf={({ at }) => at}
          empty={text.empty}
          columns={found.value.columns.map((name, at) => ({
            heading: name,
            isNumber: found.value?.rows.every((row) => isNumeric(row[at])) ?? false,
            cell: ({ row }) => {
              const cell = row[at] ?? null;
              return cell === null ? <span class="meta">{text.empty}</span> : String(cell);
            },
          }))}
        />
      )}
    </section>
  );
}
