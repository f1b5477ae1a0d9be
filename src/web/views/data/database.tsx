import { useSignal } from '@preact/signals';
import {
  type ConnectDatabaseBody,
  connectDatabase,
  type DatabaseTest,
  disconnectDatabase,
  getDatabase,
  refreshSchema,
  testDatabase,
} from '../../api/data.ts';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/confirm.tsx';
import { Failure } from '../../components/failure.tsx';
import { AreaField, Choice, TextField } from '../../components/field.tsx';
import { CopyBox } from '../../components/secret.tsx';
import { dayTime } from '../../format/times.ts';
import { texts } from '../../i18n/data.ts';
import { locale } from '../../i18n/index.ts';
import { useAction, useLoaded } from '../../state/calls.ts';
import { readSessionAgain } from '../../state/session-again.ts';
import { tablesChanged } from '../../state/uploads.ts';
import { workspace } from '../../state/workspace.ts';
import { Waiting } from '../listing.tsx';
import { orNull } from './overview.tsx';
import { place } from './place.ts';

/** The connected database, or the form that connects one. */
export function DatabaseForm() {
  const text = texts();
  const found = useLoaded(async (signal) => {
    const { service, at } = place();
    const isConnected = workspace.value?.source === 'database';
    return { database: isConnected ? await orNull(getDatabase(service, at, { signal })) : null };
  }, []);
  const isLeaving = useSignal(false);
  /** What the connected database showed when it was tested here. */
  const tested = useSignal<DatabaseTest | null>(null);
  const action = useAction();
  if (!found.value) return <Waiting on={found} />;
  const { database } = found.value;
  if (!database && workspace.value?.source === 'files') return <p class="lead">{text.hasFiles}</p>;
  if (!database) return <Connect onConnected={found.again} />;
  const facts: Pairs = [
    [text.type, database.type],
    [text.host, `${database.host}:${database.port}`],
    [text.name, database.database],
    [text.user, database.user],
    [text.server, database.server_version],
    [text.encryption, sslText(database.ssl_mode)],
    [text.schemas, database.schemas?.join(', ') ?? text.allOf],
  ];
  return (
    <>
      <Facts of={facts} />
      <p class={`failure ${database.schema_status === 'failed' ? '' : 'good'}`} role="status">
        {text.schemaStates[database.schema_status]}
      </p>
      <Findings
        readOnly={tested.value?.read_only ?? database.read_only}
        warnings={tested.value?.warnings ?? database.warnings}
        {...(tested.value ? { tls: tested.value.tls } : {})}
      />
      <Failure error={action.error} />
      <div class="row part">
        <Button
          disabled={action.isBusy}
          onClick={() =>
            action.run(async () => {
              const { service, at } = place();
              tested.value = await testDatabase(service, {
                client_id: at.client_id,
                body: database.workspace_id ? { workspace_id: database.workspace_id } : {},
              });
            })
          }
        >
          {text.test}
        </Button>
        <Button
          icon="again"
          disabled={action.isBusy}
          onClick={async () => {
            await action.run(async () => {
              const { service, at } = place();
              await refreshSchema(service, {
                client_id: at.client_id,
                body: { workspace_id: at.workspace_id },
              });
            });
            found.again();
          }}
        >
          {text.refresh}
        </Button>
        <Button
          onClick={() => {
            isLeaving.value = true;
          }}
        >
          {text.disconnect}
        </Button>
      </div>
      <FormDialog
        title={text.disconnectAsk}
        isOpen={isLeaving.value}
        onClose={() => {
          isLeaving.value = false;
        }}
        does={text.disconnect}
        action={action}
        onConfirm={async () => {
          const isDone = await action.run(async () => {
            const { service, at } = place();
            await disconnectDatabase(service, {
              client_id: at.client_id,
              ...(database.workspace_id ? { workspace_id: database.workspace_id } : {}),
            });
            await readSessionAgain();
          });
          if (!isDone) return;
          isLeaving.value = false;
          tablesChanged.value += 1;
          found.again();
        }}
      >
        <p>{text.disconnectNote}</p>
      </FormDialog>
    </>
  );
}

type SslMode = NonNullable<ConnectDatabaseBody['ssl']>['mode'];
const SSL_MODES: readonly SslMode[] = ['verify-full', 'verify-ca', 'require', 'prefer', 'disable'];

const sslText = (mode: string): string => {
  const known = SSL_MODES.find((one) => one === mode);
  return known ? texts().sslModes[known] : mode;
};

interface FindingsProps {
  readonly readOnly: boolean;
  readonly warnings: readonly string[];
  /** Null: not encrypted; absent: not known before a test. */
  readonly tls?: DatabaseTest['tls'];
}

