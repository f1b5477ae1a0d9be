import { useSignal } from '@preact/signals';
import {
  createSchedule,
  deleteSchedule,
  listSchedules,
  type Schedule,
  testSchedule,
  updateSchedule,
} from '../../api/schedules.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Failure } from '../../components/failure.tsx';
import { Choice, heldIn, TextField } from '../../components/field.tsx';
import { locale, words } from '../../i18n/index.ts';
import { scheduleTexts } from '../../i18n/schedules.ts';
import { useAction, useLoaded } from '../../state/calls.ts';
import { place } from '../data/place.ts';
import {
  ScheduleLog,
  ScheduleState,
  scheduleAt,
  WEEKDAYS,
  weekdayText,
  whenText,
} from '../schedule-state.tsx';

interface ScheduleDialogProps {
  /** What is sent: a board, or one saved question. */
  readonly of: { readonly board_id: string } | { readonly saved_id: string };
  readonly name: string;
  /** Of the question. */
  readonly columns?: readonly string[];
  /** Whether the question has one number, so that it can cross a limit. */
  readonly isNumber?: boolean;
  readonly onClose: () => void;
}

type WhenType = Schedule['when']['type'];
type ToType = Schedule['to']['type'];

const LAST_RUNS = 5;
const MOST = 100;

/** Sends a board or question by itself: when, where to, what is set up already, and how that went. */
export function ScheduleDialog({
  of,
  name,
  columns = [],
  isNumber = false,
  onClose,
}: ScheduleDialogProps) {
  const text = scheduleTexts();
  const isQuestion = 'saved_id' in of;
  const list = useLoaded(async (signal) => {
    const { service, at } = place();
    return listSchedules(service, { ...at, ...of, limit: MOST }, { signal });
  }, []);
  const action = useAction();
  const act = (work: () => Promise<unknown>) =>
    action.run(async () => {
      await work();
      list.again();
    });
  const about = { isQuestion, isNumber, columns };
  const title = isQuestion ? text.alertTitle(name) : text.title(name);
  return (
    <Dialog isOpen onClose={onClose} label={title} from="end">
      <div class="schedules">
        <div class="row">
          <h2>{title}</h2>
          <Button
            look="bare"
            icon="close"
            also="end"
            aria-label={words().close}
            onClick={onClose}
          />
        </div>
        {list.value?.can_send === false && <p class="caution">{text.noAddress}</p>}
        {!isQuestion && <p class="meta">{text.noFilters}</p>}
        <ScheduleForm
          {...about}
          isBusy={action.isBusy}
          onSave={(body) =>
            act(() => {
              const { service, at } = place();
              return createSchedule(service, { ...at, body: { ...of, ...body } as NewBody });
            })
          }
        />
        <Failure error={action.error} />
        <h3>{text.existing}</h3>
        <Failure error={list.error} onRetry={list.again} />
        {list.value?.schedules.length === 0 && <p class="meta">{text.none}</p>}
        {list.value?.schedules.map((one) => (
          <Existing
            key={`${one.id} ${one.updated_at}`}
            schedule={one}
            about={about}
            isBusy={action.isBusy}
            onAct={act}
          />
        ))}
      </div>
    </Dialog>
  );
}

type NewBody = Parameters<typeof createSchedule>[1]['body'];
type Body = Pick<NewBody, 'when' | 'time_zone' | 'quiet' | 'language'> &
  Partial<Pick<NewBody, 'to'>>;

/** What is scheduled. */
interface About {
  readonly isQuestion: boolean;
  readonly isNumber: boolean;
  readonly columns: readonly string[];
}

interface ScheduleFormProps extends About {
  /** The one that is edited; a new one where absent. */
  readonly known?: Schedule;
  readonly isBusy: boolean;
  readonly onSave: (body: Body) => void;
  readonly onCancel?: () => void;
}

/** Where a schedule sends, as it is written; a Slack address is a secret that is not shown again. */
function addressOf(to: Schedule['to'] | undefined): string {
  if (to?.type === 'email') return to.to.join(', ');
  return to?.type === 'webhook' ? to.webhook_id : '';
}

