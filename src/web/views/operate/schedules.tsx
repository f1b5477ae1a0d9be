import { useSignal } from '@preact/signals';
import {
  deleteSchedule,
  listTenantSchedules,
  type Schedule,
  testSchedule,
  updateSchedule,
} from '../../api/schedules.ts';
import { Button } from '../../components/button.tsx';
import { manageTexts } from '../../i18n/manage.ts';
import { texts } from '../../i18n/operate.ts';
import { scheduleTexts } from '../../i18n/schedules.ts';
import { useAction, useLoaded } from '../../state/calls.ts';
import { ActionDialog } from '../action-dialog.tsx';
import { Listing } from '../listing.tsx';
import { RunState, ScheduleLog, ScheduleState, scheduleAt, whenText } from '../schedule-state.tsx';
import { reachText, service, signedIn } from './reach.ts';

const PAGE = 50;
const LOGGED = 20;

/** All schedules of the tenant that the caller may see. */
export function Schedules() {
  const text = scheduleTexts();
  const manage = manageTexts();
  const { clientId, key } = signedIn();
  const read = (cursor?: string) =>
    listTenantSchedules(service(), {
      ...{ client_id: clientId, limit: PAGE },
      ...(cursor ? { cursor } : {}),
    });
  const list = useLoaded(() => read(), [clientId, key]);
  /** Whose log is shown. */
  const shown = useSignal<string | null>(null);
  const round = useSignal(0);
  const removing = useSignal<Schedule | null>(null);
  const action = useAction();
  const act = (work: () => Promise<unknown>) =>
    action.run(async () => {
      await work();
      round.value += 1;
      list.again();
    });
  return (
    <>
      <p class="meta filters">{text.allLead}</p>
      <Listing
        list={list}
        of={({ schedules }) => schedules}
        more={async (now) => {
          const next = await read(now.next_cursor ?? undefined);
          return { ...next, schedules: [...now.schedules, ...next.schedules] };
        }}
        error={action.error}
        label={texts().tabs.schedules}
        keyOf={({ id }) => id}
        empty={text.noneOfAll}
        below={(one) =>
          shown.value === one.id && (
            <ScheduleLog schedule={one} limit={LOGGED} round={round.value} />
          )
        }
        columns={[
          {
            heading: text.what,
            cell: (one) => (
              <>
                <a href={pathOf(one, clientId)}>{one.name}</a>
                <small>{reachText(clientId, one.workspace_id)}</small>
              </>
            ),
          },
          {
            heading: text.when,
            cell: (one) => (
              <>
                {whenText(one)}
                <small>
                  {text.tos[one.to.type]}
                  {one.to.type === 'email' && <span dir="ltr"> ({one.to.to.join(', ')})</span>}
                </small>
              </>
            ),
          },
          { heading: text.owner, cell: ({ owner }) => owner },
          { heading: text.state, cell: (one) => <ScheduleState schedule={one} /> },
          {
            heading: text.lastRun,
            cell: ({ last_run }) => (last_run ? <RunState run={last_run} /> : '–'),
          },
          {
            heading: manage.actions,
            isActions: true,
            cell: (one) => (
              <>
                <Button
                  aria-expanded={shown.value === one.id}
                  aria-label={`${text.log}: ${one.name}`}
                  onClick={() => {
                    shown.value = shown.value === one.id ? null : one.id;
                  }}
                >
                  {text.log}
                </Button>
                <Button
                  aria-label={`${text.runNow}: ${one.name}`}
                  disabled={action.isBusy}
                  onClick={() =>
                    act(async () => {
                      const { service: by, path } = scheduleAt(one);
                      await testSchedule(by, path);
                      shown.value = one.id;
                    })
                  }
                >
                  {text.runNow}
                </Button>
                <Button
                  aria-label={`${one.status === 'active' ? text.pause : text.resume}: ${one.name}`}
                  disabled={action.isBusy}
                  onClick={() =>
                    act(() => {
                      const { service: by, path } = scheduleAt(one);
                      return updateSchedule(by, {
                        ...path,
                        body: { enabled: one.status !== 'active' },
                      });
                    })
                  }
                >
                  {one.status === 'active' ? text.pause : text.resume}
                </Button>
                <Button
                  icon="close"
                  aria-label={`${text.remove}: ${one.name}`}
                  onClick={() => {
                    removing.value = one;
                  }}
                />
              </>
            ),
          },
        ]}
      />
      {removing.value && (
        <ActionDialog
          title={text.removeOf(removing.value.name)}
          does={text.remove}
          onClose={() => {
            removing.value = null;
          }}
          onConfirm={async () => {
            if (!removing.value) return;
            const { service: by, path } = scheduleAt(removing.value);
            await deleteSchedule(by, path);
            list.again();
          }}
        >
          <p>{text.removeNote}</p>
        </ActionDialog>
      )}
    </>
  );
}

/** Of the board or question that it sends. */
function pathOf({ board_id, saved_id, workspace_id }: Schedule, clientId: string): string {
  const path = board_id === null ? `/saved/${saved_id}` : `/boards/${board_id}`;
  return `${path}?${new URLSearchParams({ t: clientId, w: workspace_id })}`;
}
