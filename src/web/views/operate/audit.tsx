import { useSignal } from '@preact/signals';
import { type AuditEntry, listAuditEntries } from '../../api/operate.ts';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { dayTime } from '../../format/times.ts';
import { locale } from '../../i18n/index.ts';
import { manageTexts } from '../../i18n/manage.ts';
import { texts } from '../../i18n/operate.ts';
import { useLoaded } from '../../state/calls.ts';
import { Listing } from '../listing.tsx';
import { reachText, service, signedIn } from './reach.ts';

const PAGE = 50;

interface Filter {
  readonly action?: string;
  readonly from?: string;
  readonly to?: string;
}

/** Who changed what, the newest first, page by page. */
export function Audit() {
  const text = texts();
  const manage = manageTexts();
  const typed = useSignal<Filter>({});
  const filter = useSignal<Filter>({});
  const page = useLoaded(
    (signal) => listAuditEntries(service(), { ...filter.value, limit: PAGE }, { signal }),
    [filter.value, signedIn().key],
  );
  const type = (name: keyof Filter) => (said: string) => {
    const { [name]: _before, ...others } = typed.value;
    typed.value = said.trim() === '' ? others : { ...others, [name]: said.trim() };
  };
  return (
    <>
      <form
        class="filters"
        onSubmit={(event) => {
          event.preventDefault();
          filter.value = typed.value;
        }}
      >
        <TextField label={text.action} placeholder={text.actionNote} onText={type('action')} />
        <TextField label={text.from} type="date" onText={type('from')} />
        <TextField label={text.to} type="date" onText={type('to')} />
        <Button submits>{manage.show}</Button>
      </form>
      <Listing
        list={page}
        of={({ entries }) => entries}
        more={async (now) => {
          const at = { limit: PAGE, cursor: now.next_cursor ?? '' };
          const next = await listAuditEntries(service(), { ...filter.value, ...at });
          return { ...next, entries: [...now.entries, ...next.entries] };
        }}
        label={text.tabs.audit}
        keyOf={({ id }) => id}
        empty={text.noAudit}
        columns={[
          { heading: text.when, cell: ({ created_at }) => dayTime(created_at, locale()) },
          { heading: text.action, cell: (entry) => <code>{entry.action}</code> },
          { heading: text.target, cell: targetText },
          { heading: text.who, cell: ({ actor }) => actorText(actor) },
          {
            heading: text.place,
            cell: ({ client_id, workspace_id }) => reachText(client_id, workspace_id),
          },
        ]}
      />
    </>
  );
}

const actorText = ({ type, key_prefix }: AuditEntry['actor']) =>
  key_prefix ? <code>{key_prefix}…</code> : texts().actors[type];

/** Of longer values, such as digests, the beginning tells enough; the whole is their tooltip. */
const LONG = 40;

/** What was changed, as names and values: what matters of it is short. */
function targetText({ target }: AuditEntry) {
  const parts = Object.entries(target).filter(
    ([, value]) => value !== null && value !== '' && !(Array.isArray(value) && value.length === 0),
  );
  if (parts.length === 0) return '–';
  return parts.map(([name, value]) => {
    const said = typeof value === 'object' ? JSON.stringify(value) : String(value);
    return (
      <span key={name} class="pair" title={said.length > LONG ? said : undefined}>
        <i>{name.replaceAll('_', ' ')}</i> {said.length > LONG
          ? `${said.slice(0, LONG)}…`
          : said}{' '}
      </span>
    );
  });
}
