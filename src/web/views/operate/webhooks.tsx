import { useSignal } from '@preact/signals';
import {
  type CreateWebhookBody,
  createWebhook,
  type Delivery,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  replayDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
  type Webhook,
} from '../../api/operate.ts';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/confirm.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Choice, heldIn, Switch, TextField } from '../../components/field.tsx';
import { CopyBox } from '../../components/secret.tsx';
import { dayTime } from '../../format/times.ts';
import { locale } from '../../i18n/index.ts';
import { manageTexts } from '../../i18n/manage.ts';
import { texts } from '../../i18n/operate.ts';
import { useAction, useLoaded } from '../../state/calls.ts';
import { ActionDialog } from '../action-dialog.tsx';
import { Listing, NewButton } from '../listing.tsx';
import { bound, reaches, reachText, service, signedIn } from './reach.ts';

type EventType = NonNullable<CreateWebhookBody['events']>[number];

const EVENTS: readonly EventType[] = [
  'file.ready',
  'file.failed',
  'file.deleted',
  'schema.ready',
  'schema.failed',
  'budget.alert',
  'budget.blocked',
  'answer.flagged',
  'schedule.failed',
  'key.created',
  'key.revoked',
];

type Open =
  | { readonly kind: 'new' }
  | { readonly kind: 'secret'; readonly secret: string }
  | { readonly kind: 'remove'; readonly hook: Webhook };

export function Webhooks() {
  const text = texts();
  const manage = manageTexts();
  const open = useSignal<Open | null>(null);
  /** Whose deliveries are shown. */
  const shown = useSignal<string | null>(null);
  const list = useLoaded((signal) => listWebhooks(service(), {}, { signal }), [signedIn().key]);
  /** Counts up where deliveries have to be read again. */
  const sent = useSignal(0);
  const action = useAction();
  const close = () => {
    open.value = null;
  };
  const act = async (work: () => Promise<unknown>) => {
    await action.run(async () => {
      await work();
    });
    list.again();
  };
  const { value: opened } = open;
  return (
    <>
      <NewButton
        onClick={() => {
          open.value = { kind: 'new' };
        }}
      >
        {text.newHook}
      </NewButton>
      <Listing
        list={list}
        of={({ webhooks }) => webhooks}
        error={action.error}
        label={text.tabs.webhooks}
        keyOf={({ id }) => id}
        empty={text.noHooks}
        below={({ id }) => shown.value === id && <Deliveries of={id} round={sent.value} />}
        columns={[
          {
            heading: text.url,
            cell: ({ url, description, client_id, workspace_id }) => (
              <>
                {url}
                <small>
                  {description && `${description} · `}
                  {reachText(client_id, workspace_id)}
                </small>
              </>
            ),
          },
          {
            heading: text.events,
            cell: ({ events }) => (events.length === 0 ? text.allEvents : events.join(', ')),
          },
          {
            heading: text.state,
            cell: ({ status, disabled_reason, failing_since }) => (
              <>
                {text[status]}
                {disabled_reason && <small>{text.why[disabled_reason]}</small>}
                {failing_since && <small>{text.failing(dayTime(failing_since, locale()))}</small>}
              </>
            ),
          },
          {
            heading: manage.actions,
            isActions: true,
            cell: (hook) => (
              <>
                <Button
                  aria-expanded={shown.value === hook.id}
                  onClick={() => {
                    shown.value = shown.value === hook.id ? null : hook.id;
                  }}
                >
                  {shown.value === hook.id ? text.hideDeliveries : text.deliveries}
                </Button>
                <Button
                  disabled={action.isBusy}
                  onClick={() =>
                    act(async () => {
                      await testWebhook(service(), { webhook_id: hook.id });
                      shown.value = hook.id;
                      sent.value += 1;
                    })
                  }
                >
                  {text.test}
                </Button>
                <Button
                  disabled={action.isBusy}
                  onClick={() =>
                    act(() =>
                      updateWebhook(service(), {
                        webhook_id: hook.id,
                        body: { enabled: hook.status === 'disabled' },
                      }),
                    )
                  }
                >
                  {hook.status === 'disabled' ? text.resume : text.pause}
                </Button>
                <Button
                  icon="key"
                  aria-label={`${text.newSecret}: ${hook.url}`}
                  disabled={action.isBusy}
                  onClick={() =>
                    act(async () => {
                      const { secret } = await rotateWebhookSecret(service(), {
                        webhook_id: hook.id,
                      });
                      open.value = { kind: 'secret', secret };
                    })
                  }
                />
                <Button
                  icon="close"
                  aria-label={`${manage.remove}: ${hook.url}`}
                  onClick={() => {
                    open.value = { kind: 'remove', hook };
                  }}
                />
              </>
            ),
          },
        ]}
      />
      {opened?.kind === 'new' && (
        <NewHook
          onClose={close}
          onMade={(secret) => {
            open.value = { kind: 'secret', secret };
            list.again();
          }}
        />
      )}
      {opened?.kind === 'secret' && (
        <Dialog isOpen onClose={close} label={text.hookMade}>
          <h2>{text.hookMade}</h2>
          <CopyBox label={text.hookMade} text={opened.secret} />
          <p class="meta">{manage.once}</p>
          <Button look="primary" also="part" onClick={close}>
            {text.done}
          </Button>
        </Dialog>
      )}
      {opened?.kind === 'remove' && (
        <ActionDialog
          title={text.removeHook}
          does={manage.remove}
          onClose={close}
          onConfirm={async () => {
            await deleteWebhook(service(), { webhook_id: opened.hook.id });
            list.again();
          }}
        >
          <p dir="auto">{opened.hook.url}</p>
          <p>{text.removeHookNote}</p>
        </ActionDialog>
      )}
    </>
  );
}

