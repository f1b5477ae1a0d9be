import type { Workspace } from '../../api/identity.ts';
import {
  getSchemaStatus,
  listFiles,
  refreshSchema,
  type SchemaStatus,
  type StoredFile,
} from '../../api/operate.ts';
import { Button } from '../../components/button.tsx';
import { Failure } from '../../components/failure.tsx';
import { Records } from '../../components/records.tsx';
import { countText, dayTime } from '../../format/times.ts';
import { locale } from '../../i18n/index.ts';
import { manageTexts } from '../../i18n/manage.ts';
import { texts } from '../../i18n/operate.ts';
import { useAction, useLoaded } from '../../state/calls.ts';
import { workspaces } from '../../state/workspace.ts';
import { service, signedIn } from './reach.ts';

interface Job {
  readonly workspace: Workspace;
  readonly schema: SchemaStatus | null;
  readonly files: readonly StoredFile[];
}

/** So many workspaces are looked at: each takes two calls. */
const MOST = 20;

const isAtWork = ({ status }: Pick<StoredFile, 'status'>): boolean => status !== 'ready';

async function jobsOf(signal: AbortSignal): Promise<readonly Job[]> {
  const { clientId } = signedIn();
  return Promise.all(
    workspaces.value.slice(0, MOST).map(async (workspace) => {
      const place = { client_id: clientId, workspace_id: workspace.workspace_id };
      const [schema, files] = await Promise.all([
        getSchemaStatus(service(), place, { signal }).catch(() => null),
        listFiles(service(), place, { signal }).then(
          (found) => found.files,
          () => [],
        ),
      ]);
      return { workspace, schema, files: files.filter(isAtWork) };
    }),
  );
}

/** What is read and discovered: there is no list of jobs in the API, so it is put together from what has jobs. */
export function Jobs() {
  const text = texts();
  const manage = manageTexts();
  const lang = locale();
  const found = useLoaded(jobsOf, [workspaces.value, signedIn().key]);
  const action = useAction();
  const files = (found.value ?? []).flatMap(({ workspace, files: own }) =>
    own.map((file) => ({ ...file, where: workspace.name })),
  );
  return (
    <>
      <div class="row filters">
        <p class="meta">{text.jobsLead}</p>
        <Button icon="again" also="end" disabled={found.isBusy} onClick={found.again}>
          {manage.again}
        </Button>
      </div>
      <Failure error={found.error ?? action.error} />
      {!found.value && found.isBusy && <p class="meta">{manage.loading}</p>}
      {found.value && (
        <>
          <section>
            <h2>{text.discovery}</h2>
            <Records
              label={text.discovery}
              records={found.value}
              keyOf={({ workspace }) => workspace.workspace_id}
              empty={text.noWorkspaces}
              columns={[
                { heading: text.where, cell: ({ workspace }) => workspace.name },
                {
                  heading: text.state,
                  cell: ({ schema }) => (
                    <>
                      {schema ? text.schemaStates[schema.status] : '–'}
                      {schema?.error && <small>{schema.error}</small>}
                    </>
                  ),
                },
                {
                  heading: text.tables,
                  isNumber: true,
                  cell: ({ schema }) => (schema ? countText(schema.table_count, lang) : '–'),
                },
                {
                  heading: text.since,
                  cell: ({ schema }) =>
                    schema?.discovered_at ? dayTime(schema.discovered_at, lang) : '–',
                },
                {
                  heading: manage.actions,
                  isActions: true,
                  cell: ({ workspace }) =>
                    workspace.source === 'database' && (
                      <Button
                        disabled={action.isBusy}
                        onClick={async () => {
                          await action.run(async () => {
                            await refreshSchema(service(), {
                              client_id: signedIn().clientId,
                              body: { workspace_id: workspace.workspace_id },
                            });
                          });
                          found.again();
                        }}
                      >
                        {text.refresh}
                      </Button>
                    ),
                },
              ]}
            />
          </section>
          <section>
            <h2>{text.files}</h2>
            <Records
              label={text.files}
              records={files}
              keyOf={({ id }) => id}
              empty={text.noFiles}
              columns={[
                { heading: text.file, cell: ({ filename }) => filename },
                { heading: text.where, cell: ({ where }) => where },
                {
                  heading: text.state,
                  cell: ({ status, error }) => (
                    <>
                      {text.fileStates[status]}
                      {error && <small>{error}</small>}
                    </>
                  ),
                },
                { heading: text.since, cell: ({ created_at }) => dayTime(created_at, lang) },
              ]}
            />
          </section>
        </>
      )}
    </>
  );
}