function ScheduleForm({ known, isQuestion, isNumber, columns, ...props }: ScheduleFormProps) {
  const text = scheduleTexts();
  const { isBusy, onSave, onCancel } = props;
  const was = known?.when;
  const first: WhenType = isQuestion ? (isNumber ? 'bound' : 'unusual') : 'weekly';
  const when = useSignal<WhenType>(was?.type ?? first);
  const wasDay = was && 'day' in was ? was.day : undefined;
  const day = useSignal<(typeof WEEKDAYS)[number]>(wasDay ?? 'monday');
  const at = useSignal(was && 'at' in was ? was.at : '08:00');
  const [from, until] = [useSignal(known?.quiet?.from ?? ''), useSignal(known?.quiet?.to ?? '')];
  const limits = was?.type === 'bound' ? was : null;
  const [above, below] = [
    useSignal(String(limits?.above ?? '')),
    useSignal(String(limits?.below ?? '')),
  ];
  const to = useSignal<ToType>(known?.to.type ?? 'slack');
  const address = useSignal(addressOf(known?.to));
  const zone = known?.time_zone ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  /** An address that is left empty stays as it is. */
  const keepsAddress = known?.to.type === 'slack' && to.value === 'slack';
  const whens: readonly WhenType[] = [
    'hourly',
    'daily',
    'weekly',
    'change',
    ...(isQuestion && (isNumber || was?.type === 'bound') ? (['bound'] as const) : []),
    ...(isQuestion ? (['unusual'] as const) : []),
  ];
  const rhythm = useSignal<'daily' | 'weekly'>(wasDay ? 'weekly' : 'daily');
  const column = useSignal(was && 'column' in was ? (was.column ?? '') : '');
  const isUnusual = when.value === 'unusual';
  const isAlert = isUnusual || when.value === 'bound';
  const isWeekly = when.value === 'weekly' || (isUnusual && rhythm.value === 'weekly');
  const isTimed = when.value === 'daily' || when.value === 'weekly' || isUnusual;
  const watched = column.value === '' ? {} : { column: column.value };
  const body = (): Body => ({
    when: {
      hourly: { type: 'hourly' as const },
      daily: { type: 'daily' as const, at: at.value },
      weekly: { type: 'weekly' as const, at: at.value, day: day.value },
      change: { type: 'change' as const },
      bound: {
        type: 'bound' as const,
        ...(above.value === '' ? {} : { above: Number(above.value) }),
        ...(below.value === '' ? {} : { below: Number(below.value) }),
        ...watched,
      },
      unusual: {
        type: 'unusual' as const,
        at: at.value,
        ...(isWeekly ? { day: day.value } : {}),
        ...watched,
      },
    }[when.value],
    ...(keepsAddress && address.value.trim() === '' ? {} : { to: destination() }),
    time_zone: zone,
    language: known?.language ?? (locale().startsWith('de') ? 'de' : 'en'),
    quiet: from.value === '' ? null : { from: from.value, to: until.value },
  });
  const destination = () =>
    ({
      slack: { type: 'slack' as const, url: address.value.trim() },
      email: {
        type: 'email' as const,
        to: address.value.split(/[\s,;]+/).filter((one) => one !== ''),
      },
      webhook: { type: 'webhook' as const, webhook_id: address.value.trim() },
      refresh: { type: 'refresh' as const },
    })[to.value];
  return (
    <form
      class="form"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(body());
      }}
    >
      <Choice
        label={text.when}
        value={when.value}
        options={whens.map((one) => [one, text.whens[one]] as const)}
        onChoose={(chosen) => {
          when.value = chosen;
        }}
      />
      {isUnusual && (
        <Choice
          label={text.checks}
          value={rhythm.value}
          options={(['daily', 'weekly'] as const).map((one) => [one, text.rhythms[one]] as const)}
          onChoose={(chosen) => {
            rhythm.value = chosen;
          }}
        />
      )}
      {isWeekly && (
        <Choice
          label={text.day}
          value={day.value}
          options={WEEKDAYS.map((one) => [one, weekdayText(one)] as const)}
          onChoose={(chosen) => {
            day.value = chosen;
          }}
        />
      )}
      {isTimed && (
        <TextField label={text.at} type="time" required {...heldIn(at)} note={text.zone(zone)} />
      )}
      {when.value === 'bound' && (
        <>
          <div class="row two">
            <TextField label={text.above} inputMode="decimal" {...heldIn(above)} />
            <TextField label={text.below} inputMode="decimal" {...heldIn(below)} />
          </div>
          <p class="meta">{text.boundNote}</p>
        </>
      )}
      {isUnusual && <p class="meta">{text.unusualNote}</p>}
      {isAlert && columns.length > 1 && (
        <Choice
          label={text.column}
          value={column.value}
          options={[
            ['', text.anyColumn] as const,
            ...columns.map((one) => [one, one.replaceAll('_', ' ')] as const),
          ]}
          onChoose={(chosen) => {
            column.value = chosen;
          }}
        />
      )}
      <Choice
        label={text.to}
        value={to.value}
        options={(['slack', 'email', 'webhook', 'refresh'] as const).map(
          (one) => [one, text.tos[one]] as const,
        )}
        onChoose={(chosen) => {
          to.value = chosen;
        }}
      />
      {to.value === 'refresh' ? (
        <p class="meta">{text.refreshNote}</p>
      ) : (
        <TextField
          label={{ slack: text.slackUrl, email: text.mails, webhook: text.hook }[to.value]}
          note={
            keepsAddress
              ? text.slackKept
              : { slack: text.slackNote, email: text.mailsNote, webhook: text.hookNote }[to.value]
          }
          required={!keepsAddress}
          {...heldIn(address)}
        />
      )}
      <div class="row two">
        <TextField
          label={text.quietFrom}
          type="time"
          required={until.value !== ''}
          {...heldIn(from)}
        />
        <TextField
          label={text.quietTo}
          type="time"
          required={from.value !== ''}
          {...heldIn(until)}
        />
      </div>
      <div class="row">
        <Button submits look="primary" disabled={isBusy}>
          {text.make}
        </Button>
        {onCancel && <Button onClick={onCancel}>{words().cancel}</Button>}
      </div>
    </form>
  );
}

