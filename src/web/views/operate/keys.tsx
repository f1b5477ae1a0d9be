import { useSignal } from '@preact/signals';
import {
  type ApiKey,
  createApiKey,
  listApiKeys,
  type NewApiKey,
  revokeApiKey,
  rotateApiKey,
  updateApiKey,
} from '../../api/operate.ts';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/confirm.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { AreaField, Choice, heldIn, TextField } from '../../components/field.tsx';
import { CopyBox } from '../../components/secret.tsx';
import { dayTime } from '../../format/times.ts';
import { locale } from '../../i18n/index.ts';
import { manageTexts } from '../../i18n/manage.ts';
import { texts } from '../../i18n/operate.ts';
import { useAction, useLoaded } from '../../state/calls.ts';
import { session } from '../../state/session.ts';
import { workspace } from '../../state/workspace.ts';
import { ActionDialog } from '../action-dialog.tsx';
import { Listing, NewButton } from '../listing.tsx';
import { bound, reaches, reachText, service, signedIn } from './reach.ts';

/** What is open over the list. */
type Open =
  | { readonly kind: 'new' }
  | { readonly kind: 'made'; readonly made: NewApiKey }
  | { readonly kind: 'edit' | 'rotate' | 'revoke'; readonly key: ApiKey };

const lines = (text: string): readonly string[] =>
  text
    .split(/[\s,]+/)
    .map((line) => line.trim().replace(/\/$/, ''))
    .filter(Boolean);

export function Keys() {
  const text = texts();
  const manage = manageTexts();
  const open = useSignal<Open | null>(null);
  const list = useLoaded((signal) => listApiKeys(service(), {}, { signal }), [signedIn().key]);
  const close = () => {
    open.value = null;
  };
  const now = session.value;
  const own = now.kind === 'in' ? now.me.key.prefix : null;
  const { value: opened } = open;
  return (
    <>
      <NewButton
        onClick={() => {
          open.value = { kind: 'new' };
        }}
      >
        {text.newKey}
      </NewButton>
      <Listing
        list={list}
        of={({ api_keys }) => api_keys}
        label={text.tabs.keys}
        keyOf={({ id }) => id}
        empty={text.noKeys}
        columns={[
          {
            heading: text.name,
            cell: ({ name, prefix }) => (
              <>
                {name}
                <small>
                  <code>{prefix}…</code>
                  {prefix === own && ` · ${text.thisKey}`}
                </small>
              </>
            ),
          },
          {
            heading: text.may,
            cell: ({ scope, expires_at }) => (
              <>
                {text[scope]}
                {expires_at && <small>{text.until(dayTime(expires_at, locale()))}</small>}
              </>
            ),
          },
          {
            heading: text.reach,
            cell: ({ client_id, workspace_id }) => reachText(client_id, workspace_id),
          },
          {
            heading: text.origins,
            cell: ({ scope, allowed_origins }) =>
              scope === 'full' ? '–' : allowed_origins.join(' ') || text.anySite,
          },
          {
            heading: text.used,
            cell: ({ last_used_at, created_at }) => (
              <>
                {last_used_at ? dayTime(last_used_at, locale()) : manage.never}
                <small>
                  {text.made} {dayTime(created_at, locale())}
                </small>
              </>
            ),
          },
          {
            heading: manage.actions,
            isActions: true,
            cell: (key) =>
              (['edit', 'rotate', 'revoke'] as const).map((kind) => (
                <Button
                  key={kind}
                  aria-label={`${text[kind]}: ${key.name}`}
                  onClick={() => {
                    open.value = { kind, key };
                  }}
                >
                  {text[kind]}
                </Button>
              )),
          },
        ]}
      />
      {opened?.kind === 'new' && (
        <NewKey
          onClose={close}
          onMade={(made) => {
            open.value = { kind: 'made', made };
            list.again();
          }}
        />
      )}
      {opened?.kind === 'made' && <Made made={opened.made} onClose={close} />}
      {opened?.kind === 'edit' && <EditKey of={opened.key} onClose={close} onDone={list.again} />}
      {opened?.kind === 'rotate' && (
        <RotateKey
          of={opened.key}
          onClose={close}
          onMade={(made) => {
            open.value = { kind: 'made', made };
            list.again();
          }}
        />
      )}
      {opened?.kind === 'revoke' && (
        <RevokeKey of={opened.key} onClose={close} onDone={list.again} />
      )}
    </>
  );
}

interface MakingProps {
  readonly onClose: () => void;
  readonly onMade: (made: NewApiKey) => void;
}