interface NewHookProps {
  readonly onClose: () => void;
  readonly onMade: (secret: string) => void;
}

function NewHook({ onClose, onMade }: NewHookProps) {
  const text = texts();
  const url = useSignal('');
  const description = useSignal('');
  const reach = useSignal('');
  const events = useSignal<readonly EventType[]>([]);
  const action = useAction();
  const make = () =>
    action.run(async () => {
      const made = await createWebhook(service(), {
        body: {
          url: url.value.trim(),
          ...(description.value.trim() ? { description: description.value.trim() } : {}),
          ...(events.value.length > 0 ? { events: events.value } : {}),
          ...bound(reach.value),
        },
      });
      onMade(made.secret);
    });
  return (
    <FormDialog
      title={text.newHook}
      isOpen
      onClose={onClose}
      does={text.makeHook}
      action={action}
      onConfirm={make}
    >
      <TextField
        label={text.url}
        note={text.urlNote}
        required
        inputMode="url"
        placeholder="https://"
        {...heldIn(url)}
      />
      <TextField label={text.description} {...heldIn(description)} />
      <Choice
        label={text.reach}
        value={reach.value}
        options={reaches()}
        onChoose={(chosen) => {
          reach.value = chosen;
        }}
      />
      <fieldset>
        <legend>{text.events}</legend>
        <p class="meta">{text.eventsNote}</p>
        {EVENTS.map((event) => (
          <Switch
            key={event}
            label={<code>{event}</code>}
            isOn={events.value.includes(event)}
            onSwitch={(isOn) => {
              events.value = isOn
                ? [...events.value, event]
                : events.value.filter((one) => one !== event);
            }}
          />
        ))}
      </fieldset>
    </FormDialog>
  );
}

/** What was sent to a webhook, the newest first; read again as long as something waits. */
function Deliveries({ of, round }: { readonly of: string; readonly round: number }) {
  const text = texts();
  const manage = manageTexts();
  const list = useLoaded((signal) => waitingOut(of, signal), [of, round]);
  const action = useAction();
  return (
    <Listing
      list={list}
      of={(deliveries) => deliveries}
      error={action.error}
      label={text.deliveries}
      keyOf={({ id }) => id}
      empty={text.noDeliveries}
      columns={[
        { heading: text.when, cell: ({ created_at }) => dayTime(created_at, locale()) },
        { heading: text.event, cell: ({ event_type }) => <code>{event_type}</code> },
        {
          heading: text.state,
          cell: ({ status, next_attempt_at }) => (
            <>
              {text.statuses[status]}
              {status === 'pending' && next_attempt_at && (
                <small>{dayTime(next_attempt_at, locale())}</small>
              )}
            </>
          ),
        },
        { heading: text.attempts, isNumber: true, cell: ({ attempts }) => attempts },
        {
          heading: text.answer,
          cell: ({ last_status, last_error }) => (
            <>
              {last_status ?? '–'}
              {last_error && <small>{last_error}</small>}
            </>
          ),
        },
        {
          heading: manage.actions,
          isActions: true,
          cell: ({ id }) => (
            <Button
              icon="again"
              disabled={action.isBusy}
              onClick={async () => {
                await action.run(async () => {
                  await replayDelivery(service(), { webhook_id: of, delivery_id: id });
                });
                list.again();
              }}
            >
              {text.replay}
            </Button>
          ),
        },
      ]}
    />
  );
}

const WAIT_MS = 700;
const ROUNDS = 8;

/** The deliveries; where the first attempt of one is still to be made, a few moments later. */
async function waitingOut(webhookId: string, signal: AbortSignal): Promise<readonly Delivery[]> {
  for (let round = 0; ; round += 1) {
    const { deliveries } = await listDeliveries(
      service(),
      { webhook_id: webhookId, limit: 20 },
      { signal },
    );
    const isDue = deliveries.some(({ status, attempts }) => status === 'pending' && attempts === 0);
    if (!isDue || round === ROUNDS) return deliveries;
    await new Promise((resolve) => setTimeout(resolve, WAIT_MS));
  }
}
