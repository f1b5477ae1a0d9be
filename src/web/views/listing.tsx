import type { ComponentChildren } from 'preact';
import { Button } from '../components/button.tsx';
import { Failure } from '../components/failure.tsx';
import { Records, type RecordsProps } from '../components/records.tsx';
import { manageTexts } from '../i18n/manage.ts';
import { type Loaded, useAction } from '../state/calls.ts';

interface ListingProps<T, R> extends Omit<RecordsProps<R>, 'records'> {
  readonly list: Loaded<T>;
  /** The records of what was read. */
  readonly of: (read: T) => readonly R[];
  /** What went wrong with something that was done to one of them. */
  readonly error?: unknown;
  /** What is there with the page that comes next; absent where all come at once. */
  readonly more?: (now: T) => Promise<T>;
}

/** Records that are read from the service: what went wrong, that they are being read, or their table, page by page. */
export function Listing<T extends object, R>(props: ListingProps<T, R>) {
  const { list, of, error = null, more, ...records } = props;
  const text = manageTexts();
  const action = useAction();
  const read = list.value;
  const hasMore = read !== null && 'next_cursor' in read && Boolean(read.next_cursor);
  return (
    <>
      {list.error ? (
        <Failure error={list.error} onRetry={list.again} />
      ) : (
        <Failure error={error ?? action.error} />
      )}
      {!read && list.isBusy && <p class="meta">{text.loading}</p>}
      {read && <Records {...records} records={of(read)} />}
      {read && more && hasMore && (
        <Button
          also="part"
          disabled={action.isBusy}
          onClick={() => action.run(async () => list.put(await more(read)))}
        >
          {text.more}
        </Button>
      )}
    </>
  );
}

interface NewButtonProps {
  readonly onClick: () => void;
  readonly children: ComponentChildren;
}

/** In the place of what is still read: that it is, or why it could not be. */
export function Waiting({ on }: { readonly on: Pick<Loaded<unknown>, 'error' | 'again'> }) {
  return on.error ? (
    <Failure error={on.error} onRetry={on.again} />
  ) : (
    <p class="meta">{manageTexts().loading}</p>
  );
}

interface NoDataProps {
  /** What there is nothing for. */
  readonly lead: string;
  readonly toData: string;
}

/** A workspace without tables: the way to add some. */
export function NoData({ lead, toData }: NoDataProps) {
  return (
    <>
      <p class="lead">{lead}</p>
      <p class="part">
        <a class="btn primary" href="/data">
          {toData}
        </a>
      </p>
    </>
  );
}

/** What begins a new one, above its list. */
export function NewButton({ onClick, children }: NewButtonProps) {
  return (
    <div class="filters">
      <Button icon="plus" look="primary" onClick={onClick}>
        {children}
      </Button>
    </div>
  );
}