function NewKey({ onClose, onMade }: MakingProps) {
  const text = texts();
  const name = useSignal('');
  const scope = useSignal<'full' | 'query'>('query');
  const reach = useSignal('');
  const origins = useSignal('');
  const environment = useSignal<'live' | 'test'>('live');
  const action = useAction();
  const make = () =>
    action.run(async () => {
      const isAskOnly = scope.value === 'query';
      onMade(
        await createApiKey(service(), {
          body: {
            name: name.value.trim(),
            scope: scope.value,
            environment: environment.value,
            ...bound(reach.value),
            ...(isAskOnly ? { allowed_origins: lines(origins.value) } : {}),
          },
        }),
      );
    });
  return (
    <FormDialog
      title={text.newKey}
      isOpen
      onClose={onClose}
      does={text.makeKey}
      action={action}
      onConfirm={make}
    >
      <TextField
        label={text.keyName}
        note={text.keyNameNote}
        required
        maxLength={100}
        {...heldIn(name)}
      />
      <Choice
        label={text.scope}
        note={text.scopeNote}
        value={scope.value}
        options={[
          ['query', text.query],
          ['full', text.full],
        ]}
        onChoose={(chosen) => {
          scope.value = chosen;
        }}
      />
      <Choice
        label={text.reach}
        value={reach.value}
        options={reaches()}
        onChoose={(chosen) => {
          reach.value = chosen;
        }}
      />
      {scope.value === 'query' && (
        <AreaField label={text.origins} note={text.originsNote} rows={2} {...heldIn(origins)} />
      )}
      <Choice
        label={text.environment}
        note={text.environmentNote}
        value={environment.value}
        options={[
          ['live', 'live'],
          ['test', 'test'],
        ]}
        onChoose={(chosen) => {
          environment.value = chosen;
        }}
      />
    </FormDialog>
  );
}

/** A question that works as it is pasted into a shell. */
function snippet({ api_key, workspace_id, client_id }: NewApiKey): string {
  const asked = workspace_id ?? workspace.value?.workspace_id;
  const body = JSON.stringify({ query: '…', ...(asked ? { workspace_id: asked } : {}) });
  return [
    `curl ${location.origin}/clients/${client_id ?? signedIn().clientId}/ask \\`,
    `  -H 'X-API-Key: ${api_key}' -H 'X-End-User-Id: ann' \\`,
    `  -H 'Content-Type: application/json' -d '${body}'`,
  ].join('\n');
}

function Made({ made, onClose }: { readonly made: NewApiKey; readonly onClose: () => void }) {
  const text = texts();
  return (
    <Dialog isOpen onClose={onClose} label={text.keyMade(made.name)}>
      <h2>{text.keyMade(made.name)}</h2>
      <CopyBox label={text.key} text={made.api_key} />
      <p class="meta">{manageTexts().once}</p>
      <p class="part meta">{text.tryIt}</p>
      <CopyBox label="curl" text={snippet(made)} />
      <Button look="primary" onClick={onClose}>
        {text.done}
      </Button>
    </Dialog>
  );
}

interface OfKey {
  readonly of: ApiKey;
  readonly onClose: () => void;
}

function EditKey({ of, onClose, onDone }: OfKey & { readonly onDone: () => void }) {
  const text = texts();
  const name = useSignal(of.name);
  const origins = useSignal(of.allowed_origins.join('\n'));
  const save = async () => {
    await updateApiKey(service(), {
      key_id: of.id,
      body: {
        name: name.value.trim(),
        ...(of.scope === 'query' ? { allowed_origins: lines(origins.value) } : {}),
      },
    });
    onDone();
  };
  return (
    <ActionDialog
      title={text.editKey(of.name)}
      onClose={onClose}
      does={manageTexts().save}
      onConfirm={save}
    >
      <TextField label={text.keyName} required maxLength={100} {...heldIn(name)} />
      {of.scope === 'query' && (
        <AreaField label={text.origins} note={text.originsNote} {...heldIn(origins)} />
      )}
    </ActionDialog>
  );
}

const GRACES = { now: 0, hour: 3_600, day: 86_400, week: 604_800 } as const;
type Grace = keyof typeof GRACES;

function RotateKey({ of, onClose, onMade }: OfKey & MakingProps) {
  const text = texts();
  const grace = useSignal<Grace>('day');
  const action = useAction();
  return (
    <FormDialog
      title={text.rotateKey(of.name)}
      isOpen
      onClose={onClose}
      does={text.rotate}
      action={action}
      onConfirm={() =>
        action.run(async () =>
          onMade(
            await rotateApiKey(service(), {
              key_id: of.id,
              body: { grace_seconds: GRACES[grace.value] },
            }),
          ),
        )
      }
    >
      <p>{text.rotateNote}</p>
      <Choice
        label={text.grace}
        value={grace.value}
        options={(Object.keys(GRACES) as Grace[]).map((key) => [key, text.graces[key]] as const)}
        onChoose={(chosen) => {
          grace.value = chosen;
        }}
      />
    </FormDialog>
  );
}

function RevokeKey({ of, onClose, onDone }: OfKey & { readonly onDone: () => void }) {
  const text = texts();
  return (
    <ActionDialog
      title={text.revokeKey(of.name)}
      does={text.revoke}
      onClose={onClose}
      onConfirm={async () => {
        await revokeApiKey(service(), { key_id: of.id });
        onDone();
      }}
    >
      <p>{text.revokeNote}</p>
    </ActionDialog>
  );
}
