import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import {
  createWorkspace,
  getDatabase,
  getSchema,
  getSchemaStatus,
  listFiles,
  ServiceError,
} from '../../api/data.ts';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/confirm.tsx';
import { Failure } from '../../components/failure.tsx';
import { heldIn, TextField } from '../../components/field.tsx';
import { Icon } from '../../components/icon.tsx';
import { Records } from '../../components/records.tsx';
import { bytesText, countText, dayTime } from '../../format/times.ts';
import { texts } from '../../i18n/data.ts';
import { locale } from '../../i18n/index.ts';
import { useAction, useLoaded } from '../../state/calls.ts';
import { readSessionAgain } from '../../state/session-again.ts';
import { tablesChanged } from '../../state/uploads.ts';
import { chooseWorkspace, workspace } from '../../state/workspace.ts';
import { Waiting } from '../listing.tsx';
import { HiddenColumns } from './hidden-columns.tsx';
import { place } from './place.ts';

/** Null where there is nothing of it yet; other failures are failures. */
export async function orNull<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof ServiceError && (error.status === 404 || error.status === 422))
      return null;
    throw error;
  }
}

const WAIT_MS = 700;

/**
 * Files, database and tables of the workspace, as far as they are known. The session may still say that there is nothing:
 * another tab, or a job, has brought the first file since.
 */
async function readAll(signal: AbortSignal) {
  const { service, at } = place();
  const source = workspace.value?.source;
  const [{ files }, database] = await Promise.all([
    listFiles(service, at, { signal }),
    source === 'database' ? orNull(getDatabase(service, at, { signal })) : null,
  ]);
  const nothing = { files, database, schema: null, isDiscovering: false, hidden: [] };
  if (source === 'none' && files.length === 0) return nothing;
  const { status, hidden_columns: hidden = [] } = await getSchemaStatus(service, at, { signal });
  if (status === 'not_started') return nothing;
  const isDiscovering = status === 'discovering';
  // Tables of files are there before they have been looked through; those of a database are not.
  const schema =
    isDiscovering && source === 'database'
      ? null
      : await orNull(getSchema(service, at, { signal }));
  return { files, database, schema, isDiscovering, hidden };
}

/** What the workspace holds. */
export function Overview() {
  const text = texts();
  const lang = locale();
  const found = useLoaded(readAll, [tablesChanged.value]);
  useEffect(() => {
    if (!found.value?.isDiscovering) return undefined;
    const soon = setTimeout(found.again, WAIT_MS);
    return () => clearTimeout(soon);
  }, [found.value]);
  if (!found.value) return <Waiting on={found} />;
  const { files, database, schema, hidden } = found.value;
  return (
    <>
      <Failure error={found.error} onRetry={found.again} />
      <p class="row">
        <a class="btn" href="/data/database">
          <Icon name="data" />
          {database ? text.connected(database.type, database.database) : text.connect}
        </a>
      </p>
      <section>
        <h2>{text.tables}</h2>
        <Records
          label={text.tables}
          records={schema?.tables ?? []}
          keyOf={({ table_name }) => table_name}
          empty={text.noTables}
          columns={[
            {
              heading: text.table,
              cell: ({ table_name, description, is_view }) => (
                <>
                  <a href={`/data/tables/${encodeURIComponent(table_name)}`}>{table_name}</a>
                  {is_view && ` (${text.view})`}
                  {description && <small>{description}</small>}
                </>
              ),
            },
            {
              heading: text.rows,
              isNumber: true,
              cell: ({ row_count }) => (row_count === null ? '–' : countText(row_count, lang)),
            },
            {
              heading: text.columns,
              isNumber: true,
              cell: ({ columns }) => countText(columns.length, lang),
            },
          ]}
        />
      </section>
      <HiddenColumns columns={hidden} onShown={found.again} />
      {(files.length > 0 || !database) && (
        <section>
          <h2>{text.files}</h2>
          <Records
            label={text.files}
            records={files}
            keyOf={({ id }) => id}
            empty={text.noFiles}
            columns={[
              {
                heading: text.file,
                cell: ({ id, filename, version, error }) => (
                  <>
                    <a href={`/data/files/${id}`}>{filename}</a>
                    <small>
                      {text.version(version)}
                      {error && ` · ${error}`}
                    </small>
                  </>
                ),
              },
              { heading: text.state, cell: ({ status }) => text.states[status] },
              {
                heading: text.rows,
                isNumber: true,
                cell: ({ tables }) =>
                  countText(
                    tables.reduce((sum, { row_count }) => sum + row_count, 0),
                    lang,
                  ),
              },
              {
                heading: text.size,
                isNumber: true,
                cell: ({ byte_size }) => bytesText(byte_size, lang),
              },
              { heading: text.made, cell: ({ created_at }) => dayTime(created_at, lang) },
            ]}
          />
        </section>
      )}
    </>
  );
}

/** A workspace holds files or a database: a second kind of data takes a second workspace. */
export function NewWorkspace() {
  const text = texts();
  const isOpen = useSignal(false);
  const name = useSignal('');
  const action = useAction();
  const close = () => {
    isOpen.value = false;
  };
  const make = async () => {
    const isDone = await action.run(async () => {
      const { service, at } = place();
      const made = await createWorkspace(service, {
        client_id: at.client_id,
        body: { name: name.value.trim() },
      });
      await readSessionAgain();
      chooseWorkspace(made.workspace_id);
    });
    if (isDone) close();
  };
  return (
    <>
      <Button
        icon="plus"
        onClick={() => {
          name.value = '';
          isOpen.value = true;
        }}
      >
        {text.newSpace}
      </Button>
      <FormDialog
        title={text.newSpace}
        isOpen={isOpen.value}
        onClose={close}
        does={text.make}
        action={action}
        onConfirm={make}
      >
        <TextField
          label={text.spaceName}
          note={text.spaceNote}
          required
          maxLength={100}
          {...heldIn(name)}
        />
      </FormDialog>
    </>
  );
}
