import '../../styles/screens.css';
import { useSignal } from '@preact/signals';
import type { ChartSettings } from '#src/charts/types.ts';
import { saveQuestion, updateBoard, updateSaved } from '../../api/saved.ts';
import { createSnapshot, listSnapshots, revokeSnapshot } from '../../api/shares.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { Failure } from '../../components/failure.tsx';
import { Choice, Switch } from '../../components/field.tsx';
import { CopyBox } from '../../components/secret.tsx';
import { dayTime } from '../../format/times.ts';
import { locale } from '../../i18n/index.ts';
import { shareTexts } from '../../i18n/share.ts';
import { useAction, useLoaded } from '../../state/calls.ts';
import { mayAnalyse } from '../../state/may-analyse.ts';
import { placed } from '../../state/place.ts';
import { mayManage } from '../../state/session.ts';
import { place } from '../data/place.ts';

/** What is shared. */
type Shareable =
  | {
      readonly kind: 'answer';
      readonly traceId: string;
      readonly name: string;
      readonly chart: ChartSettings | null;
    }
  | {
      readonly kind: 'board';
      readonly boardId: string;
      readonly name: string;
      /** The filters that the link carries. */
      readonly search: string;
    };

interface ShareProps {
  readonly what: Shareable;
  readonly onClose: () => void;
}

/** With whom: people of the tenant, who see the rows that they may see; or everybody, as it is now. */
export function ShareDialog({ what, onClose }: ShareProps) {
  const text = shareTexts();
  return (
    <Dialog isOpen onClose={onClose} label={text.shareOf(what.name)}>
      <h2>{text.shareOf(what.name)}</h2>
      <h3 class="part">{text.people}</h3>
      <p class="meta">{text.peopleNote}</p>
      <div class="part">
        <WithPeople what={what} />
      </div>
      <h3 class="part">{text.anyone}</h3>
      {mayAnalyse.value ? (
        <>
          <p class="meta">{text.anyoneNote}</p>
          <div class="part">
            <WithAnyone what={what} />
          </div>
        </>
      ) : (
        <p class="meta">{text.noAnyone}</p>
      )}
      <p class="part">
        <Button onClick={onClose}>{text.done}</Button>
      </p>
    </Dialog>
  );
}

/** Makes it readable for the tenant, and gives its address. */
async function addressFor(what: Shareable): Promise<string> {
  const { service, at } = place();
  if (what.kind === 'board') {
    await updateBoard(service, { ...at, board_id: what.boardId, body: { shared: true } });
    return placed(`/boards/${what.boardId}${what.search === '' ? '' : `?${what.search}`}`);
  }
  const { id } = await saveQuestion(service, {
    ...at,
    body: { trace_id: what.traceId, chart: what.chart },
  });
  await updateSaved(service, { ...at, saved_id: id, body: { shared: true } });
  return placed(`/saved/${id}`);
}

function WithPeople({ what }: Pick<ShareProps, 'what'>) {
  const text = shareTexts();
  const link = useSignal<string | null>(null);
  const action = useAction();
  if (link.value !== null) return <CopyBox label={text.link} text={link.value} />;
  return (
    <>
      <Failure error={action.error} />
      <Button
        icon="link"
        disabled={action.isBusy}
        onClick={() =>
          action.run(async () => {
            link.value = location.origin + (await addressFor(what));
          })
        }
      >
        {text.peopleLink}
      </Button>
    </>
  );
}

const DAYS = [1, 7, 30, 90];

/** Days to choose from: those of the usual that the service allows, its default, and its maximum up to the last of them. */
function daysOffered(max: number, standard: number): readonly number[] {
  const offered = [...DAYS, max].filter((one) => one <= Math.min(max, 90));
  return [...new Set([...offered, standard])].toSorted((a, b) => a - b);
}

function WithAnyone({ what }: Pick<ShareProps, 'what'>) {
  const text = shareTexts();
  const days = useSignal<number | null>(null);
  const showsSql = useSignal(false);
  const isAllowed = useSignal(false);
  const link = useSignal<string | null>(null);
  const action = useAction();
  const { service, at } = place();
  const source = what.kind === 'answer' ? what.traceId : what.boardId;
  const open = useLoaded(
    (signal) => listSnapshots(service, { ...at, source_id: source }, { signal }),
    [source],
  );
  const { max_days, default_days } = open.value ?? { max_days: 7, default_days: 7 };
  const make = () =>
    action.run(async () => {
      const of =
        what.kind === 'answer'
          ? { trace_id: what.traceId, ...(what.chart && { chart: what.chart }) }
          : { board_id: what.boardId };
      const { url } = await createSnapshot(service, {
        ...at,
        body: {
          ...of,
          ...(days.value === null ? {} : { expires_in_days: days.value }),
          show_sql: showsSql.value,
          allow_row_filter: isAllowed.value,
        },
      });
      // The page knows by which address it is reached.
      link.value = location.origin + new URL(url).pathname;
      open.again();
    });
  const revoke = (snapshot_id: string) =>
    action.run(async () => {
      await revokeSnapshot(service, { ...at, snapshot_id });
      link.value = null;
      open.again();
    });
  return (
    <>
      {link.value !== null && (
        <>
          <CopyBox label={text.link} text={link.value} />
          <p class="meta">{text.linkOnce}</p>
        </>
      )}
      <form
        class="form part"
        onSubmit={(event) => {
          event.preventDefault();
          make();
        }}
      >
        <Choice
          label={text.expires}
          value={String(days.value ?? default_days)}
          options={daysOffered(max_days, default_days).map((one) => [String(one), text.days(one)])}
          onChoose={(chosen) => {
            days.value = Number(chosen);
          }}
        />
        <Switch
          label={text.showSql}
          isOn={showsSql.value}
          onSwitch={(isOn) => {
            showsSql.value = isOn;
          }}
        />
        {mayManage.value && (
          <Switch
            label={text.allowFilter}
            isOn={isAllowed.value}
            onSwitch={(isOn) => {
              isAllowed.value = isOn;
            }}
          />
        )}
        <Failure error={action.error ?? open.error} />
        <Button submits icon="link" disabled={action.isBusy}>
          {text.publicLink}
        </Button>
      </form>
      {open.value && open.value.snapshots.length > 0 && (
        <section aria-label={text.open}>
          <h4>{text.open}</h4>
          <ul class="shares">
            {open.value.snapshots.map(({ snapshot_id, created_at, expires_at, maker }) => (
              <li key={snapshot_id} class="row">
                <span class="meta">
                  {text.made(dayTime(created_at, locale()), maker)},{' '}
                  {text.until(dayTime(expires_at, locale()))}
                </span>
                <Button
                  also="end"
                  aria-label={`${text.revoke}: ${dayTime(created_at, locale())}`}
                  onClick={() => revoke(snapshot_id)}
                >
                  {text.revoke}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