/** What the service found out about the connection. */
function Findings({ readOnly, warnings, tls }: FindingsProps) {
  const text = texts();
  return (
    <>
      {tls && <Certificate of={tls} />}
      {tls === null && <p class="meta">{text.notEncrypted}</p>}
      <p class={`failure ${readOnly ? 'good' : 'warn'}`}>
        {readOnly ? text.readOnly : text.notReadOnly}
      </p>
      {warnings.length > 0 && (
        <ul class="notes" aria-label={text.warnings}>
          {warnings.map((warning) => (
            <li key={warning} class="failure warn" dir="auto" lang="en">
              {warning}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

type Pairs = readonly (readonly [name: string, value: string])[];

function Facts({ of, also = '' }: { readonly of: Pairs; readonly also?: string }) {
  return (
    <dl class={`pairs ${also}`}>
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** What the server showed, to be compared with what its owner says. */
function Certificate({ of: tls }: { readonly of: NonNullable<DatabaseTest['tls']> }) {
  const text = texts();
  const facts: Pairs = [
    [text.certificateOf, tls.subject],
    [text.certificateBy, tls.issuer],
    [text.certificateUntil, dayTime(tls.valid_to, locale())],
    [text.encryption, `${tls.protocol}, ${tls.checked ? text.certChecked : text.certUnchecked}`],
  ];
  return (
    <>
      <Facts also="part" of={facts} />
      <p class="meta">{text.fingerprint}</p>
      <CopyBox label={text.fingerprint} text={tls.fingerprint_sha256} />
    </>
  );
}

interface Draft {
  readonly form: 'url' | 'parts';
  readonly url: string;
  readonly type: string;
  readonly host: string;
  readonly port: string;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  readonly ssl: SslMode;
  readonly ca: string;
  readonly schemas: string;
}

const FIRST: Draft = {
  form: 'parts',
  url: '',
  type: 'postgres',
  host: '',
  port: '',
  database: '',
  user: '',
  password: '',
  ssl: 'verify-full',
  ca: '',
  schemas: '',
};

function bodyOf(draft: Draft): Omit<ConnectDatabaseBody, 'workspace_id'> {
  const names = draft.schemas
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  const schemas = names.length > 0 ? { schemas: names } : {};
  const ca = draft.ca.trim() ? { ca: draft.ca.trim() } : {};
  if (draft.form === 'url') return { url: draft.url.trim(), ...schemas };
  return {
    type: draft.type,
    host: draft.host.trim(),
    ...(draft.port.trim() ? { port: Number(draft.port) } : {}),
    database: draft.database.trim(),
    user: draft.user.trim(),
    password: draft.password,
    ssl: { mode: draft.ssl, ...ca },
    ...schemas,
  };
}

function Connect({ onConnected }: { readonly onConnected: () => void }) {
  const text = texts();
  const draft = useSignal<Draft>(FIRST);
  /** What was tested, and what came of it: only that is connected. */
  const tested = useSignal<{ readonly draft: Draft; readonly test: DatabaseTest } | null>(null);
  const action = useAction();
  const set = (fields: Partial<Draft>) => {
    draft.value = { ...draft.value, ...fields };
  };
  const isTested = tested.value?.draft === draft.value;
  const test = () =>
    action.run(async () => {
      const now = draft.value;
      tested.value = null;
      const { service, at } = place();
      tested.value = {
        draft: now,
        test: await testDatabase(service, {
          client_id: at.client_id,
          body: { workspace_id: at.workspace_id, ...bodyOf(now) },
        }),
      };
    });
  const connect = async () => {
    const isDone = await action.run(async () => {
      const { service, at } = place();
      await connectDatabase(service, {
        client_id: at.client_id,
        body: { workspace_id: at.workspace_id, ...bodyOf(draft.value) },
      });
      await readSessionAgain();
    });
    if (!isDone) return;
    tablesChanged.value += 1;
    onConnected();
  };
  const { form, url, type, host, port, database, user, password, ssl, ca, schemas } = draft.value;
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        if (isTested) connect();
        else test();
      }}
    >
      <p class="lead">{text.databaseLead}</p>
      <Choice
        label={text.how}
        value={form}
        options={[
          ['url', text.asUrl],
          ['parts', text.asParts],
        ]}
        onChoose={(chosen) => set({ form: chosen })}
      />
      {form === 'url' ? (
        <TextField
          label={text.url}
          note={text.urlNote}
          required
          value={url}
          onText={(typed) => set({ url: typed })}
        />
      ) : (
        <>
          <Choice
            label={text.type}
            value={type}
            options={[
              ['postgres', 'PostgreSQL'],
              ['mysql', 'MySQL, MariaDB'],
            ]}
            onChoose={(chosen) => set({ type: chosen })}
          />
          <TextField
            label={text.host}
            required
            value={host}
            onText={(typed) => set({ host: typed })}
          />
          <TextField
            label={text.port}
            note={text.portNote}
            inputMode="numeric"
            value={port}
            onText={(typed) => set({ port: typed })}
          />
          <TextField
            label={text.name}
            required
            value={database}
            onText={(typed) => set({ database: typed })}
          />
          <TextField
            label={text.user}
            required
            value={user}
            onText={(typed) => set({ user: typed })}
          />
          <TextField
            label={text.password}
            note={text.passwordNote}
            type="password"
            value={password}
            onText={(typed) => set({ password: typed })}
          />
          <Choice
            label={text.ssl}
            value={ssl}
            options={SSL_MODES.map((mode) => [mode, text.sslModes[mode]] as const)}
            onChoose={(chosen) => set({ ssl: chosen })}
          />
          {(ssl === 'verify-full' || ssl === 'verify-ca') && (
            <AreaField
              label={text.ca}
              note={text.caNote}
              rows={3}
              value={ca}
              onText={(typed) => set({ ca: typed })}
            />
          )}
        </>
      )}
      <TextField
        label={text.schemas}
        note={text.schemasNote}
        value={schemas}
        onText={(typed) => set({ schemas: typed })}
      />
      <Failure error={action.error} />
      {isTested && tested.value && (
        <div role="status">
          <p class="failure good">{text.works(tested.value.test.server_version)}</p>
          <Findings
            readOnly={tested.value.test.read_only}
            warnings={tested.value.test.warnings}
            tls={tested.value.test.tls}
          />
        </div>
      )}
      {!isTested && tested.value && <p class="meta">{text.changed}</p>}
      <div class="row">
        <Button
          submits={!isTested}
          look={isTested ? 'plain' : 'primary'}
          disabled={action.isBusy}
          onClick={isTested ? test : undefined}
        >
          {text.test}
        </Button>
        {isTested && (
          <Button submits look="primary" disabled={action.isBusy}>
            {text.connectNow}
          </Button>
        )}
      </div>
    </form>
  );
}