interface ExistingProps {
  readonly schedule: Schedule;
  readonly about: About;
  readonly isBusy: boolean;
  readonly onAct: (work: () => Promise<unknown>) => void;
}

function Existing({ schedule, about, isBusy, onAct }: ExistingProps) {
  const text = scheduleTexts();
  const { status, to } = schedule;
  const isEdited = useSignal(false);
  const round = useSignal(0);
  const act = (work: (at: ReturnType<typeof scheduleAt>) => Promise<unknown>) =>
    onAct(async () => {
      await work(scheduleAt(schedule));
      round.value += 1;
    });
  return (
    <section class="card pad">
      <p>
        <b>{whenText(schedule)}</b> · {text.tos[to.type]}
        {to.type === 'email' && <span dir="ltr"> ({to.to.join(', ')})</span>}
      </p>
      <p class="meta num">
        <ScheduleState schedule={schedule} />
      </p>
      {isEdited.value && (
        <ScheduleForm
          {...about}
          known={schedule}
          isBusy={isBusy}
          onSave={(body) => act(({ service, path }) => updateSchedule(service, { ...path, body }))}
          onCancel={() => {
            isEdited.value = false;
          }}
        />
      )}
      <h4>{text.runs}</h4>
      <ScheduleLog schedule={schedule} limit={LAST_RUNS} round={round.value} />
      <div class="row">
        <Button onClick={() => act(({ service, path }) => testSchedule(service, path))}>
          {text.test}
        </Button>
        <Button
          aria-expanded={isEdited.value}
          onClick={() => {
            isEdited.value = !isEdited.value;
          }}
        >
          {text.edit}
        </Button>
        <Button
          onClick={() =>
            act(({ service, path }) =>
              updateSchedule(service, { ...path, body: { enabled: status !== 'active' } }),
            )
          }
        >
          {status === 'active' ? text.pause : text.resume}
        </Button>
        <Button
          onClick={() =>
            // Its log went with it.
            onAct(() => {
              const { service, path } = scheduleAt(schedule);
              return deleteSchedule(service, path);
            })
          }
        >
          {text.remove}
        </Button>
      </div>
    </section>
  );
}
